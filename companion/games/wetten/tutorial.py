"""The examples on the rules page of Wetten!: a first race with the rulebook's slip, cards and places."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from companion.games.types import Seat
from companion.games.wetten.board import HorseCards, arrivals, combine_cards, fields, places
from companion.games.wetten.constants import ACTION_CARDS, ALL_MONEY, CAPITAL, CHOICES, RACE_CARDS, RACES
from companion.games.wetten.deck import EXAMPLE
from companion.games.wetten.events import Arrival, PlayerPaid
from companion.games.wetten.material import DOPING, UNFALL
from companion.games.wetten.moves import ActionCard, Bet, Move, Numbers, RaceCard, Run, SecondBet, Single, Slip, slip
from companion.games.wetten.rules import play, start
from companion.games.wetten.state import Phase, State, card_price

FIRST: Final = slip((Single(1, 3, 1_000), Single(2, 1, 2_000), Single(3, 2, 2_000), Single(4, 4, 1_000)))
"""Anna's first slip, from phase 1."""

SECOND: Final = slip((Single(1, 4, 1_000),))
"""Anna's second slip, when Queen is behind after the first turn."""

TURNS: Final[tuple[tuple[Numbers, ...], ...]] = (
    EXAMPLE,
    ((3, 2, 3, 3), (2, 3, 2, 1), (1, 2, 1, 2), (1, 4, 1, 2)),
    ((3, 1, 2, 2), (1, 4, 1, 4), (1, 4, 4, 1), (2, 4, 2, 2)),
    ((2, 3, 1, 1), (1, 3, 2, 2), (2, 1, 2, 3), (3, 3, 3, 2)),
    ((2, 2, 1, 3), (2, 1, 1, 4), (3, 1, 2, 1), (2, 1, 4, 1)),
)
"""The race cards of each turn: the rulebook's four (phase 2), then others of the first deck.

They lead to its places: horse 2 is first, 3 and 4 share the second place, 1 is fourth (phase 4).
"""

ACTIONS: Final[Mapping[int, Sequence[tuple[Seat, int, int]]]] = {4: ((1, 3, DOPING), (3, 3, UNFALL))}
"""The action cards of a turn, (seat, horse, fields), as in the example of Paul and Sarah."""

SHARED: Final = 4
"""The turn whose horses share a place."""


def rules_section(state: State) -> str:
    """Return the section of the rules about the current phase."""
    match state.phase:
        case Phase.CARDS:
            return "start" if state.turn == 1 else "neck"
        case Phase.SECOND_BET:
            return "second"
        case Phase.RUN:
            return "actions"
        case _:
            return "bet"


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn: the cards and fields before the run, and the fields and arrivals after it."""

    number: int
    up: tuple[HorseCards, ...]
    fields: tuple[int, ...]
    after: tuple[int, ...]
    places: tuple[int | None, ...]
    arrivals: tuple[Arrival, ...]


@dataclass(frozen=True, slots=True)
class Lesson:
    """A race of four: Anna's slips, its first turn, a shared place, her payout."""

    players: int
    first: Slip
    begun: Turn
    shared: Turn
    paid: PlayerPaid
    podium: tuple[tuple[int, int], ...]
    doping: int = DOPING
    unfall: int = UNFALL

    @property
    def track(self) -> int:
        """The default length of the track."""
        return int(str(CHOICES["track"][0]))

    @property
    def bank(self) -> int:
        """The money in the bank after everybody got the start capital."""
        return ALL_MONEY - self.players * CAPITAL

    @property
    def race_cards(self) -> int:
        """Race cards dealt for a race."""
        return self.players * RACE_CARDS

    @property
    def action_cards(self) -> int:
        """Action cards dealt for a race."""
        return self.players * ACTION_CARDS

    @property
    def slips(self) -> int:
        """A first and a second slip for everybody and each race."""
        return self.players * RACES * 2

    @property
    def prices(self) -> tuple[int, ...]:
        """Prices of the first race cards bought in a race."""
        return tuple(map(card_price, range(4)))


@cache
def lesson(players: int) -> Lesson:
    """Play the examples for this number of players. Raises InvalidMove."""
    start(players, {})
    state, turns = _bets(start(len(EXAMPLE), {}), FIRST), []
    for number in range(1, len(TURNS) + 1):
        state, turn = _turn(state, number)
        turns.append(turn)
        if number == 1:
            state = _bets(state, SECOND)
    race = state.races[0]
    podium = tuple(sorted((place, horse) for horse, place in enumerate(race.places, start=1)))
    return Lesson(players, FIRST, turns[0], turns[SHARED - 1], race.players[0], podium)


def _bets(state: State, of_anna: Slip) -> State:
    """Lay Anna's slip, and empty slips for the others."""
    kind = Bet if state.phase is Phase.BET else SecondBet
    for seat in state.seats:
        state = _play(state, seat, kind(slip(()) if seat else of_anna))
    return state


def _turn(state: State, number: int) -> tuple[State, Turn]:
    for seat, numbers in enumerate(TURNS[number - 1]):
        state = _play(state, seat, RaceCard(numbers))
    for seat, horse, by in ACTIONS.get(number, ()):
        state = _play(state, seat, ActionCard(((horse, by),)))
    up, before = combine_cards(state), fields(state, None)
    state = _play(state, None, Run())
    return state, Turn(number, up, before, fields(state, None), places(state, None), arrivals(state))


def _play(state: State, seat: Seat | None, move: Move) -> State:
    return play(state, seat, move)[0]
