"""Set-up, and the three phases of a round."""

from companion.games import banque_fatale
from companion.games.banque_fatale.constants import COLOURS, PIQUES, SINGLES
from companion.games.banque_fatale.events import (
    AuctionWon,
    Begun,
    Dealt,
    HandClosed,
    Kept,
    NewRound,
    Sold,
    Taken,
    ValuesSet,
)
from companion.games.banque_fatale.moves import Auction, Bid, Deal, Keep, Sell, Start, Take
from companion.games.banque_fatale.state import Phase, State
from companion.games.types import PendingDecision
from tests.support.cast import ANNA, BEN, CARLA, DORA
from tests.unit.games.banque_fatale.table import a_round, after, bids_open, by_colour, dealt, heap, tokens_back


def asked(state: State) -> list[tuple[str, int | None]]:
    return [(ask.do, ask.seat) for ask in banque_fatale.asks(state)]


def test_sixteen_cards_hold_each_pair_of_colours_once() -> None:
    assert len(PIQUES) == 16
    assert [card for card in PIQUES if len(PIQUES[card]) == 1] == list(SINGLES) == list(COLOURS)
    pairs = [card for card in PIQUES if len(set(PIQUES[card])) == 2]
    assert len(pairs) == 10
    assert pairs[:4] == ["red+yellow", "red+green", "red+blue", "red+orange"]
    assert set(PIQUES) - set(SINGLES) - set(pairs) == {"red+red"}


def test_first_cards_come_in_any_order() -> None:
    state, facts = banque_fatale.play(banque_fatale.start(3, {}), BEN, Start())
    assert facts == (Begun(start=BEN),)
    assert asked(state) == [("deal", ANNA), ("deal", BEN), ("deal", CARLA)]
    state, facts = banque_fatale.play(state, CARLA, Deal("blue"))
    assert facts == (Dealt(seat=CARLA, card="blue"),)
    assert asked(state) == [("deal", ANNA), ("deal", BEN)]
    state = after(state, (ANNA, Deal("red")), (BEN, Deal("orange")))
    assert state.cards == (("red",), ("orange",), ("blue",))
    assert asked(state) == [("auction", BEN)]


def test_bids_come_in_any_order() -> None:
    state = after(dealt(4, start=CARLA), (CARLA, Auction("orange")))
    assert [(ask.do, ask.seat, ask.final) for ask in banque_fatale.asks(state)] == [
        ("bid", seat, False) for seat in (CARLA, DORA, ANNA, BEN)
    ]
    state, facts = banque_fatale.play(state, ANNA, Bid(heap(red=2)))
    assert facts == (HandClosed(seat=ANNA),)
    assert asked(state) == [("bid", CARLA), ("bid", DORA), ("bid", BEN)]


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


def test_winners_left_neighbour_takes_tokens_first() -> None:
    state, _ = bids_open(dealt(4, start=DORA), "orange", [{"red": 1}, {"red": 2}, {"blue": 1}, {"blue": 1}])
    turns = []
    for token in ("blue", "red", "blue", "red", "red"):
        ((do, seat),) = asked(state)
        assert do == "take"
        assert seat is not None
        turns.append(seat)
        state, (taken, *_) = banque_fatale.play(state, seat, Take("red" if token == "red" else "blue"))
    assert turns == [CARLA, DORA, ANNA, BEN, CARLA]
    assert isinstance(taken, Taken)
    assert (taken.seat, taken.left) == (CARLA, 0)
    assert state.phase is Phase.SALE
    assert state.tokens[CARLA] == (3, 2, 2, 2, 2)


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


def test_card_won_earlier_can_be_sold() -> None:
    state = a_round(dealt(), "orange", [{"red": 1}])
    state = a_round(a_round(state, "blue"), "red+red")
    state = tokens_back(bids_open(state, "blue+orange", [])[0])
    assert state.for_sale == ("red", "orange")
