"""Whether Discord's gateway can be reached: its loss is told at once, its return when all shards listen.

Two things tell of a loss: a shard's connection ends, or no frame comes for longer than Discord is ever silent
(heartbeats are answered every 41 s). Knows neither servers nor what a frame says.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass

from bot.app.ports import Back, Clock, Lost, ignore_loss, ignore_return

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Line:
    """Who is told of the line to Discord."""

    lost: Lost = ignore_loss
    back: Back = ignore_return


class Reach:
    """``silence_s`` without a frame are an outage, real seconds: a clock that is set is none."""

    def __init__(self, clock: Clock, line: Line, silence_s: float) -> None:
        self._clock, self._line, self._silence_s = clock, line, silence_s
        self._listening: set[int] = set()
        self._shards = 1
        self._out = False
        self._heard_at = 0.0
        self._watch: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """From now on something is to come: nothing does until all shards listen."""
        self._watch = asyncio.create_task(self._watch_for_silence())
        self._lose()

    async def end(self) -> None:
        """The line is given up on purpose: tell nothing more."""
        watch, self._watch = self._watch, None
        if watch is not None:
            watch.cancel()
            await asyncio.gather(watch, return_exceptions=True)

    def heard(self) -> None:
        """A frame came, on whichever shard."""
        self._heard_at = asyncio.get_running_loop().time()

    def shard_lost(self, shard: int) -> None:
        """A shard's connection has ended."""
        self._listening.discard(shard)
        self._lose()

    async def shard_listens(self, shard: int, shards: int) -> None:
        """A shard has begun to listen, or goes on; ``shards``: how many there are."""
        self._listening.add(shard)
        self._shards = shards
        self.heard()
        await self._regain()

    async def _watch_for_silence(self) -> None:
        while True:
            await asyncio.sleep(self._silence_s / 10)
            silent_s = asyncio.get_running_loop().time() - self._heard_at
            if silent_s > self._silence_s:
                self._lose(silent_s)
                continue
            try:
                await self._regain()
            except Exception:  # the edge: whoever is told could not take it, and is told again
                log.exception("nobody could be told that Discord is back")

    def _lose(self, ago_s: float = 0.0) -> None:
        if self._watch is not None and not self._out:
            self._out = True
            self._line.lost(self._clock.now_ms() - round(ago_s * 1000))

    async def _regain(self) -> None:
        if self._watch is not None and self._out and len(self._listening) >= self._shards:
            self._out = False
            try:
                await self._line.back()
            except BaseException:
                self._out = True
                raise
