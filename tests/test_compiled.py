"""A template is compiled once for good, and yet each environment draws its own; none draws what nobody named."""

from collections.abc import Callable, Iterator
from errno import ENOSPC
from pathlib import Path
from typing import Any, Never

import pytest
from jinja2 import DictLoader, Environment, UndefinedError
from markupsafe import escape
from werkzeug.local import LocalProxy

from companion import compiled, templating
from companion.compiled import Compiled
from companion.web import stage
from tests.web.devices import an_app

SUM = {"sum.html": "{{ '<' }}{{ 1000|number }} {{ -1000|signed }} {{ ['Anna', 'Ben']|listed }} {{ 0|day }}"}


def speaking(lang: str, *, autoescape: bool = True) -> Environment:
    """A new environment, which knows nothing of the others."""
    env = templating.environment(lang, autoescape=autoescape)
    env.loader = DictLoader(SUM)
    return env


def test_all_languages_draw_from_the_same_code() -> None:
    english, german = (speaking(lang).get_template("sum.html").root_render_func for lang in ("en", "de"))
    assert english.__code__ is german.__code__


def test_each_language_has_its_own_numbers_lists_and_dates_even_where_a_template_names_them_itself() -> None:
    english, german = (speaking(lang).get_template("sum.html").render() for lang in ("en", "de"))
    assert english == "&lt;1,000 −1,000 Anna and Ben January 1, 1970"
    assert german == "&lt;1.000 −1.000 Anna und Ben 1. Januar 1970"


def test_what_a_page_escapes_a_text_does_not() -> None:
    page, text = (speaking("en", autoescape=escaped).get_template("sum.html").render() for escaped in (True, False))
    assert page.startswith("&lt;1,000")
    assert text.startswith("<1,000")


@pytest.mark.parametrize(
    ("escaped", "told"), [(True, "O&#39;Neill and &lt;3 for &amp;"), (False, "O'Neill and <3 for &")]
)
def test_a_list_of_names_and_sentences_escapes_each_once(escaped: bool, told: str) -> None:
    env = speaking("en", autoescape=escaped)
    sentence = "{% macro one() %}{{ '<3' }} for {{ '&' }}{% endmacro %}"
    assert env.from_string(sentence + '{{ ["O\'Neill", one()] | listed }}').render() == told


def test_a_name_that_nobody_gave_is_a_fault_on_pages_in_texts_and_in_flasks_own_templates(tmp_path: Path) -> None:
    for env in (templating.page("en"), templating.text("en"), an_app(tmp_path).jinja_env):
        with pytest.raises(UndefinedError):
            env.from_string("{{ x }}").render()


def test_nothing_that_templates_call_asks_for_their_context_since_it_would_not_get_it(tmp_path: Path) -> None:
    for env in (templating.page("en"), templating.text("en"), stage.environment("en"), an_app(tmp_path).jinja_env):
        called = {name: one for name, one in env.globals.items() if not isinstance(one, LocalProxy)}
        assert not [name for name, one in called.items() if hasattr(one, "jinja_pass_arg")]


def test_what_is_called_is_given_what_the_template_says_in_loops_too_and_nothing_else() -> None:
    env = speaking("en")
    env.globals["given"] = lambda *values, **named: f"{values}{named}"
    called = "{% for n in (1, 2) %}{% set m = n %}{{ given(n, name=m) }}{% endfor %}"
    assert env.from_string(f"{{% block all %}}{called}{{% endblock %}}").render() == escape(
        "(1,){'name': 1}(2,){'name': 2}"
    )


def test_another_source_of_the_same_name_is_another_template() -> None:
    first, second = speaking("en"), speaking("en")
    second.loader = DictLoader({"sum.html": "nothing"})
    assert first.get_template("sum.html").render() != "nothing"
    assert second.get_template("sum.html").render() == "nothing"


