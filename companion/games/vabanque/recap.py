"""Highlights and charts for the end of a game."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from companion.games.types import Seat
from companion.games.vabanque.state import State


@dataclass(frozen=True, slots=True)
class Tale:
    """A highlight: the best trap, the richest table, or the bluff at the richest table."""

    word: Literal["trap", "table", "bluff"]
    round: int
    casino: int
    amount: int
    seat: Seat | None = None
    count: int = 0


def highlights(state: State) -> tuple[Tale, ...]:
    """Return the best of each kind, the earlier among equals. Kinds that never occurred are left out."""
    tales = list(_tales(state))
    kinds = ([tale for tale in tales if tale.word == word and tale.amount] for word in ("trap", "table", "bluff"))
    return tuple(max(kind, key=lambda tale: tale.amount) for kind in kinds if kind)


def _tales(state: State) -> Iterator[Tale]:
    for round_ in state.rounds:
        for paid in round_.casinos:
            yield Tale("table", round_.number, paid.casino, paid.value)
            for line in paid.lines:
                if line.source == "trap":
                    yield Tale("trap", round_.number, paid.casino, line.amount, line.seat, len(line.rivals))
            for laid in paid.cards:
                if laid.card == "bluff":
                    yield Tale("bluff", round_.number, paid.casino, paid.value, laid.seat)


def score_history(state: State) -> tuple[tuple[int, ...], ...]:
    """Return each seat's money before round 1 and after each round."""
    return tuple((0, *(round_.money[seat] for round_ in state.rounds)) for seat in range(state.players))
