"""A game's rules, to be read: what its rules page and its printed rules are made from, and no table at all.

A game's own words are `templates/<slug>/_rules.html`, the same for page and paper. A game without them shows what its
plain form knows.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any, Final

from companion.games import GAMES
from companion.games.types import Choices, parse_integer
from companion.paths import data_dir
from companion.table.model.colours import COLOURS
from companion.table.model.roster import Person

NAMES: Final = ("Anna", "Ben", "Carla", "Dora", "Emil", "Fritz")
CAST: Final = tuple(
    Person(number, name, colour) for number, (name, colour) in enumerate(zip(NAMES, COLOURS, strict=True))
)
"""Who plays in the pictures and the examples."""

END: Final = "end"
PAYOUT: Final = "payout"
SETUP: Final = "setup"
"""The sections that every game's rules have, by the word that stands in their address."""

DEFAULT_PLAYERS: Final = 4
"""For how many the rules are told where nothing else is said, or for the fewest that can play."""


@dataclass(frozen=True, slots=True)
class MoveKind:
    """A kind of move, by its word in the record, and what its form asks for."""

    do: str
    fields: Choices


@cache
def list_move_kinds(slug: str) -> tuple[MoveKind, ...]:
    """Every kind of move that comes up in a game, in the order in which they come: from a game that plays itself."""
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
    """Whether a game tells its rules in words of its own."""
    return (data_dir("templates") / slug / "_rules.html").is_file()


def default_players(slug: str) -> int:
    """For how many a game's rules are told where nothing else is said."""
    able = GAMES[slug].players
    return DEFAULT_PLAYERS if DEFAULT_PLAYERS in able else able[0]


def parse_players(slug: str, players: str | None) -> int:
    """For how many they are told, from what was typed. Raises InvalidMove where that many cannot play."""
    able = GAMES[slug].players
    return default_players(slug) if players is None else parse_integer(players, "players", able[0], able[-1])


def template_values(slug: str, players: int) -> Mapping[str, Any]:
    """Values for the templates of the rules."""
    names = tuple(person.name for person in CAST)
    return {"game": GAMES[slug], "players": players, "cast": CAST, "names": names, "kinds": list_move_kinds}
