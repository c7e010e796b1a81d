"""A game of rules alone is playable by plain forms and pages that are made for every game."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from bench.forms import filled_out
from companion.cli import cli
from companion.games import GAMES
from companion.games.choices import IntRange, parse_choices, parse_decision_form
from companion.games.types import GameEvent, InvalidMove, PendingDecision
from companion.i18n import languages
from companion.paths import data_dir
from companion.rendering import templating
from companion.rendering.drawing import curves
from companion.table.model.names import name_id
from tests.support.built import ROOT
from tests.support.cast import CAST
from tests.unit.games import toy
from tests.unit.games.playing import games
from tests.unit.games.toy import Bid, Turn
from tests.unit.web.support.devices import Session, new_session, saved

HAS = {slug: {path.name for path in (data_dir("templates") / slug).glob("*")} for slug in GAMES}
PLAIN = [slug for slug in GAMES if "_ask.html" not in HAS[slug]]
SENT = {"kind", "op", "slot", "do", "player", "sure", "all", "standing", "seat"}
"""Fields that forms send with any move, and the field of a record that names a player."""
COUNTED = re.compile(r'\(command, "(\w+)"|, "(\w+)", \d, [A-Z_]+\)')
"""Numbers that shared code reads: a refusal of one asks the game's own sentences first."""
SHARED = [code.read_text("utf-8") for part in ("table", "web") for code in (ROOT / "companion" / part).rglob("*.py")]
TAKEN = SENT | {one or other for code in SHARED for one, other in COUNTED.findall(code)}
"""Names that no field of a move can have."""


def play_round(session: Session, numbers: tuple[int, ...], which: str) -> None:
    """Everybody bids, and the numbers are turned up."""
    for number in numbers:
        saved(session.act(session.ask, Bid(number)))
    saved(session.act(session.ask, Turn(which)))


def test_documentation_names_the_fields_that_are_taken() -> None:
    assert "toy" in [slug for slug in GAMES if not HAS[slug]]
    told = (PendingDecision.__doc__ or "").rpartition("\n\n")[2]
    assert {"act", "step", "entry"} < TAKEN
    assert set(re.findall(r"`(\w+)`", told)) == TAKEN


@pytest.mark.parametrize("slug", PLAIN)
@given(data=st.data())
def test_plain_form_holds_each_move_of_a_decision(slug: str, data: st.DataObject) -> None:
    game = data.draw(games(slug))
    for state, ask, act in zip(game.states, game.answered, game.acts, strict=False):
        line = game.game.write(act.move)
        assert set(line) == {"do", *ask.fields}, f"PendingDecision({ask.do!r}) must name these fields: {line}"
        assert not TAKEN & ask.fields.keys(), f"PendingDecision({ask.do!r}): a field has a reserved name"
        for key, values in ask.fields.items():
            assert line[key] in values, f"PendingDecision({ask.do!r}): {key} offers {values}, not {line[key]}"
        assert ask.hidden == (game.game.redact(act.move) != act.move), f"{ask.do!r}: hidden must fit redact"
        sent = {key: str(value) for key, value in filled_out(line).items()}
        assert game.game.parse_form_move(state, ask.seat, sent, Random) == act.move


def test_seats_are_chosen_and_told_by_name() -> None:
    environment = templating.html_environment(languages.SOURCE)
    choices: Any = environment.get_template("_choices.html").module
    form = choices.controls({"whom": (0, 1), "number": (0, -1)}, names=CAST)
    assert [label.strip() for label in re.findall(r"> ([^<]+)</label>", form)] == ["Anna", "Ben", "0", "−1"]
    every = choices.controls({"loser_seat": (0, 1, 2, 3)}, names=CAST)
    assert re.findall(r"> ([^<]+)</label>", every) == list(CAST[:4])
    assert "keys" not in every
    plain: Any = environment.get_template("table/_plain.html").module
    told: dict[str, tuple[object, str]] = {
        "whom": (1, "whom Ben"),
        "seat": (None, "seat –"),
        "number": (-1, "number\u00a0−1"),
        "points": ((0, 1), "points 0, 1"),
        "word": ("second-bet", "word second-bet"),
        "seats": ((2, 0), "seats Carla, Anna"),
        "no_seats": ((), "no_seats –"),
        "loser_seat": (2, "loser_seat Carla"),
        "paying_seats": ((2, 0), "paying_seats Carla, Anna"),
    }
    assert {key: plain.said(key, value, CAST) for key, (value, _) in told.items()} == {
        key: said for key, (_, said) in told.items()
    }


