"""What is kept on disk: tables, their logs, and who may do what. With `schema` the only file that knows a database."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Row, create_engine, delete, insert, select, update
from sqlalchemy.exc import DBAPIError

from companion.table.entry import Entry
from companion.table.schema import entries, houses, meta, rights, tables, tune
from companion.table.seats import Rights

BUSY_MS = 1_000


class NotSaved(Exception):
    """The disk did not take it. Nothing was stored, as far as can be known: repeat it with the same name."""


@dataclass(frozen=True, slots=True)
class Grant:
    """A right that comes with an entry.

    `alone` takes it away from every other device of this table, `gone` from this device.
    """

    device: str
    role: str
    number: int | None = None
    alone: bool = False
    gone: bool = False


@dataclass(frozen=True, slots=True)
class Listed:
    """A table as the start page lists it; `stage` is lobby, play or over."""

    key: str
    slug: str
    stage: str
    created: float


class Store:
    """One SQLite file."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.engine = create_engine(f"sqlite:///{path}", connect_args={"timeout": BUSY_MS / 1000}, hide_parameters=True)
        self._whole: ContextVar[Connection | None] = ContextVar("whole", default=None)
        tune(self.engine)
        with self._connected(writing=True) as db:
            meta.create_all(db)

    @contextmanager
    def together(self) -> Iterator[None]:
        """All that is written within it is one transaction: all of it is saved, or nothing."""
        with self._connected(writing=True) as db:
            whole = self._whole.set(db)
            try:
                yield
            finally:
                self._whole.reset(whole)

    @contextmanager
    def _connected(self, *, writing: bool = False) -> Iterator[Connection]:
        if (whole := self._whole.get()) is not None:
            yield whole
            return
        try:
            with self.engine.connect().execution_options(writing=writing) as db, db.begin():
                yield db
        except DBAPIError as error:
            raise NotSaved(str(error.orig)) from error

    def open_table(self, row: Mapping[str, Any], first: Grant) -> int:
        """A new table with its host; gives its id back."""
        with self._connected(writing=True) as db:
            values = {**row, "options": json.dumps(row["options"]), "looks": json.dumps(row["looks"])}
            result = db.execute(insert(tables).values(stage="lobby", **values))
            id_ = int(result.inserted_primary_key[0])  # type: ignore[index]  # an insert has one
            _grant(db, id_, first)
        return id_

    def append(self, table_id: int, entry: Entry, stage: str, grants: tuple[Grant, ...] = ()) -> None:
        """Writes one entry, and the rights that come with it, in one synced transaction. Raises NotSaved."""
        with self._connected(writing=True) as db:
            values = {
                "number": entry.number,
                "kind": entry.kind,
                "by": entry.by,
                "body": json.dumps(entry.body, ensure_ascii=False),
                "op": entry.op,
                "sent": entry.sent,
                "at": entry.at,
            }
            db.execute(insert(entries).values(table_id=table_id, **values))
            db.execute(update(tables).where(tables.c.id == table_id, tables.c.stage != stage).values(stage=stage))
            for grant in grants:
                _grant(db, table_id, grant)

    def table(self, key: str) -> Row[Any] | None:
        """The row of a table by the key in its address."""
        with self._connected() as db:
            return db.execute(select(tables).where(tables.c.key == key)).one_or_none()

    def by_code(self, code: str) -> str | None:
        """The key of the table in whose lobby a short code leads."""
        with self._connected() as db:
            found = select(tables.c.key).where(tables.c.code == code, tables.c.stage == "lobby")
            return db.execute(found.order_by(tables.c.id.desc())).scalars().first()

    def key_of(self, word: str) -> str:
        """The key of a table by its short code, the newest of that code, or the key itself."""
        with self._connected() as db:
            found = select(tables.c.key).where(tables.c.code == word.upper()).order_by(tables.c.id.desc())
            return db.execute(found).scalars().first() or word

    def log(self, table_id: int) -> list[Entry]:
        """All entries of a table in the order of their numbers."""
        with self._connected() as db:
            rows = db.execute(select(entries).where(entries.c.table_id == table_id).order_by(entries.c.number))
            return [Entry(row.number, row.kind, row.by, json.loads(row.body), row.op, row.sent, row.at) for row in rows]

    def operation(self, table_id: int, op: str) -> tuple[int, str] | None:
        """(number, fingerprint) of the entry that an operation made."""
        with self._connected() as db:
            found = select(entries.c.number, entries.c.sent).where(entries.c.table_id == table_id, entries.c.op == op)
            row = db.execute(found).one_or_none()
            return None if row is None else (row.number, row.sent)

    def rights(self, table_id: int, device: str) -> Rights:
        """What a device may do at a table."""
        with self._connected() as db:
            found = select(rights.c.role, rights.c.number)
            rows = db.execute(found.where(rights.c.table_id == table_id, rights.c.device == device)).all()
        held = {row.role: row.number for row in rows}
        house = self.is_house(device)
        return Rights("host" in held, held.get("seat"), held.get("claim"), held.get("lent"), house)

    def holders(self, table_id: int) -> list[Grant]:
        """Every right at a table."""
        with self._connected() as db:
            rows = db.execute(select(rights).where(rights.c.table_id == table_id))
            return [Grant(row.device, row.role, row.number) for row in rows]

    def tables_of(self, device: str) -> list[Listed]:
        """The tables that a device may see on its start page, newest first: all of them for the house."""
        with self._connected() as db:
            found = select(tables.c.key, tables.c.slug, tables.c.stage, tables.c.created).order_by(tables.c.id.desc())
            if not db.execute(select(houses).where(houses.c.device == device)).first():
                own = select(rights.c.table_id).where(rights.c.device == device, rights.c.role != "claim")
                found = found.where(tables.c.id.in_(own))
            return [Listed(*row) for row in db.execute(found)]

    def is_house(self, device: str) -> bool:
        """Whether a device runs this house: it came by the link in the terminal."""
        with self._connected() as db:
            return db.execute(select(houses).where(houses.c.device == device)).first() is not None

    def make_house(self, device: str) -> None:
        """Lets a device run this house."""
        with self._connected(writing=True) as db:
            if not db.execute(select(houses).where(houses.c.device == device)).first():
                db.execute(insert(houses).values(device=device))

    def close(self) -> None:
        """Gives all connections back."""
        self.engine.dispose()


def _grant(db: Connection, table_id: int, grant: Grant) -> None:
    mine = (rights.c.table_id == table_id, rights.c.role == grant.role)
    if grant.alone:
        db.execute(delete(rights).where(*mine, rights.c.number == grant.number))
    db.execute(delete(rights).where(*mine, rights.c.device == grant.device))
    if grant.gone:
        return
    row = {"table_id": table_id, "device": grant.device, "role": grant.role, "number": grant.number}
    db.execute(insert(rights).values(row))
