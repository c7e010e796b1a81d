"""What is written, as statements that need no more thought: entries, rights, tables, and what lists tell of them."""

import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import BindParameter, bindparam, delete, insert, select, update
from sqlalchemy.dialects.sqlite import insert as sqlite_insert

from companion.table.entry import Entry
from companion.table.rights import Grant
from companion.table.schema import Prepared, Statement, entries, operators, rights, tables
from companion.table.writer import NotSaved, Outcome

Statements = tuple[Statement, ...]


class Outrun(Exception):
    """Another process has written that entry, or that operation: what memory holds is not what the disk holds."""


@dataclass(frozen=True, slots=True)
class Listing:
    """What lists tell of a table: lobby, play, over or away, and each person's (name, colour)."""

    status: str
    people: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Write:
    """All of it is saved, or nothing: rows of `entries`, and statements after them."""

    rows: tuple[tuple[object, ...], ...] = ()
    more: Statements = ()


_here: BindParameter[int] = bindparam("table_id")
_there = select(tables.c.id).where(tables.c.key == bindparam("key")).scalar_subquery()
_entry = [column.name for column in entries.columns]
_mine = (rights.c.table_id == _here, rights.c.role == bindparam("role_"))

ENTER = Prepared(insert(entries), *_entry)
ENTER_THERE = Prepared(insert(entries).values(table_id=_there).inline(), *_entry)
LIST = Prepared(
    update(tables).where(tables.c.id == _here).values(status=bindparam("status_"), people=bindparam("people_"))
)
BREAK = Prepared(update(tables).where(tables.c.key == bindparam("key_")).values(status=bindparam("status_")))
OPEN = Prepared(insert(tables))
GRANT = Prepared(insert(rights))
GRANT_THERE = Prepared(insert(rights).values(table_id=_there).inline(), *rights.columns.keys())
TAKE = Prepared(delete(rights).where(*_mine, rights.c.device == bindparam("device_")))
TAKE_FROM_ALL = Prepared(delete(rights).where(*_mine, rights.c.number.is_not_distinct_from(bindparam("number_"))))
OPERATOR = Prepared(sqlite_insert(operators).on_conflict_do_nothing())
ROWS = 500
"""A statement has room for so many."""
ANOTHER_ROW = ", " + ENTER.sql.partition(" VALUES ")[2]


def entered(table_id: int, log: Iterable[Entry], listing: Listing | None, grants: Iterable[Grant]) -> Write:
    """More entries, what they change in lists, and the rights that come with them."""
    listed = [] if listing is None else [LIST(table_id=table_id, **listing_row(listing, "_"))]
    granted = (statement for grant in grants for statement in _granted(table_id, grant))
    rows = tuple(ENTER.values(table_id=table_id, **_row(entry)) for entry in log)
    return Write(rows, (*listed, *granted))


def opened(row: Mapping[str, Any], log: Iterable[Entry], listing: Listing, grants: Iterable[Grant]) -> Statements:
    """A new table, with what is in its log already and the rights at it."""
    told = {"options": json.dumps(row["options"]), "looks": json.dumps(row["looks"]), **listing_row(listing)}
    table = OPEN(id=None, **{**row, **told})
    log_ = (ENTER_THERE(key=row["key"], **_row(entry)) for entry in log)
    granted = (GRANT_THERE(id=None, key=row["key"], **_held(grant)) for grant in grants)
    return (table, *log_, *granted)


def _row(entry: Entry) -> dict[str, object]:
    row = {name: getattr(entry, name) for name in _entry if name != "table_id"}
    return row | {"body": json.dumps(entry.body, ensure_ascii=False)}


def listing_row(listing: Listing, suffix: str = "") -> dict[str, object]:
    people = json.dumps(listing.people, ensure_ascii=False)
    return {f"status{suffix}": listing.status, f"people{suffix}": people}


def _held(grant: Grant) -> dict[str, object]:
    return {"device": grant.device, "role": grant.role, "number": grant.number}


def _granted(table_id: int, grant: Grant) -> list[Statement]:
    mine = {"table_id": table_id, "role_": grant.role}
    made = [TAKE_FROM_ALL(**mine, number_=grant.number)] if grant.exclusive else []
    made.append(TAKE(**mine, device_=grant.device))
    return made if grant.revoked else [*made, GRANT(id=None, table_id=table_id, **_held(grant))]


def save(db: sqlite3.Connection, batch: Sequence[Write]) -> list[Outcome]:
    """One synced transaction for all of them. One that cannot be written is left out, and harms no other."""
    try:
        db.execute("BEGIN IMMEDIATE")
        try:
            _write(db, batch)
            outcomes: list[Outcome] = [None] * len(batch)
        except sqlite3.IntegrityError:
            db.execute("ROLLBACK")
            db.execute("BEGIN IMMEDIATE")
            outcomes = [_alone(db, write) for write in batch]
        db.execute("COMMIT")
    finally:
        if db.in_transaction:
            db.execute("ROLLBACK")
    return outcomes


def _alone(db: sqlite3.Connection, write: Write) -> Outcome:
    db.execute("SAVEPOINT alone")
    try:
        _write(db, [write])
    except sqlite3.IntegrityError as error:
        db.execute("ROLLBACK TO alone")
        twice = (sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY, sqlite3.SQLITE_CONSTRAINT_UNIQUE)
        return Outrun() if error.sqlite_errorcode in twice else NotSaved(str(error))
    finally:
        db.execute("RELEASE alone")
    return None


def _write(db: sqlite3.Connection, batch: Sequence[Write]) -> None:
    """All entries are one statement: each one waits for Python's lock, while phones are served."""
    rows = [row for write in batch for row in write.rows]
    for first in range(0, len(rows), ROWS):
        some = rows[first : first + ROWS]
        db.execute(ENTER.sql + ANOTHER_ROW * (len(some) - 1), [value for row in some for value in row])
    for write in batch:
        for statement in write.more:
            db.execute(*statement)
