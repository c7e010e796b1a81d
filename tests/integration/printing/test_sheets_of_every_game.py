"""Laws of every game's printed sheets."""

import re
from functools import cache
from html import unescape

import pytest

from companion.games import GAMES
from companion.i18n import languages
from companion.printing import documents
from companion.records.record import Act
from companion.rendering import templating
from companion.rendering.drawing import bounds
from companion.rendering.print_drawing import INKS, assign_rows, ticks
from companion.table.model.player_view import PlayerView
from tests.integration.printing.sheets import (
    EDGE,
    at_table,
    fonts_without_file,
    named,
    nearest,
    plain,
    printed,
    summary,
)
from tests.unit.games.playing import Played, whole_game
from tests.unit.games.saying import PLUS_NOTHING
from tests.unit.games.worded import WORDED
from tests.unit.web.support.markup import squeezed

BESIDE = 12
"""Letters that there is room for."""
every_game = pytest.mark.parametrize("slug", GAMES)
ROW = re.compile(r"<tr\b[^>]*>(.*?)</tr>", re.DOTALL)
PAYOUT = re.compile(r'<table class="ledger (?:paid|casino|extra|scored)\b.*?</table>', re.DOTALL)
WIDE = tuple("W" * 19 + letter for letter in "ABCDEFGHIJ")
MARK = re.compile(r'<svg class="symbol"[^>]*? fill="(#\w+)".*?</svg>', re.DOTALL)


@cache
def played(slug: str, seed: int = 2) -> Played:
    """A whole game with the most players."""
    return whole_game(slug, GAMES[slug].players[-1], {}, seed)


@cache
def ended(slug: str) -> PlayerView:
    """Its last state."""
    return at_table(played(slug).header, played(slug).acts)


@every_game
def test_symbol_is_that_of_the_name_after_it(slug: str) -> None:
    player_view, found = ended(slug), 0
    inks = {INKS[person.colour]: person.name for person in player_view.people}
    for mark, after in re.findall(MARK.pattern + r"(.{0,120})", summary(player_view).html, re.DOTALL):
        name = re.search("|".join(player_view.names), re.sub(r"<svg.*", "", after, flags=re.DOTALL))
        assert name is None or name.group() == inks[mark], after
        found += name is not None
    assert found >= len(player_view.people)


@every_game
def test_rows_and_payouts_are_whole_on_a_page_in_order(slug: str) -> None:
    sheet, at = summary(ended(slug)), 0
    pages = printed(sheet).pages
    rows = [row for row in ROW.findall(sheet.html) if "<td" in row]
    for row in map(letters, rows):
        at = "\f".join(pages).find(row, at)
        assert at >= 0, f"not in its place: {row}"
    for part in map(letters, [*rows, *PAYOUT.findall(sheet.html)]):
        assert any(part in page for page in pages), f"not whole on a page: {part}"


def letters(html: str) -> str:
    """Text of a piece of a sheet, without blanks."""
    return squeezed(unescape(re.sub(r"<[^>]*>", "", html)))


@pytest.mark.parametrize("slug", WORDED)
def test_widest_names_are_whole_and_keep_to_the_paper(slug: str) -> None:
    game = played(slug)
    wide = WIDE[: len(game.header.players)]
    pdf = printed(summary(at_table(named(game, wide), game.acts), "letter", "de"))
    text = "".join(pdf.pages)
    assert nearest(pdf.pdf) >= EDGE
    assert fonts_without_file(pdf.reader) == []
    assert all(text.count(name) > 5 for name in wide)
    assert text.count(wide[0][:-1]) == sum(text.count(name) for name in wide)


@pytest.mark.parametrize("slug", WORDED)
@pytest.mark.parametrize("seed", range(3))
def test_hidden_moves_change_no_letter(slug: str, seed: int) -> None:
    """In the middle of the game and at its end."""
    game = played(slug, seed)
    hidden = [ply + 1 for ply, act in enumerate(game.acts) if act not in as_seen(game, ply + 1)]
    for stop in (hidden[len(hidden) * (seed + 1) // 5], len(game.acts)):
        seen = as_seen(game, stop)
        for paper in documents.PAPERS:
            redacted = summary(at_table(game.header, seen), paper)
            assert summary(at_table(game.header, game.acts[:stop]), paper).html == redacted.html
        assert not [word for word in ("hidden", "Face down") if word in plain(redacted)]
        assert ("The game so far" in plain(redacted)) == (stop < len(game.acts))


def as_seen(game: Played, stop: int) -> list[Act]:
    """The first moves of a game, without what nobody else has seen by then."""
    opened = {ply for told in game.told[:stop] for fact in told for ply in fact.reveals}
    redact = game.game.redact
    return [act if ply in opened else Act(act.seat, redact(act.move)) for ply, act in enumerate(game.acts[:stop])]


@every_game
def test_no_name_is_drawn_in_a_picture(slug: str) -> None:
    """WeasyPrint sets letters of a picture one by one from the left: Hebrew is reversed there, Arabic is not joined."""
    html = summary(ended(slug)).html
    drawn = re.findall(r"<text.*?</text>", html, re.DOTALL)
    assert not [text for text in drawn if any(name in text for name in ended(slug).names)]


def test_hebrew_name_is_not_reversed() -> None:
    game, names = whole_game("wetten", 3, {}, 2), ("נועה", "Anna", "רבקה")
    text = printed(summary(at_table(named(game, names), game.acts))).text
    for name in names:
        assert text.count(name) > 5
        assert name[::-1] not in text


def test_number_after_a_hebrew_name_stays_there() -> None:
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
def test_names_beside_a_chart_are_near_their_lines(places: list[float], shown: list[int]) -> None:
    assert assign_rows(places, 5) == shown


@every_game
def test_no_plus_stands_before_nothing(slug: str) -> None:
    player_view = ended(slug)
    for sheet in (summary(player_view), documents.score_sheet(slug, player_view.people, lang="en", paper="a4")):
        assert not PLUS_NOTHING.search(plain(sheet))


@every_game
def test_score_sheet_has_boxes_for_everybody(slug: str) -> None:
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


@every_game
def test_amounts_fit_beside_the_axis_of_a_chart(slug: str) -> None:
    player_view = ended(slug)
    least, most = bounds(player_view.game.score_history(player_view.state))
    for lang in languages.languages():
        amount = templating.text_environment(lang).select_template([f"{slug}/_amount.html", "table/_amount.html"])
        for tick in (*ticks(most), least):
            told = amount.render(amount=tick).strip()
            assert len(told) <= BESIDE, f"templates/{slug}/_amount.html, {lang}: {told} has {len(told)} letters"


def _width(row: str) -> int:
    """Columns of a row."""
    return sum(int(span or 1) for span in re.findall(r"<t[hd]\b(?:[^>]*?colspan=\"(\d+)\")?[^>]*>", row))
