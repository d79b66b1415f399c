"""Calls that Discord asks to wait: nobody waits for them without end, and none of them is cancelled."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.adapters.discord import DiscordAdapter, Pace
from bot.adapters.discord.pace import Budget
from bot.app.ports import Ambiguous, Chat, Delayed, Outgoing
from bot.app.screen import Screen
from tests.support.dice import ScriptedDice
from tests.support.discord import DiscordApi
from tests.support.discord_stage import (
    KeptInMemory,
    Options,
    as_it_is,
    discord_stage,
    match_in_a_channel,
    nothing,
    settings_for,
    words,
)
from tests.support.wire_stage import SharedClock

pytestmark = pytest.mark.platforms


@contextlib.asynccontextmanager
async def in_a_channel(
    api: DiscordApi, answer_s: float = 30.0, pace: Pace | None = None
) -> AsyncIterator[tuple[DiscordAdapter, Chat]]:
    """The adapter by itself, and a channel that it may write in."""
    adapter = DiscordAdapter(
        nothing,
        replace(settings_for(api), answer_s=answer_s),
        clock=SharedClock(api.clock),
        memory=KeptInMemory(),
        prepare=as_it_is,
        words=words,
        commands=(),
        pace=pace,
    )
    async with adapter:
        yield adapter, a_channel(api)


def a_channel(api: DiscordApi) -> Chat:
    """One more channel that the bot may write in."""
    return Chat("discord", str(api.server("Club", api.person("Anna")).channel("backgammon").id))


def board(text: str) -> Outgoing:
    return Outgoing(Screen(text), dedup=text)


def posted(api: DiscordApi, chat: Chat) -> list[str]:
    """What stands in the channel."""
    messages = api.backend.channels[int(chat.chat)].messages.values()
    return [one.text.strip("*") for one in messages if not one.deleted]


async def edits_are_over(api: DiscordApi, answers: int) -> None:
    await api.pulse.until(lambda: len(api.ledger.of("edit_message")) >= answers)


async def test_a_penalty_for_all_calls_that_outlasts_the_waiting_ends_for_all(
    tmp_path: Path, api: DiscordApi
) -> None:
    dice = ScriptedDice([(3, 1), (6, 5), (4, 2)])
    async with discord_stage(tmp_path / "c.sqlite", api, Options(dice=lambda _: dice, answer_s=1.5)) as stage:
        room, anna, _ = await match_in_a_channel(stage)
        boards = len(room.public)
        api.faults.next("create_message", "429", 2, seconds=1.0, everywhere=True)
        await anna.run(room, "/move 8/5 6/5")
        assert len(room.public) == boards + 1
        assert "Bea" in room.board.text


async def test_a_caller_who_goes_away_takes_no_call_with_him(api: DiscordApi) -> None:
    async with in_a_channel(api) as (adapter, chat):
        api.faults.next("create_message", "429", seconds=0.2, everywhere=True)
        impatient = asyncio.create_task(adapter.post(chat, board("one")))
        await api.pulse.until(lambda: api.ledger.of("create_message"))
        impatient.cancel()
        await asyncio.gather(impatient, return_exceptions=True)
        await adapter.post(a_channel(api), board("two"))
        await api.pulse.until(lambda: posted(api, chat) == ["one"])


async def test_a_newer_board_never_overtakes_one_that_was_told_to_wait(api: DiscordApi) -> None:
    async with in_a_channel(api, answer_s=1.0) as (adapter, chat):
        ref = await adapter.post(chat, board("first"))
        api.faults.next("edit_message", "429", seconds=3.0)
        with pytest.raises(Ambiguous):
            await adapter.edit(ref, board("older"))
        assert len(api.ledger.of("edit_message")) == 1, "nothing goes again within the penalty"
        with pytest.raises(Delayed):
            await adapter.edit(ref, board("newer"))
        await adapter.post(chat, board("beside it"))
        await edits_are_over(api, 2)
        assert posted(api, chat) == ["older", "beside it"]
        await asyncio.sleep(0)
        await adapter.edit(ref, board("newer"))
        assert posted(api, chat) == ["newer", "beside it"]


async def test_what_becomes_of_a_call_that_nobody_waits_for_is_logged(
    api: DiscordApi, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    async with in_a_channel(api, answer_s=1.0) as (adapter, chat):
        ref = await adapter.post(chat, board("first"))
        api.faults.next("edit_message", "429", seconds=2.0)
        with pytest.raises(Ambiguous):
            await adapter.edit(ref, board("older"))
        api.backend.channels[int(chat.chat)].messages[int(ref.message)].deleted = True
        await edits_are_over(api, 2)
        await api.pulse.until(lambda: "has failed: NotFound" in caplog.text)


async def test_an_adapter_that_closes_waits_for_no_penalty(api: DiscordApi) -> None:
    async with in_a_channel(api, answer_s=0.1) as (adapter, chat):
        api.faults.next("create_message", "429", seconds=20.0)
        with pytest.raises(Ambiguous):
            await adapter.post(chat, board("one"))
        async with asyncio.timeout(5):
            await adapter.close()
    assert not [one for one in asyncio.all_tasks() if one is not asyncio.current_task()]


async def test_a_refusal_that_the_library_repeats_by_itself_is_counted(api: DiscordApi) -> None:
    async with in_a_channel(api, pace=Pace(invalid=Budget(2, 600.0))) as (adapter, chat):
        api.faults.next("create_message", "429", 2, seconds=0.01)
        await adapter.post(chat, board("one"))
        with pytest.raises(Delayed):
            await adapter.post(chat, board("two"))
