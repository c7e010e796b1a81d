"""One PostgreSQL database that several processes serve, on one machine or on many.

It is written to through one connection of each process, which is opened anew after every fault; what was written is
told to the others by NOTIFY, which carries a table and a number and nothing else.
"""

import json
import logging
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from gettext import gettext as _
from threading import Event, Lock, Thread
from typing import Any

from sqlalchemy import URL, Connection, create_engine, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError

from companion.table.database import Heard
from companion.table.entry import Entry
from companion.table.opening import BadFile
from companion.table.rights import Grant
from companion.table.schema import VERSION
from companion.table.writer import NotSaved, Outcome
from companion.table.writes import ENTER, ROWS, Outrun, Write, more_rows

CHANNEL = APPLICATION = "companion"
MANNER = {"connect_timeout": 5, "application_name": APPLICATION}
DRIVER = "postgresql+psycopg"
READERS, MORE_READERS = 5, 10
WAIT = "5s"  # for what another process holds; whoever waits longer is told that nothing was saved
LOOK = 2.0
"""Seconds after which a process looks whether it has missed anything: it would have been told in milliseconds."""

AGAIN = 0.2
"""Seconds before it listens anew where its connection was cut."""

INTO, VALUES = ENTER.sql["postgresql"].split(" VALUES ")
ENTER_UNREFUSED = (
    f"{INTO} SELECT * FROM (VALUES %s) AS new (table_id, number, kind, by, body, op, sent, at) WHERE NOT EXISTS "
    "(SELECT FROM refusals WHERE refusals.table_id = new.table_id AND refusals.op = new.op)"
)
SINCE = (
    "SELECT number, kind, by, body, op, sent, at, (SELECT json_agg(json_build_array(device, role, number) ORDER BY id) "
    "FROM rights WHERE table_id = %(table)s) FROM entries WHERE table_id = %(table)s AND number > %(number)s "
    "ORDER BY number"
)

logging.getLogger("psycopg").setLevel(logging.ERROR)  # it warns of what is told to whoever asked

UPDATING = 0x636F6D70  # of all processes that start, one brings the schema up to date


class PostgreSQL:
    """Raises BadFile where it cannot be used."""

    shared = True

    def __init__(self, address: str, *, reads_only: bool = False) -> None:
        url = database_url(address)
        self.told = url.render_as_string(hide_password=True)
        try:
            self.engine = create_engine(
                url,
                isolation_level="AUTOCOMMIT",
                pool_size=READERS,
                max_overflow=MORE_READERS,
                pool_pre_ping=True,
                hide_parameters=True,
                connect_args=MANNER,
            )
        except ModuleNotFoundError as error:
            told = _("PostgreSQL needs %(driver)s, which is not installed: pip install 'companion-table[postgres]'")
            raise BadFile(told % {"driver": error.name}) from error
        self._arguments: Any = {**self.engine.dialect.create_connect_args(url)[1], **MANNER}
        self.writing: Any = None
        self._follower: Any = None
        self._following = Lock()
        self._closed = Event()
        try:
            _prepare(self, reads_only=reads_only)
        except DBAPIError as error:
            told = _("%(database)s cannot be opened now (%(why)s); start PostgreSQL, or choose another --database")
            raise BadFile(told % {"database": self.told, "why": _line(error.orig)}) from error

    def reading(self) -> Connection:
        """A connection for one question."""
        return self.engine.connect()

    @contextmanager
    def moment(self) -> Iterator[Connection]:
        """A connection for several questions, all answered as of the same moment."""
        with self.engine.connect().execution_options(isolation_level="REPEATABLE READ") as db:
            yield db

    def save(self, batch: Sequence[Write]) -> Sequence[Outcome]:
        """Writes a batch in one synced transaction; tells of each write what became of it, and never raises."""
        import psycopg

        order = sorted(range(len(batch)), key=lambda nth: batch[nth].table_id)  # else two processes wait for each other
        try:
            if self.writing is None:
                self.writing = self._connected()
            saved = _saved(self.writing, [batch[nth] for nth in order])
        except psycopg.Error as error:
            self._stop_writing()
            return [NotSaved(_line(error)) for _ in batch]
        outcomes = dict(zip(order, saved, strict=True))
        return [outcomes[nth] for nth in range(len(batch))]

    def since(self, table_id: int, number: int) -> tuple[list[Entry], list[Grant]] | None:
        """What has been entered at a table after a number, and every right at it; None where nothing has been."""
        import psycopg

        with self._following:
            try:
                self._follower = self._follower or self._connected()
                rows = self._follower.execute(SINCE, {"table": table_id, "number": number}).fetchall()
            except psycopg.Error as error:
                _close(self._follower)
                self._follower = None
                raise NotSaved(_line(error)) from error
        log = [Entry(row[0], row[1], row[2], json.loads(row[3]), row[4], row[5], row[6]) for row in rows]
        return (log, [Grant(*held) for held in rows[-1][7] or ()]) if rows else None

    def _connected(self) -> Any:
        """A connection that begins no transaction of its own."""
        import psycopg

        db = psycopg.connect(**self._arguments, autocommit=True, prepare_threshold=2)
        db.execute(f"SET lock_timeout = '{WAIT}'; SET idle_in_transaction_session_timeout = '{WAIT}'")
        db.execute("SET synchronous_commit = on")
        return db

    def listen(self, heard: Heard, missed: Callable[[], None]) -> None:
        """From now on tells what other processes write, and calls `missed` where that may not have been all."""
        Thread(target=self._listen, args=(heard, missed), daemon=True).start()

    def _listen(self, heard: Heard, missed: Callable[[], None]) -> None:
        import psycopg

        while not self._closed.is_set():
            with suppress(psycopg.Error, OSError, DBAPIError, NotSaved), self._connected() as db:
                db.execute(f"LISTEN {CHANNEL}")
                self._hear(db, heard, missed)
            self._closed.wait(AGAIN)

    def _hear(self, db: Any, heard: Heard, missed: Callable[[], None]) -> None:
        while not self._closed.is_set():
            missed()
            look = time.monotonic() + LOOK
            while (left := look - time.monotonic()) > 0 and not self._closed.is_set():
                for notice in db.notifies(timeout=left, stop_after=1):
                    if self.writing is None or notice.pid != self.writing.info.backend_pid:
                        heard(*map(int, notice.payload.split()))

    def _stop_writing(self) -> None:
        _close(self.writing)
        self.writing = None

    def close(self) -> None:
        """Gives all connections back."""
        self._closed.set()
        self._stop_writing()
        _close(self._follower)
        self.engine.dispose()


