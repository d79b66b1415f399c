"""Messages and names of the local web page, so that they are there after a restart.

Knows no screen and no page: a message is an opaque text under its chat and number, and what the page calls
one of its records is given as a callable.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Generic, Protocol, TypeVar

from sqlalchemy import Connection, delete, func, select

from bot.store.database import Store
from bot.store.schema import web_message, web_name
from bot.store.upsert import upsert

Row = tuple[str, int, str, str]
"""Chat, number, dedup, body."""


def newest_messages(conn: Connection, chat: str, limit: int) -> list[Row]:
    """The newest messages of a chat, the oldest of them first."""
    columns = web_message.c
    query = (
        select(columns.chat, columns.number, columns.dedup, columns.body)
        .where(columns.chat == chat)
        .order_by(columns.number.desc())
        .limit(limit)
    )
    return [(row.chat, row.number, row.dedup, row.body) for row in conn.execute(query)][::-1]


def put_message(conn: Connection, chat: str, number: int, dedup: str, body: str) -> None:
    """Insert a message, or replace the one with this chat and number."""
    made = upsert(conn, web_message).values(chat=chat, number=number, dedup=dedup, body=body)
    keys = [web_message.c.chat, web_message.c.number]
    conn.execute(made.on_conflict_do_update(index_elements=keys, set_={"dedup": dedup, "body": body}))


def remove_message(conn: Connection, chat: str, number: int) -> None:
    """Delete a message, if it is there."""
    conn.execute(delete(web_message).where(web_message.c.chat == chat, web_message.c.number == number))


def remove_chat(conn: Connection, chat: str) -> None:
    """Delete all messages of a chat."""
    conn.execute(delete(web_message).where(web_message.c.chat == chat))


def rooms_with_messages(conn: Connection) -> dict[str, int]:
    """The rooms that have messages, each with the number of its newest one."""
    chat, number = web_message.c.chat, web_message.c.number
    query = select(chat, func.max(number)).where(chat.like("room:%")).group_by(chat)
    return {str(room): int(newest) for room, newest in conn.execute(query)}


def name_of(conn: Connection, external_id: str) -> str | None:
    """The name that a visitor of the page chose."""
    query = select(web_name.c.name).where(web_name.c.external_id == external_id)
    name: str | None = conn.execute(query).scalar_one_or_none()
    return name


def put_name(conn: Connection, external_id: str, name: str) -> None:
    """Remember a visitor's name."""
    made = upsert(conn, web_name).values(external_id=external_id, name=name)
    conn.execute(made.on_conflict_do_update(index_elements=[web_name.c.external_id], set_={"name": name}))


class Recorded(Protocol):
    """A message of the page, as far as it is kept."""

    @property
    def chat(self) -> str: ...
    @property
    def number(self) -> int: ...
    @property
    def dedup(self) -> str: ...
    @property
    def body(self) -> str: ...


R = TypeVar("R", bound=Recorded)


class StoredHistory(Generic[R]):
    """The page's history in the store. ``make`` turns chat, number, dedup and body into a record."""

    def __init__(self, store: Store, make: Callable[[str, int, str, str], R]) -> None:
        self._store, self._make = store, make

    async def load(self, chat: str, limit: int) -> Sequence[R]:
        """The newest messages of a chat, oldest first; empty for an unknown chat."""
        rows = await self._store.read(lambda conn: newest_messages(conn, chat, limit))
        return [self._make(*row) for row in rows]

    async def save(self, record: R) -> None:
        """Insert or replace a message."""
        await self._store.write(
            lambda conn: put_message(conn, record.chat, record.number, record.dedup, record.body)
        )

    async def remove(self, chat: str, number: int) -> None:
        """Delete a message, if it is there."""
        await self._store.write(lambda conn: remove_message(conn, chat, number))

    async def forget(self, chat: str) -> None:
        """Delete all messages of a chat."""
        await self._store.write(lambda conn: remove_chat(conn, chat))

    async def rooms(self) -> Mapping[str, int]:
        """The rooms that have messages, each with the number of its newest one."""
        return await self._store.read(rooms_with_messages)

    async def name_of(self, external_id: str) -> str | None:
        """The name that a person chose, None for a stranger."""
        return await self._store.read(lambda conn: name_of(conn, external_id))

    async def save_name(self, external_id: str, name: str) -> None:
        """Remember a person's name."""
        await self._store.write(lambda conn: put_name(conn, external_id, name))
