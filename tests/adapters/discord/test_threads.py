"""A table whose thread a moderator has deleted or locked goes on in the channel, where its players see it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from bot.app.ports import Chat, MessageGone, Outgoing
from bot.app.screen import Screen
from tests.support.dice import ScriptedDice
from tests.support.discord import Channel, DiscordApi
from tests.support.discord.places import Server
from tests.support.discord_stage import DcActor, DcSpot, DiscordStage, Options, discord_stage
from tests.support.scenarios import press_label, table_of

pytestmark = pytest.mark.platforms

Ends = Callable[[Server, Channel], None]


def deleted(server: Server, thread: Channel) -> None:
    server.delete(thread)


def locked(server: Server, thread: Channel) -> None:
    server.archive(thread, locked=True)


async def match_in_a_thread(stage: DiscordStage) -> tuple[DcSpot, DcActor, DcActor, Channel]:
    """Anna is to play 3-1, in a thread."""
    anna, bea = stage.actor("Anna"), stage.actor("Bea")
    room = stage.room("Club", anna, bea)
    admin = await stage.service.people.meet(stage.actor("Admin").visitor)
    await stage.service.archive.change_room(
        Chat("discord", str(room.channel.id)),
        {"thread_per_match": True},
        admin.person.id,
        stage.service.clock.now_ms(),
    )
    await anna.run(room, "/challenge 3")
    await press_label(bea, room, "Accept")
    (thread,) = threads_of(room)
    return room, anna, bea, thread


def threads_of(room: DcSpot) -> list[Channel]:
    guild = room.channel.guild
    assert guild is not None
    return [one for one in guild.channels.values() if one.is_thread]


@pytest.mark.parametrize("ends", [deleted, locked])
async def test_a_table_goes_on_in_the_channel_when_its_thread_is_gone(
    tmp_path: Path, api: DiscordApi, ends: Ends
) -> None:
    dice = ScriptedDice([(3, 1), (6, 5), (4, 2)])
    async with discord_stage(tmp_path / "c.sqlite", api, Options(dice=lambda _: dice)) as stage:
        room, anna, bea, thread = await match_in_a_thread(stage)
        table = await table_of(stage, anna)
        guild = room.channel.guild
        assert guild is not None
        ends(Server(api.backend, guild), thread)
        await anna.run(room, "/move 8/5 6/5")
        assert "Bea" in room.board.text
        assert room.public[-1].mentions == [bea.person.user]
        assert len(await stage.service.archive.places(table.id)) == 1
        await press_label(bea, room, "Roll")
        await bea.run(room, "/move 24/18 13/8")
        assert "Anna" in room.board.text
        assert threads_of(room) == [thread], "none is opened that would end the same way"


@pytest.mark.parametrize("ends", [deleted, locked])
async def test_a_message_in_a_thread_that_is_gone_is_to_be_posted_anew(
    tmp_path: Path, api: DiscordApi, ends: Ends
) -> None:
    async with discord_stage(tmp_path / "c.sqlite", api) as stage:
        room, anna, _, thread = await match_in_a_thread(stage)
        (place,) = await stage.service.archive.places((await table_of(stage, anna)).id)
        guild = room.channel.guild
        assert guild is not None
        assert place.ref is not None
        ends(Server(api.backend, guild), thread)
        await stage.pass_time(16 * 60)  # no press reaches it any more
        with pytest.raises(MessageGone):
            await stage.wire.adapter.edit(place.ref, Outgoing(Screen("New")))
