"""The laws of forms hold of forms as hard as they get: many numbers in one, fields that limit each other, lists."""

import re
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion import languages, templating, words
from companion.games import GAMES
from companion.games.choices import IntRange, Several, typed
from companion.games.fields import each_seat, list_of, numbers, of_each
from companion.games.kit import HIDDEN, Ask, Garbled
from companion.table.chair import chair
from tests.cast import CAST
from tests.games import piles
from tests.games.laws import LAWS, some_games
from tests.web import pieces
from tests.web import test_correct_page as corrections
from tests.web import test_every_ask as asks
from tests.web import test_every_page as pages
from tests.web import test_plain as plain
from tests.web.corrections import forms
from tests.web.devices import an_app, an_evening, done
from tests.web.forms import Page
from tests.web.games import OURS
from tests.web.plain import Plain
from tests.web.test_every_ask import Looker

GAME = piles.GAME


@pytest.fixture(autouse=True)
def _there_is_such_a_game(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(GAMES, "piles", GAME)
    monkeypatch.setitem(OURS, "piles", Plain("piles"))
    monkeypatch.setitem(plain.HAS, "piles", set())
    an_app(tmp_path / "addresses")


def test_it_keeps_the_laws_of_games() -> None:
    for game in some_games("piles", 2):
        for law in LAWS:
            law(game)


def test_all_that_is_asked_for_can_be_done_from_its_pages(tmp_path: Path) -> None:
    asks.test_all_that_is_asked_for_can_be_done_from_the_pages_and_by_nobody_else("piles", 0, tmp_path)


def test_its_buttons_are_acts_that_the_rules_take() -> None:
    pages.test_every_button_that_can_be_tapped_is_an_act_that_the_rules_take_and_no_other("piles")


def test_a_whole_game_is_played_by_its_forms(tmp_path: Path) -> None:
    plain.test_a_whole_game_is_played_by_the_forms_of_its_pages("piles", 0, tmp_path)


def test_the_plain_form_of_an_ask_holds_each_of_its_moves() -> None:
    plain.test_the_plain_form_of_an_ask_holds_each_of_its_moves("piles")


def test_what_was_entered_in_them_can_be_corrected(tmp_path: Path) -> None:
    corrections.test_every_form_of_the_page_is_a_correction_or_says_why_it_is_none(tmp_path / "each", "piles")
    corrections.test_whatever_is_corrected_every_page_and_the_record_tell_the_same_game(tmp_path / "all", "piles")


def test_what_was_copied_wrongly_is_put_right_in_the_opened_hand_of_its_owner(tmp_path: Path) -> None:
    evening = an_evening(tmp_path, 2, game="piles")
    while not chair(evening.table).mistyped:
        (ask, *_), luck = evening.table.asks, Random(0)
        done(evening.act(ask, piles.suggest(evening.table.state, ask, luck)))
    anna, ben = evening.players
    (number, _) = (one.number for one in chair(evening.table).mistyped)
    page, hands = anna.sees(f"/t/{evening.key}"), [one.get(f"/t/{evening.key}/hand").text for one in (anna, ben)]
    assert "Typed wrongly" in page
    assert ['name="kind" value="put-right"' in hand for hand in hands] == [True, True]
    assert [f'name="act" value="{number}"' in hand for hand in hands] == [True, False]
    right = dict(zip(("north", "east", "south", "west"), (57, 1, 1, 1), strict=True))
    assert anna.tap(evening.key, "put-right", act=number, do="send", **right).status_code == 200
    assert next(one.act.move for one in evening.table.played if one.number == number) == piles.Send(57, 1, 1, 1)
    assert "Anna put their own entry right:" in ben.sees(f"/t/{evening.key}")


FAULTS: dict[str, tuple[str, Any]] = {
    "one coin too many on a pile": ("send", lambda fields: {**fields, "east": IntRange(0, 0, piles.COINS + 1)}),
    "a rank that there is none": ("rank", lambda _fields: {"order": Several((IntRange(1, 1, 4),) * 3)}),
    "a colour that is refused": ("pair", lambda fields: {**fields, "first": (*piles.COLOURS, "black")}),
    "too few coins": ("send", lambda fields: {key: IntRange(0, 0, 9) for key in fields}),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_what_never_goes_together_is_found(fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    do, other = FAULTS[fault]

    def asked(state: piles.State) -> tuple[Ask, ...]:
        return tuple(replace(ask, fields=other(ask.fields)) if ask.do == do else ask for ask in piles.asks(state))

    monkeypatch.setitem(GAMES, "piles", replace(GAME, asks=asked))
    looker = Looker(an_evening(tmp_path, 2, game="piles"), Random(0))
    with pytest.raises(AssertionError, match=r"refused whatever else|no move that suggest gives can be filled in"):
        looker.whole_game()


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
    with pytest.raises(Garbled):
        typed({"order-1": "7"}, order)


def test_a_list_may_have_as_many_numbers_as_there_are_now() -> None:
    dice = numbers("dice", range(1, 6), 1, 6, secret=True)
    assert [dice.given({"dice": some}) for some in ([6], [1, 1, 2, 5, 6], HIDDEN)] == [(6,), (1, 1, 2, 5, 6), HIDDEN]
    with pytest.raises(Garbled) as garbled:
        dice.given({"dice": []})
    assert "1–5 of them" in words.sentence("piles", garbled.value, ())
    assert typed({"dice-1": "3", "dice-2": "6"}, {"dice": list_of(2, 1, 6)}) == {"dice": [3, 6]}


def test_a_number_of_each_player_stands_beside_their_name() -> None:
    module: Any = templating.page(languages.SOURCE).get_template("_choices.html").module
    points = {"points": each_seat(3, 0, 9)}
    form = module.controls(points, names=CAST, fresh=True)
    assert re.findall(r"<legend>(.*?)</legend>", form) == ["Anna", "Ben", "Carla"]
    assert re.findall(r'aria-label="(?:One less: )?(\w+, \w+)"', form)[:2] == ["Anna, points", "Anna, points"]
    assert typed({"points-1": "7", "points-2": "0", "points-3": "9"}, points) == {"points": [7, 0, 9]}


def test_of_two_games_that_differ_in_secrets_a_choice_that_limits_a_later_one_is_exchanged_too() -> None:
    kept = set()
    for seed in range(30):
        pair = Plain("piles").pair(seed)
        kept |= {
            our.ask.slot[0] for our, their in zip(pair.ours, pair.theirs, strict=True)
            if our.ask.do == "keep" and our.move != their.move
        }  # fmt: skip
    assert kept == {"1", "2"}


def test_a_form_of_fewer_than_can_play_is_read_without_knowing_how_many_do() -> None:
    form = {"do": "share", **{f"points-{place}": "1" for place in (1, 2, 3)}}
    assert piles.MOVES.typed(form) == piles.Share((1, 1, 1))
    for missing, key in (((2,), "points-2"), ((1, 2, 3), "points-1")):
        with pytest.raises(Garbled) as garbled:
            piles.MOVES.typed({name: value for name, value in form.items() if name[-1:] not in map(str, missing)})
        assert garbled.value.blanks["key"] == key
    with pytest.raises(Garbled):
        piles.MOVES.typed({"do": "share", "points-1": "1"})  # at least two play


def test_of_two_numbers_of_each_player_it_is_told_which_is_which() -> None:
    module: Any = templating.page(languages.SOURCE).get_template("_choices.html").module
    form = module.controls({"tricks": each_seat(2, 0, 9), "points": each_seat(2, 0, 9)}, names=CAST, fresh=True)
    told = re.sub(r"\s+", " ", re.sub(r"<(?!/?(?:legend|p)\b)[^>]*>", "", form))
    assert re.findall(r"<(?:legend|p)[^>]*>([^<]+)<", told) == ["tricks", "Anna", "Ben", "points", "Anna", "Ben"]
    assert re.findall(r'aria-label="(\w+, \w+)"', form) == [
        "Anna, tricks",
        "Ben, tricks",
        "Anna, points",
        "Ben, points",
    ]


@pytest.mark.parametrize("bad", [None, [1], [1] * 7, [1, 10], [1, "2"]])
def test_a_number_of_each_is_wanted_from_as_many_as_can_play(bad: object) -> None:
    field = of_each("points", range(2, 7), 0, 9)
    assert field.given({"points": [9, 1, 1]}) == (9, 1, 1)
    with pytest.raises(Garbled) as garbled:
        field.given({"points": bad})
    assert ("2–6 of them" if not isinstance(bad, list) or len(bad) not in range(2, 7) else "0 to 9") in words.sentence(
        "piles", garbled.value, ()
    )


@pytest.mark.parametrize("bad", [None, 3, "hidden", [1, 2], [1, 2, 3, 4], [1, 2, "3"], [1, 2, 10], [1, 2, True]])
def test_what_is_no_such_list_is_told_what_was_expected(bad: object) -> None:
    field = numbers("order", 3, 1, 9)
    assert field.given({"order": [9, 1, 1]}) == (9, 1, 1)
    with pytest.raises(Garbled) as garbled:
        field.given({"order": bad})
    said = words.sentence("piles", garbled.value, ())
    assert "1 to 9" in said
    assert "expected" in said


@pytest.mark.parametrize("sure", [(' data-sure="Turn up"', ""), ("", ' data-sure="Turn up"'), ("", "")], ids=str)
def test_a_form_asks_once_more_by_itself_or_by_its_button(sure: tuple[str, str]) -> None:
    fields = '<input type="hidden" name="do" value="turn"><input type="hidden" name="slot" value="1.turn">'
    page = Page(f"<form{sure[0]}>{fields}<button{sure[1]}>turn</button></form>")
    form = page.form(Ask("turn", None, "1.turn", final=True), ())
    assert form is not None
    assert ("sure" in form) == any(sure)


DRAWN = ("4", "28", "14", "19", "6")
"""Five cards of thirty, none of them twice."""


def _page_of_drawn_cards(was: dict[str, object]) -> str:
    controls: Any = templating.environment("en", autoescape=True).get_template("_choices.html").module
    fields = {"drawn": Several((tuple(range(1, 31)),) * len(DRAWN))}
    hidden = '<input type="hidden" name="kind" value="act"><input type="hidden" name="slot" value="1.draw">'
    return f"<form data-tap>{hidden}{controls.controls(fields, was, fresh=True)}<button>Done</button></form>"


def test_a_button_that_sends_five_different_cards_of_thirty_is_found_to_send_them() -> None:
    (button,) = pieces.buttons(_page_of_drawn_cards({}))
    ways = [[value for name, value in way.items() if name.startswith("drawn-")] for way in button.ways()]
    different = [way for way in ways if len({*way}) == len(DRAWN)]
    assert len(ways) == pieces.WAYS
    assert {card for way in different for card in way} == {str(card) for card in range(1, 31)}


def test_a_correction_of_drawn_cards_has_one_other_card() -> None:
    (form,) = forms(_page_of_drawn_cards({"drawn": tuple(map(int, DRAWN))}))
    sent = [form[f"drawn-{place}"] for place in range(1, 6)]
    assert len({*sent}) == len({*sent, *DRAWN}) - 1 == len(DRAWN)
