"""Paper, pages, fonts and margins of summaries and score sheets, and table cards."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from re import findall

import pytest

from companion.i18n.languages import languages
from companion.printing import documents
from companion.printing.client import Sheet
from companion.rendering.drawing import qr
from companion.table.model.names import COLOURS
from companion.table.model.roster import Person
from tests.integration.printing.foreign import in_one_language
from tests.integration.printing.sheets import (
    EDGE,
    INCH,
    a_game,
    at_table,
    fonts_without_file,
    known_game,
    nearest,
    plain,
    printed,
    spoken,
    summary,
)

POINTS = 72
SIZES = {"a4": (210.0, 297.0), "letter": (8.5 * INCH, 11 * INCH)}
ORIGIN = "http://192.168.178.23:8040"
WIDE = tuple("W" * 19 + letter for letter in "ABCDEF")


@cache
def summary_of(players: int, paper: str) -> Sheet:
    game = a_game(players)
    return summary(at_table(game.header, game.acts), paper)


@cache
def score_sheet(players: int, paper: str, slug: str = "vabanque", lang: str = "en") -> Sheet:
    people = [Person(id_, WIDE[id_], colour) for id_, colour in enumerate(list(COLOURS)[:players])]
    return documents.score_sheet(slug, people, lang=lang, paper=paper)


SHEETS: list[tuple[Callable[[], Sheet], range]] = [
    (partial(summary_of, 3, "letter"), range(2, 5)),
    (partial(summary_of, 6, "a4"), range(3, 7)),
    (partial(score_sheet, 0, "a4"), range(2, 3)),
    (partial(score_sheet, 5, "a4"), range(2, 3)),
    (partial(score_sheet, 6, "letter"), range(2, 3)),
    (partial(score_sheet, 6, "a4", lang="de"), range(2, 3)),
    (partial(score_sheet, 6, "letter", lang="de"), range(2, 3)),
    (partial(score_sheet, 3, "letter", "banque_fatale", "de"), range(1, 2)),
    (partial(score_sheet, 4, "a4", "banque_fatale"), range(1, 2)),
    (partial(score_sheet, 5, "letter", "wetten", "de"), range(2, 3)),
    (partial(score_sheet, 0, "a4", "wetten"), range(2, 3)),
]


@pytest.mark.parametrize(("sheet", "pages"), SHEETS)
def test_sheet_keeps_to_its_paper_and_says_what_it_is(sheet: Callable[[], Sheet], pages: range) -> None:
    paper = printed(sheet())
    assert len(paper.reader.pages) in pages
    for page in paper.reader.pages:
        size = [float(side) * INCH / POINTS for side in (page.mediabox.width, page.mediabox.height)]
        assert size == pytest.approx(SIZES[sheet().paper], abs=0.1)
    assert nearest(paper.pdf) >= EDGE
    assert fonts_without_file(paper.reader) == []
    assert str(paper.title).startswith(("Vabanque: ", "Banque Fatale: ", "Wetten!: "))
    assert paper.language in languages()
    for number, text in enumerate(paper.text.split("\f")[:-1], start=1):
        page_of = spoken(str(paper.language), "Page %(page)s of %(pages)s", page=number, pages=len(paper.pages))
        assert text.rstrip().endswith(f"{paper.title} · {page_of}")


@pytest.mark.parametrize("paper", documents.PAPERS)
def test_page_for_browser_printing_has_only_style_sheets(paper: str) -> None:
    page = summary(known_game(), paper, on_screen=True)
    links = ["/printables/base.css", f"/printables/{paper}.css", "/printables/vabanque/game.css"]
    assert findall(r'<link rel="stylesheet" href="([^"]*)">', page.html) == links
    assert not findall(r"<style|<script|\bstyle=|\bon\w+=|https?:", page.html)
    assert plain(page).startswith("Print this page with the browser. Vabanque")
    on_paper = plain(summary(known_game(), paper))
    assert plain(page).partition("browser. ")[2] in on_paper


@pytest.mark.parametrize("lang", languages())
def test_table_card_is_in_one_language(lang: str) -> None:
    player_view = replace(known_game(), code="QKRTV")
    card = documents.table_card(player_view, ORIGIN, ORIGIN, lang=lang, paper="a4")
    in_one_language(printed(card), lang, (player_view.code, ORIGIN))


@pytest.mark.parametrize("paper", documents.PAPERS)
def test_table_card_shows_address_and_code_on_both_sides(paper: str) -> None:
    player_view, origin = replace(known_game(), code="QKRTV"), ORIGIN
    card = printed(documents.table_card(player_view, f"{origin}/t/{'k' * 13}", origin, lang="en", paper=paper))
    (page,) = card.pages
    assert page.count("QKRTV") == page.count(origin) == 2
    assert nearest(card.pdf) >= EDGE
    side, dark = qr(f"{origin}/t/{'k' * 13}")
    html = documents.table_card(player_view, f"{origin}/t/{'k' * 13}", origin, lang="en", paper=paper).html
    assert html.count(f'viewBox="0 0 {side} {side}"><path d="{dark}"/>') == 2
