"""The moves of Banque Fatale and their format in the record."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from companion.games.banque_fatale.constants import COLOURS, OF_EACH, PIQUES, SINGLES, Card, Colour
from companion.games.banque_fatale.tokens import Tokens, name_colours
from companion.games.notation import MoveFormat, MoveFormats, custom_field, word
from companion.games.types import HIDDEN, InvalidMove, check_integer


@dataclass(frozen=True, slots=True)
class Start:
    """Make this seat the start player of the first round."""


@dataclass(frozen=True, slots=True)
class Deal:
    """Lay a card with a single pique face up before this seat (Set-up)."""

    card: Card


@dataclass(frozen=True, slots=True)
class Auction:
    """Choose one of the cards that lie face up (phase 1)."""

    card: Card


@dataclass(frozen=True, slots=True)
class Bid:
    """Hold tokens in a closed hand, or none (phase 1)."""

    tokens: Tokens | Literal["hidden"]


@dataclass(frozen=True, slots=True)
class Take:
    """Take a token from the middle (after phase 2)."""

    token: Colour


@dataclass(frozen=True, slots=True)
class Sell:
    """Sell a card to the bank (phase 3)."""

    card: Card


@dataclass(frozen=True, slots=True)
class Keep:
    """Sell nothing (phase 3)."""


Move = Start | Deal | Auction | Bid | Take | Sell | Keep


def redact(move: Move) -> Move:
    """Hide the tokens of a bid. Everybody sees that the hand is closed (phase 1)."""
    return replace(move, tokens=HIDDEN) if isinstance(move, Bid) else move


def sealed(move: Move) -> bool:
    """Whether it is a bid: others do not even see how many tokens are in the hand."""
    return isinstance(move, Bid)


def _tokens(value: object) -> Tokens:
    if not isinstance(value, Mapping):
        raise InvalidMove("not-tokens")
    for key in value:
        if key not in COLOURS:
            raise InvalidMove("no-such-colour", key=key, expected=", ".join(COLOURS))
    return tuple(check_integer(value[colour], colour, 1, OF_EACH) if colour in value else 0 for colour in COLOURS)


CARD = word("card", tuple(PIQUES))

MOVES = MoveFormats[Move](
    MoveFormat("start", Start),
    MoveFormat("deal", Deal, word("card", SINGLES)),
    MoveFormat("auction", Auction, CARD),
    MoveFormat("bid", Bid, custom_field("tokens", _tokens, lambda tokens: dict(name_colours(tokens)), secret=True)),
    MoveFormat("take", Take, word("token", COLOURS)),
    MoveFormat("sell", Sell, CARD),
    MoveFormat("keep", Keep),
)
