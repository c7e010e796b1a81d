"""Printed rules: for the fewest and the most players, in every language, on two pages at most."""

import re
import subprocess

import pytest

from companion.games import GAMES
from companion.games.wetten.tutorial import FIRST
from companion.i18n.languages import languages
from companion.paths import data_dir
from companion.printing import documents, material
from companion.printing.client import Sheet
from companion.rendering import rules_page
from tests.integration.printing.foreign import in_one_language
from tests.integration.printing.sheets import EDGE, fonts_without_file, made_here, nearest, printed
from tests.integration.printing.words import pages
from tests.support.cases import each_once
from tests.support.cast import CAST

TOLD = [slug for slug in GAMES if rules_page.has_rules(slug)]
PAPERS = [(lang, "letter", -1) for lang in languages()] + [("de", "a4", 0)]
"""The lower paper in each language for the most players, and the other one in the language that is longest."""
every_rules = pytest.mark.parametrize(("slug", "lang", "paper", "most"), each_once(TOLD, PAPERS))


@every_rules
def test_rules_take_two_pages_in_one_language(slug: str, lang: str, paper: str, most: int) -> None:
    pdf = printed(documents.rules(slug, GAMES[slug].players[most], lang=lang, paper=paper))
    assert len(pdf.pages) <= 2
    assert nearest(pdf.pdf) >= EDGE
    assert fonts_without_file(pdf.reader) == []
    in_one_language(pdf, lang, CAST)
    assert broken_off(pdf.pdf) == []


def test_slip_in_the_rules_is_filled_in_as_told() -> None:
    html = documents.rules("wetten", 4, lang="en", paper="a4").html
    slip = re.search(r'<table class="ledger filled">.*?<tbody>(.*?)</tbody>', html, re.DOTALL)
    assert slip
    rows = [re.findall(r"<td>(.*?)</td>", row) for row in slip[1].split("</tr>")[:4]]
    bets = {(bet.horse, bet.place): f"{bet.stake:,}" for bet in FIRST.bets if not isinstance(bet, str)}
    assert rows == [[bets.get((horse, place), "") for place in range(1, 5)] for horse in range(1, 5)]


def broken_off(pdf: bytes) -> list[str]:
    """Lines that end after the first word of a sentence, and how it goes on."""
    told = subprocess.run(["pdftotext", "-raw", "-", "-"], input=pdf, capture_output=True, check=True).stdout.decode()
    return re.findall(r"^[^\W\d_]{1,6}\n[a-zà-ü]{3,} .*$", told, re.MULTILINE)


@pytest.mark.parametrize("before", range(5, 9))
def test_list_is_not_parted_by_a_column(before: int) -> None:
    told = "<p>Told.</p>" * before + '<ul class="steps"><li>First<li>Second<li>Third</ul>' + "<p>Told.</p>" * 6
    html = f'<html lang="en"><title>Rules</title><div class="columns">{told}</div>'
    (page,) = pages(made_here(Sheet(html, "a4", ("rules",))))
    left = [word.left for word in page.words if word.text in ("First", "Second", "Third")]
    assert len(left) == 3
    assert len(set(left)) == 1


def test_there_are_such_games() -> None:
    assert {"vabanque", "wetten"} <= set(TOLD)
    assert material.RULES in material.sheets("wetten")


def test_card_face_is_drawn_in_one_place() -> None:
    printed_rules = [*data_dir("printables").glob("*/_rules_printed.html")]
    assert len(printed_rules) > 2
    assert [
        path.name for path in (*printed_rules, data_dir("printables") / "_marks.html") if FACE in path.read_text()
    ] == ["_marks.html"]


FACE = 'class="thing" viewBox="-10.5 -14.5 21 29"'
