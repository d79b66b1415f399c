"""One service with people on Telegram and on Discord at the same time, over both stand-ins, in one time."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

from bot.wiring import Service
from tests.support import discord_stage, telegram_stage
from tests.support.dice import FreshDice
from tests.support.discord import DiscordApi
from tests.support.service import service_at
from tests.support.telegram import TelegramApi
from tests.support.wire_stage import SharedClock, SmallPainter, come_to_rest, serving


@dataclass(frozen=True, slots=True)
class Both:
    """The service with both adapters."""

    service: Service
    telegram_api: TelegramApi
    discord_api: DiscordApi
    telegram: telegram_stage.TelegramWire
    discord: discord_stage.DiscordWire

    async def settle(self) -> None:
        """Wait until all that people did is carried out and shown, however late it may go."""
        await come_to_rest(self.service, [self.telegram, self.discord], self.telegram_api.clock)


@contextlib.asynccontextmanager
async def both_platforms(
    path: Path, telegram_api: TelegramApi, discord_api: DiscordApi
) -> AsyncIterator[Both]:
    """The running service; both stand-ins have been given the same clock."""
    assert telegram_api.clock is discord_api.clock
    clock, dice = SharedClock(telegram_api.clock), FreshDice(4)
    service = await service_at(path, clock, lambda _: dice, SmallPainter())
    handle = service.desk.handle
    telegram = telegram_stage.adapter_over(telegram_api, handle, service, clock)
    discord = discord_stage.adapter_over(discord_api, handle, service, clock, discord_stage.KeptInMemory())
    async with serving(service, telegram, discord):
        await discord.wait_until_ready()
        yield Both(
            service,
            telegram_api,
            discord_api,
            telegram_stage.TelegramWire(telegram_api, telegram),
            discord_stage.DiscordWire(discord_api, discord),
        )
