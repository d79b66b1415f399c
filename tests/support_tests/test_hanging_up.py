"""A caller that hangs up in the middle of a call has done nothing, and a stand-in is not to blame for it."""

from __future__ import annotations

import asyncio
import logging

import pytest

from tests.support.discord import DiscordApi
from tests.support.telegram import TelegramApi

pytestmark = pytest.mark.platforms


async def hang_up(port: int, path: str, headers: str = "") -> None:
    """Half a call, and then the line is cut."""
    _, line = await asyncio.open_connection("127.0.0.1", port)
    head = f"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n"
    line.write(f'{head}{headers}\r\n{{"a":'.encode())
    await line.drain()
    await asyncio.sleep(0.1)
    line.transport.abort()
    await asyncio.sleep(0.1)


async def test_telegram_s_stand_in_blames_nobody(caplog: pytest.LogCaptureFixture) -> None:
    async with TelegramApi() as api:
        await hang_up(api.port, f"/bot{api.token}/sendMessage")
        assert (api.violations, api.ledger.calls) == ([], [])
    assert not [one for one in caplog.records if one.levelno >= logging.ERROR]


async def test_discord_s_stand_in_blames_nobody(caplog: pytest.LogCaptureFixture) -> None:
    async with DiscordApi() as api:
        await hang_up(api.port, "/api/v10/channels/1/messages", f"Authorization: Bot {api.token}\r\n")
        assert (api.violations, api.ledger.calls) == ([], [])
    assert not [one for one in caplog.records if one.levelno >= logging.ERROR]
