"""Companion's own race cards, and cards that were entered twice though each exists once."""

from collections import Counter
from itertools import permutations

import pytest

from companion.games.wetten.constants import DECK, HORSES
from companion.games.wetten.deck import EXAMPLE, SPEEDS, figures, patterns, race_cards
from companion.games.wetten.duplicate_cards import DuplicateCard, find_duplicates
from companion.games.wetten.state import State
from tests.support.cast import ANNA, BEN, CARLA
from tests.unit.games.wetten.table import bets_down, buy, cards_up, opened, rich, run, second_bets_down

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


FIRST_DECK = race_cards(1)
LONG = 200


def turned(state: State, *cards: int) -> State:
    """Reveal these cards of the deck, by seat."""
    return cards_up(state, *[FIRST_DECK[card - 1] for card in cards])


def started(*cards: int) -> State:
    """A long race after its first turn and second slips."""
    return second_bets_down(run(turned(bets_down(opened(track=LONG)), *cards))[0])


def test_same_card_from_two_players_is_a_duplicate() -> None:
    state = turned(bets_down(opened()), 24, 24, 7)
    assert find_duplicates(state, 1) == (DuplicateCard(24, ((1, ANNA), (1, BEN))),)


def test_card_comes_back_only_in_another_race() -> None:
    state = turned(started(24, 2, 7), 1, 7, 24)
    assert find_duplicates(state, 1) == (
        DuplicateCard(7, ((1, CARLA), (2, BEN))),
        DuplicateCard(24, ((1, ANNA), (2, CARLA))),
    )


def test_used_up_pile_is_shuffled_again() -> None:
    """3 × 6 cards are dealt, and from turn 5 on each player draws one: with turn 18 all 60 were in a hand."""
    state = started(24, 2, 7)
    for _ in range(16):
        state = run(cards_up(state))[0]
    assert find_duplicates(turned(state, 24, 1, 3), 1) == (DuplicateCard(24, ((1, ANNA), (18, ANNA))),)
    state = run(cards_up(state))[0]
    assert find_duplicates(turned(state, 24, 1, 3), 1) == ()
    assert find_duplicates(turned(state, 24, 24, 3), 1) == (DuplicateCard(24, ((19, ANNA), (19, BEN))),)


def test_bought_cards_leave_the_pile() -> None:
    state = started(24, 2, 7)
    for _ in range(15):
        state = run(cards_up(state))[0]
    assert len(find_duplicates(turned(state, 24, 1, 3), 1)) == 1
    state = buy(rich(state, {ANNA: 40_000}), ANNA, 5)
    assert find_duplicates(turned(state, 24, 1, 3), 1) == (), (
        "54 until turn 16, 5 that Anna bought, 2 that the others drew"
    )


def test_unknown_decks_have_no_duplicates() -> None:
    state = turned(bets_down(opened()), 24, 24, 7)
    assert find_duplicates(state, 0) == ()
    assert find_duplicates(cards_up(bets_down(opened()), (9, 9, 9, 9), (9, 9, 9, 9)), 1) == (), "a card of another make"
