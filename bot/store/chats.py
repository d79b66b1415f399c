"""How a chat of the ports lies in columns: a chat without topics has the topic "", as part of keys."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import ColumnElement, FromClause, RowMapping, and_

from bot.app.ports import Chat


def chat_columns(chat: Chat) -> dict[str, Any]:
    """The columns of a chat that is always there."""
    return {"platform": chat.platform, "chat": chat.chat, "topic": chat.topic or "", "private": chat.private}


def chat_of(row: RowMapping) -> Chat:
    """The inverse of `chat_columns`."""
    return Chat(row["platform"], row["chat"], row["topic"] or None, row["private"])


def in_chat(table: FromClause, chat: Chat, *, whole: bool = False) -> ColumnElement[bool]:
    """The condition that a row is of this chat and topic; with ``whole`` whatever the topic."""
    columns = table.c
    here = and_(columns.platform == chat.platform, columns.chat == chat.chat)
    return here if whole else and_(here, columns.topic == (chat.topic or ""))


def room_columns(room: Chat | None) -> Mapping[str, Any]:
    """The columns of a room that may be missing."""
    if room is None:
        return dict.fromkeys(("room_platform", "room_chat", "room_topic", "room_private"))
    return {f"room_{name}": value for name, value in chat_columns(room).items()}


def room_of(row: RowMapping) -> Chat | None:
    """The inverse of `room_columns`."""
    if row["room_platform"] is None:
        return None
    return Chat(row["room_platform"], row["room_chat"], row["room_topic"] or None, row["room_private"])


def in_room(table: FromClause, room: Chat, *, whole: bool = False) -> ColumnElement[bool]:
    """The condition that a row belongs to this room; with ``whole`` whatever the topic."""
    columns = table.c
    here = and_(columns.room_platform == room.platform, columns.room_chat == room.chat)
    return here if whole else and_(here, columns.room_topic == (room.topic or ""))
