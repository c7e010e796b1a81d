"""The sixty race cards of Wetten!, made by a fair rule from a seed: the booklet's own can no longer be had."""

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
"""What a card moves a horse by: the numbers on the booklet's four example cards (phase 2)."""

EXAMPLE: Final[tuple[Numbers, ...]] = ((3, 2, 2, 1), (1, 2, 1, 4), (1, 2, 2, 1), (1, 1, 3, 1))
"""The only race cards that are known: those of Jörg, Helge, Karoline and Maria (phase 2)."""

PATTERNS: Final = {12: 3, 6: 2, 4: 3}
"""How many patterns there are of those with so many orders. Decided: 3 × 12 + 2 × 6 + 3 × 4 = 60 cards."""

TOTAL: Final = 2 * DECK
"""What the deck moves every horse by, all cards together. Decided: two fields a card."""


@dataclass(frozen=True, slots=True)
class Figures:
    """What a deck does to one horse: its total, mean and spread, and how many cards bear each number."""

    horse: int
    total: int
    mean: float
    spread: float
    cards: tuple[int, ...]


def race_cards(seed: int) -> tuple[Numbers, ...]:
    """The deck of a seed, shuffled; the same for the same seed.

    Decided, since the booklet gives no rule for its cards and says only that there are 60, with a number for each
    horse (Spielmaterial, Rennkarten). A *pattern* is four numbers of 1 to 4 in no order; at least two are alike,
    and not all four. A deck takes each of its patterns in every order over the horses, once:

    - so all sixty cards differ, and whichever way the horses change their numbers, the deck stays the same;
    - the patterns of the booklet's four example cards are in every deck;
    - the seed draws the other four, among all choices that give every horse 120 fields in the whole deck.
    """
    luck = Random(seed)
    cards = [card for pattern in luck.choice(_possible_decks()) for card in _orders(pattern)]
    luck.shuffle(cards)
    return tuple(cards)


def figures(cards: Sequence[Numbers]) -> tuple[Figures, ...]:
    """The figures of each horse, which are told with the deck."""
    return tuple(_figures(horse, [card[horse - 1] for card in cards]) for horse in range(1, len(HORSES) + 1))


def patterns(cards: Sequence[Numbers]) -> tuple[tuple[Numbers, int], ...]:
    """The patterns of a deck, largest number first, and how many cards each has."""
    found = Counter(tuple(sorted(card, reverse=True)) for card in cards)
    return tuple(sorted(found.items(), key=lambda item: (-item[1], item[0])))


def _figures(horse: int, numbers: Sequence[int]) -> Figures:
    mean = sum(numbers) / len(numbers)
    spread = sqrt(sum((number - mean) ** 2 for number in numbers) / len(numbers))
    return Figures(horse, sum(numbers), mean, spread, tuple(numbers.count(speed) for speed in SPEEDS))


@cache
def _orders(pattern: Numbers) -> tuple[Numbers, ...]:
    return tuple(sorted(set(permutations(pattern))))


@cache
def _possible_decks() -> tuple[tuple[Numbers, ...], ...]:
    """Every choice of patterns that makes a deck, each with those of the example."""
    known = tuple(tuple(sorted(card)) for card in EXAMPLE)
    drawn = product(*(_choose_patterns(known, orders, number) for orders, number in PATTERNS.items()))
    decks = (known + tuple(chain.from_iterable(others)) for others in drawn)
    return tuple(deck for deck in decks if _total(deck) == TOTAL)


def _choose_patterns(known: Sequence[Numbers], orders: int, number: int) -> Iterator[tuple[Numbers, ...]]:
    """The patterns with so many orders that join the known ones, in every choice."""
    every = combinations_with_replacement(SPEEDS, len(HORSES))
    alike = [pattern for pattern in every if len(_orders(pattern)) == orders]
    rest = [pattern for pattern in alike if pattern not in known]
    return combinations(rest, number - (len(alike) - len(rest)))


def _total(deck: Sequence[Numbers]) -> int:
    """What the first horse gets, and so every other."""
    return sum(order[0] for pattern in deck for order in _orders(pattern))
