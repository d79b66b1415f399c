"""The line to Discord: login, commands, cuts, a wrong token, and the end."""

from __future__ import annotations

import asyncio
import logging
import random
from dataclasses import replace
from pathlib import Path

import pytest

from bot.adapters.discord import BadToken, DiscordSettings, Ended, Unreachable
from bot.app.ports import Answer, Handler, Incoming
from bot.ui.commands import SUGGESTED
from tests.support.dice import FreshDice, ScriptedDice
from tests.support.discord import DiscordApi
from tests.support.discord_stage import (
    KeptInMemory,
    Options,
    bare_adapter,
    discord_stage,
    match_in_a_channel,
    settings_for,
    words,
)
from tests.support.scenarios import labels, play_by_buttons, press_label, press_op, table_of
from tests.support.standin import FaultKind

pytestmark = pytest.mark.platforms


def opening() -> Options:
    """Anna begins with 3-1, Bea rolls 6-5."""
    dice = ScriptedDice([(3, 1), (6, 5), (4, 2)])
    return Options(dice=lambda _: dice)


# Commands


async def test_every_command_is_registered_in_both_languages(api: DiscordApi) -> None:
    async with bare_adapter(api):
        known = {one["name"]: one for one in api.commands.by_scope[None]}
        assert set(known) == {*SUGGESTED, "Challenge"}
        english, german = words("en"), words("de")
        for name in SUGGESTED:
            key = f"command.{name}"
            assert known[name]["description"] == english[key]
            assert known[name]["description_localizations"]["de"] == german[key]
        (play,) = known["move"]["options"]
        assert (play["name"], play["name_localizations"]["de"]) == ("play", "zug")
        assert (play["required"], play["autocomplete"]) == (True, True)
        assert known["Challenge"]["name_localizations"]["de"] == "Herausfordern"


async def test_commands_are_registered_only_when_they_have_changed(api: DiscordApi) -> None:
    memory = KeptInMemory()
    for _ in range(3):
        async with bare_adapter(api, memory=memory):
            assert api.commands.overwrites == 1
    async with bare_adapter(api, memory=memory, commands=("play", "move")):
        assert api.commands.overwrites == 2
        assert len(api.commands.by_scope[None]) == 2


async def test_plays_are_completed_while_they_are_typed(tmp_path: Path, api: DiscordApi) -> None:
    async with discord_stage(tmp_path / "c.sqlite", api, opening()) as stage:
        room, anna, bea = await match_in_a_channel(stage)
        choices = await anna.at(room).completes("/move", play="8/5 6")
        assert "8/5 6/5" in [one["value"] for one in choices]
        assert len(await anna.at(room).completes("/move", play="")) <= 25
        assert await bea.at(room).completes("/move", play="") == []
        assert await anna.at(room).completes("/move", play="x" * 300) == []


async def test_a_person_is_challenged_from_the_menu_and_a_bot_is_not(tmp_path: Path, api: DiscordApi) -> None:
    async with discord_stage(tmp_path / "c.sqlite", api, opening()) as stage:
        anna, bea = stage.actor("Anna", "de"), stage.actor("Bea")
        room = stage.room("Club", anna, bea)
        await anna.at(room).uses_on("Challenge", bea.person)
        await stage.settle()
        assert "Anna" in room.board.text
        assert "Bea" in room.board.text
        await press_op(bea, room, "accept")
        assert (await table_of(stage, bea)).revision > 0
        bea.person.user.is_bot = True
        await anna.at(room).uses_on("Challenge", bea.person)
        await stage.settle()
        assert "/play" in anna.notices[-1]


# Cuts


async def test_a_cut_line_is_resumed_and_nothing_is_lost(tmp_path: Path, api: DiscordApi) -> None:
    async with discord_stage(tmp_path / "c.sqlite", api, opening()) as stage:
        room, anna, _ = await match_in_a_channel(stage)
        api.gateway.cut()
        await press_label(anna, room, "8/5")
        api.gateway.cut()
        await press_label(anna, room, "6/5")
        await press_op(anna, room, "play")
        assert "Bea" in room.board.text
        assert api.gateway.resumes == 2
        assert api.gateway.identifies == 1


async def test_after_a_lost_session_the_same_buttons_act(tmp_path: Path, api: DiscordApi) -> None:
    async with discord_stage(tmp_path / "c.sqlite", api, opening()) as stage:
        room, anna, _ = await match_in_a_channel(stage)
        api.gateway.forget_sessions()
        api.gateway.cut()
        lost = anna.at(room).press(room.public[-1], "8/5")
        await api.pulse.until(lambda: api.gateway.identifies == 2, 12)
        api.backend.interactions.pop(lost.id)  # made while nobody listened: Discord never delivers it
        await press_label(anna, room, "8/5")
        assert "Undo" in labels(room.board)


