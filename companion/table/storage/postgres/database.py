"""PostgreSQL: opening, reading, writing and listening."""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from gettext import gettext as _
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine
from sqlalchemy.exc import DBAPIError

from companion.table.model.entry import Entry
from companion.table.model.permissions import Grant
from companion.table.storage.database import OnWrite
from companion.table.storage.group_commit import NotSaved, Outcome
from companion.table.storage.postgres.address import connect_args, database_url, describe
from companion.table.storage.postgres.listening import Listener
from companion.table.storage.postgres.saving import save_batch
from companion.table.storage.postgres.session import Session, one_line
from companion.table.storage.schema import VERSION
from companion.table.storage.sqlite.opening import BadFile
from companion.table.storage.statements import Write

READERS, MORE_READERS = 5, 10
UPGRADE_LOCK = 0x636F6D70  # an advisory lock: one process upgrades the schema
ENTRIES_AFTER = (
    "SELECT number, kind, by, body, op, sent, at, (SELECT json_agg(json_build_array(device, role, number) ORDER BY id) "
    "FROM rights WHERE table_id = %(table)s) FROM entries WHERE table_id = %(table)s AND number > %(number)s "
    "ORDER BY number"
)


class PostgreSQL:
    """Raises BadFile if it cannot be used."""

    shared = True

    def __init__(self, address: str, *, reads_only: bool = False) -> None:
        url = database_url(address)
        self.name = describe(url)
        self.engine = create_database_engine(
            url, pool_size=READERS, max_overflow=MORE_READERS, pool_pre_ping=True, connect_args=connect_args(url)
        )
        self._arguments: Any = {**self.engine.dialect.create_connect_args(url)[1], **connect_args(url)}
        self._writing, self._following = Session(self._arguments), Session(self._arguments)
        self._listener: Listener | None = None
        try:
            _prepare(self, reads_only=reads_only)
        except DBAPIError as error:
            why = _(
                "cannot open %(database)s (%(why)s); check that PostgreSQL is running and that the address and "
                "password are right, or choose another --database"
            )
            raise BadFile(why % {"database": self.name, "why": one_line(error.orig)}) from error

    def reading(self) -> Connection:
        return self.engine.connect()

    @contextmanager
    def snapshot(self) -> Iterator[Connection]:
        with self.engine.connect().execution_options(isolation_level="REPEATABLE READ") as db:
            yield db

    def save(self, batch: Sequence[Write]) -> Sequence[Outcome]:
        order = sorted(range(len(batch)), key=lambda nth: batch[nth].table_id)  # avoids deadlocks
        try:
            done = self._writing.run(lambda db: save_batch(db, [batch[nth] for nth in order]))
        except NotSaved as error:
            return [NotSaved(str(error)) for _ in batch]
        outcomes = dict(zip(order, done, strict=True))
        return [outcomes[nth] for nth in range(len(batch))]

    def load_after(self, table_id: int, number: int) -> tuple[list[Entry], list[Grant]] | None:
        """The entries after a number and all rights. None if there are no such entries."""
        asked = {"table": table_id, "number": number}
        rows = self._following.run(lambda db: db.execute(ENTRIES_AFTER, asked).fetchall())
        log = [Entry(row[0], row[1], row[2], json.loads(row[3]), row[4], row[5], row[6]) for row in rows]
        return (log, [Grant(*held) for held in rows[-1][7] or ()]) if rows else None

    def listen(self, on_write: OnWrite, on_gap: Callable[[], None]) -> None:
        self._listener = Listener(Session(self._arguments, listens=True), self._writing, on_write, on_gap)
        self._listener.start()

    def close(self) -> None:
        if self._listener is not None:
            self._listener.stop()
        self._writing.close()
        self._following.close()
        self.engine.dispose()


def create_database_engine(url: URL, **how: Any) -> Engine:
    """An engine in autocommit mode. Raises BadFile if the driver is not installed."""
    try:
        return create_engine(url, isolation_level="AUTOCOMMIT", hide_parameters=True, **how)
    except ModuleNotFoundError as error:
        missing = _("PostgreSQL needs %(driver)s, which is not installed: pip install 'companion-table[postgres]'")
        raise BadFile(missing % {"driver": error.name}) from error


def _prepare(database: PostgreSQL, *, reads_only: bool) -> None:
    """Create or upgrade the schema. Processes that start together take turns."""
    with database.engine.connect().execution_options(isolation_level="READ COMMITTED") as db:
        if not reads_only:
            db.exec_driver_sql("SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0")
            db.exec_driver_sql("SELECT pg_advisory_xact_lock(%s)", (UPGRADE_LOCK,))
        version = _version(db)
        if version is not None and version > VERSION:
            message = _(
                "%(database)s was written by a newer version of Companion (schema %(version)s, this one knows "
                "%(known)s); it was not changed; install the newer version, or choose another --database"
            )
            raise BadFile(message % {"database": database.name, "version": version, "known": VERSION})
        if version == VERSION:
            return
        if reads_only:
            raise BadFile(_("%s was written by an earlier version of Companion; start the server once") % database.name)
        from companion.table.storage.migrations import create_schema, upgrade_schema

        create_schema(db) if version is None else upgrade_schema(db)
        db.commit()


def _version(db: Connection) -> int | None:
    if not db.dialect.has_table(db, "alembic_version"):
        return None
    found = db.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
    return int(found) if found and found.isdigit() else None
