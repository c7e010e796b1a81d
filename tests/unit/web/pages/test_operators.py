"""The operator lists and revokes devices with operator rights; unused for a year, they expire."""

import re
import time

import pytest

from companion.table.storage.operator_rights import list_operators
from tests.unit.web.support.devices import Device, Session

PAGE = "/operators"
A_DAY = 24 * 3600


def marks(operator: Device) -> list[str]:
    """The value of each device in its form."""
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


def test_operator_revokes_rights_of_a_device(over: Session) -> None:
    first, second = over.operator(), over.operator()
    for operator in (first, second):
        assert f'href="{PAGE}"' in operator.get("/").text
        assert len(marks(operator)) == 2
    assert "Last used on" in first.get(PAGE).text
    mark = own(second)
    assert own(first) != mark
    for device in (over.host, over.players[0], over.device("stranger")):
        assert PAGE not in device.get("/").text
        assert device.get(PAGE).status_code == device.post(PAGE, {"device": mark}).status_code == 403
    for form in ({}, {"device": ""}, {"device": "x"}):
        assert first.post(PAGE, form).headers["Location"] == PAGE
    assert len(marks(first)) == 2
    assert first.post(PAGE, {"device": mark}).headers["Location"] == PAGE
    assert second.get(PAGE).status_code == second.get(f"/t/{over.key}/delete").status_code == 403
    assert over.key not in second.get("/").text
    assert marks(first) == [own(first)]


def test_own_rights_are_given_up_and_regained_by_a_link(over: Session) -> None:
    operator = over.operator()
    assert operator.post(PAGE, {"device": own(operator)}).headers["Location"] == "/"
    assert operator.get(PAGE).status_code == 403
    operator.get(f"/house/{over.service.invitations.create()}")
    assert operator.get(PAGE).status_code == 200


def test_rights_expire_after_a_year_without_use(over: Session, clock: list[float]) -> None:
    used, unused = over.operator(), over.operator()
    clock[0] += 364 * A_DAY
    assert used.get("/").status_code == 200
    clock[0] += 2 * A_DAY
    assert len(marks(used)) == 1
    assert unused.get(PAGE).status_code == unused.get(f"/t/{over.key}/delete").status_code == 403
    assert over.service.stored_rights(over.key, unused.known).operator is False
    assert over.key not in unused.get("/").text
    unused.get(f"/house/{over.service.invitations.create()}")
    assert len(marks(unused)) == 2


def test_use_is_stored_once_a_day(over: Session, clock: list[float]) -> None:
    operator, began = over.operator(), clock[0]
    for later, stored in ((A_DAY / 2, began), (2 * A_DAY, began + 2 * A_DAY), (2.5 * A_DAY, began + 2 * A_DAY)):
        clock[0] = began + later
        operator.get("/")
        assert [one.used for one in list_operators(over.service.store)] == [stored]
