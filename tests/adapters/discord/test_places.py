"""Where the adapter speaks: busy channels, threads, closed and foreign places, direct chats."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from bot.app.ports import Chat
from bot.ui.press import TablePress
from bot.ui.texts import isolated
from tests.support.dice import FreshDice, ScriptedDice
from tests.support.discord import DiscordApi, Message, Server
from tests.support.discord_stage import (
    DcActor,
    DcSpot,
    DiscordStage,
    Options,
    discord_stage,
    match_in_a_channel,
)
from tests.support.scenarios import (
    key_for,
    key_of,
    labels,
    match_of,
    press_label,
    press_op,
    table_of,
)

pytestmark = pytest.mark.platforms


def opening() -> Options:
    """Anna begins with 3-1, Bea rolls 6-5."""
    dice = ScriptedDice([(3, 1), (6, 5), (4, 2)])
    return Options(dice=lambda _: dice)


async def told(stage: DiscordStage, room: DcSpot, **changes: object) -> None:
    """Set something for a room."""
    chat = Chat("discord", str(room.channel.id))
    someone = stage.actor("Admin")
    known = await stage.service.people.meet(someone.visitor)
    await stage.service.archive.change_room(chat, changes, known.person.id, stage.service.clock.now_ms())


# Busy channels


@pytest.mark.parametrize("tables", [12, pytest.param(100, marks=pytest.mark.slow)])
async def test_many_tables_in_one_channel_stay_inside_its_limits(
    tmp_path: Path, api: DiscordApi, tables: int
) -> None:
    one = FreshDice(3)
    async with discord_stage(tmp_path / "c.sqlite", api, Options(dice=lambda _: one)) as stage:
        people = [stage.actor(f"P{number}") for number in range(2 * tables)]
        room = stage.room("Club", *people)
        pairs = list(zip(people[::2], people[1::2], strict=True))
        for first, second in pairs:
            first.at(room).run("/challenge", who=second.person, rules="1")
        await stage.settle()
        offers = {key_for_offer(message): message for message in room.public if message.buttons}
        assert len(offers) == tables
        for first, second in pairs:
            message = offer_of(room, first)
            second.at(room).press(message, "Accept")
        await stage.settle()
        for _ in range(2):
            await one_turn_each(stage, room, people)
        for first, _ in pairs:
            await shows_what_is(stage, room, first)
        assert api.throttled == 0
        assert api.invalid_requests == 0


def key_for_offer(message: Message) -> str:
    return str(message.buttons[0]["custom_id"])


def offer_of(room: DcSpot, person: DcActor) -> Message:
    """The challenge of a person."""
    return next(
        one for one in reversed(room.public) if one.buttons and isolated(person.visitor.name) in one.text
    )


async def one_turn_each(stage: DiscordStage, room: DcSpot, people: list[DcActor]) -> None:
    """At each table the one who is to play does something, all at the same time."""
    chance = random.Random(1)
    for person in people:
        table = await table_of(stage, person)
        match = match_of(table)
        mine = table.seat_of((await stage.service.people.meet(person.visitor)).person.id)
        assert mine is not None
        if match.running is None or mine.key not in stage.service.tables.kind("match").to_act(match):
            continue
        board = newest_board(room, table.id)
        ids = [one["custom_id"] for one in board.buttons]
        wanted = [one for one in ids if ":roll:" in one or ":draft:" in one]
        person.at(room).press_id(board, chance.choice(wanted))
    await stage.settle()


def newest_board(room: DcSpot, table: str) -> Message:
    """The newest message with buttons of this table."""
    return next(
        one
        for one in reversed(room.public)
        if any(f":{table}:" in button.get("custom_id", "") for button in one.buttons)
    )


async def shows_what_is(stage: DiscordStage, room: DcSpot, person: DcActor) -> None:
    """The newest board of the person's table has the buttons of its present revision."""
    table = await table_of(stage, person)
    shown = stage.service.desk.context.ui(table)
    assert shown is not None
    board = newest_board(room, table.id)
    prefix = str(TablePress(table.id, table.revision, "x")).removesuffix("x:")
    assert any(button["custom_id"].startswith(prefix) for button in board.buttons)


async def test_one_busy_channel_does_not_hold_up_another(tmp_path: Path, api: DiscordApi) -> None:
    one = FreshDice(3)
    async with discord_stage(tmp_path / "c.sqlite", api, Options(dice=lambda _: one)) as stage:
        people = [stage.actor(f"P{number}") for number in range(20)]
        busy = stage.room("Busy", *people)
        for person in people:
            person.at(busy).run("/play", rules="1")
        anna = stage.actor("Anna")
        quiet = stage.room("Quiet", anna)
        before = api.clock.now()
        anna.at(quiet).run("/play", rules="1")
        await anna.at(quiet).shows(lambda message: message.buttons)
        assert api.clock.now() - before < 3.0
        assert len([one for one in busy.public if one.buttons]) < len(people)
        await stage.settle()
        assert len({key_for_offer(one).split(":")[1] for one in busy.public if one.buttons}) == len(people)


