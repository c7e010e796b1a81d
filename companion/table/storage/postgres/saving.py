"""A batch of writes as one synced transaction."""

import logging
from collections.abc import Sequence
from typing import Any

from companion.table.storage.group_commit import NotSaved, Outcome
from companion.table.storage.postgres.listening import CHANNEL
from companion.table.storage.postgres.session import one_line
from companion.table.storage.statements import ENTER, ROWS, ConcurrentWriteError, Write, more_rows

logging.getLogger("psycopg").setLevel(logging.ERROR)  # it warns of what is told to whoever asked

BESIDE = "SELECT FROM tables WHERE id = ANY(%s) ORDER BY id FOR KEY SHARE"
"""Before entries are written: so they see every refusal of a copy that is being written in the same moment."""

INTO, VALUES = ENTER.sql("postgresql").split(" VALUES ")
TELL = "SELECT pg_notify(%s, told) FROM unnest(%s::text[]) AS told"
ENTER_UNREFUSED = (
    f"{INTO} SELECT * FROM (VALUES %s) AS new (table_id, number, kind, by, body, op, sent, at) WHERE NOT EXISTS "
    "(SELECT FROM refusals WHERE refusals.table_id = new.table_id AND refusals.op = new.op)"
)


def saved(db: Any, batch: Sequence[Write]) -> list[Outcome]:
    """One synced transaction for all of them. One that cannot be written is left out, and harms no other."""
    import psycopg

    try:
        _together(db, batch)
        return [None] * len(batch)
    except (psycopg.IntegrityError, psycopg.DataError, ConcurrentWriteError):
        db.execute("ROLLBACK")
    with db.transaction():
        return [_alone(db, write) for write in batch]


def _together(db: Any, batch: Sequence[Write]) -> None:
    """Two ways to the database and back: what is written, and that it stays.

    Raises ConcurrentWriteError before it does.
    """
    with db.pipeline():
        db.execute("BEGIN")
        entered = _write(db, batch)
    _all_entered(entered)
    db.execute("COMMIT")


def _alone(db: Any, write: Write) -> Outcome:
    import psycopg

    try:
        with db.transaction():
            _all_entered(_write(db, [write], at_once=True))
    except (psycopg.errors.UniqueViolation, ConcurrentWriteError):
        return ConcurrentWriteError()
    except (psycopg.IntegrityError, psycopg.DataError) as error:
        return NotSaved(one_line(error))
    return None


def _all_entered(entered: Sequence[tuple[Any, int]]) -> None:
    """Raises ConcurrentWriteError where another process has refused a copy of a tap meanwhile, or taken what
    works once.
    """
    if any(cursor.rowcount != rows for cursor, rows in entered):
        raise ConcurrentWriteError


def _write(db: Any, batch: Sequence[Write], *, at_once: bool = False) -> list[tuple[Any, int]]:
    """Gives back, for each statement that enters or takes, how many rows it should be.

    `at_once`: what takes is looked at before what follows, which may not be possible without it. Raises
    ConcurrentWriteError then.
    """
    rows = [row for write in batch for row in write.rows]
    entered = []
    if rows:
        db.execute(BESIDE, (sorted({write.table_id for write in batch if write.rows}),))
    for first in range(0, len(rows), ROWS):
        some = rows[first : first + ROWS]
        sql = ENTER_UNREFUSED % more_rows(VALUES, len(some))
        entered.append((db.execute(sql, [value for row in some for value in row]), len(some)))
    for write in batch:
        taken = [(db.execute(*statement.on("postgresql")), 1) for statement in write.takes]
        _all_entered(taken if at_once else ())
        entered += taken
        for statement in write.more:
            db.execute(*statement.on("postgresql"))
    if told := [f"{write.table_id} {write.number}" for write in batch if write.tells]:
        db.execute(TELL, (CHANNEL, told))
    return entered
