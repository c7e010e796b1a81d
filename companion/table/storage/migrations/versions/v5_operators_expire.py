"""Add when a device got the operator's rights and when it used them last."""

import time

import sqlalchemy as sa
from alembic import op

revision = "5"
down_revision = "4"


def upgrade() -> None:
    """Older rights count as used now, and end after a year without use."""
    op.add_column("houses", sa.Column("since", sa.Float))
    op.add_column("houses", sa.Column("used", sa.Float))
    op.execute(sa.table("houses", sa.column("used", sa.Float)).update().values(used=time.time()))
