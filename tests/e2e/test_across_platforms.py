"""Somebody on Telegram and somebody on Discord: they play each other, or are one and the same person."""

from __future__ import annotations

import random
import re
from collections.abc import AsyncIterator
from pathlib import Path

import discord as discord_py
import pytest

from bot.app.ports import PersonId, Visitor
from bot.app.table import Status, Table
from bot.computer.player import MEDIUM, choose
from bot.game.actions import Play
from bot.game.match import Match
from bot.game.notation import format_move
from tests.support.discord import DiscordApi
from tests.support.discord import Person as DiscordPerson
from tests.support.discord_stage import DcShown
from tests.support.scenarios import Key, Shown, key_for, next_key, offers
from tests.support.standin import StandInClock
from tests.support.telegram import Person as TelegramPerson
from tests.support.telegram import TelegramApi
from tests.support.telegram_stage import TgShown
from tests.support.two_platforms import Both, both_platforms

pytestmark = pytest.mark.platforms


@pytest.fixture
async def both(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Both]:
    """Both stand-ins and one service; at the end neither has anything to complain about."""
    monkeypatch.setattr(discord_py.http.Route, "BASE", discord_py.http.Route.BASE)
    monkeypatch.setattr(discord_py.Asset, "BASE", discord_py.Asset.BASE)
    gateway = discord_py.gateway.DiscordWebSocket
    monkeypatch.setattr(gateway, "DEFAULT_GATEWAY", gateway.DEFAULT_GATEWAY)
    clock = StandInClock()
    async with TelegramApi(clock=clock) as telegram, DiscordApi(clock=clock) as discord:
        async with both_platforms(tmp_path / "c.sqlite", telegram, discord) as running:
            yield running
        assert telegram.violations == []
        assert discord.violations == []
        assert telegram.unanswered() == []
        assert discord.unanswered() == []
        assert telegram.throttled == discord.throttled == 0


class TelegramChat:
    """A person's own chat with the bot on Telegram."""

    def __init__(self, both: Both, person: TelegramPerson) -> None:
        self.both, self.person = both, person
        self.visitor = Visitor("telegram", str(person.id), person.user.first_name)

    async def write(self, text: str) -> None:
        self.person.says(self.person.private, text)
        await self.both.settle()

    @property
    def newest(self) -> Shown:
        return TgShown(self.person.private.newest)

    @property
    def board(self) -> Shown:
        return TgShown(self.person.private.with_buttons()[-1])

    async def press(self, key: Key) -> None:
        press = self.person.press_data(self.person.private.with_buttons()[-1], key.data)
        await self.person.answered(press)
        await self.both.settle()


class DiscordChat:
    """A person's own chat with the bot on Discord."""

    def __init__(self, both: Both, person: DiscordPerson) -> None:
        self.both, self.person = both, person
        self.visitor = Visitor("discord", str(person.id), person.user.display_name or "")

    async def write(self, text: str) -> None:
        await self.command("/move", play=text)

    async def command(self, name: str, **options: str) -> None:
        self.person.dm.run(name, **options)
        await self.both.settle()

    @property
    def newest(self) -> Shown:
        return DcShown(self.person.dm.from_bot[-1])

    @property
    def board(self) -> Shown:
        return DcShown(next(one for one in reversed(self.person.dm.from_bot) if one.buttons))

    async def press(self, key: Key) -> None:
        board = self.board
        assert isinstance(board, DcShown)
        self.person.dm.press_id(board.message, key.data)
        await self.both.settle()


Anybody = TelegramChat | DiscordChat


async def two(both: Both) -> tuple[TelegramChat, DiscordChat]:
    """Ada on Telegram and Dora on Discord, each in the own chat with the bot."""
    ada = both.telegram_api.person("Ada", "ada")
    ada.starts()
    dora = both.discord_api.person("Dora")
    dora.installs_app()
    await both.settle()
    return TelegramChat(both, ada), DiscordChat(both, dora)


