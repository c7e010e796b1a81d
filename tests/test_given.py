"""CONTRIBUTING says what each template of a game is given: those that there are ask for nothing else."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from jinja2 import Environment, nodes

from companion import templating
from companion.games import GAMES
from companion.languages import SOURCE
from companion.paths import HERE, data_dir
from companion.web import stage
from tests.games import toy

CODE = re.compile(r"`([^`]+)`")


def told() -> Iterator[tuple[str, frozenset[str]]]:
    """Each file of the list of what says what, and what it is given."""
    text = (HERE.parent / "CONTRIBUTING.md").read_text(encoding="utf-8")
    listed = text.partition("may come one by one:\n\n")[2].partition("\n\n")[0]
    for files, given in re.findall(r"^   - (`[^:]+):\s.*?\*Given:\*\s(.+?)\.$", listed, re.MULTILINE | re.DOTALL):
        yield from ((file, frozenset(CODE.findall(given))) for file in CODE.findall(files) if "/" not in file)


GIVEN = dict(told())


def wants(env: Environment, source: str) -> set[str]:
    """The names that a template reads and neither sets nor imports; those of the environment are no one template's."""
    read, own = set[str](), set[str]()
    tree = env.parse(source)
    for name in tree.find_all(nodes.Name):
        (read if name.ctx == "load" else own).add(name.name)
    own |= {macro.name for macro in tree.find_all(nodes.Macro)} | {one.target for one in tree.find_all(nodes.Import)}
    imported = [name for one in tree.find_all(nodes.FromImport) for name in one.names]
    own |= {name if isinstance(name, str) else name[1] for name in imported}
    return read - own - {*env.globals, "loop", "caller", "varargs", "kwargs"}


FOLDERS = {slug: data_dir("templates") / slug for slug in GAMES} | {
    "words to copy": Path(toy.__file__).parent / "words"
}


@pytest.mark.parametrize("folder", FOLDERS.values(), ids=FOLDERS)
def test_the_templates_of_a_game_ask_for_what_they_are_said_to_be_given(folder: Path) -> None:
    for env in (stage.environment(SOURCE), templating.text(SOURCE)):
        for name, given in GIVEN.items():
            file = folder / name
            if file.exists() and (env.autoescape == (file.suffix == ".html")):
                asked = wants(env, file.read_text(encoding="utf-8"))
                assert asked <= given, (
                    f"{name} asks for {sorted(asked - given)}: the list in CONTRIBUTING does not say so"
                )


def test_each_template_that_serves_every_game_is_said_to_be_given_something() -> None:
    assert len(GIVEN) > 15
    assert wants(stage.environment(SOURCE), "{% set a = b %}{{ a }}{% for c in d %}{{ c }}{% endfor %}") == {"b", "d"}
