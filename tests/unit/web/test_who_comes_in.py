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
from tests.unit.web.devices import PORT, Device, Evening, Stream, an_app, an_evening, done
from tests.unit.web.phases import an_act

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


def to_the_end(evening: Evening) -> None:
    """The game is played as anybody might."""
    luck = Random(1)
    while evening.table.asks or paging(evening.table.party):
        if paging(evening.table.party):
            evening.paged()
        else:
            done(evening.by_chance(luck))


def test_strangers_see_neither_tables_nor_history_nor_summary(evening: Evening) -> None:
    an_act(evening)
    stranger = evening.device("stranger")
    assert evening.key not in stranger.get("/").text
    for path in ("summary", "summary.pdf", "record.jsonl"):
        assert stranger.get(f"/t/{evening.key}/{path}").status_code == 403
    for name in ("Anna", "Ben", "Carla"):
        assert name not in stranger.get("/").text
        assert name not in stranger.get("/t/" + "a" * 13).text
    assert stranger.get("/t/" + "a" * 13).status_code == 404
    own = evening.players[1].get("/").text
    assert evening.key in own
    assert "Ben" in own


def test_a_stranger_with_the_key_can_change_nothing(evening: Evening) -> None:
    an_act(evening)
    stranger = evening.device("stranger")
    slot, number = evening.ask.slot, evening.table.number
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
        stranger.tap(evening.key, kind, **fields)
        assert evening.table.number == number
    assert stranger.post(f"/t/{evening.key}/address", {"address": "127.0.0.1"}).status_code == 403
    assert stranger.post(f"/t/{evening.key}/again", {"op": stranger.op()}).status_code == 403


def joins(evening: Evening, device: Device) -> bool:
    """Whether a device gets to the table by its code."""
    answer = device.post("/code", {"code": evening.table.code})
    assert answer.status_code == 409 or answer.headers["Location"] == f"/t/{evening.key}"
    return answer.status_code == 303


def test_the_short_code_leads_in_while_a_seat_is_free(tmp_path: Path) -> None:
    app = an_app(tmp_path)
    lobby = Evening(app, Device("host", app.test_client())).open(game="toy")
    newcomer, most = lobby.device("newcomer"), TOY.players[-1]
    lobby.sit(most - 1)
    assert joins(lobby, newcomer)
    last = lobby.device("last")
    done(last.tap(lobby.key, "sit", name="Last", colour=list(COLOURS)[most - 1]))
    assert not joins(lobby, newcomer)
    assert [joins(lobby, device) for device in (lobby.host, *lobby.players)] == [True] * most, "they belong here"
    done(last.tap(lobby.key, "leave"))
    assert joins(lobby, newcomer)
    lobby.begin()
    assert not joins(lobby, newcomer)
    done(lobby.host.tap(lobby.key, "gone", person=0))
    assert joins(lobby, newcomer)


def test_the_host_turns_the_code_of_a_full_table_on_and_off(tmp_path: Path) -> None:
    evening = an_evening(tmp_path, game="toy", rounds="1")
    newcomer, address, code = evening.device("newcomer"), f"/t/{evening.key}", f">{evening.table.code}</p>"
    for who in (newcomer, evening.players[1]):
        assert who.tap(evening.key, "code", on="yes").status_code == 403
    assert "Turn the join code on" in evening.host.sees(f"{address}/seats")
    assert code not in newcomer.sees(f"{address}/screen")
    done(evening.host.tap(evening.key, "code", on="yes"))
    assert "Turn the join code off" in evening.host.sees(f"{address}/seats")
    assert code in corner_of(newcomer.sees(f"{address}/screen"))
    assert joins(evening, newcomer)
    door = newcomer.sees(address)
    assert "Whose seat is yours?" in door
    assert "Only watch" in door
    done(evening.host.tap(evening.key, "code", on="no"))
    assert not joins(evening, newcomer)
    done(evening.host.tap(evening.key, "code", on="yes"))
    to_the_end(evening)
    assert not joins(evening, newcomer)


