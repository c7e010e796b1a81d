"""The schema's history, one step a file in `versions`: alembic brings a database of any earlier version up to date."""

from pathlib import Path

from sqlalchemy import Connection, insert

from companion.table.storage.schema import VERSION, meta, versions


def create_schema(db: Connection) -> None:
    """A new database, in its caller's transaction: the same tables as all the steps make."""
    meta.create_all(db, checkfirst=False)
    db.execute(insert(versions).values(version_num=str(VERSION)))


def upgrade_schema(db: Connection, version: int | None = None) -> None:
    """Brings a database up to date, in its caller's transaction, from the first step on where it has no tables.

    `version`: what it is, where alembic has not said.
    """
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.attributes["connection"] = db
    if version is not None and not db.dialect.has_table(db, "alembic_version"):
        command.stamp(config, str(version))
    command.upgrade(config, "head")
