"""One service with people on Telegram and on Discord at the same time, over both stand-ins, in one time."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

from bot.adapters.discord import DiscordAdapter
from bot.adapters.telegram import TelegramAdapter
from bot.store.database import Store
from bot.wiring import Service, join
from tests.support import discord_stage, telegram_stage
from tests.support.dice import FreshDice
from tests.support.discord import DiscordApi
from tests.support.service import DirectBrain
from tests.support.standin import StandInClock
from tests.support.telegram import TelegramApi

QUIET_S = 20.0


@dataclass(slots=True)
class Both:
    """The service with both adapters."""

    service: Service
    telegram_api: TelegramApi
    discord_api: DiscordApi
    telegram: TelegramAdapter
    discord: DiscordAdapter
    clock: StandInClock

    async def settle(self) -> None:
        """Wait until all that people did is carried out and shown, however late it may go."""
        async with asyncio.timeout(QUIET_S):
            for turn in itertools.count():
                if await self._quiet():
                    return
                await asyncio.sleep(0.002 if turn < 200 else 0.01)

    async def _quiet(self) -> bool:
        if self.telegram_api.feed.pending or self.discord_api.unanswered() or not self._received:
            return False
        if not await self.service.broadcaster.quiet(1.0) or self.telegram.busy or not self._received:
            return False
        waits = [] if self.discord.idle else [1.0]
        waits += [] if self.telegram.idle else [self.telegram.wait_s]
        for platform in ("telegram", "discord"):
            at = await self.service.archive.next_delivery(platform)
            if at is not None:
                waits.append((at - self.service.clock.now_ms()) / 1000)
        if not waits:
            return True
        self.clock.advance(max(0.01, min(waits)))
        self.telegram.wake()
        self.discord.wake()
        self.service.broadcaster.wake()
        return False

    @property
    def _received(self) -> bool:
        return self.telegram.receiving_idle and self.discord.receiving_idle


@contextlib.asynccontextmanager
async def both_platforms(
    path: Path, telegram_api: TelegramApi, discord_api: DiscordApi
) -> AsyncIterator[Both]:
    """The running service; both stand-ins have been given the same clock."""
    assert telegram_api.clock is discord_api.clock
    clock, dice = telegram_stage.SharedClock(telegram_api.clock), FreshDice(4)
    store = await Store.open(f"sqlite:///{path}", now=clock.now_ms())
    service = join(
        store,
        clock=clock,
        dice=lambda _: dice,
        brain=DirectBrain(),
        painter=telegram_stage.SmallPainter(),
        pace_s=lambda _: 0.0,
    )
    handle = service.desk.handle
    telegram = telegram_stage.adapter_over(telegram_api, store, handle, service, clock)
    discord = discord_stage.adapter_over(discord_api, handle, service, clock, discord_stage.KeptInMemory())
    try:
        async with telegram, discord:
            service.start(telegram, discord)
            await discord.wait_until_ready()
            yield Both(service, telegram_api, discord_api, telegram, discord, telegram_api.clock)
            await telegram.stop()
            await discord.stop()
            await service.stop()
    finally:
        await service.stop()
