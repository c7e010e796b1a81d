"""The moves of Vabanque, and how the record spells them."""

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
    """The start player puts the pawn on any casino table (Set-up)."""

    casino: int


@dataclass(frozen=True, slots=True)
class Chip:
    """One chip of this round's value on any casino table (phase 1)."""

    casino: int


@dataclass(frozen=True, slots=True)
class Chips:
    """All chips still to be placed in this phase: (casino table, how many), by number."""

    counts: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Lay:
    """One card face down at any casino table (phase 2)."""

    card: Card
    casino: int


@dataclass(frozen=True, slots=True)
class Step:
    """The pawn moves 0 to 4 casino tables clockwise (phase 3)."""

    steps: int


Move = Start | Chip | Chips | Lay | Step


def redact(move: Move) -> Move:
    """The move as the others see it: where a card lies is seen by all, what it is by nobody (phase 2)."""
    return replace(move, card=HIDDEN) if isinstance(move, Lay) else move


def sealed(move: Move) -> bool:
    """No move: also of a card that lies face down it is seen where it lies, and the next player acts on it."""
    return False


def _casino(value: object) -> int:
    """The number of a casino table; whether this game has it is for the rules to say."""
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


def _by_table(counts: tuple[tuple[int, int], ...]) -> dict[str, int]:
    return {str(casino): count for casino, count in counts}


TABLE = custom_field("table", _casino)

MOVES = MoveFormats[Move](
    MoveFormat("start", Start, TABLE),
    MoveFormat("chip", Chip, TABLE),
    MoveFormat("chips", Chips, custom_field("tables", _counts, _by_table), seated=False),
    MoveFormat("card", Lay, word("card", CARDS, secret=True), TABLE),
    MoveFormat("move", Step, number("steps", 0, REACH)),
)
"""All chips at once are entered by the table's keeper, for nobody's seat."""
