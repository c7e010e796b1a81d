"""The rules on paper: for the fewest and for the most players, in every language, on no more than two pages."""

import re
import subprocess

import pytest

from companion import lessons, material, sheets
from companion.games import GAMES
from companion.languages import languages
from companion.paths import data_dir
from tests.printables.sheets import EACH, EDGE, fonts_without_file, nearest, printed

TOLD = [slug for slug in GAMES if lessons.has_own(slug)]
EVERY = [
    (slug, lang, paper, players)
    for slug in TOLD
    for lang in languages()
    for paper, players in (("a4", GAMES[slug].players[0]), ("letter", GAMES[slug].players[-1]))
]


@pytest.mark.parametrize(("slug", "lang", "paper", "players"), EVERY)
def test_they_take_two_pages_at_most(slug: str, lang: str, paper: str, players: int) -> None:
    pdf = printed(sheets.rules(slug, players, lang=lang, paper=paper))
    assert len(pdf.pages) <= 2
    assert nearest(pdf.pdf) >= EDGE
    assert fonts_without_file(pdf.reader) == []
    assert pdf.language == lang
    assert broken_off(pdf.pdf) == []


def broken_off(pdf: bytes) -> list[str]:
    """Lines that end after the first word of a sentence, and how it goes on."""
    told = subprocess.run(["pdftotext", "-raw", "-", "-"], input=pdf, capture_output=True, check=True).stdout.decode()
    return re.findall(r"^[^\W\d_]{1,6}\n[a-zà-ü]{3,} .*$", told, re.MULTILINE)


BOXED = [
    (slug, lang, paper) for slug in material.games() if material.RULES in material.sheets(slug) for lang, paper in EACH
]


@pytest.mark.parametrize(("slug", "lang", "paper"), BOXED)
def test_as_a_sheet_of_the_material_they_are_the_same_words_on_a_leaf(slug: str, lang: str, paper: str) -> None:
    sheet = material.sheet(slug, [material.RULES], {}, lang=lang, paper=paper)
    pdf = printed(sheet)
    assert material.RULES in sheet.styles
    assert len(pdf.pages) == 2
    alone = sheets.rules(slug, lessons.usual(slug), lang=lang, paper=paper).html
    assert alone.partition("<main>")[2].partition("</main>")[0].strip() in sheet.html


def test_there_are_such_games() -> None:
    assert {"vabanque", "wetten"} <= set(TOLD)
    assert "wetten" in {slug for slug, _, _ in BOXED}


def test_a_cards_face_is_drawn_in_one_place() -> None:
    printed_rules = [*data_dir("printables").glob("*/_rules_printed.html")]
    assert len(printed_rules) > 2
    assert [
        path.name for path in (*printed_rules, data_dir("printables") / "_marks.html") if FACE in path.read_text()
    ] == ["_marks.html"]


FACE = 'class="thing" viewBox="-10.5 -14.5 21 29"'
