"""Set-up, chips, cards and pawns (phases 1 to 3), and whose turn it is."""

import pytest

from companion.games import vabanque
from companion.games.types import GameEvent, PendingDecision
from companion.games.vabanque.events import Begun, FaceDown, Moved, Placed
from companion.games.vabanque.moves import Card, Chip, Chips, Lay, Start, Step
from companion.games.vabanque.state import Phase, State
from tests.support.cast import ANNA, BEN, CARLA, DORA
from tests.unit.games.vabanque.table import a_quiet_round, cards_down, chips_down, pawns_moved, seated

CIRCLES = {3: 7, 4: 9, 5: 10, 6: 12}


def asked(state: State) -> list[tuple[str, int | None]]:
    return [(ask.do, ask.seat) for ask in vabanque.asks(state)]


@pytest.mark.parametrize(("players", "casinos"), CIRCLES.items())
def test_the_circle_has_as_many_tables_as_the_booklet_says(players: int, casinos: int) -> None:
    state = vabanque.start(players, {})
    assert state.chips == (0,) * casinos
    assert state.money == (0,) * players
    assert asked(state) == [("start", seat) for seat in range(players)]


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
def test_each_next_pawn_stands_two_tables_further_clockwise(
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


def test_one_chip_at_a_time_is_placed_in_the_rounds_order() -> None:
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


def test_chips_add_up_over_the_rounds() -> None:
    state = chips_down(seated(), {4: 12}, aside=4)
    state, _ = pawns_moved(cards_down(state, {}, 4), (0, 0, 0))
    assert chips_down(state, {4: 2, 7: 7}, aside=7).chips == (0, 0, 0, 80, 0, 0, 70)


def test_with_free_turns_chips_come_in_any_order_of_players() -> None:
    state = seated(turns="free")
    for seat in (BEN, BEN, BEN, BEN):
        state, _ = vabanque.play(state, seat, Chip(1))
    assert asked(state) == [("chip", ANNA), ("chip", CARLA), ("chips", None)]
    for seat in (CARLA, ANNA, CARLA, ANNA, ANNA, CARLA, ANNA, CARLA):
        state, _ = vabanque.play(state, seat, Chip(2))
    assert state.phase is Phase.CARDS
    assert state.chips[:2] == (20, 40)


def test_with_free_turns_cards_do_too_but_pawns_do_not() -> None:
    state = chips_down(seated(turns="free"), {}, aside=2)
    cards: tuple[Card, ...] = ("trap", "raise", "bluff")
    for seat in (CARLA, ANNA, BEN):
        for card in cards:
            assert ("card", seat) in asked(state)
            state, _ = vabanque.play(state, seat, Lay(card, 2))
        assert ("card", seat) not in asked(state)
    assert asked(state) == [("move", ANNA)]


@pytest.mark.parametrize("turns", ["strict", "free"])
def test_all_chips_of_the_phase_can_be_placed_at_once(turns: str) -> None:
    state, facts = vabanque.play(seated(turns=turns), None, Chips(((1, 0), (4, 5), (7, 7))))
    assert facts == (Placed(seat=None, chips=5, counts=((1, 0), (4, 5), (7, 7))),)
    assert state.chips == (0, 0, 0, 25, 0, 0, 35)
    assert state.phase is Phase.CARDS


def test_the_rest_of_the_chips_can_be_placed_at_once() -> None:
    state = seated()
    for seat in (ANNA, BEN, CARLA, ANNA):
        state, _ = vabanque.play(state, seat, Chip(1))
    state, _ = vabanque.play(state, None, Chips(((1, 1), (2, 7))))
    assert state.chips == (25, 35, 0, 0, 0, 0, 0)
    assert asked(state) == [("card", ANNA)]


def test_one_card_at_a_time_is_laid_three_times_round() -> None:
    state = chips_down(seated(4, start=BEN), {}, aside=2)
    turns: list[int] = []
    cards: tuple[Card, ...] = ("trap", "bluff", "raise")
    while state.phase is Phase.CARDS:
        (ask,) = vabanque.asks(state)
        assert ask.seat is not None
        state, _ = vabanque.play(state, ask.seat, Lay(cards[len(turns) // 4], 2))
        turns.append(ask.seat)
    assert turns == [BEN, CARLA, DORA, ANNA] * 3


def test_a_card_lies_face_down() -> None:
    state = chips_down(seated(), {}, aside=2)
    told: set[tuple[GameEvent, ...]] = set()
    cards: tuple[Card, ...] = ("raise", "bluff", "trap", "hidden")
    for card in cards:
        told.add(vabanque.play(state, ANNA, Lay(card, 6))[1])
        assert vabanque.redact(Lay(card, 6)) == Lay("hidden", 6)
    assert told == {(FaceDown(seat=ANNA, casino=6),)}


def test_only_cards_are_secret() -> None:
    for move in (Start(3), Chip(3), Chips(((3, 12),)), Step(3)):
        assert vabanque.redact(move) == move


def test_a_player_may_lay_three_hidden_cards_or_some() -> None:
    state = chips_down(seated(turns="free"), {}, aside=2)
    cards: tuple[Card, ...] = ("hidden", "hidden", "hidden", "raise", "hidden", "trap")
    for seat, card in zip((ANNA, ANNA, ANNA, BEN, BEN, BEN), cards, strict=True):
        state, _ = vabanque.play(state, seat, Lay(card, 2))
    assert asked(state) == [("card", CARLA)]


@pytest.mark.parametrize(("steps", "casino"), [(0, 5), (1, 6), (2, 7), (3, 1), (4, 2)])
def test_a_pawn_moves_clockwise_round_the_circle(steps: int, casino: int) -> None:
    state = cards_down(chips_down(seated(start=CARLA, casino=5), {}, aside=4), {}, aside=4)
    assert vabanque.asks(state) == (PendingDecision("move", CARLA, "1.pawns.2.0"),)
    state, facts = vabanque.play(state, CARLA, Step(steps))
    assert state.pawns[CARLA] == casino
    assert facts == (Moved(seat=CARLA, origin=5, casino=casino),)


def test_pawns_move_in_turn_and_the_last_one_opens_the_cards() -> None:
    state = cards_down(chips_down(seated(start=BEN), {}, aside=2), {}, aside=2)
    asks: list[PendingDecision] = []
    for _ in range(3):
        asks.extend(vabanque.asks(state))
        state, _ = vabanque.play(state, state.turn, Step(0))
    assert [(ask.seat, ask.final) for ask in asks] == [(BEN, False), (CARLA, False), (ANNA, True)]


def test_pawns_stay_for_the_next_round_and_cards_come_back() -> None:
    state, _ = pawns_moved(cards_down(chips_down(seated(), {}, 2), {}, 2), (4, 1, 3))
    assert (state.round, state.phase, state.pawns, state.laid) == (2, Phase.CHIPS, (5, 4, 1), ())
    state = cards_down(chips_down(state, {}, 2), {}, 2)
    assert len(state.laid) == 9
