"""A template is compiled once in a process, and yet each environment draws its own; none draws what nobody named."""

from pathlib import Path

import pytest
from jinja2 import DictLoader, Environment, UndefinedError
from markupsafe import escape

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


def test_nothing_that_templates_call_asks_for_their_context_since_it_would_not_get_it() -> None:
    for env in (templating.page("en"), templating.text("en"), stage.environment("en")):
        assert not [name for name, called in env.globals.items() if hasattr(called, "jinja_pass_arg")]


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


def test_what_one_worker_has_compiled_another_takes_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(compiled.FOLDER, str(tmp_path))
    compiled._shared.cache_clear()
    for worker in ("the first", "the one that takes its place"):
        monkeypatch.setattr(Compiled, "_code", {})
        assert speaking("en").get_template("sum.html").render(), worker
        monkeypatch.setattr(Environment, "compile", None)
    assert len(list(tmp_path.iterdir())) == 1
    compiled._shared.cache_clear()