def test_form_of_a_move_has_no_default() -> None:
    module: Any = templating.html_environment(languages.SOURCE).get_template("_choices.html").module
    fields = {"number": IntRange(0, -5, 5), "which": ("lowest", "highest"), "key": tuple(range(15))}
    form, house_rules = module.controls(fields, fresh=True), module.controls(fields)
    assert "checked" not in form
    assert 'value="" min="-5" max="5"' in form
    assert form.count("required") == 1 + 2 + 15
    assert form.count('class="keys"') == 1
    assert house_rules.count("checked") == 2
    assert 'value="0" min="-5" max="5"' in house_rules


def test_field_can_be_a_negative_number() -> None:
    by = IntRange(0, -5, 5)
    ask = PendingDecision("move", 0, "1", fields={"by": by})
    for text, number in {"-3": -3, "−3": -3, "5": 5, "0": 0, "-5": -5}.items():
        assert parse_decision_form([ask], 0, {"do": "move", "by": text}) == {"do": "move", "by": number}
    wrong = ["-6", "--3", "−−3", "-", "", "+3", "- 3", "3-", "-\uff13", "\u20123"]
    for text, values in (*((text, by) for text in wrong), ("-1", IntRange(0, 0, 5))):
        with pytest.raises(InvalidMove):
            parse_choices({"by": text}, {"by": values})


Turned = tuple[toy.State, tuple[GameEvent, ...]]


def change_reveal(patch: pytest.MonkeyPatch, change: Callable[[toy.State, Turned], Turned]) -> None:
    """Change the state and the events that follow a reveal."""
    turned = toy._turned
    patch.setattr(toy, "_turned", lambda state, which: change(state, turned(state, which)))


def read(html: str) -> str:
    """The text of a page."""
    return re.sub(r"<(style|script)\b.*?</\1>|<[^>]*>", " ", html, flags=re.DOTALL)


def test_negative_amount_has_its_minus_sign_everywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def owe(before: toy.State, turned: Turned) -> Turned:
        after, (*up, won) = turned
        assert isinstance(won, toy.Won)
        paid = replace(won, points=-won.points)
        points = tuple(2 * had - has for had, has in zip(before.points, after.points, strict=True))
        return replace(after, points=points, won=(*before.won, paid)), (*up, paid)

    change_reveal(monkeypatch, owe)
    game = replace(GAMES["toy"], score_history=lambda state: [(0, had) for had in state.points])
    monkeypatch.setitem(GAMES, "toy", game)
    session = new_session(tmp_path, game="toy", rounds="1")
    play_round(session, (3, 5, 8), "highest")
    at_payout = ["", "/screen", "/history", "/summary"]
    told = {f"payout{at}": session.host.get(f"/t/{session.key}{at}") for at in at_payout}
    saved(session.page())
    over = [f"/t/{session.key}{at}" for at in (*at_payout, "/bg-stats")]
    told |= {at: session.host.get(at) for at in (*over, "/", "/games/toy", f"/people/{name_id('Carla')}")}
    assert {page.status_code for page in told.values()} == {200}
    (tmp_path / "record").write_bytes(session.host.get(f"/t/{session.key}/record.jsonl").data)
    texts = {at: read(page.text) for at, page in told.items()}
    texts["score"] = CliRunner().invoke(cli, ["score", "--lang", "en", str(tmp_path / "record")]).output
    assert [(at, found) for at, text in texts.items() for found in re.findall(r"(?<![\w-])-\d.*", text)] == []
    assert {at for at, text in texts.items() if "−8" not in text} == set()


