"""Who is the one that may write: a row with a number that grows with each holder.

On SQLite the lock on the file decides (it vanishes with its process, so a restart need not wait); the
number catches a lock that did not hold, as on some network drives: the earlier holder finds it changed and
stops writing.
"""

from sqlalchemy import Connection, select, update

from bot.store.errors import LeaseLost
from bot.store.schema import lease
from bot.store.upsert import upsert

WRITER = "writer"


def take_lease(conn: Connection, holder: str, now: int) -> int:
    """Become the holder, whoever was it before; return the fencing number."""
    start = upsert(conn, lease).values(name=WRITER, holder=holder, fence=1, heartbeat_at=now)
    take = start.on_conflict_do_update(
        index_elements=[lease.c.name],
        set_={"holder": holder, "fence": lease.c.fence + 1, "heartbeat_at": now},
    )
    fence: int = conn.execute(take.returning(lease.c.fence)).scalar_one()
    return fence


def renew_lease(conn: Connection, fence: int, now: int) -> None:
    """Say that the holder is alive."""
    conn.execute(update(lease).where(lease.c.name == WRITER, lease.c.fence == fence).values(heartbeat_at=now))


_fence = select(lease.c.fence).where(lease.c.name == WRITER)


def check_lease(conn: Connection, fence: int) -> None:
    """Raise `LeaseLost` if somebody has taken over since."""
    found = conn.execute(_fence).scalar_one_or_none()
    if found != fence:
        raise LeaseLost(fence, found)
