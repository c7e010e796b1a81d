"""Vabanque by Bruno Faidutti and Leo Colovini, for 3 to 6 players, in four rounds."""

from companion.games.vabanque.booklet import CASINOS
from companion.games.vabanque.booklet import CHOICES as choices
from companion.games.vabanque.booklet import PREFERENCES as preferences
from companion.games.vabanque.money import handouts
from companion.games.vabanque.moves import cover, read, sealed, seated, write
from companion.games.vabanque.phone import board, from_form, hand, purse, reach, turns
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
    "from_form",
    "hand",
    "handouts",
    "highlights",
    "play",
    "players",
    "preferences",
    "purse",
    "reach",
    "read",
    "rounds",
    "scores",
    "sealed",
    "seated",
    "slug",
    "start",
    "story",
    "suggest",
    "title",
    "turns",
    "write",
]

slug = "vabanque"
title = "Vabanque"
players = range(min(CASINOS), max(CASINOS) + 1)


def scores(state: State) -> tuple[int, ...]:
    """The money of each seat, in single units."""
    return state.money