def test_payout_and_board_tell_events_in_order(tmp_path: Path) -> None:
    session = new_session(tmp_path, game="toy", rounds="3")
    rounds = (((3, 3, 8), "highest"), ((1, 2, 2), "highest"))
    for numbers, which in rounds:
        play_round(session, numbers, which)
        page = told(session)
        up = re.findall(r"Turned: seat (\w+), number\s(\d+)", page)
        assert up == list(zip(CAST, map(str, numbers), strict=False)), "nothing older"
        assert len(re.findall(r"Won: round", page)) == 1
        saved(session.page())
    page = told(session)
    assert re.findall(r"Turned: seat \w+, number\s(\d+)|Won: (round\s\d+)", page) == [
        *(("3", ""), ("3", ""), ("8", ""), ("", "round\u00a01")),
        *(("1", ""), ("2", ""), ("2", ""), ("", "round\u00a02")),
    ]


def told(session: Session) -> str:
    """The words on the page, without what is announced to screen readers."""
    page = session.host.get(f"/t/{session.key}").text
    return re.sub(r'<ul id="log".*?</ul>|<[^>]*>', "", page, flags=re.DOTALL)


def looking(session: Session) -> list[str]:
    """The colours for whom a page has a button to look at a hidden choice."""
    text = session.players[0].get(f"/t/{session.key}").text
    return re.findall(r'<div data-for="([^"]*)">\s*<div class="hand row">\s*<button[^>]* data-look', text)


def test_look_is_offered_to_who_has_chosen(tmp_path: Path) -> None:
    session = new_session(tmp_path, game="toy")
    colours = [person.colour for person in session.table.roster.people]
    assert looking(session) == []
    for chosen, number in enumerate((3, 5, 8), 1):
        saved(session.act(session.ask, Bid(number)))
        assert looking(session) == [" ".join(colours[:chosen])]
    saved(session.act(session.ask, Turn("highest")))
    assert looking(session.paged()) == []


def test_standings_follow_the_last_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def on_two_pages(_before: toy.State, turned: Turned) -> Turned:
        after, (*up, won) = turned
        return after, (*up, toy.Won(round=1, seat=None, points=0), won)

    change_reveal(monkeypatch, on_two_pages)
    session = new_session(tmp_path, game="toy")
    play_round(session, (3, 5, 8), "highest")
    for points in ([], ["8", "0", "0"]):
        for path in ("", "/screen"):
            page = session.host.get(f"/t/{session.key}{path}").text
            assert re.findall(r'<span class="money">([^<]+)</span>', page) == points
        if not points:
            saved(session.page())


def test_charts_show_points_below_zero(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert curves([(0, -4, 4), (0, 0, -2)], 80, 80) == [[(0, 40), (40, 80), (80, 0)], [(0, 40), (40, 40), (80, 60)]]
    assert curves([(0, -4)], 80, 80) == [[(0, 0), (80, 80)]]
    assert curves([(0, 4), (0, 1)], 80, 80) == [[(0, 80), (80, 0)], [(0, 80), (80, 60)]]
    assert curves([(0, 0)], 80, 80) == [[(0, 80), (80, 80)]]
    monkeypatch.setitem(GAMES, "toy", replace(GAMES["toy"], scores=lambda _state: (-40, -10, 40)))
    session = new_session(tmp_path, game="toy", rounds="1")
    play_round(session, (3, 5, 8), "highest")
    saved(session.page())
    bars = re.findall(r'<rect x="([\d.]+)" width="([\d.]+)"', session.host.get(f"/t/{session.key}").text)
    assert bars == [("50.0", "50.0"), ("37.5", "12.5"), ("0.0", "50.0")]
