"""Companion's own race cards: fair, and the same for the same seed."""

from collections import Counter
from itertools import permutations

import pytest

from companion.games.wetten.constants import DECK, HORSES
from companion.games.wetten.deck import EXAMPLE, SPEEDS, figures, patterns, race_cards

SEEDS = [0, 1, 2, 3, 7, 42, 9999, 2**63, *range(100, 150)]
FIRST = ((3, 2, 3, 3), (2, 3, 2, 1), (2, 3, 1, 1))
KNOWN = (
    ((3, 2, 1, 1), 12),
    ((3, 2, 2, 1), 12),
    ((4, 2, 1, 1), 12),
    ((2, 2, 1, 1), 6),
    ((4, 4, 1, 1), 6),
    ((3, 1, 1, 1), 4),
    ((3, 3, 3, 2), 4),
    ((4, 2, 2, 2), 4),
)


@pytest.mark.parametrize("seed", SEEDS)
def test_deck_is_fair(seed: int) -> None:
    """Sixty different cards, alike for all horses, move each horse one to four fields, on average two."""
    cards = race_cards(seed)
    assert len(set(cards)) == len(cards) == DECK
    assert set(EXAMPLE) <= set(cards), "the cards of the rulebook's example"
    for card in cards:
        assert len(card) == len(HORSES)
        assert set(card) <= set(SPEEDS)
        assert 1 < len(set(card)) < len(HORSES)
    first, *others = [Counter(numbers) for numbers in zip(*cards, strict=True)]
    assert others == [first] * (len(HORSES) - 1)
    assert sum(number * times for number, times in first.items()) == 2 * DECK
    for order in permutations(range(len(HORSES))):
        assert {tuple(card[horse] for horse in order) for card in cards} == set(cards)


def test_same_seed_makes_the_same_deck() -> None:
    assert race_cards(1) == race_cards(1)
    assert race_cards(1)[:3] == FIRST
    assert patterns(race_cards(1)) == KNOWN


def test_figures_of_a_deck_are_those_of_its_cards() -> None:
    for told in figures(race_cards(1)):
        numbers = [card[told.horse - 1] for card in race_cards(1)]
        assert (told.total, told.mean) == (sum(numbers), 2)
        assert told.spread == pytest.approx((sum((number - 2) ** 2 for number in numbers) / DECK) ** 0.5)
        assert told.cards == tuple(numbers.count(speed) for speed in SPEEDS)
