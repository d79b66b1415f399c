"""The adapter alone over the wire: a handler of the test's own, a real store, the stand-in."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from bot.adapters.telegram import (
    Hooks,
    TelegramAdapter,
    TelegramSettings,
    Webhook,
)
from bot.adapters.telegram.inline import Inline, nothing_to_share
from bot.app.ports import (
    Answer,
    Chat,
    DeliveryError,
    Incoming,
    MessageRef,
    Outgoing,
)
from bot.app.screen import Button, Screen
from bot.store.database import Store
from bot.store.inbox_port import StoreInbox
from tests.support.telegram import Message, Person, TelegramApi
from tests.support.telegram_stage import menu, words
from tests.support.wire_stage import SharedClock, small_png

ROWS = ((Button("Roll", "t:x:1:roll:"),),)


def board(
    number: int = 1, *, dedup: str = "d", text: str = "Ada is to roll", rows: object = ROWS
) -> Outgoing:
    screen = Screen(text, ("3 points",), picture=number, alt="Ada has 5 points", rows=ROWS if rows else ())
    return Outgoing(screen, small_png(number), f"key{number}", dedup=dedup)


@dataclass(slots=True)
class Desk:
    """A handler that answers what the test says, and keeps what came."""

    heard: list[Incoming] = field(default_factory=list)
    answer: Callable[[Incoming], Answer | Awaitable[Answer]] = lambda what: Answer()

    async def __call__(self, what: Incoming) -> Answer:
        self.heard.append(what)
        given = self.answer(what)
        return given if isinstance(given, Answer) else await given


@dataclass(slots=True)
class Line:
    """The running adapter with what it is connected to."""

    api: TelegramApi
    adapter: TelegramAdapter
    desk: Desk
    news: list[object]

    async def rest(self) -> None:
        """Wait until nothing is left to do at this time of the stand-in."""
        await self.api.pulse.until(
            lambda: not self.api.feed.pending and not self.adapter.busy, 10, "rest of the adapter"
        )

    async def later(self, seconds: float) -> None:
        """Let time pass."""
        await self.rest()
        self.api.clock.advance(seconds)
        self.adapter.wake()
        await self.rest()


async def prepare(screen: Screen) -> Outgoing:
    """Paint an answer."""
    if screen.picture is None:
        return Outgoing(screen)
    return Outgoing(screen, small_png(int(str(screen.picture))), f"key{screen.picture}")


Opener = Callable[..., contextlib.AbstractAsyncContextManager[Line]]


@contextlib.asynccontextmanager
async def opening(
    path: Path,
    api: TelegramApi,
    desk: Desk | None = None,
    webhook: Webhook | None = None,
    inline: Inline = nothing_to_share,
    greeting: Callable[[str | None], Screen] | None = None,
) -> AsyncIterator[Line]:
    """The running adapter over the database at ``path``; stopped at the end."""
    store = await Store.open(f"sqlite:///{path}", now=0)
    clock, news, heard = SharedClock(api.clock), list[object](), desk or Desk()

    async def moved(old: Chat, new: Chat) -> None:
        news.append((old.chat, new.chat))

    async def closed(chat: Chat) -> None:
        news.append(("closed", chat.chat))

    async def entered(chat: Chat) -> None:
        news.append(("opened", chat.chat))

    settings = TelegramSettings(api.token, api.root, webhook, poll_s=5)
    adapter = TelegramAdapter(
        heard,
        settings,
        inbox=StoreInbox(store, "telegram", settings.bot_id, clock.now_ms),
        clock=clock,
        prepare=prepare,
        words=words,
        menu=menu,
        inline=inline,
        hooks=Hooks(moved, closed, entered, greeting),
    )
    try:
        async with adapter:
            line = Line(api, adapter, heard, news)
            yield line
            if adapter.receiving:
                await line.rest()
    finally:
        await store.close()


async def free_port() -> int:
    """A port where nobody listens."""
    server = await asyncio.start_server(lambda *_: None, "127.0.0.1", 0)
    port: int = server.sockets[0].getsockname()[1]
    server.close()
    await server.wait_closed()
    return port


def own(person: Person) -> Chat:
    return Chat("telegram", str(person.id), None, private=True)


def shown(api: TelegramApi, ref: MessageRef) -> Message:
    return api.world.chats[int(ref.chat.chat)].messages[int(ref.message)]


def unconnected(settings: TelegramSettings) -> TelegramAdapter:
    """An adapter that never comes to receive anything."""

    class NoInbox:
        async def receive(self, updates: object) -> list[NoRow]:
            return []

        async def waiting(self) -> list[NoRow]:
            return []

        async def done(self, rows: object) -> None:
            return

        async def failed(self, row: int, error: str) -> None:
            return

    clock = SharedClock(TelegramApi().clock)
    return TelegramAdapter(Desk(), settings, inbox=NoInbox(), clock=clock, prepare=prepare, words=words)


class NoRow:
    id = 1
    payload: dict[str, object] = {}  # noqa: RUF012 - a stand-in for a row that never comes


async def refused(line: Line, chat: Chat) -> DeliveryError:
    """What posting there raises."""
    with pytest.raises(DeliveryError) as refused:
        await line.adapter.post(chat, board())
    return refused.value
