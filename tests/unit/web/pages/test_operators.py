"""The operator sees which devices have operator rights and revokes them; unused for a year, they end by themselves."""

import re
import time

import pytest

from companion.table.storage.operator_rights import all_of
from tests.unit.web.pages.test_result_cards import new_operator
from tests.unit.web.support.devices import Device, Session

PAGE = "/operators"
A_DAY = 24 * 3600


def marks(operator: Device) -> list[str]:
    """What stands for each device in its form."""
    return re.findall(r'name="device" value="(\w+)"', operator.get(PAGE).text)


def own(operator: Device) -> str:
    (mark,) = re.findall(r'value="(\w+)">\s*<h2>This device', operator.get(PAGE).text)
    return str(mark)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time, to be changed."""
    now = [time.time()]
    monkeypatch.setattr("time.time", lambda: now[0])
    return now


def test_the_operator_finds_all_devices_with_operator_rights_from_the_start_page(over: Session) -> None:
    first, second = new_operator(over), new_operator(over)
    for operator in (first, second):
        assert f'href="{PAGE}"' in operator.get("/").text
        assert len(marks(operator)) == 2
    assert own(first) != own(second)
    assert "Last used on" in first.get(PAGE).text


def test_nobody_else_sees_or_revokes_them(over: Session) -> None:
    operator = new_operator(over)
    mark = own(operator)
    for device in (over.host, over.players[0], over.device("stranger")):
        assert PAGE not in device.get("/").text
        assert device.get(PAGE).status_code == device.post(PAGE, {"device": mark}).status_code == 403
    assert marks(operator) == [mark]


def test_a_revoked_device_has_no_rights_from_then_on(over: Session) -> None:
    first, second = new_operator(over), new_operator(over)
    for nonsense in ({}, {"device": ""}, {"device": "x"}):
        assert first.post(PAGE, nonsense).headers["Location"] == PAGE
    assert first.post(PAGE, {"device": own(second)}).headers["Location"] == PAGE
    assert second.get(PAGE).status_code == 403
    assert second.get(f"/t/{over.key}/delete").status_code == 403
    assert over.key not in second.get("/").text
    assert marks(first) == [own(first)]


def test_a_device_gives_its_own_rights_up_and_gets_them_again_by_a_new_link(over: Session) -> None:
    operator = new_operator(over)
    assert operator.post(PAGE, {"device": own(operator)}).headers["Location"] == "/"
    assert operator.get(PAGE).status_code == 403
    operator.get(f"/house/{over.service.invitations.new()}")
    assert operator.get(PAGE).status_code == 200


def test_rights_end_after_a_year_without_use(over: Session, clock: list[float]) -> None:
    used, unused = new_operator(over), new_operator(over)
    clock[0] += 364 * A_DAY
    assert used.get("/").status_code == 200
    clock[0] += 2 * A_DAY
    assert len(marks(used)) == 1
    assert unused.get(PAGE).status_code == unused.get(f"/t/{over.key}/delete").status_code == 403
    assert over.service.known_by_disk(over.key, unused.known).operator is False
    assert over.key not in unused.get("/").text
    unused.get(f"/house/{over.service.invitations.new()}")
    assert len(marks(unused)) == 2


def test_use_is_stored_once_a_day(over: Session, clock: list[float]) -> None:
    operator = new_operator(over)
    began = clock[0]
    for later, entry_count in ((A_DAY / 2, began), (2 * A_DAY, began + 2 * A_DAY), (2.5 * A_DAY, began + 2 * A_DAY)):
        clock[0] = began + later
        operator.get("/")
        assert [one.used for one in all_of(over.service.store)] == [entry_count]
