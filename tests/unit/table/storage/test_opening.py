"""An older, newer, damaged or foreign file is reported in one sentence, and nothing is lost."""

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import select

from companion.table.commands.types import Command
from companion.table.model.names import COLOURS
from companion.table.model.tokens import hash_token
from companion.table.service.notifier import Notifier
from companion.table.service.table_service import TableService
from companion.table.storage.migrations import upgrade_schema
from companion.table.storage.schema import VERSION, meta, versions
from companion.table.storage.sqlite import database, opening
from companion.table.storage.store import BadFile, Store
from tests.support.forked import companion
from tests.support.postgres import Cluster, name_of

DATA = Path(__file__).parents[3] / "data"


OF_0_1_0 = DATA / "house-0.1.0" / "companion.sqlite3"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "companion.sqlite3"


def made(path: Path, script: str) -> None:
    """Make a file of another program."""
    with closing(sqlite3.connect(path)) as db:
        db.executescript(script)


def lines(path: Path) -> list[str]:
    """All rows of a file."""
    with closing(sqlite3.connect(path)) as db:
        return list(db.iterdump())


class Cut(sqlite3.Connection):
    """A connection whose backups find no room half-way."""

    def backup(self, target: sqlite3.Connection, **_how: object) -> None:
        target.execute("CREATE TABLE half (id)")
        raise sqlite3.OperationalError("database or disk is full")


def test_file_is_upgraded_only_after_a_whole_copy(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copy(OF_0_1_0, path)
    before, connect = lines(path), sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda *where, **how: connect(*where, **how, factory=Cut))
    with pytest.raises(BadFile, match="database or disk is full"):
        Store(path)
    monkeypatch.undo()
    assert lines(path) == before
    assert copies(path) == []
    Store(path).close()
    assert [lines(copy) for copy in copies(path)] == [before]


