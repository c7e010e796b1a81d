"""The moves of Banque Fatale, and how the record spells them."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from companion.games.banque_fatale.constants import COLOURS, OF_EACH, PIQUES, SINGLES, Card, Colour
from companion.games.banque_fatale.tokens import Tokens, name_colours
from companion.games.notation import MoveFormat, MoveFormats, custom_field, word
from companion.games.types import HIDDEN, InvalidMove, check_integer


@dataclass(frozen=True, slots=True)
class Start:
    """This seat is the start player of the first round."""


@dataclass(frozen=True, slots=True)
class Deal:
    """The card with a single pique that lies face up before this seat (Set-up)."""

    card: Card


@dataclass(frozen=True, slots=True)
class Auction:
    """The start player chooses one of the cards that lie face up (phase 1)."""

    card: Card


@dataclass(frozen=True, slots=True)
class Bid:
    """Tokens in a closed hand, or none (phase 1)."""

    tokens: Tokens | Literal["hidden"]


@dataclass(frozen=True, slots=True)
class Take:
    """One token out of the middle (after phase 2)."""

    token: Colour


@dataclass(frozen=True, slots=True)
class Sell:
    """The start player sells a card to the bank (phase 3)."""

    card: Card


@dataclass(frozen=True, slots=True)
class Keep:
    """The start player sells nothing (phase 3)."""


Move = Start | Deal | Auction | Bid | Take | Sell | Keep


def redact(move: Move) -> Move:
    """The move as the others see it: that a hand is closed is seen by all, what is in it by nobody (phase 1)."""
    return replace(move, tokens=HIDDEN) if isinstance(move, Bid) else move


def sealed(move: Move) -> bool:
    """A bid: of a closed hand nothing is seen, not even how many tokens are in it."""
    return isinstance(move, Bid)


def _tokens(value: object) -> Tokens:
    if not isinstance(value, Mapping):
        raise InvalidMove("not-tokens")
    for key in value:
        if key not in COLOURS:
            raise InvalidMove("no-such-colour", key=key, expected=", ".join(COLOURS))
    return tuple(check_integer(value[colour], colour, 1, OF_EACH) if colour in value else 0 for colour in COLOURS)


def _by_colour(tokens: Tokens) -> dict[str, int]:
    return dict(name_colours(tokens))


CARD = word("card", tuple(PIQUES))

MOVES = MoveFormats[Move](
    MoveFormat("start", Start),
    MoveFormat("deal", Deal, word("card", SINGLES)),
    MoveFormat("auction", Auction, CARD),
    MoveFormat("bid", Bid, custom_field("tokens", _tokens, _by_colour, secret=True)),
    MoveFormat("take", Take, word("token", COLOURS)),
    MoveFormat("sell", Sell, CARD),
    MoveFormat("keep", Keep),
)
