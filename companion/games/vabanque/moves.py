"""The moves of Vabanque and their format in the record."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from companion.games.notation import MoveFormat, MoveFormats, custom_field, number, word
from companion.games.types import HIDDEN, InvalidMove, check_integer
from companion.games.vabanque.constants import CARDS, REACH

Card = Literal["raise", "bluff", "trap", "hidden"]

MOST_CHIPS = 24
NUMBER = re.compile(r"[1-9][0-9]?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Start:
    """Put the start player's pawn on any casino table (Set-up)."""

    casino: int


@dataclass(frozen=True, slots=True)
class Chip:
    """Place one chip on any casino table (phase 1)."""

    casino: int


@dataclass(frozen=True, slots=True)
class Chips:
    """Place all remaining chips of this phase: (casino table, number of chips), by table."""

    counts: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Lay:
    """Lay one card face down at any casino table (phase 2)."""

    card: Card
    casino: int


@dataclass(frozen=True, slots=True)
class Step:
    """Move the pawn 0 to 4 casino tables clockwise (phase 3)."""

    steps: int


Move = Start | Chip | Chips | Lay | Step


def redact(move: Move) -> Move:
    """Hide the kind of a card. Everybody sees where it lies (phase 2)."""
    return replace(move, card=HIDDEN) if isinstance(move, Lay) else move


def sealed(move: Move) -> bool:
    """No move is sealed: everybody sees where a card lies, and the next player acts on it."""
    return False


def _casino(value: object) -> int:
    """Check the number of a casino table. The rules check whether this game has it."""
    if type(value) is not int:
        raise InvalidMove("not-whole", key="table")
    return value


def _counts(value: object) -> tuple[tuple[int, int], ...]:
    if not isinstance(value, Mapping):
        raise InvalidMove("not-counts", key="tables")
    for key in value:
        if not NUMBER.fullmatch(key):
            raise InvalidMove("not-a-table", key=key)
    counts = {int(key): check_integer(count, key, 0, MOST_CHIPS) for key, count in value.items()}
    return tuple(sorted(counts.items()))


TABLE = custom_field("table", _casino)
TABLES = custom_field("tables", _counts, lambda counts: {str(casino): count for casino, count in counts})

MOVES = MoveFormats[Move](
    MoveFormat("start", Start, TABLE),
    MoveFormat("chip", Chip, TABLE),
    MoveFormat(
        "chips",
        Chips,
        custom_field("tables", _counts, lambda counts: {str(casino): count for casino, count in counts}),
        seated=False,
    ),
    MoveFormat("card", Lay, word("card", CARDS, secret=True), TABLE),
    MoveFormat("move", Step, number("steps", 0, REACH)),
)
"""All chips at once belong to no seat."""
