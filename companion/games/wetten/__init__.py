"""Wetten!, a print-and-play game of bets on four horses, for 3 to 5 players, in five races."""

from companion.games.box import Box
from companion.games.wetten.board import (
    action_cards,
    action_prices,
    drew,
    fields,
    holding,
    places,
    podium,
    running,
    turned,
)
from companion.games.wetten.booklet import CHOICES as choices
from companion.games.wetten.booklet import PLAYERS as players
from companion.games.wetten.booklet import PREFERENCES as preferences
from companion.games.wetten.material import MATERIAL, fill
from companion.games.wetten.moves import copied, cover, read, sealed, seated, write
from companion.games.wetten.phone import from_form, hand
from companion.games.wetten.result import extras, finished, rounds
from companion.games.wetten.rules import asks, play, start
from companion.games.wetten.state import State
from companion.games.wetten.story import highlights, story
from companion.games.wetten.suggest import suggest

__all__ = [
    "action_cards",
    "action_prices",
    "asks",
    "box",
    "choices",
    "copied",
    "cover",
    "drew",
    "extras",
    "fields",
    "finished",
    "from_form",
    "hand",
    "highlights",
    "holding",
    "places",
    "play",
    "players",
    "podium",
    "preferences",
    "read",
    "rounds",
    "running",
    "scores",
    "sealed",
    "seated",
    "slug",
    "start",
    "story",
    "suggest",
    "title",
    "turned",
    "write",
]

slug = "wetten"
title = "Wetten!"
box = Box(MATERIAL, fill)


def scores(state: State) -> tuple[int, ...]:
    """The money of each seat, in single units; stakes are gone."""
    return state.money
