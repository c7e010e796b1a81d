"""What the pages of every game say of one that has no words of its own for it: news, standings, scores and charts."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner
from jinja2 import Environment

from companion.cli import cli
from companion.games import GAMES
from companion.games.types import GameEvent
from companion.rendering import templating
from companion.rendering.drawing import curves
from companion.table.model.aliases import mark_of
from tests.support.cast import CAST
from tests.unit.games import toy
from tests.unit.games.toy import Bid, Turn
from tests.unit.web.support.devices import Session, new_session, saved


@pytest.mark.parametrize("env", [templating.html_environment("en"), templating.text_environment("de")])
def test_a_negative_amount_has_one_minus_sign_by_every_filter(env: Environment) -> None:
    said = env.from_string("{{ amount | number }} {{ amount | signed }} {{ amount | for_display }}").render(amount=-1)
    assert said == "−1 −1 −1"


def owing(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on whoever wins a round of the game of rules alone has to pay its points."""
    turned = toy._turned

    def owed(state: toy.State, which: str) -> tuple[toy.State, tuple[GameEvent, ...]]:
        after, (*up, won) = turned(state, which)
        assert isinstance(won, toy.Won)
        paid = replace(won, points=-won.points)
        points = tuple(2 * had - has for had, has in zip(state.points, after.points, strict=True))
        return replace(after, points=points, won=(*state.won, paid)), (*up, paid)

    monkeypatch.setattr(toy, "_turned", owed)
    monkeypatch.setitem(
        GAMES, "toy", replace(GAMES["toy"], score_history=lambda state: [(0, had) for had in state.points])
    )


def read(html: str) -> str:
    """What a person reads of a page."""
    return re.sub(r"<(style|script)\b.*?</\1>|<[^>]*>", " ", html, flags=re.DOTALL)


def test_an_amount_below_zero_has_its_minus_sign_wherever_it_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    owing(monkeypatch)
    session = new_session(tmp_path, game="toy", rounds="1")
    for number in (3, 5, 8):
        saved(session.act(session.ask, Bid(number)))
    saved(session.act(session.ask, Turn("highest")))
    at_payout = ["", "/screen", "/history", "/summary"]
    told = {at: session.host.get(f"/t/{session.key}{at}") for at in at_payout}
    saved(session.page())
    over = [f"/t/{session.key}{at}" for at in (*at_payout, "/bg-stats")]
    told |= {at: session.host.get(at) for at in (*over, "/", "/games/toy", f"/people/{mark_of('Carla')}")}
    assert {at: page.status_code for at, page in told.items()} == dict.fromkeys(told, 200)
    (tmp_path / "record").write_bytes(session.host.get(f"/t/{session.key}/record.jsonl").data)
    texts = {at: read(page.text) for at, page in told.items()}
    texts["score"] = CliRunner().invoke(cli, ["score", "--lang", "en", str(tmp_path / "record")]).output
    assert [(at, found) for at, text in texts.items() for found in re.findall(r"(?<![\w-])-\d.*", text)] == []
    assert {at for at, text in texts.items() if "−8" not in text} == set()


def test_all_that_an_act_brought_out_stands_on_its_page_and_nothing_older(tmp_path: Path) -> None:
    session = new_session(tmp_path, game="toy")
    for numbers, which in (((3, 3, 8), "highest"), ((1, 2, 2), "lowest")):
        for number in numbers:
            saved(session.act(session.ask, Bid(number)))
        saved(session.act(session.ask, Turn(which)))
        page = re.sub(r"<[^>]*>", "", session.host.get(f"/t/{session.key}").text)
        up = re.findall(r"Turned: seat (\w+), number\s(\d+)", page)
        assert up == list(zip(CAST, map(str, numbers), strict=False))
        assert len(re.findall(r"Won: round", page)) == 1
        saved(session.page())


def test_only_who_has_something_face_down_and_chooses_nothing_is_offered_to_look(tmp_path: Path) -> None:
    session = new_session(tmp_path, 3, game="toy")
    bidding = [person.colour for person in session.table.party.people]
    assert looking(session) == []
    for done_so_far, number in enumerate((3, 5, 8), 1):
        saved(session.act(session.ask, Bid(number)))
        assert looking(session) == [" ".join(bidding[:done_so_far])]
    saved(session.act(session.ask, Turn("highest")))
    session.paged()
    assert looking(session) == []


def looking(session: Session) -> list[str]:
    """For whom a page has a button to look at what was hidden."""
    text = session.players[0].get(f"/t/{session.key}").text
    return re.findall(r'<div data-for="([^"]*)">\s*<div class="hand row">\s*<button[^>]* data-look', text)


def test_standings_tell_nothing_before_the_last_page_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    turned = toy._turned

    def on_two_pages(state: toy.State, which: str) -> tuple[toy.State, tuple[GameEvent, ...]]:
        after, (*up, won) = turned(state, which)
        return after, (*up, toy.Won(round=1, seat=None, points=0), won)

    monkeypatch.setattr(toy, "_turned", on_two_pages)
    session = new_session(tmp_path, game="toy")
    for number in (3, 5, 8):
        saved(session.act(session.ask, Bid(number)))
    saved(session.act(session.ask, Turn("highest")))
    for path in ("", "/screen"):
        assert not standings(session.host.get(f"/t/{session.key}{path}").text)
    saved(session.page())
    for path in ("", "/screen"):
        assert standings(session.host.get(f"/t/{session.key}{path}").text) == ["8", "0", "0"]


def standings(page: str) -> list[str]:
    """The points beside everybody's name."""
    return re.findall(r'<span class="money">([^<]+)</span>', page)


def test_a_plain_board_is_read_as_it_happened(tmp_path: Path) -> None:
    session = new_session(tmp_path, game="toy", rounds="3")
    for numbers in ((3, 3, 8), (1, 2, 2)):
        for number in numbers:
            saved(session.act(session.ask, Bid(number)))
        saved(session.act(session.ask, Turn("highest")))
        saved(session.page())
    page = re.sub(r"<[^>]*>", "", session.host.get(f"/t/{session.key}").text)
    assert re.findall(r"Turned: seat \w+, number\s(\d+)|Won: (round\s\d+)", page) == [
        *(("3", ""), ("3", ""), ("8", ""), ("", "round\u00a01")),
        *(("1", ""), ("2", ""), ("2", ""), ("", "round\u00a02")),
    ]


def test_points_below_zero_stand_in_the_chart() -> None:
    assert curves([(0, -4, 4), (0, 0, -2)], 80, 80) == [[(0, 40), (40, 80), (80, 0)], [(0, 40), (40, 40), (80, 60)]]
    assert curves([(0, -4)], 80, 80) == [[(0, 0), (80, 80)]]
    assert curves([(0, 4), (0, 1)], 80, 80) == [[(0, 80), (80, 0)], [(0, 80), (80, 60)]]
    assert curves([(0, 0)], 80, 80) == [[(0, 80), (80, 80)]]


def test_bars_begin_at_nothing_to_the_left_for_less_and_to_the_right_for_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(GAMES, "toy", replace(GAMES["toy"], scores=lambda _state: (-40, -10, 40)))
    session = new_session(tmp_path, game="toy", rounds="1")
    for number in (3, 5, 8):
        saved(session.act(session.ask, Bid(number)))
    saved(session.act(session.ask, Turn("highest")))
    saved(session.page())
    bars = re.findall(r'<rect x="([\d.]+)" width="([\d.]+)"', session.host.get(f"/t/{session.key}").text)
    assert bars == [("50.0", "50.0"), ("37.5", "12.5"), ("0.0", "50.0")]
