"""Rooms: their settings, what was changed in them by whom, and where a chat with a new address has gone."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, insert, or_, select, true, update

from bot.app.ports import Chat, PersonId
from bot.store.chats import chat_columns, chat_of, in_chat
from bot.store.ids import PlaceId
from bot.store.schema import IS_LIVE, IS_OPEN, invitation, outbox, place, room, room_log, tables
from bot.store.upsert import upsert

Json = Mapping[str, Any]
_HOPS = 8  # a group becomes a supergroup once; more would be a loop


@dataclass(frozen=True, slots=True)
class Room:
    """A chat or topic with its settings; `migrated_to` is the new address of the chat, if it has moved."""

    chat: Chat
    settings: Json
    migrated_to: str | None


@dataclass(frozen=True, slots=True)
class RoomEntry:
    """One line of a room's log."""

    at: int
    by: PersonId | None
    kind: str
    data: Json


def load_room(conn: Connection, chat: Chat) -> Room:
    """The room; one that nobody has set anything in has no settings."""
    row = conn.execute(select(room).where(in_chat(room, chat))).mappings().one_or_none()
    if row is None:
        return Room(chat, {}, None)
    return Room(chat_of(row), row["settings"], row["migrated_to"])


def change_room_settings(
    conn: Connection, chat: Chat, changes: Json, *, by: PersonId | None, now: int
) -> Json:
    """Set these settings, drop those whose value is None, keep the others; log the change; return all."""
    merged = {**load_room(conn, chat).settings, **changes}
    settings = {key: value for key, value in merged.items() if value is not None}
    _put(conn, chat, {"settings": settings})
    log_in_room(conn, chat, at=now, by=by, kind="settings", data=changes)
    return settings


def log_in_room(conn: Connection, chat: Chat, *, at: int, by: PersonId | None, kind: str, data: Json) -> None:
    """Write down something an admin or the service did in a room."""
    conn.execute(insert(room_log).values(**chat_columns(chat), at=at, by=by, kind=kind, data=dict(data)))


def room_entries(conn: Connection, chat: Chat, limit: int) -> list[RoomEntry]:
    """The room's log, the newest line first."""
    query = (
        select(room_log.c.at, room_log.c.by, room_log.c.kind, room_log.c.data)
        .where(in_chat(room_log, chat))
        .order_by(room_log.c.id.desc())
        .limit(limit)
    )
    return [RoomEntry(*row) for row in conn.execute(query)]


def move_chat(conn: Connection, platform: str, old: str, new: str) -> list[PlaceId]:
    """The chat has a new address: everything that is still to happen follows it there. What is over stays
    where it was played: who asks for it asks at all addresses (`addresses`). Messages stay behind, and their
    numbers begin anew, so that boards are in none yet: where open tables and invitations were shown is
    returned.
    """
    if old == new:
        return []
    shown = (place.c.platform == platform, place.c.chat == old, IS_LIVE)
    goes_on = or_(
        place.c.table_id.in_(select(tables.c.id).where(IS_OPEN)),
        place.c.invitation_id.in_(select(invitation.c.id).where(invitation.c.state == "open")),
    )
    boards = select(place.c.id).where(*shown, goes_on).order_by(place.c.id)
    left_behind = [PlaceId(number) for number in conn.execute(boards).scalars()]
    conn.execute(update(place).where(*shown).values(message=None, shown_rev=None))
    for moving, on in (
        (place, IS_LIVE),
        (outbox, outbox.c.state != "sent"),
        (room_log, true()),
    ):
        here = (moving.c.platform == platform, moving.c.chat == old, on)
        conn.execute(update(moving).where(*here).values(chat=new))
    for moving, on in ((tables, IS_OPEN), (invitation, invitation.c.state == "open")):
        here = (moving.c.room_platform == platform, moving.c.room_chat == old, on)
        conn.execute(update(moving).where(*here).values(room_chat=new))
    for row in conn.execute(select(room).where(room.c.platform == platform, room.c.chat == old)).mappings():
        copy = {**row, "chat": new, "migrated_to": None}
        conn.execute(upsert(conn, room).values(**copy).on_conflict_do_nothing())
    _put(conn, Chat(platform, old), {"migrated_to": new})
    for chat, to in ((old, new), (new, None)):  # nothing leads away from where the chat is now: no circles
        moved = (room.c.platform == platform, room.c.chat == chat)
        conn.execute(update(room).where(*moved).values(migrated_to=to))
    return left_behind


def present_address(conn: Connection, chat: Chat) -> Chat:
    """Where the chat is now."""
    address = chat.chat
    for _ in range(_HOPS):
        query = select(room.c.migrated_to).where(
            room.c.platform == chat.platform, room.c.chat == address, room.c.migrated_to.is_not(None)
        )
        moved: str | None = conn.execute(query.limit(1)).scalar_one_or_none()
        if moved is None:
            break
        address = moved
    return Chat(chat.platform, address, chat.topic, chat.private)


def present_addresses(conn: Connection) -> dict[tuple[str, str], str]:
    """Where all chats are now that have moved, by platform and old address."""
    columns = room.c
    query = select(columns.platform, columns.chat, columns.migrated_to).where(
        columns.migrated_to.is_not(None)
    )
    return {
        (platform, old): present_address(conn, Chat(platform, new)).chat
        for platform, old, new in conn.execute(query).all()
    }


def addresses(conn: Connection, platform: str, chat: str) -> list[str]:
    """All addresses under which a chat has been known, this one first."""
    found = [chat]
    for address in found:
        query = select(room.c.chat).where(room.c.platform == platform, room.c.migrated_to == address)
        found += [old for old in conn.execute(query.distinct()).scalars() if old not in found]
    return found


def _put(conn: Connection, chat: Chat, values: Json) -> None:
    made = upsert(conn, room).values(**{**chat_columns(chat), "settings": {}, **values})
    conn.execute(
        made.on_conflict_do_update(
            index_elements=[room.c.platform, room.c.chat, room.c.topic], set_=dict(values)
        )
    )
