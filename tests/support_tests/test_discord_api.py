"""The Discord stand-in against the real client library: that it carries a bot, and that it refuses."""

import asyncio
import io
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import aiohttp
import discord
import pytest
import yarl
from discord import app_commands, ui
from PIL import Image

from tests.support.discord import Channel, DiscordApi, FaultKind, Person, RateWindow, Server, Window
from tests.support.discord.permissions import has

pytestmark = pytest.mark.platforms


def png(colour: int = 0) -> discord.File:
    out = io.BytesIO()
    Image.new("RGB", (320, 200), (colour % 256, 90, 60)).save(out, "PNG")
    out.seek(0)
    return discord.File(out, "board.png", description=f"board {colour}")


class More(ui.DynamicItem[ui.Button[Any]], template=r"more:(?P<count>\d+)"):
    def __init__(self, count: int) -> None:
        super().__init__(ui.Button(label="More", custom_id=f"more:{count}"))
        self.count = count

    @classmethod
    async def from_custom_id(cls, interaction: Any, item: Any, match: Any, /) -> "More":
        return cls(int(match["count"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        count = self.count + 1
        await interaction.response.edit_message(view=board(count), attachments=[png(count)])


def board(count: int) -> ui.LayoutView:
    gallery = discord.MediaGalleryItem("attachment://board.png", description=f"board {count}")
    row: ui.ActionRow[Any] = ui.ActionRow(More(count))
    container: ui.Container[Any] = ui.Container(
        ui.TextDisplay(f"**{count}** presses"), ui.MediaGallery(gallery), row
    )
    view = ui.LayoutView(timeout=None)
    view.add_item(container)
    return view


class Form(ui.Modal, title="Name"):
    name: ui.TextInput["Form"] = ui.TextInput(label="Your name")

    async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_message(f"Hello {self.name.value}", ephemeral=True)


class ToyBot(discord.AutoShardedClient):
    """Slash commands, completion, a context menu, a form, and a board with one button."""

    def __init__(self) -> None:
        none = discord.AllowedMentions.none()
        intents = discord.Intents(guilds=True, guild_messages=True, dm_messages=True)
        super().__init__(intents=intents, allowed_mentions=none, guild_ready_timeout=0.05)
        self.tree = app_commands.CommandTree(self)
        self.later: list[discord.Interaction[Any]] = []
        self.resumed = 0
        self.heard: list[str] = []
        _add_commands(self)

    async def setup_hook(self) -> None:
        self.add_dynamic_items(More)
        await self.tree.sync()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """No pause of 5 s between two IDENTIFYs."""

    async def on_shard_resumed(self, shard_id: int) -> None:
        self.resumed += 1

    async def on_message(self, message: discord.Message) -> None:
        if message.author != self.user:
            self.heard.append(message.content)


Used = discord.Interaction[ToyBot]


def _add_commands(bot: ToyBot) -> None:
    @bot.tree.command(description="Play")
    async def play(interaction: Used) -> None:
        await interaction.response.send_message(view=board(0), file=png())

    @bot.tree.command(description="Slow", extras={})
    @app_commands.allowed_installs(guilds=True, users=True)
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    async def slow(interaction: Used) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await asyncio.sleep(0.05)
        await interaction.edit_original_response(view=board(7), attachments=[png(7)])

    @bot.tree.command(description="Never answers by itself")
    @app_commands.allowed_installs(guilds=True, users=True)
    async def never(interaction: Used) -> None:
        bot.later.append(interaction)

    @bot.tree.command(description="Move")
    async def move(interaction: Used, play: str) -> None:
        await interaction.response.send_message(f"{interaction.user.display_name}: {play} @everyone")

    @move.autocomplete("play")
    async def complete(interaction: Used, typed: str) -> list[app_commands.Choice[str]]:
        plays = ("13/7", "13/11", "24/18")
        return [app_commands.Choice(name=play, value=play) for play in plays if play.startswith(typed)]

    @bot.tree.command(description="Form")
    async def form(interaction: Used) -> None:
        await interaction.response.send_modal(Form())

    @bot.tree.context_menu(name="Challenge")
    async def challenge(interaction: Used, member: discord.Member) -> None:
        await interaction.response.send_message(f"{member.mention}, play!", ephemeral=True)


@pytest.fixture
async def api(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[DiscordApi]:
    async with DiscordApi() as started:
        monkeypatch.setattr(discord.http.Route, "BASE", started.rest)
        monkeypatch.setattr(
            discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(started.gateway_url)
        )
        monkeypatch.setattr(discord.Asset, "BASE", started.cdn)
        yield started


@asynccontextmanager
async def running(api: DiscordApi) -> AsyncIterator[ToyBot]:
    bot = ToyBot()
    task = asyncio.create_task(bot.start(api.token))
    ready = asyncio.create_task(bot.wait_until_ready())
    done, _ = await asyncio.wait({task, ready}, timeout=5, return_when=asyncio.FIRST_COMPLETED)
    if ready not in done:
        ready.cancel()
        await bot.close()
        await task
        raise AssertionError("the bot did not get ready")
    try:
        yield bot
    finally:
        await bot.close()
        await asyncio.gather(task, return_exceptions=True)


@dataclass
class Place:
    api: DiscordApi
    bot: ToyBot
    ada: Person
    bob: Person
    club: Server
    games: Channel
    window: Window
    channel: discord.TextChannel

    def sees(self, person: Person) -> Window:
        return person.at(self.games)


@pytest.fixture
async def place(api: DiscordApi) -> AsyncIterator[Place]:
    ada, bob = api.person("Ada", locale="de"), api.person("Bob")
    club = api.server("Club", ada, bob)
    games = club.channel("games")
    async with running(api) as bot:
        channel = bot.get_channel(games.id)
        assert isinstance(channel, discord.TextChannel)
        yield Place(api, bot, ada, bob, club, games, ada.at(games), channel)


async def test_a_board_with_a_button_is_posted_pressed_and_edited(place: Place) -> None:
    answer = await place.window.runs("/play")
    message = place.window.newest
    assert answer.original is message
    assert (message.text, message.labels, message.descriptions) == (
        "**0** presses",
        [["More"]],
        ["board 0", "board 0"],
    )
    before = message.picture
    await place.sees(place.bob).presses(message, "More")
    assert message.text == "**1** presses"
    assert message.picture != before
    assert len(message.attachments) == 1
    assert place.api.violations == []
    assert place.api.unanswered() == []


async def test_old_buttons_work_after_a_restart(api: DiscordApi) -> None:
    ada = api.person("Ada")
    window = ada.at(api.server("Club", ada).channel("games"))
    async with running(api):
        await window.runs("/play")
    lost = window.press(window.newest, "More")  # while the bot is down: never delivered
    async with running(api):
        await window.presses(window.newest, "More")
    assert window.newest.text == "**1** presses"
    assert api.unanswered() == [lost]
    assert api.commands.created == 6  # the same commands again are no new ones


async def test_a_cut_line_is_resumed_and_what_was_missed_comes_after_it(place: Place) -> None:
    await place.window.runs("/play")
    place.api.gateway.cut()
    await place.window.presses(place.window.newest, "More")
    assert place.api.gateway.resumes == 1
    assert place.api.gateway.identifies == 1
    assert place.bot.resumed == 1


async def test_a_lost_session_is_begun_anew_and_what_was_missed_is_gone(place: Place) -> None:
    await place.window.runs("/play")
    place.api.gateway.forget_sessions()
    place.api.gateway.cut()
    place.window.press(place.window.newest, "More")
    await place.api.pulse.until(lambda: place.api.gateway.identifies == 2, 10)
    await place.window.presses(place.window.newest, "More")
    assert place.window.newest.text == "**1** presses"
    assert len(place.api.unanswered()) == 1


async def test_the_gateway_may_ask_for_a_reconnect_or_refuse_a_session(place: Place) -> None:
    await place.api.gateway.ask_reconnect()
    await place.api.pulse.until(lambda: place.api.gateway.resumes == 1)
    await place.api.gateway.invalidate()
    await place.api.pulse.until(lambda: place.api.gateway.identifies == 2, 10)
    await place.window.runs("/play")
    assert place.api.violations == []


async def test_a_wrong_token_and_a_privileged_intent_are_refused(api: DiscordApi) -> None:
    mistaken = ToyBot()
    with pytest.raises(discord.LoginFailure):
        await mistaken.start("wrong")
    await mistaken.close()
    assert api.invalid_requests == 1
    curious = discord.Client(intents=discord.Intents(message_content=True))
    with pytest.raises(discord.PrivilegedIntentsRequired):
        await curious.start(api.token)
    await curious.close()


async def test_deferred_answers_stay_for_one_persons_eyes(place: Place) -> None:
    answer = await place.window.runs("/slow")
    assert answer.private
    assert answer.original in place.window.messages
    assert place.sees(place.bob).messages == []
    assert answer.text == "**7** presses"
    assert answer.original is not None
    with pytest.raises(discord.NotFound):
        await place.channel.fetch_message(answer.original.id)
    assert place.api.violations == []


async def test_an_answer_after_three_seconds_is_too_late(place: Place) -> None:
    use = place.window.run("/never")
    await place.api.pulse.until(lambda: place.bot.later)
    place.api.clock.advance(3.5)
    with pytest.raises(discord.NotFound) as refused:
        await place.bot.later[0].response.send_message("late")
    assert refused.value.code == 10062
    assert place.api.unanswered() == [use]


async def _later(place: Place) -> discord.Interaction[ToyBot]:
    place.window.run("/never")
    await place.api.pulse.until(lambda: place.bot.later)
    return place.bot.later.pop()


async def test_a_second_first_answer_is_refused(place: Place) -> None:
    interaction = await _later(place)
    await interaction.response.send_message("one")
    with pytest.raises(discord.HTTPException) as refused:
        await place.bot.http.request(
            discord.http.Route("POST", f"/interactions/{interaction.id}/{interaction.token}/callback"),
            json={"type": 4, "data": {"content": "two"}},
        )
    assert refused.value.code == 40060


async def test_the_token_dies_after_fifteen_minutes(place: Place) -> None:
    interaction = await _later(place)
    await interaction.response.send_message("one")
    await interaction.edit_original_response(content="two")
    await interaction.followup.send("three", ephemeral=True)
    place.api.clock.advance(15 * 60 + 1)
    with pytest.raises(discord.HTTPException) as refused:
        await interaction.edit_original_response(content="four")
    assert refused.value.code == 50027
    assert [message.text for message in place.window.from_bot] == ["two", "three"]
    assert [message.text for message in place.sees(place.bob).from_bot] == ["two"]


async def test_the_first_follow_up_of_a_deferral_fills_it(place: Place) -> None:
    interaction = await _later(place)
    await interaction.response.defer(ephemeral=True, thinking=True)
    assert place.window.newest.loading
    await interaction.followup.send("filled", ephemeral=False)
    assert len(place.window.from_bot) == 1
    assert (place.window.newest.text, place.window.newest.ephemeral_to) == ("filled", place.ada.user)


async def test_plays_are_completed_and_nobody_is_pinged(place: Place) -> None:
    choices = await place.window.completes("/move", play="13")
    assert [choice["value"] for choice in choices] == ["13/7", "13/11"]
    answer = await place.window.runs("/move", play="13/7")
    assert answer.text == "Ada: 13/7 @everyone"
    assert answer.original
    assert not answer.original.mentions_everyone
    with pytest.raises(AssertionError, match="required options"):
        place.window.run("/move")


async def test_a_form_is_opened_and_submitted(place: Place) -> None:
    opened = await place.window.runs("/form")
    answer = await place.window.submits(opened, {"Your name": "Countess"})
    assert (answer.text, answer.private) == ("Hello Countess", True)
    assert place.api.violations == []


async def test_a_persons_context_menu_has_the_apps_entry(place: Place) -> None:
    answer = await place.window.uses_on("Challenge", place.bob)
    assert answer.text == f"{place.bob.mention}, play!"


async def test_in_direct_messages_the_bot_reads_and_in_servers_it_does_not(place: Place) -> None:
    place.ada.dm.writes("13/7")
    place.window.writes("secret")
    place.window.writes(f"<@{place.api.bot_id}> hello")
    await place.api.pulse.until(lambda: len(place.bot.heard) == 3)
    assert place.bot.heard == ["13/7", "", f"<@{place.api.bot_id}> hello"]
    user = await place.bot.fetch_user(place.ada.id)
    await user.send("your turn")
    assert place.ada.dm.newest.text == "your turn"
    place.ada.closes_dms()
    with pytest.raises(discord.Forbidden) as refused:
        await user.send("your turn")
    assert refused.value.code == 50007


async def test_an_app_installed_by_a_person_works_where_the_bot_is_not(place: Place) -> None:
    away = place.api.server("Away", place.bob, place.ada, with_bot=False)
    window = place.ada.at(away.channel("talk"))
    with pytest.raises(AssertionError, match="not installed here"):
        window.run("/slow")
    place.ada.installs_app()
    assert (await window.runs("/slow")).private
    away.forbid_everyone("use_external_apps")
    use = window.run("/never")
    await place.api.pulse.until(lambda: place.bot.later)
    interaction = place.bot.later.pop()
    await interaction.response.send_message("public?")
    assert use.private
    for number in range(5):
        await interaction.followup.send(str(number))
        place.api.clock.advance(3)
    with pytest.raises(discord.HTTPException) as refused:
        await interaction.followup.send("one too many")
    assert refused.value.code == 40094
    private = place.ada.at(place.api.group_dm(place.ada, place.bob))
    await private.runs("/slow")
    assert place.api.violations == []


async def test_lost_rights_and_closed_threads_refuse_in_discords_codes(place: Place) -> None:
    sent = await place.channel.send("one")
    thread = await sent.create_thread(name="Match")
    in_thread = await thread.send("board")
    place.club.archive(place.games.guild.channels[thread.id])  # type: ignore[union-attr]
    assert await _code(in_thread.edit(content="two")) == 50083
    place.club.archive(place.games.guild.channels[thread.id], locked=True)  # type: ignore[union-attr]
    assert await _code(in_thread.edit(content="two")) == 160005
    place.club.forbid_bot(place.games, "attach_files")
    assert await _code(place.channel.send(file=png())) == 50013
    place.club.forbid_bot(place.games, "view_channel")
    assert await _code(place.channel.send("two")) == 50001
    assert place.api.invalid_requests == 3
    place.club.delete(place.games)
    assert await _code(place.channel.send("two")) == 10003


async def _code(call: Any) -> int:
    with pytest.raises(discord.HTTPException) as refused:
        await call
    return int(refused.value.code)


async def _refused(place: Place, **body: Any) -> str:
    """The complaint about a message sent past discord.py's own checks."""
    route = discord.http.Route("POST", "/channels/{channel_id}/messages", channel_id=place.games.id)
    with pytest.raises(discord.HTTPException) as refused:
        await place.bot.http.request(route, json=body)
    assert len(place.api.violations) == 1
    return f"{refused.value.code} {refused.value.text}"


def button(label: str = "A", custom_id: str = "a", **more: Any) -> dict[str, Any]:
    return {"type": 2, "style": 1, "label": label, "custom_id": custom_id, **more}


def row(*parts: dict[str, Any]) -> dict[str, Any]:
    return {"type": 1, "components": list(parts)}


def text(content: str = "x") -> dict[str, Any]:
    return {"type": 10, "content": content}


NUMBERED = [button(custom_id=str(number)) for number in range(6)]
GALLERY = {"type": 12, "items": [{"media": {"url": "attachment://nothing.png"}}]}
BROKEN = {
    "2001 characters": ({"content": "x" * 2001}, "2000|too long"),
    "nothing": ({"content": ""}, "empty message"),
    "a label of 81": ({"content": "x", "components": [row(button("x" * 81))]}, "80|too long"),
    "a custom id of 101": (
        {"content": "x", "components": [row(button(custom_id="x" * 101))]},
        "100|too long",
    ),
    "one custom id twice": ({"content": "x", "components": [row(button(), button())]}, "DUPLICATED"),
    "six buttons in a row": ({"content": "x", "components": [row(*NUMBERED)]}, "5 buttons|too long"),
    "a link without an address": ({"content": "x", "components": [row(button(style=5))]}, "link button"),
    "v2 with content": ({"flags": 1 << 15, "content": "x", "components": [text()]}, "LEGACY_FIELDS"),
    "v2 parts without the flag": ({"components": [text()]}, "IS_COMPONENTS_V2"),
    "41 components": (
        {"flags": 1 << 15, "components": [{"type": 17, "components": [text()] * 40}]},
        "41 of 40",
    ),
    "4001 characters": ({"flags": 1 << 15, "components": [text("x" * 2001), text("x" * 2000)]}, "TEXT_SIZE"),
    "an attachment that is not there": ({"flags": 1 << 15, "components": [GALLERY]}, "ATTACHMENT_NOT_FOUND"),
    "6001 characters of embeds": (
        {"embeds": [{"description": "x" * 3001}, {"description": "x" * 3000}]},
        "6000",
    ),
    "an ephemeral channel message": ({"content": "x", "flags": 64}, "ephemeral"),
    "a nonce of 26": ({"content": "x", "nonce": "x" * 26}, "nonce"),
}


@pytest.mark.parametrize("body, complaint", BROKEN.values(), ids=BROKEN)
async def test_what_breaks_a_limit_is_refused_and_noted(
    place: Place, body: dict[str, Any], complaint: str
) -> None:
    assert re.search(complaint, await _refused(place, **body))
    assert place.window.from_bot == []


def v2(*parts: dict[str, Any]) -> dict[str, Any]:
    return {"flags": 1 << 15, "components": [{"type": 17, "components": list(parts)}]}


@pytest.mark.parametrize(
    "body, complaint",
    [
        ({"content": "x", "contend": "y"}, "contend"),
        (v2(row(button(lable="y"))), "lable"),
        (v2({"type": 99}), "no object with a type of"),
        (v2(row(button(style=9))), "is not one of"),
    ],
    ids=["in the message", "in a button", "an unknown component", "an unknown style"],
)
async def test_what_the_description_does_not_know_is_refused(
    place: Place, body: dict[str, Any], complaint: str
) -> None:
    if place.api.description is None:
        pytest.skip("the platform's description is not here")
    assert complaint in await _refused(place, **body)


async def test_an_attachment_that_nothing_shows_and_one_too_big_are_noted(place: Place) -> None:
    view = ui.LayoutView()
    view.add_item(ui.TextDisplay("no picture"))
    await place.channel.send(view=view, file=png())
    assert [v for v in place.api.violations if "no component shows" in v]
    big = discord.File(io.BytesIO(b"x" * (10 * 1024 * 1024 + 1)), "big.bin")
    assert await _code(place.channel.send(file=big)) == 40005


async def test_the_v2_flag_cannot_be_taken_off(place: Place) -> None:
    sent = await place.channel.send(view=board(1), file=png())
    with pytest.raises(discord.HTTPException, match="IS_COMPONENTS_V2"):
        await place.bot.http.request(
            discord.http.Route("PATCH", f"/channels/{place.games.id}/messages/{sent.id}"), json={"flags": 0}
        )


async def test_a_nonce_sends_once(place: Place) -> None:
    route = discord.http.Route("POST", "/channels/{channel_id}/messages", channel_id=place.games.id)
    body = {"content": "once", "nonce": "outbox-17", "enforce_nonce": True}
    first = await place.bot.http.request(route, json=body)
    again = await place.bot.http.request(route, json=body)
    assert first["id"] == again["id"]
    assert len(place.window.from_bot) == 1


async def test_commands_that_break_the_rules_are_refused(place: Place) -> None:
    route = discord.http.Route("PUT", f"/applications/{place.api.bot_id}/commands")
    broken: list[list[dict[str, Any]]] = [
        [{"name": "Play", "description": "capital letter"}],
        [{"name": "play", "description": ""}],
        [{"name": "a", "description": "x"}, {"name": "a", "description": "y"}],
        [{"name": "a", "description": "x", "description_localizations": {"xx": "y"}}],
    ]
    for commands in broken:
        place.api.clock.advance(6)
        with pytest.raises(discord.HTTPException) as refused:
            await place.bot.http.request(route, json=commands)
        assert refused.value.code == 50035


async def test_the_sixth_message_in_five_seconds_waits_or_is_refused(place: Place) -> None:
    for number in range(4):  # the fifth would return only when the window is over
        await place.channel.send(str(number))
    async with aiohttp.ClientSession(headers={"Authorization": f"Bot {place.api.token}"}) as hasty:
        url = f"{place.api.rest}/channels/{place.games.id}/messages"
        async with hasty.post(url, json={"content": "5"}) as answer:
            assert answer.headers["X-RateLimit-Remaining"] == "0"
        async with hasty.post(url, json={"content": "6"}) as answer:
            assert answer.status == 429
            assert answer.headers["Via"]
            assert 0 < (await answer.json())["retry_after"] <= 5
    assert (place.api.throttled, place.api.invalid_requests) == (1, 1)


async def test_all_routes_but_interactions_share_fifty_a_second(place: Place) -> None:
    headers = {"Authorization": f"Bot {place.api.token}"}
    async with aiohttp.ClientSession(headers=headers) as hasty:

        async def status(number: int) -> int:
            async with hasty.get(f"{place.api.rest}/guilds/{place.club.id}/members/{number}") as answer:
                return answer.status

        place.api.rates.windows["get_member"] = RateWindow(1000, 1.0)
        statuses = await asyncio.gather(*(status(number) for number in range(70)))
        assert statuses.count(429) >= 20
        await place.window.runs("/play")


async def test_a_429_on_order_is_waited_for(place: Place) -> None:
    place.api.faults.next("create_message", FaultKind.RATE_LIMIT, seconds=0.3)
    before = asyncio.get_running_loop().time()
    await place.channel.send("patient")
    assert asyncio.get_running_loop().time() - before >= 0.3
    assert place.window.newest.text == "patient"


@pytest.mark.parametrize("kind, landed", [("lost", 1), ("reset", 0)])
async def test_a_broken_line_is_not_repaired_by_the_library(place: Place, kind: str, landed: int) -> None:
    place.api.faults.next("create_message", kind)
    with pytest.raises(aiohttp.ClientError):
        await place.channel.send("one")
    assert len(place.window.from_bot) == landed


async def test_a_500_is_tried_again_by_the_library(place: Place) -> None:
    place.api.faults.next("callback", FaultKind.INTERNAL)
    answer = await place.window.runs("/play")
    assert 0.9 < answer.answered_after < 2.5


async def test_a_heartbeat_without_an_answer_ends_the_line(place: Place) -> None:
    place.api.gateway.acknowledge_heartbeats = False
    place.api.gateway.heartbeat_interval = 0.1
    place.bot._connection.heartbeat_timeout = 0.3
    place.api.gateway.cut()
    await place.api.pulse.until(lambda: place.api.gateway.resumes >= 2, 15)
    place.api.gateway.acknowledge_heartbeats = True
    await place.window.runs("/play", within=10)


async def test_permissions_add_up_as_the_documentation_says(api: DiscordApi) -> None:
    ada, bob = api.person("Ada"), api.person("Bob")
    club = api.server("Club", ada, bob)
    games = club.channel("games")
    assert has(games.permissions(ada.user), "administrator")
    club.forbid_everyone("send_messages")
    assert not has(games.permissions(bob.user), "send_messages")
    club.give(bob, club.role("players", "send_messages"))
    assert has(games.permissions(bob.user), "send_messages")
