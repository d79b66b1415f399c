"""Where tables are shown, as chats close and open: ``bot.app.sight.SightBook`` over the store."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, select, update

from bot.app import archive as port
from bot.app.ports import Chat, PersonId, TableId
from bot.store import outbox, places, showing
from bot.store.chats import in_room
from bot.store.database import Store
from bot.store.schema import identity, tables


class StoredSight:
    """Each method is one transaction."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def close_chat(self, chat: Chat, *, whole: bool) -> tuple[Sequence[port.Place], Sequence[PersonId]]:
        return await self._store.write(lambda conn: _close(conn, chat, whole))

    async def open_tables(self, room: Chat, *, whole: bool) -> Sequence[TableId]:
        here = in_room(tables, room, whole=whole)
        query = select(tables.c.id).where(here, tables.c.status == "open").order_by(tables.c.created_at)
        return await self._store.read(lambda conn: [TableId(one) for one in conn.execute(query).scalars()])

    async def show_instead(self, table: TableId, show_in: Sequence[port.ShowIn], why: str, now: int) -> None:
        def run(conn: Connection) -> None:
            for where in show_in:
                payload: dict[str, object] = {"code": why, "facts": {}, "person": where.person}
                key = f"closed:{table}:{where.person}:{now}"
                outbox.enqueue(conn, key, where.chat, port.DeliveryKind.NOTICE, payload, now=now)
                showing.show(conn, table, where, now, anew=True, redraw=False)

        await self._store.write(run)


def _close(conn: Connection, chat: Chat, whole: bool) -> tuple[list[port.Place], list[PersonId]]:
    shown = places.places_in(conn, chat, whole=whole)
    for one in shown:
        places.close_place(conn, one.id)
    return [showing.place_value(one) for one in shown], _out_of_reach(conn, chat) if chat.private else []


def _out_of_reach(conn: Connection, chat: Chat) -> list[PersonId]:
    """Nobody is written to there alone, until he writes there again himself."""
    theirs = (identity.c.platform == chat.platform, identity.c.direct_chat == chat.chat)
    gone = update(identity).where(*theirs).values(direct_chat=None).returning(identity.c.person_id)
    return [PersonId(one) for one in conn.execute(gone).scalars()]
