"""Alembic's entry: runs the migrations over the connection that the store hands in."""

from alembic import context

from mezani.tables.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
