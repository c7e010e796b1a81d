"""Lists of tables, as the rows of tables tell them: no log is read for one."""

import json
from dataclasses import dataclass

from sqlalchemy import Connection, case, select

from companion.table.schema import rights, tables

RANKS = {"play": 0, "lobby": 1, "broken": 2}
"""Which tables come first; those that are over are the last."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A table as a list shows it. `stage` is lobby, play or over, or broken where it cannot be read.

    `people` are names and colours, clockwise once the game has begun.
    """

    key: str
    slug: str
    stage: str
    created: float
    people: tuple[tuple[str, str], ...]


def tables_for(db: Connection, device: str | None, first: int, most: int | None) -> list[Listed]:
    """The tables of one device, or all."""
    found = select(tables.c.key, tables.c.slug, tables.c.stage, tables.c.created, tables.c.people)
    if device is not None:
        own = select(rights.c.table_id).where(rights.c.device == device, rights.c.role != "claim")
        found = found.where(tables.c.id.in_(own))
    rank = case(RANKS, value=tables.c.stage, else_=len(RANKS))
    rows = db.execute(found.order_by(rank, tables.c.id.desc()).offset(first).limit(most))
    return [Listed(key, slug, stage, created, people_of(people)) for key, slug, stage, created, people in rows]


def people_of(text: str) -> tuple[tuple[str, str], ...]:
    """Names and colours as a row holds them; nobody where they cannot be read."""
    try:
        return tuple((str(name), str(colour)) for name, colour in json.loads(text))
    except (ValueError, TypeError):
        return ()
