"""The tables of the database, the same for SQLite and PostgreSQL, and precompiled statements."""

from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    CursorResult,
    Float,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Text,
    UniqueConstraint,
    literal_column,
)
from sqlalchemy import Table as SqlTable
from sqlalchemy.dialects import sqlite
from sqlalchemy.engine import Compiled, Dialect
from sqlalchemy.sql import ClauseElement

VERSION = 5  # of the schema: the latest migration

meta = MetaData()

tables = SqlTable(
    "tables",
    meta,
    Column("id", Integer, primary_key=True),
    Column("key", String(32), nullable=False, unique=True),
    Column("code", String(16), nullable=False),
    Column("slug", String(40), nullable=False),
    Column("options", Text, nullable=False),
    Column("looks", Text, key="preferences", nullable=False),
    Column("secret", LargeBinary, nullable=False),
    Column("created", Float, nullable=False),
    Column("stage", String(8), key="status", nullable=False),  # for lists: lobby, play, over, away, broken
    Column("people", Text, nullable=False, server_default="[]"),  # for lists: names and colours
    Column("idempotency_key", String(64), unique=True, index=True),  # hash of the request that opened it
)
entries = SqlTable(
    "entries",
    meta,
    Column("table_id", Integer, ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("by", Integer),
    Column("body", Text, nullable=False),
    Column("op", String(64), nullable=False),
    Column("sent", String(64), nullable=False),
    Column("at", Float, nullable=False),
    UniqueConstraint("table_id", "op"),
)
rights = SqlTable(
    "rights",
    meta,
    Column("id", Integer, primary_key=True),
    Column("table_id", Integer, ForeignKey("tables.id"), nullable=False, index=True),
    Column("device", String(64), nullable=False, index=True),
    Column("role", String(8), nullable=False),  # host, seat, claim, lent, cover or watch
    Column("number", Integer),  # the person of a seat or lent to, the entry of a claim
    UniqueConstraint("table_id", "device", "role"),
)
operators = SqlTable(  # devices with the operator's rights
    "houses",
    meta,
    Column("device", String(64), primary_key=True),
    Column("since", Float),  # NULL before version 5
    Column("used", Float),  # the last use, at most a day late
)
invitations = SqlTable(
    "invitations",
    meta,
    Column("mark", String(64), primary_key=True),  # the hash of a link's secret part
    Column("until", Float, nullable=False),
)
seat_codes = SqlTable(
    "seat_codes",
    meta,
    Column("mark", String(64), primary_key=True),  # the hash of a code
    Column("key", String(32), nullable=False),
    Column("person", Integer, nullable=False),
    Column("device", String(64), nullable=False),
    Column("until", Float, nullable=False),
    UniqueConstraint("key", "person"),
)
refusals = SqlTable(  # shared by several processes
    "refusals",
    meta,
    Column("table_id", Integer, ForeignKey("tables.id"), primary_key=True),
    Column("op", String(64), primary_key=True),
    Column("sent", String(64), nullable=False),
    Column("answer", Text, nullable=False),
    Column("at", Float, nullable=False, index=True),
)
settings = SqlTable(  # shared by all processes
    "house",
    meta,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)
game_results = SqlTable(  # results of finished games, see `compute_result`
    "evenings",
    meta,
    Column("table_id", Integer, ForeignKey("tables.id"), primary_key=True),
    Column("mark", String(64), nullable=False, index=True),
    Column("ended", Float, nullable=False),
    Column("reckoned", Integer, nullable=False),
    Column("told", Text, nullable=False),
    Column("stamp", Integer, nullable=False, index=True),  # random, new with each change
)
people = SqlTable(  # aliases
    "people",
    meta,
    Column("name", String(80), primary_key=True),  # as typed, casefolded
    Column("shown", String(80), nullable=False),
)
versions = SqlTable("alembic_version", meta, Column("version_num", String(32), primary_key=True))


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

    def execute(self, db: Connection) -> CursorResult[*tuple[Any, ...]]:
        """Run a query. Compiling it anew would take six times as long as its answer."""
        return db.exec_driver_sql(*self.for_dialect(db.dialect.name))


def constant(text: str) -> ColumnElement[str]:
    """A constant within a prepared statement."""
    return literal_column(f"'{text}'")


def _parameter_order(compiled: Any) -> tuple[str, ...]:
    return tuple(compiled.positiontup or ())
