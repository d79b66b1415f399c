"""Updates are stored first, confirmed then, carried out after that; those of one chat in their order.

`Inbox` is the port to the store. `Lanes` carry out what it holds: a lane for each chat, lanes side by side.
An update is finished when its handler has returned; what was not finished comes again after a restart, under
the same origin.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Protocol

log = logging.getLogger(__name__)

Json = Mapping[str, Any]

MOST_WAITING = 5_000  # updates in memory; beyond it no more are asked for
AT_ONCE = 64


class Waiting(Protocol):
    """An update that is stored and not carried out."""

    @property
    def id(self) -> int:
        """The inbox's own number of it."""

    @property
    def payload(self) -> Json:
        """The update as it came."""


class Inbox(Protocol):
    """Where updates are kept."""

    async def receive(self, updates: Sequence[tuple[str, Json]]) -> Sequence[Waiting]:
        """Store updates, each with the platform's key for it. Once this returns they are committed; the ones
        that are new are given back in their order.
        """

    async def waiting(self) -> Sequence[Waiting]:
        """What is not carried out yet, in order of arrival."""

    async def done(self, rows: Sequence[int]) -> None:
        """These have been carried out."""

    async def failed(self, row: int, error: str) -> None:
        """This cannot be carried out and is not to be tried again."""


class Lanes:
    """``carry_out`` does one update; ``lane_of`` names the chat whose order it belongs to."""

    def __init__(
        self, inbox: Inbox, carry_out: Callable[[Json], Awaitable[None]], lane_of: Callable[[Json], str]
    ) -> None:
        self._inbox, self._carry_out, self._lane_of = inbox, carry_out, lane_of
        self._lanes: dict[str, deque[Waiting]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._slots = asyncio.Semaphore(AT_ONCE)
        self._finished: list[int] = []
        self._marking: asyncio.Task[None] | None = None
        self._count = 0
        self._room = asyncio.Event()
        self._room.set()
        self._open = True

    async def resume(self) -> int:
        """Take up what was left unfinished; how much that was."""
        rows = await self._inbox.waiting()
        self._spread(rows)
        return len(rows)

    async def take(self, updates: Sequence[Json]) -> None:
        """Store updates and begin to carry them out. Returns once they are committed."""
        keyed = [(str(update["update_id"]), update) for update in updates]
        rows = await self._inbox.receive(keyed)
        if self._open:  # else they wait for the next start
            self._spread(rows)

    async def room(self) -> None:
        """Wait while too much is waiting."""
        await self._room.wait()

    @property
    def idle(self) -> bool:
        """Whether everything that was taken has been carried out and marked so."""
        return not self._tasks and not self._finished and self._marking is None

    async def stop(self, seconds: float) -> None:
        """Begin nothing more; finish what runs, but wait no longer than this."""
        self._open = False
        for lane in self._lanes.values():
            lane.clear()
        if self._tasks:
            _, late = await asyncio.wait(self._tasks, timeout=seconds)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)
        while self._marking is not None:
            await asyncio.shield(self._marking)

    def _spread(self, rows: Sequence[Waiting]) -> None:
        for row in rows:
            name = self._lane_of(row.payload)
            self._count += 1
            lane = self._lanes.get(name)
            if lane is not None:
                lane.append(row)
                continue
            self._lanes[name] = deque([row])
            task = asyncio.create_task(self._work(name))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        if self._count >= MOST_WAITING:
            self._room.clear()

    async def _work(self, name: str) -> None:
        lane = self._lanes[name]
        try:
            while lane:
                async with self._slots:
                    if not lane:
                        break
                    await self._do(lane.popleft())
        finally:
            del self._lanes[name]

    async def _do(self, row: Waiting) -> None:
        """The edge: one update that cannot be carried out must not hold up the chat."""
        self._count -= 1
        if self._count < MOST_WAITING:
            self._room.set()
        try:
            await self._carry_out(row.payload)
        except Exception as error:
            log.exception("an update could not be carried out")
            await self._put_aside(row, type(error).__name__)
            return
        self._finished.append(row.id)
        if self._marking is None:
            self._marking = asyncio.create_task(self._mark())

    async def _put_aside(self, row: Waiting, error: str) -> None:
        try:
            await self._inbox.failed(row.id, error)
        except Exception:
            log.exception("and it could not be put aside: it comes again after a restart")

    async def _mark(self) -> None:
        """Mark as finished, all that gathered meanwhile in one commit."""
        try:
            while self._finished:
                rows, self._finished = self._finished, []
                await self._inbox.done(rows)
        except Exception:
            log.exception("finished updates could not be marked; they come again and do nothing")
        finally:
            self._marking = None
