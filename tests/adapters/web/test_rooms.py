"""People in rooms and direct chats: who hears what, and what the bot hears."""

from __future__ import annotations

from typing import Any

import pytest

from bot.adapters.web import WebAdapter
from bot.app.ports import Answer, Chat, Command, Incoming, Mention, MessageRef, Outgoing, Press, Retire, Said
from bot.app.screen import Attachment, Button, Screen
from tests.adapters.web.conftest import Enter
from tests.support.web_client import WebClient
from tests.support.web_demo import DemoBot

LOUNGE = Chat("web", "room:lounge")


def answering(bot: DemoBot, answer: Answer) -> None:
    async def give(what: Incoming) -> Answer | None:
        return None if isinstance(what, Command) and what.name == "start" else answer

    bot.answer = give


async def test_two_browsers_in_one_room_see_the_same(enter: Enter, bot: DemoBot) -> None:
    anna, bea = await enter("Anna"), await enter("Bea")
    await anna.act("say", chat="room:lounge", text="Good luck!")
    heard = await bea.hear("message")
    assert (heard["chat"], heard["message"]["text"]) == ("room:lounge", "Good luck!")
    assert heard["message"]["by"]["name"] == "Anna"
    said = bot.heard[-1]
    assert isinstance(said, Said)
    assert (said.text, said.chat, said.visitor.name) == ("Good luck!", LOUNGE, "Anna")


async def test_a_direct_chat_is_for_one_person(enter: Enter, bot: DemoBot) -> None:
    anna, bea = await enter("Anna"), await enter("Bea")
    await anna.act("say", chat="direct", text="13/7 8/7")
    assert bot.heard[-1].chat.private
    assert [message for message in await bea.silence() if message["type"] == "message"] == []
    await bea.send({"type": "open", "chat": bot.heard[-1].chat.chat})
    assert [message for message in await bea.silence() if message["type"] == "history"] == []


async def test_a_board_in_a_direct_chat_reaches_its_person_alone(
    enter: Enter, bot: DemoBot, adapter: WebAdapter
) -> None:
    anna, bea = await enter("Anna"), await enter("Bea")
    await anna.act("say", chat="direct", text="hello")
    await adapter.post(bot.heard[-1].chat, Outgoing(Screen("your board")))
    heard = await anna.hear("message", lambda one: "headline" in one["message"])
    assert (heard["chat"], heard["message"]["headline"]) == ("direct", "your board")
    assert "your board" not in repr(await bea.silence())


async def test_notices_and_private_screens_reach_only_the_one_who_asked(enter: Enter, bot: DemoBot) -> None:
    anna, bea = await enter("Anna"), await enter("Bea")
    answering(bot, Answer(notice="Bea is to roll", private=Screen("only you")))
    await bea.silence()
    await anna.silence()
    await anna.act("press", chat="room:lounge", message=1, data="roll:1")
    assert (await anna.hear("notice"))["text"] == "Bea is to roll"
    private = await anna.hear("private")
    assert (private["chat"], private["message"]["headline"]) == ("room:lounge", "only you")
    assert [message["type"] for message in await bea.silence()] == []


async def test_a_private_screen_is_there_on_all_pages_of_its_person(
    enter: Enter, bot: DemoBot, adapter: WebAdapter
) -> None:
    anna = await enter("Anna")
    answering(bot, Answer(private=Screen("only you")))
    await anna.act("command", chat="room:lounge", name="games", args="")
    async with WebClient(adapter.address, cookies=anna.cookies) as second:
        await second.connect("room:lounge")
        private = await second.hear("private", lambda one: one["chat"] == "room:lounge")
        assert private["message"]["headline"] == "only you"
        await second.send({"type": "dismiss", "chat": "room:lounge"})
        await second.silence()
        await second.leave()
        await second.connect("room:lounge")
        private = await second.hear("private", lambda one: one["chat"] == "room:lounge")
        assert private["message"] is None


