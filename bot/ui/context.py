"""What handlers of commands and buttons work with: the use cases, and the question in its context."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, tzinfo

from bot.app.archive import Archive, Invitation, ShowIn
from bot.app.broadcast import Broadcaster
from bot.app.composer import Composer
from bot.app.invitations import Invitations
from bot.app.linking import Linking
from bot.app.people import Audience, Known, People
from bot.app.ports import Answer, Chat, Clock, Command, PersonId, TableId
from bot.app.table import Seat, Table
from bot.app.tables import Refused, Tables
from bot.ui.kinds import TableUi, Viewer
from bot.ui.presenter import Presenter, viewer_of
from bot.ui.texts import Texts, texts_for

MOST_TABLES = 50


@dataclass(frozen=True, slots=True)
class Asked:
    """A command, a menu button or typed words, in context. ``args`` is the text after the command's name."""

    known: Known
    chat: Chat
    args: str
    origin: str
    command: Command | None = None
    tz: tzinfo = UTC

    @property
    def person(self) -> PersonId:
        """Who asks."""
        return self.known.person.id

    @property
    def texts(self) -> Texts:
        """The texts of the one who asks."""
        return texts_for(self.known.language)

    @property
    def audience(self) -> Audience:
        """The one who asks as the only reader."""
        return Audience(self.known.language, self.person, self.known.person.settings)

    @property
    def viewer(self) -> Viewer:
        """The one who asks as the only viewer."""
        return viewer_of(self.audience, self.tz)

    def with_args(self, args: str) -> Asked:
        """The same question with another text."""
        return replace(self, args=args)


@dataclass(frozen=True, slots=True)
class Context:
    """The use cases behind the conversation."""

    tables: Tables
    invitations: Invitations
    people: People
    archive: Archive
    broadcaster: Broadcaster
    composer: Composer
    presenter: Presenter
    clock: Clock
    linking: Linking

    def ui(self, table: Table) -> TableUi:
        """The presenter of the table's kind."""
        return self.presenter.uis[table.kind]

    def awaits(self, table: Table, person: PersonId) -> bool:
        """Whether the table waits for this person."""
        acting = self.tables.kind(table.kind).to_act(table.state)
        return any(seat.key in acting for seat in table.seats if seat.person == person)

    async def tables_here(self, asked: Asked) -> Sequence[Table]:
        """The person's tables that a command here can mean: those of this chat, in a direct chat all; the
        ones that wait for this person first.
        """
        if asked.chat.private:
            ids = list(await self.archive.tables_of(asked.person))
        else:
            ids = list(reversed(await self.archive.tables_in(asked.chat)))
        loaded = [await self.tables.load(table) for table in ids[:MOST_TABLES]]
        mine = [table for table in loaded if table.seat_of(asked.person)]
        return sorted(mine, key=lambda table: not self.awaits(table, asked.person))

    async def table_here(self, asked: Asked) -> Table:
        """The table that a command without one means. Raises ``Refused`` if there is none."""
        found = await self.tables_here(asked)
        if not found:
            raise Refused("table.none")
        return found[0]

    def seat(self, table: Table, asked: Asked) -> Seat:
        """Where the person sits. Raises ``Refused`` for strangers."""
        seat = table.seat_of(asked.person)
        if seat is None:
            raise Refused("table.stranger")
        return seat

    def own_view(self, asked: Asked) -> ShowIn:
        """The chat as a place for a board: the person's own view in a direct chat, else the room's."""
        return ShowIn(asked.chat, asked.person if asked.chat.private else None)

    async def viewer_here(self, asked: Asked, language: str | None = None) -> Viewer:
        """Who reads what is written in this chat: in a direct chat the one who asks; else the room, with its
        own looks and in its language, where it has set none in ``language`` (None: that of the one who asks).
        """
        if asked.chat.private:
            return asked.viewer
        settings = await self.archive.room_settings(asked.chat)
        spoken = settings.get("language") or language or asked.known.language
        return viewer_of(Audience(spoken, None, settings), asked.tz)

    async def show(
        self, what: Table | Invitation, show_in: ShowIn, *, anew: bool, redraw: bool = False
    ) -> None:
        """Show the table or challenge there; with ``anew`` as a new message, with ``redraw`` once more."""
        shown = what if isinstance(what, Invitation) else what.id
        await self.archive.show(shown, show_in, self.clock.now_ms(), anew=anew, redraw=redraw)
        self.broadcaster.wake()

    async def draw_again(self, tables: Sequence[TableId], person: PersonId | None, chat: Chat | None) -> None:
        """Draw these tables again where this person (None: a room), in this chat (None: in any), sees them:
        how they look has changed.
        """
        for table in tables[:MOST_TABLES]:
            for place in await self.archive.places(table):
                if place.person == person and chat in (None, place.chat):
                    shown = ShowIn(place.chat, place.person)
                    await self.archive.show(table, shown, self.clock.now_ms(), anew=False, redraw=True)
        self.broadcaster.wake()


Handling = Callable[[Context, Asked], Awaitable[Answer]]
