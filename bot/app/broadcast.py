"""Sends what the outbox holds: boards and challenges (always the newest), and lines of text.

One delivery at a time for each chat, chats side by side. A board is edited in place until the turn passes to
another person; then a new message notifies him and the old one loses its buttons. Those who are asked one
after the other are called by one message. A challenge is one message until it ends. Knows no platform.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Mapping
from dataclasses import dataclass, replace
from weakref import WeakValueDictionary

from bot.app.archive import (
    AT_ONCE,
    Archive,
    Claimed,
    Delivery,
    DeliveryKind,
    Invitation,
    Place,
    ShowIn,
    Unknown,
)
from bot.app.composer import Composer
from bot.app.people import People
from bot.app.ports import (
    Adapter,
    Ambiguous,
    ChatClosed,
    ChatMoved,
    Clock,
    Delayed,
    DeliveryError,
    MessageGone,
    MessageRef,
    Outgoing,
    PersonId,
    Rejected,
    Retire,
)
from bot.app.retries import Retries
from bot.app.sight import Sight
from bot.app.table import Table

log = logging.getLogger(__name__)
PATIENCE_S = 3.0


class Lost(Exception):
    """What was being sent is in nobody's hands."""


@dataclass(slots=True)
class _Line:
    """What runs for one platform. ``claiming``: how many may have taken rows that no task has yet;
    ``failure``: a delivery ended without a note, so that its row stands as being sent.
    """

    adapter: Adapter
    wake: asyncio.Event
    sending: set[asyncio.Task[None]]
    claiming: int = 0
    failure: BaseException | None = None

    def done(self, task: asyncio.Task[None]) -> None:
        """A delivery has ended."""
        self.sending.discard(task)
        failure = Lost("a delivery was cancelled") if task.cancelled() else task.exception()
        if failure is not None:
            self.failure = failure
            self.wake.set()


@dataclass(frozen=True, slots=True)
class _Errand:
    """A commit that claims for the lines which run now. A line that has ended meanwhile has its rows counted
    as interrupted when it runs again: the writer keeps the order.
    """

    broadcaster: Broadcaster
    lines: Mapping[str, _Line]

    @property
    def platforms(self) -> tuple[str, ...]:
        return tuple(self.lines)

    def end(self, claimed: Mapping[str, Claimed]) -> None:
        for platform, line in self.lines.items():
            line.claiming -= 1
            if platform in claimed:
                self.broadcaster.send(line, claimed[platform])


