"""Add people to the rows of tables, so that lists read no log; and the operator's devices."""

import json
from contextlib import suppress

import sqlalchemy as sa
from alembic import op

from companion.games.types import IllegalMove
from companion.table.model.entry import Entry
from companion.table.model.roster import Roster, apply_entry

revision = "1"
down_revision = "0"

SEATED = ("sit", "leave", "arrange", "begin")


def upgrade() -> None:
    """Add both, unless a file of 0.1.0 has them."""
    there = sa.inspect(op.get_bind())
    if not there.has_table("houses"):
        op.create_table("houses", sa.Column("device", sa.String(64), primary_key=True))
    if "people" not in {column["name"] for column in there.get_columns("tables")}:
        op.add_column("tables", sa.Column("people", sa.Text, nullable=False, server_default="[]"))
        _backfill()


def _backfill() -> None:
    """Fill in the people; none if the log cannot be read."""
    db, logs = op.get_bind(), dict[int, Roster]()
    rows = sa.table("entries", *map(sa.column, ("table_id", "number", "kind", "by", "body")))
    found = sa.select(rows).where(rows.c.kind.in_(SEATED)).order_by(rows.c.table_id, rows.c.number)
    for table, number, kind, by, body in db.execute(found):
        with suppress(ValueError, KeyError, TypeError, AttributeError, IllegalMove):
            logs[table] = apply_entry(logs.get(table, Roster()), Entry(number, kind, by, json.loads(body), "", ""))
    tables = sa.table("tables", sa.column("id"), sa.column("people"))
    for table, roster in logs.items():
        people = json.dumps([(person.name, person.colour) for person in roster.people])
        db.execute(sa.update(tables).where(tables.c.id == table).values(people=people))
