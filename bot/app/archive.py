"""The port to what is stored: every change of a table is one value, committed as a whole.

Knows no database. Times are integer milliseconds UTC.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Protocol

from bot.app.codec import Stored
from bot.app.ports import NOT_AWAY, Away, Chat, MessageRef, PersonId, TableId, Visitor
from bot.app.ratings import Verdict
from bot.app.standings import StandingsBook
from bot.app.table import Seat, Status

Json = Mapping[str, Any]
AT_ONCE = 64
"""So many rows are claimed at a time."""


class Stale(Exception):
    """The table (or invitation) has moved on: somebody else was first. Nothing was written."""


class Repeated(Exception):
    """This press or message has been carried out already. Nothing was written."""


class Unknown(Exception):
    """There is no such table, invitation or person."""


class Together(Exception):
    """Two persons who play at one open table cannot become one."""


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table as it is stored: its row, and the log after the snapshot (all of it if there is none). ``time``
    is the snapshot of its timekeeping.
    """

    id: TableId
    kind: str
    revision: int
    seats: tuple[Seat, ...]
    status: Status
    room: Chat | None
    created_at: int
    updated_at: int
    due_at: int | None
    due_kind: str | None
    snapshot: Json | None
    events: tuple[Stored, ...]
    time: Json | None = None
    verdict: Verdict | None = None


@dataclass(frozen=True, slots=True)
class NewTable:
    """What a table starts with. ``rules`` is for finding and reading; the core has its own in the log."""

    kind: str
    rules: Json
    room: Chat | None
    rated: bool


@dataclass(frozen=True, slots=True)
class ShowIn:
    """Begin to show the table in a chat; ``person`` whose own view it is (None: the room's)."""

    chat: Chat
    person: PersonId | None = None


@dataclass(frozen=True, slots=True)
class Notice:
    """A line to be sent to a chat, once: ``code`` and ``facts`` become a sentence when it is sent."""

    chat: Chat
    code: str
    facts: Json
    person: PersonId | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """Everything that one command does to one table, for one transaction. ``expected`` is the revision it
    was decided on (0 with ``new``). All live places of the table are queued to be drawn again, unless
    ``redraw`` is off. ``due_at`` is when the service must look again. ``claim`` are the platforms for which
    what can be sent now is taken in the same transaction, if the change brings something to send there.
    """

    table: TableId
    expected: int
    events: tuple[Stored, ...]
    at: int
    by: PersonId | None = None
    origin: str | None = None
    status: Status = Status.OPEN
    due_at: int | None = None
    due_kind: str | None = None
    snapshot: Json | None = None
    time: Json | None = None
    seats: tuple[Seat, ...] | None = None
    new: NewTable | None = None
    show_in: tuple[ShowIn, ...] = ()
    notices: tuple[Notice, ...] = ()
    results: tuple[Any, ...] = ()
    accepts: str | None = None
    redraw: bool = True
    claim: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Place:
    """Where a table, or an invitation, is shown: a message of a chat (None until sent), what it shows and
    whom it notified.
    """

    id: int
    table: TableId | None
    invitation: str | None
    chat: Chat
    person: PersonId | None
    message: str | None
    shown_revision: int | None
    shown_for: tuple[PersonId, ...]

    @property
    def ref(self) -> MessageRef | None:
        """The message, if one was sent."""
        return None if self.message is None else MessageRef(self.chat, self.message)


class DeliveryKind(StrEnum):
    """What an outbox row asks for."""

    BOARD = "board"
    NOTICE = "notice"


@dataclass(frozen=True, slots=True)
class Delivery:
    """A claimed outbox row: a board of a ``place`` (None: it is shown there no more), or a notice."""

    id: int
    dedup: str
    chat: Chat
    kind: DeliveryKind
    payload: Json
    attempts: int
    created_at: int
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class Claimed:
    """What was taken to be sent now, and when the next row may go (None: none waits for a time)."""

    rows: Sequence[Delivery]
    next_at: int | None


