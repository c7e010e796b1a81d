"""Some legal move for any ask, for tests, demonstrations and load."""

from collections import Counter
from random import Random

from companion.games.banque_fatale.booklet import COLOURS, SINGLES, Colour
from companion.games.banque_fatale.moves import Auction, Bid, Deal, Keep, Move, Sell, Start, Take
from companion.games.banque_fatale.state import State
from companion.games.banque_fatale.tokens import Tokens, counted
from companion.games.kit import Ask

MOST = 5


def suggest(state: State, ask: Ask, luck: Random) -> Move:
    """A move that `play` accepts for `ask.seat`."""
    match ask.do:
        case "start":
            return Start()
        case "deal":
            return Deal(luck.choice([card for card in SINGLES if card not in state.seen]))
        case "auction":
            return Auction(luck.choice(state.left))
        case "bid" if ask.seat is not None:
            return Bid(_bid(state.tokens[ask.seat], luck))
        case "take":
            return Take(luck.choice(_heaped(state.middle)))
        case "sell":
            return Sell(luck.choice(state.for_sale))
    return Keep()


def _heaped(heap: Tokens) -> list[Colour]:
    return [colour for colour, count in counted(heap) for _ in range(count)]


def _bid(held: Tokens, luck: Random) -> Tokens:
    """Some tokens; every other time colour by colour, so that values rise and fall."""
    heap = _heaped(held)
    luck.shuffle(heap)
    if luck.random() < 1 / 2:
        favourites = luck.sample(COLOURS, len(COLOURS))
        heap.sort(key=favourites.index)
    bid = Counter(heap[: luck.randint(0, MOST)])
    return tuple(bid[colour] for colour in COLOURS)
