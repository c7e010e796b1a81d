"""The file of one house: what is written goes through one connection, which is opened anew after every fault."""

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

WIPE_AGAIN = 60.0
"""Seconds after a file could not be written anew, until somebody's tap waits for that once more."""

WIPE_MS = 50
"""So long a commit waits at the most for whoever reads just now, to leave nothing behind."""

INTO, VALUES = INSERT_ENTRY.sql("sqlite").split(" VALUES ")


class SQLite:
    """One file, which one process serves. Raises BadFile."""

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
        """A connection for one question."""
        return self.engine.connect()

    @contextmanager
    def snapshot(self) -> Iterator[Connection]:
        """A connection for several questions, all answered as of the same moment."""
        with self.engine.connect() as db:
            db.exec_driver_sql("BEGIN")  # the pool ends it
            yield db

    def save(self, batch: Sequence[Write]) -> Sequence[Outcome]:
        """Writes a batch in one synced transaction; tells of each write what became of it, and never raises."""
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
        """The log beside the file keeps what a page was before. What cannot be done now is left to a later commit."""
        if self.writing is None or not self._pending_wipes or monotonic() < self._wipe_after:
            return
        try:
            if "file" in self._pending_wipes:
                self.writing.execute("VACUUM")
                self._pending_wipes = {"log"}
            self.writing.execute(f"PRAGMA busy_timeout={WIPE_MS}")
            if not self.writing.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]:  # else somebody reads
                self._pending_wipes = set()
            self.writing.execute(f"PRAGMA busy_timeout={BUSY_MS}")
        except sqlite3.Error as error:
            log.warning("the file of the house is not wiped yet: %s", error)
            self._wipe_after = monotonic() + WIPE_AGAIN
            self._stop_writing()

    def listen(self, on_write: OnWrite, on_gap: Callable[[], None]) -> None:
        """There is nobody else to be heard."""

    def load_after(self, table_id: int, number: int) -> None:
        """A file is asked as it always is."""

    def _stop_writing(self) -> None:
        if self.writing is not None:
            self.writing.close()
            self.writing = None

    def close(self) -> None:
        """Gives all connections back."""
        self._stop_writing()
        self.engine.dispose()


def _save_batch(db: sqlite3.Connection, batch: Sequence[Write]) -> list[Outcome]:
    """One synced transaction for all of them. One that cannot be written is left out, and harms no other."""
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
    """All entries are one statement: each one waits for Python's lock, while phones are served.

    Raises ConcurrentWriteError.
    """
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
