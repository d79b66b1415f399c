"""A group puts the bot out in the middle of a match, and perhaps lets it in again (R19)."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.app.table import Status, Table
from tests.support.dice import ScriptedDice
from tests.support.scenarios import challenged, table_of
from tests.support.telegram import Person, Room, TelegramApi
from tests.support.telegram_stage import Options, TelegramStage, TgActor, telegram_stage

pytestmark = pytest.mark.platforms


async def bea_is_to_roll(stage: TelegramStage) -> tuple[Room, Person, TgActor, Table]:
    """Two minutes for each decision; both have a chat of their own with the bot."""
    spot, anna, bea = await challenged(stage, "1 2min timeout")
    assert isinstance(bea, TgActor)
    await anna.say(spot, "8/5 6/5")
    (chat,) = [one for one in stage.api.world.chats.values() if one.is_group]
    owner = next(user for number, user in chat.people.items() if chat.members[number] == "creator")
    table = await table_of(stage, anna)
    return Room(stage.api.backend, chat), Person(stage.api.backend, owner, privacy=True), bea, table


async def still_plays(stage: TelegramStage, table: Table) -> bool:
    await stage.service.alarms.ring()
    return (await stage.service.tables.load(table.id)).status is Status.OPEN


async def test_the_match_goes_on_in_the_players_own_chats(tmp_path: Path, api: TelegramApi) -> None:
    dice = ScriptedDice(((3, 1), (6, 5)))
    async with telegram_stage(tmp_path / "t.sqlite", api, Options(dice=lambda _: dice)) as stage:
        room, owner, bea, table = await bea_is_to_roll(stage)
        owner.kicks_bot(room)
        await stage.settle()
        said = [one.text or "" for one in bea.person.private.from_bot]
        assert any("can no longer write where this game was shown" in text for text in said)
        board = bea.person.private.with_buttons()[-1]
        await bea.person.presses(board, "Roll")
        await stage.settle()
        assert (await stage.service.tables.load(table.id)).number > table.number
        assert not (await stage.service.tables.load(table.id)).time.unseen


@pytest.mark.parametrize("told", [True, False], ids=["told", "found out"])
async def test_nobody_loses_by_time_until_the_group_shows_the_board_again(
    tmp_path: Path, api: TelegramApi, told: bool
) -> None:
    """Bea has blocked the bot, of which it is told, or only hears when it writes to her."""
    dice = ScriptedDice(((3, 1), (6, 5)))
    async with telegram_stage(tmp_path / "t.sqlite", api, Options(dice=lambda _: dice)) as stage:
        room, owner, bea, table = await bea_is_to_roll(stage)
        bea.person.user.blocks_bot = True
        if told:
            bea.person.blocks_bot()
        owner.kicks_bot(room)
        await stage.settle()
        await stage.pass_time(600)
        assert await still_plays(stage, table)
        before = len(room.from_bot)
        owner.adds_bot(room)
        await stage.settle()
        board = room.with_buttons()[-1]
        assert len(room.from_bot) > before
        await bea.person.presses(board, "Roll")
        await stage.settle()
        assert (await stage.service.tables.load(table.id)).number > table.number + 1
