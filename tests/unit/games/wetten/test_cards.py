"""Wetten!, at any time: action cards, and race cards that are bought or drawn."""

import pytest

from companion.games import wetten
from companion.games.types import IllegalMove
from companion.games.wetten.events import ActionPlayed, CardBought, CardLaid
from companion.games.wetten.moves import Bet, BuyCard, RaceCard, Run, SecondBet, Slip
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


def test_slips_and_race_cards_are_secret_and_nothing_else_is() -> None:
    slip = written((1, 1, 1_000), (2, 2, 2_000))
    assert wetten.redact(Bet(slip)) == Bet(Slip("hidden", 3_000))
    assert wetten.redact(SecondBet(slip, (1, 1))) == SecondBet(Slip("hidden", 3_000), (1, 1))
    assert wetten.redact(RaceCard((1, 2, 3, 4))) == RaceCard("hidden")
    for move in (BuyCard(), Run()):
        assert wetten.redact(move) == move


def test_all_action_cards_of_a_turn_count_together() -> None:
    """−9 and then +7 on 3 is 1, and not 0 and then 7."""
    state = act(act(cards_up(bets_down(opened()), (3, 0, 0, 0)), ANNA, h1=-9), BEN, h1=7)
    assert run(state)[0].horses[0].field == 1


def test_an_action_card_is_gone_after_its_turn() -> None:
    state, _ = run(act(cards_up(bets_down(opened()), (3, 0, 0, 0)), ANNA, h1=9))
    state, _ = turn(second_bets_down(state), (1, 0, 0, 0))
    assert state.horses[0].field == 13


def test_the_first_action_card_is_free_the_second_costs_3_and_the_third_5_minimum_stakes() -> None:
    state = cards_up(bets_down(rich(at_race(3, opened()), {ANNA: 20_000})))
    prices = []
    for _ in range(3):
        state, (played,) = wetten.play(state, ANNA, wetten.GAME.read({"do": "action-card", "adjust": {"1": 1}}))
        assert isinstance(played, ActionPlayed)
        prices.append((played.number, played.times, played.price, played.money))
    assert prices == [(1, 0, 0, 20_000), (2, 3, 6_000, 14_000), (3, 5, 10_000, 4_000)]
    assert ("action-card", ANNA) not in asked(state)
    assert ("action-card", BEN) in asked(state)


def test_action_cards_are_counted_over_all_turns_of_a_race_and_anew_in_the_next() -> None:
    state, _ = run(act(cards_up(bets_down(opened())), ANNA, h1=1))
    state = act(cards_up(second_bets_down(state)), ANNA, h1=1)
    assert state.money[ANNA] == 7_000
    assert cards_up(bets_down(race(opened())[0])).players[ANNA].played == 0


def test_an_action_card_on_a_horse_that_is_in_is_paid_and_has_no_effect() -> None:
    state, _ = turn(bets_down(opened(track=10)), (9, 0, 0, 0), (9, 0, 0, 0))
    state = act(cards_up(state), ANNA, h2=1)
    after, (played,) = wetten.play(state, ANNA, wetten.GAME.read({"do": "action-card", "adjust": {"1": -9, "3": 2}}))
    assert isinstance(played, ActionPlayed)
    assert (played.idle, played.price, after.money[ANNA]) == ((1,), 3_000, 7_000)
    after, _ = run(after)
    assert after.horses[0] == state.horses[0]
    assert after.horses[2].field == 2


def test_action_cards_are_offered_to_those_who_can_pay() -> None:
    state = cards_up(bets_down(opened(), {ANNA: [(1, 1, 8_000)]}))
    assert ("action-card", ANNA) in asked(state)
    state = act(state, ANNA, h1=1)
    assert ("action-card", ANNA) not in asked(state)


def test_race_cards_are_sold_once_somebodys_bet_is_down_until_the_payout() -> None:
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


def test_the_price_of_a_race_card_doubles_for_its_buyer_alone_and_is_1_000_again_in_the_next_race() -> None:
    state, (bought,) = wetten.play(buy(bets_down(opened()), ANNA, 2), ANNA, BuyCard())
    assert bought == CardBought(seat=ANNA, price=4_000, following=8_000, money=3_000)
    assert state.players[BEN].card_price == 1_000
    assert ("buy-card", ANNA) not in [(ask.do, ask.seat) for ask in wetten.asks(state)]
    state, _ = race(opened())
    assert buy(bets_down(state), ANNA).money[ANNA] == 9_000


def test_who_has_one_race_card_left_after_playing_draws_one_free() -> None:
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


def test_a_bought_card_is_one_more_in_the_hand() -> None:
    _, facts = wetten.play(buy(bets_down(opened()), ANNA, 2), ANNA, RaceCard((0, 0, 0, 0)))
    assert facts == (CardLaid(seat=ANNA, hand=7, drew=False),)
