"""Laws of every game's paper: a symbol is that of the person beside it, and every box is there."""

import re
from html import unescape

import pytest

from companion.games import GAMES
from companion.i18n import languages
from companion.printing import documents
from companion.rendering import templating
from companion.rendering.drawing import bounds
from companion.rendering.print_drawing import INKS, assign_rows, ticks
from companion.table.model.player_view import PlayerView
from tests.integration.printing.sheets import at_table, named, plain, printed, summary
from tests.unit.games.playing import whole_game
from tests.unit.games.saying import PLUS_NOTHING
from tests.unit.web.support.markup import squeezed

BESIDE = 12
"""So many letters there is room for."""
every_game = pytest.mark.parametrize("slug", GAMES)
ROW = re.compile(r"<tr\b[^>]*>(.*?)</tr>", re.DOTALL)
MARK = re.compile(r'<svg class="symbol"[^>]*? fill="(#\w+)".*?</svg>', re.DOTALL)


def ended(slug: str) -> PlayerView:
    """The last moment of a whole game."""
    game = whole_game(slug, GAMES[slug].players[-1], {}, 2)
    return at_table(game.header, game.acts)


@every_game
def test_a_symbol_on_paper_is_that_of_the_name_after_it(slug: str) -> None:
    player_view, found = ended(slug), 0
    inks = {INKS[person.colour]: person.name for person in player_view.people}
    for mark, after in re.findall(MARK.pattern + r"(.{0,120})", summary(player_view).html, re.DOTALL):
        name = re.search("|".join(player_view.names), re.sub(r"<svg.*", "", after, flags=re.DOTALL))
        assert name is None or name.group() == inks[mark], after
        found += name is not None
    assert found >= len(player_view.people)


@every_game
def test_every_row_of_a_summary_is_printed_whole_on_one_page_and_in_order(slug: str) -> None:
    sheet, at = summary(ended(slug)), 0
    pages = printed(sheet).pages
    for row in (row for row in ROW.findall(sheet.html) if "<td" in row):
        told = squeezed(unescape(re.sub(r"<[^>]*>", "", row)))
        assert any(told in page for page in pages), f"not whole on a page: {told}"
        at = "\f".join(pages).find(told, at)
        assert at >= 0, f"not in its place: {told}"


@every_game
def test_every_payout_of_a_summary_is_printed_whole_on_one_page(slug: str) -> None:
    sheet = summary(ended(slug))
    pages = printed(sheet).pages
    for table in re.findall(r'<table class="ledger (?:paid|casino|extra)\b.*?</table>', sheet.html, re.DOTALL):
        told = squeezed(unescape(re.sub(r"<[^>]*>", "", table)))
        assert any(told in page for page in pages), f"not whole on a page: {told}"


@every_game
def test_no_name_is_drawn_as_part_of_a_picture(slug: str) -> None:
    """WeasyPrint sets letters of a picture one by one from the left: Hebrew is reversed there, Arabic is not joined."""
    html = summary(ended(slug)).html
    drawn = re.findall(r"<text.*?</text>", html, re.DOTALL)
    assert not [text for text in drawn if any(name in text for name in ended(slug).names)]


def test_a_hebrew_name_is_never_reversed_in_the_pdf() -> None:
    game, names = whole_game("wetten", 3, {}, 2), ("נועה", "Anna", "רבקה")
    text = printed(summary(at_table(named(game, names), game.acts))).text
    for name in names:
        assert text.count(name) > 5
        assert name[::-1] not in text


def test_a_number_after_a_hebrew_name_stays_after_it() -> None:
    """Else it would be set to the left of the name, as if it came before."""
    game = whole_game("banque_fatale", 3, {}, 3)
    html = summary(at_table(named(game, ("רבקה", "Anna", "محمد")), game.acts)).html
    for name, shown in (("רבקה", "\u2068רבקה\u2069"), ("Anna", "Anna"), ("محمد", "\u2068محمد\u2069")):
        assert set(re.findall(rf"(\S*{name}\S*) \d+\s(?:red|blue|green)", html)) == {shown}


@pytest.mark.parametrize(
    ("places", "shown"),
    [
        ((0.5,), [None, None, 0, None, None]),
        ((1, 0), [1, None, None, None, 0]),
        ((0.5, 0.45, 0.55), [None, None, 1, 0, 2]),
        ((1, 1, 1, 0), [3, None, 0, 1, 2]),
        ((1, 0.9, 0.8, 0.7, 0.6), [4, 3, 2, 1, 0]),
    ],
)
def test_names_beside_a_chart_are_near_their_lines_and_in_their_order(places: list[float], shown: list[int]) -> None:
    assert assign_rows(places, 5) == shown


@every_game
def test_no_sheet_puts_a_plus_before_nothing(slug: str) -> None:
    player_view = ended(slug)
    for sheet in (summary(player_view), documents.score_sheet(slug, player_view.people, lang="en", paper="a4")):
        assert not PLUS_NOTHING.search(plain(sheet))


@every_game
def test_every_line_of_a_score_sheet_has_a_box_for_everybody(slug: str) -> None:
    people = ended(slug).people
    for some in (people, ()):
        html = documents.score_sheet(slug, some, lang="en", paper="a4").html
        for table in re.findall(r"<table class=\"boxes.*?</table>", html, re.DOTALL):
            lines = ROW.findall(table.partition("<tbody>")[2])
            assert len(lines) > 3
            widths = {_width(line) for line in lines}
            assert len(widths) == 1, f"lines of {widths} boxes: each has its own for everybody, none over several lines"
            assert widths.pop() > 2
        assert all(person.name in html for person in some)
    assert "The game so far" not in plain(summary(ended(slug)))


@every_game
def test_an_amount_is_short_enough_to_stand_beside_the_axis_of_a_chart(slug: str) -> None:
    player_view = ended(slug)
    least, most = bounds(player_view.game.score_history(player_view.state))
    for lang in languages.languages():
        amount = templating.text_environment(lang).select_template([f"{slug}/_amount.html", "table/_amount.html"])
        for tick in (*ticks(most), least):
            told = amount.render(amount=tick).strip()
            assert len(told) <= BESIDE, f"templates/{slug}/_amount.html, {lang}: {told} has {len(told)} letters"


def _width(row: str) -> int:
    """How many columns a line takes."""
    return sum(int(span or 1) for span in re.findall(r"<t[hd]\b(?:[^>]*?colspan=\"(\d+)\")?[^>]*>", row))
