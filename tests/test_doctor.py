"""The doctor leads an operator from nothing to a running bot: what is set, what is missing, what is next."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from pydantic import SecretStr

from bot.cli_findings import FINE, NOTE, WRONG, Finding
from bot.cli_platforms import platforms
from bot.cli_settings import sources
from bot.settings import Settings, read_settings
from bot.store.migrate import migrate
from tests.support.discord import DiscordApi
from tests.support.telegram import TelegramApi
from tests.test_cli import Ran

NOBODY = "http://127.0.0.1:9"
"""Where nobody listens."""


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("BOT_DATABASE_URL", f"sqlite:///{tmp_path / 'c.sqlite'}")
    monkeypatch.chdir(tmp_path)


async def looked(settings: Settings) -> list[Finding]:
    """What the doctor finds on the platforms; he asks in a loop of his own."""
    return await asyncio.to_thread(lambda: list(platforms(settings)))


def marked(findings: list[Finding], mark: str) -> str:
    return "\n".join(one.text for one in findings if one.mark == mark)


def test_a_newcomer_hears_how_to_get_tokens_and_how_to_start(capsys: pytest.CaptureFixture[str]) -> None:
    ran = Ran(capsys, "doctor")
    assert ran.status == 0
    assert "There is no file" in ran.out
    for said in ("@BotFather", "/newbot", "BOT_TELEGRAM_TOKEN=", "developer portal", "BOT_DISCORD_TOKEN="):
        assert said in ran.out
    assert ran.out.splitlines()[-1] == "next  Start it: make run."


def test_what_is_wrong_comes_before_the_start(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("BOT_TELEGRAM_TOKEN=abc\n")
    ran = Ran(capsys, "doctor")
    assert ran.status == 1
    assert "WRONG BOT_TELEGRAM_TOKEN is not a token that Telegram knows" in ran.out
    assert "WRONG" in ran.out.splitlines()[-1]


@pytest.mark.parametrize(
    "settings, said",
    [
        ({}, "The page will be at http://127.0.0.1:8080, for this machine only."),
        ({"BOT_WEB_ORIGIN": "https://b.example"}, "for everybody who comes by https://b.example."),
        ({"BOT_WEB_HOST": "0.0.0.0", "BOT_WEB_OPEN": "true"}, "for everybody who can reach this machine."),  # noqa: S104
    ],
)
def test_who_can_reach_the_page_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, settings: dict[str, str], said: str
) -> None:
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    assert said in Ran(capsys, "doctor").out


def test_a_database_of_a_later_program_is_wrong(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    migrate(tmp_path / "c.sqlite")
    with closing(sqlite3.connect(tmp_path / "c.sqlite")) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    ran = Ran(capsys, "doctor")
    assert ran.status == 1
    (wrong,) = (line for line in ran.out.splitlines() if line.startswith(WRONG))
    assert "has schema 9999" in wrong
    assert "start the newer program" in wrong


def test_a_database_without_anything_is_as_none(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "c.sqlite").touch()
    ran = Ran(capsys, "doctor")
    assert ran.status == 0
    assert "will be made at the first start" in ran.out


def test_names_that_are_read_are_told_and_never_what_they_hold(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("BOT_TELEGRAM_TOKEN=secret\nBOT_DISCORD_TOKEN=secret\n")
    told = list(sources(tmp_path, {"BOT_LOG_LEVEL": "secret", "HOME": "/"}))
    assert [one.mark for one in told] == [FINE, FINE]
    assert "BOT_DISCORD_TOKEN, BOT_TELEGRAM_TOKEN" in told[0].text
    assert "BOT_LOG_LEVEL" in told[1].text
    assert "secret" not in str(told)


@pytest.mark.parametrize(
    "written, meant",
    [("BOT_TELEGRAM_TOKN", "BOT_TELEGRAM_TOKEN"), ("DISCORD_TOKEN", "BOT_DISCORD_TOKEN"), ("BOT_PORT", "")],
)
def test_a_name_that_is_no_setting_is_told(tmp_path: Path, written: str, meant: str) -> None:
    (tmp_path / ".env").write_text(f"{written}=1\n")
    note = marked(list(sources(tmp_path, {})), NOTE)
    assert f"{written} is no setting" in note
    assert meant in note


def test_a_file_of_another_name_is_told(tmp_path: Path) -> None:
    (tmp_path / ".env.txt").write_text("BOT_LOG_LEVEL=INFO\n")
    assert ".env.txt is not read" in marked(list(sources(tmp_path, {})), NOTE)


def test_a_line_without_a_value_is_as_none(tmp_path: Path) -> None:
    names = ("TELEGRAM_TOKEN", "DISCORD_TOKEN", "TELEGRAM_WEBHOOK_URL", "DISCORD_GATEWAY", "WEB_ORIGIN")
    (tmp_path / ".env").write_text("".join(f"BOT_{name}=\n" for name in names))
    settings = read_settings()
    assert settings.telegram_token is settings.discord_token is None
    assert settings.telegram_webhook_url is settings.discord_gateway is settings.web_origin is None


async def test_right_tokens_bring_the_links_that_invite_the_bot() -> None:
    async with TelegramApi() as telegram, DiscordApi() as discord:
        found = await looked(
            Settings(
                telegram_token=SecretStr(telegram.token),
                telegram_api_root=telegram.root,
                discord_token=SecretStr(discord.token),
                discord_api_root=discord.root,
            )
        )
        assert {one.mark for one in found} == {FINE}
        fine = marked(found, FINE)
        assert "https://t.me/chouette_test_bot?startgroup=add" in fine
        invitation = "&scope=bot+applications.commands&permissions=309237763072"
        assert f"https://discord.com/oauth2/authorize?client_id={discord.backend.bot.id}{invitation}" in fine
        assert "integration_type=1" in fine


async def test_a_token_that_a_platform_does_not_know_is_wrong() -> None:
    async with TelegramApi() as telegram, DiscordApi() as discord:
        found = await looked(
            Settings(
                telegram_token=SecretStr("123456:" + "w" * 35),
                telegram_api_root=telegram.root,
                discord_token=SecretStr("MTAx.abc.def"),
                discord_api_root=discord.root,
            )
        )
        assert [one.mark for one in found] == [WRONG, WRONG]
        assert "@BotFather" in found[0].text
        assert "Reset Token" in found[1].text


def test_a_platform_that_does_not_answer_is_wrong_but_its_token_is_not(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BOT_TELEGRAM_TOKEN", "123456:" + "w" * 35)
    monkeypatch.setenv("BOT_DISCORD_TOKEN", "MTAx.abc.def")
    for name in ("TELEGRAM", "DISCORD"):
        monkeypatch.setenv(f"BOT_{name}_API_ROOT", NOBODY)
    ran = Ran(capsys, "doctor")
    assert ran.status == 1
    wrong = [line for line in ran.out.splitlines() if line.startswith(WRONG)]
    assert len(wrong) == 2
    assert "does not answer" in wrong[0]
    assert "let this machine reach it, or correct BOT_TELEGRAM_API_ROOT" in wrong[0]
    assert "let this machine reach it, or correct BOT_DISCORD_API_ROOT" in wrong[1]
    assert not any("not a token" in line for line in wrong)


@pytest.mark.parametrize("kind", ["429", "502"])
async def test_a_discord_that_refuses_for_now_is_no_wrong_token(kind: str) -> None:
    async with DiscordApi() as discord:
        discord.faults.next("get_application", kind)
        found = await looked(Settings(discord_token=SecretStr(discord.token), discord_api_root=discord.root))
        assert f"does not answer (HTTP {kind})" in marked(found, WRONG)


async def test_telegram_is_asked_through_the_proxy_that_the_service_takes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with TelegramApi() as telegram:
        monkeypatch.setenv("HTTP_PROXY", telegram.root)
        monkeypatch.setenv("NO_PROXY", "")
        token = SecretStr(telegram.token)
        found = await looked(Settings(telegram_token=token, telegram_api_root="http://telegram.invalid"))
        assert "https://t.me/chouette_test_bot" in marked(found, FINE)


async def test_a_webhook_that_cannot_work_is_wrong() -> None:
    async with TelegramApi() as telegram:
        found = await looked(
            Settings(
                telegram_token=SecretStr(telegram.token),
                telegram_api_root=telegram.root,
                telegram_webhook_url="https://example.org:9000/hook",
            )
        )
        assert "BOT_TELEGRAM_WEBHOOK_URL" in marked(found, WRONG)


def test_a_platform_that_is_not_used_is_not_asked(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("TELEGRAM", "DISCORD"):
        monkeypatch.setenv(f"BOT_{name}_API_ROOT", NOBODY)
    assert Ran(capsys, "doctor").status == 0


async def test_what_is_still_to_be_switched_on_at_discord_is_told() -> None:
    async with DiscordApi() as discord:
        discord.backend.portal = {"bot_require_code_grant": True, "integration_types_config": {"0": {}}}
        found = await looked(Settings(discord_token=SecretStr(discord.token), discord_api_root=discord.root))
        advice = marked(found, NOTE)
        assert "Requires OAuth2 Code Grant off" in advice
        assert "allow User Install" in advice
        assert "integration_type=1" not in marked(found, FINE)
