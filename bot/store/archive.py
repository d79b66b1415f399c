"""The archive port over the store: each of its methods is one transaction of plain storage functions.

Translates between the rows of this package and the values of the use cases; decides nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, tzinfo
from typing import TypeVar

from sqlalchemy import Connection

from bot.app import archive as port
from bot.app.codec import Stored
from bot.app.ports import NOT_AWAY, Away, Chat, MessageRef, PersonId, TableId
from bot.app.ratings import Finished, Verdict
from bot.app.results import ChouettePoints
from bot.app.standings import Page, Question, Record, since
from bot.app.table import Seat, Status
from bot.store import (
    deadlines,
    heartbeat,
    inbox,
    outbox,
    places,
    rooms,
    showing,
    standings,
    standings_pages,
    tables,
)
from bot.store.archive_people import PeopleArchive
from bot.store.database import Store
from bot.store.errors import Conflict, DuplicateOrigin, UnknownRow
from bot.store.ids import InvitationId, OutboxId, PlaceId
from bot.store.invitations import InvitationState, change_invitation, load_invitation, next_expiry
from bot.store.persons import load_person
from bot.store.results import ChouetteResult, record_chouette_game
from bot.store.tables import EventRecord, SeatRow, TableStatus

T = TypeVar("T")
RULES_VERSION = 1
COMPUTER = "ai:"
FORGOTTEN_AT_ONCE = 500
"""Rows in one transaction: moves wait while it runs."""


class StoreArchive(PeopleArchive):
    """All of ``bot.app.archive.Archive``. ``tz`` is the calendar in which games of a day are counted."""

    def __init__(self, store: Store, tz: tzinfo = UTC) -> None:
        super().__init__(store)
        self._tz = tz

    async def load(self, table: TableId) -> port.StoredTable:
        return await self._read(lambda conn: _load(conn, table))

    async def commit(self, change: port.Change) -> port.Committed:
        try:
            verdict = await self._store.write(lambda conn: _commit(conn, change, self._tz))
        except Conflict:
            raise port.Stale from None
        except DuplicateOrigin:
            raise port.Repeated from None
        if change.results:
            self.refolder.wake()
        return verdict

    async def log(self, table: TableId) -> Sequence[tuple[int, int, PersonId | None, Stored]]:
        events = await self._store.read(lambda conn: tables.load_events(conn, table))
        return [(one.seq, one.at, one.by, _stored(one)) for one in events]

    async def tables_of(self, person: PersonId) -> Sequence[TableId]:
        return await self._store.read(lambda conn: [row.id for row in tables.tables_of(conn, person)])

    async def tables_in(self, room: Chat) -> Sequence[TableId]:
        return await self._store.read(lambda conn: [row.id for row in tables.tables_in(conn, room)])

    async def table_ids(self) -> Sequence[TableId]:
        """All tables, the oldest first."""
        return await self._store.read(tables.table_ids)

    async def due(self, now: int, away: Away = NOT_AWAY, after: int = 0) -> Sequence[port.Due]:
        found = await self._store.read(lambda conn: deadlines.due_tables(conn, now, away, after))
        return [port.Due(one.table_id, one.revision, one.due_at, one.due_kind) for one in found]

    async def next_due(self, away: Away = NOT_AWAY, after: int = 0) -> int | None:
        def look(conn: Connection) -> int | None:
            ahead = (deadlines.next_due(conn, away, after), next_expiry(conn))
            return min((at for at in ahead if at is not None), default=None)

        return await self._store.read(look)

    async def open_deadlines(self, platform: str | None = None) -> Sequence[TableId]:
        found = await self._store.read(lambda conn: deadlines.open_deadlines(conn, platform))
        return [one.table_id for one in found]

    async def beat(self, now: int) -> None:
        await self._store.write(lambda conn: heartbeat.beat_service(conn, self._store.fence, now))

    async def last_beat(self) -> int | None:
        return await self._store.read(heartbeat.last_beat)

    async def silence(self, table: TableId, revision: int) -> None:
        def run(conn: Connection) -> None:
            if tables.load_table(conn, table).revision == revision:
                tables.set_due(conn, table, None, None)

        await self._store.write(run)

    async def places(self, table: TableId) -> Sequence[port.Place]:
        found = await self._store.read(lambda conn: places.live_places(conn, table))
        return [showing.place_value(one) for one in found]

    async def place(self, place: int) -> port.Place | None:
        found = await self._store.read(lambda conn: places.load_place(conn, PlaceId(place)))
        return showing.place_value(found) if found is not None and found.live else None

    async def place_of(self, message: MessageRef) -> port.Place | None:
        found = await self._store.read(
            lambda conn: places.place_of_message(conn, message.chat, message.message)
        )
        return showing.place_value(found) if found is not None and found.live else None

    async def show(
        self,
        what: TableId | port.Invitation,
        show_in: port.ShowIn,
        now: int,
        *,
        anew: bool,
        redraw: bool = False,
    ) -> None:
        def run(conn: Connection) -> None:
            showing.show(conn, what, show_in, now, anew=anew, redraw=redraw)

        await self._store.write(run)

    async def claim(self, platform: str, now: int, limit: int) -> port.Claimed:
        return await self._store.write(lambda conn: showing.claim(conn, platform, now, limit))

    async def next_delivery(self, platform: str) -> int | None:
        return await self._store.read(lambda conn: outbox.next_send(conn, platform))

    async def board_sent(
        self,
        delivery: int | None,
        place: int,
        message: str,
        revision: int,
        shown_for: tuple[PersonId, ...],
        now: int,
    ) -> bool:
        def run(conn: Connection) -> bool:
            places.mark_shown(conn, PlaceId(place), message, revision, shown_for)
            return delivery is not None and showing.sent(conn, OutboxId(delivery), now)

        return await self._store.write(run)

    async def sent(self, delivery: int, now: int) -> bool:
        return await self._store.write(lambda conn: showing.sent(conn, OutboxId(delivery), now))

    async def postpone(self, delivery: int, not_before: int, error: str) -> None:
        await self._store.write(lambda conn: outbox.postpone(conn, OutboxId(delivery), not_before, error))

    async def ambiguous(self, delivery: int, error: str) -> None:
        await self._store.write(lambda conn: outbox.mark_ambiguous(conn, OutboxId(delivery), error))

    async def dead(self, delivery: int, error: str, place: int | None = None) -> None:
        def run(conn: Connection) -> None:
            outbox.mark_dead(conn, OutboxId(delivery), error)
            if place is not None:
                places.close_place(conn, PlaceId(place))

        await self._store.write(run)

    async def forget_message(self, place: int) -> None:
        await self._store.write(lambda conn: places.forget_message(conn, PlaceId(place)))

    async def take_up(self, platform: str, now: int) -> Sequence[port.Delivery]:
        def run(conn: Connection) -> list[port.Delivery]:
            return showing.deliveries(conn, outbox.take_up(conn, platform, now))

        return await self._store.write(run)

    async def forget_old(self, *, sent: int, updates: int) -> int:
        def run(conn: Connection) -> int:
            return outbox.forget_sent(conn, sent, FORGOTTEN_AT_ONCE) + inbox.forget_updates(
                conn, updates, FORGOTTEN_AT_ONCE
            )

        return await self._store.write(run)

    async def move_chat(self, old: Chat, new: Chat, now: int) -> None:
        def run(conn: Connection) -> None:
            for place in rooms.move_chat(conn, old.platform, old.chat, new.chat):
                if (at := places.load_place(conn, place)) is not None:
                    showing.queue(conn, at, now, anew=True)
            standings.move_scope(conn, old, new)

        await self._store.write(run)
        self._room_settings.clear()
        self.refolder.wake()

    async def standings(self, question: Question, now: int, asker: PersonId | None = None) -> Page:
        begin = since(question.period, now, self._tz)
        return await self._store.read(
            lambda conn: standings_pages.standings_page(conn, question, begin, asker)
        )

    async def record(self, person: PersonId, asker: PersonId | None = None) -> Record:
        return await self._read(lambda conn: standings_pages.person_record(conn, person, asker))

    async def _read(self, fn: Callable[[Connection], T]) -> T:
        try:
            return await self._store.read(fn)
        except UnknownRow as unknown:
            raise port.Unknown(unknown.what, unknown.key) from None


def read_log(conn: Connection, table: TableId) -> tuple[port.StoredTable, list[Stored]]:
    """A table and its whole log. Raises ``Unknown``."""
    try:
        stored = _load(conn, table)
    except UnknownRow as unknown:
        raise port.Unknown(unknown.what, unknown.key) from None
    log = tables.load_events(conn, table)
    return stored, [_stored(one) for one in log]


def _stored(one: tables.StoredEvent) -> Stored:
    return Stored(one.kind, one.version, dict(one.data), one.at)


def _load(conn: Connection, table: TableId) -> port.StoredTable:
    row = tables.load_table(conn, table)
    has_snapshot = row.state is not None
    events = () if has_snapshot else tables.load_events(conn, table)
    return port.StoredTable(
        row.id,
        row.kind,
        row.revision,
        tuple(_seat(conn, one) for one in row.seats),
        Status(row.status.value),
        row.room if row.room is None else rooms.present_address(conn, row.room),
        row.created_at,
        row.updated_at,
        row.due_at,
        row.due_kind,
        row.state,
        tuple(_stored(one) for one in events),
        row.time,
        standings.last_verdict(conn, table),
    )


def _seat(conn: Connection, row: SeatRow) -> Seat:
    person = row.person or PersonId("")
    if row.level is not None:
        return Seat(row.key, person, person.removeprefix(COMPUTER), row.level)
    return Seat(row.key, person, load_person(conn, person).name)


def _seat_row(conn: Connection, seat: Seat) -> SeatRow:
    """A person who has become another meanwhile sits as that one."""
    person = seat.person if seat.level is not None else load_person(conn, seat.person).id
    return SeatRow(seat.key, person, seat.level)


def _commit(conn: Connection, change: port.Change, tz: tzinfo) -> port.Committed:
    seats = None if change.seats is None else [_seat_row(conn, one) for one in change.seats]
    if change.new is not None:
        tables.create_table(
            conn,
            change.table,
            change.new.kind,
            rules=change.new.rules,
            rules_version=RULES_VERSION,
            seats=seats or [],
            room=change.new.room,
            rated=change.new.rated,
            now=change.at,
        )
    revision = tables.append_events(
        conn,
        change.table,
        change.expected,
        [EventRecord(one.kind, one.version, one.data) for one in change.events],
        at=change.at,
        by=change.by,
        origin=change.origin,
        status=TableStatus(change.status.value),
        due_at=change.due_at,
        due_kind=change.due_kind,
        snapshot=change.snapshot,
        time=change.time,
        seats=None if change.new is not None else seats,
    )
    for show_in in change.show_in:
        showing.open_place(conn, change.table, show_in)
    shown = places.live_places(conn, change.table) if change.redraw else []
    for place in shown:
        showing.queue_at(conn, place, revision, change.at)
    _queue_notices(conn, change, revision)
    verdict = _record(conn, change, tz)
    news = {place.at.platform for place in shown} | {notice.chat.platform for notice in change.notices}
    if change.accepts is not None:
        news |= _accept(conn, InvitationId(change.accepts), change)
    claimed = {
        name: showing.claim(conn, name, change.at, port.AT_ONCE) for name in change.claim if name in news
    }
    return port.Committed(verdict, claimed)


def _queue_notices(conn: Connection, change: port.Change, revision: int) -> None:
    for number, notice in enumerate(change.notices):
        payload = {"code": notice.code, "facts": dict(notice.facts), "person": notice.person}
        key = f"notice:{change.table}:{revision}:{number}"
        outbox.enqueue(conn, key, notice.chat, port.DeliveryKind.NOTICE, payload, now=change.at)


def _record(conn: Connection, change: port.Change, tz: tzinfo) -> Verdict | None:
    verdict = None
    for result in change.results:
        if isinstance(result, Finished):
            room = tables.load_table(conn, change.table).room
            verdict = standings.record_finished(conn, change.table, room, result, change.at, tz)
        elif isinstance(result, ChouettePoints):
            record_chouette_game(conn, [_chouette_result(result)])
    return verdict


def _accept(conn: Connection, invitation: InvitationId, change: port.Change) -> set[str]:
    """The table has come of a challenge, whose messages say so; on which platforms they are."""
    before = load_invitation(conn, invitation)
    if before.state is not InvitationState.OPEN:
        raise Conflict("invitation", before.id, before.revision, before.revision)
    change_invitation(conn, before, state=InvitationState.ACCEPTED, table_id=change.table)
    return showing.queue_invitation(conn, invitation, change.at)


def _chouette_result(points: ChouettePoints) -> ChouetteResult:
    return ChouetteResult(
        points.table,
        points.game,
        points.person,
        points.room,
        points.points,
        points.was_box,
        points.box_points,
        points.ended_at,
    )