async def challenged_by_code(both: Both) -> tuple[TelegramChat, DiscordChat, Table]:
    """Ada has made a challenge on Telegram; Dora has accepted it by its code on Discord."""
    ada, dora = await two(both)
    await ada.write("/challenge 1")
    code = re.search(r"c_\w+", ada.newest.text)
    assert code is not None, ada.newest.text
    await dora.command("/accept", text=code.group())
    assert "Ada" in dora.newest.text
    await dora.press(key_for(dora.board, "accept"))
    return ada, dora, await table_of(both, ada)


async def person_of(both: Both, chat: Anybody) -> PersonId:
    return (await both.service.people.meet(chat.visitor)).person.id


async def table_of(both: Both, chat: Anybody) -> Table:
    ids = await both.service.archive.tables_of(await person_of(both, chat))
    return await both.service.tables.load(ids[0])


async def play_to_the_end(both: Both, table: Table, *people: Anybody) -> int:
    """Whoever is to act does so in the own chat, as the computer would: types plays, else presses on the
    newest board. How many deeds it took.
    """
    chats = {await person_of(both, one): one for one in people}
    for deeds in range(500):
        now = await both.service.tables.load(table.id)
        if now.status is not Status.OPEN:
            return deeds
        assert isinstance(now.state, Match)
        acting = both.service.tables.kind(now.kind).to_act(now.state)
        seat = next(seat for seat in now.seats if seat.key in acting)
        chat = chats[PersonId(seat.person)]
        action = choose(now.state, seat.key, MEDIUM)
        if isinstance(action, Play) and action.moves:
            await chat.write(" ".join(map(format_move, action.moves)))
        else:
            key = next_key(chat.board, random.Random(deeds))
            assert key is not None, f"nothing to press on: {chat.board.text}"
            await chat.press(key)
        assert (await both.service.tables.load(table.id)).revision > now.revision, chat.newest.text
    raise AssertionError("not over")


async def test_a_match_between_telegram_and_discord_is_played_to_its_end(both: Both) -> None:
    ada, dora, table = await challenged_by_code(both)
    assert isinstance(table.state, Match)
    assert table.state.rules.length == 1
    assert ada.board.has_picture
    assert dora.board.has_picture
    assert await play_to_the_end(both, table, ada, dora) > 10
    for chat in (ada, dora):
        assert offers(chat.board, "rematch")
        assert chat.board.has_picture


async def test_only_who_is_to_move_moves_and_half_made_plays_are_shown_to_nobody_else(both: Both) -> None:
    ada, dora, table = await challenged_by_code(both)
    acting = both.service.tables.kind(table.kind).to_act(table.state)
    to_move = next(seat.person for seat in table.seats if seat.key in acting)
    mine, other = (ada, dora) if to_move == await person_of(both, ada) else (dora, ada)
    step = key_for(mine.board, "draft")
    await other.press(step)
    assert (await both.service.tables.load(table.id)).revision == table.revision
    before = other.board.keys
    await mine.press(step)
    assert any(key.label == "Undo" for key in mine.board.keys)
    assert other.board.keys == before


async def test_a_challenge_on_discord_is_accepted_on_telegram_by_its_code(both: Both) -> None:
    ada, dora = await two(both)
    await dora.command("/challenge", rules="1")
    code = re.search(r"c_\w+", dora.newest.text)
    assert code is not None, dora.newest.text
    ada.person.starts(code.group())  # a deep link carries the same code
    await both.settle()
    await ada.press(key_for(ada.board, "accept"))
    assert {seat.person for seat in (await table_of(both, dora)).seats} == {
        await person_of(both, ada),
        await person_of(both, dora),
    }
    assert ada.board.has_picture
    assert dora.board.has_picture


async def test_who_joins_the_two_plays_on_discord_what_was_begun_on_telegram(both: Both) -> None:
    ada, dora = await two(both)
    await ada.write("/play 1")
    table = await table_of(both, ada)
    await ada.write("/link")
    code = re.search(r"[2-9A-Z]{4}-[2-9A-Z]{4}", ada.newest.text)
    assert code is not None, ada.newest.text
    await dora.command("/link", text=code.group())
    assert await person_of(both, ada) == await person_of(both, dora)
    await dora.command("/board")
    assert dora.board.has_picture
    assert await play_to_the_end(both, table, dora) > 5
    assert offers(dora.board, "rematch")
