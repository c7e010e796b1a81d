"""A game of Vabanque between two moves."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from companion.games.types import Seat
from companion.games.vabanque.constants import CARDS, CHIPS
from companion.games.vabanque.events import CasinoPaid, Laid


class Phase(StrEnum):
    """The kind of move that comes next. The payout (phase 4) needs none."""

    START = "start"
    CHIPS = "chips"
    CARDS = "cards"
    PAWNS = "pawns"
    OVER = "over"


ROUND_PHASES = (Phase.CHIPS, Phase.CARDS, Phase.PAWNS)


@dataclass(frozen=True, slots=True)
class Round:
    """A finished round. `next_order` is None after round 4."""

    number: int
    order: tuple[Seat, ...]
    casinos: tuple[CasinoPaid, ...]
    paid: tuple[int, ...]
    money: tuple[int, ...]
    next_order: tuple[Seat, ...] | None


@dataclass(frozen=True, slots=True)
class State:
    """Tuples are by seat; `chips` is by casino table (the sum of their values, table 1 first).

    `placed` counts each seat's acts in this phase; `left` are the acts the phase still waits for.
    """

    options: Mapping[str, object]
    money: tuple[int, ...]
    chips: tuple[int, ...]
    phase: Phase = Phase.START
    round: int = 1
    order: tuple[Seat, ...] = ()
    pawns: tuple[int, ...] = ()
    placed: tuple[int, ...] = ()
    left: int = 0
    laid: tuple[Laid, ...] = ()
    rounds: tuple[Round, ...] = ()
    ply: int = 0

    @property
    def players(self) -> int:
        return len(self.money)

    @property
    def casinos(self) -> int:
        return len(self.chips)

    @property
    def chip(self) -> int:
        """The value of this round's chips, in thousands."""
        return CHIPS[self.round - 1][0]

    @property
    def each(self) -> int:
        """The number of acts of each player in this phase."""
        return {Phase.CHIPS: CHIPS[self.round - 1][1], Phase.CARDS: len(CARDS), Phase.PAWNS: 1}.get(self.phase, 0)

    @property
    def free(self) -> bool:
        """Whether chips and cards may come in any order of players. Pawns never do."""
        return self.options["turns"] == "free" and self.phase in (Phase.CHIPS, Phase.CARDS)

    @property
    def turn(self) -> Seat:
        """The seat whose turn it is if turns are strict."""
        return self.order[(self.players * self.each - self.left) % self.players]

    def ahead(self, seat: Seat, steps: int) -> int:
        """Return the casino table this many steps clockwise of a seat's pawn."""
        return (self.pawns[seat] - 1 + steps) % self.casinos + 1
