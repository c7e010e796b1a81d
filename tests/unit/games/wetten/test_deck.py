"""The race cards that Companion makes, since the booklet's own are gone: fair, and the same for the same seed."""

from collections import Counter
from itertools import permutations

import pytest

from companion.games.wetten.constants import DECK, HORSES
from companion.games.wetten.deck import EXAMPLE, SPEEDS, figures, patterns, race_cards
from companion.games.wetten.moves import MOVES, RaceCard

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
def test_there_are_sixty_cards_and_no_two_alike(seed: int) -> None:
    assert len(set(race_cards(seed))) == len(race_cards(seed)) == DECK


@every_seed
def test_every_card_moves_every_horse_by_one_to_four_and_not_all_alike(seed: int) -> None:
    for card in race_cards(seed):
        assert len(card) == len(HORSES)
        assert set(card) <= set(SPEEDS)
        assert 1 < len(set(card)) < len(HORSES)


@every_seed
def test_every_horse_has_the_same_numbers_and_two_fields_a_card(seed: int) -> None:
    columns = [Counter(numbers) for numbers in zip(*race_cards(seed), strict=True)]
    assert all(column == columns[0] for column in columns)
    assert sum(number * times for number, times in columns[0].items()) == 2 * DECK


@every_seed
def test_the_horses_may_change_their_numbers_and_the_deck_stays_the_same(seed: int) -> None:
    cards = set(race_cards(seed))
    for order in permutations(range(len(HORSES))):
        assert {tuple(card[horse] for horse in order) for card in cards} == cards


@every_seed
def test_the_cards_of_the_booklets_example_are_in_it(seed: int) -> None:
    assert set(EXAMPLE) <= set(race_cards(seed))


def test_the_same_seed_makes_the_same_deck_for_ever() -> None:
    assert race_cards(1) == race_cards(1)
    assert race_cards(1)[:3] == FIRST
    assert patterns(race_cards(1)) == KNOWN


def test_seeds_make_different_decks_in_different_orders() -> None:
    assert len({race_cards(seed) for seed in range(200)}) == 200
    assert len({frozenset(race_cards(seed)) for seed in range(200)}) > 40


def test_the_figures_of_a_deck_are_those_of_its_cards() -> None:
    for told in figures(race_cards(1)):
        numbers = [card[told.horse - 1] for card in race_cards(1)]
        assert (told.total, told.mean) == (sum(numbers), 2)
        assert told.spread == pytest.approx((sum((number - 2) ** 2 for number in numbers) / DECK) ** 0.5)
        assert told.cards == tuple(numbers.count(speed) for speed in SPEEDS)


def test_the_record_knows_every_card() -> None:
    for card in race_cards(1):
        assert MOVES.read(MOVES.write(RaceCard(card))) == RaceCard(card)
