"""Set-up, chips, cards and pawns (phases 1 to 3), and whose turn it is."""

import pytest

from companion.games import vabanque
from companion.games.types import PendingDecision
from companion.games.vabanque.events import Begun, Moved, Placed
from companion.games.vabanque.moves import Card, Chip, Chips, Lay, Start, Step
from companion.games.vabanque.state import Phase, State
from tests.support.cast import ANNA, BEN, CARLA, DORA
from tests.unit.games.vabanque.table import a_quiet_round, cards_down, chips_down, seated

CIRCLES = {3: 7, 4: 9, 5: 10, 6: 12}


def asked(state: State) -> list[tuple[str, int | None]]:
    return [(ask.do, ask.seat) for ask in vabanque.asks(state)]


@pytest.mark.parametrize(
    ("players", "start", "casino", "order", "pawns"),
    [
        (3, ANNA, 1, (0, 1, 2), (1, 3, 5)),
        (3, ANNA, 7, (0, 1, 2), (7, 2, 4)),
        (3, BEN, 6, (1, 2, 0), (3, 6, 1)),
        (4, DORA, 9, (3, 0, 1, 2), (2, 4, 6, 9)),
        (5, CARLA, 8, (2, 3, 4, 0, 1), (4, 6, 8, 10, 2)),
        (6, ANNA, 12, (0, 1, 2, 3, 4, 5), (12, 2, 4, 6, 8, 10)),
    ],
)
def test_pawns_start_two_casinos_apart(
    players: int, start: int, casino: int, order: tuple[int, ...], pawns: tuple[int, ...]
) -> None:
    state, facts = vabanque.play(vabanque.start(players, {}), start, Start(casino))
    assert (state.order, state.pawns) == (order, pawns)
    assert facts == (Begun(order=order, pawns=pawns),)


@pytest.mark.parametrize("players", CIRCLES)
def test_each_round_has_its_chips(players: int) -> None:
    state, seen = seated(players), []
    for _ in range(4):
        seen.append((state.chip, state.left // players, state.left % players))
        state = a_quiet_round(state)
    assert seen == [(5, 4, 0), (10, 3, 0), (20, 2, 0), (50, 1, 0)]
    assert sum(state.chips) == players * (4 * 5 + 3 * 10 + 2 * 20 + 50)


def test_chips_are_placed_one_by_one_in_order() -> None:
    state = seated(start=CARLA)
    turns = []
    while state.phase is Phase.CHIPS:
        (chip, keeper) = vabanque.asks(state)
        assert chip.seat is not None
        assert (chip.do, chip.waits) == ("chip", True)
        assert (keeper.do, keeper.seat, keeper.waits) == ("chips", None, False)
        turns.append(chip.seat)
        state, facts = vabanque.play(state, chip.seat, Chip(7))
        assert facts == (Placed(seat=chip.seat, chips=5, counts=((7, 1),)),)
    assert turns == [CARLA, ANNA, BEN] * 4
    assert state.chips == (0, 0, 0, 0, 0, 0, 60)


def test_free_turns_allow_chips_in_any_order() -> None:
    state = seated(turns="free")
    for seat in (BEN, BEN, BEN, BEN):
        state, _ = vabanque.play(state, seat, Chip(1))
    assert asked(state) == [("chip", ANNA), ("chip", CARLA), ("chips", None)]
    for seat in (CARLA, ANNA, CARLA, ANNA, ANNA, CARLA, ANNA, CARLA):
        state, _ = vabanque.play(state, seat, Chip(2))
    assert state.phase is Phase.CARDS
    assert state.chips[:2] == (20, 40)


def test_free_turns_allow_cards_in_any_order() -> None:
    state = chips_down(seated(turns="free"), {}, aside=2)
    cards: tuple[Card, ...] = ("trap", "raise", "bluff")
    for seat in (CARLA, ANNA, BEN):
        for card in cards:
            assert ("card", seat) in asked(state)
            state, _ = vabanque.play(state, seat, Lay(card, 2))
        assert ("card", seat) not in asked(state)
    assert asked(state) == [("move", ANNA)]


@pytest.mark.parametrize("turns", ["strict", "free"])
def test_all_chips_can_be_placed_at_once(turns: str) -> None:
    state, facts = vabanque.play(seated(turns=turns), None, Chips(((1, 0), (4, 5), (7, 7))))
    assert facts == (Placed(seat=None, chips=5, counts=((1, 0), (4, 5), (7, 7))),)
    assert state.chips == (0, 0, 0, 25, 0, 0, 35)
    assert state.phase is Phase.CARDS


def test_remaining_chips_can_be_placed_at_once() -> None:
    state = seated()
    for seat in (ANNA, BEN, CARLA, ANNA):
        state, _ = vabanque.play(state, seat, Chip(1))
    state, _ = vabanque.play(state, None, Chips(((1, 1), (2, 7))))
    assert state.chips == (25, 35, 0, 0, 0, 0, 0)
    assert asked(state) == [("card", ANNA)]


def test_cards_are_laid_one_by_one_three_times_round() -> None:
    state = chips_down(seated(4, start=BEN), {}, aside=2)
    turns: list[int] = []
    cards: tuple[Card, ...] = ("trap", "bluff", "raise")
    while state.phase is Phase.CARDS:
        (ask,) = vabanque.asks(state)
        assert ask.seat is not None
        state, _ = vabanque.play(state, ask.seat, Lay(cards[len(turns) // 4], 2))
        turns.append(ask.seat)
    assert turns == [BEN, CARLA, DORA, ANNA] * 3


@pytest.mark.parametrize(("steps", "casino"), [(0, 5), (1, 6), (2, 7), (3, 1), (4, 2)])
def test_pawn_moves_clockwise_round_the_circle(steps: int, casino: int) -> None:
    state = cards_down(chips_down(seated(start=CARLA, casino=5), {}, aside=4), {}, aside=4)
    assert vabanque.asks(state) == (PendingDecision("move", CARLA, "1.pawns.2.0"),)
    state, facts = vabanque.play(state, CARLA, Step(steps))
    assert state.pawns[CARLA] == casino
    assert facts == (Moved(seat=CARLA, origin=5, casino=casino),)


def test_last_pawn_of_a_round_is_final() -> None:
    state = cards_down(chips_down(seated(start=BEN), {}, aside=2), {}, aside=2)
    asks: list[PendingDecision] = []
    for _ in range(3):
        asks.extend(vabanque.asks(state))
        state, _ = vabanque.play(state, state.turn, Step(0))
    assert [(ask.seat, ask.final) for ask in asks] == [(BEN, False), (CARLA, False), (ANNA, True)]
