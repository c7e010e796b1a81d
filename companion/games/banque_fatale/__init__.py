"""Banque Fatale by Stefan Dorra, for 3 or 4 players, in as many rounds as there are cards to auction."""

from companion.games.banque_fatale.booklet import CHOICES as choices
from companion.games.banque_fatale.booklet import PLAYERS as players
from companion.games.banque_fatale.booklet import PREFERENCES as preferences
from companion.games.banque_fatale.moves import cover, read, sealed, seated, write
from companion.games.banque_fatale.phone import board, cards, from_form, hand, purse, scale
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
    "from_form",
    "hand",
    "highlights",
    "play",
    "players",
    "preferences",
    "purse",
    "read",
    "rounds",
    "scale",
    "scores",
    "sealed",
    "seated",
    "slug",
    "start",
    "story",
    "suggest",
    "title",
    "write",
]

slug = "banque_fatale"
title = "Banque Fatale"


def scores(state: State) -> tuple[int, ...]:
    """The cash of each seat in millions; when the game is over, the wealth of the final account."""
    return tuple(final.wealth for final in state.accounts) or state.cash
