"""Alembic's environment: it runs in the caller's connection and transaction."""

from alembic import context

from companion.table.storage.schema import meta

context.configure(connection=context.config.attributes["connection"], target_metadata=meta)
context.run_migrations()
