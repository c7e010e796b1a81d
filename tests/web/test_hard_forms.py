"""Plain forms of lists and of a number for each player."""

import re
from dataclasses import dataclass
from typing import Any

import pytest

from companion.games.choices import IntRange, Several, typed
from companion.games.notation import Spelling, Spellings, each_seat, list_of, numbers, of_each
from companion.games.types import HIDDEN, InvalidMove
from companion.i18n import languages
from companion.rendering import error_messages, templating
from tests.cast import CAST


@dataclass(frozen=True, slots=True)
class Share:
    """Points of each player."""

    points: tuple[int, ...]


def test_a_list_has_a_control_for_each_place() -> None:
    module: Any = templating.page(languages.SOURCE).get_template("_choices.html").module
    order = {"order": Several((IntRange(1, 1, 9), ("last", "none")))}
    form, was = module.controls(order, fresh=True), module.controls(order, {"order": [7, "none"]}, fresh=True)
    assert form.count('name="order-1"') == 1
    assert form.count('name="order-2"') == 2
    assert "checked" not in form
    assert 'value="7"' in was
    assert 'value="none" autocomplete="off" required checked' in was
    assert typed({"order-1": "7", "order-2": "none"}, order) == {"order": [7, "none"]}
    with pytest.raises(InvalidMove):
        typed({"order-1": "7"}, order)


def test_a_list_may_have_as_many_numbers_as_there_are_now() -> None:
    dice = numbers("dice", range(1, 6), 1, 6, secret=True)
    assert [dice.given({"dice": some}) for some in ([6], [1, 1, 2, 5, 6], HIDDEN)] == [(6,), (1, 1, 2, 5, 6), HIDDEN]
    with pytest.raises(InvalidMove) as garbled:
        dice.given({"dice": []})
    assert "1–5 of them" in error_messages.sentence("toy", garbled.value, ())
    assert typed({"dice-1": "3", "dice-2": "6"}, {"dice": list_of(2, 1, 6)}) == {"dice": [3, 6]}


def test_a_number_of_each_player_stands_beside_their_name() -> None:
    module: Any = templating.page(languages.SOURCE).get_template("_choices.html").module
    points = {"points": each_seat(3, 0, 9)}
    form = module.controls(points, names=CAST, fresh=True)
    assert re.findall(r"<legend>(.*?)</legend>", form) == ["Anna", "Ben", "Carla"]
    assert re.findall(r'aria-label="(?:One less: )?(\w+, \w+)"', form)[:2] == ["Anna, points", "Anna, points"]
    assert typed({"points-1": "7", "points-2": "0", "points-3": "9"}, points) == {"points": [7, 0, 9]}


def test_a_form_of_fewer_than_can_play_is_read_without_knowing_how_many_do() -> None:
    moves = Spellings(Spelling[Share]("share", Share, of_each("points", range(2, 7), 0, 9), seated=False))
    form = {"do": "share", **{f"points-{place}": "1" for place in (1, 2, 3)}}
    assert moves.typed(form) == Share((1, 1, 1))
    for missing, key in (((2,), "points-2"), ((1, 2, 3), "points-1")):
        with pytest.raises(InvalidMove) as garbled:
            moves.typed({name: value for name, value in form.items() if name[-1:] not in map(str, missing)})
        assert garbled.value.blanks["key"] == key
    with pytest.raises(InvalidMove):
        moves.typed({"do": "share", "points-1": "1"})  # at least two play


@pytest.mark.parametrize("bad", [None, [1], [1] * 7, [1, 10], [1, "2"]])
def test_a_number_of_each_is_wanted_from_as_many_as_can_play(bad: object) -> None:
    field = of_each("points", range(2, 7), 0, 9)
    assert field.given({"points": [9, 1, 1]}) == (9, 1, 1)
    with pytest.raises(InvalidMove) as garbled:
        field.given({"points": bad})
    assert (
        "2–6 of them" if not isinstance(bad, list) or len(bad) not in range(2, 7) else "0 to 9"
    ) in error_messages.sentence("toy", garbled.value, ())


@pytest.mark.parametrize("bad", [None, 3, "hidden", [1, 2], [1, 2, 3, 4], [1, 2, "3"], [1, 2, 10], [1, 2, True]])
def test_what_is_no_such_list_is_told_what_was_expected(bad: object) -> None:
    field = numbers("order", 3, 1, 9)
    assert field.given({"order": [9, 1, 1]}) == (9, 1, 1)
    with pytest.raises(InvalidMove) as garbled:
        field.given({"order": bad})
    said = error_messages.sentence("toy", garbled.value, ())
    assert "1 to 9" in said
    assert "expected" in said
