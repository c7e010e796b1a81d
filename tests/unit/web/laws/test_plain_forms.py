"""A game with rules and nothing else is playable, plainly: the forms of its pages are all that it needs."""

import re
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.forms import filled_out
from companion.games import GAMES
from companion.games.choices import IntRange, parse_choices, parse_decision_form
from companion.games.types import InvalidMove, PendingDecision
from companion.i18n import languages
from companion.paths import data_dir
from companion.rendering import templating
from tests.support.built import ROOT
from tests.support.cast import CAST
from tests.unit.games.playing import games

HAS = {slug: {path.name for path in (data_dir("templates") / slug).glob("*")} for slug in GAMES}
PLAIN = [slug for slug in GAMES if "_ask.html" not in HAS[slug]]
SENT = {"kind", "op", "slot", "do", "player", "sure", "all", "standing"}
"""What forms send with any act; and what a record names."""
COUNTED = re.compile(r"""\b(?:digits|counted)\([^"\n]*"(\w+)\"""")
"""A number that shared code asks for: where it is refused, the game's own sentences are asked first."""
SHARED = [code.read_text("utf-8") for room in ("table", "web") for code in (ROOT / "companion" / room).rglob("*.py")]
TAKEN = SENT | {key for code in SHARED for key in COUNTED.findall(code)}
"""Names that no field of a move can have."""


def test_there_is_such_a_game() -> None:
    assert "toy" in [slug for slug in GAMES if not HAS[slug]]


def test_ask_names_them() -> None:
    told = (PendingDecision.__doc__ or "").partition("cannot name a field:")[2]
    assert {"act", "step", "entry"} < TAKEN
    assert set(re.findall(r"`(\w+)`", told)) == TAKEN


@pytest.mark.parametrize("slug", PLAIN)
@given(data=st.data())
def test_the_plain_form_of_an_ask_holds_each_of_its_moves(slug: str, data: st.DataObject) -> None:
    game = data.draw(games(slug))
    for state, ask, act in zip(game.states, game.answered, game.acts, strict=False):
        line = game.game.write(act.move)
        assert set(line) == {"do", *ask.fields}, f"Ask({ask.do!r}) must name these fields: its form has nothing else"
        assert not TAKEN & ask.fields.keys(), f"Ask({ask.do!r}) has a field by a name that forms have, or addresses"
        for key, values in ask.fields.items():
            assert line[key] in values, f"Ask({ask.do!r}) offers {key} from {values}, and not {line[key]}"
        assert ask.hidden == (game.game.redact(act.move) != act.move), (
            f"Ask({ask.do!r}, hidden=…) does not fit its cover"
        )
        sent = {key: str(value) for key, value in filled_out(line).items()}
        assert game.game.parse_form_move(state, ask.seat, sent, Random) == act.move


def test_a_seat_is_chosen_and_told_by_its_name() -> None:
    choices: Any = templating.html_environment(languages.SOURCE).get_template("_choices.html").module
    form = choices.controls({"whom": (0, 1), "number": (0, -1)}, names=CAST)
    assert [label.strip() for label in re.findall(r"> ([^<]+)</label>", form)] == ["Anna", "Ben", "0", "−1"]
    every = choices.controls({"loser_seat": (0, 1, 2, 3)}, names=CAST)
    assert re.findall(r"> ([^<]+)</label>", every) == list(CAST[:4])
    assert "keys" not in every
    plain: Any = templating.html_environment(languages.SOURCE).get_template("table/_plain.html").module
    told = {"whom": 1, "seat": None, "number": -1, "points": (0, 1), "word": "second-bet", "seats": (2, 0)}
    said = [plain.said(key, value, CAST) for key, value in told.items()]
    assert said == ["whom Ben", "seat –", "number\u00a0−1", "points 0, 1", "word second-bet", "seats Carla, Anna"]
    assert plain.said("seats", (), CAST) == "seats –"
    assert plain.said("loser_seat", 2, CAST) == "loser_seat Carla"
    assert plain.said("paying_seats", (2, 0), CAST) == "paying_seats Carla, Anna"


def test_nothing_of_a_move_is_chosen_before_somebody_does() -> None:
    module: Any = templating.html_environment(languages.SOURCE).get_template("_choices.html").module
    fields = {"number": IntRange(0, -5, 5), "which": ("lowest", "highest"), "key": tuple(range(15))}
    form, house_rules = module.controls(fields, fresh=True), module.controls(fields)
    assert "checked" not in form
    assert 'value="" min="-5" max="5"' in form
    assert form.count("required") == 1 + 2 + 15
    assert form.count('class="keys"') == 1
    assert house_rules.count("checked") == 2
    assert 'value="0" min="-5" max="5"' in house_rules


@pytest.mark.parametrize(("text", "number"), [("-3", -3), ("−3", -3), ("5", 5), ("0", 0), ("-5", -5)])
def test_a_field_can_be_a_negative_number(text: str, number: int) -> None:
    ask = PendingDecision("move", 0, "1", fields={"by": IntRange(0, -5, 5)})
    assert parse_decision_form([ask], 0, {"do": "move", "by": text}) == {"do": "move", "by": number}


@pytest.mark.parametrize("text", ["-6", "--3", "−−3", "-", "", "+3", "- 3", "3-", "-\uff13", "\u20123"])
def test_what_is_no_number_from_low_to_high_is_garbled(text: str) -> None:
    with pytest.raises(InvalidMove):
        parse_choices({"by": text}, {"by": IntRange(0, -5, 5)})
    with pytest.raises(InvalidMove):
        parse_choices({"by": "-1"}, {"by": IntRange(0, 0, 5)})
