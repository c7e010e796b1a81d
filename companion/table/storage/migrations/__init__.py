"""Alembic migrations of the schema, one file in `versions` for each version."""

from pathlib import Path

from sqlalchemy import Connection, insert

from companion.table.storage.schema import VERSION, meta, versions


def create_schema(db: Connection) -> None:
    """Create a new database in the caller's transaction, equal to one that was migrated."""
    meta.create_all(db, checkfirst=False)
    db.execute(insert(versions).values(version_num=str(VERSION)))


def upgrade_schema(db: Connection, version: int | None = None) -> None:
    """Upgrade a database in the caller's transaction; without tables, run all steps.

    `version` is used if alembic has not stored one.
    """
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.attributes["connection"] = db
    if version is not None and not db.dialect.has_table(db, "alembic_version"):
        command.stamp(config, str(version))
    command.upgrade(config, "head")
