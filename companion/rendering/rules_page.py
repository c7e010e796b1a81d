"""Values for a game's rules page and printed rules, without any table.

`templates/<slug>/_rules.html` has a game's own text, for page and paper. A game without it shows the fields of its
plain forms.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any, Final

from companion.games import GAMES
from companion.games.types import Choices, parse_integer
from companion.paths import data_dir
from companion.table.model.names import COLOURS
from companion.table.model.roster import Person

NAMES: Final = ("Anna", "Ben", "Carla", "Dora", "Emil", "Fritz")
CAST: Final = tuple(map(Person, range(len(NAMES)), NAMES, COLOURS))
"""The players in pictures and examples."""

END: Final = "end"
PAYOUT: Final = "payout"
SETUP: Final = "setup"
"""Sections of every game's rules, by their words in addresses."""

DEFAULT_PLAYERS: Final = 4
"""The number of players in the rules, if the game allows it."""


@dataclass(frozen=True, slots=True)
class MoveKind:
    """A kind of move: its word in the record, and the fields of its form."""

    do: str
    fields: Choices


@cache
def list_move_kinds(slug: str) -> tuple[MoveKind, ...]:
    """List all kinds of moves of a game in their order, by playing it once."""
    game, found, rng = GAMES[slug], dict[str, MoveKind](), Random(0)
    state = game.start(game.players[0], {})
    while asks := game.asks(state):
        for ask in asks:
            found.setdefault(ask.do, MoveKind(ask.do, ask.fields))
        ask = next((ask for ask in asks if ask.waits), asks[0])
        state, _ = game.play(state, ask.seat, game.suggest(state, ask, rng))
        state = game.play_forced(state)
    return tuple(found.values())


def has_rules(slug: str) -> bool:
    """Whether a game has rules of its own text."""
    return (data_dir("templates") / slug / "_rules.html").is_file()


def default_players(slug: str) -> int:
    able = GAMES[slug].players
    return DEFAULT_PLAYERS if DEFAULT_PLAYERS in able else able[0]


def parse_players(slug: str, players: str | None) -> int:
    """Parse a number of players; None gives the default. Raises InvalidMove."""
    able = GAMES[slug].players
    return default_players(slug) if players is None else parse_integer(players, "players", able[0], able[-1])


def template_values(slug: str, players: int) -> Mapping[str, Any]:
    names = tuple(person.name for person in CAST)
    return {"game": GAMES[slug], "players": players, "cast": CAST, "names": names, "kinds": list_move_kinds}
