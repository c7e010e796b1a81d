"""Catalogues: every sentence and refusal has words in every language, with the same blanks."""

import re
from collections.abc import Iterator
from functools import cache
from io import BytesIO

import pytest
from babel.messages.catalog import Message
from babel.messages.mofile import write_mo
from babel.support import Translations
from jinja2 import Environment, nodes

from companion.games import GAMES
from companion.games.types import InvalidMove
from companion.i18n import languages
from companion.paths import HERE, data_dir
from companion.rendering import error_messages, templating
from tests.support.cast import CAST
from tests.support.words.catalogues import BLANK, Key, catalogue, everything, forms_of, speaking

LANGUAGES = [lang for lang in languages.languages() if lang != languages.SOURCE]
REFUSALS = [slug for slug in ("table", *GAMES) if (data_dir("templates") / slug / "_refused.txt").exists()]


@cache
def extracted() -> frozenset[Key]:
    """Context and forms of every sentence in the templates and the code."""
    return frozenset(one.key for one in everything())


def messages(lang: str) -> Iterator[Message]:
    """All but the header."""
    return (message for message in catalogue(lang) if message.id)


def said(lang: str) -> Iterator[Message]:
    """Those with words in this language."""
    return (message for message in messages(lang) if all(text.strip() for text in forms_of(message.string)))


@cache
def unsaid(lang: str) -> list[str]:
    """Sentences that are not in a catalogue, or have no words in it."""
    there = {(message.context, forms_of(message.id)) for message in said(lang)}
    return sorted(forms[0] for _, forms in extracted() - there)


def called(message: Message) -> str:
    return forms_of(message.id)[0]


def blanks(text: str) -> list[str]:
    """The blanks of a text, sorted."""
    return sorted(BLANK.findall(text))


def reasons() -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """(slug, reason, its blanks) of every branch in the templates of refusals, and one that no branch knows."""
    for slug in REFUSALS:
        template = Environment(extensions=["jinja2.ext.i18n"]).parse(
            (data_dir("templates") / slug / "_refused.txt").read_text(encoding="utf-8")
        )
        for branch in filter(asked, template.find_all(nodes.If)):
            blanks = branch_body(branch).find_all(nodes.Getattr)
            used = {get.attr for get in blanks if isinstance(get.node, nodes.Name) and get.node.name == "b"}
            yield slug, asked(branch), tuple(sorted(used))
        yield slug, "no-such-reason", ()


def asked(branch: nodes.If) -> str:
    """The reason that a branch tests for; empty if none."""
    tests = [branch.test] if isinstance(branch.test, nodes.Compare) else branch.test.find_all(nodes.Compare)
    for test in tests:
        word = test.ops[0].expr
        if isinstance(test.expr, nodes.Name) and test.expr.name == "reason" and isinstance(word, nodes.Const):
            return str(word.value)
    return ""


def branch_body(branch: nodes.If) -> nodes.Node:
    return nodes.Template(branch.body)


def test_every_sentence_has_words_in_every_language() -> None:
    wanted = [f"{lang}: {sentence}" for lang in LANGUAGES for sentence in unsaid(lang)]
    if wanted:
        pytest.fail("make words, then these have still to be said:\n" + "\n".join(wanted), pytrace=False)


