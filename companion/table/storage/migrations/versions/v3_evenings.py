"""Add results of finished games, and aliases of people. Missing results are computed when first needed."""

import sqlalchemy as sa
from alembic import op

revision = "3"
down_revision = "2"


def upgrade() -> None:
    op.create_table(
        "evenings",
        sa.Column("table_id", sa.Integer, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("mark", sa.String(64), nullable=False, index=True),
        sa.Column("ended", sa.Float, nullable=False),
        sa.Column("reckoned", sa.Integer, nullable=False),
        sa.Column("told", sa.Text, nullable=False),
        sa.Column("stamp", sa.Integer, nullable=False, index=True),
    )
    op.create_table(
        "people",
        sa.Column("name", sa.String(80), primary_key=True),
        sa.Column("shown", sa.String(80), nullable=False),
    )
