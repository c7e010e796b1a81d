"""The examples on the rules page of Vabanque: a round on the ring, and the rulebook's first example."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from companion.games.types import Seat
from companion.games.vabanque.constants import CARDS, CASINOS, CHIPS
from companion.games.vabanque.events import CasinoPaid, Laid
from companion.games.vabanque.moves import Chips, Lay, Move, Start, Step
from companion.games.vabanque.payout import pay_casino
from companion.games.vabanque.presentation import Casino, board
from companion.games.vabanque.rules import play, start
from companion.games.vabanque.state import Phase, State

EXAMPLE: Final = pay_casino(
    5,
    15,
    (Laid(0, 5, "raise", 0), Laid(1, 5, "trap", 1), Laid(2, 5, "raise", 2), Laid(3, 5, "bluff", 3)),
    pawns=(0, 1),
    order=range(4),
)
"""Example 1 of the first edition, section 4, with the first four of the cast as its players."""


def rules_section(state: State) -> str:
    """Return the section of the rules about the current phase."""
    return "setup" if state.phase is Phase.START else str(state.phase)


@dataclass(frozen=True, slots=True)
class Lesson:
    """The ring after each phase of a first round, and a table that is paid out."""

    players: int
    casinos: int
    begun: tuple[Casino, ...]
    chips: tuple[Casino, ...]
    cards: tuple[Casino, ...]
    pawns: tuple[Casino, ...]
    example: CasinoPaid

    @property
    def rounds(self) -> Sequence[tuple[int, int, int]]:
        """For each round the value of its chips, the number each player places, and their total."""
        return tuple((value, each, each * self.players) for value, each in CHIPS)


@cache
def lesson(players: int) -> Lesson:
    """Play the examples for this number of players. Raises InvalidMove."""
    begun = _play(start(players, {}), 0, Start(1))
    chips = _play(begun, None, Chips(_spread(begun)))
    cards = chips
    for nth, card in enumerate(CARDS):
        for seat in range(players):
            cards = _play(cards, seat, Lay(card, (2 * seat + 3 * nth + seat * nth) % cards.casinos + 1))  # type: ignore[arg-type]  # one of CARDS
    pawns = cards
    for seat in range(players - 1):  # the last pawn would reveal the cards
        pawns = _play(pawns, seat, Step((seat * 3 + 1) % 5))
    assert pawns.phase is Phase.PAWNS
    return Lesson(players, CASINOS[players], board(begun), board(chips), board(cards), board(pawns), EXAMPLE)


def _spread(state: State) -> tuple[tuple[int, int], ...]:
    """Distribute all chips of the first round unevenly."""
    counted = Counter(nth * nth % state.casinos + 1 for nth in range(state.left))
    return tuple(sorted(counted.items()))


def _play(state: State, seat: Seat | None, move: Move) -> State:
    return play(state, seat, move)[0]
