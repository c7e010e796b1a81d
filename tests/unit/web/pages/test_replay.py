"""The replay: anybody who may look at a finished game steps through it, and moves nobody."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from companion.games import GAMES
from companion.table.model import replay
from companion.table.model.history import PageRef
from companion.table.model.player_view import player_view
from companion.table.model.roster import paging
from companion.web.live.public_page import GAME_FRAGMENTS
from tests.support.cases import usually
from tests.unit.table.model.test_replay import now
from tests.unit.web.pages.test_history import section, stage_now, still
from tests.unit.web.secrecy.planting import NOBODYS_KEY
from tests.unit.web.support.devices import Device, Session, new_session, saved
from tests.unit.web.support.phases import play_to_end

TAPPED = re.compile(r'<g id="taps".*?</g>|<div class="row ends">.*?</div>', re.DOTALL)
"""Things to tap while a game goes on, and after its end."""
SAID = re.compile(r'<p id="replay-said"[^>]*>(.*?)</p>', re.DOTALL)
NO_STEPS = {"0/1": 404, "1/0": 404, "99999/0": 404, "x/0": 400, "0/-1": 400, "1" * 5_000 + "/0": 400}


@dataclass
class Whole:
    """A whole game, and what all saw of it at each moment, as a phone and as a screen."""

    session: Session
    shown: Mapping[tuple[PageRef, bool], Mapping[str, str]]

    @property
    def steps(self) -> list[PageRef]:
        return replay.replay_steps(player_view(self.session.table))


@pytest.fixture(scope="module", params=usually("wetten", of=GAMES))
def whole(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Whole:
    """Anna, Ben and Carla play to the end and look at every page."""
    session = new_session(tmp_path_factory.mktemp(request.param), game=request.param)
    luck, shown = Random(4), {}
    while True:
        for screen in (False, True):
            shown[now(session.table), screen] = stage_now(session, screen=screen)
        if paging(session.table.roster):
            saved(session.page())
        elif session.table.asks:
            saved(session.by_chance(luck))
        else:
            return Whole(session, shown)


def replayed(device: Device, session: Session, step: PageRef, more: str = "") -> str:
    """The page of a step."""
    answer = device.get(f"/t/{session.key}/replay/{step[0]}/{step[1]}{more}")
    assert answer.status_code == 200, answer.text
    return answer.text


def at_rest(html: str) -> str:
    """A fragment without what can be tapped on it."""
    return re.sub(r"\s*(?=<)|(?<=>)\s*", "", TAPPED.sub("", still(html)))


def leads(page: str, name: str) -> PageRef:
    """The step that a link leads to."""
    found = re.search(rf'id="{name}"[^>]* href="/t/\w+/replay/(\d+)/(\d+)', page)
    assert found is not None
    return int(found[1]), int(found[2])


def test_each_step_shows_what_all_saw_then(whole: Whole) -> None:
    anna, before = whole.session.players[0], whole.session.table
    for number, step in enumerate(whole.steps):
        for screen in (False, True):
            if (step, screen) not in whole.shown or (not step[1] and number % 3):
                continue  # nobody saw the moment before a forced move; all pages of payouts, moves now and then
            page = replayed(anna, whole.session, step, "?screen=1" if screen else "")
            for name in GAME_FRAGMENTS:
                assert at_rest(section(page, name)) == at_rest(whole.shown[step, screen][name]), (step, name)
            for active in ("data-tap", "hx-sse", "undefined"):
                assert active not in page.lower()
            assert "<form" not in page.replace('<form method="dialog">', "")  # which closes the menu
    assert whole.session.table is before


def test_links_lead_from_the_beginning_to_the_end_and_back(whole: Whole) -> None:
    anna, session = whole.session.players[0], whole.session
    payouts = replay.payout_steps(player_view(session.table))
    for by, every in (("", whole.steps), ("?by=payouts", payouts)):
        way, page = [replay.BEGUN], replayed(anna, session, replay.BEGUN, by)
        while (step := leads(page, "to-forward")) != way[-1]:
            assert leads(page, "to-last") == every[-1]
            page = replayed(anna, session, step, by)
            assert leads(page, "to-back") == way[-1]
            way.append(step)
            assert f">{len(way)}/{len(every)}<" in page
            if not by:
                assert leads(page, "by-payouts") == next(one for one in payouts if one >= step)
        assert way == every
    assert anna.get(f"/t/{session.key}/replay").text == replayed(anna, session, replay.BEGUN)


def test_script_is_sent_the_changed_parts_alone(whole: Whole) -> None:
    anna, session, step = whole.session.players[0], whole.session, whole.steps[3]
    path = f"/t/{session.key}/replay/{step[0]}/{step[1]}"
    sent = anna.get(path, HX_Request="true").text
    assert sorted(re.findall(r'hx-target="#([\w-]+)"', sent)) == sorted([*GAME_FRAGMENTS, "entry", "replay"])
    assert "<html" not in sent
    page = anna.get(path).text
    for name in GAME_FRAGMENTS:
        assert section(page, name).strip() in sent


def test_finished_game_links_to_its_replay(whole: Whole) -> None:
    anna, watching, at = whole.session.players[0], whole.session.device("watching"), f"/t/{whole.session.key}"
    assert anna.get(at).text.count(f'href="{at}/replay"') == 2
    assert f'href="{at}/replay"' in anna.get(f"{at}/history").text
    assert f'href="{at}/replay?screen=1"' in watching.get(f"{at}/screen").text
    assert f'href="{at}/screen"' in replayed(watching, whole.session, replay.BEGUN, "?screen=1")
    for step, status in NO_STEPS.items():
        assert whole.session.host.get(f"{at}/replay/{step}").status_code == status, step


def test_card_revealed_later_still_lies_face_down(session: Session) -> None:
    end = player_view(play_to_end(session).table)
    laid = [one for one in end.played if end.game.write(one.act.move).get("card", "hidden") != "hidden"]
    assert laid
    for one in laid:
        said = SAID.search(replayed(session.host, session, (one.number, 0)))
        assert said is not None
        assert re.search(r"lays a card at table \d+\s*<", said[1])


@pytest.mark.parametrize("phase", ["chips", "cards", "payout", "lobby", "plain"])
def test_running_game_is_not_replayed(sessions: dict[str, Session], phase: str) -> None:
    session = sessions[phase]
    for path in ("replay", "replay/0/0", "what-if/9"):
        answer = session.host.get(f"/t/{session.key}/{path}")
        assert answer.status_code == 409
        assert ("The game isn&#39;t over yet." if phase != "lobby" else "The game hasn&#39;t begun yet.") in answer.text
    assert session.host.post(f"/t/{session.key}/what-if/9", {"do": "move"}).status_code == 409
    assert session.host.get(f"/t/{NOBODYS_KEY}/replay").status_code == 404


def test_game_is_replayed_after_its_last_page(tmp_path: Path) -> None:
    session = new_session(tmp_path, game="toy", rounds="1")
    luck = Random(4)
    while session.table.asks:
        saved(session.by_chance(luck))
    assert paging(session.table.roster)
    assert session.host.get(f"/t/{session.key}/replay").status_code == 409
    session.paged()
    assert session.host.get(f"/t/{session.key}/replay").status_code == 200
