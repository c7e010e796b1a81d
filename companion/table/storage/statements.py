"""Prepared statements for all writes."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import BindParameter, Insert, Table, bindparam, delete, exists, insert, select, update

from companion.table.model.entry import Entry
from companion.table.model.permissions import Grant
from companion.table.storage.schema import (
    Prepared,
    Statement,
    entries,
    game_results,
    invitations,
    operators,
    refusals,
    rights,
    seat_codes,
    settings,
    tables,
)

Statements = tuple[Statement, ...]


Wipe = Literal["", "log", "file"]


class ConcurrentWriteError(Exception):
    """Another process has written that entry or operation, so memory is outdated."""


@dataclass(frozen=True, slots=True)
class Listing:
    """A table in lists: lobby, play, over, away or broken, and each person's (name, colour)."""

    status: str
    people: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Write:
    """One atomic write: rows of `entries`, then other statements.

    `notifies` tells other processes of the table's entry; table 0 stands for everything else. `must_match` are
    statements that must each change one row, else ConcurrentWriteError. `wipe` removes all traces of changed or deleted
    rows: of this write (`log`) or of any (`file`).
    """

    rows: tuple[tuple[object, ...], ...] = ()
    more: Statements = ()
    table_id: int = 0
    number: int = 0
    notifies: bool = False
    must_match: Statements = ()
    wipe: Wipe = ""


def repeat_values(values: str, rows: int) -> str:
    return ", ".join([values] * rows)


def _insert_unless_present(table: Table, *others: Table) -> Insert:
    """Insert a row unless one with the same key is there or in another table."""
    blanks = {column.name: bindparam(column.name, type_=column.type) for column in table.columns}
    keys = [column.name for column in table.primary_key]
    none = (~exists().where(*(one.c[name] == blanks[name] for name in keys)) for one in (table, *others))
    return insert(table).from_select(table.columns.keys(), select(*blanks.values()).where(*none))


_here: BindParameter[int] = bindparam("table_id")
_there = select(tables.c.id).where(tables.c.key == bindparam("key")).scalar_subquery()
_entry = [column.name for column in entries.columns]
_held_by = [column.key for column in rights.columns if column.key != "id"]
_mine = (rights.c.table_id == _here, rights.c.role == bindparam("role_"))

INSERT_ENTRY = Prepared(insert(entries), *_entry)
INSERT_ENTRY_BY_KEY = Prepared(insert(entries).values(table_id=_there).inline(), *_entry)
UPDATE_LISTING = Prepared(
    update(tables).where(tables.c.id == _here).values(status=bindparam("status_"), people=bindparam("people_"))
)
UPDATE_STATUS = Prepared(update(tables).where(tables.c.key == bindparam("key_")).values(status=bindparam("status_")))
INSERT_TABLE = Prepared(insert(tables).inline(), *(column.key for column in tables.columns if column.key != "id"))
_row_of = [column for column in tables.columns if column.key != "id"]
INSERT_TABLE_UNLESS_RESULT = Prepared(
    insert(tables).from_select(
        [column.key for column in _row_of],
        select(*(bindparam(column.key, type_=column.type) for column in _row_of)).where(
            ~exists().where(game_results.c.mark == bindparam("mark_"))
        ),
    )
)  # unless a result has that mark
INSERT_RIGHT = Prepared(insert(rights).inline(), *_held_by)
INSERT_RIGHT_BY_KEY = Prepared(insert(rights).values(table_id=_there).inline(), *_held_by)
DELETE_RIGHT = Prepared(delete(rights).where(*_mine, rights.c.device == bindparam("device_")))
DELETE_RIGHTS = Prepared(delete(rights).where(*_mine, rights.c.number.is_not_distinct_from(bindparam("number_"))))
INSERT_OPERATOR = Prepared(_insert_unless_present(operators))
INSERT_INVITATION = Prepared(insert(invitations))
DELETE_INVITATION = Prepared(
    delete(invitations).where(invitations.c.mark == bindparam("mark_"), invitations.c.until > bindparam("now_"))
)
DELETE_PAST_INVITATIONS = Prepared(delete(invitations).where(invitations.c.until < bindparam("now_")))
INSERT_SEAT_CODE = Prepared(insert(seat_codes))
DELETE_SEAT_CODE = Prepared(delete(seat_codes).where(seat_codes.c.mark == bindparam("mark_")))
DELETE_PAST_SEAT_CODES = Prepared(
    delete(seat_codes).where(
        (seat_codes.c.until < bindparam("now_"))
        | ((seat_codes.c.key == bindparam("key_")) & (seat_codes.c.person == bindparam("person_")))
    )
)
LOCK_TABLE = Prepared(select(tables.c.id).where(tables.c.id == bindparam("id_")).with_for_update())
"""Before a refusal, so that nothing is entered at that table meanwhile."""
INSERT_REFUSAL = Prepared(_insert_unless_present(refusals, entries))
DELETE_PAST_REFUSALS = Prepared(delete(refusals).where(refusals.c.at < bindparam("past_")))
INSERT_SETTING = Prepared(_insert_unless_present(settings))
LOCK_IMPORTS = Prepared(insert(settings))
"""Imports of other processes wait until this row is deleted in the same transaction."""
UNLOCK_IMPORTS = Prepared(delete(settings).where(settings.c.name == bindparam("name_")))
UPDATE_SETTING = Prepared(
    update(settings).where(settings.c.name == bindparam("name_")).values(value=bindparam("value_"))
)
MAX_ROWS = 500  # in one statement


