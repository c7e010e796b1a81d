"""What alembic reads before each run: the connection it is handed, in whose transaction all happens."""

from alembic import context

from companion.table.storage.schema import meta

context.configure(connection=context.config.attributes["connection"], target_metadata=meta)
context.run_migrations()