@pytest.mark.parametrize("old", [False, True])
def test_full_disk_at_opening_is_one_sentence(path: Path, old: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copy(OF_0_1_0 if old else "/dev/null", path)
    before, connect = lines(path), opening.connect

    def connect_without_room(there: Path) -> sqlite3.Connection:
        db = connect(there)
        db.execute("PRAGMA max_page_count = 1")  # or as many as it has
        return db

    for module in (opening, database):
        monkeypatch.setattr(module, "connect", connect_without_room)
    with pytest.raises(BadFile, match=r"database or disk is full.*free disk space"):
        Store(path)
    monkeypatch.undo()
    assert lines(path) == before
    Store(path).close()


def test_every_older_file_is_copied_once(path: Path) -> None:
    kept = []
    for mark in ("", "", "CREATE TABLE more (id);"):
        shutil.copy(OF_0_1_0, path)
        made(path, mark)
        kept.append(lines(path))
        Store(path).close()
    assert sorted(map(lines, copies(path))) == sorted([kept[0], kept[2]]), "the same file is kept once"


def copies(path: Path) -> list[Path]:
    """The copies that were made before an upgrade."""
    return sorted(path.parent.glob(f"{path.name}.before-*"))


def test_data_of_0_1_0_opens_unchanged(tmp_path: Path) -> None:
    house = Path(shutil.copytree(DATA / "house-0.1.0", tmp_path / "house"))
    expected = json.loads((house / "expected.json").read_text(encoding="utf-8"))
    before = lines(house / "companion.sqlite3")
    service = TableService(Store(house / "companion.sqlite3"), Notifier())
    told = {}
    for listed in service.store.list_tables(hash_token("house")):
        table = service.table(listed.key)
        scores = table.game.scores(table.state) if table.state is not None else None
        told[listed.key] = {
            "game": listed.slug,
            "status": listed.status,
            "names": list(table.names),
            "entries": table.number,
            "scores": scores and [scores[seat] for seat in range(len(table.names))],
        }
    assert told == expected
    assert lines(house / "companion.sqlite3.before-5") == before


def test_reading_alone_upgrades_nothing(tmp_path: Path) -> None:
    house = Path(shutil.copytree(DATA / "house-0.1.0", tmp_path / "house"))
    with pytest.raises(BadFile, match="was written by an earlier version of Companion; start the server once"):
        Store(house / "companion.sqlite3", reads_only=True)
    assert not (house / "companion.sqlite3.before-5").exists()


def test_tables_of_0_1_0_can_be_played_on(tmp_path: Path) -> None:
    house = Path(shutil.copytree(DATA / "house-0.1.0", tmp_path / "house"))
    service = TableService(Store(house / "companion.sqlite3"), Notifier())
    waiting = [listed.key for listed in service.store.list_tables(hash_token("house")) if listed.status == "lobby"]
    for key in waiting:
        number = service.table(key).number
        taken = {person.colour for person in service.table(key).roster.people}
        fields = {"name": "Zora", "colour": next(colour for colour in COLOURS if colour not in taken)}
        assert service.send(key, "zora", Command("sit", fields, "zora-sits-down")) == number + 1
    assert len(waiting) == 3


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_migrations_make_the_current_schema(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """The database is not given back, since migrations made it."""
    where = tmp_path / "one.sqlite3" if kind == "sqlite" else request.getfixturevalue("postgres").fresh()
    with closing(Store(where)) as store, store.engine.connect() as db:
        meta.drop_all(db)
        upgrade_schema(db)
        made = MigrationContext.configure(db, opts={"compare_type": True})
        assert compare_metadata(made, meta) == []
        assert db.scalar(select(versions.c.version_num)) == str(VERSION)


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_newer_database_is_refused_unchanged(kind: str, path: Path, request: pytest.FixtureRequest) -> None:
    if kind == "sqlite":
        where, name, option = path, str(path), "--data"
        Store(path).close()
        made(path, f"PRAGMA user_version = {VERSION + 1}")
    else:
        postgres = request.getfixturevalue("postgres")
        where, option = postgres.fresh(), "--database"
        name = f"{name_of(where)}@{postgres.folder}"
        postgres.do(f"UPDATE alembic_version SET version_num = '{VERSION + 1}'", name_of(where))
    before = lines(path) if kind == "sqlite" else []
    with pytest.raises(BadFile) as bad:
        Store(where)
    assert str(bad.value) == (
        f"{name} was written by a newer version of Companion (schema {VERSION + 1}, this one knows {VERSION}); "
        f"it was not changed; install the newer version, or choose another {option}"
    )
    assert kind != "sqlite" or lines(path) == before


def test_missing_database_is_explained(postgres: Cluster) -> None:
    with pytest.raises(BadFile) as bad:
        Store(postgres.address("nowhere"))
    assert 'database "nowhere" does not exist' in str(bad.value)
    assert str(bad.value).endswith(
        "; check that PostgreSQL is running and that the address and password are right, or choose another --database"
    )


@pytest.mark.parametrize("lost", ["entries.op", "tables.secret", "rights.role"])
def test_missing_column_is_named(path: Path, lost: str) -> None:
    shutil.copy(OF_0_1_0, path)
    table, _, column = lost.partition(".")
    made(path, f"ALTER TABLE {table} RENAME COLUMN {column} TO other")
    before = lines(path)
    with pytest.raises(BadFile, match=f"it lacks {lost}.*was not changed"):
        Store(path)
    assert lines(path) == before


def damaged(path: Path, nth: int) -> bytes:
    """Make a file that is broken in one of three ways; return its content."""
    store = Store(path)
    service = TableService(store, Notifier())
    for _ in range(50):
        service.open("host", "toy", {}, {})
    with store.engine.connect() as db:
        db.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
    store.close()
    content = bytearray(path.read_bytes())
    match nth:
        case 0:
            content = bytearray(b"this is no database at all" * 200)
        case 1:
            content[4096:8192] = b"\xa5" * 4096
        case 2:
            del content[len(content) // 2 :]
    path.write_bytes(content)
    return bytes(content)


@pytest.mark.parametrize("nth", range(3))
def test_damaged_file_is_copied_once_and_reported(path: Path, nth: int) -> None:
    content = damaged(path, nth)
    for _ in range(3):
        with pytest.raises(BadFile) as bad:
            Store(path)
        told = str(bad.value)
        assert "\n" not in told
        assert told.startswith(f"{path} is damaged (")
    copies = list(path.parent.glob("*.damaged-????????"))
    assert [copy.read_bytes() for copy in copies] == [content]
    assert copies[0].name in told


def test_folder_in_place_of_the_file_is_refused(path: Path) -> None:
    path.mkdir()
    with pytest.raises(BadFile, match="cannot open"):
        Store(path)
    other = path.with_name("file")
    other.touch()
    with pytest.raises(BadFile, match="cannot be used"):
        Store(other / "companion.sqlite3")


def test_commands_stop_at_bad_files_with_one_sentence(path: Path) -> None:
    for content in (b"this is no database at all" * 200, b""):
        path.write_bytes(content)
        if not content:
            made(path, f"PRAGMA user_version = {VERSION + 1}")
        words = ["serve", "--no-browser", "--port", "0"] if content else ["export", "ABCDE"]
        told = companion(*words, "--data", path.parent)
        assert told.returncode == 1
        assert len(told.stderr.splitlines()) == 1
        assert str(path) in told.stderr
