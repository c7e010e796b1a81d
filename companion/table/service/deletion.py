"""Deleting tables for good with their logs, rights and results, and archiving unused ones."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from secrets import token_hex
from typing import Any

from sqlalchemy import Row, bindparam, delete, func, select, update

from companion.games.types import IllegalMove, Refusal
from companion.table.commands.types import Command, Forbidden
from companion.table.service.cache import Unreadable
from companion.table.service.registry import NoSuchTable
from companion.table.service.table_service import TableService
from companion.table.storage import results
from companion.table.storage.queries import OPEN_STATUSES, IdleTable, parse_people, parse_title
from companion.table.storage.schema import Prepared, entries, refusals, rights, seat_codes, tables
from companion.table.storage.statements import ConcurrentWriteError

_OF_TABLE = [
    Prepared(delete(one).where(one.c.table_id == bindparam("table_id_"))) for one in (refusals, rights, entries)
]
_SEAT_CODES = Prepared(delete(seat_codes).where(seat_codes.c.key == bindparam("key_")))
_MARK_DELETED = Prepared(
    update(tables)
    .where(tables.c.id == bindparam("id_"), tables.c.status == bindparam("was"))
    .values(status=bindparam("gone"))
)
_TABLE = Prepared(delete(tables).where(tables.c.id == bindparam("id_")))


@dataclass(frozen=True, slots=True)
class DeletionPreview:
    """A table to delete: what was played, the numbers of its entries and devices, and its people as (name, colour).

    `began` is the start of the game, else the opening of the table.
    """

    title: str
    began: float
    people: tuple[tuple[str, str], ...]
    entries: int
    devices: int


def preview_deletion(service: TableService, key: str, device: str) -> DeletionPreview:
    """Raises NoSuchTable, Forbidden, or IllegalMove if the table is still open."""
    row = _deletable_row(service, key, device)
    count = select(func.count()).select_from(entries).where(entries.c.table_id == row.id)
    held = select(func.count(rights.c.device.distinct())).where(rights.c.table_id == row.id)
    began = select(func.max(entries.c.at)).where(entries.c.table_id == row.id, entries.c.kind == "begin")
    with service.store.reading() as db:
        since, *found = (db.execute(one).scalar_one() for one in (began, count, held))
    return DeletionPreview(parse_title(row.slug, row.options), since or row.created, parse_people(row.people), *found)


def delete_table(service: TableService, key: str, device: str) -> None:
    """Delete a table. Raises NoSuchTable, Forbidden, NotSaved, or IllegalMove if it is still open."""
    row = _deletable_row(service, key, device)
    rows = (one(table_id_=row.id) for one in _OF_TABLE)
    more = (results.delete_statement(row.id), *rows, _SEAT_CODES(key_=key), _TABLE(id_=row.id))
    try:
        seal = _MARK_DELETED(id_=row.id, was=row.status, gone="gone")
        with service.exclusive(key):
            service.store.write(*more, table_id=row.id, notifies=True, must_match=(seal,), wipe="log")
            service.drop(key)
    except ConcurrentWriteError:  # deleted or opened again meanwhile
        _deletable_row(service, key, device)
        raise IllegalMove("still-open") from None
    _unlink_rematches(service, key)


def _unlink_rematches(service: TableService, key: str) -> None:
    """Remove the links of former games to the deleted table."""
    led = (entries.c.kind == "again", entries.c.body == json.dumps({"key": key}))
    with service.store.reading() as db:
        before = db.execute(select(tables.c.id, tables.c.key).join_from(entries, tables).where(*led)).all()
    for table_id, at in before:
        service.append_system_entry(table_id, at, "again", {"key": None})


def _deletable_row(service: TableService, key: str, device: str) -> Row[Any]:
    with service.store.reading() as db:
        row = db.execute(select(tables).where(tables.c.key == key)).one_or_none()
    if row is None:
        raise NoSuchTable(key)
    held = service.store.load_rights(row.id, device)[1]
    if not held.hosting and not held.operator:
        raise Forbidden("not-host")
    if row.status in OPEN_STATUSES:
        raise IllegalMove("still-open")
    return row


OPERATOR_ITSELF = "the house"
"""The device under which the server archives tables, as databases store it. No cookie has this hash."""


def archive_idle_tables(service: TableService, before: float) -> Iterator[IdleTable]:
    """Archive tables without an entry since `before`, and yield each. Raises NotSaved."""
    found = service.store.idle_tables(before)
    if found:
        service.make_operator(OPERATOR_ITSELF)
    for table in found:
        try:
            service.send(table.key, OPERATOR_ITSELF, Command("away", {"entry": str(table.number)}, token_hex(16)))
        except (Refusal, NoSuchTable, Unreadable):  # used meanwhile, or unreadable
            continue
        yield table
