"""Lists of tables, as the rows of tables tell them: no log is read for one."""

import json
import sqlite3
from contextlib import suppress
from dataclasses import dataclass

from sqlalchemy import Connection, case, select
from sqlalchemy.dialects import sqlite

from companion.games.kit import Refused
from companion.table.entry import Entry
from companion.table.party import Party, after
from companion.table.schema import entries, rights, tables

RANKS = {"play": 0, "lobby": 1, "broken": 2}
"""Which tables come first; those that are over or put away are the last."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A table as a list shows it. `status` is lobby, play, over or away, or broken where it cannot be read.

    `people` are names and colours, clockwise once the game has begun.
    """

    key: str
    slug: str
    status: str
    created: float
    people: tuple[tuple[str, str], ...]


def tables_for(db: Connection, device: str | None, first: int, most: int | None) -> list[Listed]:
    """The tables of one device, or all."""
    found = select(tables.c.key, tables.c.slug, tables.c.status, tables.c.created, tables.c.people)
    if device is not None:
        own = select(rights.c.table_id).where(rights.c.device == device, rights.c.role != "claim")
        found = found.where(tables.c.id.in_(own))
    rank = case(RANKS, value=tables.c.status, else_=len(RANKS))
    rows = db.execute(found.order_by(rank, tables.c.id.desc()).offset(first).limit(most))
    return [Listed(key, slug, status, created, people_of(people)) for key, slug, status, created, people in rows]


def played_elsewhere(db: Connection, device: str, slug: str, key: str) -> bool:
    """Whether a device has a right at a table of this game that has begun, other than the one with this key."""
    begun = tables.c.status.not_in(("lobby", "away"))
    own = (rights.c.device == device, rights.c.role != "claim", rights.c.table_id == tables.c.id)
    found = select(tables.c.id).where(*own, tables.c.slug == slug, tables.c.key != key, begun)
    return db.execute(found.limit(1)).first() is not None


SEATED = ("sit", "leave", "arrange", "begin")


def people_backfilled(db: sqlite3.Connection) -> None:
    """Who sits at the tables of a file that did not say so in its rows; nobody where the log cannot be read."""
    logs: dict[int, Party] = {}
    found = select(entries.c.table_id, entries.c.number, entries.c.kind, entries.c.by, entries.c.body)
    found = found.where(entries.c.kind.in_(SEATED)).order_by(entries.c.table_id, entries.c.number)
    query = str(found.compile(dialect=sqlite.dialect(), compile_kwargs={"literal_binds": True}))
    for table, number, kind, by, body in db.execute(query):
        with suppress(ValueError, KeyError, TypeError, AttributeError, Refused):
            logs[table] = after(logs.get(table, Party()), Entry(number, kind, by, json.loads(body), "", ""))
    people = ((json.dumps([(one.name, one.colour) for one in party.people]), table) for table, party in logs.items())
    db.executemany("UPDATE tables SET people = ? WHERE id = ?", people)


def people_of(text: str) -> tuple[tuple[str, str], ...]:
    """Names and colours as a row holds them; nobody where they cannot be read."""
    try:
        return tuple((str(name), str(colour)) for name, colour in json.loads(text))
    except (ValueError, TypeError):
        return ()