def test_a_code_that_is_off_is_told_from_none_by_nobody(tmp_path: Path) -> None:
    evening = an_evening(tmp_path)
    stranger = evening.device("stranger")
    told = [stranger.post("/code", {"code": code}) for code in (evening.table.code, "QQQQQ", "QQQQQQ")]
    assert len({(answer.status_code, answer.text) for answer in told}) == 1


def test_the_corner_of_the_screen_leads_in_and_at_the_end_to_who_has_won(tmp_path: Path) -> None:
    evening = an_evening(tmp_path, game="toy", rounds="1")
    newcomer, address = evening.device("newcomer"), f"/t/{evening.key}"
    corner = corner_of(newcomer.sees(f"{address}/screen"))
    assert "QR code to join this table" in corner
    to_the_end(evening)
    corner = corner_of(newcomer.sees(f"{address}/screen"))
    assert "QR code of this table" in corner
    door = newcomer.sees(address)
    assert "This game is over." in door
    assert f'href="{address}/screen">See how it ended</a>' in door


def corner_of(page: str) -> str:
    """What lies in the corner of the table screen."""
    return page.partition('id="corner"')[2].partition("</aside>")[0]


def test_the_link_in_the_terminal_makes_one_device_the_operators(evening: Evening) -> None:
    link = evening.service.invitations.new()
    first, second = evening.device("first"), evening.device("second")
    assert first.get(f"/house/{link}").status_code == 303
    late = second.get(f"/house/{link}")
    assert (late.status_code, "each works once" in late.text) == (404, True)
    assert first.get(f"/house/{link}").status_code == 303, "whoever is in goes back, or loads it again"
    assert evening.key in first.get("/").text
    assert evening.key not in second.get("/").text


def test_a_link_that_is_only_looked_at_is_not_used_up(evening: Evening) -> None:
    link = evening.service.invitations.new()
    host = evening.device("first")
    for _ in range(2):
        assert host.get(f"/house/{link}", method="HEAD").status_code == 303
    assert evening.key not in host.get("/").text
    assert host.get(f"/house/{link}").status_code == 303
    assert evening.key in host.get("/").text