def _close(connection: Any) -> None:
    if connection is not None:
        with suppress(Exception):
            connection.close()


def database_url(address: str) -> URL:
    """What an address says. Raises BadFile."""
    try:
        url = make_url(address)
    except ArgumentError:
        url = URL.create("nothing")
    if url.drivername in ("postgresql", "postgres"):
        url = url.set(drivername=DRIVER)
    if url.drivername != DRIVER:
        raise BadFile(_("that is no address of a database; expected was one such as %s://user@host/name") % DRIVER)
    return url


def _line(error: object) -> str:
    """What the driver says, in one line."""
    return " ".join(str(error).split())[:200]


def _prepare(database: PostgreSQL, *, reads_only: bool) -> None:
    """Makes sure that this version's tables are there. Processes that start together do it one after the other."""
    with database.engine.connect().execution_options(isolation_level="READ COMMITTED") as db:
        if not reads_only:
            db.exec_driver_sql("SELECT pg_advisory_xact_lock(%s)", (UPDATING,))
        version = _version(db)
        if version is not None and version > VERSION:
            told = _(
                "%(database)s was written by a newer version of Companion (schema %(version)s, this one knows "
                "%(known)s); it was not changed; install the newer version, or choose another --database"
            )
            raise BadFile(told % {"database": database.told, "version": version, "known": VERSION})
        if version == VERSION:
            return
        if reads_only:
            raise BadFile(_("%s is of an earlier version of Companion; start the server once") % database.told)
        from companion.table.migrations import made, upgraded

        made(db) if version is None else upgraded(db)
        db.commit()


def _version(db: Connection) -> int | None:
    if not db.dialect.has_table(db, "alembic_version"):
        return None
    found = db.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
    return int(found) if found and found.isdigit() else None


def _saved(db: Any, batch: Sequence[Write]) -> list[Outcome]:
    """One synced transaction for all of them. One that cannot be written is left out, and harms no other."""
    import psycopg

    try:
        _together(db, batch)
        return [None] * len(batch)
    except (psycopg.IntegrityError, psycopg.DataError, Outrun):
        db.execute("ROLLBACK")
    with db.transaction():
        return [_alone(db, write) for write in batch]


def _together(db: Any, batch: Sequence[Write]) -> None:
    """Two ways to the database and back: what is written, and that it stays. Raises Outrun before it does."""
    with db.pipeline():
        db.execute("BEGIN")
        entered = _write(db, batch)
    _all_entered(entered)
    db.execute("COMMIT")


def _alone(db: Any, write: Write) -> Outcome:
    import psycopg

    try:
        with db.transaction():
            _all_entered(_write(db, [write]))
    except (psycopg.errors.UniqueViolation, Outrun):
        return Outrun()
    except (psycopg.IntegrityError, psycopg.DataError) as error:
        return NotSaved(_line(error))
    return None


def _all_entered(entered: Sequence[tuple[Any, int]]) -> None:
    """Raises Outrun where another process has refused a copy of a tap meanwhile, or taken what works once."""
    if any(cursor.rowcount != rows for cursor, rows in entered):
        raise Outrun


def _write(db: Any, batch: Sequence[Write]) -> list[tuple[Any, int]]:
    """Gives back, for each statement that enters or takes, how many rows it should be."""
    rows = [row for write in batch for row in write.rows]
    entered = []
    for first in range(0, len(rows), ROWS):
        some = rows[first : first + ROWS]
        sql = ENTER_UNREFUSED % more_rows(VALUES, len(some))
        entered.append((db.execute(sql, [value for row in some for value in row]), len(some)))
    for write in batch:
        entered += [(db.execute(*statement.on("postgresql")), 1) for statement in write.takes]
        for statement in write.more:
            db.execute(*statement.on("postgresql"))
    for write in batch:
        if write.tells:
            db.execute("SELECT pg_notify(%s, %s)", (CHANNEL, f"{write.table_id} {write.number}"))
    return entered
