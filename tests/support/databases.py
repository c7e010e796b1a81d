"""Both kinds of database: a file, and a PostgreSQL that several processes share."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.table.storage import store as stores
from companion.table.storage.database import Database, open_database
from companion.table.storage.postgres.database import PostgreSQL
from companion.table.storage.store import Store
from tests.support.postgres import Cluster

Where = Path | str


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """PostgreSQL, started when the first test needs it."""
    cluster = Cluster()
    yield cluster
    cluster.remove()


@pytest.fixture(params=["sqlite", "postgresql"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Where]:
    """A new database, once of each kind."""
    if request.param == "sqlite":
        yield tmp_path / "one.sqlite3"
        return
    postgres = request.getfixturevalue("postgres")
    address = postgres.fresh()
    with closed_afterwards():
        yield address
    postgres.give_back(address)


@pytest.fixture
def deaf(monkeypatch: pytest.MonkeyPatch) -> None:
    """Switch off notifications between processes."""
    monkeypatch.setattr(PostgreSQL, "listen", lambda *_args: None)


@contextmanager
def closed_afterwards() -> Iterator[None]:
    """Close all databases that are opened meanwhile; else their listeners would reconnect for ever."""
    opened: list[Database] = []

    def kept(where: Where, *, reads_only: bool) -> Database:
        opened.append(open_database(where, reads_only=reads_only))
        return opened[-1]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(stores, "open_database", kept)
        yield
    for one in opened:
        one.close()


@contextmanager
def full(store: Store, where: str) -> Iterator[None]:
    """Meanwhile inserts into a table fail, such as `entries WHEN NEW.kind = 'again'`."""
    table, _, when = where.partition(" WHEN ")
    with store.engine.connect() as db:
        do = db.exec_driver_sql
        if store.shared:
            do("CREATE OR REPLACE FUNCTION is_full() RETURNS trigger AS 'BEGIN RAISE disk_full; END' LANGUAGE plpgsql")
            for_ = f"FOR EACH ROW {f'WHEN ({when})' if when else ''} EXECUTE FUNCTION is_full()"
            do(f"CREATE TRIGGER full_ BEFORE INSERT ON {table} {for_}")
        else:
            for_ = f"WHEN {when}" if when else ""
            do(f"CREATE TRIGGER full_ BEFORE INSERT ON {table} {for_} BEGIN SELECT RAISE(ABORT, 'full'); END")
        try:
            yield
        finally:
            do(f"DROP TRIGGER full_ {f'ON {table}' if store.shared else ''}")
