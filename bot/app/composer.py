"""Makes the messages that go to chats: screens by the presenter, pictures by the painter, for whom they are.

Knows what is shown in a place; sends nothing, and knows no words and no platform.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Protocol

from bot.app.archive import Archive, Delivery, Invitation, Place, ShowIn
from bot.app.invitations import challenger_of
from bot.app.people import Audience, People
from bot.app.ports import Outgoing, Painter, PaintingFailed, PersonId
from bot.app.screen import Screen
from bot.app.table import Status, Table
from bot.app.tables import Tables

log = logging.getLogger(__name__)

Subject = Table | Invitation
"""What a place shows. Both have a ``revision``: buttons of an earlier one mean nothing any more."""


@dataclass(frozen=True, slots=True)
class Names:
    """Of a challenge: the names of the one who offers and of the one who is asked (None: anyone)."""

    by: str
    to: str | None


class Presenter(Protocol):
    """Makes screens; the words and pictures are not known here."""

    def board(self, table: Table, audience: Audience, look: str) -> Screen:
        """The table as the audience sees it; ``look`` is a half-made play or a menu."""

    def offer(self, invitation: Invitation, names: Names, audience: Audience, look: str) -> Screen:
        """A challenge, or what has become of it; ``look`` is a menu."""

    def notice(self, code: str, facts: Mapping[str, object], audience: Audience) -> Screen:
        """One line."""


class Composer:
    """The maker of messages."""

    def __init__(
        self, archive: Archive, tables: Tables, people: People, presenter: Presenter, painter: Painter
    ) -> None:
        self._archive, self._tables, self._people = archive, tables, people
        self._presenter, self._painter = presenter, painter

    async def subject(self, place: Place) -> Subject:
        """What a place shows, as it stands. Raises ``Unknown``."""
        if place.table is not None:
            return await self._tables.load(place.table)
        assert place.invitation is not None
        return await self._archive.invitation(place.invitation)

    async def message(self, subject: Subject, show_in: ShowIn, look: str = "", dedup: str = "") -> Outgoing:
        """A table or a challenge for a chat."""
        if isinstance(subject, Table):
            return await self.board(subject, show_in, look, dedup)
        audience = await self._people.audience(show_in, challenger_of(subject))
        screen = await self.offer(subject, audience, look)
        asked = tuple(PersonId(one) for one in screen.actors)
        mentions = await self._people.mentions(asked, show_in.chat.platform)
        return Outgoing(screen, mentions=mentions, dedup=dedup)

    async def board(self, table: Table, show_in: ShowIn, look: str = "", dedup: str = "") -> Outgoing:
        """The table's screen for a chat, painted; without a picture where none can be made."""
        people = tuple(seat.person for seat in table.seats if seat.level is None)
        audience = await self._people.audience(show_in, people[0] if people else None)
        message = await self.painted(self._presenter.board(table, audience, look), dedup)
        playing = table.seats if table.status is Status.OPEN else ()
        seated = tuple(seat.person for seat in playing if seat.person and seat.level is None)
        players = await self._people.mentions(seated, show_in.chat.platform)
        return replace(message, players=tuple(player.external_id for player in players))

    async def offer(self, invitation: Invitation, audience: Audience, look: str = "") -> Screen:
        """A challenge's screen with the names of both. Raises ``Unknown``."""
        other = invitation.to or await self._who_accepted(invitation)
        to = None if other is None else (await self._people.person(other)).name
        names = Names((await self._people.person(invitation.by)).name, to)
        return self._presenter.offer(invitation, names, audience, look)

    async def _who_accepted(self, invitation: Invitation) -> PersonId | None:
        """Who has accepted a challenge to anyone."""
        if invitation.table is None:
            return None
        seats = (await self._tables.load(invitation.table)).seats
        return next((seat.person for seat in seats if seat.person != invitation.by), None)

    async def notice(self, row: Delivery) -> Outgoing:
        """The line that an outbox row asks for."""
        person, chat = row.payload.get("person"), row.chat
        settings = {} if chat.private else await self._archive.room_settings(chat)
        audience = Audience(settings.get("language"), None, settings)
        if person is not None:
            reader = await self._people.reader(person, chat.platform)
            audience = replace(reader, language=audience.language or reader.language)
        screen = self._presenter.notice(row.payload["code"], row.payload["facts"], audience)
        mentions = await self._people.mentions((person,) if person else (), chat.platform)
        return Outgoing(screen, mentions=mentions, dedup=row.dedup)

    async def painted(self, screen: Screen, dedup: str = "") -> Outgoing:
        """A screen with its picture."""
        if screen.picture is None:
            return Outgoing(screen, dedup=dedup)
        try:
            png = await self._painter.paint(screen.picture)
        except PaintingFailed:
            log.exception("a board goes out as text")
            return Outgoing(screen, dedup=dedup)
        return Outgoing(screen, png, picture_key(screen.picture), dedup=dedup)


def picture_key(view: object) -> str:
    """A name for a picture's content, the same in every process."""
    return hashlib.blake2b(repr(view).encode(), digest_size=12).hexdigest()
