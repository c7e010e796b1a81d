"""The order of the next round, and forms that name a card by its place in the hand."""

from random import Random

import pytest

from companion.games import vabanque
from companion.games.types import IllegalMove, InvalidMove, Refusal
from companion.games.vabanque.moves import Lay
from companion.games.vabanque.payout import find_ties, new_order
from companion.games.vabanque.presentation import from_form, shuffle_hand
from companion.games.vabanque.state import State
from tests.support.cast import ANNA, BEN, CARLA, DORA
from tests.unit.games.vabanque.table import (
    cards_down,
    chips_down,
    seated,
)

CHIPS = seated()
CARDS = chips_down(CHIPS, {}, 2)
PAWNS = cards_down(CARDS, {}, 2)
ONE_LEFT = chips_down(seated(turns="free"), {}, 2)
for nth in (1, 0):
    ONE_LEFT, _ = vabanque.play(ONE_LEFT, ANNA, Lay(shuffle_hand(1, ANNA, Random)[nth], 3))


def test_form_names_a_card_by_its_place_in_the_hand() -> None:
    every = shuffle_hand(1, ANNA, Random)
    assert [from_form(CARDS, ANNA, {"do": "card", "place": place, "table": "3"}, Random) for place in "123"] == [
        Lay(card, 3) for card in every
    ]
    assert from_form(ONE_LEFT, ANNA, {"do": "card", "place": "1", "table": "3"}, Random) == Lay(every[2], 3)


@pytest.mark.parametrize(
    ("state", "place", "how", "reason"),
    [
        (ONE_LEFT, "2", IllegalMove, "place-empty"),
        (ONE_LEFT, "3", IllegalMove, "place-empty"),
        (CHIPS, "1", IllegalMove, "phase"),
        (PAWNS, "1", IllegalMove, "phase"),
        (CARDS, "0", InvalidMove, "out-of-range"),
        (CARDS, "4", InvalidMove, "out-of-range"),
        (CARDS, "raise", InvalidMove, "not-integer"),
    ],
)
def test_place_without_a_card_is_refused(state: State, place: str, how: type[Refusal], reason: str) -> None:
    with pytest.raises(how) as refused:
        from_form(state, ANNA, {"do": "card", "place": place, "table": "3"}, Random)
    assert (type(refused.value), refused.value.reason) == (how, reason)


def test_hands_are_dealt_in_different_orders() -> None:
    orders = {shuffle_hand(round_, seat, Random) for round_ in range(1, 5) for seat in (ANNA, BEN)}
    assert len(orders) > 2
    assert {frozenset(order) for order in orders} == {frozenset(("raise", "bluff", "trap"))}


A, B, C, D = ANNA, BEN, CARLA, DORA


@pytest.mark.parametrize(
    ("order", "money", "after"),
    [
        ([A, B, C], [10, 30, 20], (B, C, A)),
        ([A, B, C], [0, 0, 0], (C, B, A)),
        ([C, A, B], [0, 0, 0], (B, A, C)),
        ([A, B, C], [20, 30, 20], (B, C, A)),
        ([C, B, A], [20, 30, 20], (B, A, C)),
        ([B, D, A, C], [50, 10, 50, 50], (C, A, D, B)),
        ([B, D, A, C], [50, 10, 10, 50], (A, D, C, B)),
        ([3, 5, 0, 4, 1, 2], [7, 9, 7, 9, 7, 9], (1, 5, 3, 2, 4, 0)),
    ],
)
def test_richest_play_first_and_ties_reverse(order: list[int], money: list[int], after: tuple[int, ...]) -> None:
    assert new_order(order, money) == after


def test_ties_are_listed_in_the_new_order() -> None:
    assert find_ties((1, 5, 3, 2, 4, 0), [7, 9, 7, 9, 7, 9]) == ((1, 5, 3), (2, 4, 0))
    assert find_ties((A, C, B), [9, 7, 8]) == ()
    assert find_ties((D, A, C, B), [50, 10, 10, 50]) == ((D, A), (C, B))
