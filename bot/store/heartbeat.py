"""When the service was last known to be alive, and small facts by name.

What was silent is credited to deadlines by the service; nothing here judges.
"""

from typing import Any

from sqlalchemy import Connection, select

from bot.store.lease import renew_lease
from bot.store.schema import heartbeat, meta
from bot.store.upsert import upsert

SERVICE = "service"


def beat(conn: Connection, now: int) -> None:
    """Alive at `now`. A clock that went back is believed: the last word counts."""
    made = upsert(conn, heartbeat).values(name=SERVICE, at=now)
    conn.execute(made.on_conflict_do_update(index_elements=[heartbeat.c.name], set_={"at": now}))


def beat_service(conn: Connection, fence: int, now: int) -> None:
    """The service is alive, and so is its hold of the database (`Store.fence`)."""
    beat(conn, now)
    renew_lease(conn, fence, now)


def last_beat(conn: Connection) -> int | None:
    """When the service was last alive; None if never."""
    query = select(heartbeat.c.at).where(heartbeat.c.name == SERVICE)
    at: int | None = conn.execute(query).scalar_one_or_none()
    return at


def put_fact(conn: Connection, key: str, value: Any) -> None:
    """Remember a small thing (anything JSON can hold) by name."""
    made = upsert(conn, meta).values(key=key, value=value)
    conn.execute(made.on_conflict_do_update(index_elements=[meta.c.key], set_={"value": value}))


def fact(conn: Connection, key: str) -> Any:
    """What was remembered by this name, else None."""
    return conn.execute(select(meta.c.value).where(meta.c.key == key)).scalar_one_or_none()