class Broadcaster:
    """The sender of boards, challenges and notices."""

    def __init__(self, archive: Archive, people: People, composer: Composer, clock: Clock) -> None:
        self._archive, self._people = archive, people
        self._composer, self._clock = composer, clock
        self._lines: dict[str, _Line] = {}
        self._unsure: dict[int, str] = {}
        """Places where a new board may have arrived unnoticed, and the name of that message."""
        self._served: set[str] = set()
        self._retries = Retries(archive, clock)
        self._places: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self.sight: Sight | None = None

    def errand(self) -> _Errand:
        """For a commit: what it brings to send is claimed with it."""
        for line in self._lines.values():
            line.claiming += 1
        return _Errand(self, dict(self._lines))

    def send(self, line: _Line, claimed: Claimed) -> None:
        """Deliver what was claimed for a line, if it is still the one that runs."""
        if self._lines.get(line.adapter.platform) is not line:
            return
        self._begin(line, claimed)
        if claimed.next_at is not None or len(claimed.rows) == AT_ONCE:
            line.wake.set()

    def wake(self) -> None:
        """Something may wait to be sent."""
        for line in self._lines.values():
            line.wake.set()

    async def run(self, adapter: Adapter) -> None:
        """Send for one platform until cancelled; what was on its way at a crash goes again. Raises what the
        archive raises: after that it can be run again.
        """
        line = _Line(adapter, asyncio.Event(), set(), claiming=1)
        self._lines[adapter.platform] = line
        try:
            await self._take_up(adapter.platform)
            line.claiming -= 1
            while True:
                line.wake.clear()
                if line.failure is not None:
                    raise line.failure
                await self._wait(line, await self._send_waiting(line))
        finally:
            if self._lines.get(adapter.platform) is line:
                del self._lines[adapter.platform]
            for task in line.sending:
                task.cancel()

    async def _take_up(self, platform: str) -> None:
        interrupted = await self._archive.take_up(platform, self._clock.now_ms())
        if platform not in self._served:  # what this process has posted, it knows
            self._unsure |= {row.place.id: row.dedup for row in interrupted if row.place is not None}
            self._served.add(platform)
        if interrupted:
            log.warning("messages on their way to %s when sending ended: %d", platform, len(interrupted))

    async def quiet(self, timeout_s: float = 5.0) -> bool:
        """Wait until nothing is left to send now; False if time ran out first."""
        deadline = self._clock.monotonic() + timeout_s
        while self._clock.monotonic() < deadline:
            now = self._clock.now_ms()
            waiting = [await self._archive.next_delivery(platform) for platform in list(self._lines)]
            busy = any(line.sending or line.claiming for line in list(self._lines.values()))
            if not busy and all(at is None or at > now for at in waiting):
                return True
            self.wake()
            await asyncio.sleep(0.005)
        return False

    async def _send_waiting(self, line: _Line) -> int | None:
        """Begin to deliver all that can go now; when the next may go."""
        while True:
            line.claiming += 1
            try:
                claimed = await self._archive.claim(line.adapter.platform, self._clock.now_ms(), AT_ONCE)
            finally:
                line.claiming -= 1
            self._begin(line, claimed)
            if len(claimed.rows) < AT_ONCE:
                return claimed.next_at

    def _begin(self, line: _Line, claimed: Claimed) -> None:
        for row in claimed.rows:
            task = asyncio.create_task(self._deliver(line, row))
            line.sending.add(task)
            task.add_done_callback(line.done)

    async def _wait(self, line: _Line, at: int | None) -> None:
        timeout = 30.0 if at is None else max(0.02, (at - self._clock.now_ms()) / 1000)
        try:
            async with asyncio.timeout(min(timeout, 30.0)):
                await line.wake.wait()
        except TimeoutError:
            return

    async def _deliver(self, line: _Line, row: Delivery) -> None:
        more = True
        try:
            more = await self._try_to_deliver(line.adapter, row)
            self._retries.arrived(row)
        except MessageGone as gone:
            if row.place is not None:
                await self._archive.forget_message(row.place.id)
            await self._retries.failed(row, gone, 0)
        except ChatMoved as moved:
            await self._archive.move_chat(row.chat, moved.to, self._clock.now_ms())
            await self._retries.failed(row, moved, 0)
        except ChatClosed as closed:
            if self.sight is not None and row.kind is DeliveryKind.BOARD:
                await self.sight.closed(row.chat, whole=False)
            await self._archive.dead(row.id, repr(closed), _place_id(row))
        except Delayed as delayed:
            await self._retries.again(row, delayed, int(delayed.seconds * 1000))
        except Rejected as rejected:
            await self._retries.failed(row, rejected)
        except Ambiguous as unclear:
            await self._unclear(row, unclear)
        except DeliveryError as error:
            await self._retries.again(row, error)
        except Unknown:
            await self._archive.dead(row.id, "nothing to show")
        except Exception:
            log.exception("could not deliver %s", row.dedup)
            await self._retries.failed(row, DeliveryError("internal fault"))
        if more:
            line.wake.set()

    async def _unclear(self, row: Delivery, error: Ambiguous) -> None:
        """A board can be looked after (``_unsure``); a line cannot be taken back."""
        if row.kind is DeliveryKind.BOARD:
            await self._retries.again(row, error)
        else:
            await self._retries.unclear(row, error)

    async def _try_to_deliver(self, adapter: Adapter, row: Delivery) -> bool:
        """Whether more waits for that chat."""
        if row.kind is DeliveryKind.NOTICE:
            await adapter.post(row.chat, await self._composer.notice(row))
            return await self._archive.sent(row.id, self._clock.now_ms())
        if row.place is None:
            return await self._archive.sent(row.id, self._clock.now_ms())
        async with self._place_lock(row.place.id):
            return await self._deliver_board(adapter, row, row.place)

    async def _deliver_board(self, adapter: Adapter, row: Delivery, place: Place) -> bool:
        subject, ref = await self._composer.subject(place), place.ref
        if ref is None and isinstance(subject, Invitation) and subject.state != "open":
            return await self._archive.sent(row.id, self._clock.now_ms())  # no message that could mislead
        message = await self._composer.message(subject, ShowIn(place.chat, place.person), dedup=row.dedup)
        actors = message.screen.actors
        shown_for = tuple(PersonId(person) for person in message.screen.calls) or place.shown_for
        anew = row.payload.get("anew") or (
            isinstance(subject, Table) and message.screen.calls_others(place.shown_for)
        )
        if ref is not None and (self._may_be_there(adapter, row, place) or not anew):
            await adapter.edit(ref, message)
            shown_for = shown_for if anew else tuple(one for one in shown_for if one in place.shown_for)
        else:
            mentions = await self._people.mentions(shown_for if actors else (), place.chat.platform)
            if isinstance(subject, Table):
                title = " – ".join(seat.name for seat in subject.seats if seat.name)
                message = replace(message, series=str(place.id), title=title)
            new = await self._post_board(adapter, place, replace(message, mentions=mentions))
            await self._retire(adapter, ref, place)
            ref = new
        more = await self._archive.board_sent(
            row.id, place.id, ref.message, subject.revision, shown_for, self._clock.now_ms()
        )
        self._unsure.pop(place.id, None)
        if self.sight is not None and isinstance(subject, Table) and subject.time.unseen:
            await self.sight.arrived(subject.id)
        return more

    def _may_be_there(self, adapter: Adapter, row: Delivery, place: Place) -> bool:
        """Whether posting could show a board twice: then the older message is changed instead."""
        unsure = self._unsure.get(place.id)
        return unsure is not None and not (adapter.posts_once and unsure == row.dedup)

    async def _post_board(self, adapter: Adapter, place: Place, message: Outgoing) -> MessageRef:
        """Unsure from the moment it is sent until it is stored where it is, or surely has not arrived."""
        before = self._unsure.get(place.id)
        self._unsure[place.id] = message.dedup
        try:
            return await adapter.post(place.chat, message)
        except Ambiguous:
            raise
        except DeliveryError:
            if before is None:
                del self._unsure[place.id]
            else:
                self._unsure[place.id] = before
            raise

    async def _retire(self, adapter: Adapter, old: MessageRef | None, place: Place) -> None:
        if old is None:
            return
        settings = await self._archive.room_settings(place.chat)
        how = Retire(settings.get("old_boards", Retire.STRIP))
        try:
            await adapter.retire(old, how)
        except DeliveryError as error:
            log.info("an old board stays as it is: %r", error)

    async def show_look(self, place: Place, revision: int, look: str) -> None:
        """Show a half-made play or a menu in place, unless what is shown there has moved on meanwhile."""
        line = self._lines.get(place.chat.platform)
        if line is None:
            return
        async with self._place_lock(place.id):
            now = await self._archive.place(place.id)
            subject = await self._composer.subject(place)
            if now is None or now.ref is None or subject.revision != revision:
                return
            message = await self._composer.message(subject, ShowIn(now.chat, now.person), look)
            try:
                await line.adapter.edit(now.ref, message)
            except DeliveryError as error:
                log.info("a half-made play was not shown: %r", error)

    async def retire_again(self, message: MessageRef) -> None:
        """Take the buttons off a message that was pressed and is no live board: it was not reached when it
        was replaced, or nobody learned that it had been posted.
        """
        line = self._lines.get(message.chat.platform)
        settings = await self._archive.room_settings(message.chat)
        if line is None or settings.get("old_boards") == Retire.KEEP:
            return
        try:
            await line.adapter.retire(message, Retire.STRIP)
        except DeliveryError as error:
            log.info("an old board stays as it is: %r", error)

    async def at_rest(self, place: int) -> None:
        """Wait, but not long, until nothing is on its way to a place: then its message is stored."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE_S), self._place_lock(place):
                return

    def _place_lock(self, place: int) -> asyncio.Lock:
        lock = self._places.get(place)
        if lock is None:
            lock = self._places[place] = asyncio.Lock()
        return lock


def _place_id(row: Delivery) -> int | None:
    return int(row.payload["place"]) if row.kind is DeliveryKind.BOARD else None
