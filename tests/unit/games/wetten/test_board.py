"""The board of a race: fields, places, and the sums of a turn's cards."""

from dataclasses import replace
from random import Random

from companion.games import wetten
from companion.games.wetten.board import HorseCards, PlayedCard, shown_money
from companion.games.wetten.moves import ActionCard, SecondBet, Stop
from companion.games.wetten.state import State
from companion.games.wetten.template_api import TemplateApi
from tests.support.cast import ANNA, BEN, CARLA
from tests.unit.games.wetten.table import bets_down, cards_up, opened, run, second_bets_down, written


def after(state: State, *cards: tuple[int, ActionCard]) -> State:
    for seat, card in cards:
        state, _ = wetten.play(state, seat, card)
    return state


def test_cards_of_a_turn_add_up_by_horse() -> None:
    state = cards_up(bets_down(opened()), (3, 2, 2, 1), (1, 2, 1, 4), (1, 2, 2, 1))
    state = after(state, (BEN, ActionCard(((2, 2),))), (ANNA, ActionCard(((2, -2), (3, -9)))))
    assert TemplateApi.combine_cards(state) == (
        HorseCards(1, (3, 1, 1), (), 5),
        HorseCards(2, (2, 2, 2), ((BEN, 2), (ANNA, -2)), 6),
        HorseCards(3, (2, 1, 2), ((ANNA, -9),), 0),
        HorseCards(4, (1, 4, 1), (), 6),
    )


def test_action_cards_are_offered_with_their_price() -> None:
    state = cards_up(bets_down(opened()))
    assert [(seat, price) for seat, _, price in TemplateApi.possible_actions(state)] == [
        (ANNA, 0),
        (BEN, 0),
        (CARLA, 0),
    ]
    plus = ActionCard(((1, 1),))
    state = after(state, (ANNA, plus), (ANNA, plus), (BEN, plus))
    assert [(seat, price) for seat, _, price in TemplateApi.possible_actions(state)] == [
        (ANNA, 5_000),
        (BEN, 3_000),
        (CARLA, 0),
    ]
    state = after(state, (ANNA, plus))
    assert [seat for seat, _, _ in TemplateApi.possible_actions(state)] == [BEN, CARLA]
    asked = {
        (ask.seat, ask.slot)
        for ask in wetten.asks(state)
        if isinstance(wetten.suggest(state, ask, Random(1)), ActionCard)
    }
    assert {(seat, slot) for seat, slot, _ in TemplateApi.possible_actions(state)} == asked
    assert TemplateApi.possible_actions(run(state)[0]) == ()


def test_players_without_money_may_bet_nothing() -> None:
    assert TemplateApi.seats_without_money(opened()) == ()
    state = bets_down(opened(), {ANNA: [(1, 1, 10_000)], BEN: [(1, 1, 9_000)]})
    assert TemplateApi.seats_without_money(state) == (), "a race card is asked for"
    second = run(cards_up(state))[0]
    assert TemplateApi.seats_without_money(second) == (ANNA,)
    assert TemplateApi.seats_without_money(replace(second, race=3)) == (ANNA, BEN), (
        "the minimum stake of race 3 is 2,000"
    )
    assert TemplateApi.seats_without_money(wetten.play(second, ANNA, SecondBet(written()))[0]) == ()


def test_finished_horse_does_not_move() -> None:
    state = second_bets_down(run(cards_up(bets_down(opened(track=10)), (9, 0, 0, 0), (9, 0, 0, 0)))[0])
    assert TemplateApi.podium(state, None) == ((1, 1),)
    assert [one.total for one in TemplateApi.combine_cards(cards_up(state, (9, 1, 0, 0)))] == [None, 1, 0, 0]


def test_each_action_card_shows_its_price() -> None:
    state = cards_up(bets_down(opened()))
    plus, minus = ActionCard(((1, 1),)), ActionCard(((4, -1),))
    state = after(state, (ANNA, plus), (BEN, minus), (ANNA, minus))
    assert TemplateApi.action_cards(state) == (
        PlayedCard(ANNA, plus.adjust, 0),
        PlayedCard(BEN, minus.adjust, 0),
        PlayedCard(ANNA, minus.adjust, 3_000),
    )


def test_page_of_a_paid_race_shows_the_final_fields() -> None:
    state, facts = run(cards_up(bets_down(opened(track=10)), (9, 8, 7, 6), (9, 8, 7, 6)))
    page = facts[-1]
    assert (TemplateApi.fields(state, page), TemplateApi.fields(state, None)) == ((18, 16, 14, 12), (0, 0, 0, 0))
    assert TemplateApi.podium(state, page) == ((1, 1), (2, 2), (3, 3), (4, 4))


def test_end_by_agreement_pays_nothing_again() -> None:
    slips = {ANNA: [(1, 1, 2_000)]}
    paid, _ = run(cards_up(bets_down(opened(track=10), slips), (9, 8, 7, 6), (9, 8, 7, 6)))
    assert shown_money(paid, ())[ANNA] == paid.money[ANNA] - 8_000
    over, _ = wetten.play(paid, None, Stop())
    assert shown_money(over, ()) == over.money == paid.money