def append_write(table_id: int, log: Iterable[Entry], listing: Listing | None, grants: Iterable[Grant]) -> Write:
    """Entries with their changes of lists and rights."""
    listed = [] if listing is None else [UPDATE_LISTING(table_id=table_id, **listing_row(listing, "_"))]
    granted = (statement for grant in grants for statement in _grant_statements(table_id, grant))
    log = tuple(log)
    rows = tuple(INSERT_ENTRY.values(table_id=table_id, **_entry_row(entry)) for entry in log)
    latest = max((entry.number for entry in log), default=0)
    return Write(rows, (*listed, *granted), table_id, latest, notifies=True)


def open_statements(
    row: Mapping[str, Any], log: Iterable[Entry], listing: Listing, grants: Iterable[Grant]
) -> Statements:
    """A new table with its first entries and rights."""
    table = INSERT_TABLE(**_table_row(row, listing))
    log_ = (INSERT_ENTRY_BY_KEY(key=row["key"], **_entry_row(entry)) for entry in log)
    granted = (INSERT_RIGHT_BY_KEY(key=row["key"], **_right_row(grant)) for grant in grants)
    return (table, *log_, *granted)


def import_write(row: Mapping[str, Any], log: Iterable[Entry], listing: Listing, mark: str, more: Statements) -> Write:
    """A new table without devices, unless a result has that mark, also one of the same moment."""
    takes = (LOCK_IMPORTS(name="import", value=""), INSERT_TABLE_UNLESS_RESULT(**_table_row(row, listing), mark_=mark))
    _, *log_ = open_statements(row, log, listing, ())
    return Write(more=(*log_, *more, UNLOCK_IMPORTS(name_="import")), must_match=takes)


def _table_row(row: Mapping[str, Any], listing: Listing) -> dict[str, Any]:
    texts = {name: json.dumps(row[name]) for name in ("options", "preferences")}
    return {"idempotency_key": None, **row, **texts, **listing_row(listing)}


def _entry_row(entry: Entry) -> dict[str, object]:
    row = {name: getattr(entry, name) for name in _entry if name != "table_id"}
    return row | {"body": json.dumps(entry.body, ensure_ascii=False)}


def listing_row(listing: Listing, suffix: str = "") -> dict[str, object]:
    people = json.dumps(listing.people, ensure_ascii=False)
    return {f"status{suffix}": listing.status, f"people{suffix}": people}


def _right_row(grant: Grant) -> dict[str, object]:
    return {"device": grant.device, "role": grant.role, "number": grant.number}


def _grant_statements(table_id: int, grant: Grant) -> list[Statement]:
    mine = {"table_id": table_id, "role_": grant.role}
    statements = [DELETE_RIGHTS(**mine, number_=grant.number)] if grant.exclusive else []
    statements.append(DELETE_RIGHT(**mine, device_=grant.device))
    return statements if grant.revoked else [*statements, INSERT_RIGHT(table_id=table_id, **_right_row(grant))]
