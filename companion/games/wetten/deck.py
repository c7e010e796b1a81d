"""The sixty race cards of Wetten!, made from a seed, since the original ones are lost."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, combinations, combinations_with_replacement, permutations, product
from math import sqrt
from random import Random
from typing import Final

from companion.games.wetten.constants import DECK, HORSES
from companion.games.wetten.moves import Numbers

SPEEDS: Final = (1, 2, 3, 4)
"""The numbers on the rulebook's four example cards (phase 2)."""

EXAMPLE: Final[tuple[Numbers, ...]] = ((3, 2, 2, 1), (1, 2, 1, 4), (1, 2, 2, 1), (1, 1, 3, 1))
"""The only known race cards: those of Jörg, Helge, Karoline and Maria (phase 2)."""

PATTERNS: Final = {12: 3, 6: 2, 4: 3}
"""Number of patterns by their number of orders. Decided: 3 × 12 + 2 × 6 + 3 × 4 = 60 cards."""

TOTAL: Final = 2 * DECK
"""The fields that the whole deck moves each horse. Decided: two fields a card."""


@dataclass(frozen=True, slots=True)
class Figures:
    """Statistics of a deck for one horse: total, mean and spread, and the number of cards per speed."""

    horse: int
    total: int
    mean: float
    spread: float
    cards: tuple[int, ...]


def race_cards(seed: int) -> tuple[Numbers, ...]:
    """Return the shuffled deck of a seed; the same for the same seed.

    Decided, since the rulebook says only that there are 60 cards with a number for each horse (Spielmaterial,
    Rennkarten). A *pattern* is four numbers of 1 to 4 in no order; at least two are alike, and not all four. A deck
    contains each of its patterns in every order over the horses, once:

    - so all sixty cards differ, and the deck is the same for every horse;
    - the patterns of the four example cards are in every deck;
    - the seed chooses the other four, among all choices that give every horse 120 fields.
    """
    luck = Random(seed)
    cards = [card for pattern in luck.choice(_possible_decks()) for card in _orders(pattern)]
    luck.shuffle(cards)
    return tuple(cards)


def figures(cards: Sequence[Numbers]) -> tuple[Figures, ...]:
    found = []
    for horse, numbers in enumerate(zip(*cards, strict=True), start=1):
        mean = sum(numbers) / len(numbers)
        spread = sqrt(sum((number - mean) ** 2 for number in numbers) / len(numbers))
        found.append(Figures(horse, sum(numbers), mean, spread, tuple(numbers.count(speed) for speed in SPEEDS)))
    return tuple(found)


def patterns(cards: Sequence[Numbers]) -> tuple[tuple[Numbers, int], ...]:
    """List the patterns of a deck, largest number first, with their numbers of cards."""
    found = Counter(tuple(sorted(card, reverse=True)) for card in cards)
    return tuple(sorted(found.items(), key=lambda item: (-item[1], item[0])))


@cache
def _orders(pattern: Numbers) -> tuple[Numbers, ...]:
    return tuple(sorted(set(permutations(pattern))))


@cache
def _possible_decks() -> tuple[tuple[Numbers, ...], ...]:
    """List every choice of patterns that makes a deck, each with those of the example."""
    known = tuple(tuple(sorted(card)) for card in EXAMPLE)
    drawn = product(*(_choose_patterns(known, orders, number) for orders, number in PATTERNS.items()))
    decks = (known + tuple(chain.from_iterable(others)) for others in drawn)
    return tuple(deck for deck in decks if sum(order[0] for card in deck for order in _orders(card)) == TOTAL)


def _choose_patterns(known: Sequence[Numbers], orders: int, number: int) -> Iterator[tuple[Numbers, ...]]:
    """List every choice of patterns with this many orders that completes the known ones."""
    every = combinations_with_replacement(SPEEDS, len(HORSES))
    alike = [pattern for pattern in every if len(_orders(pattern)) == orders]
    rest = [pattern for pattern in alike if pattern not in known]
    return combinations(rest, number - (len(alike) - len(rest)))