async def test_a_press_that_is_delivered_twice_acts_once(tmp_path: Path, api: DiscordApi) -> None:
    async with discord_stage(tmp_path / "c.sqlite", api, opening()) as stage:
        room, anna, bea = await match_in_a_channel(stage)
        await anna.run(room, "/move 8/5 6/5")
        before = (await table_of(stage, anna)).revision
        (roll,) = [one for one in room.public[-1].buttons if one["label"].startswith("Roll")]
        use = bea.at(room).press_id(room.public[-1], roll["custom_id"])
        shown = bea.at(room)._json(use, None)
        api.gateway.dispatch("INTERACTION_CREATE", shown, guild=int(shown["guild_id"]))
        await stage.settle()
        assert (await table_of(stage, anna)).revision == before + 1
        assert bea.notices == []


async def test_a_match_survives_a_line_that_breaks_now_and_then(tmp_path: Path, api: DiscordApi) -> None:
    """Calls lost, cut and refused: every board arrives at last, nothing is played twice."""
    one = FreshDice(11)
    options = Options(dice=lambda _: one, patience_s=0.1)
    async with discord_stage(tmp_path / "c.sqlite", api, options) as stage:
        room, anna, bea = await match_in_a_channel(stage, "1")
        table = await table_of(stage, anna)
        api.faults.storm(
            0.08,
            (FaultKind.LOST, FaultKind.RESET, FaultKind.SLOW),
            seed=5,
            methods=("create_message", "edit_message", "edit_original", "followup", "callback"),
            seconds=0.05,
        )
        await play_by_buttons(stage, table.id, room, (anna, bea), random.Random(5))
        assert api.faults.carried_out > 3
        nonces = [one.nonce for one in room.public if one.nonce]
        assert len(nonces) == len(set(nonces))


# The beginning and the end


async def test_a_wrong_token_is_one_sentence_that_names_the_setting(
    api: DiscordApi, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    wrong = "MTIzNDU2Nzg5MDEyMzQ1Njc4.Gwrong.this-is-no-token-at-all-but-looks-so"
    adapter = bare_adapter(api, replace(settings_for(api), token=wrong))
    with pytest.raises(BadToken, match="BOT_DISCORD_TOKEN") as refused:
        await adapter.start()
    assert wrong not in str(refused.value)
    assert refused.value.__cause__ is None
    assert wrong not in caplog.text
    await adapter.close()


async def test_no_token_shows_anywhere(
    tmp_path: Path, api: DiscordApi, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    async with discord_stage(tmp_path / "c.sqlite", api, opening()) as stage:
        room, anna, _ = await match_in_a_channel(stage)
        await press_label(anna, room, "8/5")
        assert api.token not in repr(stage.wire.adapter)
    assert api.token not in repr(settings_for(api))
    assert api.token not in caplog.text
    assert not [one for one in api.backend.by_token if one in caplog.text]
    assert caplog.text


async def test_an_address_where_nobody_answers_is_named(api: DiscordApi) -> None:
    settings = DiscordSettings(api.token, "http://127.0.0.1:9", "ws://127.0.0.1:9/")
    adapter = bare_adapter(api, settings)
    with pytest.raises(Unreachable, match="BOT_DISCORD_API_ROOT"):
        await adapter.start()
    await adapter.close()


async def test_a_connection_that_discord_ends_for_good_ends_the_wait(api: DiscordApi) -> None:
    async with bare_adapter(api) as adapter:
        await adapter.wait_until_ready()
        waiting = asyncio.create_task(adapter.wait())
        await asyncio.sleep(0.05)
        assert not waiting.done()
        await api.gateway.close(4011)
        with pytest.raises(Ended, match="4011"):
            await asyncio.wait_for(waiting, 5)


async def test_the_adapter_stops_in_time_and_finishes_what_was_begun(tmp_path: Path, api: DiscordApi) -> None:
    done: list[Incoming] = []

    def slowly(handler: Handler) -> Handler:
        async def handle(what: Incoming) -> Answer:
            await asyncio.sleep(1.0)
            done.append(what)
            return Answer(notice="Done.")

        return handle

    loop = asyncio.get_running_loop()
    async with discord_stage(tmp_path / "c.sqlite", api, Options(handler=slowly)) as stage:
        anna = stage.actor("Anna")
        use = anna.at(stage.room("Club", anna)).run("/games")
        await api.pulse.until(lambda: use.acknowledged)
        begun = loop.time()
    assert loop.time() - begun < 5.0
    assert len(done) == 1
    assert use.text == "Done."
