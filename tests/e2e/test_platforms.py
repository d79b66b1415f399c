"""One real process serves the page, Telegram and Discord at once, over the stand-ins of both."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import signal
import sys
from collections.abc import AsyncIterator, Mapping
from pathlib import Path

import aiohttp

from tests.support.discord import DiscordApi
from tests.support.telegram import TelegramApi
from tests.support.telegram_line import free_port
from tests.support.web_client import WebClient


@contextlib.asynccontextmanager
async def serving(folder: Path, settings: Mapping[str, str]) -> AsyncIterator[tuple[str, Path]]:
    """The service as a process: the page's address, and its log."""
    own = {"BOT_DATABASE_URL": f"sqlite:///{folder / 'c.sqlite'}", "BOT_WEB_PORT": "0"}
    kept = {name: value for name, value in os.environ.items() if not name.startswith("BOT_")}
    log = folder / "log.txt"
    with log.open("wb") as errors:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "bot",
            env={**kept, **own, **settings},
            stdout=asyncio.subprocess.PIPE,
            stderr=errors,
        )
        assert process.stdout is not None
        said = (await asyncio.wait_for(process.stdout.readline(), 60)).decode()
        try:
            yield next(word for word in said.split() if word.startswith("http")), log
        finally:
            process.send_signal(signal.SIGTERM)
            status = await asyncio.wait_for(process.wait(), 15)
    assert status == 0, log.read_text()


async def _registered(discord: DiscordApi) -> None:
    """Wait until the commands are there and the bot listens."""
    for _ in range(300):
        if discord.backend.commands.by_scope and discord.gateway.connected:
            return
        await asyncio.sleep(0.1)
    raise AssertionError("the commands were not registered")


async def test_one_process_serves_all_three(tmp_path: Path) -> None:
    async with TelegramApi() as telegram, DiscordApi() as discord:
        settings = {
            "BOT_TELEGRAM_TOKEN": telegram.token,
            "BOT_TELEGRAM_API_ROOT": telegram.root,
            "BOT_DISCORD_TOKEN": discord.token,
            "BOT_DISCORD_API_ROOT": discord.root,
            "BOT_DISCORD_GATEWAY": discord.gateway_url,
        }
        ada = telegram.person("Ada", "ada_l", "en")
        dora = discord.person("Dora")
        server = discord.server("Club", dora)
        games = server.channel("games")
        async with serving(tmp_path, settings) as (address, log):
            async with aiohttp.ClientSession() as http, http.get(address) as page:
                assert page.status == 200
            ada.starts()
            welcome = await ada.private.shows(
                lambda message: any("Play the computer" in row for row in message.labels), within=30
            )
            await ada.presses(welcome, "Play the computer")
            board = await ada.private.shows(lambda message: message.picture, within=30)
            assert board.labels
            await _registered(discord)
            dora.at(games).run("/play", rules="1")
            shown = await dora.at(games).shows(lambda message: message.pictures, within=30)
            assert shown.labels
            club = telegram.group("Club", ada)
            await club.shows(lambda message: "Play the computer" in str(message.labels), within=30)
            other = discord.server("Other", dora, with_bot=False)
            hall = other.channel("hall")
            other.add_bot()
            await dora.at(hall).shows(lambda message: "Play the computer" in str(message.labels), within=30)
        text = log.read_text()
        assert telegram.token not in text
        assert discord.token not in text
        assert telegram.violations == []
        assert discord.violations == []


async def test_a_person_joins_telegram_and_the_page_by_a_code_and_finds_the_game_there(
    tmp_path: Path,
) -> None:
    async with TelegramApi() as telegram:
        settings = {"BOT_TELEGRAM_TOKEN": telegram.token, "BOT_TELEGRAM_API_ROOT": telegram.root}
        ada = telegram.person("Ada", "ada_l", "en")
        async with serving(tmp_path, settings) as (address, _), WebClient(address.rstrip("/")) as page:
            ada.starts()
            await ada.private.shows(lambda message: message.rows, within=30)
            ada.says(ada.private, "/play 1")
            await ada.private.shows(lambda message: message.picture, within=30)
            ada.says(ada.private, "/link")
            told = await ada.private.shows(lambda message: "/link " in (message.text or ""), within=30)
            code = re.search(r"[2-9A-Z]{4}-[2-9A-Z]{4}", told.text or "")
            assert code is not None
            await page.enter("Ada", "direct")
            await page.act("say", chat="direct", text=f"/link {code.group()}")
            await page.act("say", chat="direct", text="/board")
            shown = await page.hear("message", lambda heard: "picture" in str(heard) and "Ada" in str(heard))
            assert "Match to 1 point" in str(shown)
        assert telegram.violations == []


async def test_a_webhook_s_secret_that_was_made_at_the_start_is_in_no_log(tmp_path: Path) -> None:
    async with TelegramApi() as telegram:
        port = await free_port()
        settings = {
            "BOT_LOG_LEVEL": "DEBUG",
            "BOT_TELEGRAM_TOKEN": telegram.token,
            "BOT_TELEGRAM_API_ROOT": telegram.root,
            "BOT_TELEGRAM_WEBHOOK_URL": f"http://127.0.0.1:{port}/hook",
            "BOT_TELEGRAM_WEBHOOK_PORT": str(port),
        }
        ada = telegram.person("Ada", "ada_l", "en")
        async with serving(tmp_path, settings) as (_, log):
            ada.starts()
            await ada.private.shows(lambda message: message.rows, within=30)
            assert telegram.feed.webhook is not None
            secret = telegram.feed.webhook.secret
        assert secret
        text = log.read_text()
        assert "setWebhook" in text
        assert secret not in text


async def test_a_wrong_token_is_one_clear_sentence_and_the_page_goes_on(tmp_path: Path) -> None:
    async with TelegramApi() as telegram:
        settings = {
            "BOT_TELEGRAM_TOKEN": "123456:" + "w" * 35,
            "BOT_TELEGRAM_API_ROOT": telegram.root,
        }
        async with serving(tmp_path, settings) as (address, log):
            for _ in range(100):
                await asyncio.sleep(0.1)
                if "BOT_TELEGRAM_TOKEN" in log.read_text():
                    break
            async with aiohttp.ClientSession() as http, http.get(address) as page:
                assert page.status == 200
        text = log.read_text()
        assert "BOT_TELEGRAM_TOKEN" in text
        assert "Traceback" not in text
        assert "wwwww" not in text
