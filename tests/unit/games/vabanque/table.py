"""Builders for games of Vabanque: phases and rounds."""

from collections.abc import Mapping, Sequence

from companion.games import vabanque
from companion.games.types import GameEvent, Seat
from companion.games.vabanque.constants import CARDS
from companion.games.vabanque.events import CasinoPaid
from companion.games.vabanque.moves import Card, Chips, Lay, Start, Step
from companion.games.vabanque.state import Phase, State

Facts = tuple[GameEvent, ...]
HAND: tuple[Card, ...] = CARDS
Hands = Mapping[Seat, Mapping[Card, int]]
"""The table of each card by seat; cards left out go aside."""


def seated(players: int = 3, start: Seat = 0, casino: int = 1, **options: str) -> State:
    """A game in which the pawns are set up."""
    return vabanque.play(vabanque.start(players, options), start, Start(casino))[0]


def chips_down(state: State, counts: Mapping[int, int], aside: int) -> State:
    """Place the chips as counted; the others of the phase go to the table `aside`."""
    rest = state.left - sum(counts.values())
    every = {**counts, aside: counts.get(aside, 0) + rest}
    return vabanque.play(state, None, Chips(tuple(sorted(every.items()))))[0]


def cards_down(state: State, hands: Hands, aside: int) -> State:
    """Lay all cards, in turn; cards without a place in `hands` go aside."""
    while state.phase is Phase.CARDS:
        card = HAND[state.placed[state.turn]]
        casino = hands.get(state.turn, {}).get(card, aside)
        state, _ = vabanque.play(state, state.turn, Lay(card, casino))
    return state


def pawns_moved(state: State, steps: Sequence[int]) -> tuple[State, Facts]:
    """Move all pawns in turn; `steps` by seat. Returns the events of the last move."""
    facts: Facts = ()
    for seat in state.order:
        state, facts = vabanque.play(state, seat, Step(steps[seat]))
    return state, facts


def a_round(
    state: State, counts: Mapping[int, int], hands: Hands, steps: Sequence[int], aside: int
) -> tuple[State, Facts]:
    return pawns_moved(cards_down(chips_down(state, counts, aside), hands, aside), steps)


def payouts(facts: Facts) -> dict[int, CasinoPaid]:
    return {fact.casino: fact for fact in facts if isinstance(fact, CasinoPaid)}
