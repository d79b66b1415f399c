"""A page that comes back gets what it missed, and what it sends twice happens once."""

from __future__ import annotations

import asyncio

from bot.adapters.web import MemoryHistory, WebAdapter
from bot.app.ports import Answer, Chat, Incoming, Outgoing, Retire, Said
from bot.app.screen import Button, Screen
from tests.adapters.web.conftest import Enter
from tests.support.web_client import WebClient
from tests.support.web_demo import DemoBot, demo

LOUNGE = Chat("web", "room:lounge")


def board(headline: str) -> Outgoing:
    return Outgoing(Screen(headline, rows=((Button("Roll", "roll"),),)))


async def test_a_page_that_comes_back_gets_only_what_it_missed(enter: Enter, adapter: WebAdapter) -> None:
    anna = await enter("Anna")
    first = await adapter.post(LOUNGE, board("first"))
    gone = await adapter.post(LOUNGE, board("gone"))
    seen = (await anna.hear("message", lambda one: one["message"]["headline"] == "gone"))["change"]
    await anna.leave()
    await adapter.edit(first, board("first, edited"))
    await adapter.retire(gone, Retire.DELETE)
    await adapter.post(LOUNGE, board("second"))
    hello = await anna.connect()
    await anna.leave()
    await anna.connect("room:lounge", epoch=hello["epoch"], seen=seen)
    history = await anna.hear("history", lambda one: one["chat"] == "room:lounge")
    assert [message["headline"] for message in history["messages"]] == ["first, edited", "second"]
    assert history["ids"] == [message["id"] for message in history["messages"]]


async def test_a_page_that_missed_nothing_gets_nothing(enter: Enter, adapter: WebAdapter) -> None:
    anna = await enter("Anna")
    await adapter.post(LOUNGE, board("first"))
    seen = (await anna.hear("message"))["change"]
    hello = await anna.connect()
    await anna.leave()
    await anna.connect("room:lounge", epoch=hello["epoch"], seen=seen)
    history = await anna.hear("history", lambda one: one["chat"] == "room:lounge")
    assert history["messages"] == []
    assert len(history["ids"]) == 1


async def test_changes_counted_before_a_restart_count_no_more(enter: Enter, adapter: WebAdapter) -> None:
    anna = await enter("Anna")
    await adapter.post(LOUNGE, board("first"))
    await anna.connect("room:lounge", epoch="another", seen=99)
    history = await anna.hear("history", lambda one: bool(one["messages"]))
    assert [message["headline"] for message in history["messages"]] == ["first"]


async def test_what_a_page_sends_again_is_done_once_and_acknowledged_again(
    enter: Enter, bot: DemoBot
) -> None:
    anna = await enter("Anna")
    said = {"type": "say", "id": "500", "chat": "room:lounge", "text": "once"}
    await anna.send(said)
    await anna.hear("done", lambda one: one["id"] == "500")
    await anna.leave()
    await anna.connect("room:lounge")
    await anna.send(said)
    await anna.hear("done", lambda one: one["id"] == "500")
    assert [what.text for what in bot.heard if isinstance(what, Said)] == ["once"]
    history = await anna.hear("history", lambda one: bool(one["messages"]))
    assert [message["text"] for message in history["messages"]] == ["once"]


async def test_an_act_goes_on_when_its_page_is_gone_and_is_awaited_by_the_next(
    enter: Enter, bot: DemoBot
) -> None:
    anna = await enter("Anna")
    begun, go_on = asyncio.Event(), asyncio.Event()
    finished = []

    async def slow(what: Incoming) -> Answer:
        begun.set()
        await go_on.wait()
        finished.append(what.origin)
        return Answer()

    bot.answer = slow
    press = {"type": "press", "id": "600", "chat": "room:lounge", "message": 1, "data": "roll"}
    await anna.send(press)
    await begun.wait()
    await anna.leave()
    await anna.connect("room:lounge")
    await anna.send(press)
    go_on.set()
    await anna.hear("done", lambda one: one["id"] == "600")
    assert len([origin for origin in finished if origin.endswith("-600")]) == 1


async def test_the_same_number_of_another_page_or_person_is_another_act(enter: Enter, bot: DemoBot) -> None:
    anna, bea = await enter("Anna"), await enter("Bea")
    said = {"type": "say", "id": "500", "chat": "room:lounge", "text": "hello"}
    for client in (anna, bea):
        await client.send(said)
        await client.hear("done", lambda one: one["id"] == "500")
    anna.session = "session1"
    await anna.leave()
    await anna.connect("room:lounge")
    await anna.send(said)
    await anna.hear("done", lambda one: one["id"] == "500")
    origins = [what.origin for what in bot.heard if isinstance(what, Said)]
    assert len(set(origins)) == 3


async def test_messages_and_names_are_there_after_a_restart() -> None:
    history = MemoryHistory()
    async with demo(DemoBot(), history=history) as before, WebClient(before.address) as anna:
        await anna.enter("Anna")
        await anna.act("say", chat="room:lounge", text="hello")
        ref = await before.post(LOUNGE, board("turn"))
        cookies = anna.cookies
    async with (
        demo(DemoBot(), history=history) as after,
        WebClient(after.address, cookies=cookies) as anna,
    ):
        hello = await anna.connect("room:lounge")
        assert hello["you"]["name"] == "Anna"
        shown = await anna.hear("history", lambda one: one["chat"] == "room:lounge")
        assert [one.get("text") or one["headline"] for one in shown["messages"]] == ["hello", "turn"]
        await after.edit(ref, board("the same message, edited"))
        assert (await anna.hear("edit"))["message"]["id"] == int(ref.message)


async def test_a_service_that_ends_tells_its_pages_to_come_back(enter: Enter, adapter: WebAdapter) -> None:
    anna = await enter("Anna")
    await asyncio.gather(adapter.close(), anna.closed())
    assert anna.socket.close_code == 1001
