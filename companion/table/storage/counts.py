"""What is counted of tables, by their rows alone."""

from dataclasses import dataclass

from sqlalchemy import Connection, func, select

from companion.table.storage.schema import entries, rights, tables

OPEN_STATUSES = ("lobby", "play")
"""The status of tables that somebody may still play at."""


@dataclass(frozen=True, slots=True)
class IdleTable:
    """A table that is open, when somebody did something there last, and the number of that entry."""

    key: str
    slug: str
    status: str
    since: float
    number: int


def count_unfinished(db: Connection, device: str) -> int:
    """How many tables a device is the host of that are open or were put away."""
    own = select(rights.c.table_id).where(rights.c.device == device, rights.c.role == "host")
    unfinished = tables.c.status.in_((*OPEN_STATUSES, "away"))
    return db.execute(select(func.count()).select_from(tables).where(tables.c.id.in_(own), unfinished)).scalar_one()


def count_by_status(db: Connection) -> dict[str, int]:
    """How many tables there are of each status."""
    found = select(tables.c.status, func.count()).group_by(tables.c.status)
    return {row[0]: row[1] for row in db.execute(found)}


def idle_tables(db: Connection, before: float) -> list[IdleTable]:
    """The open tables at which nobody has done anything since then, those longest left alone first."""
    here = entries.c.table_id == tables.c.id
    latest, number = (select(func.max(one)).where(here).scalar_subquery() for one in (entries.c.at, entries.c.number))
    since = func.coalesce(latest, tables.c.created).label("since")
    found = select(tables.c.key, tables.c.slug, tables.c.status, since, func.coalesce(number, 0))
    rows = db.execute(found.where(tables.c.status.in_(OPEN_STATUSES), since < before).order_by(since, tables.c.id))
    return [IdleTable(*row) for row in rows]
