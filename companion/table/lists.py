"""Lists of tables, as the rows of tables tell them: no log is read for one."""

import json
from dataclasses import dataclass

from sqlalchemy import Connection, case, select

from companion.table.schema import rights, tables

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


def people_of(text: str) -> tuple[tuple[str, str], ...]:
    """Names and colours as a row holds them; nobody where they cannot be read."""
    try:
        return tuple((str(name), str(colour)) for name, colour in json.loads(text))
    except (ValueError, TypeError):
        return ()
