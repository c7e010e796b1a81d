"""Forms of Banque Fatale, open cards, the hand, and money on the pages of a payout."""

from dataclasses import replace
from random import Random

import pytest

from companion.games import banque_fatale
from companion.games.banque_fatale.moves import Auction, Bid, Deal, Keep, Move, Sell, Start, Take
from companion.games.banque_fatale.template_api import TemplateApi
from companion.games.types import InvalidMove
from tests.support.cast import ANNA, BEN
from tests.unit.games.banque_fatale.table import (
    after,
    bids_open,
    by_colour,
    dealt,
    heap,
)

BID = {"red": "2", "yellow": "0", "green": "0", "blue": "1", "orange": "0"}

FORMS: dict[str, tuple[dict[str, str], Move]] = {
    "start": ({}, Start()),
    "deal": ({"card": "blue"}, Deal("blue")),
    "auction": ({"card": "red+green"}, Auction("red+green")),
    "bid": (BID, Bid(heap(red=2, blue=1))),
    "take": ({"token": "orange"}, Take("orange")),
    "sell": ({"card": "red+red"}, Sell("red+red")),
    "keep": ({}, Keep()),
}


def test_open_cards_are_those_named_and_not_gone() -> None:
    state = dealt()
    assert TemplateApi.open_cards(state, ()) == ((), 3)
    assert TemplateApi.open_cards(state, ("red+green", "blue", "red")) == (("red+green", "blue"), 1), "Anna has red"
    state = after(state, (ANNA, Auction("blue")))
    assert TemplateApi.open_cards(state, ("red+green", "blue", "red")) == (("red+green",), 2)


@pytest.mark.parametrize(("do", "form"), FORMS.items())
def test_form_becomes_a_move(do: str, form: tuple[dict[str, str], Move]) -> None:
    fields, move = form
    assert banque_fatale.from_form(dealt(), ANNA, {"do": do, **fields}, Random) == move


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"do": "bet"},
        {"do": "deal", "card": "red+green"},
        {"do": "auction", "card": "hidden"},
        {"do": "take", "token": "purple"},
        {"do": "bid", "tokens": "hidden"},
        {"do": "bid", **BID, "red": ""},
        {"do": "bid", **BID, "red": "9"},
        {"do": "bid", **{colour: count for colour, count in BID.items() if count != "0"}},
    ],
    ids=str,
)
def test_bad_form_is_invalid(fields: dict[str, str]) -> None:
    with pytest.raises(InvalidMove):
        banque_fatale.from_form(dealt(), ANNA, fields, Random)


def test_hand_shows_tokens_held_and_bid() -> None:
    state = after(dealt(), (ANNA, Auction("orange")), (ANNA, Bid(heap(red=2, blue=1))), (BEN, Bid("hidden")))
    hand = banque_fatale.hand(state, ANNA, Random)
    assert [count for _, count in hand.tokens] == [0, 2, 2, 1, 2]
    assert hand.bid is not None
    assert [count for _, count in hand.bid] == [2, 0, 0, 1, 0]
    assert banque_fatale.hand(state, BEN, Random).bid is None


def test_shown_cash_follows_the_pages() -> None:
    state = replace(dealt(), values=by_colour(red=9, green=10))
    state, facts = bids_open(state, "red+green", [{"red": 2}, {"green": 2}])
    won, changes, red, green = facts[1:]
    assert TemplateApi.shown_money(state, [won]) == (0, 0, 0)
    assert dict(TemplateApi.shown_values(state, [won]))["red"] == 9
    assert TemplateApi.shown_money(state, [won, changes]) == (0, 0, 0)
    assert dict(TemplateApi.shown_values(state, [won, changes]))["red"] == 11
    assert TemplateApi.shown_money(state, [won, changes, red]) == (10, 0, 0)
    assert [value for _, value in TemplateApi.shown_values(state, [won, changes, red])] == [11, 2, 12, 2, 2]
    assert [value for _, value in TemplateApi.shown_values(state, [won, changes, red, green])] == [6, 2, 12, 2, 2]
    assert TemplateApi.shown_money(state, [won, changes, red, green]) == state.cash == (16, 0, 6)


def test_card_values_are_shown_before_and_after() -> None:
    state = replace(dealt(), values=by_colour(red=9, green=10))
    state, _ = bids_open(state, "red+green", [{"red": 2}, {"green": 2}])
    assert state.cards == (("red", "red+green"), ("yellow",), ("green",))
    told = [[(one.card, one.before, one.after) for one in cards] for cards in TemplateApi.card_changes(state)]
    assert told == [[("red", 9, 11), ("red+green", 9 + 10, 11 + 12)], [("yellow", 6, 2)], [("green", 10, 12)]]
