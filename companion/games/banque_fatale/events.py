"""What everybody at a table of Banque Fatale comes to know. Words for it are in `templates/banque_fatale`."""

from dataclasses import dataclass
from typing import Literal

from companion.games.banque_fatale.constants import Card, Colour
from companion.games.banque_fatale.tokens import Counts
from companion.games.types import GameEvent, Seat

Why = Literal["most", "single", "none", "other"]


@dataclass(frozen=True, slots=True)
class Step:
    """What the bids did to one colour.

    `why`: most tokens (it rises), a single token (it falls), no token (it falls to the lowest), or some other
    count (it stays).
    """

    colour: Colour
    tokens: int
    before: int
    after: int
    why: Why


@dataclass(frozen=True, slots=True)
class Line:
    """What the piques of one colour pay one holder: each of their cards with such piques, and how many it has."""

    seat: Seat
    cards: tuple[tuple[Card, int], ...]
    piques: int
    amount: int


@dataclass(frozen=True, slots=True)
class Price:
    """A card and what the bank pays for it now: the value of each of its piques, and their sum."""

    card: Card
    values: Counts
    total: int


@dataclass(frozen=True, kw_only=True)
class Begun(GameEvent):
    """The start player of the first round is chosen."""

    start: Seat


@dataclass(frozen=True, kw_only=True)
class Dealt(GameEvent):
    """A player's first card lies face up before them."""

    seat: Seat
    card: Card


@dataclass(frozen=True, kw_only=True)
class UpForAuction(GameEvent):
    """The start player has chosen a card."""

    round: int
    seat: Seat
    card: Card


@dataclass(frozen=True, kw_only=True)
class HandClosed(GameEvent):
    """A bid is made. What is in the hand is not in here."""

    seat: Seat

    @property
    def conceals(self) -> bool:
        """That a hand was closed is said by the bid."""
        return True


@dataclass(frozen=True, kw_only=True)
class AuctionWon(GameEvent):
    """All hands are open (phase 1). `bids` and `sizes` are by seat; colours not bid are left out.

    `equals` are those with the most tokens, clockwise from the start player: the first of them wins.
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
    """The values after the bids (phase 2), before a colour that pays goes back. `most` is the largest count."""

    paged = True
    round: int
    most: int
    steps: tuple[Step, ...]


@dataclass(frozen=True, kw_only=True)
class ExtraPaid(GameEvent):
    """A colour over 10 pays each holder for each of its piques (phase 2), and goes `back`."""

    paged = True
    round: int
    colour: Colour
    value: int
    each: int
    lines: tuple[Line, ...]
    back: int


@dataclass(frozen=True, kw_only=True)
class Taken(GameEvent):
    """One token is out of the middle; so many are `left` there."""

    seat: Seat
    token: Colour
    left: int


@dataclass(frozen=True, kw_only=True)
class Sold(GameEvent):
    """The start player has sold a card to the bank (phase 3); it is out of the game."""

    seat: Seat
    price: Price


@dataclass(frozen=True, kw_only=True)
class Kept(GameEvent):
    """The start player has sold nothing (phase 3)."""

    seat: Seat


@dataclass(frozen=True, kw_only=True)
class NewRound(GameEvent):
    """The left neighbour is the start player now."""

    round: int
    start: Seat


@dataclass(frozen=True, kw_only=True)
class Account(GameEvent):
    """A player's wealth when the game is over: cash, `tokens` worth `each`, and the cards at their price.

    All accounts are on the one page of `GameOver`.
    """

    seat: Seat
    cash: int
    tokens: int
    each: int
    cards: tuple[Price, ...]
    wealth: int


@dataclass(frozen=True, kw_only=True)
class GameOver(GameEvent):
    """Most wealth wins, equals share the victory."""

    paged = True
    totals = True
    winners: tuple[Seat, ...]
