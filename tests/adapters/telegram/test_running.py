"""Inline results, the menu, tokens, stopping."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from typing import cast

import pytest

from bot.adapters.redaction import Redaction
from bot.adapters.telegram import (
    BadToken,
    InlineCard,
    TelegramSettings,
    Unreachable,
)
from bot.app.ports import (
    Answer,
    Chat,
    Incoming,
    MessageRef,
    Visitor,
)
from bot.app.screen import Button, Screen
from tests.support.telegram import FaultKind, Person, TelegramApi
from tests.support.telegram_line import (
    ROWS,
    Desk,
    Opener,
    board,
    own,
    refused,
    unconnected,
)

pytestmark = pytest.mark.platforms


async def test_inline_results_are_articles_with_a_link(api: TelegramApi, opened: Opener, ada: Person) -> None:
    async def share(visitor: Visitor, query: str) -> list[InlineCard]:
        link = Button("Play", link="https://t.me/chouette_test_bot?start=c_1")
        return [
            InlineCard("c1", f"Challenge: {query}", "3 points", f"{visitor.name} <3", ("3",), ((link,),))
        ] * 2

    elsewhere = api.group("Elsewhere", ada, with_bot=False)
    async with opened(inline=share):
        answer = await ada.asks_inline("challenge 3", elsewhere)
        assert answer.titles == ["Challenge: challenge 3"]
        assert (answer.options["cache_time"], answer.options["is_personal"]) == (0, True)
        assert ada.chooses(answer, 0, elsewhere).text == "Ada <3\n3"


async def test_a_button_on_a_shared_message_is_answered_and_changes_it(
    api: TelegramApi, opened: Opener, ada: Person
) -> None:
    async def share(visitor: Visitor, query: str) -> list[InlineCard]:
        return [InlineCard("c1", "Challenge", "", "Challenge", (), ROWS)]

    elsewhere = api.group("Elsewhere", ada, with_bot=False)
    async with opened(inline=share) as line:
        message = ada.chooses(await ada.asks_inline("", elsewhere), 0, elsewhere)
        line.desk.answer = lambda what: Answer(edit=Screen("Taken"))
        await ada.presses(message, "Roll")
        await line.rest()
        assert (message.text, message.labels) == ("Taken", [])


async def test_the_menu_is_set_once_per_language_and_scope(api: TelegramApi, opened: Opener) -> None:
    for _ in range(2):
        async with opened():
            await api.pulse.until(lambda: len(api.backend.commands) == 6 and len(api.backend.texts) == 4)
            await asyncio.sleep(0.1)
    assert len(api.ledger.of("setMyCommands")) == 6
    names = {key: [one["command"] for one in commands] for key, commands in api.backend.commands.items()}
    assert names['{"type": "all_private_chats"}', ""] == ["play", "games"]
    assert names['{"type": "all_group_chats"}', "de"] == ["play"]
    assert names['{"type": "all_chat_administrators"}', "de"] == ["play", "settings"]
    german = api.backend.commands['{"type": "all_group_chats"}', "de"]
    assert german != api.backend.commands['{"type": "all_group_chats"}', ""]


async def test_stopping_finishes_what_was_begun_within_five_seconds(
    api: TelegramApi, opened: Opener, ada: Person
) -> None:
    async def slow(what: Incoming) -> Answer:
        await asyncio.sleep(0.3)
        return Answer(public=Screen("carried out"))

    async with opened(Desk(answer=slow)) as line:
        ada.says(ada.private, "/play")
        await api.pulse.until(lambda: bool(line.desk.heard))
        before = asyncio.get_running_loop().time()
        await line.adapter.stop()
        assert asyncio.get_running_loop().time() - before < 5
        assert ada.private.newest.text == "carried out"
        await line.adapter.post(own(ada), board())  # what the outbox still holds can be sent


@pytest.mark.parametrize("token", ["", "nonsense", "123:short", "12a:" + "x" * 35])
def test_a_token_that_is_none_is_a_sentence_that_names_the_setting(token: str) -> None:
    with pytest.raises(BadToken) as refused:
        unconnected(TelegramSettings(token))
    assert "BOT_TELEGRAM_TOKEN" in str(refused.value)
    assert not token or token not in str(refused.value)


async def test_a_token_that_telegram_does_not_know_is_told_without_token_or_traceback(
    api: TelegramApi, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    secret = "123456789:" + "AAwrong" * 5
    adapter = unconnected(TelegramSettings(secret, api.root))
    with pytest.raises(BadToken, match="BOT_TELEGRAM_TOKEN") as refused:
        await adapter.start()
    await adapter.close()
    assert refused.value.__cause__ is None
    for told in (str(refused.value), repr(refused.value), repr(adapter), repr(TelegramSettings(secret))):
        assert secret not in told
        assert "AAwrong" not in told


async def test_a_server_that_is_not_there_is_a_sentence() -> None:
    adapter = unconnected(TelegramSettings("123456789:" + "A" * 35, "http://127.0.0.1:9"))
    with pytest.raises(Unreachable, match="BOT_TELEGRAM_API_ROOT"):
        await adapter.start()
    await adapter.close()


async def test_the_token_is_in_no_line_of_the_log_even_at_debug(
    api: TelegramApi, opened: Opener, ada: Person
) -> None:
    written: list[str] = []

    class Keep(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            written.append(self.format(record))

    root, handler = logging.getLogger(), Keep()
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    redaction = Redaction([api.token])
    try:
        redaction.install()
        logging.getLogger("httpx").setLevel(logging.DEBUG)  # as if somebody had turned it up
        async with opened() as line:
            api.faults.next("sendPhoto", FaultKind.INTERNAL)
            await refused(line, own(ada))
            ada.says(ada.private, "hello")
            await line.rest()
            try:
                raise ValueError(f"{api.root}/bot{api.token}/getMe")
            except ValueError:
                logging.getLogger("test").exception("see")
    finally:
        root.removeHandler(handler)
        root.setLevel(level)
        logging.getLogger("httpx").setLevel(logging.WARNING)
        for other in root.handlers:
            other.removeFilter(redaction)
    assert any("getUpdates" in one for one in written)
    assert [one for one in written if api.token.partition(":")[2] in one] == []


async def test_a_part_that_fails_ends_the_adapter_so_that_all_begins_again(opened: Opener) -> None:
    async with opened() as line:
        waiting = asyncio.create_task(line.adapter.wait())
        nowhere = MessageRef(Chat("telegram", cast(str, 5)), "1")  # a fault of ours
        await line.adapter.edit(nowhere, replace(board(), dedup=""))
        with pytest.raises(AttributeError):
            await asyncio.wait_for(waiting, 5)