def test_no_filter_of_ours_is_reckoned_while_it_is_compiled_since_that_is_kept(tmp_path: Path) -> None:
    for env in (templating.page("en"), templating.text("en"), stage.environment("en"), an_app(tmp_path).jinja_env):
        reckoning = [*env.filters.items(), *env.tests.items()]
        ours = {name: one for name, one in reckoning if one.__module__.startswith("companion")}
        assert {"number", "named", "spelled", "a_seat"} <= set(ours)
        assert not [name for name, one in ours.items() if not hasattr(one, "jinja_pass_arg")]


@pytest.fixture
def anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], int]]:
    """Draws as a process that has just begun, and says how many templates it has compiled."""
    times = 0
    compiling = Environment.compile

    def compiles(env: Environment, *source: Any, **named: Any) -> Any:
        nonlocal times
        times += 1
        return compiling(env, *source, **named)

    def begins() -> int:
        nonlocal times
        times = 0
        compiled._kept.cache_clear()
        monkeypatch.setattr(Compiled, "_code", {})
        english, german = (speaking(lang).get_template("sum.html") for lang in ("en", "de"))
        assert german.render().startswith("&lt;1.000")
        assert german.root_render_func.__code__ is english.root_render_func.__code__
        return times

    monkeypatch.setattr(Environment, "compile", compiles)
    monkeypatch.setattr("sys.pycache_prefix", str(tmp_path / "beside"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv(compiled.FOLDER, raising=False)
    monkeypatch.setattr("sys.dont_write_bytecode", False)
    yield begins
    compiled._kept.cache_clear()


def test_what_was_compiled_once_no_later_process_compiles(anew: Callable[[], int]) -> None:
    assert (anew(), anew(), anew()) == (1, 0, 0)


def test_another_jinja_or_python_compiles_it_for_itself(
    anew: Callable[[], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    anew()
    monkeypatch.setattr(compiled, "WRITTEN_BY", ("another", *compiled.WRITTEN_BY[1:]))
    assert anew() == 1


def test_a_filter_of_jinjas_that_ours_takes_the_place_of_is_compiled_anew(
    anew: Callable[[], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    anew()
    made = templating.environment

    def rounding(lang: str, *, autoescape: bool) -> Environment:
        env = made(lang, autoescape=autoescape)
        env.filters["round"] = env.filters["number"]
        return env

    monkeypatch.setattr(templating, "environment", rounding)
    assert anew() == 1


@pytest.mark.parametrize("left", [0, 30, -1], ids=["nothing", "the beginning", "all but the end"])
def test_what_was_not_written_to_its_end_is_compiled_again(anew: Callable[[], int], tmp_path: Path, left: int) -> None:
    anew()
    (kept,) = (path for path in tmp_path.rglob("*") if path.is_file())
    kept.write_bytes(kept.read_bytes()[:left])
    assert (anew(), anew()) == (1, 0)


def test_where_python_keeps_nothing_compiled_nothing_is_kept(
    anew: Callable[[], int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.dont_write_bytecode", True)
    assert (anew(), anew()) == (1, 1)
    assert not list(tmp_path.iterdir())


def test_where_the_package_is_somebody_elses_it_is_kept_by_whoever_runs_it(
    anew: Callable[[], int], tmp_path: Path
) -> None:
    (tmp_path / "beside").write_text("no folder")
    assert (anew(), anew()) == (1, 0)
    assert len(list((tmp_path / "cache" / "companion" / "templates").iterdir())) == 1


def test_where_nobody_may_write_workers_share_what_one_has_compiled(
    anew: Callable[[], int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for place in ("beside", "cache"):
        (tmp_path / place).write_text("no folder")
    assert (anew(), anew()) == (1, 1)
    (tmp_path / "shared").mkdir()
    monkeypatch.setenv(compiled.FOLDER, str(tmp_path / "shared"))
    assert (anew(), anew()) == (1, 0)
    assert len(list((tmp_path / "shared").iterdir())) == 1


def test_a_disk_that_is_full_is_no_fault(anew: Callable[[], int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.NamedTemporaryFile", full)
    assert (anew(), anew()) == (1, 1)


def full(**_: Any) -> Never:
    """As on a disk that takes nothing more."""
    raise OSError(ENOSPC, "No space left on device")
