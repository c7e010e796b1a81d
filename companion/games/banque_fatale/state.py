"""A game of Banque Fatale between two moves."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from companion.games.banque_fatale.constants import CHOICES, COLOURS, FIRST_VALUE, PIQUES, PLAYERS, TOKENS, Card
from companion.games.banque_fatale.events import Account, AuctionWon, ExtraPaid, Sold, Taken, ValuesSet
from companion.games.banque_fatale.moves import Bid
from companion.games.banque_fatale.settling import Values
from companion.games.banque_fatale.tokens import NONE, Tokens
from companion.games.choices import resolve_options
from companion.games.types import Seat, check_player_count


class Phase(StrEnum):
    """The kind of move that comes next. Phase 1 of the rulebook takes two moves; phase 2 only the taking of tokens."""

    START = "start"
    DEAL = "deal"
    AUCTION = "auction"
    BIDS = "bids"
    TOKENS = "tokens"
    SALE = "sale"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Round:
    """A round with open bids. `values` are after the extra payouts, `cash` is by seat."""

    number: int
    auction: AuctionWon
    changes: ValuesSet
    extras: tuple[ExtraPaid, ...]
    values: Values
    cash: tuple[int, ...]
    taken: tuple[Taken, ...] = ()
    sold: Sold | None = None


@dataclass(frozen=True, slots=True)
class State:
    """Tuples are by seat, `values` and heaps of tokens by colour.

    `tokens` includes those in a closed hand. `seen` are all cards dealt or put up for auction, in that order. `rounds`
    are those with open bids.
    """

    options: Mapping[str, object]
    cash: tuple[int, ...]
    tokens: tuple[Tokens, ...]
    cards: tuple[tuple[Card, ...], ...]
    bids: tuple[Bid | None, ...]
    values: Values = (FIRST_VALUE,) * len(COLOURS)
    phase: Phase = Phase.START
    round: int = 1
    start: Seat = 0
    seen: tuple[Card, ...] = ()
    middle: Tokens = NONE
    rounds: tuple[Round, ...] = ()
    accounts: tuple[Account, ...] = ()
    ply: int = 0

    @property
    def players(self) -> int:
        return len(self.cash)

    @property
    def left(self) -> tuple[Card, ...]:
        """The cards still to be auctioned: face up, or in the pile."""
        return tuple(card for card in PIQUES if card not in self.seen)

    @property
    def card(self) -> Card | None:
        """The card that is up for auction."""
        return self.seen[-1] if self.phase is Phase.BIDS else None

    @property
    def finished(self) -> tuple[Round, ...]:
        return self.rounds[:-1] if self.phase in (Phase.TOKENS, Phase.SALE) else self.rounds

    @property
    def turn(self) -> Seat:
        """The seat whose turn it is: the start player, except for taking tokens."""
        if self.phase is not Phase.TOKENS:
            return self.start
        now = self.rounds[-1]
        return (now.auction.winner + 1 + len(now.taken)) % self.players

    @property
    def for_sale(self) -> tuple[Card, ...]:
        """The cards that the start player may sell: all but the one won in this round."""
        return tuple(card for card in self.cards[self.start] if card != self.rounds[-1].auction.card)


def start(players: int, options: Mapping[str, object]) -> State:
    """Return the state before the first card is dealt. Raises InvalidMove."""
    check_player_count(players, PLAYERS)
    return State(
        resolve_options(options, CHOICES),
        cash=(0,) * players,
        tokens=((TOKENS,) * len(COLOURS),) * players,
        cards=((),) * players,
        bids=(None,) * players,
    )
