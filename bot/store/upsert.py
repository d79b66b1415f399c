"""INSERT … ON CONFLICT in the dialect of the connection. SQLite and PostgreSQL have the same of it, other
databases something else.
"""

from sqlalchemy import Connection, Table
from sqlalchemy.dialects import postgresql, sqlite


def upsert(conn: Connection, table: Table) -> sqlite.Insert | postgresql.Insert:
    """An INSERT that has `on_conflict_do_update` and `on_conflict_do_nothing`."""
    return postgresql.insert(table) if conn.dialect.name == "postgresql" else sqlite.insert(table)
