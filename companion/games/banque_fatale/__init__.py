"""Banque Fatale by Stefan Dorra, for 3 or 4 players, in as many rounds as there are cards to auction."""

from companion.games.banque_fatale.booklet import CHOICES, PLAYERS, PREFERENCES
from companion.games.banque_fatale.face import Face
from companion.games.banque_fatale.lesson import chapter
from companion.games.banque_fatale.lore import LORE
from companion.games.banque_fatale.moves import MOVES, cover, sealed
from companion.games.banque_fatale.phone import faceup, from_form, hand
from companion.games.banque_fatale.result import finished, rounds
from companion.games.banque_fatale.rules import asks, forced, play
from companion.games.banque_fatale.state import State, start
from companion.games.banque_fatale.story import highlights, story
from companion.games.banque_fatale.suggest import suggest
from companion.games.game import Game

__all__ = [
    "GAME",
    "asks",
    "cover",
    "faceup",
    "finished",
    "forced",
    "from_form",
    "hand",
    "highlights",
    "play",
    "rounds",
    "scores",
    "sealed",
    "start",
    "story",
    "suggest",
]


def scores(state: State) -> tuple[int, ...]:
    """The cash of each seat in millions; when the game is over, the wealth of the final account."""
    return tuple(final.wealth for final in state.accounts) or state.cash


GAME = Game(
    slug="banque_fatale",
    title="Banque Fatale",
    players=PLAYERS,
    start=start,
    asks=asks,
    play=play,
    read=MOVES.read,
    write=MOVES.write,
    seated=MOVES.seated,
    cover=cover,
    sealed=sealed,
    scores=scores,
    rounds=rounds,
    hand=hand,
    from_form=from_form,
    suggest=suggest,
    faceup=faceup,
    forced=forced,
    choices=CHOICES,
    preferences=PREFERENCES,
    finished=finished,
    story=story,
    highlights=highlights,
    lore=LORE,
    face=Face(),
    chapter=chapter,
)