async def test_a_press_tells_the_message_and_an_edit_changes_it_for_all(
    enter: Enter, bot: DemoBot, adapter: WebAdapter
) -> None:
    anna, bea = await enter("Anna"), await enter("Bea")
    ref = await adapter.post(LOUNGE, Outgoing(Screen("turn", rows=((Button("Roll", "roll:1"),),))))
    number = (await anna.hear("message"))["message"]["id"]
    answering(bot, Answer(edit=Screen("rolled")))
    await anna.act("press", chat="room:lounge", message=number, data="roll:1")
    press = bot.heard[-1]
    assert isinstance(press, Press)
    assert (press.data, press.message, press.chat) == ("roll:1", ref, LOUNGE)
    edited = await bea.hear("edit")
    assert (edited["message"]["id"], edited["message"]["headline"]) == (number, "rolled")


async def test_a_private_screen_goes_when_its_button_did_something_for_all(
    enter: Enter, bot: DemoBot
) -> None:
    anna = await enter("Anna")
    answering(bot, Answer(private=Screen("sure?", rows=((Button("Yes", "yes"),),))))
    await anna.silence()
    await anna.act("command", chat="room:lounge", name="resign", args="")
    number = (await anna.hear("private"))["message"]["id"]
    answering(bot, Answer())
    await anna.act("press", chat="room:lounge", message=number, data="yes")
    assert (await anna.hear("private"))["message"] is None


async def test_a_press_that_came_too_late_does_not_revive_the_old_board(
    enter: Enter, adapter: WebAdapter, bot: DemoBot
) -> None:
    anna = await enter("Anna")
    ref = await adapter.post(LOUNGE, Outgoing(Screen("old", rows=((Button("Roll", "roll"),),))))
    await adapter.retire(ref, Retire.STRIP)
    answering(bot, Answer(notice="too late", edit=Screen("now", rows=((Button("Take", "take"),),))))
    await anna.act("press", chat="room:lounge", message=int(ref.message), data="roll")
    assert (await anna.hear("notice"))["text"] == "too late"
    later = await enter("Bea")
    history = await later.hear("history", lambda one: one["chat"] == "room:lounge")
    assert ("old", None) in [(one.get("headline"), one.get("rows")) for one in history["messages"]]


async def test_a_private_screen_goes_when_its_reader_presses_what_all_see(
    enter: Enter, adapter: WebAdapter, bot: DemoBot
) -> None:
    anna = await enter("Anna")
    offer = Screen("a challenge", rows=((Button("Accept", "accept"),),))
    ref = await adapter.post(LOUNGE, Outgoing(offer))
    answering(bot, Answer(private=Screen("welcome")))
    await anna.silence()
    await anna.act("command", chat="room:lounge", name="help", args="")
    assert (await anna.hear("private"))["message"]["headline"] == "welcome"
    answering(bot, Answer(edit=Screen("accepted")))
    await anna.act("press", chat="room:lounge", message=int(ref.message), data="accept")
    assert (await anna.hear("private"))["message"] is None


async def test_a_private_screen_goes_when_its_reader_joins_something_and_is_told_so(
    enter: Enter, adapter: WebAdapter, bot: DemoBot
) -> None:
    anna = await enter("Anna")
    ref = await adapter.post(LOUNGE, Outgoing(Screen("a chouette", rows=((Button("Join", "join"),),))))
    answering(bot, Answer(private=Screen("welcome", rows=((Button("Help", "help"),),))))
    await anna.silence()
    await anna.act("command", chat="room:lounge", name="start2", args="")
    own = (await anna.hear("private"))["message"]["id"]
    answering(bot, Answer(notice="There is no such place.", alert=True))
    await anna.act("press", chat="room:lounge", message=int(ref.message), data="join")
    answering(bot, Answer(notice="Saved."))
    await anna.act("press", chat="room:lounge", message=own, data="help")
    assert "private" not in [message["type"] for message in await anna.silence()]
    answering(bot, Answer(notice="You are at the table."))
    await anna.act("press", chat="room:lounge", message=int(ref.message), data="join")
    assert (await anna.hear("private"))["message"] is None


