"""What the stages over stand-ins share: the stand-in's time, small pictures, starting, coming to rest.

A platform's stage adds its people, rooms and messages, and a `Wire` that says whether its adapter is at work.
Nothing here knows a platform.
"""

from __future__ import annotations

import asyncio
import contextlib
import io
import itertools
import zlib
from collections.abc import AsyncIterator, Callable, Hashable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from functools import cache
from typing import Generic, Protocol, Self, TypeVar

from PIL import Image

from bot.app.ports import Adapter
from bot.wiring import Service
from tests.support.standin import StandInClock

QUIET_S = 60.0


@dataclass(slots=True)
class SharedClock:
    """The stand-in's clock as the service's."""

    clock: StandInClock

    def now_ms(self) -> int:
        return int(self.clock.now() * 1000)

    def monotonic(self) -> float:
        return self.clock.now()


class SmallPainter:
    """A real PNG of few bytes, another one for each view."""

    async def paint(self, view: Hashable) -> bytes:
        return small_png(zlib.crc32(repr(view).encode()))


@cache
def small_png(number: int) -> bytes:
    """A picture of one colour."""
    out = io.BytesIO()
    Image.new("RGB", (16, 10), (number & 255, number >> 8 & 255, number >> 16 & 255)).save(out, "PNG")
    return out.getvalue()


class WireAdapter(Adapter, Protocol):
    """An adapter that is connected to something outside."""

    async def __aenter__(self) -> object: ...

    async def __aexit__(self, *_: object) -> None: ...

    async def stop(self) -> None:
        """Hear nothing more, and finish what was begun."""


@contextlib.asynccontextmanager
async def serving(service: Service, *adapters: WireAdapter) -> AsyncIterator[None]:
    """Service and adapters run; stopped in order at the end."""
    try:
        async with contextlib.AsyncExitStack() as connected:
            for adapter in adapters:
                await connected.enter_async_context(adapter)
            service.start(*adapters)
            yield
            for adapter in adapters:
                await adapter.stop()
            await service.stop()
    finally:
        await service.stop()


class Wire(Protocol):
    """One platform's adapter over its stand-in."""

    @property
    def platform(self) -> str:
        """Its name in the outbox."""

    @property
    def at_work(self) -> bool:
        """Whether something that people did is on its way in, or is being carried out or answered."""

    @property
    def waits_s(self) -> Sequence[float]:
        """How long, at the least, what waits for room in the adapter has to wait."""

    def wake(self) -> None:
        """The clock has jumped."""


async def come_to_rest(
    service: Service, wires: Sequence[Wire], clock: StandInClock, within: float = QUIET_S
) -> None:
    """Wait until all that people did is carried out and every message is sent, however late it may go: the
    clock is moved to when the next one may. ``within`` are real seconds.
    """
    async with asyncio.timeout(within):
        for turn in itertools.count():
            if await _at_rest(service, wires, clock):
                return
            await asyncio.sleep(0.002 if turn < 200 else 0.01)


async def _at_rest(service: Service, wires: Sequence[Wire], clock: StandInClock) -> bool:
    if any(wire.at_work for wire in wires):
        return False
    await service.computers.idle()
    if not await service.broadcaster.quiet(1.0) or any(wire.at_work for wire in wires):
        return False
    waits = [wait for wire in wires for wait in wire.waits_s]
    for wire in wires:
        at = await service.archive.next_delivery(wire.platform)
        if at is not None:
            waits.append((at - service.clock.now_ms()) / 1000)
    if not waits:
        return True
    clock.advance(max(0.01, min(waits)))
    for wire in wires:
        wire.wake()
    service.broadcaster.wake()
    return False


WireT = TypeVar("WireT", bound=Wire)


class WireStage(Generic[WireT]):
    """A service on one platform that can be stopped and started again; ``run`` is one of its lives."""

    def __init__(
        self, clock: StandInClock, run: Callable[[], AbstractAsyncContextManager[tuple[Service, WireT]]]
    ) -> None:
        self._clock, self._run = clock, run
        self._running = contextlib.AsyncExitStack()
        self._parts: tuple[Service, WireT] | None = None

    @property
    def service(self) -> Service:
        assert self._parts is not None
        return self._parts[0]

    @property
    def wire(self) -> WireT:
        assert self._parts is not None
        return self._parts[1]

    async def __aenter__(self) -> Self:
        await self._start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._running.aclose()

    async def restart(self) -> None:
        """Stop, and start over the same database."""
        await self._running.aclose()
        await self._start()

    async def _start(self) -> None:
        self._parts = await self._running.enter_async_context(self._run())

    async def pass_time(self, seconds: float) -> None:
        """Let this pass at once."""
        self._clock.advance(seconds)
        await self.settle()

    async def settle(self, within: float = QUIET_S) -> None:
        """Wait until nothing is left to do; ``within`` are real seconds."""
        await come_to_rest(self.service, [self.wire], self._clock, within)
