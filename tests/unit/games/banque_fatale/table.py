"""Builders for games of Banque Fatale: auctions and rounds."""

from collections.abc import Mapping, Sequence

from companion.games import banque_fatale
from companion.games.banque_fatale.constants import COLOURS
from companion.games.banque_fatale.moves import Auction, Bid, Deal, Keep, Move, Sell, Start, Take
from companion.games.banque_fatale.state import Phase, State
from companion.games.banque_fatale.tokens import Tokens, name_colours
from companion.games.types import GameEvent, Seat

Facts = tuple[GameEvent, ...]
Heap = Mapping[str, int]
FIRSTS = ("red", "yellow", "green", "blue")


def heap(**counts: int) -> Tokens:
    """Tokens by colour."""
    return tuple(counts.get(colour, 0) for colour in COLOURS)


def by_colour(sixes: int = 6, **values: int) -> tuple[int, ...]:
    """Values by colour; `sixes` where no value is given."""
    return tuple(values.get(colour, sixes) for colour in COLOURS)


def after(state: State, *acts: tuple[Seat | None, Move]) -> State:
    for seat, move in acts:
        state, _ = banque_fatale.play(state, seat, move)
    return state


def dealt(players: int = 3, start: Seat = 0, firsts: Sequence[str] = FIRSTS, **options: bool) -> State:
    """A game whose first cards lie: Anna red, Ben yellow, Carla green, Dora blue."""
    deals = [(seat, Deal(card)) for seat, card in zip(range(players), firsts, strict=False)]
    return after(banque_fatale.start(players, options), (start, Start()), *deals)


def bids_open(state: State, card: str, bids: Sequence[Heap]) -> tuple[State, Facts]:
    """Play an auction; `bids` by seat, nothing for seats left out. Returns the events of the last bid."""
    facts: Facts = ()
    state = after(state, (state.start, Auction(card)))
    for seat in range(state.players):
        bid = bids[seat] if seat < len(bids) else {}
        state, facts = banque_fatale.play(state, seat, Bid(heap(**bid)))
    return state, facts


def tokens_back(state: State) -> State:
    """Everybody takes the first token in the middle, until none is left."""
    while state.phase is Phase.TOKENS:
        state = after(state, (state.turn, Take(name_colours(state.middle)[0][0])))
    return state


def a_round(state: State, card: str, bids: Sequence[Heap] = (), sell: str | None = None) -> State:
    state = tokens_back(bids_open(state, card, bids)[0])
    return after(state, (state.start, Keep() if sell is None else Sell(sell)))