def test_who_follows_the_link_in_the_terminal_a_moment_late_keeps_the_cookie_it_has(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = evening.service.invitations.new()
    monkeypatch.setattr(Invitations, "take", lambda *_: False)  # another request has taken it since it was looked for
    late = evening.app.test_client().get(f"/house/{link}", base_url=f"http://companion.test:{PORT}")
    assert (late.status_code, late.headers.get("Set-Cookie")) == (404, None)


def test_the_language_form_leads_back_to_this_house_alone(evening: Evening) -> None:
    for back in ELSEWHERE:
        answer = evening.host.post("/language", {"language": "en", "back": back})
        assert answer.status_code == 303
        assert re.fullmatch(r"/(?![/\\])[^\s\\]*", answer.headers["Location"]), back
    assert evening.host.post("/language", {"back": f"/t/{evening.key}"}).headers["Location"] == f"/t/{evening.key}"


def test_a_screen_that_comes_by_the_code_need_not_sit_down(tmp_path: Path) -> None:
    begun = an_evening(tmp_path / "begun")
    lobby = an_evening(tmp_path / "lobby")
    for evening in (begun, Evening(lobby.app, lobby.host).open()):
        stranger = evening.device("stranger")
        page = stranger.sees(f"/t/{evening.key}")
        assert f'href="/t/{evening.key}/screen">Only watch</a>' in page
        assert stranger.get(f"/t/{evening.key}/screen").status_code == 200


def test_who_takes_over_a_seat_is_let_in_by_the_host_and_seen_by_all(evening: Evening) -> None:
    an_act(evening)
    other = evening.device("other")
    claim = done(other.tap(evening.key, "claim", person=1))
    assert other.get(f"/t/{evening.key}/hand").text.count("Raise") == 0
    assert evening.players[0].tap(evening.key, "admit", claim=claim).status_code == 403
    assert other.tap(evening.key, "admit", claim=claim).status_code == 403
    for viewer in (*evening.players, evening.host):
        assert "Another device asks for Ben's seat" in viewer.sees(f"/t/{evening.key}")
    done(evening.host.tap(evening.key, "admit", claim=claim))
    for viewer in (evening.players[0], evening.host):
        assert "Ben's seat is now on another device" in viewer.sees(f"/t/{evening.key}")
    assert "is now on another device" not in other.sees(f"/t/{evening.key}")
    ask = next(ask for ask in evening.table.asks if ask.seat == 0)
    done(evening.players[0].tap(evening.key, "act", slot=ask.slot, do="chip", table=1))
    move: dict[str, Any] = {"do": "chip", "table": 1, "slot": evening.ask.slot}
    assert evening.players[1].tap(evening.key, "act", **move).status_code == 403
    done(other.tap(evening.key, "act", **move))


def test_the_next_game_is_told_to_those_who_sat_at_the_old_one_and_not_to_who_only_watched(tmp_path: Path) -> None:
    evening = an_evening(tmp_path, game="toy", rounds="1")
    watching = evening.device("watching")
    to_the_end(evening)
    assert evening.players[1].get(f"/t/{evening.key}/again").status_code == 409
    fresh = evening.players[0].post(f"/t/{evening.key}/again", {"op": "once-more"}).headers["Location"]
    stream = Stream(watching, f"/t/{evening.key}/screen/events")
    told = [watching.get(f"/t/{evening.key}/screen").text, next(stream).decode()]
    stream.close()
    assert all("Anna has opened a new game." in page for page in told)
    onward = f'href="/t/{evening.key}/again"'
    assert onward not in watching.sees(f"/t/{evening.key}/screen")
    assert all(onward in device.sees(f"/t/{evening.key}") for device in (evening.host, *evening.players))
    assert not any(fresh.rpartition("/")[2] in page for page in told)
    for answer in (
        watching.get(f"/t/{evening.key}/again"),
        watching.post(f"/t/{evening.key}/again", {"op": "for-me-too"}),
    ):
        assert answer.status_code == 403
    assert evening.players[1].post(f"/t/{evening.key}/again", {"op": "me-too-please"}).headers["Location"] == fresh
    for device in (evening.host, *evening.players):
        assert device.get(f"/t/{evening.key}/again").headers["Location"] == fresh


def test_a_finished_game_keeps_its_pages_after_a_rematch(tmp_path: Path) -> None:
    evening = an_evening(tmp_path, game="toy", rounds="1", host_plays=True)
    to_the_end(evening)
    evening.players[0].post(f"/t/{evening.key}/again", {"op": "once-more"})
    for device in evening.players:
        page = device.sees(f"/t/{evening.key}")
        assert 'data-scene="over"' in page
        assert 'class="podium"' in page
        assert "data-again" not in page, "no script leads away from it"
        for path in ("history", "replay", "summary.pdf"):
            assert f'href="/t/{evening.key}/{path}"' in page


def test_seats_are_kept_for_those_who_still_look_at_the_result(tmp_path: Path) -> None:
    evening = an_evening(tmp_path, game="toy", rounds="1", host_plays=True)
    to_the_end(evening)
    old, names = evening.key, evening.table.names
    answer = evening.players[0].post(f"/t/{old}/again", {"op": "once-more"})
    evening.key = answer.headers["Location"].rpartition("/")[2]
    evening.begin()
    assert evening.table.names == names
    for seat, device in enumerate(evening.players):
        fresh = device.get(f"/t/{old}/again").headers["Location"]
        assert evening.table.party.people[seat].colour in device.get(f"{fresh}/me").get_json()["words"]