# Messages and channels that go away


async def test_a_board_that_somebody_has_deleted_is_posted_anew(tmp_path: Path, api: DiscordApi) -> None:
    async with discord_stage(tmp_path / "c.sqlite", api, opening()) as stage:
        room, anna, bea = await match_in_a_channel(stage)
        await anna.run(room, "/move 8/5 6/5")
        gone = room.public[-1]
        anna.at(room).deletes(gone)
        await bea.say(room, "roll")
        assert room.public[-1] is not gone
        assert "24/18" in labels(room.board)


async def test_old_boards_go_where_the_room_wants_them_deleted(tmp_path: Path, api: DiscordApi) -> None:
    async with discord_stage(tmp_path / "c.sqlite", api, opening()) as stage:
        room, anna, bea = await match_in_a_channel(stage)
        await told(stage, room, old_boards="delete")
        first = room.public[-1]
        await anna.run(room, "/move 8/5 6/5")
        assert first.deleted
        assert (await table_of(stage, bea)).revision > 0


async def test_an_old_board_from_before_a_restart_loses_its_buttons_and_keeps_its_picture(
    tmp_path: Path, api: DiscordApi
) -> None:
    async with discord_stage(tmp_path / "c.sqlite", api, opening()) as stage:
        room, anna, _ = await match_in_a_channel(stage)
        first = room.public[-1]
        picture, text = first.picture, first.text
        await stage.restart()
        await anna.run(room, "/move 8/5 6/5")
        assert first.labels == []
        assert (first.picture, first.text) == (picture, text)


async def test_a_game_goes_on_where_the_bot_has_lost_its_rights(tmp_path: Path, api: DiscordApi) -> None:
    """Answers to presses need no right; so the board lives on in them."""
    async with discord_stage(tmp_path / "c.sqlite", api, opening()) as stage:
        room, anna, bea = await match_in_a_channel(stage)
        server = next(one for one in api.backend.guilds.values() if room.channel.guild is one)
        Server(api.backend, server).forbid_bot(room.channel, "send_messages")
        await press_label(anna, room, "8/5")
        await press_label(anna, room, "6/5")
        await press_op(anna, room, "play")
        await press_op(bea, room, "roll")
        assert "24/18" in labels(room.board)
        assert api.invalid_requests <= 1


async def test_a_deleted_channel_ends_the_sending_there(tmp_path: Path, api: DiscordApi) -> None:
    async with discord_stage(tmp_path / "c.sqlite", api, opening()) as stage:
        room, anna, bea = await match_in_a_channel(stage)
        room.channel.deleted = True
        await bea.run(bea.direct, "/games")
        await anna.say(anna.direct, "8/5 6/5")
        await stage.settle()
        calls = len(api.ledger.of("create_message"))
        await bea.say(bea.direct, "roll")
        assert match_of(await table_of(stage, anna)).running is not None
        refused = [call for call in api.ledger.of("create_message")[calls:] if call.status != 200]
        assert refused == []


# Threads


async def test_a_table_gets_a_thread_where_the_room_wants_it(tmp_path: Path, api: DiscordApi) -> None:
    async with discord_stage(tmp_path / "c.sqlite", api, opening()) as stage:
        anna, bea = stage.actor("Anna"), stage.actor("Bea")
        room = stage.room("Club", anna, bea)
        await told(stage, room, thread_per_match=True)
        await anna.run(room, "/challenge 3")
        await press_label(bea, room, "Accept")
        assert room.channel.guild is not None
        (thread,) = [one for one in room.channel.guild.channels.values() if one.is_thread]
        assert thread.name == "Anna – Bea"
        inside = DcSpot(thread)
        await press_label(anna, inside, "8/5")
        await stage.restart()
        await press_label(anna, inside, "6/5")
        await press_op(anna, inside, "play")
        await bea.say(inside, "roll")
        assert "24/18" in labels(inside.board)
        assert [one for one in room.channel.guild.channels.values() if one.is_thread] == [thread]
        assert not room.public[-1].buttons, "the room itself holds only the challenge"
        thread.archived = True
        await bea.run(room, "/move 24/13")
        assert "Anna" in inside.board.text


