"""Builders for games of Wetten!: slips, race cards and runs."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.games import wetten
from companion.games.types import GameEvent, Seat
from companion.games.wetten.events import CameIn, PlayerPaid, RacePaid
from companion.games.wetten.moves import ActionCard, Bet, BuyCard, Pair, RaceCard, Run, SecondBet, Single, Slip, slip
from companion.games.wetten.state import Phase, State

Facts = tuple[GameEvent, ...]
Bets = Sequence[tuple[int, int, int]]
"""(horse, place, stake)"""

Slips = Mapping[Seat, Bets]
KNOWN = ("Queen", "Raider", "Lucky Slevin", "Joker")
"""The horses in English."""
STILL = (0, 0, 0, 0)
NO_BETS: Slips = {}
CLOSED: Mapping[Seat, Pair] = {}


def written(*bets: tuple[int, int, int]) -> Slip:
    return slip([Single(*bet) for bet in bets])


def opened(players: int = 3, **options: object) -> State:
    """A game before the first bet, without the pro rule unless it is given."""
    return wetten.start(players, {"pro": "never", **options})


def at_race(number: int, state: State) -> State:
    """The same game at another race, with the same money."""
    return replace(state, race=number)


def rich(state: State, money: Mapping[Seat, int]) -> State:
    """The same game with other purses; the bank has the rest."""
    players = tuple(replace(p, money=money.get(seat, p.money)) for seat, p in enumerate(state.players))
    moved = sum(p.money for p in players) - sum(state.money)
    return replace(state, players=players, bank=state.bank - moved)


def bets_down(state: State, slips: Slips = NO_BETS) -> State:
    """Lay everybody's first slip; players left out bet nothing."""
    for seat in state.seats:
        state, _ = wetten.play(state, seat, Bet(written(*slips.get(seat, ()))))
    return state


def second_bets_down(state: State, slips: Slips = NO_BETS, opens: Mapping[Seat, Pair] = CLOSED) -> State:
    """Lay everybody's second slip, and open some first slips."""
    for seat in state.seats:
        state, _ = wetten.play(state, seat, SecondBet(written(*slips.get(seat, ())), opens.get(seat)))
    return state


def cards_up(state: State, *cards: Sequence[int]) -> State:
    """Play everybody's race card by seat; players left out move no horse."""
    for seat in state.seats:
        numbers = cards[seat] if seat < len(cards) else STILL
        state, _ = wetten.play(state, seat, RaceCard(tuple(numbers)))
    return state


def act(state: State, seat: Seat, **adjust: int) -> State:
    """Play an action card: `h2=2` moves horse 2 two fields further."""
    pairs = tuple((int(horse[1:]), by) for horse, by in adjust.items())
    return wetten.play(state, seat, ActionCard(pairs))[0]


def run(state: State) -> tuple[State, Facts]:
    return wetten.play(state, None, Run())


def turn(state: State, *cards: Sequence[int]) -> tuple[State, Facts]:
    """Play race cards and a run; after the first turn also empty second slips."""
    state, facts = run(cards_up(state, *cards))
    return (second_bets_down(state) if state.phase is Phase.SECOND_BET else state), facts


def race(
    state: State,
    first: Slips = NO_BETS,
    second: Slips = NO_BETS,
    opens: Mapping[Seat, Pair] = CLOSED,
    order: str = "1234",
) -> tuple[State, Facts]:
    """A race on a track of at most 30 fields in which the horses come in one by one, in this order."""
    state = bets_down(state, first)
    state, facts = run(cards_up(state))
    state = second_bets_down(state, second, opens)
    for horse in order:
        numbers = [9 if str(number) == horse else 0 for number in (1, 2, 3, 4)]
        while state.horses[int(horse) - 1].place is None and state.phase is Phase.CARDS and state.turn:
            state, facts = run(cards_up(state, *[numbers] * len(state.players)))
    return state, facts


def buy(state: State, seat: Seat, times: int = 1) -> State:
    for _ in range(times):
        state, _ = wetten.play(state, seat, BuyCard())
    return state


def places(facts: Facts) -> dict[int, int]:
    """The places that a run gave, by horse."""
    return {one.horse: one.place for fact in facts if isinstance(fact, CameIn) for one in fact.arrivals}


def payouts(facts: Facts) -> dict[Seat, PlayerPaid]:
    return {fact.seat: fact for fact in facts if isinstance(fact, PlayerPaid)}


def told(facts: Facts) -> RacePaid:
    """The event of the paid race."""
    (paid,) = [fact for fact in facts if isinstance(fact, RacePaid)]
    return paid
