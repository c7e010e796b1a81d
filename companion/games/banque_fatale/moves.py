"""The moves of Banque Fatale, and how the record spells them."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal, cast

from companion.games.banque_fatale.booklet import COLOURS, OF_EACH, PIQUES, SINGLES, Card, Colour
from companion.games.banque_fatale.tokens import Tokens, counted
from companion.games.kit import HIDDEN, Garbled, integer, keys, no_such_act, one_of


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

WORDS: dict[type[Move], str] = {
    Start: "start",
    Deal: "deal",
    Auction: "auction",
    Bid: "bid",
    Take: "take",
    Sell: "sell",
    Keep: "keep",
}


def cover(move: Move) -> Move:
    """The move as the others see it: that a hand is closed is seen by all, what is in it by nobody (phase 1)."""
    return replace(move, tokens=HIDDEN) if isinstance(move, Bid) else move


def sealed(move: Move) -> bool:
    """A bid: of a closed hand nothing is seen, not even how many tokens are in it."""
    return isinstance(move, Bid)


def seated(move: Move) -> bool:
    """Every move is some player's own."""
    return True


def read(action: Mapping[str, object]) -> Move:
    """A move from a record line without its player. Raises Garbled."""
    match action.get("do"):
        case "start":
            keys(action)
            return Start()
        case "deal":
            keys(action, "card")
            return Deal(card(action["card"], SINGLES))
        case "auction":
            keys(action, "card")
            return Auction(card(action["card"]))
        case "bid":
            keys(action, "tokens")
            return Bid(_tokens(action["tokens"]))
        case "take":
            keys(action, "token")
            return Take(colour(action["token"]))
        case "sell":
            keys(action, "card")
            return Sell(card(action["card"]))
        case "keep":
            keys(action)
            return Keep()
    raise no_such_act(action, WORDS.values())


def write(move: Move) -> dict[str, object]:
    """The record line of a move, without its player."""
    do = WORDS[type(move)]
    match move:
        case Deal(card) | Auction(card) | Sell(card):
            return {"do": do, "card": card}
        case Bid("hidden"):
            return {"do": do, "tokens": HIDDEN}
        case Bid(tokens):
            return {"do": do, "tokens": dict(counted(cast(Tokens, tokens)))}
        case Take(token):
            return {"do": do, "token": token}
        case Start() | Keep():
            return {"do": do}


def card(value: object, expected: tuple[Card, ...] = tuple(PIQUES)) -> Card:
    """A Carte Fatale; whether it can be had now is for the rules to say."""
    return cast(Card, one_of(value, "card", expected))


def colour(value: object) -> Colour:
    """The colour of a token."""
    return cast(Colour, one_of(value, "token", COLOURS))


def _tokens(value: object) -> Tokens | Literal["hidden"]:
    if value == HIDDEN:
        return HIDDEN
    if not isinstance(value, Mapping):
        raise Garbled("not-tokens")
    for key in value:
        if key not in COLOURS:
            raise Garbled("no-such-colour", key=key, expected=", ".join(COLOURS))
    return tuple(integer(value[colour], colour, 1, OF_EACH) if colour in value else 0 for colour in COLOURS)
