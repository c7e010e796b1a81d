"""Who may open a table, and how many at once."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from random import Random
from threading import Barrier, BrokenBarrierError
from typing import Any

import pytest
from werkzeug.test import TestResponse

from companion.table.service.table_service import TableService
from companion.table.storage.store import NotSaved
from companion.web.app import create_app
from companion.web.settings import Settings
from tests.unit.games.toy import GAME as TOY
from tests.unit.web.http.test_limits import Clock
from tests.unit.web.support.devices import PORT, Device, Session, saved

CLOSED = "Only the operator opens tables here. Ask the person who runs this server, or join a table by its code."
NEW = {"game": "vabanque"}


def a_house(data: Path, **more: object) -> Session:
    """A house with such settings; its host is the operator."""
    settings = Settings(data, PORT, "companion.test", **more)  # type: ignore[arg-type]
    app = create_app(settings)
    invitation = app.config["SERVICE"].invitations.new()
    operator = Device("operator", app.test_client())
    assert operator.get(f"/house/{invitation}").status_code == 303
    return Session(app, operator)


def pressed(
    house: Session, device: Device, forms: list[dict[str, str]], monkeypatch: pytest.MonkeyPatch
) -> list[TestResponse]:
    """What a browser is answered that asks for so many tables in one moment."""
    ready, write = Barrier(len(forms), timeout=1), TableService.open

    def slow(*asked: Any) -> str:
        with suppress(BrokenBarrierError):  # the disk takes nobody's before all have asked
            ready.wait()
        return write(*asked)

    monkeypatch.setattr(TableService, "open", slow)
    cookie = device.client.get_cookie(f"companion-{PORT}", domain="companion.test")
    assert cookie is not None
    tabs = [Device(device.name, house.app.test_client()) for _ in forms]
    for tab in tabs:
        tab.client.set_cookie(cookie.key, cookie.value, domain="companion.test")
    with ThreadPoolExecutor(len(forms)) as pool:
        return list(pool.map(lambda tab, form: tab.post("/new", form), tabs, forms))


def over(session: Session) -> Session:
    """The game is played to its end."""
    session.sit(TOY.players[0]).begin()
    while session.table.asks:
        ask = session.ask
        saved(session.by_chance(Random(1), ask))
        session.paged()
    return session


def test_in_an_open_house_anybody_opens_tables(tmp_path: Path) -> None:
    anna = a_house(tmp_path).device("Anna")
    assert 'href="/new"' in anna.get("/").text
    assert anna.get("/new").status_code == 200
    assert anna.post("/new", NEW).status_code == 303


def test_a_table_that_is_opened_twice_by_one_press_is_one_table(tmp_path: Path) -> None:
    house = a_house(tmp_path, tables_a_device=2)
    anna, ben = house.device("Anna"), house.device("Ben")
    first, lost, another = (
        anna.post("/new", {**NEW, "op": op}).location for op in ("one-press", "one-press", "another")
    )
    assert first == lost != another
    assert anna.post("/new", {**NEW, "op": "one-press"}).location == first, "also where no more may be opened"
    assert anna.post("/new", {**NEW, "op": "a-third"}).status_code == 409
    assert ben.post("/new", {**NEW, "op": "one-press"}).location not in (None, first)


def test_a_press_with_other_choices_opens_another_table(tmp_path: Path) -> None:
    anna = a_house(tmp_path).device("Anna")
    free, ordered = (anna.post("/new", {**NEW, "op": "press", "turns": turns}) for turns in ("free", "strict"))
    again = anna.post("/new", {**NEW, "op": "press", "turns": "free"})
    assert free.location == again.location != ordered.location
    assert ordered.status_code == 303


def test_in_a_closed_house_only_the_operator_opens_tables_and_others_are_told_so(tmp_path: Path) -> None:
    house = a_house(tmp_path, closed=True)
    anna = house.device("Anna")
    page = anna.get("/").text
    assert "/new" not in page
    assert "Only the operator opens tables here." in page
    assert "Join a table by its code" in page
    for refused in (anna.get("/new"), anna.post("/new", NEW)):
        assert refused.status_code == 403
        assert CLOSED in refused.text
    assert 'href="/new"' in house.host.get("/").text
    assert house.host.get("/new").status_code == 200
    assert house.host.post("/new", NEW).status_code == 303
    assert house.open().sit(2).table.party.people


def test_the_same_people_play_again_in_a_closed_house(tmp_path: Path) -> None:
    session = over(a_house(tmp_path, closed=True, tables_a_device=1, tables_an_address=1).open(game=TOY.slug))
    anna = session.players[0]
    assert anna.post(f"/t/{session.key}/again", {"op": anna.op()}).status_code == 303


def key_of(answer: TestResponse) -> str:
    """The table that was opened."""
    return answer.headers["Location"].rpartition("/")[2]


def test_a_device_has_so_many_unfinished_tables_and_the_operator_any_number(tmp_path: Path) -> None:
    house = a_house(tmp_path, tables_a_device=3)
    anna, ben = house.device("Anna"), house.device("Ben")
    keys = [key_of(anna.post("/new", NEW)) for _ in range(3)]
    refused = anna.post("/new", NEW)
    assert (refused.status_code, "3 open tables" in refused.text) == (409, True)
    assert ben.post("/new", NEW).status_code == 303
    assert [house.host.post("/new", NEW).status_code for _ in range(5)] == [303] * 5
    saved(anna.tap(keys[0], "away"))
    assert anna.post("/new", NEW).status_code == 409, "it is on the disk still"
    assert anna.post(f"/t/{keys[0]}/delete", {"sure": "yes"}).status_code == 303
    assert [anna.post("/new", NEW).status_code for _ in range(2)] == [303, 409]


def test_an_address_opens_so_many_tables_a_day_and_the_operator_any_number(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock()
    monkeypatch.setattr("time.time", clock)
    house = a_house(tmp_path, tables_an_address=3)
    keys = []
    for nth in range(3):  # each put away at once, by a device of its own
        device = house.device(f"device-{nth}")
        keys.append(key_of(device.post("/new", NEW)))
        saved(device.tap(keys[-1], "away"))
    refused = house.device("one-more").post("/new", NEW)
    assert (refused.status_code, "3 tables have been opened from here" in refused.text) == (409, True)
    assert [house.host.post("/new", NEW).status_code for _ in range(5)] == [303] * 5
    elsewhere = house.device("elsewhere")
    elsewhere.client.environ_base["REMOTE_ADDR"] = "192.0.2.7"
    assert elsewhere.post("/new", NEW).status_code == 303
    clock.now += 48 * 3600
    assert house.device("tomorrow").post("/new", NEW).status_code == 303


def test_one_press_whose_copy_comes_while_the_disk_is_at_work_opens_one_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = a_house(tmp_path, tables_a_device=2)
    anna = house.device("Anna")
    anna.get("/")
    presses = [{**NEW, "op": op} for op in ("one-press", "one-press", "another")]
    first, copy, another = (answer.location for answer in pressed(house, anna, presses, monkeypatch))
    assert first == copy != another
    assert None not in (first, another)
    assert house.service.store.by_status() == {"lobby": 2}


def test_a_press_that_failed_is_not_remembered_and_its_copy_opens_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = a_house(tmp_path)
    anna = house.device("Anna")
    anna.get("/")
    failing, write = iter([True, False]), TableService.open

    def fails_once(*asked: Any) -> str:
        if next(failing):
            raise NotSaved("full")
        return write(*asked)

    monkeypatch.setattr(TableService, "open", fails_once)
    answers = pressed(house, anna, [{**NEW, "op": "one-press"}] * 2, monkeypatch)
    assert sorted(answer.status_code for answer in answers) == [303, 503]
    assert house.service.store.by_status() == {"lobby": 1}


def test_nought_is_any_number(tmp_path: Path) -> None:
    anna = a_house(tmp_path, tables_a_device=0, tables_an_address=0).device("Anna")
    assert [anna.post("/new", NEW).status_code for _ in range(5)] == [303] * 5


def test_a_device_that_has_the_limit_by_its_rights_has_it_after_a_restart_too(tmp_path: Path) -> None:
    first = a_house(tmp_path, tables_a_device=2)
    anna = first.device("Anna")
    assert [anna.post("/new", NEW).status_code for _ in range(3)] == [303, 303, 409]
    again = create_app(Settings(tmp_path, PORT, "companion.test", tables_a_device=2))
    anna.client.application = again
    assert anna.post("/new", NEW).status_code == 409
