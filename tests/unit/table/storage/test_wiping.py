"""Erased names and deleted games are in no file of the server, nor in SQLite's log."""

import json
import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from companion.table.service.deletion import delete_table
from companion.table.service.erasure import erase_person
from companion.table.storage.sqlite.database import WIPE_AGAIN
from tests.unit.table.tables import OPERATOR, Server

NAME = "Zoë Featherstone"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "companion.sqlite3"


@pytest.fixture
def server(path: Path) -> Server:
    """Finished games, most of them with her."""
    server = Server(path)
    for seed in range(3):
        server.keep("vabanque", NAME, "Ben", "Carla", seed=seed)
    server.keep("vabanque", "Anna", "Ben", "Carla")
    return server


def left(path: Path) -> set[str]:
    """The files that still hold her name."""
    return {file.name for file in path.parent.iterdir() if NAME.encode() in file.read_bytes()}


def test_names_are_stored_as_plain_text(path: Path, server: Server) -> None:
    server.service.store.close()
    with closing(sqlite3.connect(path)) as db:
        told = "\n".join(db.iterdump())
    assert NAME in told
    assert json.dumps(NAME).strip('"') not in told


def test_erased_name_is_in_no_file(path: Path, server: Server) -> None:
    assert left(path)
    erase_person(server.service, NAME)
    assert left(path) == set()
    assert len(server.process().results.all()) == 4


def test_deleted_game_is_in_no_file(path: Path, server: Server) -> None:
    for key in [one.key for one in server.service.results.all() if NAME in one.names]:
        assert left(path)
        delete_table(server.service, key, OPERATOR)
    assert left(path) == set()


def emptied_by_another_sqlite(path: Path, server: Server) -> None:
    """As on a system whose SQLite leaves what it deletes."""
    server.service.store.close()
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA secure_delete=OFF")
        for statement in ("UPDATE tables SET people = '[]'", "DELETE FROM evenings", "DELETE FROM entries"):
            db.execute(statement)
        db.commit()
    assert left(path)


def test_earlier_leftovers_are_wiped_too(path: Path, server: Server) -> None:
    emptied_by_another_sqlite(path, server)
    erase_person(server.process(), "Dora")
    assert left(path) == set()


def test_failed_wipe_is_repeated_later(path: Path, server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    emptied_by_another_sqlite(path, server)
    now = [0.0]
    monkeypatch.setattr(sqlite3, "connect", partial(sqlite3.connect, factory=Full))
    monkeypatch.setattr("companion.table.storage.sqlite.database.monotonic", lambda: now[0])
    service = server.process()
    erase_person(service, "Dora")
    monkeypatch.setattr(Full, "room", True)
    service.open("host", "vabanque", {}, {})
    assert left(path), "no tap waits for that again at once"
    now[0] = WIPE_AGAIN
    service.open("host", "vabanque", {}, {})
    assert left(path) == set()


class Full(sqlite3.Connection):
    """A disk that has no room for a second file."""

    room = False

    def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
        if sql == "VACUUM" and not Full.room:
            raise sqlite3.OperationalError("database or disk is full")
        return super().execute(sql, *values)


def test_readers_only_delay_the_wipe(path: Path, server: Server) -> None:
    with server.service.store.database.snapshot() as db:
        db.exec_driver_sql("SELECT * FROM people")
        erase_person(server.service, NAME)
        assert left(path)
        server.open("Emil")
    server.open("Fritz")
    assert left(path) == set()
