"""Paper money: the notes to hand out after a round, as few as possible.

Decided: once for each player and round. First edition: the bank's stock is counted. If it cannot pay exactly, it
exchanges with one player; otherwise the rest is added to the next payout. Newer edition: unlimited, since its rulebook
does not list the notes.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from math import ceil

from companion.games.types import Seat
from companion.games.vabanque.constants import NOTES
from companion.games.vabanque.state import State

Notes = tuple[tuple[int, int], ...]
"""(value of a note, number of them), largest first."""

Stock = Mapping[int, int]
Pile = Callable[[int, Stock], Notes | None]
"""Chooses notes of a stock that make an amount."""

PLENTY = 10_000
"""A stock that no game can use up."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """Notes of one player against one note of the bank, before the payout."""

    seat: Seat
    gives: Notes
    gets: int


@dataclass(frozen=True, slots=True)
class Handout:
    """The notes for one player after a round. `kept` is added to the next payout."""

    seat: Seat
    due: int
    notes: Notes
    exchange: Exchange | None
    kept: int


class Bank:
    """The notes of the bank and of everybody."""

    def __init__(self, edition: str, players: int) -> None:
        counts = NOTES[edition]
        self.stock = Counter({note: PLENTY if count is None else count for note, count in counts.items()})
        self.held: list[Counter[int]] = [Counter() for _ in range(players)]
        self.owed = [0] * players

    def pay(self, seat: Seat, amount: int) -> Handout:
        """Hand out an amount, and what was kept before, in as few notes as possible."""
        due = amount + self.owed[seat]
        exchange, notes = self._exactly(due)
        if notes is None:
            notes = self._nearly(due)
        if exchange is not None:
            self._swap(exchange)
        paid = sum(note * count for note, count in notes)
        self.stock.subtract(dict(notes))
        self.held[seat].update(dict(notes))
        self.owed[seat] = due - paid
        return Handout(seat, due, notes, exchange, due - paid)

    def _exactly(self, due: int) -> tuple[Exchange | None, Notes | None]:
        notes = fewest_notes(due, self.stock)
        if notes is not None:
            return None, notes
        for exchange in (*self._exchanges(fewest_notes), *self._exchanges(most_notes)):
            after = self.stock + Counter(dict(exchange.gives))
            after[exchange.gets] -= 1
            notes = fewest_notes(due, after)
            if notes is not None:
                return exchange, notes
        return None, None

    def _exchanges(self, pile: Pile) -> list[Exchange]:
        """List exchanges with one player, the bank's smallest note first."""
        found = []
        for note in sorted(note for note, count in self.stock.items() if count):
            for seat, held in enumerate(self.held):
                smaller = Counter({value: count for value, count in held.items() if value < note})
                gives = pile(note, smaller)
                if gives is not None:
                    found.append(Exchange(seat, gives, note))
        return found

    def _nearly(self, due: int) -> Notes:
        """Pay as much as possible, largest notes first."""
        notes = []
        for note in sorted(self.stock, reverse=True):
            count = min(self.stock[note], due // note)
            due -= note * count
            if count:
                notes.append((note, count))
        return tuple(notes)

    def _swap(self, exchange: Exchange) -> None:
        self.stock.update(dict(exchange.gives))
        self.stock[exchange.gets] -= 1
        self.held[exchange.seat].subtract(dict(exchange.gives))
        self.held[exchange.seat][exchange.gets] += 1


def fewest_notes(amount: int, stock: Stock) -> Notes | None:
    """Choose the fewest notes that make an amount, larger ones first among equals; None if impossible."""
    values = tuple(sorted((note for note, count in stock.items() if count > 0), reverse=True))

    @cache
    def best(rest: int, place: int) -> tuple[int, Notes] | None:
        if rest == 0:
            return 0, ()
        if place == len(values):
            return None
        note, smaller = values[place], values[place + 1] if place + 1 < len(values) else 1
        found: tuple[int, Notes] | None = None
        for count in range(min(stock[note], rest // note), -1, -1):
            rest_after = rest - count * note
            if found is not None and count + ceil(rest_after / smaller) >= found[0]:
                break  # fewer notes of this value need at least as many more smaller ones
            further = best(rest_after, place + 1)
            if further is not None and (found is None or count + further[0] < found[0]):
                found = count + further[0], (((note, count), *further[1]) if count else further[1])
        return found

    answer = best(amount, 0)
    return None if answer is None else answer[1]


def most_notes(amount: int, stock: Stock) -> Notes | None:
    """Choose the most notes that make an amount; None if impossible.

    They can pay everything that larger notes can.
    """
    best: dict[int, Counter[int]] = {0: Counter()}
    for note in sorted(note for note, count in stock.items() if count > 0):
        longer: dict[int, Counter[int]] = {}
        for made, notes in best.items():
            for count in range(min(stock[note], (amount - made) // note) + 1):
                so_far = made + count * note
                if so_far not in longer or notes.total() + count > longer[so_far].total():
                    longer[so_far] = notes + Counter({note: count})
        best = longer
    return tuple(sorted(best[amount].items(), reverse=True)) if amount in best else None


def handouts(state: State) -> tuple[tuple[Handout, ...], ...]:
    """Return the handouts of each finished round, in the round's order."""
    bank = Bank(str(state.options["edition"]), state.players)
    return tuple(
        tuple(bank.pay(seat, round_.paid[seat]) for seat in round_.order if round_.paid[seat])
        for round_ in state.rounds
    )