@dataclass(frozen=True, slots=True)
class Committed:
    """What became of a finished game, and what was claimed by platform."""

    verdict: Verdict | None = None
    claimed: Mapping[str, Claimed] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Due:
    """An open table whose deadline has come, and the revision that had it."""

    table: TableId
    revision: int
    due_at: int
    kind: str | None


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who plays. ``language`` None: follow the client's; a guest until the rules are accepted."""

    id: PersonId
    name: str
    language: str | None
    settings: Json
    guest: bool


@dataclass(frozen=True, slots=True)
class Identity:
    """How a platform knows a person, and where it can write to that person alone."""

    platform: str
    external_id: str
    person: PersonId
    direct_chat: str | None
    locale: str | None


@dataclass(frozen=True, slots=True)
class Invitation:
    """An open offer to play: by whom, to whom (None: anyone), under which rules; ``turn`` is the person who
    must answer (None: anyone but the one who offered).
    """

    id: str
    revision: int
    kind: str
    state: str
    chat: Chat | None
    by: PersonId
    to: PersonId | None
    rules: Json
    data: Json = field(default_factory=dict)
    expires_at: int | None = None
    table: TableId | None = None


@dataclass(frozen=True, slots=True)
class RoomChange:
    """One line of a room's log: settings that were changed, or a table that was ended."""

    at: int
    by: PersonId | None
    kind: str
    data: Json


