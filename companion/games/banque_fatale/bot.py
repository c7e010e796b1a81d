"""Legal moves for tests, demonstrations and load."""

from collections import Counter
from random import Random

from companion.games.banque_fatale.constants import COLOURS, SINGLES, Colour
from companion.games.banque_fatale.moves import Auction, Bid, Deal, Keep, Move, Sell, Start, Take
from companion.games.banque_fatale.state import State
from companion.games.banque_fatale.tokens import Tokens, name_colours
from companion.games.types import PendingDecision

MOST = 5


def suggest(state: State, ask: PendingDecision, rng: Random) -> Move:
    match ask.do:
        case "start":
            return Start()
        case "deal":
            return Deal(rng.choice([card for card in SINGLES if card not in state.seen]))
        case "auction":
            return Auction(rng.choice(state.left))
        case "bid" if ask.seat is not None:
            return Bid(_bid(state.tokens[ask.seat], rng))
        case "take":
            return Take(rng.choice(_as_list(state.middle)))
        case "sell":
            return Sell(rng.choice(state.for_sale))
    return Keep()


def _as_list(heap: Tokens) -> list[Colour]:
    return [colour for colour, count in name_colours(heap) for _ in range(count)]


def _bid(held: Tokens, rng: Random) -> Tokens:
    """Bid random tokens, half of the time colour by colour so that values rise and fall."""
    heap = _as_list(held)
    rng.shuffle(heap)
    if rng.random() < 1 / 2:
        favourites = rng.sample(COLOURS, len(COLOURS))
        heap.sort(key=favourites.index)
    bid = Counter(heap[: rng.randint(0, MOST)])
    return tuple(bid[colour] for colour in COLOURS)
