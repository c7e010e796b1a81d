"""A seat moves to another phone by a code that works once, for two minutes, and is in no address and in no log."""

import logging
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from flask import request
from werkzeug.test import TestResponse

from companion.table.storage.seat_codes import CODE_SECONDS, SeatCodes
from companion.web.http.limits import STRANGERS
from tests.unit.web.support.devices import Device, Session, begun_session, saved
from tests.unit.web.support.phases import Clock, name_start_player

REFUSED = "That code no longer works: each works once, within two minutes. The old phone can show a new one."


def code_of(session: Session, device: Device) -> str:
    """The code that a phone shows."""
    page = device.get(f"/t/{session.key}/phone")
    assert page.status_code == 200, page.text
    found = re.search(r'hand-over">(\w{4}) (\w{4})<', page.text)
    assert found is not None
    return found[1] + found[2]


def test_code_moves_a_seat_for_all_to_see(session: Session) -> None:
    name_start_player(session)
    anna, ben, _ = session.players
    new = session.device("new")
    saved(new.tap(session.key, "claim", person=1))  # asked the host first
    own, code = anna.get(f"/t/{session.key}/hand").text, code_of(session, anna)
    assert "I have a seat here on another phone" in session.device("another").sees(f"/t/{session.key}")
    saved(new.tap(session.key, "phone", code=f"{code[:4]} {code[4:]}".lower()))
    assert new.get(f"/t/{session.key}/hand").text == own
    assert anna.get(f"/t/{session.key}/hand").text != own
    assert anna.get(f"/t/{session.key}/me").get_json()["away"]
    for device in (ben, session.host):
        assert "Anna's seat is now on another device." in device.sees(f"/t/{session.key}")
    assert "is now on another device" not in new.sees(f"/t/{session.key}")
    assert session.table.roster.claims == ()
    assert session.service.rights(session.key, new.known).claim is None


def test_code_works_once(session: Session) -> None:
    code, new, other = code_of(session, session.players[0]), session.device("new"), session.device("other")
    entry = saved(new.tap(session.key, "phone", code=code, op="tap-of-the-new"))
    assert saved(new.tap(session.key, "phone", code=code, op="tap-of-the-new")) == entry
    assert other.tap(session.key, "phone", code=code).text == REFUSED
    saved(session.players[0].tap(session.key, "phone", code=code_of(session, new)))
    assert other.tap(session.key, "phone", code=code).text == REFUSED


def test_newest_code_works_for_two_minutes(session: Session) -> None:
    clock = Clock()
    session.service.seat_codes = SeatCodes(session.service.store, clock)
    anna, new = session.players[0], session.device("new")
    first, second = code_of(session, anna), code_of(session, anna)
    assert new.tap(session.key, "phone", code=first).text == REFUSED
    clock.now += CODE_SECONDS + 1
    assert new.tap(session.key, "phone", code=second).text == REFUSED
    third = code_of(session, anna)
    clock.now += CODE_SECONDS - 1
    saved(new.tap(session.key, "phone", code=third))


def test_code_works_on_the_start_page_for_one_phone(session: Session) -> None:
    code, new = code_of(session, session.players[1]), session.device("new")
    for _ in range(2):
        assert new.post("/code", {"code": f"{code[:4]} {code[4:]}"}).location == f"/t/{session.key}"
    assert session.service.rights(session.key, new.known).person == 1
    assert session.device("other").post("/code", {"code": code}).status_code == 409


Hindered = tuple[Device, Callable[[], TestResponse]]


def put_away(session: Session) -> Hindered:
    """A new phone, until the host opens the table again."""
    saved(session.host.tap(session.key, "away"))
    return session.device("new"), lambda: session.host.tap(session.key, "open")


def with_another_seat(session: Session) -> Hindered:
    """Ben's phone, until the host frees his seat."""
    return session.players[1], lambda: session.host.tap(session.key, "gone", person=1)


@pytest.mark.parametrize("hindered", [put_away, with_another_seat])
def test_refused_code_works_once_nothing_hinders_it(session: Session, hindered: Callable[[Session], Hindered]) -> None:
    code = code_of(session, session.players[0])
    phone, let_in = hindered(session)
    assert [phone.post("/code", {"code": code}).status_code for _ in range(2)] == [409, 409]
    saved(let_in())
    assert {phone.post("/code", {"code": code}).location for _ in range(2)} == {f"/t/{session.key}"}
    assert session.service.rights(session.key, phone.known).person == 0


def test_only_who_sits_and_holds_the_phone_gets_a_code(tmp_path: Path) -> None:
    session = begun_session(tmp_path, 2, guests=1)
    anna, ben, _ = session.players
    for device in (session.host, session.device("stranger")):
        assert device.get(f"/t/{session.key}/phone").status_code == 403
    assert anna.tap(session.key, "phone", code=code_of(session, ben)).status_code == 409
    for kind in ("lend", "hold"):
        saved(ben.tap(session.key, kind, person=2))
        assert ben.get(f"/t/{session.key}/phone").status_code == 403


def test_code_of_a_seat_that_moved_is_refused(session: Session) -> None:
    code, other = code_of(session, session.players[1]), session.device("other")
    claim = saved(other.tap(session.key, "claim", person=1))
    saved(session.host.tap(session.key, "admit", claim=claim))
    assert session.device("new").tap(session.key, "phone", code=code).text == REFUSED


def test_guessing_seat_codes_is_limited_by_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.time", Clock())
    session = begun_session(tmp_path)
    taps = [session.device(f"new-{nth}-cookie").tap(session.key, "phone", code="QQQQQQQQ") for nth in range(130)]
    assert [tap.status_code for tap in taps] == [409] * (STRANGERS.amount - 3) + [429] * 13
    elsewhere = session.device("new").at("192.0.2.7")
    saved(elsewhere.tap(session.key, "phone", code=code_of(session, session.players[0])))


def test_no_address_log_or_disk_holds_a_code(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    session = begun_session(tmp_path)
    urls: list[str] = []
    session.app.before_request_funcs.setdefault(None, []).append(lambda: urls.append(request.full_path))
    code = code_of(session, session.players[0])
    saved(session.device("new").tap(session.key, "phone", code=code))
    assert not any(code in line for line in (*urls, caplog.text))
    assert code.encode() not in b"".join(file.read_bytes() for file in tmp_path.iterdir())
