"""Vabanque by Bruno Faidutti and Leo Colovini, for 3 to 6 players, in four rounds."""

from companion.games.vabanque.booklet import CASINOS
from companion.games.vabanque.booklet import CHOICES as choices
from companion.games.vabanque.booklet import LOOKS as looks
from companion.games.vabanque.money import handouts
from companion.games.vabanque.moves import cover, read, sealed, seated, write
from companion.games.vabanque.phone import board, hand, purse, reach, tap, turns
from companion.games.vabanque.result import finished, rounds
from companion.games.vabanque.rules import asks, play, start
from companion.games.vabanque.state import State
from companion.games.vabanque.story import highlights, story
from companion.games.vabanque.suggest import suggest

__all__ = [
    "asks",
    "board",
    "choices",
    "cover",
    "finished",
    "hand",
    "handouts",
    "highlights",
    "looks",
    "play",
    "purse",
    "reach",
    "read",
    "rounds",
    "scores",
    "sealed",
    "seated",
    "seats",
    "slug",
    "start",
    "story",
    "suggest",
    "tap",
    "title",
    "turns",
    "write",
]

slug = "vabanque"
title = "Vabanque"
seats = range(min(CASINOS), max(CASINOS) + 1)


def scores(state: State) -> tuple[int, ...]:
    """The money of each seat, in single units."""
    return state.money
