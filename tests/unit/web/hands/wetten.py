"""A hand of Wetten!."""

from collections.abc import Iterator
from typing import Any

from companion.table.model.player_view import PlayerView
from tests.unit.games.saying import sentences
from tests.unit.games.wetten.table import KNOWN


def told(held: Any, mine: PlayerView) -> Iterator[str]:
    """The race card, and the slips, the later one first."""
    if held.card:
        yield "Your race card"
        yield from (f"{number} {KNOWN[number - 1]} {fields}" for number, fields in enumerate(held.card, start=1))
    double = mine.state.players[mine.seat].double
    for title, slip, crossed in (("Second slip", held.second, None), ("First slip", held.first, double)):
        if slip:
            yield title
            marks = {bet: " ✕ odds 4 × 2" if bet.pair == crossed else "" for bet in slip.bets}
            yield from [f"{bet.horse} {sentences('wetten').single(bet)}{mark}" for bet, mark in marks.items()] or [
                "no bet"
            ]
