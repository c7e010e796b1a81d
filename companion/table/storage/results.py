"""The evenings of a house as rows: how they are written, and how they are read.

A row is written in the transaction of the entry that ends its game, and again whenever what it tells has changed.
"""

import secrets
from collections.abc import Collection, Iterator

from sqlalchemy import Connection, bindparam, delete, func, insert, or_, select, update

from companion.table.model.game_result import RECKONED, GameResult, remembered, told
from companion.table.storage.queries import is_operator, own
from companion.table.storage.schema import Prepared, Statement, entries, evenings, people, tables

STAMPS = 2**30
"""So many different stamps there are: two rows that are not the same have the same one almost never."""

SOME = 500
"""A statement asks for so many rows."""

FORGET = Prepared(delete(evenings).where(evenings.c.table_id == bindparam("table_id_")))
REMEMBER = Prepared(insert(evenings))
_latest = select(func.max(entries.c.number)).where(entries.c.table_id == tables.c.id).scalar_subquery()
_held = update(tables).where(tables.c.id == bindparam("id_")).values(status=tables.c.status)
HOLD = Prepared(_held)
STILL = Prepared(_held.where(_latest == bindparam("number_")))
_there = select(tables.c.id).where(tables.c.key == bindparam("key")).scalar_subquery()
_columns = [column.name for column in evenings.columns]
REMEMBER_THERE = Prepared(insert(evenings).values(table_id=_there).inline(), *_columns)


def kept(one: GameResult) -> tuple[Statement, ...]:
    """What writes an evening in the place of what was there."""
    return forgotten(one.table), REMEMBER(table_id=one.table, **_row(one))


def kept_new(one: GameResult) -> Statement:
    """What writes an evening beside its table, which is new."""
    return REMEMBER_THERE(key=one.key, **_row(one))


def _row(one: GameResult) -> dict[str, object]:
    row = {"mark": one.mark, "ended": one.ended, "told": told(one)}
    return {**row, "reckoned": RECKONED, "stamp": secrets.randbelow(STAMPS)}


def forgotten(table_id: int) -> Statement:
    """What takes one away."""
    return FORGET(table_id_=table_id)


def summed(db: Connection) -> tuple[int, int]:
    """What is another one as soon as any row is: asked before each look, and answered from an index alone."""
    count, total = db.execute(select(func.count(), func.coalesce(func.sum(evenings.c.stamp), 0))).one()
    return count, int(total)


def stamps(db: Connection) -> dict[int, int]:
    """The stamp of each row that this version has reckoned; another one's may tell otherwise."""
    found = select(evenings.c.table_id, evenings.c.stamp).where(evenings.c.reckoned == RECKONED)
    return {row[0]: row[1] for row in db.execute(found)}


def read(db: Connection, table_ids: Collection[int]) -> Iterator[GameResult]:
    """Some of them."""
    ids = sorted(table_ids)
    found = select(
        tables.c.id, tables.c.key, tables.c.slug, evenings.c.mark, evenings.c.ended, evenings.c.told
    ).join_from(evenings, tables)
    for first in range(0, len(ids), SOME):
        for row in db.execute(found.where(tables.c.id.in_(ids[first : first + SOME]))):
            yield remembered(*row)


def unreckoned(db: Connection) -> list[str]:
    """The keys of finished tables that no evening tells of, or one of an earlier version."""
    found = select(tables.c.key).join_from(tables, evenings, isouter=True)
    lacking = or_(evenings.c.table_id.is_(None), evenings.c.reckoned < RECKONED)
    return list(db.execute(found.where(tables.c.status == "over", lacking).order_by(tables.c.id)).scalars())


def lacks(db: Connection, key: str) -> bool:
    """Whether that is so of one table."""
    row = db.execute(select(evenings.c.reckoned).join_from(evenings, tables).where(tables.c.key == key)).one_or_none()
    return row is None or row.reckoned < RECKONED


def untouched(table_id: int, number: int) -> tuple[Statement, ...]:
    """What finds its rows where a table's latest entry still has this number, and lets nobody write there till then."""
    return HOLD(id_=table_id), STILL(id_=table_id, number_=number)


def with_mark(db: Connection, marks: Collection[str]) -> str | None:
    """The key of a table whose record has one of these marks."""
    found = select(tables.c.key).join_from(evenings, tables).where(evenings.c.mark.in_(marks))
    return db.execute(found.limit(1)).scalar()


def seen_by(db: Connection, device: str) -> set[int] | None:
    """The tables that a device was at; None for the operator, who sees all."""
    return None if is_operator(db, device) else set(db.execute(own(device)).scalars())


def known_as(db: Connection) -> dict[str, str]:
    """Under which name somebody is known, by the name that was typed, without regard to case."""
    return {row[0]: row[1] for row in db.execute(select(people.c.name, people.c.shown))}