async def test_a_private_screen_goes_when_its_reader_goes_on_by_writing(enter: Enter, bot: DemoBot) -> None:
    anna = await enter("Anna")
    answering(bot, Answer(private=Screen("help")))
    await anna.silence()
    await anna.act("command", chat="room:lounge", name="help", args="")
    assert (await anna.hear("private"))["message"]["headline"] == "help"
    answering(bot, Answer(notice="not legal"))
    await anna.act("say", chat="room:lounge", text="8/4")
    await anna.hear("notice")
    answering(bot, Answer())
    await anna.act("say", chat="room:lounge", text="8/5 6/5")
    assert (await anna.hear("private"))["message"] is None


@pytest.mark.parametrize(
    "name, args, target, left",
    [
        ("challenge", "Bea 3", "Bea", "3"),
        ("challenge", "@Bea 3", "Bea", "3"),
        ("challenge", "3 @bea", "Bea", "3"),
        ("challenge", "Beate 3", None, "Beate 3"),
        ("challenge", "Anna 3", None, "Anna 3"),
        ("play", "Bea", None, "Bea"),
        ("play", "@Bea hard", "Bea", "hard"),
        ("challenge", "", None, ""),
    ],
)
async def test_a_command_names_a_person_of_the_room(
    enter: Enter, bot: DemoBot, name: str, args: str, target: str | None, left: str
) -> None:
    anna = await enter("Anna")
    await enter("Bea")
    answering(bot, Answer())
    await anna.act("command", chat="room:lounge", name=name, args=args)
    command = bot.heard[-1]
    assert isinstance(command, Command)
    assert (command.target and command.target.name, command.args) == (target, left)


async def test_nobody_acts_without_a_name(adapter: WebAdapter, bot: DemoBot) -> None:
    async with WebClient(adapter.address) as stranger:
        await stranger.visit()
        hello = await stranger.connect("room:lounge")
        assert hello["you"]["name"] is None
        await stranger.act("say", chat="room:lounge", text="hello")
        await stranger.hear("nameless")
    assert bot.heard == []


async def test_a_newcomer_is_welcomed_once(enter: Enter, bot: DemoBot) -> None:
    anna = await enter("Anna")
    await anna.hear("private", lambda one: bool(one["message"]))
    await anna.leave()
    await anna.connect("room:lounge")
    await anna.act("name", name="Anna K", chat="room:lounge")
    starts = [what for what in bot.heard if isinstance(what, Command) and what.name == "start"]
    assert len({what.chat for what in starts}) == len(starts)


async def test_who_is_here_is_told_to_the_room(enter: Enter) -> None:
    anna, bea = await enter("Anna"), await enter("Bea")
    both = await anna.hear("presence", lambda one: one["count"] == 2)
    assert [person["name"] for person in both["people"]] == ["Anna", "Bea"]
    await bea.act("name", name="Beate", chat="direct")
    await anna.hear("presence", lambda one: [who["name"] for who in one["people"]] == ["Anna", "Beate"])
    await bea.leave()
    await anna.hear("presence", lambda one: [who["name"] for who in one["people"]] == ["Anna"])


async def test_a_person_is_called_in_whatever_room_it_is(
    enter: Enter, bot: DemoBot, adapter: WebAdapter
) -> None:
    anna, bea = await enter("Anna", "room:club"), await enter("Bea")
    await bea.act("say", chat="direct", text="me")
    me = bot.heard[-1].visitor
    called = Outgoing(Screen("Bea to roll"), mentions=(Mention(me.external_id, "Bea"),))
    await adapter.post(Chat("web", "room:club"), called)
    heard = await bea.hear("mention")
    assert (heard["chat"], heard["headline"]) == ("room:club", "Bea to roll")
    assert "mention" not in [message["type"] for message in await anna.silence()]
    quiet = Outgoing(Screen("quietly", quiet=True), mentions=called.mentions)
    await adapter.post(Chat("web", "room:club"), quiet)
    assert "mention" not in [message["type"] for message in await bea.silence()]


