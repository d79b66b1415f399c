"""Updates: in order, once, after a restart, from two pollers."""

from __future__ import annotations

import asyncio

import aiohttp
import pytest

from bot.app.ports import (
    Answer,
    Command,
    Incoming,
    Said,
)
from tests.support.telegram import FaultKind, Person, TelegramApi
from tests.support.telegram_line import (
    Desk,
    Line,
    Opener,
)

pytestmark = pytest.mark.platforms


async def test_an_update_delivered_twice_or_in_disorder_is_carried_out_once(
    api: TelegramApi, line: Line, ada: Person
) -> None:
    api.feed.misbehave(duplicates=0.5, disorder=0.5, seed=3)
    for number in range(60):
        ada.says(ada.private, str(number))
    await line.rest()
    texts = [what.text for what in line.desk.heard if isinstance(what, Said)]
    assert sorted(texts, key=int) == [str(number) for number in range(60)]


async def test_a_quiet_week_may_begin_the_numbers_anew_lower(
    api: TelegramApi, line: Line, ada: Person
) -> None:
    ada.says(ada.private, "before")
    await line.rest()
    api.feed.restart_ids(5)
    ada.says(ada.private, "after")
    await line.rest()
    assert [what.text for what in line.desk.heard if isinstance(what, Said)] == ["before", "after"]


async def test_one_slow_chat_does_not_hold_up_another_and_keeps_its_order(
    api: TelegramApi, line: Line, ada: Person
) -> None:
    bea, gate = api.person("Bea"), asyncio.Event()
    order: list[str] = []

    async def answer(what: Incoming) -> Answer:
        assert isinstance(what, Said)
        if what.visitor.name == "Ada":
            await gate.wait()
        order.append(what.text)
        return Answer()

    line.desk.answer = answer
    for number in range(3):
        ada.says(ada.private, f"a{number}")
        bea.says(bea.private, f"b{number}")
    await api.pulse.until(lambda: len(order) == 3)
    gate.set()
    await line.rest()
    assert order == ["b0", "b1", "b2", "a0", "a1", "a2"]


async def test_faults_while_polling_lose_nothing(api: TelegramApi, line: Line, ada: Person) -> None:
    for fault in (FaultKind.RESET, FaultKind.LOST, FaultKind.INTERNAL, FaultKind.BAD_GATEWAY):
        api.faults.next("getUpdates", fault)
        ada.says(ada.private, str(fault))
        await line.rest()
    assert len({what.text for what in line.desk.heard if isinstance(what, Said)}) == len(line.desk.heard) == 4


async def test_what_was_not_finished_is_carried_out_after_a_restart_and_the_rest_is_not(
    api: TelegramApi, opened: Opener, ada: Person
) -> None:
    desk, gate = Desk(), asyncio.Event()

    async def hang(what: Incoming) -> Answer:
        if isinstance(what, Said) and what.text == "hang":
            await gate.wait()
        return Answer()

    desk.answer = hang
    async with opened(desk) as line:
        for text in ("done", "hang", "waits"):
            ada.says(ada.private, text)
        await api.pulse.until(lambda: len(desk.heard) == 2 and not api.feed.pending)
        await line.adapter.stop()
    after = Desk()
    async with opened(after) as line:
        await line.rest()
    assert [what.text for what in after.heard if isinstance(what, Said)] == ["hang", "waits"]
    assert [what.origin for what in after.heard[:1]] == [desk.heard[1].origin]


async def test_another_poller_is_reported_and_outlived(
    api: TelegramApi, line: Line, ada: Person, caplog: pytest.LogCaptureFixture
) -> None:
    ada.says(ada.private, "first")
    await line.rest()
    async with aiohttp.ClientSession() as session:
        await session.get(f"{api.root}/bot{api.token}/getUpdates")
    await api.pulse.until(lambda: "only one may run with BOT_TELEGRAM_TOKEN" in caplog.text)
    ada.says(ada.private, "still here?")
    await line.rest()
    assert len(line.desk.heard) == 2


async def test_news_about_chats_is_passed_on(api: TelegramApi, line: Line, ada: Person) -> None:
    room = api.group("Club", ada)
    new = room.migrate()
    ada.kicks_bot(new)
    await line.rest()
    assert line.news == [
        ("opened", str(room.id)),
        (str(room.id), str(new.id)),
        (str(room.id), str(new.id)),
        ("closed", str(new.id)),
    ]


async def test_who_runs_a_room_is_asked_once_and_only_where_it_matters(
    api: TelegramApi, line: Line, ada: Person
) -> None:
    bea = api.person("Bea")
    room = api.group("Club", ada, bea)
    for person in (ada, bea, ada):
        person.says(room, "/room@chouette_test_bot")
        person.says(room, "/games@chouette_test_bot")
    ada.says(ada.private, "/room")
    await line.rest()
    asked = [(what.name, what.visitor.admin) for what in line.desk.heard if isinstance(what, Command)]
    assert sorted(asked) == sorted(
        [("room", True), ("room", False), ("room", True), ("room", True)] + [("games", False)] * 3
    )
    assert len(api.ledger.of("getChatMember")) == 2
