"""Environments of each language share compiled templates, and a broken cache is no error."""

from collections.abc import Callable, Iterator
from errno import ENOSPC
from pathlib import Path
from typing import Any, Never

import pytest
from jinja2 import DictLoader, Environment, UndefinedError

from companion.rendering import templating
from companion.web.live import public_page
from tests.unit.web.support.devices import new_app

SUM = {"sum.html": "{{ '<' }}{{ 1000|number }} {{ -1000|signed }} {{ ['Anna', 'Ben']|listed }} {{ 0|day }}"}


def speaking(lang: str, *, autoescape: bool = True) -> Environment:
    """A new environment without shared state."""
    env = templating.create_environment(lang, autoescape=autoescape)
    env.loader = DictLoader(SUM)
    return env


def test_numbers_lists_and_dates_follow_the_language() -> None:
    english, german = (speaking(lang).get_template("sum.html").render() for lang in ("en", "de"))
    assert english == "&lt;1,000 −1,000 Anna and Ben 1 January 1970"
    assert german == "&lt;1.000 −1.000 Anna und Ben 1. Januar 1970"


def test_pages_escape_and_texts_do_not() -> None:
    page, text = (speaking("en", autoescape=escaped).get_template("sum.html").render() for escaped in (True, False))
    assert page.startswith("&lt;1,000")
    assert text.startswith("<1,000")


@pytest.mark.parametrize(
    ("escaped", "told"), [(True, "O&#39;Neill and &lt;3 for &amp;"), (False, "O'Neill and <3 for &")]
)
def test_list_escapes_each_name_once(escaped: bool, told: str) -> None:
    env = speaking("en", autoescape=escaped)
    sentence = "{% macro one() %}{{ '<3' }} for {{ '&' }}{% endmacro %}"
    assert env.from_string(sentence + '{{ ["O\'Neill", one()] | listed }}').render() == told


def test_placeholders_are_escaped_on_pages(tmp_path: Path) -> None:
    for env in (templating.html_environment("en"), public_page.environment("en")):
        assert env.from_string('{{ _("Round %(x)s", x="<b>") }}').render() == "Round &lt;b&gt;"
    app = new_app(tmp_path)
    with app.test_request_context():
        assert app.jinja_env.from_string('{{ _("Round %(x)s", x="<b>") }}').render() == "Round &lt;b&gt;"


def test_unknown_template_name_is_an_error(tmp_path: Path) -> None:
    for env in (templating.html_environment("en"), templating.text_environment("en"), new_app(tmp_path).jinja_env):
        with pytest.raises(UndefinedError):
            env.from_string("{{ x }}").render()


def test_no_filter_of_ours_runs_at_compile_time(tmp_path: Path) -> None:
    """Compiled templates are shared by all languages."""
    for env in (
        templating.html_environment("en"),
        templating.text_environment("en"),
        public_page.environment("en"),
        new_app(tmp_path).jinja_env,
    ):
        computing = [*env.filters.items(), *env.tests.items()]
        ours = {name: one for name, one in computing if one.__module__.startswith("companion")}
        assert {"number", "named", "for_record", "a_seat"} <= set(ours)
        assert not [name for name, one in ours.items() if not hasattr(one, "jinja_pass_arg")]


@pytest.fixture
def compiled_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], int]]:
    """Render as a new process would; return the number of compiled templates."""
    times = 0
    compiling = Environment.compile

    def compiles(env: Environment, *source: Any, **named: Any) -> Any:
        nonlocal times
        times += 1
        return compiling(env, *source, **named)

    def begins() -> int:
        nonlocal times
        times = 0
        templating._bytecode_cache.cache_clear()
        assert speaking("en").get_template("sum.html").render().startswith("&lt;1,000")
        assert speaking("de").get_template("sum.html").render().startswith("&lt;1.000")
        return times

    monkeypatch.setattr(Environment, "compile", compiles)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    yield begins
    templating._bytecode_cache.cache_clear()


def test_template_is_compiled_once_for_all_languages(compiled_anew: Callable[[], int]) -> None:
    assert (compiled_anew(), compiled_anew()) == (1, 0)


@pytest.mark.parametrize("left", [0, 30, -1], ids=["nothing", "the beginning", "all but the end"])
def test_broken_cache_file_is_compiled_again(compiled_anew: Callable[[], int], tmp_path: Path, left: int) -> None:
    compiled_anew()
    (kept,) = (path for path in tmp_path.rglob("*") if path.is_file())
    kept.write_bytes(kept.read_bytes()[:left])
    assert (compiled_anew(), compiled_anew()) == (1, 0)


def test_without_cache_folder_each_process_compiles(compiled_anew: Callable[[], int], tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("no folder")
    assert (compiled_anew(), compiled_anew()) == (2, 2)


def test_full_disk_is_no_error_for_the_cache(compiled_anew: Callable[[], int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.NamedTemporaryFile", full)
    assert compiled_anew() == 2


def full(**_: Any) -> Never:
    raise OSError(ENOSPC, "No space left on device")


def test_new_code_compiles_templates_again(compiled_anew: Callable[[], int], monkeypatch: pytest.MonkeyPatch) -> None:
    """A filter that takes the context from now on is called otherwise by what was compiled."""
    assert compiled_anew() == 1
    monkeypatch.setattr(Path, "read_text", lambda *_args, **_named: "new code")
    assert compiled_anew() == 1
