"""Forms of Vabanque name a card by its place in the hand."""

from random import Random

import pytest

from companion.games import vabanque
from companion.games.types import IllegalMove, InvalidMove, Refusal
from companion.games.vabanque.moves import Lay
from companion.games.vabanque.presentation import from_form, shuffle_hand
from companion.games.vabanque.state import State
from tests.support.cast import ANNA, BEN
from tests.unit.games.vabanque.table import cards_down, chips_down, seated

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
