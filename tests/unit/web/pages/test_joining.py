"""Strangers, short codes, links that work once, limits, and who takes over a seat."""

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.table.model.colours import COLOURS
from companion.table.model.roster import paging
from companion.table.storage.invitations import Invitations
from tests.unit.games.toy import GAME as TOY
from tests.unit.web.support.devices import PORT, Device, Session, Stream, new_app, new_session, saved
from tests.unit.web.support.phases import name_start_player

ELSEWHERE = (
    "//evil.test",
    "/\\evil.test",
    "https://evil.test",
    "/\t/evil.test",
    "/\n/evil.test",
    "\\evil",
    "evil",
    "/%0d%0aSet-Cookie:a=b",
    "",
)


def play_to_end(session: Session) -> None:
    """The game is played as anybody might."""
    luck = Random(1)
    while session.table.asks or paging(session.table.party):
        if paging(session.table.party):
            session.paged()
        else:
            saved(session.by_chance(luck))


def test_strangers_see_neither_tables_nor_history_nor_summary(session: Session) -> None:
    name_start_player(session)
    stranger = session.device("stranger")
    assert session.key not in stranger.get("/").text
    for path in ("summary", "summary.pdf", "record.jsonl"):
        assert stranger.get(f"/t/{session.key}/{path}").status_code == 403
    for name in ("Anna", "Ben", "Carla"):
        assert name not in stranger.get("/").text
        assert name not in stranger.get("/t/" + "a" * 13).text
    assert stranger.get("/t/" + "a" * 13).status_code == 404
    own = session.players[1].get("/").text
    assert session.key in own
    assert "Ben" in own


def test_a_stranger_with_the_key_can_change_nothing(session: Session) -> None:
    name_start_player(session)
    stranger = session.device("stranger")
    slot, number = session.ask.slot, session.table.number
    taps: dict[str, dict[str, object]] = {
        "act": {"slot": slot, "do": "chip", "table": 1},
        "back": {"entry": number},
        "sit": {"name": "Gina", "colour": "red"},
        "leave": {"person": 0},
        "arrange": {"person": 0},
        "begin": {"order": "0 1 2"},
        "admit": {"claim": 1},
        "refuse": {"claim": 1},
        "lend": {"person": 0},
        "return": {},
        "host": {},
        "hand-on": {"person": 0},
        "hold": {"person": "host"},
        "phone": {"code": "AAAAAAAA"},
        "rename": {"person": 0, "name": "Gina"},
        "gone": {"person": 0},
        "away": {},
        "open": {},
        "page": {"act": number, "step": 1},
        "propose": {"act": number, "do": "start", "table": 2},
        "approve": {"proposal": number},
        "decline": {"proposal": number},
    }
    for kind, fields in taps.items():
        stranger.tap(session.key, kind, **fields)
        assert session.table.number == number
    assert stranger.post(f"/t/{session.key}/address", {"address": "127.0.0.1"}).status_code == 403
    assert stranger.post(f"/t/{session.key}/again", {"op": stranger.op()}).status_code == 403


def joins(session: Session, device: Device) -> bool:
    """Whether a device gets to the table by its code."""
    answer = device.post("/code", {"code": session.table.code})
    assert answer.status_code == 409 or answer.headers["Location"] == f"/t/{session.key}"
    return answer.status_code == 303


def test_the_short_code_leads_in_while_a_seat_is_free(tmp_path: Path) -> None:
    app = new_app(tmp_path)
    lobby = Session(app, Device("host", app.test_client())).open(game="toy")
    newcomer, most = lobby.device("newcomer"), TOY.players[-1]
    lobby.sit(most - 1)
    assert joins(lobby, newcomer)
    last = lobby.device("last")
    saved(last.tap(lobby.key, "sit", name="Last", colour=list(COLOURS)[most - 1]))
    assert not joins(lobby, newcomer)
    assert [joins(lobby, device) for device in (lobby.host, *lobby.players)] == [True] * most, "they belong here"
    saved(last.tap(lobby.key, "leave"))
    assert joins(lobby, newcomer)
    lobby.begin()
    assert not joins(lobby, newcomer)
    saved(lobby.host.tap(lobby.key, "gone", person=0))
    assert joins(lobby, newcomer)