async def test_without_the_right_to_open_threads_the_room_will_do(tmp_path: Path, api: DiscordApi) -> None:
    async with discord_stage(tmp_path / "c.sqlite", api, opening()) as stage:
        anna, bea = stage.actor("Anna"), stage.actor("Bea")
        room = stage.room("Club", anna, bea)
        await told(stage, room, thread_per_match=True)
        guild = room.channel.guild
        assert guild is not None
        Server(api.backend, guild).forbid_everyone("create_public_threads")
        await anna.run(room, "/challenge 3")
        await press_label(bea, room, "Accept")
        assert room.board.has_picture


# Places where the bot is no member


@pytest.mark.parametrize("place", ["a server", "a group"])
async def test_an_app_of_ones_own_plays_where_the_bot_is_not(
    tmp_path: Path, api: DiscordApi, place: str
) -> None:
    async with discord_stage(tmp_path / "c.sqlite", api, opening()) as stage:
        anna, bea = stage.actor("Anna"), stage.actor("Bea")
        if place == "a server":
            channel = api.server("Away", anna.person, bea.person, with_bot=False).channel("talk")
        else:
            channel = api.group_dm(anna.person, bea.person)
        room = DcSpot(channel)
        await anna.run(room, "/challenge 3")
        await press_label(bea, room, "Accept")
        await press_label(anna, room, "8/5")
        await press_label(anna, room, "6/5")
        await press_op(anna, room, "play")
        await press_op(bea, room, "roll")
        assert "24/18" in labels(room.board)
        assert len(api.ledger.of("create_message")) == 0, "the bot has no access there"
        assert api.invalid_requests == 0


async def test_a_foreign_place_rests_when_its_newest_press_is_old_and_the_next_press_shows_the_board(
    tmp_path: Path, api: DiscordApi
) -> None:
    async with discord_stage(tmp_path / "c.sqlite", api, opening()) as stage:
        anna, bea = stage.actor("Anna"), stage.actor("Bea")
        room = DcSpot(api.server("Away", anna.person, bea.person, with_bot=False).channel("talk"))
        await anna.run(room, "/challenge 3")
        await press_label(bea, room, "Accept")
        old = room.board
        await stage.pass_time(14.8 * 60)
        await anna.say(anna.direct, "8/5 6/5")
        assert room.board.text == old.text, "nothing reaches the place"
        await bea.press(room, key_for(old, "board"))
        await press_op(bea, room, "roll")
        assert match_of(await table_of(stage, anna)).running is not None
        assert "24/18" in labels(room.board)


# Direct chats


async def test_in_a_direct_chat_plain_text_is_a_move(tmp_path: Path, api: DiscordApi) -> None:
    async with discord_stage(tmp_path / "c.sqlite", api, opening()) as stage:
        anna = stage.actor("Anna")
        await anna.run(anna.direct, "/play 1")
        before = (await table_of(stage, anna)).revision
        choices = await anna.person.dm.completes("/move", play="")
        await stage.settle()
        await anna.say(anna.direct, choices[0]["value"])
        assert (await table_of(stage, anna)).revision > before
        await anna.say(anna.direct, "nonsense")
        assert "nonsense" in anna.notices[-1]


async def test_a_direct_chat_that_is_closed_to_the_bot_is_reached_by_answers(
    tmp_path: Path, api: DiscordApi
) -> None:
    options = replace(opening(), patience_s=2.5)  # Discord's limit is real here: a slow machine has all of it
    async with discord_stage(tmp_path / "c.sqlite", api, options) as stage:
        anna = stage.actor("Anna")
        anna.person.closes_dms()
        await anna.run(anna.direct, "/play 1")
        await press_label(anna, anna.direct, "8/5")
        await press_label(anna, anna.direct, "6/5")
        before = (await table_of(stage, anna)).revision
        await press_op(anna, anna.direct, "play")
        assert (await table_of(stage, anna)).revision > before
        assert "6-5" in anna.direct.board.text, "what the computer did is shown"


async def test_games_are_played_in_the_channels_that_a_server_names(tmp_path: Path, api: DiscordApi) -> None:
    async with discord_stage(tmp_path / "c.sqlite", api, Options()) as stage:
        ada, bea = stage.actor("Ada"), stage.actor("Bea")
        server = api.server("Club", ada.person, bea.person)
        games, talk = DcSpot(server.channel("backgammon")), DcSpot(server.channel("talk"))
        await ada.run(games, "/room")
        page = ada.privates(games)[0]
        await ada.press(games, key_of(page, "Where"), on=page)
        await ada.press(games, key_of(ada.privates(games)[0], "Only here"), on=page)
        assert "#backgammon" in ada.privates(games)[0].text
        await bea.run(talk, "/challenge 3")
        assert "No games are played here, but in" in bea.notices[-1]
        assert "#backgammon" in bea.notices[-1]
        assert talk.public == []
        await bea.run(games, "/challenge 3")
        assert "Accept" in labels(games.board)
