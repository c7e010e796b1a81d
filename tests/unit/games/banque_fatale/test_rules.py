"""Set-up, and the three phases of a round."""

import pytest

from companion.games import banque_fatale
from companion.games.banque_fatale.constants import COLOURS, PIQUES, SINGLES
from companion.games.banque_fatale.events import (
    AuctionWon,
    Begun,
    Dealt,
    ExtraPaid,
    HandClosed,
    Kept,
    NewRound,
    Sold,
    Taken,
    UpForAuction,
    ValuesSet,
)
from companion.games.banque_fatale.moves import Auction, Bid, Deal, Keep, Sell, Start, Take
from companion.games.banque_fatale.state import Phase, State
from companion.games.banque_fatale.template_api import TemplateApi
from companion.games.types import PendingDecision
from tests.support.cast import ANNA, BEN, CARLA, DORA
from tests.unit.games.banque_fatale.table import a_round, after, bids_open, by_colour, dealt, heap, tokens_back


def asked(state: State) -> list[tuple[str, int | None]]:
    return [(ask.do, ask.seat) for ask in banque_fatale.asks(state)]


def test_there_are_sixteen_cards_each_pair_of_colours_once() -> None:
    assert len(PIQUES) == 16
    assert [card for card in PIQUES if len(PIQUES[card]) == 1] == list(SINGLES) == list(COLOURS)
    pairs = [card for card in PIQUES if len(set(PIQUES[card])) == 2]
    assert len(pairs) == 10
    assert pairs[:4] == ["red+yellow", "red+green", "red+blue", "red+orange"]
    assert set(PIQUES) - set(SINGLES) - set(pairs) == {"red+red"}


@pytest.mark.parametrize("players", [3, 4])
def test_everybody_starts_with_two_tokens_of_each_colour_and_no_money(players: int) -> None:
    state = banque_fatale.start(players, {})
    assert state.tokens == ((2, 2, 2, 2, 2),) * players
    assert state.cash == banque_fatale.scores(state) == (0,) * players
    assert state.values == (6, 6, 6, 6, 6)
    assert asked(state) == [("start", seat) for seat in range(players)]


def test_first_cards_come_in_any_order_of_players() -> None:
    state, facts = banque_fatale.play(banque_fatale.start(3, {}), BEN, Start())
    assert facts == (Begun(start=BEN),)
    assert asked(state) == [("deal", ANNA), ("deal", BEN), ("deal", CARLA)]
    state, facts = banque_fatale.play(state, CARLA, Deal("blue"))
    assert facts == (Dealt(seat=CARLA, card="blue"),)
    assert asked(state) == [("deal", ANNA), ("deal", BEN)]
    state = after(state, (ANNA, Deal("red")), (BEN, Deal("orange")))
    assert state.cards == (("red",), ("orange",), ("blue",))
    assert asked(state) == [("auction", BEN)]


def test_the_start_player_chooses_any_card_that_was_not_dealt() -> None:
    state = dealt(start=CARLA)
    assert set(state.left) == set(PIQUES) - {"red", "yellow", "green"}
    state, facts = banque_fatale.play(state, CARLA, Auction("red+red"))
    assert facts == (UpForAuction(round=1, seat=CARLA, card="red+red"),)
    assert state.card == "red+red"
    assert "red+red" not in state.left


def test_bids_are_asked_of_all_at_once_and_come_in_any_order() -> None:
    state = after(dealt(4, start=CARLA), (CARLA, Auction("orange")))
    assert [(ask.do, ask.seat, ask.final) for ask in banque_fatale.asks(state)] == [
        ("bid", seat, False) for seat in (CARLA, DORA, ANNA, BEN)
    ]
    state, facts = banque_fatale.play(state, ANNA, Bid(heap(red=2)))
    assert facts == (HandClosed(seat=ANNA),)
    assert asked(state) == [("bid", CARLA), ("bid", DORA), ("bid", BEN)]


