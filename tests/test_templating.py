"""Templates outside of a request: what one worker has compiled another one takes as it is."""

from pathlib import Path

import pytest
from jinja2 import Environment

from companion import templating

NAME = "table/_end.html"


def test_what_one_worker_has_compiled_another_draws_at_once_each_language_for_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(templating.COMPILED, str(tmp_path))
    for lang in ("en", "de"):
        templating.environment(lang, autoescape=True).get_template(NAME)
    kinds = [path.name.rpartition("-")[0] for path in sorted(tmp_path.iterdir())]
    assert kinds == ["de-html", "en-html"]
    monkeypatch.setattr(Environment, "compile", None)
    assert templating.environment("de", autoescape=True).get_template(NAME)
    with pytest.raises(TypeError):
        templating.environment("de", autoescape=False).get_template(NAME)


def test_a_process_by_itself_keeps_nothing() -> None:
    assert templating.compiled("en-html") is None
