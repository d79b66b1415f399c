"""How SQLite carries out what a storage function asks: the plans of the very statements it sends."""

from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection, event


def plans(conn: Connection, fn: Callable[[Connection], Any]) -> list[str]:
    """Run `fn` and return the query plan of each of its statements, as one line of text each."""
    sent: list[tuple[str, Any]] = []

    def note(_c: Any, _cursor: Any, statement: str, parameters: Any, _context: Any, many: bool) -> None:
        sent.append((statement, parameters[0] if many else parameters))

    event.listen(conn, "before_cursor_execute", note)
    fn(conn)
    event.remove(conn, "before_cursor_execute", note)
    told = []
    for statement, parameters in sent:
        steps = conn.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)
        told.append("; ".join(str(step[-1]) for step in steps))
    return told
