"""SQLite: all writes go through one connection, which is opened again after every error."""

import logging
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import monotonic

from sqlalchemy import Connection, create_engine
from sqlalchemy.pool import QueuePool

from companion.table.storage.database import OnWrite
from companion.table.storage.group_commit import NotSaved, Outcome
from companion.table.storage.sqlite.opening import BUSY_MS, connect, prepare
from companion.table.storage.statements import INSERT_ENTRY, MAX_ROWS, ConcurrentWriteError, Wipe, Write, repeat_values

log = logging.getLogger(__name__)

WIPE_AGAIN = 60.0  # seconds after a failed VACUUM before the next try

WIPE_MS = 50  # that a commit waits for readers at most, to truncate the log

INTO, VALUES = INSERT_ENTRY.sql("sqlite").split(" VALUES ")


class SQLite:
    """One file for one process. Raises BadFile."""

    shared = False

    def __init__(self, path: Path, *, reads_only: bool = False) -> None:
        prepare(path, reads_only=reads_only)
        self._path = path
        self.writing: sqlite3.Connection | None = None
        self._pending_wipes: set[Wipe] = set()
        self._wipe_after = 0.0
        self.engine = create_engine(
            "sqlite://", creator=lambda: connect(path), poolclass=QueuePool, hide_parameters=True
        )

    def reading(self) -> Connection:
        return self.engine.connect()

    @contextmanager
    def snapshot(self) -> Iterator[Connection]:
        with self.engine.connect() as db:
            db.exec_driver_sql("BEGIN")  # the pool rolls back
            yield db

    def save(self, batch: Sequence[Write]) -> Sequence[Outcome]:
        try:
            if self.writing is None:
                self.writing = connect(self._path)
            outcomes = _save_batch(self.writing, batch)
        except sqlite3.Error as error:
            self._stop_writing()
            return [NotSaved(str(error)) for _ in batch]
        self._pending_wipes |= {write.wipe for write in batch if write.wipe}
        self._wipe()
        return outcomes

    def _wipe(self) -> None:
        """Remove old pages from the write-ahead log. If that is impossible now, a later commit does it."""
        if self.writing is None or not self._pending_wipes or monotonic() < self._wipe_after:
            return
        try:
            if "file" in self._pending_wipes:
                self.writing.execute("VACUUM")
                self._pending_wipes = {"log"}
            self.writing.execute(f"PRAGMA busy_timeout={WIPE_MS}")
            if not self.writing.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]:  # busy while somebody reads
                self._pending_wipes = set()
            self.writing.execute(f"PRAGMA busy_timeout={BUSY_MS}")
        except sqlite3.Error as error:
            log.warning("old pages are not wiped yet: %s", error)
            self._wipe_after = monotonic() + WIPE_AGAIN
            self._stop_writing()

    def listen(self, on_write: OnWrite, on_gap: Callable[[], None]) -> None:
        """No other process writes."""

    def load_after(self, table_id: int, number: int) -> None:
        """There is no faster way."""

    def _stop_writing(self) -> None:
        if self.writing is not None:
            self.writing.close()
            self.writing = None

    def close(self) -> None:
        self._stop_writing()
        self.engine.dispose()


def _save_batch(db: sqlite3.Connection, batch: Sequence[Write]) -> list[Outcome]:
    """Save all writes in one transaction. A write that fails is left out and affects no other."""
    try:
        db.execute("BEGIN IMMEDIATE")
        try:
            _write(db, batch)
            outcomes: list[Outcome] = [None] * len(batch)
        except (sqlite3.IntegrityError, ConcurrentWriteError):
            db.execute("ROLLBACK")
            db.execute("BEGIN IMMEDIATE")
            outcomes = [_save_alone(db, write) for write in batch]
        db.execute("COMMIT")
    finally:
        if db.in_transaction:
            db.execute("ROLLBACK")
    return outcomes


def _save_alone(db: sqlite3.Connection, write: Write) -> Outcome:
    db.execute("SAVEPOINT alone")
    try:
        _write(db, [write])
    except ConcurrentWriteError as outrun:
        db.execute("ROLLBACK TO alone")
        return outrun
    except sqlite3.IntegrityError as error:
        db.execute("ROLLBACK TO alone")
        twice = (sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY, sqlite3.SQLITE_CONSTRAINT_UNIQUE)
        return ConcurrentWriteError() if error.sqlite_errorcode in twice else NotSaved(str(error))
    finally:
        db.execute("RELEASE alone")
    return None


def _write(db: sqlite3.Connection, batch: Sequence[Write]) -> None:
    """Insert all entries by one statement, since each call waits for Python's lock. Raises ConcurrentWriteError."""
    rows = [row for write in batch for row in write.rows]
    for first in range(0, len(rows), MAX_ROWS):
        some = rows[first : first + MAX_ROWS]
        db.execute(f"{INTO} VALUES {repeat_values(VALUES, len(some))}", [value for row in some for value in row])
    for write in batch:
        for statement in write.must_match:
            if db.execute(*statement.for_dialect("sqlite")).rowcount != 1:
                raise ConcurrentWriteError
        for statement in write.more:
            db.execute(*statement.for_dialect("sqlite"))
