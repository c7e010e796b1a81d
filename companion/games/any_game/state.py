"""The state of any game."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.games.any_game.events import RoundOver
from companion.games.any_game.sheet import Sheet, Step, Value
from companion.games.types import Seat

Entry = Value | None
"""HIDDEN for a choice that this viewer may not see, None for one that is missing."""


@dataclass(frozen=True, slots=True)
class State:
    """`entries`: of each step of this round so far, by seat; `plies`: the moves of the current step, by seat.

    `order`: the order of play of this round. `told`: each finished round with its entries.
    """

    sheet: Sheet
    totals: tuple[int, ...]
    order: tuple[Seat, ...]
    entries: tuple[tuple[Entry, ...], ...]
    plies: tuple[int, ...]
    told: tuple["Round", ...] = ()
    stopped: bool = False
    ply: int = 0

    @property
    def round(self) -> int:
        return len(self.told) + 1

    @property
    def over(self) -> bool:
        return self.stopped or len(self.told) == self.sheet.rounds

    @property
    def step(self) -> Step:
        """The step that is entered now."""
        return self.sheet.entered[len(self.entries) - 1]

    @property
    def phase(self) -> str:
        return "over" if self.over else self.step.kind

    @property
    def missing(self) -> tuple[Seat, ...]:
        """The seats whose entry is missing, in the order of play."""
        return tuple(seat for seat in self.order if self.entries[-1][seat] is None)

    @property
    def names(self) -> dict[str, object]:
        """The names in formulas that mean the same for all: `Sheet.common_names` and all entries before this step."""
        names = self.sheet.common_names(len(self.order), self.round)
        for step, values in zip(self.sheet.entered, self.entries[:-1], strict=False):
            names |= entry_names(step, values)
        return names


@dataclass(frozen=True, slots=True)
class Round:
    """A finished round: the entries of each step by seat, and the points."""

    over: RoundOver
    entries: Mapping[str, tuple[Entry, ...]] = field(hash=False)


def entry_names(step: Step, values: tuple[Entry, ...]) -> dict[str, object]:
    """The names in formulas for the entries of a step."""
    every: dict[str, object] = {f"all_{step.name}": values}
    return {**every, step.name: values[0]} if step.kind == "table" else every
