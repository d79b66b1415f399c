"""What the page keeps of its messages and names, so that they are there after a restart: a port of its own.

The adapter keeps each chat bounded (it removes what falls off); a store need not trim. Knows no screen:
a message is an opaque JSON text here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Record:
    """One message. ``chat`` is the chat's address (``room:club``, ``direct:<external id>``); ``number``
    ascends within the chat and is never used again; both together are the key. ``dedup`` is what the sender
    calls this message, empty for none; ``body`` is JSON, at most a few kilobytes.
    """

    chat: str
    number: int
    dedup: str
    body: str


class WebHistory(Protocol):
    """Messages and names. ``save`` and ``remove`` return when the change is durable."""

    async def load(self, chat: str, limit: int) -> Sequence[Record]:
        """The newest ``limit`` messages of a chat, oldest first; empty for an unknown chat."""

    async def save(self, record: Record) -> None:
        """Insert a message, or replace the one with the same chat and number."""

    async def remove(self, chat: str, number: int) -> None:
        """Delete a message; nothing happens if it is not there."""

    async def forget(self, chat: str) -> None:
        """Delete all messages of a chat."""

    async def rooms(self) -> Mapping[str, int]:
        """The rooms (``room:…``) that have messages, each with the number of its newest one."""

    async def name_of(self, external_id: str) -> str | None:
        """The name that a person chose, None for a stranger."""

    async def save_name(self, external_id: str, name: str) -> None:
        """Remember a person's name."""


class MemoryHistory:
    """For tests and trials: forgets everything when the process ends."""

    def __init__(self) -> None:
        self._records: dict[tuple[str, int], Record] = {}
        self._names: dict[str, str] = {}

    async def load(self, chat: str, limit: int) -> Sequence[Record]:
        found = sorted((key, record) for key, record in self._records.items() if key[0] == chat)
        return [record for _, record in found[-limit:]]

    async def save(self, record: Record) -> None:
        self._records[record.chat, record.number] = record

    async def remove(self, chat: str, number: int) -> None:
        self._records.pop((chat, number), None)

    async def forget(self, chat: str) -> None:
        self._records = {key: record for key, record in self._records.items() if key[0] != chat}

    async def rooms(self) -> Mapping[str, int]:
        return {chat: number for chat, number in sorted(self._records) if chat.startswith("room:")}

    async def name_of(self, external_id: str) -> str | None:
        return self._names.get(external_id)

    async def save_name(self, external_id: str, name: str) -> None:
        self._names[external_id] = name
