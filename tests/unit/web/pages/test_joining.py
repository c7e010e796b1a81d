"""Strangers, join codes, links that work once, seats claimed at a table, and rematches."""

import re
from pathlib import Path

import pytest

from companion.table.model.names import COLOURS
from companion.table.storage.invitations import Invitations
from tests.unit.games.toy import GAME as TOY
from tests.unit.web.support.devices import ORIGIN, Device, Session, Stream, new_app, new_session, saved
from tests.unit.web.support.phases import name_start_player, play_to_end


@pytest.fixture
def toy(tmp_path: Path) -> Session:
    """A game of one round."""
    return new_session(tmp_path, game="toy", rounds="1")


def test_strangers_see_no_tables_and_no_names(session: Session) -> None:
    name_start_player(session)
    stranger = session.device("stranger")
    for path in ("summary", "summary.pdf", "record.jsonl"):
        assert stranger.get(f"/t/{session.key}/{path}").status_code == 403
    nowhere = stranger.get("/t/" + "a" * 13)
    assert nowhere.status_code == 404
    for word in (session.key, "Anna", "Ben", "Carla"):
        assert word not in stranger.get("/").text + nowhere.text
    own = session.players[1].get("/").text
    assert session.key in own
    assert "Ben" in own


def test_error_page_leads_back_to_its_table_only(session: Session) -> None:
    stranger, nobodys = session.device("stranger"), "/t/" + "a" * 13
    for path, back in ((f"/t/{session.key}/record.jsonl", True), (f"{nobodys}/record.jsonl", False), ("/no", False)):
        text = stranger.get(path).text
        assert "<h1>Something went wrong</h1>" in text
        assert ("Back to the table" in text) == back
        assert ("/t/" in text.split("<main")[1]) == back


def test_stranger_with_the_address_changes_nothing(session: Session) -> None:
    name_start_player(session)
    stranger = session.device("stranger")
    slot, number = session.ask.slot, session.table.number
    taps: dict[str, dict[str, object]] = {
        "act": {"slot": slot, "do": "chip", "table": 1},
        "back": {"entry": number},
        "sit": {"name": "Gina", "colour": "red"},
        "begin": {"order": "0 1 2"},
        "hold": {"person": "host"},
        "phone": {"code": "AAAAAAAA"},
        "rename": {"person": 0, "name": "Gina"},
        "page": {"act": number, "step": 1},
        "propose": {"act": number, "do": "start", "table": 2},
        **{kind: {"claim": 1} for kind in ("admit", "refuse")},
        **{kind: {"proposal": number} for kind in ("approve", "decline")},
        **{kind: {"person": 0} for kind in ("leave", "arrange", "lend", "hand-on", "gone")},
        **{kind: {} for kind in ("return", "host", "away", "open")},
    }
    for kind, fields in taps.items():
        stranger.tap(session.key, kind, **fields)
        assert session.table.number == number, kind
    assert stranger.post(f"/t/{session.key}/address", {"address": "127.0.0.1"}).status_code == 403
    assert stranger.post(f"/t/{session.key}/again", {"op": stranger.op()}).status_code == 403


def joins(session: Session, device: Device) -> bool:
    """Whether the join code leads a device to the table."""
    answer = device.post("/code", {"code": session.table.code})
    assert answer.status_code == 409 or answer.headers["Location"] == f"/t/{session.key}"
    return answer.status_code == 303


def test_join_code_works_while_a_seat_is_free(tmp_path: Path) -> None:
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
    told = [newcomer.post("/code", {"code": code}) for code in (lobby.table.code, "QQQQQ", "QQQQQQ")]
    assert len({(answer.status_code, answer.text) for answer in told}) == 1, "as if there were no such code"
    saved(lobby.host.tap(lobby.key, "gone", person=0))
    assert joins(lobby, newcomer)


def corner_of(page: str) -> str:
    """The corner of the table screen."""
    return page.partition('id="corner"')[2].partition("</aside>")[0]


def test_host_turns_the_join_code_on_and_off(toy: Session) -> None:
    newcomer, address, code = toy.device("newcomer"), f"/t/{toy.key}", f">{toy.table.code}</p>"
    for who in (newcomer, toy.players[1]):
        assert who.tap(toy.key, "code", on="yes").status_code == 403
    assert "Turn the join code on" in toy.host.sees(f"{address}/seats")
    assert code not in newcomer.sees(f"{address}/screen")
    saved(toy.host.tap(toy.key, "code", on="yes"))
    assert "Turn the join code off" in toy.host.sees(f"{address}/seats")
    assert code in corner_of(newcomer.sees(f"{address}/screen"))
    assert joins(toy, newcomer)
    door = newcomer.sees(address)
    assert "Which seat is yours?" in door
    assert "Just watch" in door
    saved(toy.host.tap(toy.key, "code", on="no"))
    assert not joins(toy, newcomer)
    saved(toy.host.tap(toy.key, "code", on="yes"))
    play_to_end(toy)
    assert not joins(toy, newcomer)


def test_screen_corner_leads_in_and_later_to_the_result(toy: Session) -> None:
    newcomer, address = toy.device("newcomer"), f"/t/{toy.key}"
    assert "QR code to join this table" in corner_of(newcomer.sees(f"{address}/screen"))
    play_to_end(toy)
    assert "QR code of this table" in corner_of(newcomer.sees(f"{address}/screen"))
    door = newcomer.sees(address)
    assert "This game is over." in door
    assert f'href="{address}/screen">See how it ended</a>' in door


