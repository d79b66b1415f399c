"""The Discord stand-in against the real client library: that it carries a bot through everything."""

import discord
import pytest

from tests.support.discord import DiscordApi
from tests.support.discord.toy_bot import Place, ToyBot, png, refusal_code, running

pytestmark = pytest.mark.platforms


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
    assert await refusal_code(in_thread.edit(content="two")) == 50083
    place.club.archive(place.games.guild.channels[thread.id], locked=True)  # type: ignore[union-attr]
    assert await refusal_code(in_thread.edit(content="two")) == 160005
    place.club.forbid_bot(place.games, "attach_files")
    assert await refusal_code(place.channel.send(file=png())) == 50013
    place.club.forbid_bot(place.games, "view_channel")
    assert await refusal_code(place.channel.send("two")) == 50001
    assert place.api.invalid_requests == 3
    place.club.delete(place.games)
    assert await refusal_code(place.channel.send("two")) == 10003


async def test_a_heartbeat_without_an_answer_ends_the_line(place: Place) -> None:
    place.api.gateway.acknowledge_heartbeats = False
    place.api.gateway.heartbeat_interval = 0.1
    place.bot._connection.heartbeat_timeout = 0.3
    place.api.gateway.cut()
    await place.api.pulse.until(lambda: place.api.gateway.resumes >= 2, 15)
    place.api.gateway.acknowledge_heartbeats = True
    await place.window.runs("/play", within=10)