class Archive(StandingsBook, Protocol):
    """Everything that is kept. Methods are atomic; what they return is a consistent state."""

    async def load(self, table: TableId) -> StoredTable:
        """The table with its log. Raises ``Unknown``."""

    async def commit(self, change: Change) -> Committed:
        """Write a change; what came of it. Raises ``Stale`` or ``Repeated``; then
        nothing was written.
        """

    async def log(self, table: TableId) -> Sequence[tuple[int, int, PersonId | None, Stored]]:
        """The whole log: (number, time, person, event)."""

    async def tables_of(self, person: PersonId) -> Sequence[TableId]:
        """The open tables where this person sits, the nearest deadline first."""

    async def tables_in(self, room: Chat) -> Sequence[TableId]:
        """The open tables of a room, the oldest first."""

    async def last_over(self, person: PersonId, room: Chat | None, kinds: Collection[str]) -> TableId | None:
        """The newest table of these kinds that is over and where this person sat (None: in any room)."""

    async def due(self, now: int, away: Away = NOT_AWAY, after: int = 0) -> Sequence[Due]:
        """The open tables whose deadline has come ``after`` then, but not where nobody can be late."""

    async def next_due(self, away: Away = NOT_AWAY, after: int = 0) -> int | None:
        """When the next deadline of a table comes, or an open invitation expires; or when it did."""

    async def open_deadlines(self, platform: str | None = None) -> Sequence[TableId]:
        """The open tables where a deadline runs; with ``platform`` those that are shown there."""

    async def beat(self, now: int) -> None:
        """The service is alive."""

    async def last_beat(self) -> int | None:
        """When the service was last known to be alive; None before its first start."""

    async def silence(self, table: TableId, revision: int) -> None:
        """This deadline has rung and nothing follows by itself; it rings no more."""

    async def places(self, table: TableId) -> Sequence[Place]:
        """Where the table is shown now."""

    async def place(self, place: int) -> Place | None:
        """One place, if it is still live."""

    async def place_of(self, message: MessageRef) -> Place | None:
        """The place that this message is."""

    async def show(
        self, what: TableId | Invitation, show_in: ShowIn, now: int, *, anew: bool, redraw: bool = False
    ) -> None:
        """Show a table or an invitation in a chat; with ``anew`` as a new message even if one is there, with
        ``redraw`` once more in the message that shows it already.
        """

    async def claim(self, platform: str, now: int, limit: int) -> Claimed:
        """Take what waits to be sent on a platform, at most one row of each chat."""

    async def next_delivery(self, platform: str) -> int | None:
        """When the next waiting row may go."""

    async def board_sent(
        self,
        delivery: int | None,
        place: int,
        message: str,
        revision: int,
        shown_for: tuple[PersonId, ...],
        now: int,
    ) -> bool:
        """A board stands in this message now. Whether more waits for that chat."""

    async def sent(self, delivery: int, now: int) -> bool:
        """A row is done. Whether more waits for its chat."""

    async def postpone(self, delivery: int, not_before: int, error: str) -> None:
        """A row waits again, unless a newer one has taken its place."""

    async def ambiguous(self, delivery: int, error: str) -> None:
        """A row may have arrived or not, and is not sent again."""

    async def dead(self, delivery: int, error: str, place: int | None = None) -> None:
        """A row will never arrive; its place is closed."""

    async def forget_message(self, place: int) -> None:
        """The place's message is gone."""

    async def take_up(self, platform: str, now: int) -> Sequence[Delivery]:
        """At the start of a platform's sender: what was on its way when the last one ended waits again. Each
        may have arrived.
        """

    async def forget_old(self, *, sent: int, updates: int) -> int:
        """Forget some of what was sent before ``sent`` and carried out before ``updates`` (ms); how many
        rows, 0 once nothing of it is left.
        """

    async def move_chat(self, old: Chat, new: Chat, now: int) -> None:
        """A chat has a new address; everything of it goes there."""

    async def meet(self, visitor: Visitor, name: str, chat: Chat | None, now: int) -> tuple[Person, Identity]:
        """The person behind a visitor, a new one with this (cleaned) name if nobody is known yet. Keeps
        name, locale and direct chat up to date.
        """

    async def person(self, person: PersonId) -> Person:
        """A person by id. Raises ``Unknown``."""

    async def identities(self, person: PersonId) -> Sequence[Identity]:
        """All identities of a person."""

    async def change_settings(self, person: PersonId, changes: Json) -> Person:
        """Set these settings (None drops one; ``language`` and ``name`` are the person's own)."""

    async def accept_rules(self, person: PersonId, now: int) -> None:
        """A guest becomes a registered player."""

    async def invite(self, invitation: Invitation, now: int, show_in: Sequence[ShowIn] = ()) -> Invitation:
        """Keep a new invitation and show it there; what is kept under this id, if it is not new."""

    async def invitation(self, invitation: str) -> Invitation:
        """An invitation by id. Raises ``Unknown``."""

    async def answer_invitation(self, invitation: Invitation, now: int) -> None:
        """Write a changed invitation, which its messages will show; its ``revision`` is the one it was read
        at. Raises ``Stale``.
        """

    async def invitations_of(self, person: PersonId) -> Sequence[Invitation]:
        """Open invitations by or to a person."""

    async def invitations_in(self, room: Chat) -> Sequence[Invitation]:
        """Open invitations that were made in a chat, the oldest first."""

    async def expired_invitations(self, now: int) -> Sequence[Invitation]:
        """Open invitations whose time is over, as many as can be looked at in one go."""

    async def room_settings(self, room: Chat) -> Json:
        """What was set for a room."""

    async def change_room(self, room: Chat, changes: Json, by: PersonId, now: int) -> Json:
        """Change a room's settings (None drops one), logged; returns all."""

    async def room_log(self, room: Chat, limit: int) -> Sequence[RoomChange]:
        """What was changed in a room, the newest first."""

    async def note_in_room(self, room: Chat, kind: str, data: Json, by: PersonId, now: int) -> None:
        """Write a line into a room's log."""

    async def put_link_code(self, person: PersonId, code_hash: str, expires_at: int) -> None:
        """Let a code mean this person; earlier ones are void."""

    async def redeem_link_code(self, person: PersonId, code_hash: str, now: int) -> PersonId:
        """Make this person the one whom the code means, who is returned; the code works once. Raises
        ``Unknown`` for a code that means nobody, ``Together`` where both play at one open table.
        """
