"""Legal moves for tests, demonstrations and load."""

from random import Random

from companion.games.types import PendingDecision, Seat
from companion.games.wetten.constants import FASTEST, UNIT
from companion.games.wetten.moves import (
    EVERY,
    ActionCard,
    Bet,
    BuyCard,
    Move,
    Pair,
    RaceCard,
    Run,
    SecondBet,
    Single,
    Slip,
    Stop,
    slip,
)
from companion.games.wetten.rules import may_open
from companion.games.wetten.state import State

PAIRS = [(horse, place) for horse in EVERY for place in EVERY]
MOST_BETS = 4
BOLD = 0.5
QUICK = 3
"""Highest number on race cards for a short track; longer tracks have higher ones."""


def suggest(state: State, ask: PendingDecision, rng: Random) -> Move:
    match ask.do, ask.seat:
        case "bet", int(seat):
            return Bet(_slip(state, seat, rng))
        case "second-bet", int(seat):
            return SecondBet(_slip(state, seat, rng), _double(state, seat, rng))
        case "race-card", _:
            fastest = min(FASTEST, QUICK + state.track // 20)
            return RaceCard(tuple(rng.randint(1, fastest) for _ in EVERY))
        case "action-card", _:
            horses = rng.sample(EVERY, rng.choice((1, 1, 2)))
            return ActionCard(tuple((horse, rng.choice((2, -2, 1, -3))) for horse in sorted(horses)))
        case "buy-card", _:
            return BuyCard()
        case "stop", _:
            return Stop()
    return Run()


def _slip(state: State, seat: Seat, rng: Random) -> Slip:
    """Bet up to half of the money, sometimes all of it."""
    money = state.players[seat].money
    left = money if rng.random() < 1 / 10 else money // 2 // UNIT * UNIT
    bets = []
    for horse, place in rng.sample(PAIRS, rng.randint(0, MOST_BETS)):
        if left < state.min_stake:
            break
        stake = rng.randrange(state.min_stake, left + 1, UNIT)
        bets.append(Single(horse, place, stake))
        left -= stake
    return slip(bets)


def _double(state: State, seat: Seat, rng: Random) -> Pair | None:
    first = state.players[seat].first
    if not may_open(state, seat) or first is None or isinstance(first.slip.bets, str) or rng.random() > BOLD:
        return None
    return rng.choice(first.slip.bets).pair
