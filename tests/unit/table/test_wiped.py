"""Whoever is forgotten, and what is deleted, is in no file of the house: not where it was, and not in SQLite's log."""

import json
import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from companion.table.service.deletion import removed
from companion.table.service.erasure import forgotten
from companion.table.storage.sqlite.database import WIPE_AGAIN
from tests.unit.table.houses import OPERATOR, House

NAME = "Zoë Featherstone"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the file of the house is."""
    return tmp_path / "companion.sqlite3"


@pytest.fixture
def house(path: Path) -> House:
    """With evenings at most of which she was."""
    house = House(path)
    for seed in range(3):
        house.keep("vabanque", NAME, "Ben", "Carla", seed=seed)
    house.keep("vabanque", "Anna", "Ben", "Carla")
    return house


def left(path: Path) -> set[str]:
    """The files in which her name still is."""
    return {file.name for file in path.parent.iterdir() if NAME.encode() in file.read_bytes()}


def test_a_name_stands_everywhere_as_people_write_it_so_that_one_can_look_for_it(path: Path, house: House) -> None:
    house.service.store.close()
    with closing(sqlite3.connect(path)) as db:
        told = "\n".join(db.iterdump())
    assert NAME in told
    assert json.dumps(NAME).strip('"') not in told


def test_nothing_is_left_of_somebody_who_is_forgotten(path: Path, house: House) -> None:
    assert left(path)
    forgotten(house.service, NAME)
    assert left(path) == set()
    assert len(house.process().evenings.all()) == 4


def test_nothing_is_left_of_an_evening_that_is_deleted(path: Path, house: House) -> None:
    for key in [one.key for one in house.service.evenings.all() if NAME in one.names]:
        assert left(path)
        removed(house.service, key, OPERATOR)
    assert left(path) == set()


def emptied_by_another_sqlite(path: Path, house: House) -> None:
    """As on a system whose SQLite leaves what it deletes."""
    house.service.store.close()
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA secure_delete=OFF")
        for statement in ("UPDATE tables SET people = '[]'", "DELETE FROM evenings", "DELETE FROM entries"):
            db.execute(statement)
        db.commit()
    assert left(path)


def test_what_was_changed_before_anything_was_wiped_goes_too(path: Path, house: House) -> None:
    emptied_by_another_sqlite(path, house)
    forgotten(house.process(), "Dora")
    assert left(path) == set()


def test_what_there_was_no_room_to_wipe_goes_with_a_later_commit(
    path: Path, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    emptied_by_another_sqlite(path, house)
    now = [0.0]
    monkeypatch.setattr(sqlite3, "connect", partial(sqlite3.connect, factory=Full))
    monkeypatch.setattr("companion.table.storage.sqlite.database.monotonic", lambda: now[0])
    service = house.process()
    forgotten(service, "Dora")
    monkeypatch.setattr(Full, "room", True)
    service.open("host", "vabanque", {}, {})
    assert left(path), "no tap waits for that again at once"
    now[0] = WIPE_AGAIN
    service.open("host", "vabanque", {}, {})
    assert left(path) == set()


class Full(sqlite3.Connection):
    """On a disk that has no room for a second file."""

    room = False

    def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
        if sql == "VACUUM" and not Full.room:
            raise sqlite3.OperationalError("database or disk is full")
        return super().execute(sql, *values)


def test_who_reads_meanwhile_holds_up_nobody_and_the_next_commit_wipes(path: Path, house: House) -> None:
    with house.service.store.database.moment() as db:
        db.exec_driver_sql("SELECT * FROM people")
        forgotten(house.service, NAME)
        assert left(path)
        house.open("Emil")
    house.open("Fritz")
    assert left(path) == set()