async def test_rooms_are_opened_by_name_and_left(enter: Enter) -> None:
    anna, bea = await enter("Anna"), await enter("Bea", "room:club")
    await anna.send({"type": "open", "chat": "room:CLUB"})
    await anna.hear("history", lambda one: one["chat"] == "room:club")
    await bea.act("say", chat="room:club", text="hello")
    assert (await anna.hear("message"))["chat"] == "room:club"
    await anna.send({"type": "close", "chat": "room:club"})
    await anna.silence()
    await bea.act("say", chat="room:club", text="still there?")
    assert "message" not in [message["type"] for message in await anna.silence()]


@pytest.mark.parametrize(
    "hostile",
    [
        "<script>alert(1)</script>",
        '"><img src=x onerror=alert(1)>',
        "</script><!--",
        "{{texts}}",
        "javascript:alert(1)",
    ],
)
async def test_what_people_write_travels_as_text(enter: Enter, hostile: str) -> None:
    anna, bea = await enter(hostile), await enter("Bea")
    await anna.act("say", chat="room:lounge", text=hostile)
    heard = (await bea.hear("message"))["message"]
    assert heard["text"] == hostile
    assert heard["by"]["name"] == hostile[:32]
    assert hostile not in await anna.visit()


async def test_an_attached_file_is_to_be_had_and_never_shown(enter: Enter, adapter: WebAdapter) -> None:
    anna = await enter("Anna")
    file = Attachment("Spiel 1.html", b"<script>alert(1)</script>", "text/html")
    await adapter.post(LOUNGE, Outgoing(Screen("the match", files=(file,))))
    offered = (await anna.hear("message"))["message"]["files"][0]
    assert offered["name"] == "Spiel 1.html"
    async with anna.http.get(adapter.address + offered["href"]) as response:
        assert await response.read() == file.content
        assert response.headers["Content-Disposition"] == "attachment; filename*=UTF-8''Spiel%201.html"
    async with anna.http.get(f"{adapter.address}/file/guessed") as response:
        assert response.status == 404


async def test_a_bug_in_the_bot_is_answered_with_a_number_that_the_log_has(
    enter: Enter, bot: DemoBot, caplog: pytest.LogCaptureFixture
) -> None:
    anna = await enter("Anna")

    async def fail(_what: Incoming) -> Answer:
        raise RuntimeError("a bug")

    bot.answer = fail
    await anna.act("say", chat="room:lounge", text="hello")
    notice = await anna.hear("notice")
    number = notice["text"].rpartition(": ")[2]
    assert len(number) == 8
    assert number in caplog.text
    bot.answer = None
    await anna.act("say", chat="room:lounge", text="still there")


async def test_a_half_typed_play_is_completed(enter: Enter) -> None:
    anna = await enter("Anna")
    await anna.send({"type": "complete", "id": "77", "chat": "room:lounge", "text": "/move 13"})
    heard = await anna.hear("completions")
    assert heard["items"] == ["/move 13/7 8/7", "/move 13/7 13/9"]


async def test_commands_are_offered_in_the_hello(adapter: WebAdapter) -> None:
    async with WebClient(adapter.address) as client:
        await client.visit()
        hello: dict[str, Any] = await client.connect()
    assert {"name": "play", "summary": "A game against the computer"}.items() <= hello["commands"][0].items()


def test_a_chat_has_a_link_on_the_page(adapter: WebAdapter) -> None:
    assert adapter.link(Chat("web", "room:club")) == "#room=club"
    assert adapter.link(Chat("web", "direct:" + "0" * 32, private=True)) == "#direct"
    assert adapter.link(Chat("discord", "123")) is None
    assert MessageRef(LOUNGE, "1").chat.platform == adapter.platform
