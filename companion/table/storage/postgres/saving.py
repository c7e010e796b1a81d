"""Saves a batch of writes in one synced transaction."""

import logging
from collections.abc import Sequence
from typing import Any

from companion.table.storage.group_commit import NotSaved, Outcome
from companion.table.storage.postgres.listening import CHANNEL
from companion.table.storage.postgres.session import one_line
from companion.table.storage.statements import INSERT_ENTRY, MAX_ROWS, ConcurrentWriteError, Write, repeat_values

logging.getLogger("psycopg").setLevel(logging.ERROR)  # it warns of errors that are reported anyway

LOCK_TABLES = "SELECT FROM tables WHERE id = ANY(%s) ORDER BY id FOR KEY SHARE"
"""Locked before entries are inserted, so that concurrent refusals of a copy are seen."""

INTO, VALUES = INSERT_ENTRY.sql("postgresql").split(" VALUES ")
NOTIFY = "SELECT pg_notify(%s, told) FROM unnest(%s::text[]) AS told"
INSERT_UNLESS_REFUSED = (
    f"{INTO} SELECT * FROM (VALUES %s) AS new (table_id, number, kind, by, body, op, sent, at) WHERE NOT EXISTS "
    "(SELECT FROM refusals WHERE refusals.table_id = new.table_id AND refusals.op = new.op)"
)


def save_batch(db: Any, batch: Sequence[Write]) -> list[Outcome]:
    """Save all writes in one transaction. A write that fails is left out and affects no other."""
    import psycopg

    try:
        _save_together(db, batch)
        return [None] * len(batch)
    except (psycopg.IntegrityError, psycopg.DataError, ConcurrentWriteError):
        db.execute("ROLLBACK")
    with db.transaction():
        return [_save_alone(db, write) for write in batch]


def _save_together(db: Any, batch: Sequence[Write]) -> None:
    """Save in two round trips. Raises ConcurrentWriteError before the commit."""
    with db.pipeline():
        db.execute("BEGIN")
        entered = _write(db, batch)
    _check_row_counts(entered)
    db.execute("COMMIT")


def _save_alone(db: Any, write: Write) -> Outcome:
    import psycopg

    try:
        with db.transaction():
            _check_row_counts(_write(db, [write], at_once=True))
    except (psycopg.errors.UniqueViolation, ConcurrentWriteError):
        return ConcurrentWriteError()
    except (psycopg.IntegrityError, psycopg.DataError) as error:
        return NotSaved(one_line(error))
    return None


def _check_row_counts(entered: Sequence[tuple[Any, int]]) -> None:
    """Raise ConcurrentWriteError if a statement changed another number of rows than expected."""
    if any(cursor.rowcount != rows for cursor, rows in entered):
        raise ConcurrentWriteError


def _write(db: Any, batch: Sequence[Write], *, at_once: bool = False) -> list[tuple[Any, int]]:
    """Execute the writes, and return the expected row count of each conditional statement.

    `at_once`: check the conditions of a write before its other statements. Raises ConcurrentWriteError then.
    """
    rows = [row for write in batch for row in write.rows]
    entered = []
    if rows:
        db.execute(LOCK_TABLES, (sorted({write.table_id for write in batch if write.rows}),))
    for first in range(0, len(rows), MAX_ROWS):
        some = rows[first : first + MAX_ROWS]
        sql = INSERT_UNLESS_REFUSED % repeat_values(VALUES, len(some))
        entered.append((db.execute(sql, [value for row in some for value in row]), len(some)))
    for write in batch:
        taken = [(db.execute(*statement.for_dialect("postgresql")), 1) for statement in write.must_match]
        _check_row_counts(taken if at_once else ())
        entered += taken
        for statement in write.more:
            db.execute(*statement.for_dialect("postgresql"))
    if notices := [f"{write.table_id} {write.number}" for write in batch if write.notifies]:
        db.execute(NOTIFY, (CHANNEL, notices))
    return entered
