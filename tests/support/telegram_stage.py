"""The whole service on Telegram in a test: real store, desk and adapter, over the wire to the stand-in.

Time is the stand-in's: ``settle`` moves it to when the next waiting message may go, so that a busy group takes
no real minutes.
"""

from __future__ import annotations

import asyncio
import contextlib
import io
import itertools
import zlib
from collections.abc import AsyncIterator, Callable, Hashable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from PIL import Image

from bot.adapters.telegram import (
    TELEGRAM_TEXTS,
    Hooks,
    Inline,
    MenuCommand,
    Scope,
    TelegramAdapter,
    TelegramSettings,
    Webhook,
)
from bot.adapters.telegram.inline import nothing_to_share
from bot.app.ports import Clock, Handler, TableId
from bot.game.dice import Dice
from bot.store.database import Store
from bot.store.inbox_port import StoreInbox
from bot.ui.texts import texts_for
from bot.wiring import Service, join
from tests.support.dice import FreshDice
from tests.support.service import DirectBrain
from tests.support.standin import StandInClock
from tests.support.telegram import TelegramApi

QUIET_S = 20.0


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


def words(locale: str | None) -> Mapping[str, str]:
    """The adapter's own sentences, from the catalogue."""
    texts = texts_for(locale)
    return {key: texts(key) for key in TELEGRAM_TEXTS}


def menu(language: str) -> list[MenuCommand]:
    """A few commands."""
    texts = texts_for(language)
    return [
        MenuCommand("play", texts("command.play")),
        MenuCommand("games", texts("command.games"), Scope.PRIVATE),
        MenuCommand("settings", texts("command.settings"), Scope.ADMINS),
    ]


def adapter_over(
    api: TelegramApi,
    store: Store,
    handler: Handler,
    service: Service,
    clock: Clock,
    *,
    inline: Inline = nothing_to_share,
    hooks: Hooks | None = None,
    webhook: Webhook | None = None,
) -> TelegramAdapter:
    """The adapter as the composition root makes it."""
    settings = TelegramSettings(api.token, api.root, webhook, poll_s=5)
    return TelegramAdapter(
        handler,
        settings,
        inbox=StoreInbox(store, "telegram", settings.bot_id, clock.now_ms),
        clock=clock,
        prepare=service.broadcaster.painted,
        words=words,
        menu=menu,
        inline=inline,
        hooks=hooks or Hooks(moved=service.archive.move_chat),
    )


@dataclass(slots=True)
class TelegramStage:
    """What a test works with. ``settle`` waits until nothing is left to do, now or later."""

    api: TelegramApi
    service: Service
    adapter: TelegramAdapter

    async def settle(self) -> None:
        """Wait until all that people did is carried out and every message is sent, however late it may go."""
        async with asyncio.timeout(QUIET_S):
            for turn in itertools.count():
                if await self._quiet():
                    return
                await asyncio.sleep(0.002 if turn < 200 else 0.01)

    async def _quiet(self) -> bool:
        api, service = self.api, self.service
        if any(not entry.handed for entry in api.feed.pending):
            return False
        if not self.adapter.receiving_idle:
            return False
        await service.computers.idle()
        if not await service.broadcaster.quiet(1.0) or self.adapter.busy:
            return False
        waits = [] if self.adapter.idle else [1.0]
        at = await service.archive.next_delivery("telegram")
        if at is not None:
            waits.append((at - service.clock.now_ms()) / 1000)
        if not waits:
            return self.adapter.idle
        api.clock.advance(max(0.01, min(waits)))
        self.adapter.wake()
        service.broadcaster.wake()
        return False


@contextlib.asynccontextmanager
async def telegram_stage(
    path: Path,
    api: TelegramApi,
    *,
    dice: Callable[[TableId], Dice] | None = None,
    inline: Inline = nothing_to_share,
    webhook: Webhook | None = None,
) -> AsyncIterator[TelegramStage]:
    """The service over the database at ``path`` and the stand-in; stopped in order at the end."""
    clock, one = SharedClock(api.clock), FreshDice(1)
    store = await Store.open(f"sqlite:///{path}", now=clock.now_ms())
    service = join(
        store,
        clock=clock,
        dice=dice or (lambda _: one),
        brain=DirectBrain(),
        painter=SmallPainter(),
        pace_s=lambda _: 0.0,
    )
    adapter = adapter_over(api, store, service.desk.handle, service, clock, inline=inline, webhook=webhook)
    try:
        async with adapter:
            service.start(adapter)
            yield TelegramStage(api, service, adapter)
            await adapter.stop()
            await service.stop()
    finally:
        await service.stop()
