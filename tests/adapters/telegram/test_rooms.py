"""A room's settings over the wire on Telegram: shown in the group, changed by its administrators."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.app.ports import Chat
from tests.support.plain import plain
from tests.support.telegram import Message, Person, Room, TelegramApi
from tests.support.telegram_stage import TelegramStage, telegram_stage

pytestmark = pytest.mark.platforms


async def says(stage: TelegramStage, who: Person, room: Room, text: str, thread: int | None = None) -> None:
    name, _, args = text.partition(" ")
    who.says(room, f"{name}@{stage.api.world.bot.username} {args}".strip(), thread=thread)
    await stage.settle()


async def presses(stage: TelegramStage, who: Person, message: Message, data: str) -> str:
    """Press a button by what it carries; the toast."""
    press = who.press_data(message, data)
    await who.answered(press)
    await stage.settle()
    return press.text or ""


async def test_administrators_change_the_settings_in_the_group_and_others_are_refused(
    tmp_path: Path, api: TelegramApi
) -> None:
    async with telegram_stage(tmp_path / "t.sqlite", api) as stage:
        ada, bea = api.person("Ada"), api.person("Bea")
        for one in (ada, bea):
            one.starts()
        room = api.supergroup("Club", ada, bea)
        await says(stage, ada, room, "/room")
        page = room.newest
        assert "Settings of this room" in (page.text or "")
        assert "admins" in await presses(stage, bea, page, "c:room_set:start=admins")
        await presses(stage, ada, page, "c:room_set:start=admins")
        settings = await stage.service.archive.room_settings(Chat("telegram", str(room.id)))
        assert settings == {"start": "admins"}
        before = len(room.from_bot)
        await says(stage, bea, room, "/challenge 3")
        assert len(room.from_bot) == before, "only administrators begin games here"
        await says(stage, ada, room, "/challenge 3")
        assert len(room.from_bot) == before + 1


async def test_games_are_played_in_the_topics_that_administrators_name(
    tmp_path: Path, api: TelegramApi
) -> None:
    async with telegram_stage(tmp_path / "t.sqlite", api) as stage:
        ada, bea = api.person("Ada"), api.person("Bea")
        for one in (ada, bea):
            one.starts()
        forum = api.supergroup("Forum", ada, bea, forum=True)
        topic, other = forum.topic("Backgammon"), forum.topic("Cooking")
        first = next(one for one in forum.chat.messages.values() if one.thread == topic)
        ada.says(forum, f"/room@{api.world.bot.username}", thread=topic, reply_to=first)
        await stage.settle()
        page = forum.newest
        await presses(stage, ada, page, "c:room:where")
        await presses(stage, ada, page, "c:room_place:add")
        assert "Where games are played" in (page.text or "")
        before = len(forum.from_bot)
        for thread in (other, None):
            await says(stage, bea, forum, "/challenge 3", thread)
            assert len(forum.from_bot) == before
            assert "No games are played here, but in" in plain(bea.private.newest.text or "")
        await says(stage, bea, forum, "/challenge 3", topic)
        assert forum.newest.thread == topic


async def test_a_group_that_becomes_a_supergroup_is_shown_its_boards_there(
    tmp_path: Path, api: TelegramApi
) -> None:
    async with telegram_stage(tmp_path / "t.sqlite", api) as stage:
        ada = api.person("Ada")
        ada.starts()
        old = api.group("Club", ada)
        await says(stage, ada, old, "/play 1")
        before = next(message for message in reversed(old.from_bot) if message.picture)
        new = old.migrate()
        await stage.settle()
        (board,) = [message for message in new.from_bot if message.picture]
        assert board.labels == before.labels
