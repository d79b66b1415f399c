"""Whether all who play can see their table: where its chat has closed, it goes on elsewhere, or time stops.

A room that shows a table shows it to all. Where none does any more, each gets a board in the chat that is his
alone; as long as there is none for somebody, nobody's time runs. Who closes only his own chat has gone away
himself, and his time runs on.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import Protocol

from bot.app.archive import Archive, Place, ShowIn, Unknown
from bot.app.people import People
from bot.app.ports import Chat, Clock, PersonId, TableId
from bot.app.refused import Refused
from bot.app.table import Deserted, Seat, Status, Table
from bot.app.table_time import Restore, Suspend, is_alone
from bot.app.tables import Tables

log = logging.getLogger(__name__)
WHY = "line.chat_closed"


class SightBook(Protocol):
    """What is stored of where tables are shown. ``whole``: all topics of the chat."""

    async def close_chat(self, chat: Chat, *, whole: bool) -> tuple[Sequence[Place], Sequence[PersonId]]:
        """Nothing can be sent there any more: the boards that were there, and who could be written to alone
        by it.
        """

    async def open_tables(self, room: Chat, *, whole: bool) -> Sequence[TableId]:
        """The open tables that were put down there."""

    async def show_instead(self, table: TableId, show_in: Sequence[ShowIn], why: str, now: int) -> None:
        """Begin to show a table in these chats, each after a line that says why."""


class Sight:
    """Follows chats that close and open. ``wake``: something is to be sent."""

    def __init__(
        self,
        archive: Archive,
        book: SightBook,
        tables: Tables,
        people: People,
        clock: Clock,
        wake: Callable[[], None],
    ) -> None:
        self._archive, self._book, self._tables, self._people = archive, book, tables, people
        self._clock, self._wake = clock, wake

    async def closed(self, chat: Chat, *, whole: bool = True) -> None:
        """The bot cannot write in a chat any more. Can be done again where it was broken off."""
        places, persons = await self._book.close_chat(chat, whole=whole)
        for person in persons:
            self._people.forget(person)
        tables = {place.table for place in places if not (chat.private and place.message)}
        if not chat.private:
            tables.update(await self._book.open_tables(chat, whole=whole))
        for table in tables:
            if table is not None:
                await self._lead_on(table, chat.platform)

    async def opened(self, chat: Chat) -> None:
        """The bot can write there (again): what is played there is shown there."""
        for table_id in await self._book.open_tables(chat, whole=True):
            table = await self._tables.load(table_id)
            room = table.room or chat
            people = [seat.person for seat in _players(self._tables, table)] if room.private else []
            show_in = ShowIn(room, people[0] if people else None)
            await self._archive.show(table_id, show_in, self._clock.now_ms(), anew=True)
        self._wake()

    async def arrived(self, table_id: TableId) -> None:
        """A board stands somewhere: if nobody lacks one any more, time runs again."""
        table = await self._tables.load(table_id)
        if table.time.unseen and not await self._blind(table):
            await self._ring(table_id, Restore())

    async def _lead_on(self, table_id: TableId, platform: str) -> None:
        try:
            table = await self._tables.load(table_id)
        except Unknown:
            return
        places = await self._archive.places(table_id)
        if table.status is not Status.OPEN or any(not place.chat.private for place in places):
            return
        have = {place.person for place in places}
        without = [seat for seat in _players(self._tables, table) if seat.person not in have]
        own = [(seat.person, await self._people.any_own_chat(seat.person, platform)) for seat in without]
        show_in = [ShowIn(chat, person) for person, chat in own if chat is not None]
        log.info("a table is shown in no room any more: %d own boards for %d", len(show_in), len(own))
        await self._book.show_instead(table_id, show_in, WHY, self._clock.now_ms())
        if len(show_in) < len(without) and not is_alone(table):
            await self._ring(table_id, Suspend())
        self._wake()

    async def _blind(self, table: Table) -> bool:
        """Whether somebody who plays has no board before him."""
        there = [place for place in await self._archive.places(table.id) if place.message is not None]
        seen = {place.person for place in there}
        in_a_room = any(not place.chat.private for place in there)
        return not in_a_room and any(seat.person not in seen for seat in _players(self._tables, table))

    async def _ring(self, table_id: TableId, action: Suspend | Restore) -> None:
        try:
            await self._tables.ring(table_id, action)
        except Refused:  # it has ended meanwhile
            return


def _players(tables: Tables, table: Table) -> Sequence[Seat]:
    """The persons who sit there and have not left."""
    kind = tables.kind(table.kind)
    here = kind.at_table(table.state) if isinstance(kind, Deserted) else None
    people = (seat for seat in table.seats if seat.level is None and seat.person)
    return [seat for seat in people if here is None or seat.key in here]
