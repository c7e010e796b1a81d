"""A game of Vabanque between two moves."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from companion.games.types import Seat
from companion.games.vabanque.constants import CARDS, CHIPS
from companion.games.vabanque.events import CasinoPaid, Laid


class Phase(StrEnum):
    """What is done now. Each but the first and the last is a phase of the booklet, whose payout needs no act."""

    START = "start"
    CHIPS = "chips"
    CARDS = "cards"
    PAWNS = "pawns"
    OVER = "over"


ROUND_PHASES = (Phase.CHIPS, Phase.CARDS, Phase.PAWNS)


@dataclass(frozen=True, slots=True)
class Round:
    """A round that is over. `next_order` is None after round 4."""

    number: int
    order: tuple[Seat, ...]
    casinos: tuple[CasinoPaid, ...]
    paid: tuple[int, ...]
    money: tuple[int, ...]
    next_order: tuple[Seat, ...] | None


@dataclass(frozen=True, slots=True)
class State:
    """A game between two moves. Tuples are by seat, `chips` by casino table (their values' sum, table 1 first).

    `placed` counts each seat's acts in this phase; `left` is how many acts the phase still waits for.
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
        """How many sit at the table."""
        return len(self.money)

    @property
    def casinos(self) -> int:
        """How many casino tables lie in the circle."""
        return len(self.chips)

    @property
    def chip(self) -> int:
        """The value of this round's chips, in thousands."""
        return CHIPS[self.round - 1][0]

    @property
    def each(self) -> int:
        """How many acts each player has in this phase."""
        return {Phase.CHIPS: CHIPS[self.round - 1][1], Phase.CARDS: len(CARDS), Phase.PAWNS: 1}.get(self.phase, 0)

    @property
    def free(self) -> bool:
        """Whether chips and cards may come in any order of players. Pawns never do."""
        return self.options["turns"] == "free" and self.phase in (Phase.CHIPS, Phase.CARDS)

    @property
    def turn(self) -> Seat:
        """Whose turn it is where turns are strict."""
        return self.order[(self.players * self.each - self.left) % self.players]

    def ahead(self, seat: Seat, steps: int) -> int:
        """The casino table so many steps clockwise of a seat's pawn."""
        return (self.pawns[seat] - 1 + steps) % self.casinos + 1
