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
every_seed = pytest.mark.parametrize("seed", SEEDS)


@every_seed
def test_deck_has_sixty_different_cards(seed: int) -> None:
    assert len(set(race_cards(seed))) == len(race_cards(seed)) == DECK


@every_seed
def test_card_moves_each_horse_by_one_to_four(seed: int) -> None:
    for card in race_cards(seed):
        assert len(card) == len(HORSES)
        assert set(card) <= set(SPEEDS)
        assert 1 < len(set(card)) < len(HORSES)


@every_seed
def test_horses_have_the_same_numbers_averaging_two(seed: int) -> None:
    columns = [Counter(numbers) for numbers in zip(*race_cards(seed), strict=True)]
    assert all(column == columns[0] for column in columns)
    assert sum(number * times for number, times in columns[0].items()) == 2 * DECK


@every_seed
def test_deck_is_symmetric_in_the_horses(seed: int) -> None:
    cards = set(race_cards(seed))
    for order in permutations(range(len(HORSES))):
        assert {tuple(card[horse] for horse in order) for card in cards} == cards


@every_seed
def test_deck_holds_the_rulebooks_example_cards(seed: int) -> None:
    assert set(EXAMPLE) <= set(race_cards(seed))


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
