"""Old boards that wait to lose their buttons, or to go: done when their channel has room to spare.

Boards of running games go first. What is left when the service stops stays as it is: old buttons are
harmless. Knows no platform calls of its own.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import OrderedDict

from bot.adapters.discord.address import Address
from bot.adapters.discord.sender import Sender
from bot.app.ports import Delayed, DeliveryError, Retire

log = logging.getLogger(__name__)

SPARE = 2  # edits that are left to the boards of running games
MOST_WAITING = 500


class Retirement:
    """One task for each channel where something waits."""

    def __init__(self, sender: Sender) -> None:
        self._sender = sender
        self._waiting: dict[int, OrderedDict[Address, Retire]] = {}
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._woken = asyncio.Event()

    @property
    def idle(self) -> bool:
        """Whether nothing waits."""
        return not self._tasks

    async def retire(self, at: Address, how: Retire) -> None:
        """Do it now, or as soon as there is room. Raises a ``DeliveryError``, never ``Delayed``."""
        try:
            await self._do(at, how)
        except Delayed:
            queue = self._waiting.setdefault(at.channel, OrderedDict())
            queue[at] = how
            while len(queue) > MOST_WAITING:
                queue.popitem(last=False)
            if at.channel not in self._tasks:
                self._tasks[at.channel] = asyncio.create_task(self._work_off(at.channel))

    def wake(self) -> None:
        """Look at once whether there is room."""
        self._woken.set()

    async def stop(self) -> None:
        """Give up on what waits."""
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    async def _work_off(self, channel: int) -> None:
        queue = self._waiting[channel]
        try:
            while queue:
                at, how = next(iter(queue.items()))
                try:
                    await self._do(at, how)
                except Delayed as delayed:
                    await self._wait(delayed.seconds)
                    continue
                except DeliveryError as error:
                    log.info("an old board stays as it is: %r", error)
                queue.pop(at, None)
        finally:
            del self._tasks[channel], self._waiting[channel]

    async def _wait(self, seconds: float) -> None:
        self._woken.clear()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._woken.wait()

    async def _do(self, at: Address, how: Retire) -> None:
        match how:
            case Retire.STRIP:
                await self._sender.strip(at, leave=SPARE)
            case Retire.DELETE:
                await self._sender.delete(at)
            case Retire.KEEP:
                pass
