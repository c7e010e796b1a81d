"""Public events of Banque Fatale. `templates/banque_fatale` has their sentences."""

from dataclasses import dataclass
from typing import Literal

from companion.games.banque_fatale.constants import Card, Colour
from companion.games.banque_fatale.tokens import Counts
from companion.games.types import GameEvent, Seat

Why = Literal["most", "single", "none", "other"]


@dataclass(frozen=True, slots=True)
class Step:
    """The change of one colour's value.

    `why`: it has the most tokens (rises), a single one (falls), none (falls to the lowest), or another number (stays).
    """

    colour: Colour
    tokens: int
    before: int
    after: int
    why: Why


@dataclass(frozen=True, slots=True)
class Line:
    """The payout of one colour to one player: the cards with such piques, and the number on each."""

    seat: Seat
    cards: tuple[tuple[Card, int], ...]
    piques: int
    amount: int


@dataclass(frozen=True, slots=True)
class Price:
    """A card and its price now: the value of each pique, and their sum."""

    card: Card
    values: Counts
    total: int


@dataclass(frozen=True, kw_only=True)
class Begun(GameEvent):
    start: Seat


@dataclass(frozen=True, kw_only=True)
class Dealt(GameEvent):
    """A player's first card lies face up before them."""

    seat: Seat
    card: Card


@dataclass(frozen=True, kw_only=True)
class UpForAuction(GameEvent):
    round: int
    seat: Seat
    card: Card


@dataclass(frozen=True, kw_only=True)
class HandClosed(GameEvent):
    """A player has made a bid. The tokens are not in here."""

    seat: Seat

    @property
    def conceals(self) -> bool:
        return True


@dataclass(frozen=True, kw_only=True)
class AuctionWon(GameEvent):
    """All hands are open (phase 1). `bids` and `sizes` are by seat, without colours that were not bid.

    `equals` are the seats with the most tokens, clockwise from the start player; the first of them wins.
    """

    paged = True
    round: int
    start: Seat
    card: Card
    bids: tuple[Counts, ...]
    sizes: tuple[int, ...]
    equals: tuple[Seat, ...]
    winner: Seat


@dataclass(frozen=True, kw_only=True)
class ValuesSet(GameEvent):
    """The values after the bids (phase 2), before colours that pay go back. `most` is the largest count."""

    paged = True
    round: int
    most: int
    steps: tuple[Step, ...]


@dataclass(frozen=True, kw_only=True)
class ExtraPaid(GameEvent):
    """A colour over 10 pays for each of its piques (phase 2) and goes `back`."""

    paged = True
    round: int
    colour: Colour
    value: int
    each: int
    lines: tuple[Line, ...]
    back: int


@dataclass(frozen=True, kw_only=True)
class Taken(GameEvent):
    """A player has taken a token; `left` are still in the middle."""

    seat: Seat
    token: Colour
    left: int


@dataclass(frozen=True, kw_only=True)
class Sold(GameEvent):
    """The start player has sold a card to the bank; it leaves the game (phase 3)."""

    seat: Seat
    price: Price


@dataclass(frozen=True, kw_only=True)
class Kept(GameEvent):
    """The start player has sold nothing (phase 3)."""

    seat: Seat


@dataclass(frozen=True, kw_only=True)
class NewRound(GameEvent):
    """The left neighbour becomes the start player."""

    round: int
    start: Seat


@dataclass(frozen=True, kw_only=True)
class Account(GameEvent):
    """A player's wealth at the end: cash, `tokens` worth `each`, and the cards at their price.

    The page of `GameOver` shows all accounts.
    """

    seat: Seat
    cash: int
    tokens: int
    each: int
    cards: tuple[Price, ...]
    wealth: int


@dataclass(frozen=True, kw_only=True)
class GameOver(GameEvent):
    """The game is over. The most wealth wins; equals share the victory."""

    paged = True
    totals = True
    winners: tuple[Seat, ...]
