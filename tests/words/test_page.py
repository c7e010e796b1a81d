"""The page of `make words`: every sentence of every catalogue, once for each place, and what is missing is marked."""

import re
from collections import Counter
from functools import cache
from html import unescape
from pathlib import Path

from babel.messages.catalog import Catalog

from companion.languages import SOURCE, languages
from tests.web.devices import Device, an_app
from tests.words.__main__ import missing, shared
from tests.words.catalogues import ROOT, Said, catalogue, everything, forms_of
from tests.words.page import page

CELL = re.compile(r'<div lang="(\w+)"(?: class="(\w+)")?>(.*?)</div>', re.DOTALL)
TEMPLATE = [
    "{# Who",
    "   sits where. #}",
    "<ul>",
    '<li>{{ _("Anna & Ben") }}',
    "",
    '{{ ngettext("One", "%(num)s", 2) }}',
]
SEATS = tuple(
    Said("templates/seats.html", line, context, forms)
    for line, context, forms in (
        (4, None, ("Anna & Ben",)),
        (6, None, ("One", "%(num)s")),
        (6, "horse", ("One",)),
        (6, None, ("Carla",)),
    )
)

Cells = list[tuple[str, tuple[str, ...], str]]


@cache
def catalogues() -> dict[str, Catalog]:
    """Those in the repository."""
    return {lang: catalogue(lang) for lang in languages() if lang != SOURCE}


@cache
def whole() -> str:
    """The page as `make words` writes it."""
    return page(everything(), catalogues(), lambda path: (ROOT / path).read_text("utf-8").split("\n"), languages())


def cells(html: str) -> Cells:
    """Language, words in each form, and mark of every cell."""
    found = ((lang, re.findall(r"<p>(.*?)</p>", text, re.DOTALL), mark) for lang, mark, text in CELL.findall(html))
    return [(lang, tuple(map(words, forms)), mark) for lang, forms, mark in found]


def words(html: str) -> str:
    """What is read of a form, without the number it is said of."""
    return unescape(re.sub(r"<small>.*?</small>|</?mark>", "", html))


def of_seats(lang: str = "de") -> str:
    """A small page, of which a language has a part."""
    spoken = Catalog(lang)
    spoken.add("Anna & Ben", "Anna und Ben")
    spoken.add(("One", "%(num)s"), ["Einer", "%(num)s"] if spoken.num_plurals == 2 else ["Jeden", "%(num)s", "Wielu"])
    spoken.add("Carla", "Carla")
    return page(SEATS, {lang: spoken}, lambda _: TEMPLATE, {SOURCE: "English", lang: "Deutsch"})


def test_every_sentence_of_every_catalogue_stands_there_once_for_each_place() -> None:
    found = cells(whole())
    assert Counter(forms for lang, forms, _ in found if lang == SOURCE) == Counter(one.forms for one in everything())
    for lang, spoken in catalogues().items():
        there = (spoken.get(one.forms[0], one.context) for one in everything())
        texts = (forms_of(message.string) if message else () for message in there)
        wanted = Counter(forms if all(form.strip() for form in forms) else () for forms in texts)
        assert Counter(forms for its, forms, _ in found if its == lang) == wanted
        assert all(mark == "missing" for its, forms, mark in found if its == lang and not forms)


def test_what_is_missing_and_what_is_as_in_english_is_marked() -> None:
    said = [(forms, mark) for lang, forms, mark in cells(of_seats()) if lang == "de"]
    assert said == [
        (("Anna und Ben",), ""),
        (("Einer", "%(num)s"), ""),
        ((), "missing"),
        (("Carla",), "same"),
    ]
    assert "Deutsch: 1 missing." in " ".join(of_seats().split())


def test_a_sentence_is_missing_while_one_of_its_forms_is() -> None:
    spoken = Catalog("de")
    spoken.add(("One", "%(num)s"), ["Einer", ""])
    html = page(SEATS[1:2], {"de": spoken}, lambda _: TEMPLATE, {SOURCE: "English", "de": "Deutsch"})
    assert cells(html)[1] == ("de", (), "missing")


def test_blanks_and_contexts_are_seen() -> None:
    assert "<mark>%(num)s</mark>" in of_seats()
    assert "as: horse" in of_seats()
    assert "Anna &amp; Ben" in of_seats()


def test_a_form_has_the_smallest_number_that_it_is_said_of() -> None:
    assert re.findall(r"<small>(\d): </small>", of_seats()) == ["1", "2", "1", "2"]
    assert re.findall(r"<small>(\d): </small>", of_seats("pl")) == ["1", "2", "1", "2", "5"]


def test_a_sentence_stands_under_its_line_and_a_file_under_its_first_comment() -> None:
    assert "<h3>Who sits where.</h3>" in of_seats()
    assert re.findall(r"<code><b>(\d)</b>(.*?)</code>", of_seats()) == [
        ("3", "&lt;ul&gt;"),
        ("4", "&lt;li&gt;{{ _(&#34;Anna &amp; Ben&#34;) }}"),
        ("6", "{{ ngettext(&#34;One&#34;, &#34;%(num)s&#34;, 2) }}"),
    ]


def test_what_a_game_says_with_others_is_listed_with_the_words_it_has() -> None:
    files = ("templates/vabanque/_hand.html", "printables/vabanque/_boxes.html", "templates/wetten/_people.html")
    said = [Said(path, 3, None, ("Bank",)) for path in files]
    said += [Said(path, 5, None, ("%(num)s chip", "%(num)s chips")) for path in files[1:]]
    own = Said("templates/vabanque/_hand.html", 4, "horse", ("Bank",))
    money, bench = Catalog("de"), Catalog("it")
    money.add("Bank", "Bank")
    money.add(("%(num)s chip", "%(num)s chips"), ("%(num)s Chip", "%(num)s Chips"))
    assert list(shared("vabanque", [*said, own], {"de": money, "it": bench})) == [
        "  Bank | Bank | –  (templates/wetten/_people.html:3)",
        "  %(num)s chip / %(num)s chips | %(num)s Chip / %(num)s Chips | –  (templates/wetten/_people.html:5)",
    ]
    assert not list(shared("vabanque", [said[0], said[1], own], {"de": money}))
    assert list(missing("vabanque", said, {"de": money, "it": bench})) == [
        "  Bank  (it)",
        "  %(num)s chip / %(num)s chips  (it)",
    ]
    unsaid = Catalog("fr")
    unsaid.add("Bank", "")
    assert list(missing("vabanque", said[:1], {"de": money, "fr": unsaid})) == ["  Bank  (fr)"]


def test_it_needs_no_other_file() -> None:
    assert not re.search(r"<link|\bsrc=|@import|url\(", whole())


def test_what_it_links_to_is_there(tmp_path: Path) -> None:
    client = Device("Anna", an_app(tmp_path).test_client())
    paths = set(re.findall(r'href="http://localhost:\d+(.*?)"', whole()))
    assert {"/", "/new", "/rules/vabanque", "/material/wetten"} <= paths
    assert {path: client.get(path).status_code for path in paths} == dict.fromkeys(paths, 200)
