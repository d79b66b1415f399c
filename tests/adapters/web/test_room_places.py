"""How many rooms there may be, and which one gives way to a new one."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot.adapters.web import MemoryHistory, Record, WebAdapter, WebSettings
from bot.adapters.web.limits import BURST
from bot.adapters.web.rooms import SILENT_MS
from bot.adapters.web.wire import ROOMS
from bot.app.ports import Chat, Outgoing
from bot.app.screen import Screen
from tests.support.browser import Browser
from tests.support.service import HandClock
from tests.support.web_client import WebClient
from tests.support.web_demo import DemoBot, demo
from tests.support.web_texts import ENGLISH

MOST = 3
OLD_MS = SILENT_MS + 60_000


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
async def crowded(bot: DemoBot, clock: HandClock) -> AsyncIterator[WebAdapter]:
    """A page with places for three rooms, two of which are stored: one lately used, one long silent."""
    history = MemoryHistory()
    for room, at in (("lately", clock.ms - 60_000), ("silent", clock.ms - OLD_MS)):
        await history.save(
            Record(f"room:{room}", at, "", f'{{"at": {at}, "headline": "{room}", "lines": []}}')
        )
    async with demo(bot, WebSettings(port=0, rooms=MOST), history, clock) as adapter:
        yield adapter


async def opened(client: WebClient, room: str) -> bool:
    """Whether the page gets the room that it asks for; the reason is told to it alone."""
    await client.send({"type": "open", "chat": f"room:{room}"})
    heard = {message["type"]: message for message in await client.silence()}
    if "closed" in heard:
        assert heard["closed"]["chat"] == f"room:{room}"
    return "history" in heard


async def test_a_new_room_is_refused_when_all_places_are_taken(crowded: WebAdapter) -> None:
    async with WebClient(crowded.address) as anna, WebClient(crowded.address) as bea:
        await anna.enter("Anna")
        await bea.enter("Bea", "room:silent")
        assert await opened(anna, "mine")
        await bea.send({"type": "open", "chat": "room:hers"})
        assert (await bea.hear("closed"))["text"] == ENGLISH["rooms_full"]
        assert "closed" not in [message["type"] for message in await anna.silence()]
        assert await opened(bea, "lately"), "one that is there can be entered"
        await bea.send({"type": "say", "id": "900", "chat": "room:hers", "text": "hello"})
        assert "message" not in [message["type"] for message in await bea.silence()]


async def test_an_empty_room_that_nobody_looks_at_any_more_takes_no_place(crowded: WebAdapter) -> None:
    async with WebClient(crowded.address) as anna, WebClient(crowded.address) as bea:
        await bea.enter("Bea", "room:silent")
        await anna.enter("Anna", "room:lounge")
        for number in range(3 * MOST):
            assert await opened(anna, f"try-{number}")
            await anna.send({"type": "close", "chat": f"room:try-{number}"})


async def test_the_room_longest_silent_gives_way_and_no_other(crowded: WebAdapter, clock: HandClock) -> None:
    async with WebClient(crowded.address) as anna:
        await anna.enter("Anna")
        assert await opened(anna, "one")
        await anna.act("say", chat="room:one", text="hello")
        assert await opened(anna, "two"), "the silent one gave way"
        await anna.act("say", chat="room:two", text="hello")
        assert not await opened(anna, "silent"), "it is forgotten, and nothing else may give way"
        await anna.send({"type": "close", "chat": "room:two"})
        assert await opened(anna, "two"), "what was said there keeps it"
        await anna.send({"type": "close", "chat": "room:two"})
        clock.pass_s(OLD_MS / 1000)
        assert await opened(anna, "silent")
        assert await opened(anna, "two")
        assert not await opened(anna, "lately")


async def test_the_lounge_and_the_direct_chat_are_always_there(crowded: WebAdapter) -> None:
    await crowded.post(Chat("web", "room:third"), Outgoing(Screen("a board")))
    await crowded.post(Chat("web", "room:fourth"), Outgoing(Screen("a board")))
    async with WebClient(crowded.address) as anna:
        await anna.enter("Anna", "room:lounge")
        await anna.hear("history", lambda one: one["chat"] == "room:lounge")
        await anna.act("say", chat="direct", text="hello")
        await anna.hear("message", lambda one: one["chat"] == "direct")


async def test_one_page_has_only_so_many_rooms_open(adapter: WebAdapter) -> None:
    async with WebClient(adapter.address) as anna:
        await anna.enter("Anna", *(f"room:r{number}" for number in range(ROOMS)))
        await anna.silence()
        await anna.send({"type": "open", "chat": "room:more"})
        assert (await anna.hear("closed"))["text"] == ENGLISH["rooms_yours"]
        await anna.send({"type": "close", "chat": "room:r0"})
        assert await opened(anna, "more")


async def test_a_room_that_is_asked_for_too_fast_is_refused_not_left_silent(adapter: WebAdapter) -> None:
    async with WebClient(adapter.address) as anna:
        await anna.enter("Anna")
        for number in range(int(2 * BURST)):
            await anna.send({"type": "open", "chat": f"room:r{number}"})
            await anna.send({"type": "close", "chat": f"room:r{number}"})
        closed = await anna.hear("closed")
        assert closed["text"] == ENGLISH["too_fast"]


@pytest.mark.browser
async def test_a_page_that_gets_no_room_says_why_and_is_in_the_lounge(
    browser: Browser, crowded: WebAdapter
) -> None:
    await crowded.post(Chat("web", "room:third"), Outgoing(Screen("a board")))
    await crowded.post(Chat("web", "room:silent"), Outgoing(Screen("a board")))
    page = await browser.open(crowded.address + "/#room=elsewhere")
    await page.wait_for_text(ENGLISH["rooms_full"])
    await page.wait_for("document.querySelector('#place').textContent === 'Lounge'")
    assert "elsewhere" not in await page.text()


@pytest.mark.browser
async def test_the_room_that_leaves_a_full_list_is_left(browser: Browser, adapter: WebAdapter) -> None:
    page = await browser.open(adapter.address)
    await page.wait_for("document.querySelector('#naming').open")
    await page.type("#name", "Anna")
    await page.key("Enter")
    await page.wait_for("document.querySelector('#me').textContent")
    for number in range(ROOMS + 2):
        await page.type("#newroom-name", f"Room {number}")
        await page.key("Enter")
        await page.wait_for(f"document.querySelector('#place').textContent === 'room-{number}'")
        await adapter.post(Chat("web", f"room:room-{number}"), Outgoing(Screen(f"board {number}")))
        await page.wait_for_text(f"board {number}")
    assert not await page.evaluate("!!document.querySelector('.toast')")
