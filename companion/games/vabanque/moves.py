"""The moves of Vabanque, and how the record spells them."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal, cast

from companion.games.kit import HIDDEN, Garbled, integer, keys, no_such_act, one_of
from companion.games.vabanque.booklet import CARDS, REACH

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

WORDS: dict[type[Move], str] = {Start: "start", Chip: "chip", Chips: "chips", Lay: "card", Step: "move"}


def cover(move: Move) -> Move:
    """The move as the others see it: where a card lies is seen by all, what it is by nobody (phase 2)."""
    return replace(move, card=HIDDEN) if isinstance(move, Lay) else move


def sealed(move: Move) -> bool:
    """No move: also of a card that lies face down it is seen where it lies, and the next player acts on it."""
    return False


def seated(move: Move) -> bool:
    """All chips at once are entered by the table's keeper, for nobody's seat."""
    return not isinstance(move, Chips)


def read(action: Mapping[str, object]) -> Move:
    """A move from a record line without its player. Raises Garbled."""
    match action.get("do"):
        case "start":
            keys(action, "table")
            return Start(casino(action["table"]))
        case "chip":
            keys(action, "table")
            return Chip(casino(action["table"]))
        case "chips":
            keys(action, "tables", seated=False)
            return Chips(_counts(action["tables"]))
        case "card":
            keys(action, "card", "table")
            card = one_of(action["card"], "card", (*CARDS, HIDDEN))
            return Lay(cast(Card, card), casino(action["table"]))
        case "move":
            keys(action, "steps")
            return Step(integer(action["steps"], "steps", 0, REACH))
    raise no_such_act(action, WORDS.values())


def write(move: Move) -> dict[str, object]:
    """The record line of a move, without its player."""
    do = WORDS[type(move)]
    match move:
        case Start(casino) | Chip(casino):
            return {"do": do, "table": casino}
        case Chips(counts):
            return {"do": do, "tables": {str(casino): count for casino, count in counts}}
        case Lay(card, casino):
            return {"do": do, "card": card, "table": casino}
        case Step(steps):
            return {"do": do, "steps": steps}


def casino(value: object) -> int:
    """The number of a casino table; whether this game has it is for the rules to say."""
    if type(value) is not int:
        raise Garbled("not-whole", key="table")
    return value


def _counts(value: object) -> tuple[tuple[int, int], ...]:
    if not isinstance(value, Mapping):
        raise Garbled("not-counts", key="tables")
    for key in value:
        if not NUMBER.fullmatch(key):
            raise Garbled("not-a-table", key=key)
    counts = {int(key): integer(count, key, 0, MOST_CHIPS) for key, count in value.items()}
    return tuple(sorted(counts.items()))
