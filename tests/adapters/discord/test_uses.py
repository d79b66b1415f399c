"""Answering in time, once, and through what still reaches: over the wire against the stand-in."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.app.ports import Answer, Handler, Incoming
from bot.app.screen import Screen
from tests.support.dice import ScriptedDice
from tests.support.discord import DiscordApi
from tests.support.discord.interactions import Reply
from tests.support.discord_stage import Options, discord_stage, match_in_a_channel
from tests.support.scenarios import key_for, key_of, labels, press_label, press_op, table_of

pytestmark = pytest.mark.platforms


def opening(**more: Any) -> Options:
    """Anna begins with 3-1, Bea rolls 6-5."""
    dice = ScriptedDice([(3, 1), (6, 5), (4, 2)])
    return Options(dice=lambda _: dice, **more)


def slow(seconds: float, says: Callable[[Incoming], Answer] | None = None) -> Callable[[Handler], Handler]:
    """A handler that takes its time, and may answer by itself."""

    def wrap(handler: Handler) -> Handler:
        async def handle(what: Incoming) -> Answer:
            await asyncio.sleep(seconds)
            return says(what) if says is not None else await handler(what)

        return handle

    return wrap


async def test_a_step_is_shown_by_the_answer_to_its_press(tmp_path: Path, api: DiscordApi) -> None:
    async with discord_stage(tmp_path / "c.sqlite", api, opening()) as stage:
        room, anna, _ = await match_in_a_channel(stage)
        calls = len(api.ledger.of("edit_message"))
        use = await anna.at(room).presses(room.public[-1], "8/5")
        await stage.settle()
        assert use.reply is Reply.UPDATE
        assert len(api.ledger.of("edit_message")) == calls, "outside of the channel's budget"


async def test_who_is_to_play_is_called_by_the_board_that_is_new(tmp_path: Path, api: DiscordApi) -> None:
    async with discord_stage(tmp_path / "c.sqlite", api, opening()) as stage:
        room, anna, bea = await match_in_a_channel(stage)
        await press_label(anna, room, "8/5")
        assert room.public[-1].mentions == [anna.person.user], "an edit goes on to name the person"
        await press_label(anna, room, "6/5")
        await press_op(anna, room, "play")
        posted = api.ledger.of("create_message")[-1].params["body"]
        assert posted["allowed_mentions"]["users"] == [bea.person.id]
        assert room.public[-1].mentions == [bea.person.user]


@pytest.mark.parametrize(
    "answer, reply",
    [
        (Answer(notice="No."), Reply.DEFERRED),
        (Answer(private=Screen("Only you")), Reply.DEFERRED),
        (Answer(public=Screen("All of you")), Reply.DEFERRED),
        (Answer(), Reply.DEFERRED),
    ],
    ids=["notice", "private", "public", "nothing"],
)
async def test_a_command_that_takes_long_is_acknowledged_and_answered_later(
    tmp_path: Path, api: DiscordApi, answer: Answer, reply: Reply
) -> None:
    options = Options(handler=slow(1.0, lambda _: answer), patience_s=0.15)
    async with discord_stage(tmp_path / "c.sqlite", api, options) as stage:
        anna = stage.actor("Anna")
        room = stage.room("Club", anna)
        use = anna.at(room).run("/games")
        await api.pulse.until(lambda: use.acknowledged)
        await stage.settle()
        assert use.reply is reply
        assert use.answered_after < 1.0
        seen = [one for one in room.channel.messages.values() if not one.deleted]
        texts = [(one.text.replace("*", ""), one.ephemeral_to is not None) for one in seen]
        said = answer.notice or (answer.private or answer.public or Screen("")).headline
        wanted = [(said, answer.public is None)] if said else []
        assert texts == wanted


async def test_a_press_that_takes_long_is_acknowledged_and_shown_later(
    tmp_path: Path, api: DiscordApi
) -> None:
    async with discord_stage(tmp_path / "c.sqlite", api, opening()) as stage:
        room, anna, _ = await match_in_a_channel(stage)
    answer = Answer(edit=Screen("New"), notice="Told")
    options = Options(patience_s=0.1, handler=slow(1.0, lambda _: answer))
    async with discord_stage(tmp_path / "c.sqlite", api, options) as stage:
        window = anna.at(room)
        use = await window.presses(room.public[-1], "8/5")
        await stage.settle()
        assert use.reply is Reply.DEFERRED_UPDATE
        assert room.public[-1].text == "**New**"
        assert [one.text for one in window.from_bot if one.ephemeral_to] == ["Told"]


async def test_a_board_is_changed_through_its_channel_when_the_press_is_old(
    tmp_path: Path, api: DiscordApi
) -> None:
    async with discord_stage(tmp_path / "c.sqlite", api, opening()) as stage:
        room, anna, _ = await match_in_a_channel(stage)
        await press_label(anna, room, "8/5")
        await stage.pass_time(16 * 60)
        calls = len(api.ledger.of("edit_message"))
        await anna.run(room, "/resign single")
        assert len(api.ledger.of("edit_message")) + len(api.ledger.of("create_message")) > calls
        assert (await table_of(stage, anna)).revision > 0


async def test_a_press_that_comes_too_late_is_carried_out_and_shown(tmp_path: Path, api: DiscordApi) -> None:
    """Discord takes no answer after three seconds; the move counts and the board shows it."""
    async with discord_stage(tmp_path / "c.sqlite", api, opening()) as stage:
        room, anna, bea = await match_in_a_channel(stage)
        await anna.run(room, "/move 8/5 6/5")
        before = (await table_of(stage, anna)).revision
        use = bea.at(room).press_id(room.public[-1], key_for(room.board, "roll").data)
        api.clock.advance(3.5)
        await api.pulse.until(lambda: api.ledger.errors, what="a refused answer")
        await stage.settle()
        assert (await table_of(stage, anna)).revision == before + 1
        assert "24/18" in labels(room.board)
        assert api.unanswered() == [use]
        api.backend.interactions.pop(use.id)


@pytest.mark.parametrize("kind", ["500", "lost", "reset"])
async def test_an_answer_that_a_broken_line_has_swallowed_is_given_once(
    tmp_path: Path, api: DiscordApi, kind: str
) -> None:
    async with discord_stage(tmp_path / "c.sqlite", api, opening()) as stage:
        room, anna, bea = await match_in_a_channel(stage)
        before = (await table_of(stage, anna)).revision
        api.faults.next("callback", kind)
        await press_label(anna, room, "8/5")
        assert "Undo" in [key.label for key in room.board.keys]
        api.faults.next("callback", kind)
        await bea.press(room, key_of(room.board, "Undo"))
        assert len(bea.notices) == 1
        api.faults.next("callback", kind)
        await press_label(anna, room, "6/5")
        await press_op(anna, room, "play")
        assert (await table_of(stage, anna)).revision == before + 1


@pytest.mark.parametrize("kind", ["500", "502", "lost", "reset", "429", "slow"])
async def test_a_board_is_posted_once_however_the_line_breaks(
    tmp_path: Path, api: DiscordApi, kind: str
) -> None:
    async with discord_stage(tmp_path / "c.sqlite", api, opening()) as stage:
        room, anna, _ = await match_in_a_channel(stage)
        boards = len(room.public)
        api.faults.next("create_message", kind, seconds=0.2)
        await anna.run(room, "/move 8/5 6/5")
        assert len(room.public) == boards + 1
        assert "Bea" in room.board.text


async def test_a_call_that_gets_no_answer_is_a_broken_line(tmp_path: Path, api: DiscordApi) -> None:
    async with discord_stage(tmp_path / "c.sqlite", api, opening(answer_s=0.5)) as stage:
        room, anna, _ = await match_in_a_channel(stage)
        boards = len(room.public)
        api.faults.next("create_message", "slow", seconds=4.0)
        api.faults.next("callback", "slow", seconds=4.0)
        began = time.monotonic()
        await anna.run(room, "/move 8/5 6/5")
        assert time.monotonic() - began < 4.0
        assert len(room.public) == boards + 1
        assert "Bea" in room.board.text


async def test_a_refusal_that_asks_for_a_long_wait_is_waited_out_by_the_queue(
    tmp_path: Path, api: DiscordApi
) -> None:
    async with discord_stage(tmp_path / "c.sqlite", api, opening()) as stage:
        room, anna, _ = await match_in_a_channel(stage)
        api.faults.next("create_message", "429", seconds=45)
        await anna.run(room, "/move 8/5 6/5")
        assert "Bea" in room.board.text
        assert [call.status for call in api.ledger.of("create_message")][-2:] == [429, 200]


async def test_a_fault_of_ours_is_told_with_its_number_and_logged(
    tmp_path: Path, api: DiscordApi, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(_: Incoming) -> Answer:
        raise RuntimeError("a bug")

    async with discord_stage(tmp_path / "c.sqlite", api, Options(handler=slow(0, fail))) as stage:
        anna = stage.actor("Anna")
        await anna.run(stage.room("Club", anna), "/games")
        number = anna.notices[-1].rpartition(" ")[2].strip(".")
        assert f"fault {number}" in caplog.text
