"""The service in simcord's world, somebody else's model of Discord, and simcord's page to look at it.

``python -m tests.support.simcord_stage`` serves that page with three people in a channel, for a look by hand.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Hashable
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import simcord

from bot.adapters.discord import DiscordAdapter, DiscordSettings
from bot.adapters.discord.pace import Budget, Kind, Pace
from bot.app.ports import Clock, Painter, TableId
from bot.game.dice import Dice
from bot.platforms import completing, preparing
from bot.render.picture import draw_picture
from bot.ui.commands import SUGGESTED
from bot.wiring import Service, SystemClock, SystemDice
from tests.support.discord_stage import KeptInMemory, words
from tests.support.service import HandClock, service_at
from tests.support.wire_stage import SmallPainter

PEOPLE = ("Anna", "Bea", "Carl")
SETTLING_S = 30.0
UNHURRIED = Pace(dict.fromkeys(Kind, Budget(1_000, 1.0)), Budget(1_000, 1.0))
"""simcord counts no rates, and the hand's clock would never let a message go that waits for its turn."""


class DirectPainter:
    """The pictures of the product, drawn at once."""

    async def paint(self, view: Hashable) -> bytes:
        return draw_picture(view)


@asynccontextmanager
async def on_simcord(
    path: Path,
    dice: Callable[[TableId], Dice],
    *,
    patience_s: float = 0.0,
    clock: Clock | None = None,
    painter: Painter | None = None,
) -> AsyncIterator[tuple[Service, Any]]:
    """The service with its adapter, and simcord's world. That waits for its bot and not for our service: with
    no patience every press is acknowledged at once, and simcord does not hang on it.
    """
    clock = clock or HandClock()
    service = await service_at(path, clock, dice, painter or SmallPainter())
    adapter = DiscordAdapter(
        service.desk.handle,
        DiscordSettings("simcord.fake.token", patience_s=patience_s),
        clock=clock,
        memory=KeptInMemory(),
        prepare=preparing(service, "discord"),
        words=words,
        commands=tuple(SUGGESTED),
        complete=completing(service),
        room_settings=service.archive.room_settings,
        pace=UNHURRIED,
    )
    try:
        async with simcord.run(adapter.client, shard_count=1, settle_timeout=SETTLING_S) as env:
            service.start(adapter)
            yield service, env
            await service.stop()
    finally:
        await service.stop()


@asynccontextmanager
async def previewed(env: Any, *names: str) -> AsyncIterator[tuple[str, dict[str, str]]]:
    """The address of the page on which these people see a channel, and the number of each of them."""
    guild = env.create_guild()
    channel = guild.create_text_channel("backgammon")
    people = [guild.add_member(env.create_user(name.lower(), global_name=name)) for name in names]
    async with env.preview(channel, viewers=people, layout="channel") as preview:
        yield preview.url, dict(zip(names, (str(one.id) for one in people), strict=True))


async def _serve() -> None:
    dice = SystemDice()
    with TemporaryDirectory() as folder:
        clock, painter = SystemClock(), DirectPainter()
        path = Path(folder, "c.sqlite")
        async with (
            on_simcord(path, lambda _: dice, clock=clock, painter=painter) as (_, env),
            previewed(env, *PEOPLE) as (address, _),
        ):
            print(f"{address} (stop with Ctrl+C)", flush=True)  # noqa: T201 - for the person at the terminal
            await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(_serve())
