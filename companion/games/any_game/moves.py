"""The moves of any game, and how they stand in the record."""

from dataclasses import dataclass

from companion.games.any_game.sheet import LARGEST_ENTRY, Value, check_text
from companion.games.notation import MoveFormat, MoveFormats, custom_field
from companion.games.types import HIDDEN, InvalidMove, check_integer


@dataclass(frozen=True, slots=True)
class Choose:
    """A secret choice; HIDDEN for others until it is revealed."""

    value: Value


@dataclass(frozen=True, slots=True)
class Enter:
    """A player's open entry."""

    value: Value


@dataclass(frozen=True, slots=True)
class EnterAll:
    """Entries for all seats in order, or a single one for the table."""

    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Stop:
    """The players end a game without a fixed number of rounds."""


Move = Choose | Enter | EnterAll | Stop


def _value(value: object) -> Value:
    if isinstance(value, str):
        return check_text(value)
    return check_integer(value, "value", -LARGEST_ENTRY, LARGEST_ENTRY)


def _values(values: object) -> tuple[int, ...]:
    if not isinstance(values, list) or not values:
        raise InvalidMove("numbers", key="values")
    return tuple(check_integer(value, "values", -LARGEST_ENTRY, LARGEST_ENTRY) for value in values)


MOVES = MoveFormats[Move](
    MoveFormat("choose", Choose, custom_field("value", _value, secret=True)),
    MoveFormat("enter", Enter, custom_field("value", _value)),
    MoveFormat("enter-all", EnterAll, custom_field("values", _values, list), seated=False),
    MoveFormat("stop", Stop, seated=False),
)


def redact(move: Move) -> Move:
    return Choose(HIDDEN) if isinstance(move, Choose) else move
