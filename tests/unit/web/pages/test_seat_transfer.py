"""A seat comes to another phone by a code that works once, for two minutes, and is in no address and in no log."""

import logging
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from flask import request
from werkzeug.test import TestResponse

from companion.table.storage.seat_codes import LASTING, SeatCodes
from companion.web.http.limits import STRANGERS
from tests.unit.web.http.test_limits import Clock
from tests.unit.web.support.devices import Device, Session, new_app, saved
from tests.unit.web.support.phases import name_start_player

REFUSED = "That code no longer works: each works once, for two minutes. The old phone can show a new one."


@pytest.fixture
def clock(session: Session) -> Clock:
    """What seat codes go by."""
    found = Clock()
    session.service.seat_codes = SeatCodes(session.service.store, found)
    return found


def code_of(session: Session, device: Device) -> str:
    """What a phone shows for another one."""
    page = device.get(f"/t/{session.key}/phone")
    assert page.status_code == 200, page.text
    found = re.search(r'hand-over">(\w{4}) (\w{4})<', page.text)
    assert found is not None
    return found[1] + found[2]


def test_the_new_phone_has_the_seat_at_once_the_old_one_has_lost_it_and_all_see_it(session: Session) -> None:
    name_start_player(session)
    anna, ben, _ = session.players
    new, code = session.device("new"), code_of(session, anna)
    own = anna.get(f"/t/{session.key}/hand").text
    assert "I have a seat here on another phone" in new.sees(f"/t/{session.key}")
    saved(new.tap(session.key, "phone", code=f"{code[:4]} {code[4:]}".lower()))
    assert new.get(f"/t/{session.key}/hand").text == own
    assert anna.get(f"/t/{session.key}/hand").text != own
    assert anna.get(f"/t/{session.key}/me").get_json()["away"]
    for device in (ben, session.host):
        assert "Anna's seat is now on another device." in device.sees(f"/t/{session.key}")
    assert "is now on another device" not in new.sees(f"/t/{session.key}")


@pytest.mark.usefixtures("clock")
def test_a_code_works_once(session: Session) -> None:
    code, new, other = code_of(session, session.players[0]), session.device("new"), session.device("other")
    entry = saved(new.tap(session.key, "phone", code=code, op="tap-of-the-new"))
    assert saved(new.tap(session.key, "phone", code=code, op="tap-of-the-new")) == entry
    assert other.tap(session.key, "phone", code=code).text == REFUSED
    saved(session.players[0].tap(session.key, "phone", code=code_of(session, new)))
    assert other.tap(session.key, "phone", code=code).text == REFUSED


def test_a_code_works_for_two_minutes_and_the_newest_alone(session: Session, clock: Clock) -> None:
    anna, new = session.players[0], session.device("new")
    first = code_of(session, anna)
    second = code_of(session, anna)
    assert new.tap(session.key, "phone", code=first).text == REFUSED
    clock.now += LASTING + 1
    assert new.tap(session.key, "phone", code=second).text == REFUSED
    third = code_of(session, anna)
    clock.now += LASTING - 1
    saved(new.tap(session.key, "phone", code=third))


def test_it_is_typed_on_the_start_page_as_well(session: Session) -> None:
    code, new = code_of(session, session.players[1]), session.device("new")
    assert new.post("/code", {"code": f"{code[:4]} {code[4:]}"}).headers["Location"] == f"/t/{session.key}"
    assert session.service.rights(session.key, new.known).person == 1
    assert session.device("other").post("/code", {"code": code}).status_code == 409


def test_typed_there_twice_by_one_phone_it_leads_to_the_table_again_and_another_phone_nowhere(session: Session) -> None:
    code, new = code_of(session, session.players[0]), session.device("new")
    first, again = (new.post("/code", {"code": code}) for _ in range(2))
    assert first.location == again.location == f"/t/{session.key}"
    assert session.device("other").post("/code", {"code": code}).status_code == 409