def test_a_hand_is_closed() -> None:
    state = after(dealt(), (ANNA, Auction("orange")))
    bids = (Bid(heap()), Bid(heap(red=2)), Bid(heap(blue=1, orange=2)), Bid("hidden"))
    assert {banque_fatale.play(state, BEN, bid)[1] for bid in bids} == {(HandClosed(seat=BEN),)}
    assert {banque_fatale.redact(bid) for bid in bids} == {Bid("hidden")}
    state = after(state, (BEN, Bid(heap(red=2))))
    covered = after(dealt(), (ANNA, Auction("orange")), (BEN, Bid("hidden")))
    assert TemplateApi.board(state) == TemplateApi.board(covered)
    assert (state.tokens, asked(state)) == (covered.tokens, asked(covered))


def test_only_bids_are_secret() -> None:
    for move in (Start(), Deal("red"), Auction("red"), Take("red"), Sell("red"), Keep()):
        assert banque_fatale.redact(move) == move


def test_the_last_bid_opens_all_hands_and_sets_the_values() -> None:
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


def test_the_pages_that_a_table_looks_at_together() -> None:
    paged = [cls.__name__ for cls in (AuctionWon, ValuesSet, ExtraPaid, HandClosed, Taken, Sold, NewRound) if cls.paged]
    assert paged == ["AuctionWon", "ValuesSet", "ExtraPaid"]


def test_tokens_are_taken_from_the_left_neighbour_of_the_winner_clockwise() -> None:
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


def test_where_nothing_was_bid_there_is_nothing_to_take() -> None:
    state, facts = bids_open(dealt(start=BEN), "orange", [])
    won = facts[1]
    assert isinstance(won, AuctionWon)
    assert (won.winner, won.equals) == (BEN, (BEN, CARLA, ANNA))
    assert state.values == (2, 2, 2, 2, 2)
    assert asked(state) == [("keep", BEN), ("sell", BEN)]


def test_the_start_player_may_sell_one_card_but_need_not() -> None:
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


def test_a_sold_card_is_out_of_the_game() -> None:
    state = a_round(dealt(), "orange", [{}, {"red": 2}], sell="red")
    assert "red" not in state.left
    assert all("red" not in cards for cards in state.cards)


def test_the_card_just_won_cannot_be_sold_and_so_nothing_can() -> None:
    state = a_round(dealt(4), "orange", [{}, {"red": 1}], sell="red")
    for card in ("red+red", "red+blue", "red+green"):
        state = a_round(state, card)
    state = tokens_back(bids_open(state, "blue+orange", [{"red": 1}])[0])
    assert (state.start, state.cards[ANNA]) == (ANNA, ("blue+orange",))
    assert asked(state) == [("keep", ANNA)]


def test_the_card_just_won_can_be_sold_a_round_later() -> None:
    state = a_round(dealt(), "orange", [{"red": 1}])
    state = a_round(a_round(state, "blue"), "red+red")
    state = tokens_back(bids_open(state, "blue+orange", [])[0])
    assert state.for_sale == ("red", "orange")


def test_the_start_player_moves_clockwise_every_round() -> None:
    state, starts = dealt(start=CARLA), []
    for card in ("blue", "orange", "red+red", "blue+orange"):
        starts.append(state.start)
        state = a_round(state, card)
    assert starts == [CARLA, ANNA, BEN, CARLA]


@pytest.mark.parametrize(("players", "rounds"), [(3, 13), (4, 12)])
def test_the_game_has_as_many_rounds_as_cards_that_were_not_dealt(players: int, rounds: int) -> None:
    state = dealt(players)
    while state.left:
        assert asked(state) == [("auction", state.start)]
        state = a_round(state, state.left[0])
    assert len(state.rounds) == state.round == rounds
    assert state.phase is Phase.OVER
    assert banque_fatale.asks(state) == ()
