"""Highlights and charts for the end of a game."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from companion.games.banque_fatale.constants import COLOURS, FIRST_VALUE, Card, Colour
from companion.games.banque_fatale.state import Round, State
from companion.games.types import Seat

Word = Literal["sale", "extra", "fall", "vain", "bargain"]
WORDS: tuple[Word, ...] = ("sale", "extra", "fall", "vain", "bargain")


@dataclass(frozen=True, slots=True)
class Tale:
    """A highlight: a sale, an extra payout, a falling colour, tokens bid in vain, or a bargain."""

    word: Word
    round: int
    amount: int
    seat: Seat | None = None
    card: Card | None = None
    colour: Colour | None = None


def highlights(state: State) -> tuple[Tale, ...]:
    """Return the best of each kind, the earlier among equals. Kinds that never occurred are left out."""
    tales = [tale for round_ in state.rounds for tale in _tales(round_)]
    return tuple(kind[0] for word in WORDS if (kind := _best([tale for tale in tales if tale.word == word])))


def _best(tales: list[Tale]) -> list[Tale]:
    return sorted(tales, key=lambda tale: tale.amount if tale.word == "bargain" else -tale.amount)


def _tales(round_: Round) -> Iterator[Tale]:
    number, auction = round_.number, round_.auction
    if round_.sold is not None:
        price = round_.sold.price
        yield Tale("sale", number, price.total, round_.sold.seat, price.card)
    for extra in round_.extras:
        for line in extra.lines:
            yield Tale("extra", number, line.amount, line.seat, colour=extra.colour)
    for step in round_.changes.steps:
        if step.before > step.after:
            yield Tale("fall", number, step.before - step.after, colour=step.colour)
    for seat, size in enumerate(auction.sizes):
        if size and seat != auction.winner:
            yield Tale("vain", number, size, seat, auction.card)
    yield Tale("bargain", number, auction.sizes[auction.winner], auction.winner, auction.card)


def score_history(state: State) -> tuple[tuple[int, ...], ...]:
    """Return each seat's cash before round 1 and after each round, and its wealth at the end."""
    wealth = [tuple(final.wealth for final in state.accounts)] if state.accounts else []
    courses = [(0,) * state.players, *(round_.cash for round_ in state.finished), *wealth]
    return tuple(tuple(course[seat] for course in courses) for seat in range(state.players))


def value_history(state: State) -> dict[Colour, tuple[int, ...]]:
    """Return each colour's value before round 1 and after each round with open bids."""
    return {
        colour: (FIRST_VALUE, *(round_.values[place] for round_ in state.rounds))
        for place, colour in enumerate(COLOURS)
    }
