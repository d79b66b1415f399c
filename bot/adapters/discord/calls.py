"""Calls to Discord: the waiting for one ends, the call itself never does.

What Discord refuses for a while discord.py repeats inside the call, and holds all others back meanwhile; one
that is cancelled there never lets them go again. So none is: it goes on by itself, and what must not overtake
it waits. Sees each answer of Discord, also those that the library keeps to itself. Knows no messages.
"""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, TypeVar

import aiohttp

from bot.app.ports import Delayed

log = logging.getLogger(__name__)

INVALID = (401, 403, 429)
"""What Discord counts before it blocks an address; not where somebody else has used a shared budget up."""
LEAST_WAIT_S = 1.0

T = TypeVar("T")


class Told(TimeoutError):
    """There is no answer yet because Discord has asked the call to wait."""


@dataclass(slots=True)
class _Running:
    """``about`` is the message or channel that it changes, ``goes_at`` when it asks again, if Discord has
    told it to wait (the loop's time), ``late`` whether nobody waits for it any more.
    """

    about: int | None
    goes_at: float = -math.inf
    late: bool = False


class Calls:
    """Nobody waits longer than ``answer_s`` for one; ``refused`` is told of each answer that Discord counts
    against its limit.
    """

    def __init__(self, answer_s: float, refused: Callable[[], None]) -> None:
        self._answer_s, self._refused = answer_s, refused
        self._running: dict[asyncio.Task[Any], _Running] = {}

    @property
    def trace(self) -> aiohttp.TraceConfig:
        """For the client's session: lets each answer be seen."""
        config = aiohttp.TraceConfig()
        config.on_request_end.append(self._answered)
        return config

    async def make(self, call: Callable[[], Awaitable[T]], about: int | None = None) -> T:
        """What the call gives or raises. Raises ``TimeoutError`` when there is no answer in time, ``Told`` if
        that is Discord's wish.
        """
        task = asyncio.ensure_future(call())
        running = self._running[task] = _Running(about)
        task.add_done_callback(self._ended)
        try:
            await asyncio.wait({task}, timeout=self._answer_s)
        finally:
            running.late = not task.done()
        if task.done():
            return task.result()
        raise TimeoutError if running.goes_at == -math.inf else Told

    def follow(self, about: int) -> None:
        """Raises ``Delayed`` if a call about the same goes on that nobody waits for: Discord has told it to
        wait, and what is newer must come after it.
        """
        now = asyncio.get_running_loop().time()
        for one in self._running.values():
            if one.late and one.about == about and now < one.goes_at + self._answer_s:
                raise Delayed(max(one.goes_at - now, LEAST_WAIT_S))

    async def close(self) -> None:
        """The client ends, and with it what nobody waits for."""
        for task in list(self._running):
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        late = self._running.pop(task).late
        if not task.cancelled() and (error := task.exception()) is not None and late:
            log.info("a call that nobody waited for any more has failed: %s", type(error).__name__)

    async def _answered(
        self, _session: aiohttp.ClientSession, _context: SimpleNamespace, seen: aiohttp.TraceRequestEndParams
    ) -> None:
        answer = seen.response
        if answer.status in INVALID and answer.headers.get("X-RateLimit-Scope") != "shared":
            self._refused()
        task = asyncio.current_task()
        if answer.status == 429 and task in self._running:
            self._running[task].goes_at = asyncio.get_running_loop().time() + _asked_wait(answer)


def _asked_wait(answer: aiohttp.ClientResponse) -> float:
    try:
        return float(answer.headers.get("Retry-After", LEAST_WAIT_S))
    except ValueError:
        return LEAST_WAIT_S
