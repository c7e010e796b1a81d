"""Whose turn it is, and forms that name a card by its place in the hand."""

from random import Random

import pytest

from companion.games import vabanque
from companion.games.types import IllegalMove, InvalidMove, Refusal
from companion.games.vabanque.events import Placed
from companion.games.vabanque.moves import Card, Chip, Chips, Lay
from companion.games.vabanque.presentation import from_form, shuffle_hand
from companion.games.vabanque.state import Phase, State
from tests.support.cast import ANNA, BEN, CARLA, DORA
from tests.unit.games.vabanque.table import cards_down, chips_down, seated


def asked(state: State) -> list[tuple[str, int | None]]:
    return [(ask.do, ask.seat) for ask in vabanque.asks(state)]


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
