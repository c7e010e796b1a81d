"""Add what several processes share: invitations, seat codes, refusals and settings."""

import sqlalchemy as sa
from alembic import op

revision = "2"
down_revision = "1"


def upgrade() -> None:
    op.create_table(
        "invitations",
        sa.Column("mark", sa.String(64), primary_key=True),
        sa.Column("until", sa.Float, nullable=False),
    )
    op.create_table(
        "seat_codes",
        sa.Column("mark", sa.String(64), primary_key=True),
        sa.Column("key", sa.String(32), nullable=False),
        sa.Column("person", sa.Integer, nullable=False),
        sa.Column("device", sa.String(64), nullable=False),
        sa.Column("until", sa.Float, nullable=False),
        sa.UniqueConstraint("key", "person"),
    )
    op.create_table(
        "refusals",
        sa.Column("table_id", sa.Integer, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("op", sa.String(64), primary_key=True),
        sa.Column("sent", sa.String(64), nullable=False),
        sa.Column("answer", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False, index=True),
    )
    op.create_table(
        "house",
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
