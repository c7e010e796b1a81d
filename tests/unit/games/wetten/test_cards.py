"""Action cards, and race cards that are bought or drawn."""

import pytest

from companion.games import wetten
from companion.games.types import IllegalMove
from companion.games.wetten.events import ActionPlayed, CardBought, CardLaid
from companion.games.wetten.moves import Bet, BuyCard, RaceCard
from companion.games.wetten.state import Phase, State
from tests.support.cast import ANNA, BEN, CARLA
from tests.unit.games.wetten.table import (
    act,
    asked,
    at_race,
    bets_down,
    buy,
    cards_up,
    opened,
    race,
    rich,
    run,
    second_bets_down,
    turn,
    written,
)


def test_action_cards_of_a_turn_add_up() -> None:
    """−9 and then +7 on 3 is 1, and not 0 and then 7."""
    state = act(act(cards_up(bets_down(opened()), (3, 0, 0, 0)), ANNA, h1=-9), BEN, h1=7)
    assert run(state)[0].horses[0].field == 1


def test_action_cards_cost_0_3_and_5_minimum_stakes() -> None:
    state = cards_up(bets_down(rich(at_race(3, opened()), {ANNA: 20_000})))
    prices = []
    for _ in range(3):
        state, (played,) = wetten.play(state, ANNA, wetten.GAME.read({"do": "action-card", "adjust": {"1": 1}}))
        assert isinstance(played, ActionPlayed)
        prices.append((played.number, played.times, played.price, played.money))
    assert prices == [(1, 0, 0, 20_000), (2, 3, 6_000, 14_000), (3, 5, 10_000, 4_000)]
    assert ("action-card", ANNA) not in asked(state)
    assert ("action-card", BEN) in asked(state)


def test_action_card_on_a_finished_horse_is_wasted() -> None:
    state, _ = turn(bets_down(opened(track=10)), (9, 0, 0, 0), (9, 0, 0, 0))
    state = act(cards_up(state), ANNA, h2=1)
    after, (played,) = wetten.play(state, ANNA, wetten.GAME.read({"do": "action-card", "adjust": {"1": -9, "3": 2}}))
    assert isinstance(played, ActionPlayed)
    assert (played.idle, played.price, after.money[ANNA]) == ((1,), 3_000, 7_000)
    after, _ = run(after)
    assert after.horses[0] == state.horses[0]
    assert after.horses[2].field == 2


def test_race_cards_are_sold_from_first_bet_to_payout() -> None:
    state = opened()
    assert not [ask for ask in wetten.asks(state) if ask.do == "buy-card"]
    state, _ = wetten.play(state, BEN, Bet(written()))
    state = buy(state, ANNA)
    state = buy(bets_down_rest(state), ANNA)
    state = buy(cards_up(state), CARLA)
    state, _ = run(state)
    state = buy(state, CARLA)
    assert state.money == (7_000, 10_000, 7_000)
    state, _ = run(cards_up(second_bets_down(state), *[(9, 9, 9, 9)] * 3))
    state, _ = run(cards_up(state, *[(9, 9, 9, 9)] * 3))
    assert state.race == 2
    with pytest.raises(IllegalMove, match="no-bet-down"):
        buy(state, ANNA)


def bets_down_rest(state: State) -> State:
    for seat in (ANNA, CARLA):
        state, _ = wetten.play(state, seat, Bet(written()))
    return state


def test_race_card_price_doubles_for_its_buyer_alone() -> None:
    state, (bought,) = wetten.play(buy(bets_down(opened()), ANNA, 2), ANNA, BuyCard())
    assert bought == CardBought(seat=ANNA, price=4_000, following=8_000, money=3_000)
    assert state.players[BEN].card_price == 1_000
    assert ("buy-card", ANNA) not in [(ask.do, ask.seat) for ask in wetten.asks(state)]
    state, _ = race(opened())
    assert buy(bets_down(state), ANNA).money[ANNA] == 9_000


def test_last_card_but_one_draws_a_free_card() -> None:
    """Decided: always."""
    state, drew = bets_down(opened(track=200)), []
    for _ in range(8):
        state, facts = wetten.play(state, ANNA, RaceCard((0, 0, 0, 0)))
        drew += [(fact.hand, fact.drew) for fact in facts if isinstance(fact, CardLaid)]
        for seat in (BEN, CARLA):
            state, _ = wetten.play(state, seat, RaceCard((0, 0, 0, 0)))
        state, _ = run(state)
        state = second_bets_down(state) if state.phase is Phase.SECOND_BET else state
    assert drew == [(5, False), (4, False), (3, False), (2, False), *[(2, True)] * 4]
