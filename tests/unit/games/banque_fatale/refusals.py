"""Illegal moves of Banque Fatale: state, seat, move, reason, and a part of the sentence."""

from companion.games import banque_fatale
from companion.games.banque_fatale.moves import Auction, Bid, Deal, Move, Sell, Start, Take
from companion.games.banque_fatale.state import State
from companion.games.types import Seat
from tests.support.cast import ANNA, BEN, CARLA
from tests.unit.games.banque_fatale.table import after, bids_open, dealt, heap, tokens_back

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

CASES: dict[str, tuple[State, Seat | None, Move, str, str]] = {
    "nobody starts": (EMPTY, None, Start(), "nobody", "No player was chosen"),
    "a second first card": (DEALS, BEN, Deal("blue"), "dealt-already", "Ben already has a first card: red"),
    "the same first card": (DEALS, CARLA, Deal("red"), "card-gone", "dealt or auctioned: red"),
    "an auction by another player": (CARDS, BEN, Auction("orange"), "turn", "It's Anna's turn to put a card"),
    "an auction of a dealt card": (CARDS, ANNA, Auction("green"), "card-gone", "auctioned: green"),
    "a second bid": (ONE_BID, BEN, Bid(heap()), "bid-already", "Ben has already bid"),
    "a bid before there is a card": (CARDS, ANNA, Bid(heap()), "phase", "put a card up for auction"),
    "more tokens than held": (BIDS, BEN, Bid(heap(red=2, blue=3)), "tokens-short", "Ben has only 2 in blue"),
    "the last bid when another one is hidden": (UNSEEN, ANNA, Bid(heap()), "hidden", "Carla's bid is hidden"),
    "the last bid when it is hidden": (ALL_UNSEEN, ANNA, Bid("hidden"), "hidden", "Anna's bid is hidden"),
    "a token out of turn": (MIDDLE, ANNA, Take("red"), "turn", "It's Carla's turn to take a token"),
    "a token that is not there": (MIDDLE, CARLA, Take("green"), "not-in-middle", "Choose one of: red, blue"),
    "a sale by another player": (SALE, BEN, Sell("yellow"), "turn", "It's Anna's turn to sell a card"),
    "a sale of a card that nobody has": (SALE, ANNA, Sell("red+red"), "not-held", "double red"),
    "a sale of the card just won": (SALE, ANNA, Sell("orange"), "just-won", "Anna won that card"),
}
