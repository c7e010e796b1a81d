"""Banque Fatale by Stefan Dorra, for 3 or 4 players, in as many rounds as there are cards to auction."""

from companion.games.banque_fatale.booklet import CHOICES as choices
from companion.games.banque_fatale.booklet import LOOKS as looks
from companion.games.banque_fatale.booklet import SEATS as seats
from companion.games.banque_fatale.moves import cover, read, sealed, seated, write
from companion.games.banque_fatale.phone import board, cards, hand, purse, scale, tap
from companion.games.banque_fatale.result import finished, rounds
from companion.games.banque_fatale.rules import asks, play
from companion.games.banque_fatale.state import State, start
from companion.games.banque_fatale.story import courses, highlights, story
from companion.games.banque_fatale.suggest import suggest

__all__ = [
    "asks",
    "board",
    "cards",
    "choices",
    "courses",
    "cover",
    "finished",
    "hand",
    "highlights",
    "looks",
    "play",
    "purse",
    "read",
    "rounds",
    "scale",
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
    "write",
]

slug = "banque_fatale"
title = "Banque Fatale"


def scores(state: State) -> tuple[int, ...]:
    """The cash of each seat in millions; when the game is over, the wealth of the final account."""
    return tuple(final.wealth for final in state.accounts) or state.cash
