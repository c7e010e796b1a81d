"""Results of finished games as rows.

A row is written in the transaction that ends the game, and whenever its content changes.
"""

import secrets
from collections.abc import Collection, Iterator

from sqlalchemy import Connection, bindparam, delete, func, insert, or_, select, update

from companion.table.model.game_result import RESULT_VERSION, GameResult, dump_result, load_result
from companion.table.storage.queries import is_operator, tables_of_device
from companion.table.storage.schema import Prepared, Statement, entries, game_results, people, tables

STAMPS = 2**30  # so many that two different rows hardly ever have the same

ROWS_AT_ONCE = 500  # in one statement

DELETE = Prepared(delete(game_results).where(game_results.c.table_id == bindparam("table_id_")))
INSERT = Prepared(insert(game_results))
_latest = select(func.max(entries.c.number)).where(entries.c.table_id == tables.c.id).scalar_subquery()
_held = update(tables).where(tables.c.id == bindparam("id_")).values(status=tables.c.status)
LOCK = Prepared(_held)
LOCK_IF_LATEST = Prepared(_held.where(_latest == bindparam("number_")))
_there = select(tables.c.id).where(tables.c.key == bindparam("key")).scalar_subquery()
_columns = [column.name for column in game_results.columns]
INSERT_BY_KEY = Prepared(insert(game_results).values(table_id=_there).inline(), *_columns)


def replace_statements(result: GameResult) -> tuple[Statement, ...]:
    return delete_statement(result.table), INSERT(table_id=result.table, **_row(result))


def insert_statement(result: GameResult) -> Statement:
    return INSERT_BY_KEY(key=result.key, **_row(result))


def _row(result: GameResult) -> dict[str, object]:
    row = {"mark": result.mark, "ended": result.ended, "told": dump_result(result)}
    return {**row, "reckoned": RESULT_VERSION, "stamp": secrets.randbelow(STAMPS)}


def delete_statement(table_id: int) -> Statement:
    return DELETE(table_id_=table_id)


def results_version(db: Connection) -> tuple[int, int]:
    """Changes whenever any row changes. Read before each use, from an index alone."""
    count, total = db.execute(select(func.count(), func.coalesce(func.sum(game_results.c.stamp), 0))).one()
    return count, int(total)


def stamps(db: Connection) -> dict[int, int]:
    """The stamp of each row of this version."""
    found = select(game_results.c.table_id, game_results.c.stamp).where(game_results.c.reckoned == RESULT_VERSION)
    return {row[0]: row[1] for row in db.execute(found)}


def read(db: Connection, table_ids: Collection[int]) -> Iterator[GameResult]:
    ids = sorted(table_ids)
    found = select(
        tables.c.id, tables.c.key, tables.c.slug, game_results.c.mark, game_results.c.ended, game_results.c.told
    ).join_from(game_results, tables)
    for first in range(0, len(ids), ROWS_AT_ONCE):
        for row in db.execute(found.where(tables.c.id.in_(ids[first : first + ROWS_AT_ONCE]))):
            yield load_result(*row)


def keys_without_result(db: Connection) -> list[str]:
    """Finished tables without a result of this version."""
    found = select(tables.c.key).join_from(tables, game_results, isouter=True)
    lacking = or_(game_results.c.table_id.is_(None), game_results.c.reckoned < RESULT_VERSION)
    return list(db.execute(found.where(tables.c.status == "over", lacking).order_by(tables.c.id)).scalars())


def lacks_result(db: Connection, key: str) -> bool:
    """Whether a table has no result of this version."""
    row = db.execute(
        select(game_results.c.reckoned).join_from(game_results, tables).where(tables.c.key == key)
    ).one_or_none()
    return row is None or row.reckoned < RESULT_VERSION


def require_latest(table_id: int, number: int) -> tuple[Statement, ...]:
    """Optimistic lock: matches only if the table's latest entry still has this number. Locks the table's row."""
    return LOCK(id_=table_id), LOCK_IF_LATEST(id_=table_id, number_=number)


def find_by_mark(db: Connection, marks: Collection[str]) -> str | None:
    found = select(tables.c.key).join_from(game_results, tables).where(game_results.c.mark.in_(marks))
    return db.execute(found.limit(1)).scalar()


def visible_tables(db: Connection, device: str) -> set[int] | None:
    """The tables that a device was at; None for the operator, who sees all."""
    return None if is_operator(db, device) else set(db.execute(tables_of_device(device)).scalars())


def load_aliases(db: Connection) -> dict[str, str]:
    """The shown name of each typed, casefolded name."""
    return {row[0]: row[1] for row in db.execute(select(people.c.name, people.c.shown))}
