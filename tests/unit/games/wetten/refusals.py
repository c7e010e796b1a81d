"""Illegal moves of Wetten!: state, seat, move, reason, and a part of the sentence."""

from companion.games import wetten
from companion.games.types import Seat
from companion.games.wetten.moves import ActionCard, Bet, BuyCard, Move, RaceCard, Run, SecondBet, Slip, Stop
from companion.games.wetten.state import State
from tests.support.cast import ANNA, BEN
from tests.unit.games.wetten.table import (
    act,
    at_race,
    bets_down,
    cards_up,
    opened,
    race,
    rich,
    run,
    written,
)

LAID = written((1, 1, 3_000))
CARD = RaceCard((1, 1, 1, 1))
PLUS = ActionCard(((1, 2),))

EMPTY = opened()
ONE = wetten.play(EMPTY, ANNA, Bet(LAID))[0]
CARDS = bets_down(EMPTY, {ANNA: [(1, 1, 3_000)]})
ONE_CARD = wetten.play(CARDS, ANNA, CARD)[0]
UP = cards_up(CARDS)
SECOND = run(UP)[0]
PRO = run(cards_up(bets_down(opened(pro="always"), {ANNA: [(1, 1, 3_000)]})))[0]
TIRED = act(act(act(cards_up(bets_down(rich(EMPTY, {BEN: 50_000}))), BEN, h1=1), BEN, h1=1), BEN, h1=1)
POOR = bets_down(EMPTY, {ANNA: [(1, 1, 10_000)]})


def hidden_card() -> State:
    state = CARDS
    for seat in state.seats:
        state, _ = wetten.play(state, seat, RaceCard("hidden") if seat == BEN else CARD)
    return state


def hidden_slips(second: bool) -> State:
    """Before the run that brings all horses in."""
    state = opened(track=10, pro="always")
    for seat in state.seats:
        state, _ = wetten.play(state, seat, Bet(Slip("hidden", 2_000) if seat == BEN and not second else written()))
    state, _ = run(cards_up(state))
    if second:
        for seat in state.seats:
            state, _ = wetten.play(state, seat, SecondBet(Slip("hidden", 2_000) if seat == BEN else written()))
        state = cards_up(state, *[(9, 9, 9, 9)] * 3)
    return state


CASES: dict[str, tuple[State, Seat | None, Move, str, str]] = {
    "an action card before the bets": (EMPTY, ANNA, PLUS, "phase", "Next in race 1: put down a first slip"),
    "an end before the first race": (EMPTY, None, Stop(), "no-stop", "between races"),
    "a race card bought before the first bet": (EMPTY, ANNA, BuyCard(), "no-bet-down", "race 1"),
    "a race card bought between races": (race(EMPTY)[0], ANNA, BuyCard(), "no-bet-down", "race 2"),
    "a bet of nobody": (EMPTY, None, Bet(LAID), "nobody", "No player was chosen"),
    "a bet twice": (ONE, ANNA, Bet(written()), "slip-laid", "Anna's slip is already down"),
    "a race card twice": (ONE_CARD, ANNA, CARD, "card-laid", "Anna has already played a race card"),
    "a stake below the minimum": (at_race(3, EMPTY), BEN, Bet(written((1, 1, 1_000))), "stake-low", "least €2,000"),
    "a hidden sum below it": (at_race(5, EMPTY), BEN, Bet(Slip("hidden", 2_000)), "stake-low", "least €3,000"),
    "a pair twice": (EMPTY, BEN, Bet(written((1, 1, 1_000), (1, 1, 2_000))), "pair-twice", "twice"),
    "more than what is left": (SECOND, ANNA, SecondBet(written((1, 1, 8_000))), "purse", "Bet €1,000 less"),
    "a fourth action card": (TIRED, BEN, PLUS, "no-action-card", "Ben has played all 3"),
    "an action card too dear": (act(cards_up(POOR), ANNA, h1=1), ANNA, PLUS, "action-price", "€3,000 short."),
    "a race card too dear": (POOR, ANNA, BuyCard(), "card-price", "Anna has only €0: €1,000 short."),
    "an open slip without the pro rule": (SECOND, ANNA, SecondBet(LAID, (1, 1)), "no-pro", "race 1"),
    "an open bet that is not there": (PRO, ANNA, SecondBet(LAID, (1, 2)), "not-on-slip", "horse 1 to come 2nd"),
    "an open slip without a bet": (PRO, BEN, SecondBet(LAID, (1, 1)), "not-on-slip", "Ben's first slip"),
    "an open slip that is hidden": (hidden_slips(False), BEN, SecondBet(LAID, (1, 1)), "open-hidden", "Ben's first"),
    "a run by a hidden card": (hidden_card(), None, Run(), "hidden-moves", "Ben's race card"),
    "a payout of a hidden slip": (hidden_slips(True), None, Run(), "hidden-bets", "Ben's bets"),
}
