"""Add the idempotency key of the request that opened a table."""

import sqlalchemy as sa
from alembic import op

revision = "4"
down_revision = "3"


def upgrade() -> None:
    """Older tables have none."""
    op.add_column("tables", sa.Column("idempotency_key", sa.String(64)))
    op.create_index("ix_tables_idempotency_key", "tables", ["idempotency_key"], unique=True)
