"""Create tables, entries and rights as in the first files of 0.1.0."""

import sqlalchemy as sa
from alembic import op

revision = "0"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("key", sa.String(32), nullable=False, unique=True),
        sa.Column("code", sa.String(16), nullable=False),
        sa.Column("slug", sa.String(40), nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("looks", sa.Text, nullable=False),
        sa.Column("secret", sa.LargeBinary, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("stage", sa.String(8), nullable=False),
    )
    op.create_table(
        "entries",
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
    op.create_table(
        "rights",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("table_id", sa.Integer, sa.ForeignKey("tables.id"), nullable=False, index=True),
        sa.Column("device", sa.String(64), nullable=False, index=True),
        sa.Column("role", sa.String(8), nullable=False),
        sa.Column("number", sa.Integer),
        sa.UniqueConstraint("table_id", "device", "role"),
    )
