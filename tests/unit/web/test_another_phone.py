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
from tests.unit.web.devices import Device, Evening, an_app, done
from tests.unit.web.phases import an_act
from tests.unit.web.test_limits import Clock

REFUSED = "That code no longer works: each works once, for two minutes. The old phone can show a new one."


@pytest.fixture
def clock(evening: Evening) -> Clock:
    """What seat codes go by."""
    found = Clock()
    evening.service.seat_codes = SeatCodes(evening.service.store, found)
    return found


def code_of(evening: Evening, device: Device) -> str:
    """What a phone shows for another one."""
    page = device.get(f"/t/{evening.key}/phone")
    assert page.status_code == 200, page.text
    found = re.search(r'hand-over">(\w{4}) (\w{4})<', page.text)
    assert found is not None
    return found[1] + found[2]


def test_the_new_phone_has_the_seat_at_once_the_old_one_has_lost_it_and_all_see_it(evening: Evening) -> None:
    an_act(evening)
    anna, ben, _ = evening.players
    new, code = evening.device("new"), code_of(evening, anna)
    own = anna.get(f"/t/{evening.key}/hand").text
    assert "I have a seat here on another phone" in new.sees(f"/t/{evening.key}")
    done(new.tap(evening.key, "phone", code=f"{code[:4]} {code[4:]}".lower()))
    assert new.get(f"/t/{evening.key}/hand").text == own
    assert anna.get(f"/t/{evening.key}/hand").text != own
    assert anna.get(f"/t/{evening.key}/me").get_json()["away"]
    for device in (ben, evening.host):
        assert "Anna's seat is now on another device." in device.sees(f"/t/{evening.key}")
    assert "is now on another device" not in new.sees(f"/t/{evening.key}")


@pytest.mark.usefixtures("clock")
def test_a_code_works_once(evening: Evening) -> None:
    code, new, other = code_of(evening, evening.players[0]), evening.device("new"), evening.device("other")
    entry = done(new.tap(evening.key, "phone", code=code, op="tap-of-the-new"))
    assert done(new.tap(evening.key, "phone", code=code, op="tap-of-the-new")) == entry
    assert other.tap(evening.key, "phone", code=code).text == REFUSED
    done(evening.players[0].tap(evening.key, "phone", code=code_of(evening, new)))
    assert other.tap(evening.key, "phone", code=code).text == REFUSED


def test_a_code_works_for_two_minutes_and_the_newest_alone(evening: Evening, clock: Clock) -> None:
    anna, new = evening.players[0], evening.device("new")
    first = code_of(evening, anna)
    second = code_of(evening, anna)
    assert new.tap(evening.key, "phone", code=first).text == REFUSED
    clock.now += LASTING + 1
    assert new.tap(evening.key, "phone", code=second).text == REFUSED
    third = code_of(evening, anna)
    clock.now += LASTING - 1
    done(new.tap(evening.key, "phone", code=third))


def test_it_is_typed_on_the_start_page_as_well(evening: Evening) -> None:
    code, new = code_of(evening, evening.players[1]), evening.device("new")
    assert new.post("/code", {"code": f"{code[:4]} {code[4:]}"}).headers["Location"] == f"/t/{evening.key}"
    assert evening.service.rights(evening.key, new.known).person == 1
    assert evening.device("other").post("/code", {"code": code}).status_code == 409


def test_typed_there_twice_by_one_phone_it_leads_to_the_table_again_and_another_phone_nowhere(evening: Evening) -> None:
    code, new = code_of(evening, evening.players[0]), evening.device("new")
    first, again = (new.post("/code", {"code": code}) for _ in range(2))
    assert first.location == again.location == f"/t/{evening.key}"
    assert evening.device("other").post("/code", {"code": code}).status_code == 409


def put_away(evening: Evening) -> tuple[Device, Callable[[], TestResponse]]:
    """A phone that is new, at a table that is put away until its host opens it again."""
    done(evening.host.tap(evening.key, "away"))
    return evening.device("new"), lambda: evening.host.tap(evening.key, "open")


