"""The examples on the rules page of Banque Fatale: a first round, and the rulebook's examples."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from companion.games.banque_fatale.constants import COLOURS, FACE_UP, OF_EACH, PIQUES, SINGLES, TOKENS, Card, Colour
from companion.games.banque_fatale.events import Account, AuctionWon, ExtraPaid, Price, ValuesSet
from companion.games.banque_fatale.moves import Auction, Bid, Deal, Move, Start, Take
from companion.games.banque_fatale.presentation import Board, board
from companion.games.banque_fatale.rules import play
from companion.games.banque_fatale.settling import pay_extra, price_of, settle_account
from companion.games.banque_fatale.state import Phase, State, start
from companion.games.banque_fatale.tokens import name_colours
from companion.games.types import Seat

DECK: Final[Mapping[str, tuple[Card, ...]]] = {
    "single": SINGLES,
    "pair": tuple(card for card, piques in PIQUES.items() if len(set(piques)) > 1),
    "twice": tuple(card for card, piques in PIQUES.items() if len(piques) > len(set(piques))),
}
"""All cards, by the number of piques and colours on them."""

UP: Final[tuple[Card, ...]] = ("red+green", "yellow+blue", "blue+orange")
"""The cards that lie face up in the first round; the first of them is auctioned."""

BIDS: Final[tuple[Mapping[Colour, int], ...]] = ({}, {"red": 2, "yellow": 2}, {"red": 1, "green": 2, "blue": 1}, {})
"""Bids by seat: two are equal, and of the colours one rises, two stay, one falls, one is not bid."""

EXTRA: Final = pay_extra(1, "red", 11, (("red+red", "red+green"), ("yellow",), ()))
"""The example of the rulebook's phase 2, with Anna as its player."""

SALE: Final = price_of("red+green", (7, 2, 9, 2, 2))
"""The example of the rulebook's phase 3."""


def rules_section(state: State) -> str:
    """Return the section of the rules about the current phase."""
    match state.phase:
        case Phase.START | Phase.DEAL:
            return "setup"
        case Phase.BIDS:
            return "auction"
        case _:
            return str(state.phase)


@dataclass(frozen=True, slots=True)
class Lesson:
    """The first auction: the table before it, its results, and the number of tokens each seat takes back.

    `wealth` is Anna's account if the game ended then; `varied` is the same in the variation.
    """

    players: int
    begun: Board
    opened: Board
    auction: AuctionWon
    changes: ValuesSet
    taken: tuple[int, ...]
    wealth: Account
    varied: Account
    deck: Mapping[str, tuple[Card, ...]]
    up: tuple[Card, ...]
    extra: ExtraPaid
    sale: Price

    @property
    def rounds(self) -> int:
        return len(self.begun.left)

    @property
    def pile(self) -> int:
        """The number of cards that lie face down when the game begins."""
        return self.rounds - FACE_UP

    @property
    def spare(self) -> int:
        """The number of tokens that stay in the box."""
        return (OF_EACH - self.players * TOKENS) * len(COLOURS)


@cache
def lesson(players: int) -> Lesson:
    """Play the examples for this number of players. Raises InvalidMove."""
    begun = _play(start(players, {}), 0, Start())
    for seat in range(players):
        begun = _play(begun, seat, Deal(SINGLES[seat]))
    opened = _play(begun, 0, Auction(UP[0]))
    for seat in range(players):
        opened = _play(opened, seat, Bid(tuple(BIDS[seat].get(colour, 0) for colour in COLOURS)))
    back = opened
    while back.phase is Phase.TOKENS:
        back = _play(back, back.turn, Take(name_colours(back.middle)[0][0]))
    round_ = back.rounds[0]
    seats = [taken.seat for taken in round_.taken]
    return Lesson(
        players,
        board(begun),
        board(opened),
        round_.auction,
        round_.changes,
        tuple(map(seats.count, range(players))),
        _wealth(back, counts=True),
        _wealth(back, counts=False),
        DECK,
        UP,
        EXTRA,
        SALE,
    )


def _wealth(state: State, *, counts: bool) -> Account:
    """Settle an account with one more card and some cash from rounds that are not shown."""
    return settle_account(0, 24, state.tokens[0], (*state.cards[0], UP[1]), state.values, counts=counts)


def _play(state: State, seat: Seat, move: Move) -> State:
    return play(state, seat, move)[0]
