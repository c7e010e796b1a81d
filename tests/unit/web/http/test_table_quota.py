"""Limits on new tables: the right to open one, the most at once, and one table for one press."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from threading import Barrier, BrokenBarrierError
from typing import Any

import pytest
from werkzeug.test import TestResponse

from companion.table.service.table_service import TableService
from companion.table.storage.store import NotSaved
from companion.web.app import create_app
from companion.web.settings import Settings
from tests.unit.games.toy import GAME as TOY
from tests.unit.web.support.devices import PORT, Device, Session, saved
from tests.unit.web.support.phases import Clock, play_to_end

CLOSED = "Only the person who runs this server can open tables here. Ask them, or join a table with its code."


def server(data: Path, **more: Any) -> Session:
    """A server with such settings; its host is the operator."""
    app = create_app(Settings(data, PORT, "companion.test", **more))
    operator = Device("operator", app.test_client())
    assert operator.get(f"/house/{app.config['SERVICE'].invitations.create()}").status_code == 303
    return Session(app, operator)


def press(device: Device, op: str = "", **options: str) -> TestResponse:
    """Ask for a new table; an operation id makes it a copy."""
    return device.post("/new", {"game": "vabanque", **({"op": op} if op else {}), **options})


def statuses(device: Device, count: int) -> list[int]:
    return [press(device).status_code for _ in range(count)]


def press_at_once(session: Session, device: Device, ops: list[str], patch: pytest.MonkeyPatch) -> list[TestResponse]:
    """Ask for tables from several tabs of one browser at the same moment."""
    ready, write = Barrier(len(ops), timeout=1), TableService.open

    def slow(*asked: Any) -> str:
        with suppress(BrokenBarrierError):  # nothing is written before all have asked
            ready.wait()
        return write(*asked)

    patch.setattr(TableService, "open", slow)
    tabs = [device.again(session.app) for _ in ops]
    with ThreadPoolExecutor(len(ops)) as pool:
        return list(pool.map(press, tabs, ops))


def test_anybody_opens_tables_unless_told_otherwise(tmp_path: Path) -> None:
    anna = server(tmp_path, tables_a_device=0, tables_an_address=0).device("Anna")
    assert 'href="/new"' in anna.get("/").text
    assert anna.get("/new").status_code == 200
    assert statuses(anna, 5) == [303] * 5, "0 means any number"


def test_one_press_opens_one_table(tmp_path: Path) -> None:
    session = server(tmp_path, tables_a_device=2)
    anna, ben = session.device("Anna"), session.device("Ben")
    first, lost, another = (press(anna, op).location for op in ("one-press", "one-press", "another"))
    assert first == lost != another
    assert press(anna, "one-press").location == first, "also where no more may be opened"
    assert press(anna, "a-third").status_code == 409
    assert press(ben, "one-press").location not in (None, first)


def test_press_with_other_choices_opens_another_table(tmp_path: Path) -> None:
    anna = server(tmp_path).device("Anna")
    free, ordered, again = (press(anna, "press", turns=turns).location for turns in ("free", "strict", "free"))
    assert None is not free == again != ordered is not None


def test_only_the_operator_opens_tables_on_a_closed_server(tmp_path: Path) -> None:
    session = server(tmp_path, closed=True, tables_a_device=1, tables_an_address=1)
    anna = session.device("Anna")
    page = anna.get("/").text
    assert "/new" not in page
    assert "Only the person who runs this server can open tables here." in page
    assert "Join a table with its code" in page
    for refused in (anna.get("/new"), press(anna)):
        assert refused.status_code == 403
        assert CLOSED in refused.text
    assert 'href="/new"' in session.host.get("/").text
    assert session.host.get("/new").status_code == 200
    play_to_end(session.open(game=TOY.slug).sit(TOY.players[0]).begin())
    anna = session.players[0]
    assert anna.post(f"/t/{session.key}/again", {"op": anna.op()}).status_code == 303, "a rematch is open to all"


def test_device_has_so_many_open_tables(tmp_path: Path) -> None:
    session = server(tmp_path, tables_a_device=3)
    anna, ben = session.device("Anna"), session.device("Ben")
    keys = [press(anna).headers["Location"].rpartition("/")[2] for _ in range(3)]
    refused = press(anna)
    assert (refused.status_code, "3 open tables" in refused.text) == (409, True)
    assert press(ben).status_code == 303
    assert statuses(session.host, 5) == [303] * 5, "the operator any number"
    saved(anna.tap(keys[0], "away"))
    assert press(anna).status_code == 409, "it is on the disk still"
    assert anna.post(f"/t/{keys[0]}/delete", {"sure": "yes"}).status_code == 303
    assert statuses(anna, 2) == [303, 409]
    anna.client.application = create_app(Settings(tmp_path, PORT, "companion.test", tables_a_device=3))
    assert press(anna).status_code == 409, "after a restart too"


def test_address_opens_so_many_tables_a_day(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    monkeypatch.setattr("time.time", clock)
    session = server(tmp_path, tables_an_address=3)
    for nth in range(3):  # each put away at once, by a device of its own
        device = session.device(f"device-{nth}")
        saved(device.tap(press(device).headers["Location"].rpartition("/")[2], "away"))
    refused = press(session.device("one-more"))
    assert (refused.status_code, "3 tables have been opened from here" in refused.text) == (409, True)
    assert statuses(session.host, 5) == [303] * 5, "the operator any number"
    assert press(session.device("elsewhere").at("192.0.2.7")).status_code == 303
    clock.now += 48 * 3600
    assert press(session.device("tomorrow")).status_code == 303


@pytest.fixture
def anna(tmp_path: Path) -> tuple[Session, Device]:
    """A server and a device that has its cookie."""
    session = server(tmp_path, tables_a_device=2)
    device = session.device("Anna")
    device.get("/")
    return session, device


def test_copy_during_the_write_opens_no_table(anna: tuple[Session, Device], monkeypatch: pytest.MonkeyPatch) -> None:
    answers = press_at_once(*anna, ["one-press", "one-press", "another"], monkeypatch)
    first, copy, another = (answer.location for answer in answers)
    assert first == copy != another
    assert None not in (first, another)
    assert anna[0].service.store.count_by_status() == {"lobby": 2}


def test_copy_of_a_failed_press_opens_the_table(anna: tuple[Session, Device], monkeypatch: pytest.MonkeyPatch) -> None:
    failing, write = iter([True, False]), TableService.open

    def fails_once(*asked: Any) -> str:
        if next(failing):
            raise NotSaved("full")
        return write(*asked)

    monkeypatch.setattr(TableService, "open", fails_once)
    answers = press_at_once(*anna, ["one-press"] * 2, monkeypatch)
    assert sorted(answer.status_code for answer in answers) == [303, 503]
    assert anna[0].service.store.count_by_status() == {"lobby": 1}