def put_away(session: Session) -> tuple[Device, Callable[[], TestResponse]]:
    """A phone that is new, at a table that is put away until its host opens it again."""
    saved(session.host.tap(session.key, "away"))
    return session.device("new"), lambda: session.host.tap(session.key, "open")


def with_another_seat(session: Session) -> tuple[Device, Callable[[], TestResponse]]:
    """Ben's phone, until the host says that he has gone."""
    return session.players[1], lambda: session.host.tap(session.key, "gone", person=1)


@pytest.mark.parametrize("hindered", [put_away, with_another_seat])
def test_a_code_that_was_refused_there_is_taken_from_the_same_phone_when_nothing_hinders_it_any_more(
    session: Session, hindered: Callable[[Session], tuple[Device, Callable[[], TestResponse]]]
) -> None:
    code = code_of(session, session.players[0])
    phone, let_in = hindered(session)
    assert [phone.post("/code", {"code": code}).status_code for _ in range(2)] == [409, 409]
    saved(let_in())
    first, again = (phone.post("/code", {"code": code}) for _ in range(2))
    assert first.location == again.location == f"/t/{session.key}"
    assert session.service.rights(session.key, phone.known).person == 0


def test_only_who_sits_and_holds_the_phone_gets_a_code(session: Session) -> None:
    for device in (session.host, session.device("stranger")):
        assert device.get(f"/t/{session.key}/phone").status_code == 403
    assert session.players[0].tap(session.key, "phone", code=code_of(session, session.players[1])).status_code == 409


def test_a_guest_who_holds_a_phone_gets_no_code_for_it(tmp_path: Path) -> None:
    app = new_app(tmp_path)
    session = Session(app, Device("host", app.test_client())).open().sit(2).guests(1).begin()
    ben = session.players[1]
    saved(ben.tap(session.key, "lend", person=2))
    assert ben.get(f"/t/{session.key}/phone").status_code == 403
    saved(ben.tap(session.key, "hold", person=2))
    assert ben.get(f"/t/{session.key}/phone").status_code == 403


def test_a_code_of_a_seat_that_has_moved_meanwhile_works_no_more(session: Session) -> None:
    code, other = code_of(session, session.players[1]), session.device("other")
    claim = saved(other.tap(session.key, "claim", person=1))
    saved(session.host.tap(session.key, "admit", claim=claim))
    assert session.device("new").tap(session.key, "phone", code=code).text == REFUSED


def test_who_asked_the_host_meanwhile_asks_no_more(session: Session) -> None:
    new = session.device("new")
    saved(new.tap(session.key, "claim", person=1))
    saved(new.tap(session.key, "phone", code=code_of(session, session.players[1])))
    assert session.table.party.claims == ()
    assert session.service.rights(session.key, new.known).claim is None


def test_guessing_seat_codes_comes_to_an_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.time", lambda: 1_800_000_000.0)
    app = new_app(tmp_path)
    session = Session(app, Device("host", app.test_client())).open().sit(3).begin()
    taps = [session.device(f"new-{nth}-cookie").tap(session.key, "phone", code="QQQQQQQQ") for nth in range(130)]
    assert [tap.status_code for tap in taps] == [409] * (STRANGERS.amount - 3) + [429] * 13
    elsewhere = session.device("new")
    elsewhere.client.environ_base["REMOTE_ADDR"] = "192.0.2.7"
    saved(elsewhere.tap(session.key, "phone", code=code_of(session, session.players[0])))


def test_no_address_no_log_line_and_no_disk_holds_a_code(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    app = new_app(tmp_path)
    urls: list[str] = []
    app.before_request(lambda: urls.append(request.full_path))
    session = Session(app, Device("host", app.test_client())).open().sit(3).begin()
    code = code_of(session, session.players[0])
    saved(session.device("new").tap(session.key, "phone", code=code))
    assert not any(code in line for line in (*urls, caplog.text))
    assert code.encode() not in b"".join(file.read_bytes() for file in tmp_path.iterdir())
