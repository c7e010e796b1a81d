"""The payout, the new order and the end (phases 4 and 5)."""

import pytest

from companion.games.vabanque.events import Laid, NewOrder, RoundPaid
from companion.games.vabanque.moves import Card
from companion.games.vabanque.payout import find_ties, new_order, pay_casino
from tests.support.cast import ANNA, BEN, CARLA, DORA
from tests.unit.games.vabanque.table import (
    a_round,
    payouts,
    seated,
)

A, B, C, D = ANNA, BEN, CARLA, DORA
Lines = list[tuple[int, str, int, tuple[int, ...]]]


@pytest.mark.parametrize(
    ("chips", "cards", "pawns", "order", "value", "lines"),
    [
        pytest.param(
            10,
            [(A, "trap")],
            [A],
            [A, B, C],
            10_000,
            [(A, "pawn", 10_000, ()), (A, "trap", 0, ())],
            id="an own trap takes nothing from the own pawn and earns nothing from it",
        ),
        pytest.param(
            10,
            [(C, "trap"), (B, "trap")],
            [A, B, C],
            [A, B, C],
            10_000,
            [
                (A, "pawn", 0, (B, C)),
                (B, "pawn", 0, (C,)),
                (B, "trap", 20_000, (A, C)),
                (C, "pawn", 0, (B,)),
                (C, "trap", 20_000, (A, B)),
            ],
            id="several traps all earn in full",
        ),
        pytest.param(
            5,
            [(B, "trap"), (A, "raise")],
            [A, D],
            [D, B, A, C],
            10_000,
            [(D, "pawn", 0, (B,)), (B, "trap", 20_000, (D, A)), (A, "pawn", 0, (B,))],
            id="lines and rivals stand in the round's order",
        ),
        pytest.param(
            0,
            [(B, "raise"), (B, "trap")],
            [A],
            [A, B, C],
            0,
            [(A, "pawn", 0, (B,)), (B, "trap", 0, (A,))],
            id="a table without chips is worth nothing, whatever lies there",
        ),
    ],
)
def test_casino_pays_pawns_and_traps(
    chips: int, cards: list[tuple[int, Card]], pawns: list[int], order: list[int], value: int, lines: Lines
) -> None:
    laid = [Laid(seat, 3, card, ply) for ply, (seat, card) in enumerate(cards)]
    paid = pay_casino(3, chips, laid, pawns, order)
    assert paid.value == value
    assert [(line.seat, line.source, line.amount, line.rivals) for line in paid.lines] == lines


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


def test_round_events_come_in_order() -> None:
    """Ben at table 3 earns 10,000, Anna and Carla meet at table 5, with no chips."""
    state, facts = a_round(seated(), {3: 2}, {}, (4, 0, 0), aside=7)
    assert list(payouts(facts)) == [3, 5]
    assert facts[-2:] == (
        RoundPaid(round=1, paid=(0, 10_000, 0), money=(0, 10_000, 0), discards=tuple(range(2, 11))),
        NewOrder(round=2, order=(B, C, A), ties=((C, A),)),
    )
    assert state.rounds[0].next_order == state.order == (B, C, A)
