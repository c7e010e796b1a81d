"""The phases of a round, extra payouts and the final account."""

from dataclasses import replace

from companion.games import banque_fatale
from companion.games.banque_fatale.constants import COLOURS, PIQUES, SINGLES
from companion.games.banque_fatale.events import (
    Account,
    AuctionWon,
    ExtraPaid,
    GameOver,
    Kept,
    Line,
    NewRound,
    Sold,
    ValuesSet,
)
from companion.games.banque_fatale.moves import Keep, Sell
from companion.games.banque_fatale.state import Phase, State
from companion.games.banque_fatale.template_api import TemplateApi
from companion.games.types import PendingDecision
from tests.support.cast import ANNA, BEN, CARLA
from tests.unit.games.banque_fatale.table import (
    Facts,
    a_round,
    bids_open,
    by_colour,
    dealt,
    heap,
    last_round,
    tokens_back,
)


def asked(state: State) -> list[tuple[str, int | None]]:
    return [(ask.do, ask.seat) for ask in banque_fatale.asks(state)]


def test_sixteen_cards_hold_each_pair_of_colours_once() -> None:
    assert len(PIQUES) == 16
    assert [card for card in PIQUES if len(PIQUES[card]) == 1] == list(SINGLES) == list(COLOURS)
    pairs = [card for card in PIQUES if len(set(PIQUES[card])) == 2]
    assert len(pairs) == 10
    assert pairs[:4] == ["red+yellow", "red+green", "red+blue", "red+orange"]
    assert set(PIQUES) - set(SINGLES) - set(pairs) == {"red+red"}


def test_last_bid_opens_all_hands_and_sets_values() -> None:
    state, facts = bids_open(dealt(), "blue+orange", [{"red": 2, "blue": 1}, {}, {"green": 1}])
    _, won, changes = facts
    assert won == AuctionWon(
        round=1,
        start=ANNA,
        card="blue+orange",
        bids=((("red", 2), ("blue", 1)), (), (("green", 1),)),
        sizes=(3, 0, 1),
        equals=(ANNA,),
        winner=ANNA,
        reveals=(5, 6, 7),
    )
    assert isinstance(changes, ValuesSet)
    assert state.values == by_colour(2, red=8, green=5, blue=5)
    assert state.cards[ANNA] == ("red", "blue+orange")
    assert state.middle == heap(red=2, green=1, blue=1)
    assert state.tokens[ANNA] == (0, 2, 2, 1, 2)


def test_start_player_may_sell_one_card() -> None:
    state = tokens_back(bids_open(dealt(), "orange", [{}, {"red": 2}])[0])
    assert banque_fatale.asks(state) == (
        PendingDecision("keep", ANNA, "1.sale.keep"),
        PendingDecision("sell", ANNA, "1.sale.sell", waits=False),
    )
    kept, facts = banque_fatale.play(state, ANNA, Keep())
    assert facts == (Kept(seat=ANNA), NewRound(round=2, start=BEN))
    assert (kept.cash, kept.cards[ANNA]) == ((0, 0, 0), ("red",))
    sold, facts = banque_fatale.play(state, ANNA, Sell("red"))
    assert isinstance(facts[0], Sold)
    assert (sold.cash, sold.cards[ANNA]) == ((8, 0, 0), ())
    assert asked(kept) == asked(sold) == [("auction", BEN)]


def test_card_just_won_cannot_be_sold() -> None:
    state = a_round(dealt(4), "orange", [{}, {"red": 1}], sell="red")
    for card in ("red+red", "red+blue", "red+green"):
        state = a_round(state, card)
    state = tokens_back(bids_open(state, "blue+orange", [{"red": 1}])[0])
    assert (state.start, state.cards[ANNA]) == (ANNA, ("blue+orange",))
    assert asked(state) == [("keep", ANNA)]


def extras(facts: Facts) -> list[ExtraPaid]:
    return [fact for fact in facts if isinstance(fact, ExtraPaid)]


def test_several_colours_pay_in_order() -> None:
    state = replace(dealt(), values=by_colour(red=10, green=9))
    state, facts = bids_open(state, "red+green", [{}, {"red": 2}, {"green": 2}])
    red, green = extras(facts)
    assert (red.colour, red.value, red.each, red.back) == ("red", 12, 6, 6)
    assert red.lines == (Line(ANNA, (("red", 1),), 1, 6), Line(BEN, (("red+green", 1),), 1, 6))
    assert (green.colour, green.value, green.each) == ("green", 11, 5)
    assert green.lines == (Line(BEN, (("red+green", 1),), 1, 5), Line(CARLA, (("green", 1),), 1, 5))
    assert state.cash == (6, 11, 5)
    assert state.values == by_colour(2, red=6, green=6)


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
    assert TemplateApi.card_values(state) == ((9 + 9 + 10, 11 + 11 + 12), (6, 2), (10, 12))


def ended(*, tokens_count: bool = True, sell: bool = False) -> Facts:
    """The last round: Anna, who starts, wins twice red with two red tokens."""
    state = replace(last_round(dealt(tokens_count=tokens_count)), values=by_colour(red=6), cash=(1, 20, 3))
    state = tokens_back(bids_open(state, "red+red", [{"red": 2}])[0])
    assert state.left == ()
    state, facts = banque_fatale.play(state, ANNA, Sell("red") if sell else Keep())
    assert state.phase is Phase.OVER
    assert banque_fatale.scores(state) == tuple(fact.wealth for fact in facts if isinstance(fact, Account))
    assert TemplateApi.shown_money(state, facts) == banque_fatale.scores(state)
    assert TemplateApi.shown_money(state, ()) == state.cash
    return facts


def test_wealth_is_cash_tokens_and_cards() -> None:
    kept, anna, ben, carla, over = ended()
    assert kept == Kept(seat=ANNA)
    assert isinstance(anna, Account)
    assert isinstance(ben, Account)
    assert isinstance(carla, Account)
    assert (anna.cash, anna.tokens, anna.each) == (1, 8, 1)
    assert [(price.card, price.values, price.total) for price in anna.cards] == [
        ("red", (("red", 8),), 8),
        ("red+red", (("red", 8), ("red", 8)), 16),
    ]
    assert anna.wealth == 1 + 8 + 24
    assert (ben.cash, ben.tokens, ben.wealth) == (20, 11, 20 + 11 + 2)
    assert carla.wealth == 3 + 11 + 2
    assert over == GameOver(winners=(ANNA, BEN))  # equals share the victory: 33 each
