"""The tables of the database, the same for SQLite and PostgreSQL, and precompiled statements."""

from functools import cache
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.dialects import sqlite
from sqlalchemy.engine import Compiled, Dialect
from sqlalchemy.sql import ClauseElement

VERSION = 5  # of the schema: the latest migration

meta = sa.MetaData()

tables = sa.Table(
    "tables",
    meta,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("key", sa.String(32), nullable=False, unique=True),
    sa.Column("code", sa.String(16), nullable=False),
    sa.Column("slug", sa.String(40), nullable=False),
    sa.Column("options", sa.Text, nullable=False),
    sa.Column("looks", sa.Text, key="preferences", nullable=False),
    sa.Column("secret", sa.LargeBinary, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("stage", sa.String(8), key="status", nullable=False),  # for lists: lobby, play, over, away, broken
    sa.Column("people", sa.Text, nullable=False, server_default="[]"),  # for lists: names and colours
    sa.Column("idempotency_key", sa.String(64), unique=True, index=True),  # hash of the request that opened it
)
entries = sa.Table(
    "entries",
    meta,
    sa.Column("table_id", sa.Integer, sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("by", sa.Integer),
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("op", sa.String(64), nullable=False),
    sa.Column("sent", sa.String(64), nullable=False),
    sa.Column("at", sa.Float, nullable=False),
    sa.UniqueConstraint("table_id", "op"),
)
rights = sa.Table(
    "rights",
    meta,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("table_id", sa.Integer, sa.ForeignKey("tables.id"), nullable=False, index=True),
    sa.Column("device", sa.String(64), nullable=False, index=True),
    sa.Column("role", sa.String(8), nullable=False),  # host, seat, claim, lent, cover or watch
    sa.Column("number", sa.Integer),  # the person of a seat or lent to, the entry of a claim
    sa.UniqueConstraint("table_id", "device", "role"),
)
operators = sa.Table(  # devices with the operator's rights
    "houses",
    meta,
    sa.Column("device", sa.String(64), primary_key=True),
    sa.Column("since", sa.Float),  # NULL before version 5
    sa.Column("used", sa.Float),  # the last use, at most a day late
)
invitations = sa.Table(
    "invitations",
    meta,
    sa.Column("mark", sa.String(64), primary_key=True),  # the hash of a link's secret part
    sa.Column("until", sa.Float, nullable=False),
)
seat_codes = sa.Table(
    "seat_codes",
    meta,
    sa.Column("mark", sa.String(64), primary_key=True),  # the hash of a code
    sa.Column("key", sa.String(32), nullable=False),
    sa.Column("person", sa.Integer, nullable=False),
    sa.Column("device", sa.String(64), nullable=False),
    sa.Column("until", sa.Float, nullable=False),
    sa.UniqueConstraint("key", "person"),
)
refusals = sa.Table(  # shared by several processes
    "refusals",
    meta,
    sa.Column("table_id", sa.Integer, sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("op", sa.String(64), primary_key=True),
    sa.Column("sent", sa.String(64), nullable=False),
    sa.Column("answer", sa.Text, nullable=False),
    sa.Column("at", sa.Float, nullable=False, index=True),
)
settings = sa.Table(  # shared by all processes
    "house",
    meta,
    sa.Column("name", sa.String(40), primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)
game_results = sa.Table(  # results of finished games, see `compute_result`
    "evenings",
    meta,
    sa.Column("table_id", sa.Integer, sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("mark", sa.String(64), nullable=False, index=True),
    sa.Column("ended", sa.Float, nullable=False),
    sa.Column("reckoned", sa.Integer, nullable=False),
    sa.Column("told", sa.Text, nullable=False),
    sa.Column("stamp", sa.Integer, nullable=False, index=True),  # random, new with each change
)
people = sa.Table(  # aliases
    "people",
    meta,
    sa.Column("name", sa.String(80), primary_key=True),  # as typed, casefolded
    sa.Column("shown", sa.String(80), nullable=False),
)
versions = sa.Table("alembic_version", meta, sa.Column("version_num", sa.String(32), primary_key=True))


@cache
def _dialect(name: str) -> Dialect:
    """PostgreSQL's is imported only when needed: that takes a tenth of the start."""
    if name == "sqlite":
        return sqlite.dialect()
    from sqlalchemy.dialects import postgresql

    return postgresql.psycopg.dialect(paramstyle="format")  # type: ignore[no-untyped-call]


class Prepared:
    """A statement that is compiled once for each kind of database; `columns` are those to fill in.

    Call it with values to get a `Statement`.
    """

    def __init__(self, statement: ClauseElement, *columns: str) -> None:
        self._statement, self._columns = statement, columns or None
        first = self._compiled("sqlite")
        self._names = _parameter_order(first)
        self._sql = {"sqlite": str(first)}

    def sql(self, dialect: str) -> str:
        """The statement's text. Raises ValueError if its parameters have another order there."""
        if dialect not in self._sql:
            compiled = self._compiled(dialect)
            if _parameter_order(compiled) != self._names:
                raise ValueError(f"not the same order everywhere: {compiled}, {self._sql}")
            self._sql[dialect] = str(compiled)
        return self._sql[dialect]

    def _compiled(self, dialect: str) -> Compiled:
        return self._statement.compile(dialect=_dialect(dialect), column_keys=self._columns)

    def values(self, **values: object) -> tuple[object, ...]:
        return tuple(values[name] for name in self._names)

    def __call__(self, **values: object) -> "Statement":
        return Statement(self, self.values(**values))


class Statement(NamedTuple):
    """A statement with its values, made before the commit, so that commits are short."""

    prepared: Prepared
    values: tuple[object, ...]

    def for_dialect(self, dialect: str) -> tuple[str, tuple[object, ...]]:
        return self.prepared.sql(dialect), self.values

    def execute(self, db: sa.Connection) -> sa.CursorResult[*tuple[Any, ...]]:
        """Run a query. Compiling it anew would take six times as long as its answer."""
        return db.exec_driver_sql(*self.for_dialect(db.dialect.name))


def constant(text: str) -> sa.ColumnElement[str]:
    """A constant within a prepared statement."""
    return sa.literal_column(f"'{text}'")


def _parameter_order(compiled: Any) -> tuple[str, ...]:
    return tuple(compiled.positiontup or ())
