# Stamps in .venv remember what is done, so that a second run is instant.
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
BUILT_FROM := pyproject.toml hatch_build.py package.json package-lock.json \
              $(wildcard companion/translations/*/LC_MESSAGES/*.po)

# Where Python is told to keep nothing compiled, each server that is started would compile the whole app anew.
export PYTHONDONTWRITEBYTECODE :=

.DELETE_ON_ERROR:
.PHONY: help play test prove lint format words bench look pictures playthroughs pins system-play system-test

help:  ## what there is
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/:/' | awk -F: '{ printf "%-13s%s\n", $$1, $$2 }'

play: system-play .venv/.installed  ## set up and serve; ARGS="--port 8000" goes to `companion serve`
	@exec $(BIN)/companion serve $(ARGS)

# Two more than there are cores, as some tests only wait; up to eight browsers at once.
WORKERS ?= $(shell n=$$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2); echo $$((n < 6 ? n + 2 : 8)))
test: system-test .venv/.dev .venv/.installed .venv/.npm  ## set up and run the tests; ARGS="-k auction" goes to pytest
	$(BIN)/python -m pytest -n $(WORKERS) --dist loadfile --no-loadscope-reorder $(ARGS)

prove: override ARGS := -m "" --hypothesis-profile=prove $(ARGS)
prove: test  ## the slow tests too: every combination, and as many examples as are promised (hours)

lint: .venv/.dev  ## ruff and mypy, changing nothing
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: .venv/.dev  ## put the code in shape
	$(BIN)/ruff check --fix-only .
	$(BIN)/ruff format .

WORDS := companion/translations
words: .venv/.dev  ## gather the words of all templates into the catalogues, and show them in all languages (build/words.html); ARGS=<slug> lists what a game says with others, and what has no words yet
	$(BIN)/pybabel -q extract -F pyproject.toml --no-location --sort-output --omit-header -o $(WORDS)/messages.pot .
	for po in $(WORDS)/*/LC_MESSAGES/messages.po; do \
		$(BIN)/pybabel -q update --no-fuzzy-matching --ignore-obsolete --ignore-pot-creation-date -i $(WORDS)/messages.pot -o $$po -l $$(basename $$(dirname $$(dirname $$po))); \
	done
	@$(BIN)/python -m tests.support.words $(ARGS)

bench: .venv/.dev .venv/.installed  ## measure; ARGS goes to the benchmarks
	$(BIN)/python -m bench $(ARGS)

playthroughs: .venv/.dev .venv/.installed  ## record what whole games show (tests/integration/playthroughs); ARGS=<slug> one game
	$(BIN)/python -m tests.integration.playthroughs.recorder $(ARGS)

look: system-test .venv/.dev .venv/.installed  ## a whole game as everybody sees it, as pictures; ARGS="vabanque --lang de"
	$(BIN)/python -m tests.e2e.browser.look $(ARGS)

pictures: system-test .venv/.dev .venv/.installed  ## make README's pictures (wants pdftoppm)
	$(BIN)/python -m tests.e2e.browser.pictures

# On the oldest Python, whose pins hold for the newer ones too; without a developer's
# own mirrors, which would leave their hashes instead of those of every platform.
COMPILE := PIP_CONFIG_FILE=/dev/null PIP_FIND_LINKS= .venv-pins/bin/pip-compile --quiet --upgrade \
           --generate-hashes --strip-extras --allow-unsafe --no-header \
           --no-emit-index-url --no-emit-find-links --no-emit-trusted-host
pins:  ## pin the newest versions (takes some minutes, wants python3.11)
	python3.11 -m venv .venv-pins
	.venv-pins/bin/pip install --quiet 'pip-tools~=7.6'
	$(COMPILE) -o requirements/runtime.txt pyproject.toml requirements/build.in
	$(COMPILE) -o requirements/postgres.txt --extra postgres -c requirements/runtime.txt pyproject.toml requirements/build.in
	$(COMPILE) -o requirements/dev.txt --extra dev -c requirements/runtime.txt pyproject.toml requirements/build.in
	$(COMPILE) -o requirements/node.txt requirements/node.in

system-play system-test:
	@.ci/system-packages $(@:system-%=%)

.venv/.made:
	@.ci/make-venv .venv
	@touch $@

.venv/.runtime: .venv/.made requirements/runtime.txt
	$(PIP) install --quiet --require-hashes -r requirements/runtime.txt
	@touch $@

.venv/.dev: .venv/.runtime requirements/dev.txt
	$(PIP) install --quiet --require-hashes -r requirements/dev.txt
	@touch $@

.venv/.installed: .venv/.runtime requirements/node.txt $(BUILT_FROM)
	@command -v npm >/dev/null || $(PIP) install --quiet --require-hashes -r requirements/node.txt
	$(PIP) install --quiet --no-build-isolation --no-deps -e .
	@touch $@

# What tests alone need of npm: which browser knows what, and a parser of scripts.
.venv/.npm: package.json package-lock.json .venv/.installed
	@cp package.json package-lock.json .venv
	@$(BIN)/python -c "from hatch_build import npm_ci; npm_ci('.venv')"
	@touch $@