def test_the_host_turns_the_code_of_a_full_table_on_and_off(tmp_path: Path) -> None:
    session = new_session(tmp_path, game="toy", rounds="1")
    newcomer, address, code = session.device("newcomer"), f"/t/{session.key}", f">{session.table.code}</p>"
    for who in (newcomer, session.players[1]):
        assert who.tap(session.key, "code", on="yes").status_code == 403
    assert "Turn the join code on" in session.host.sees(f"{address}/seats")
    assert code not in newcomer.sees(f"{address}/screen")
    saved(session.host.tap(session.key, "code", on="yes"))
    assert "Turn the join code off" in session.host.sees(f"{address}/seats")
    assert code in corner_of(newcomer.sees(f"{address}/screen"))
    assert joins(session, newcomer)
    door = newcomer.sees(address)
    assert "Whose seat is yours?" in door
    assert "Only watch" in door
    saved(session.host.tap(session.key, "code", on="no"))
    assert not joins(session, newcomer)
    saved(session.host.tap(session.key, "code", on="yes"))
    play_to_end(session)
    assert not joins(session, newcomer)


def test_a_code_that_is_off_is_told_from_none_by_nobody(tmp_path: Path) -> None:
    session = new_session(tmp_path)
    stranger = session.device("stranger")
    told = [stranger.post("/code", {"code": code}) for code in (session.table.code, "QQQQQ", "QQQQQQ")]
    assert len({(answer.status_code, answer.text) for answer in told}) == 1


def test_the_corner_of_the_screen_leads_in_and_at_the_end_to_who_has_won(tmp_path: Path) -> None:
    session = new_session(tmp_path, game="toy", rounds="1")
    newcomer, address = session.device("newcomer"), f"/t/{session.key}"
    corner = corner_of(newcomer.sees(f"{address}/screen"))
    assert "QR code to join this table" in corner
    play_to_end(session)
    corner = corner_of(newcomer.sees(f"{address}/screen"))
    assert "QR code of this table" in corner
    door = newcomer.sees(address)
    assert "This game is over." in door
    assert f'href="{address}/screen">See how it ended</a>' in door


def corner_of(page: str) -> str:
    """What lies in the corner of the table screen."""
    return page.partition('id="corner"')[2].partition("</aside>")[0]


def test_the_link_in_the_terminal_makes_one_device_the_operators(session: Session) -> None:
    link = session.service.invitations.new()
    first, second = session.device("first"), session.device("second")
    assert first.get(f"/house/{link}").status_code == 303
    late = second.get(f"/house/{link}")
    assert (late.status_code, "each works once" in late.text) == (404, True)
    assert first.get(f"/house/{link}").status_code == 303, "whoever is in goes back, or loads it again"
    assert session.key in first.get("/").text
    assert session.key not in second.get("/").text


def test_a_link_that_is_only_looked_at_is_not_used_up(session: Session) -> None:
    link = session.service.invitations.new()
    host = session.device("first")
    for _ in range(2):
        assert host.get(f"/house/{link}", method="HEAD").status_code == 303
    assert session.key not in host.get("/").text
    assert host.get(f"/house/{link}").status_code == 303
    assert session.key in host.get("/").text


