"""Vabanque by Bruno Faidutti and Leo Colovini, for 3 to 6 players, in four rounds."""

from companion.games.game import Game
from companion.games.vabanque.booklet import CASINOS, CHOICES, PREFERENCES
from companion.games.vabanque.face import Face
from companion.games.vabanque.moves import cover, read, sealed, seated, write
from companion.games.vabanque.phone import from_form, hand
from companion.games.vabanque.result import finished, rounds
from companion.games.vabanque.rules import asks, play, start
from companion.games.vabanque.state import State
from companion.games.vabanque.story import highlights, story
from companion.games.vabanque.suggest import suggest

__all__ = [
    "GAME",
    "asks",
    "cover",
    "finished",
    "from_form",
    "hand",
    "highlights",
    "play",
    "read",
    "rounds",
    "scores",
    "sealed",
    "seated",
    "start",
    "story",
    "suggest",
    "write",
]


def scores(state: State) -> tuple[int, ...]:
    """The money of each seat, in single units."""
    return state.money


GAME = Game(
    slug="vabanque",
    title="Vabanque",
    players=range(min(CASINOS), max(CASINOS) + 1),
    start=start,
    asks=asks,
    play=play,
    read=read,
    write=write,
    seated=seated,
    cover=cover,
    sealed=sealed,
    scores=scores,
    rounds=rounds,
    hand=hand,
    from_form=from_form,
    suggest=suggest,
    choices=CHOICES,
    preferences=PREFERENCES,
    finished=finished,
    story=story,
    highlights=highlights,
    face=Face(),
)
