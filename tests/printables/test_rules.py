"""The rules on paper: for the fewest and for the most players, in every language, on no more than two pages."""

import pytest

from companion import lessons, material, sheets
from companion.games import GAMES
from companion.languages import languages
from tests.printables.sheets import EDGE, fonts_without_file, nearest, printed

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


def test_there_are_such_games() -> None:
    assert {"vabanque", "wetten"} <= set(TOLD)
    assert material.RULES in material.sheets("wetten")