def test_who_follows_the_link_in_the_terminal_a_moment_late_keeps_the_cookie_it_has(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = session.service.invitations.new()
    monkeypatch.setattr(Invitations, "take", lambda *_: False)  # another request has taken it since it was looked for
    late = session.app.test_client().get(f"/house/{link}", base_url=f"http://companion.test:{PORT}")
    assert (late.status_code, late.headers.get("Set-Cookie")) == (404, None)


def test_the_language_form_leads_back_to_this_house_alone(session: Session) -> None:
    for back in ELSEWHERE:
        answer = session.host.post("/language", {"language": "en", "back": back})
        assert answer.status_code == 303
        assert re.fullmatch(r"/(?![/\\])[^\s\\]*", answer.headers["Location"]), back
    assert session.host.post("/language", {"back": f"/t/{session.key}"}).headers["Location"] == f"/t/{session.key}"


def test_a_screen_that_comes_by_the_code_need_not_sit_down(tmp_path: Path) -> None:
    begun = new_session(tmp_path / "begun")
    lobby = new_session(tmp_path / "lobby")
    for session in (begun, Session(lobby.app, lobby.host).open()):
        stranger = session.device("stranger")
        page = stranger.sees(f"/t/{session.key}")
        assert f'href="/t/{session.key}/screen">Only watch</a>' in page
        assert stranger.get(f"/t/{session.key}/screen").status_code == 200


def test_who_takes_over_a_seat_is_let_in_by_the_host_and_seen_by_all(session: Session) -> None:
    name_start_player(session)
    other = session.device("other")
    claim = saved(other.tap(session.key, "claim", person=1))
    assert other.get(f"/t/{session.key}/hand").text.count("Raise") == 0
    assert session.players[0].tap(session.key, "admit", claim=claim).status_code == 403
    assert other.tap(session.key, "admit", claim=claim).status_code == 403
    for viewer in (*session.players, session.host):
        assert "Another device asks for Ben's seat" in viewer.sees(f"/t/{session.key}")
    saved(session.host.tap(session.key, "admit", claim=claim))
    for viewer in (session.players[0], session.host):
        assert "Ben's seat is now on another device" in viewer.sees(f"/t/{session.key}")
    assert "is now on another device" not in other.sees(f"/t/{session.key}")
    ask = next(ask for ask in session.table.asks if ask.seat == 0)
    saved(session.players[0].tap(session.key, "act", slot=ask.slot, do="chip", table=1))
    move: dict[str, Any] = {"do": "chip", "table": 1, "slot": session.ask.slot}
    assert session.players[1].tap(session.key, "act", **move).status_code == 403
    saved(other.tap(session.key, "act", **move))


def test_the_next_game_is_told_to_those_who_sat_at_the_old_one_and_not_to_who_only_watched(tmp_path: Path) -> None:
    session = new_session(tmp_path, game="toy", rounds="1")
    watching = session.device("watching")
    play_to_end(session)
    assert session.players[1].get(f"/t/{session.key}/again").status_code == 409
    fresh = session.players[0].post(f"/t/{session.key}/again", {"op": "once-more"}).headers["Location"]
    stream = Stream(watching, f"/t/{session.key}/screen/events")
    told = [watching.get(f"/t/{session.key}/screen").text, next(stream).decode()]
    stream.close()
    assert all("Anna has opened a new game." in page for page in told)
    onward = f'href="/t/{session.key}/again"'
    assert onward not in watching.sees(f"/t/{session.key}/screen")
    assert all(onward in device.sees(f"/t/{session.key}") for device in (session.host, *session.players))
    assert not any(fresh.rpartition("/")[2] in page for page in told)
    for answer in (
        watching.get(f"/t/{session.key}/again"),
        watching.post(f"/t/{session.key}/again", {"op": "for-me-too"}),
    ):
        assert answer.status_code == 403
    assert session.players[1].post(f"/t/{session.key}/again", {"op": "me-too-please"}).headers["Location"] == fresh
    for device in (session.host, *session.players):
        assert device.get(f"/t/{session.key}/again").headers["Location"] == fresh


def test_a_finished_game_keeps_its_pages_after_a_rematch(tmp_path: Path) -> None:
    session = new_session(tmp_path, game="toy", rounds="1", host_plays=True)
    play_to_end(session)
    session.players[0].post(f"/t/{session.key}/again", {"op": "once-more"})
    for device in session.players:
        page = device.sees(f"/t/{session.key}")
        assert 'data-scene="over"' in page
        assert 'class="podium"' in page
        assert "data-again" not in page, "no script leads away from it"
        for path in ("history", "replay", "summary.pdf"):
            assert f'href="/t/{session.key}/{path}"' in page


def test_seats_are_kept_for_those_who_still_look_at_the_result(tmp_path: Path) -> None:
    session = new_session(tmp_path, game="toy", rounds="1", host_plays=True)
    play_to_end(session)
    old, names = session.key, session.table.names
    answer = session.players[0].post(f"/t/{old}/again", {"op": "once-more"})
    session.key = answer.headers["Location"].rpartition("/")[2]
    session.begin()
    assert session.table.names == names
    for seat, device in enumerate(session.players):
        fresh = device.get(f"/t/{old}/again").headers["Location"]
        assert session.table.party.people[seat].colour in device.get(f"{fresh}/me").get_json()["words"]
