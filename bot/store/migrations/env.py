"""What alembic runs for each command: the connection and transaction of `bot.store.migrate`."""

from alembic import context
from sqlalchemy import Connection

from bot.store.schema import metadata

connection = context.config.attributes["connection"]
assert isinstance(connection, Connection)
context.configure(
    connection=connection,
    target_metadata=metadata,
    render_as_batch=True,
    compare_type=True,
    compare_server_default=True,
)
with context.begin_transaction():
    context.run_migrations()
