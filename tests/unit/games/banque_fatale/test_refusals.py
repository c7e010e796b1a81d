"""Every reason for which a move of Banque Fatale is refused, and that it leaves the game as it was."""

from dataclasses import replace

import pytest

from companion.games import banque_fatale
from companion.games.banque_fatale.moves import Auction, Bid, Deal, Keep, Move, Sell, Start, Take
from companion.games.banque_fatale.state import State
from companion.games.types import IllegalMove, Seat
from companion.rendering import error_messages
from tests.support.cast import ANNA, BEN, CARLA, CAST
from tests.unit.games.banque_fatale.table import after, bids_open, dealt, heap, last_round, tokens_back

EMPTY = banque_fatale.start(3, {})
DEALS = after(EMPTY, (ANNA, Start()), (BEN, Deal("red")))
CARDS = dealt()
BIDS = after(CARDS, (ANNA, Auction("orange")))
ONE_BID = after(BIDS, (BEN, Bid(heap(red=2))))
UNSEEN = after(BIDS, (CARLA, Bid("hidden")), (BEN, Bid(heap())))
ALL_UNSEEN = after(BIDS, (CARLA, Bid(heap())), (BEN, Bid(heap())))
MIDDLE = bids_open(CARDS, "orange", [{"red": 1}, {"blue": 2}])[0]
"""Ben has won, so Carla takes the first token."""
SALE = tokens_back(bids_open(CARDS, "orange", [{"red": 1}])[0])
OVER = after(tokens_back(bids_open(last_round(CARDS), "red+red", [])[0]), (ANNA, Keep()))

CASES: dict[str, tuple[State, Seat | None, Move, str, str]] = {
    "a card before the start": (EMPTY, ANNA, Deal("red"), "phase", "the start player"),
    "nobody starts": (EMPTY, None, Start(), "nobody", "No player is named"),
    "a second start": (DEALS, ANNA, Start(), "phase", "the first card of each player"),
    "an auction before all have a card": (DEALS, ANNA, Auction("blue"), "phase", "the first card"),
    "a second first card": (DEALS, BEN, Deal("blue"), "dealt-already", "Ben already has a first card: red"),
    "the same first card": (DEALS, CARLA, Deal("red"), "card-gone", "dealt or auctioned: red"),
    "a first card of nobody": (DEALS, None, Deal("blue"), "nobody", "No player"),
    "a first card when all have one": (CARDS, ANNA, Deal("orange"), "phase", "a card for the auction"),
    "an auction by another player": (CARDS, BEN, Auction("orange"), "turn", "It's Anna's turn: a card"),
    "an auction of a dealt card": (CARDS, ANNA, Auction("green"), "card-gone", "auctioned: green"),
    "an auction by nobody": (CARDS, None, Auction("orange"), "nobody", "No player"),
    "a bid before there is a card": (CARDS, ANNA, Bid(heap()), "phase", "a card for the auction"),
    "a second auction": (BIDS, ANNA, Auction("blue"), "phase", "the bids"),
    "a bid of nobody": (BIDS, None, Bid(heap()), "nobody", "No player"),
    "a second bid": (ONE_BID, BEN, Bid(heap()), "bid-already", "Ben has already bid"),
    "a second bid, hidden": (ONE_BID, BEN, Bid("hidden"), "bid-already", "Ben has already bid"),
    "more tokens than held": (
        BIDS,
        BEN,
        Bid(heap(red=2, blue=3)),
        "tokens-short",
        "Ben has 2 of the colour blue",
    ),
    "more tokens than held, as the last": (UNSEEN, ANNA, Bid(heap(red=3)), "tokens-short", "the bid is 1 too many"),
    "the last bid when another one is hidden": (UNSEEN, ANNA, Bid(heap()), "hidden", "Carla's bid is hidden"),
    "the last bid when it is hidden": (ALL_UNSEEN, ANNA, Bid("hidden"), "hidden", "Anna's bid is hidden"),
    "a token among the bids": (BIDS, ANNA, Take("red"), "phase", "the bids"),
    "a token out of turn": (MIDDLE, ANNA, Take("red"), "turn", "It's Carla's turn: a token"),
    "a token of nobody": (MIDDLE, None, Take("red"), "nobody", "No player"),
    "a token that is not there": (MIDDLE, CARLA, Take("green"), "not-in-middle", "Choose one of: red, blue"),
    "a token once more": (
        after(MIDDLE, (CARLA, Take("red")), (ANNA, Take("blue"))),
        BEN,
        Take("red"),
        "not-in-middle",
        "red token in the middle. Choose one of: blue",
    ),
    "a sale among the tokens": (MIDDLE, ANNA, Sell("red"), "phase", "a token out of the middle"),
    "no sale among the tokens": (MIDDLE, ANNA, Keep(), "phase", "a token out of the middle"),
    "a sale by another player": (SALE, BEN, Sell("yellow"), "turn", "It's Anna's turn: a sale"),
    "no sale by another player": (SALE, BEN, Keep(), "turn", "It's Anna's turn"),
    "no sale by nobody": (SALE, None, Keep(), "nobody", "No player"),
    "a sale of another's card": (SALE, ANNA, Sell("yellow"), "not-held", "Anna does not have that card: yellow"),
    "a sale of a card that nobody has": (SALE, ANNA, Sell("red+red"), "not-held", "twice red"),
    "a sale of the card just won": (SALE, ANNA, Sell("orange"), "just-won", "Anna won that card"),
    "a bid in the sale": (SALE, ANNA, Bid(heap()), "phase", "a sale, or none"),
    "a card sold before, in another round": (
        after(SALE, (ANNA, Sell("red"))),
        BEN,
        Auction("red"),
        "card-gone",
        "auctioned: red",
    ),
    "the old start player in round 2": (after(SALE, (ANNA, Keep())), ANNA, Auction("blue"), "turn", "It's Ben's turn"),
    "an auction after the end": (OVER, BEN, Auction("blue"), "phase", "nothing more"),
}


@pytest.mark.parametrize(("state", "seat", "move", "reason", "says"), CASES.values(), ids=CASES)
def test_refused(state: State, seat: Seat | None, move: Move, reason: str, says: str) -> None:
    before = repr(state)
    with pytest.raises(IllegalMove) as refused:
        banque_fatale.play(state, seat, move)
    assert refused.value.reason == reason
    assert says in error_messages.sentence("banque_fatale", refused.value, CAST)
    assert repr(state) == before


def test_all_the_tokens_held_can_be_bid() -> None:
    state, _ = bids_open(CARDS, "orange", [{}, dict.fromkeys(("red", "yellow", "green", "blue", "orange"), 2)])
    assert state.tokens[BEN] == (0, 0, 0, 0, 0)


def test_a_hidden_bid_is_no_obstacle_before_the_last_one() -> None:
    state = after(BIDS, (ANNA, Bid("hidden")), (CARLA, Bid("hidden")))
    assert [ask.seat for ask in banque_fatale.asks(state)] == [BEN]


def test_the_amount_in_the_app_is_not_bounded_by_the_banks_notes() -> None:
    """Decided: should the bank run out, the count goes on here. Its notes are 234 millions in all."""
    state = tokens_back(bids_open(replace(CARDS, cash=(230, 0, 0)), "orange", [{}, {"red": 2}])[0])
    assert after(state, (ANNA, Sell("red"))).cash[ANNA] == 238