def with_another_seat(evening: Evening) -> tuple[Device, Callable[[], TestResponse]]:
    """Ben's phone, until the host says that he has gone."""
    return evening.players[1], lambda: evening.host.tap(evening.key, "gone", person=1)


@pytest.mark.parametrize("hindered", [put_away, with_another_seat])
def test_a_code_that_was_refused_there_is_taken_from_the_same_phone_when_nothing_hinders_it_any_more(
    evening: Evening, hindered: Callable[[Evening], tuple[Device, Callable[[], TestResponse]]]
) -> None:
    code = code_of(evening, evening.players[0])
    phone, let_in = hindered(evening)
    assert [phone.post("/code", {"code": code}).status_code for _ in range(2)] == [409, 409]
    done(let_in())
    first, again = (phone.post("/code", {"code": code}) for _ in range(2))
    assert first.location == again.location == f"/t/{evening.key}"
    assert evening.service.rights(evening.key, phone.known).person == 0


def test_only_who_sits_and_holds_the_phone_gets_a_code(evening: Evening) -> None:
    for device in (evening.host, evening.device("stranger")):
        assert device.get(f"/t/{evening.key}/phone").status_code == 403
    assert evening.players[0].tap(evening.key, "phone", code=code_of(evening, evening.players[1])).status_code == 409


def test_a_guest_who_holds_a_phone_gets_no_code_for_it(tmp_path: Path) -> None:
    app = an_app(tmp_path)
    evening = Evening(app, Device("host", app.test_client())).open().sit(2).guests(1).begin()
    ben = evening.players[1]
    done(ben.tap(evening.key, "lend", person=2))
    assert ben.get(f"/t/{evening.key}/phone").status_code == 403
    done(ben.tap(evening.key, "hold", person=2))
    assert ben.get(f"/t/{evening.key}/phone").status_code == 403


def test_a_code_of_a_seat_that_has_moved_meanwhile_works_no_more(evening: Evening) -> None:
    code, other = code_of(evening, evening.players[1]), evening.device("other")
    claim = done(other.tap(evening.key, "claim", person=1))
    done(evening.host.tap(evening.key, "admit", claim=claim))
    assert evening.device("new").tap(evening.key, "phone", code=code).text == REFUSED


def test_who_asked_the_host_meanwhile_asks_no_more(evening: Evening) -> None:
    new = evening.device("new")
    done(new.tap(evening.key, "claim", person=1))
    done(new.tap(evening.key, "phone", code=code_of(evening, evening.players[1])))
    assert evening.table.party.claims == ()
    assert evening.service.rights(evening.key, new.known).claim is None


def test_guessing_seat_codes_comes_to_an_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.time", lambda: 1_800_000_000.0)
    app = an_app(tmp_path)
    evening = Evening(app, Device("host", app.test_client())).open().sit(3).begin()
    taps = [evening.device(f"new-{nth}-cookie").tap(evening.key, "phone", code="QQQQQQQQ") for nth in range(130)]
    assert [tap.status_code for tap in taps] == [409] * (STRANGERS.amount - 3) + [429] * 13
    elsewhere = evening.device("new")
    elsewhere.client.environ_base["REMOTE_ADDR"] = "192.0.2.7"
    done(elsewhere.tap(evening.key, "phone", code=code_of(evening, evening.players[0])))


def test_no_address_no_log_line_and_no_disk_holds_a_code(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    app = an_app(tmp_path)
    urls: list[str] = []
    app.before_request(lambda: urls.append(request.full_path))
    evening = Evening(app, Device("host", app.test_client())).open().sit(3).begin()
    code = code_of(evening, evening.players[0])
    done(evening.device("new").tap(evening.key, "phone", code=code))
    assert not any(code in line for line in (*urls, caplog.text))
    assert code.encode() not in b"".join(file.read_bytes() for file in tmp_path.iterdir())
