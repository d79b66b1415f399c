"""What goes to a chat when there is room: answers in their order, and per message the newest look.

Nothing here would be missed after a crash: boards and notices go by the outbox. A look that finds no room is
replaced by the next one; the newest is shown a moment later. Knows no calls of Telegram: an errand is a
function to be awaited.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass

from bot.adapters.telegram.faults import Unsent
from bot.adapters.telegram.limiter import Kind, Limiter, Weight
from bot.app.ports import Ambiguous, Chat, Delayed, DeliveryError

log = logging.getLogger(__name__)

Run = Callable[[], Awaitable[object]]

MOST_WAITING = 2_000
MOST_OF_CHAT = 100
ATTEMPTS = 5
PAUSE_S = 1.0
LONGEST_SLEEP_S = 30.0


@dataclass(slots=True)
class Errand:
    """One thing to be done in a chat. ``key``: a newer errand of the same key takes its place. ``calls``: how
    many requests it takes.
    """

    key: Hashable
    chat: Chat
    kind: Kind
    weight: Weight
    run: Run
    calls: int = 1
    not_before: float = 0.0
    attempts: int = 0


class Errands:
    """Runs errands as the limiter lets them; one at a time for each key, posts of a chat in their order."""

    def __init__(self, limiter: Limiter, now: Callable[[], float]) -> None:
        self._limiter, self._now = limiter, now
        self._waiting: dict[Hashable, Errand] = {}
        self._running: dict[Hashable, asyncio.Task[None]] = {}
        self._posting: set[Chat] = set()
        self.wait_s = 0.0  # until it is worth looking again
        self._wake, self._rest = asyncio.Event(), asyncio.Event()

    def put(self, errand: Errand) -> None:
        """Do it as soon as there is room; it takes the place of a waiting one of the same key."""
        before = self._waiting.get(errand.key)
        if before is None and not self._room(errand):
            log.warning("too much waits for a chat; an errand is dropped")
            return
        if before is not None:
            errand.weight = min(errand.weight, before.weight)
            errand.not_before = before.not_before
        self._waiting[errand.key] = errand
        self._wake.set()

    async def clear(self, key: Hashable) -> None:
        """It has become superfluous; what is being done of it is finished first."""
        self._waiting.pop(key, None)
        running = self._running.get(key)
        if running is not None:
            await asyncio.wait({running})
            self._waiting.pop(key, None)

    def wake(self) -> None:
        """Time may have jumped: look again."""
        self._wake.set()

    @property
    def idle(self) -> bool:
        """Whether nothing is left to do or being done."""
        return not self._waiting and not self._running

    @property
    def busy(self) -> bool:
        """Whether something is being done at this moment, or has not been looked at."""
        return bool(self._running) or self._wake.is_set()

    async def run(self) -> None:
        """Work until cancelled; what is being done then is finished by ``finish``."""
        while True:
            self._wake.clear()
            wait = self.wait_s = self._start_what_may_go()
            try:
                async with asyncio.timeout(min(wait, LONGEST_SLEEP_S)):
                    await self._wake.wait()
            except TimeoutError:
                continue

    async def finish(self, seconds: float) -> None:
        """Wait until nothing is left, but not longer."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while not self.idle:
                    self._rest.clear()
                    await self._rest.wait()
        for task in self._running.values():
            task.cancel()

    def _room(self, errand: Errand) -> bool:
        if len(self._waiting) < MOST_OF_CHAT:
            return True
        of_chat = sum(one.chat == errand.chat for one in self._waiting.values())
        return len(self._waiting) < MOST_WAITING and of_chat < MOST_OF_CHAT

    def _start_what_may_go(self) -> float:
        """Start errands; the seconds until it is worth looking again."""
        wait, seen = LONGEST_SLEEP_S, set(self._posting)
        for errand in sorted(self._waiting.values(), key=lambda one: one.weight):
            if errand.key in self._running:
                continue  # its end wakes us
            if errand.kind is Kind.POST:
                if errand.chat in seen:
                    continue
                seen.add(errand.chat)
            needs = errand.not_before - self._now()
            if needs <= 0:
                needs = self._limiter.take(errand.chat.chat, errand.kind, errand.weight, errand.calls)
            if needs > 0:
                wait = min(wait, needs)
                continue
            del self._waiting[errand.key]
            self._start(errand)
        return max(wait, 0.01)

    def _start(self, errand: Errand) -> None:
        task = asyncio.create_task(self._do(errand))
        self._running[errand.key] = task
        if errand.kind is Kind.POST:
            self._posting.add(errand.chat)

        def ended(_: asyncio.Task[None]) -> None:
            self._limiter.answered(errand.chat.chat, errand.kind, errand.calls)
            del self._running[errand.key]
            if errand.kind is Kind.POST:
                self._posting.discard(errand.chat)
            self._wake.set()
            self._rest.set()

        task.add_done_callback(ended)

    async def _do(self, errand: Errand) -> None:
        errand.attempts += 1
        try:
            await errand.run()
        except Delayed as delayed:
            errand.attempts -= 1
            self._again(errand, delayed.seconds)
        except Unsent as error:
            self._retry(errand, error)
        except Ambiguous as error:
            if errand.kind is Kind.EDIT:
                self._retry(errand, error)
            else:
                log.info("an answer may not have arrived: %r", error)
        except DeliveryError as error:
            log.info("an answer was not shown: %r", error)
        except Exception:
            log.exception("an errand failed")

    def _retry(self, errand: Errand, error: DeliveryError) -> None:
        if errand.attempts >= ATTEMPTS:
            log.warning("gave up on an answer: %r", error)
            return
        self._again(errand, PAUSE_S * 2 ** (errand.attempts - 1))

    def _again(self, errand: Errand, seconds: float) -> None:
        """Back to the front of what waits, unless a newer one is there."""
        errand.not_before = self._now() + seconds
        if errand.key not in self._waiting:
            self._waiting = {errand.key: errand, **self._waiting}
