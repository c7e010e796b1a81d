"""The board, private hands and forms of Banque Fatale.

A bid is always sent as five single digits, so the length of a request reveals nothing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.games.banque_fatale.constants import COLOURS, FACE_UP, OF_EACH, Card
from companion.games.banque_fatale.events import ExtraPaid, GameOver, Price
from companion.games.banque_fatale.moves import MOVES, Bid, Move
from companion.games.banque_fatale.settling import price_of
from companion.games.banque_fatale.state import State
from companion.games.banque_fatale.tokens import Counts, subtract
from companion.games.types import HIDDEN, Chance, GameEvent, Seat, parse_integer


@dataclass(frozen=True, slots=True)
class Hand:
    """A seat's tokens behind its screen, and those in its closed hand (None before the bid)."""

    tokens: Counts
    bid: Counts | None


def hand(state: State, seat: Seat, chance: Chance) -> Hand:
    held, bid = state.tokens[seat], state.bids[seat]
    if bid is None or bid.tokens == HIDDEN:
        return Hand(_counts(held), None)
    return Hand(_counts(subtract(held, bid.tokens)), _counts(bid.tokens))


def _counts(numbers: Sequence[int]) -> Counts:
    """Pair every colour with its number, zeros included."""
    return tuple(zip(COLOURS, numbers, strict=True))


def from_form(state: State, seat: Seat | None, fields: Mapping[str, str], chance: Chance) -> Move:
    """Parse a move from form fields. Raises InvalidMove."""
    if fields.get("do") == "bid":
        return Bid(tuple(parse_integer(fields.get(colour), colour, 0, OF_EACH) for colour in COLOURS))
    return MOVES.parse_form(fields)


def faceup(state: State) -> tuple[Card, ...]:
    """List the cards that may lie face up on the real board: all that are still to be auctioned."""
    return state.left


def open_cards(state: State, known: Sequence[str]) -> tuple[tuple[Card, ...], int]:
    """Return the known cards that lie face up, and the number of unknown ones."""
    there = min(FACE_UP, len(state.left))
    up = state.left if there == len(state.left) else tuple(card for card in known if card in state.left)
    return up, max(there - len(up), 0)


@dataclass(frozen=True, slots=True)
class CardChange:
    """A card's price before and after the last change of values."""

    card: Card
    before: int
    after: int


def card_changes(state: State) -> tuple[tuple[CardChange, ...], ...]:
    """Return the changes of each seat's cards in the last round, without extra payouts."""
    steps = state.rounds[-1].changes.steps
    before, after = tuple(step.before for step in steps), tuple(step.after for step in steps)
    return tuple(
        tuple(CardChange(card, price_of(card, before).total, price_of(card, after).total) for card in cards)
        for cards in state.cards
    )


@dataclass(frozen=True, slots=True)
class Place:
    """One seat as everybody sees it: cash, cards at their price, and whether the hand is closed.

    Decided: the number of a player's tokens is not shown to others.
    """

    seat: Seat
    cash: int
    cards: tuple[Price, ...]
    closed: bool


@dataclass(frozen=True, slots=True)
class Board:
    """The open part of the table: values, card up for auction, tokens in the middle, cards to come."""

    values: Counts
    card: Card | None
    middle: Counts
    left: tuple[Card, ...]
    places: tuple[Place, ...]


def board(state: State) -> Board:
    prices = [tuple(price_of(card, state.values) for card in cards) for cards in state.cards]
    places = tuple(
        Place(seat, state.cash[seat], prices[seat], state.bids[seat] is not None) for seat in range(state.players)
    )
    return Board(_counts(state.values), state.card, _counts(state.middle), state.left, places)


def shown_money(state: State, shown: Sequence[GameEvent]) -> tuple[int, ...]:
    """Return the money of each seat at this page of a payout. `shown` are the pages up to it."""
    money = list(state.cash)
    for extra in state.rounds[-1].extras:
        for line in extra.lines if not state.accounts and extra not in shown else ():
            money[line.seat] -= line.amount
    if any(isinstance(event, GameOver) for event in shown):
        return tuple(final.wealth for final in state.accounts)
    return tuple(money)


def shown_values(state: State, shown: Sequence[GameEvent]) -> Counts:
    """Return the values at this page of a payout. `shown` are the pages up to it.

    A colour that pays keeps its value on its own page and goes back on the next.
    """
    changes = state.rounds[-1].changes
    back = {event.colour: event.back for event in shown[:-1] if isinstance(event, ExtraPaid)}
    steps = ((step.colour, step.after if changes in shown else step.before) for step in changes.steps)
    return tuple((colour, back.get(colour, value)) for colour, value in steps)