def test_operator_link_works_once(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    link = f"/house/{session.service.invitations.create()}"
    first, second = session.device("first"), session.device("second")
    for _ in range(2):
        assert first.get(link, method="HEAD").status_code == 303
    assert session.key not in first.get("/").text, "HEAD does not use it up"
    assert first.get(link).status_code == 303
    late = second.get(link)
    assert (late.status_code, "each works once" in late.text) == (404, True)
    assert first.get(link).status_code == 303, "its own device may load it again"
    assert session.key in first.get("/").text
    assert session.key not in second.get("/").text
    other = session.service.invitations.create()
    monkeypatch.setattr(Invitations, "redeem", lambda *_: False)  # taken by another request meanwhile
    late = session.app.test_client().get(f"/house/{other}", base_url=ORIGIN)
    assert (late.status_code, late.headers.get("Set-Cookie")) == (404, None)


ELSEWHERE = (
    *("//evil.test", "/\\evil.test", "https://evil.test", "/\t/evil.test", "/\n/evil.test"),
    *("\\evil", "evil", "/%0d%0aSet-Cookie:a=b", ""),
)


def test_language_form_leads_back_to_this_server_alone(session: Session) -> None:
    for back in ELSEWHERE:
        answer = session.host.post("/language", {"language": "en", "back": back})
        assert answer.status_code == 303
        assert re.fullmatch(r"/(?![/\\])[^\s\\]*", answer.headers["Location"]), back
    assert session.host.post("/language", {"back": f"/t/{session.key}"}).headers["Location"] == f"/t/{session.key}"


def test_anybody_with_the_address_may_only_watch(session: Session) -> None:
    for table in (session, Session(session.app, session.host).open()):
        stranger = table.device("stranger")
        assert f'href="/t/{table.key}/screen">Just watch</a>' in stranger.sees(f"/t/{table.key}")
        assert stranger.get(f"/t/{table.key}/screen").status_code == 200


def test_host_admits_who_claims_a_seat_for_all_to_see(session: Session) -> None:
    name_start_player(session)
    anna, ben, _ = session.players
    other = session.device("other")
    claim = saved(other.tap(session.key, "claim", person=1))
    assert other.get(f"/t/{session.key}/hand").text.count("Raise") == 0
    for device in (anna, other):
        assert device.tap(session.key, "admit", claim=claim).status_code == 403
    for viewer in (*session.players, session.host):
        assert "Another device is asking for Ben's seat" in viewer.sees(f"/t/{session.key}")
    saved(session.host.tap(session.key, "admit", claim=claim))
    for viewer in (anna, session.host):
        assert "Ben's seat is now on another device" in viewer.sees(f"/t/{session.key}")
    assert "is now on another device" not in other.sees(f"/t/{session.key}")
    saved(anna.tap(session.key, "act", slot=session.ask.slot, do="chip", table=1))
    move: dict[str, object] = {"do": "chip", "table": 1, "slot": session.ask.slot}
    assert ben.tap(session.key, "act", **move).status_code == 403
    saved(other.tap(session.key, "act", **move))


def test_rematch_is_open_to_players_and_not_to_watchers(toy: Session) -> None:
    watching, again = toy.device("watching"), f"/t/{toy.key}/again"
    play_to_end(toy)
    assert toy.players[1].get(again).status_code == 409
    fresh = toy.players[0].post(again, {"op": "once-more"}).headers["Location"]
    stream = Stream(watching, f"/t/{toy.key}/screen/events")
    told = [watching.get(f"/t/{toy.key}/screen").text, next(stream).decode()]
    stream.close()
    assert all("Anna has started a new game." in page for page in told)
    assert not any(fresh.rpartition("/")[2] in page for page in told)
    assert f'href="{again}"' not in watching.sees(f"/t/{toy.key}/screen")
    for answer in (watching.get(again), watching.post(again, {"op": "for-me-too"})):
        assert answer.status_code == 403
    assert toy.players[1].post(again, {"op": "me-too-please"}).headers["Location"] == fresh
    for device in (toy.host, *toy.players):
        assert f'href="{again}"' in device.sees(f"/t/{toy.key}")
        assert device.get(again).headers["Location"] == fresh


def test_rematch_keeps_seats_and_the_old_result(tmp_path: Path) -> None:
    session = play_to_end(new_session(tmp_path, game="toy", rounds="1", host_plays=True))
    old, names = session.key, session.table.names
    answer = session.players[0].post(f"/t/{old}/again", {"op": "once-more"})
    session.key = answer.headers["Location"].rpartition("/")[2]
    session.begin()
    assert session.table.names == names
    for seat, device in enumerate(session.players):
        fresh = device.get(f"/t/{old}/again").headers["Location"]
        assert session.table.roster.people[seat].colour in device.get(f"{fresh}/me").get_json()["words"]
        page = device.sees(f"/t/{old}")
        assert 'data-scene="over"' in page
        assert 'class="podium"' in page
        assert "data-again" not in page, "no script leads away from it"
        for path in ("history", "replay", "summary.pdf"):
            assert f'href="/t/{old}/{path}"' in page
