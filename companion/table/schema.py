"""The database: its tables, and how it is driven.

SQLite in WAL mode with `synchronous=FULL`: a commit that has returned survives a power cut. Every write begins
with `BEGIN IMMEDIATE`, because with the driver's own transactions racing writes were lost.
"""

import sqlite3
from pathlib import Path
from typing import Any

from sqlalchemy import (
    Column,
    Float,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Text,
    UniqueConstraint,
)
from sqlalchemy import Table as SqlTable
from sqlalchemy.dialects import sqlite
from sqlalchemy.sql import ClauseElement

BUSY_MS = 1_000

meta = MetaData()

tables = SqlTable(
    "tables",
    meta,
    Column("id", Integer, primary_key=True),
    Column("key", String(32), nullable=False, unique=True),
    Column("code", String(16), nullable=False),
    Column("slug", String(40), nullable=False),
    Column("options", Text, nullable=False),
    Column("looks", Text, nullable=False),
    Column("secret", LargeBinary, nullable=False),
    Column("created", Float, nullable=False),
    Column("stage", String(8), key="status", nullable=False),  # lobby, play, over or away: to list and to find by code
    Column("people", Text, nullable=False, server_default="[]"),  # their names and colours: to list
)
entries = SqlTable(
    "entries",
    meta,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
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
    Column("table_id", ForeignKey("tables.id"), nullable=False, index=True),
    Column("device", String(64), nullable=False, index=True),
    Column("role", String(8), nullable=False),  # host, seat, claim, lent, cover or watch
    Column("number", Integer),  # the person of a seat or lent to, the entry of a claim
    UniqueConstraint("table_id", "device", "role"),
)
operators = SqlTable("houses", meta, Column("device", String(64), primary_key=True))


def connect(path: Path) -> sqlite3.Connection:
    """A connection that syncs each commit, and begins no transaction of its own."""
    db = sqlite3.connect(path, timeout=BUSY_MS / 1000, isolation_level=None, check_same_thread=False)
    try:
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            db.execute(f"PRAGMA {pragma}")
    except sqlite3.Error:
        db.close()
        raise
    return db


Statement = tuple[str, tuple[object, ...]]
"""SQL and its values: made before the disk is asked, so that a commit is few and cheap calls."""


class Prepared:
    """A statement that is put into words once; `columns` are those that it fills with values of its own.

    Called with its values, it is what the driver takes.
    """

    def __init__(self, statement: ClauseElement, *columns: str) -> None:
        compiled: Any = statement.compile(dialect=sqlite.dialect(), column_keys=columns or None)
        self.sql = str(compiled)
        self._names: tuple[str, ...] = tuple(compiled.positiontup or ())

    def values(self, **values: object) -> tuple[object, ...]:
        """The values in the order of the statement."""
        return tuple(values[name] for name in self._names)

    def __call__(self, **values: object) -> Statement:
        """The statement with its values."""
        return self.sql, self.values(**values)
