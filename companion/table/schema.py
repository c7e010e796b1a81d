"""The database: its tables, and how it is driven.

SQLite in WAL mode with `synchronous=FULL`: a commit that has returned survives a power cut. Every write begins
with `BEGIN IMMEDIATE`, because with the driver's own transactions racing writes were lost.
"""

from typing import Any

from sqlalchemy import (
    Column,
    Connection,
    Engine,
    Float,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Text,
    UniqueConstraint,
    event,
)
from sqlalchemy import Table as SqlTable

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
    Column("stage", String(8), nullable=False),  # lobby, play or over: to list and to find by code
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
    Column("role", String(8), nullable=False),  # host, seat, claim or lent
    Column("number", Integer),  # the person of a seat or lent to, the entry of a claim
    UniqueConstraint("table_id", "device", "role"),
)
houses = SqlTable("houses", meta, Column("device", String(64), primary_key=True))


def tune(engine: Engine) -> None:
    """Every connection syncs each commit, and begins a write at once."""

    @event.listens_for(engine, "connect")
    def connected(connection: Any, _record: Any) -> None:
        connection.isolation_level = None  # the driver shall not begin transactions of its own
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begun(db: Connection) -> None:
        writing = db.get_execution_options().get("writing", False)
        db.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")
