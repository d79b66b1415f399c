"""INSERT … ON CONFLICT in the dialect of the connection. SQLite and PostgreSQL have the same of it, other
databases something else. PostgreSQL's is loaded when it is met: it would cost each start a tenth of a second.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import Connection, Table
from sqlalchemy.dialects import sqlite

if TYPE_CHECKING:
    from sqlalchemy.dialects import postgresql


def upsert(conn: Connection, table: Table) -> sqlite.Insert | postgresql.Insert:
    """An INSERT that has `on_conflict_do_update` and `on_conflict_do_nothing`."""
    if conn.dialect.name == "postgresql":
        from sqlalchemy.dialects import postgresql

        return postgresql.insert(table)
    return sqlite.insert(table)