@pytest.mark.parametrize("lang", LANGUAGES)
class TestCatalogue:
    def test_has_nothing_that_is_no_longer_said(self, lang: str) -> None:
        known = {(message.context, forms_of(message.id)) for message in messages(lang)}
        assert known - extracted() == set(), "make words"
        assert list(catalogue(lang).obsolete) == []

    def test_says_everything_in_every_form_for_sure(self, lang: str) -> None:
        plurals = catalogue(lang).num_plurals
        for message in said(lang):
            assert len(forms_of(message.string)) == (plurals if message.pluralizable else 1), called(message)
        assert [called(message) for message in messages(lang) if message.fuzzy] == []

    def test_keeps_the_blanks(self, lang: str) -> None:
        """Allow a number in words in the first form alone, where English writes it out in the singular."""
        for message in said(lang):
            wanted = [blanks(text) for text in forms_of(message.id)]
            for place, text in enumerate(forms_of(message.string)):
                assert blanks(text) in (wanted if place == 0 else wanted[-1:]), text

    def test_fills_the_blanks_and_has_no_markup(self, lang: str) -> None:
        """A stray % would break a page, and so would a sign of markup: sentences are not escaped."""
        for message in said(lang):
            allowed = set("".join(forms_of(message.id)))
            names = {name[2:].split(")")[0] for text in forms_of(message.id) for name in blanks(text)}
            for text in forms_of(message.string):
                assert "%(" not in text % dict.fromkeys(names, "×"), text
                assert not (set(text) & set('<>&"')) - allowed, text

    def test_stops_where_the_sentence_stops(self, lang: str) -> None:
        """Ordinal numbers such as "1." are no sentences, nor is "No."."""
        for message in said(lang):
            if called(message) == "No." or message.context == "place":
                continue
            worded = any(map(str.isalpha, BLANK.sub("", called(message))))
            for text in forms_of(message.string):
                assert text == text.strip(), text
                assert not worded or text.endswith(".") == called(message).endswith("."), text

    def test_names_the_project_and_no_person(self, lang: str) -> None:
        header = dict(catalogue(lang).mime_headers)
        assert header["Project-Id-Version"].startswith("Companion ")
        assert header["Language"] == lang
        everything = " ".join(header.values()) + catalogue(lang).header_comment
        assert "@" not in everything
        assert not re.search(r"PROJECT|ORGANIZATION|FULL NAME|FIRST AUTHOR", everything)

    def test_compiles(self, lang: str) -> None:
        assert [(message.id, errors) for message, errors in catalogue(lang).check()] == []
        compiled = BytesIO()
        write_mo(compiled, catalogue(lang))
        compiled.seek(0)
        spoken = Translations(compiled)
        for message in said(lang):
            one, *more = forms_of(message.id)
            if not more and not message.context:
                assert spoken.gettext(one) == message.string


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Catalogues compiled from what is in the repository now, not by the build."""
    with speaking(tmp_path_factory.mktemp("translations"), catalogue):
        yield


class Blank(int):
    """A value for a blank: found again by its name, and the number 2 where something is counted."""

    name: str

    def __new__(cls, name: str) -> "Blank":
        made = super().__new__(cls, 2)
        made.name = name
        return made

    def __str__(self) -> str:
        return f"a {self.name}"


@pytest.mark.usefixtures("fresh")
@pytest.mark.parametrize(("slug", "reason", "used"), list(reasons()), ids=lambda what: str(what) or "-")
def test_every_language_says_why(slug: str, reason: str, used: tuple[str, ...]) -> None:
    trouble = InvalidMove(reason, **{name: 1 if name == "player" else Blank(name) for name in used})
    english = error_messages.format_error(slug, trouble, CAST)
    assert english
    for lang in (lang for lang in LANGUAGES if not unsaid(lang)):
        there = error_messages.format_error(slug, trouble, CAST, lang)
        assert there != english
        assert "%(" not in there
        assert all(f"a {name}" in there for name in used if f"a {name}" in english)
        assert ("Ben" in there) == ("Ben" in english)


def test_every_shared_reason_has_a_sentence() -> None:
    sources = "".join((HERE / "games" / f"{name}.py").read_text() for name in ("types", "choices", "notation"))
    shared = set(re.findall(r'(?:InvalidMove|IllegalMove)\("([a-z-]+)"', sources))
    assert {"phase", "turn", "players", "unknown-key"} <= shared
    assert shared - {reason for slug, reason, _ in reasons() if slug == "table"} == set()


def test_signed_amount_has_a_minus_and_the_languages_digits() -> None:
    said = "{% for amount in (2, -2, 0, -1500) %}{{ amount | signed }} {% endfor %}"
    assert templating.html_environment("en").from_string(said).render() == "+2 −2 0 −1,500 "
    assert templating.html_environment("de").from_string(said).render() == "+2 −2 0 −1.500 "


def test_sign_stands_before_the_unit() -> None:
    euros = '{% from "wetten/_words.html" import euros %}'
    said = f"{euros}{{% for amount in (2, 0, -1500) %}}{{{{ amount | signed(euros) }}}} {{% endfor %}}"
    assert templating.html_environment("en").from_string(said).render() == "+€2 €0 −€1,500 "
    assert templating.html_environment("de").from_string(said).render() == "+2\u00a0€ 0\u00a0€ −1.500\u00a0€ "


@pytest.mark.usefixtures("fresh")
def test_french_has_blanks_before_colon_and_semicolon() -> None:
    said = '{{ _("%(what)s:", what="Anna") }} 5{{ _("%(what)s;", what="") }} {{ _("%(what)s:", what="Ben") }} 6'
    assert templating.text_environment("en").from_string(said).render() == "Anna: 5; Ben: 6"
    assert templating.text_environment("fr").from_string(said).render() == "Anna\u00a0: 5\u202f; Ben\u00a0: 6"


def test_french_signs_never_begin_a_line() -> None:
    """A narrow blank before ; ! ? and within «», a full one before a colon; none of them breaks a line."""
    said = [text for message in catalogue("fr") if message.id for text in forms_of(message.string)]
    parted = [text for text in said if re.search("[ \u00a0][;!?»]|«[ \u00a0]|[ \u202f]:", text)]
    assert not parted, f"U+202F stands before ; ! ? and within «», U+00A0 before a colon: {parted}"
    assert sum("\u00a0:" in text for text in said) > 300


def test_refusal_with_other_blanks_is_told_by_its_reason() -> None:
    assert "toy: twice" in error_messages.format_error("toy", InvalidMove("twice", card=13), CAST)


@pytest.mark.parametrize("lang", languages.languages())
def test_number_stays_on_the_line_of_what_it_counts(lang: str) -> None:
    for number in (1, 3):
        source = "{{ ngettext('%(num)s card', '%(num)s cards', number) }}"
        counted = templating.html_environment(lang).from_string(source).render(number=number)
        assert re.fullmatch(rf"{number}\xa0\w+", counted)
        plain = templating.text_environment(lang).from_string(source).render(number=number)
        assert re.fullmatch(rf"{number} \w+", plain), "what is typed on, or searched for, has common blanks"


def test_names_with_braces_are_listed_as_they_are() -> None:
    listed = templating.text_environment("de").from_string("{{ names | listed }}")
    assert listed.render(names=("Anna", "{0}", "<b>")) == "Anna, {0} und <b>"
