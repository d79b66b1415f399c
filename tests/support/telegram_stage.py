"""The whole service on Telegram in a test: real store, desk and adapter, over the wire to the stand-in.

Time is the stand-in's: ``settle`` moves it to when the next waiting message may go, so that a busy group
takes no real minutes.
"""

from __future__ import annotations

import asyncio
import contextlib
import io
import itertools
import zlib
from collections.abc import AsyncIterator, Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from PIL import Image

from bot.adapters.telegram import (
    TELEGRAM_TEXTS,
    Hooks,
    Inline,
    MenuCommand,
    Scope,
    TelegramAdapter,
    TelegramSettings,
    Webhook,
)
from bot.adapters.telegram.inline import nothing_to_share
from bot.app.ports import Clock, Handler, Visitor
from bot.store.database import Store
from bot.store.inbox_port import StoreInbox
from bot.ui.texts import texts_for
from bot.wiring import Service, join
from tests.support.dice import FreshDice
from tests.support.scenarios import Actor, DiceFor, Key, Shown, Spot
from tests.support.service import DirectBrain
from tests.support.standin import StandInClock
from tests.support.telegram import Message, Person, Room, TelegramApi

QUIET_S = 20.0


@dataclass(slots=True)
class SharedClock:
    """The stand-in's clock as the service's."""

    clock: StandInClock

    def now_ms(self) -> int:
        return int(self.clock.now() * 1000)

    def monotonic(self) -> float:
        return self.clock.now()


class SmallPainter:
    """A real PNG of few bytes, another one for each view."""

    async def paint(self, view: Hashable) -> bytes:
        return small_png(zlib.crc32(repr(view).encode()))


@cache
def small_png(number: int) -> bytes:
    """A picture of one colour."""
    out = io.BytesIO()
    Image.new("RGB", (16, 10), (number & 255, number >> 8 & 255, number >> 16 & 255)).save(out, "PNG")
    return out.getvalue()


def words(locale: str | None) -> Mapping[str, str]:
    """The adapter's own sentences, from the catalogue."""
    texts = texts_for(locale)
    return {key: texts(key) for key in TELEGRAM_TEXTS}


def menu(language: str) -> list[MenuCommand]:
    """A few commands."""
    texts = texts_for(language)
    return [
        MenuCommand("play", texts("command.play")),
        MenuCommand("games", texts("command.games"), Scope.PRIVATE),
        MenuCommand("settings", texts("command.settings"), Scope.ADMINS),
    ]


def adapter_over(
    api: TelegramApi,
    store: Store,
    handler: Handler,
    service: Service,
    clock: Clock,
    *,
    inline: Inline = nothing_to_share,
    hooks: Hooks | None = None,
    webhook: Webhook | None = None,
) -> TelegramAdapter:
    """The adapter as the composition root makes it."""
    settings = TelegramSettings(api.token, api.root, webhook, poll_s=5)
    return TelegramAdapter(
        handler,
        settings,
        inbox=StoreInbox(store, "telegram", settings.bot_id, clock.now_ms),
        clock=clock,
        prepare=service.broadcaster.painted,
        words=words,
        menu=menu,
        inline=inline,
        hooks=hooks
        or Hooks(
            moved=service.archive.move_chat,
            lost=lambda since: service.uptime.lost("telegram", since),
            back=lambda: service.uptime.back("telegram"),
        ),
    )


@dataclass(frozen=True, slots=True)
class TgShown:
    """A message as a client shows it."""

    message: Message

    @property
    def text(self) -> str:
        return self.message.text or ""

    @property
    def keys(self) -> Sequence[Key]:
        buttons = self.message.buttons
        return tuple(Key(one["text"], one["callback_data"]) for one in buttons if "callback_data" in one)

    @property
    def has_picture(self) -> bool:
        return self.message.picture is not None


@dataclass(frozen=True, slots=True)
class TgSpot:
    """A chat."""

    room: Room

    @property
    def board(self) -> Shown:
        return TgShown(self.room.with_buttons()[-1])

    @property
    def newest(self) -> Shown:
        return TgShown(self.room.newest)


@dataclass(frozen=True, slots=True)
class TgActor:
    """A person in front of a client."""

    stage: TelegramStage
    person: Person
    visitor: Visitor
    toasts: list[str]

    @property
    def direct(self) -> Spot:
        return TgSpot(self.person.private)

    @property
    def notices(self) -> Sequence[str]:
        """Toasts, and what was said in the direct chat without a picture or buttons."""
        said = [one.text or "" for one in self.person.private.from_bot if not one.rows and not one.picture]
        return (*said, *self.toasts)

    def privates(self, spot: Spot) -> Sequence[Shown]:
        screens = [one for one in self.person.private.from_bot if one.rows or one.picture]
        return tuple(TgShown(one) for one in reversed(screens))

    async def say(self, spot: Spot, text: str) -> None:
        """Write; in a group it is an answer to the bot's newest message, or the bot would not see it."""
        room = _room(spot)
        self.person.says(room, text, reply_to=room.newest if room.chat.is_group else None)
        await self.stage.settle()

    async def run(self, spot: Spot, command: str, target: Actor | None = None) -> None:
        room, (name, _, args) = _room(spot), command.partition(" ")
        if isinstance(target, TgActor):
            args = f"@{target.person.user.username} {args}"
        at = f"@{self.stage.api.world.bot.username}" if room.chat.is_group else ""
        self.person.says(room, f"{name}{at} {args}".strip())
        await self.stage.settle()

    async def press(self, spot: Spot, key: Key, on: Shown | None = None, times: int = 1) -> None:
        message = on.message if isinstance(on, TgShown) else _room(spot).with_buttons()[-1]
        presses = [self.person.press_data(message, key.data) for _ in range(times)]
        for press in presses:
            await self.person.answered(press)
        self.toasts.extend(press.text for press in presses if press.text)
        await self.stage.settle()


def _room(spot: Spot) -> Room:
    assert isinstance(spot, TgSpot)
    return spot.room


class TelegramStage:
    """The service over a database and the stand-in. ``settle`` waits until nothing is left to do."""

    def __init__(self, path: Path, api: TelegramApi, options: Options) -> None:
        self.api = api
        self._path, self._options = path, options
        self._running = contextlib.AsyncExitStack()
        self._parts: tuple[Service, TelegramAdapter] | None = None

    @property
    def service(self) -> Service:
        assert self._parts is not None
        return self._parts[0]

    @property
    def adapter(self) -> TelegramAdapter:
        assert self._parts is not None
        return self._parts[1]

    def actor(self, name: str, language: str = "en") -> TgActor:
        person = self.api.person(name, f"{name.lower()}_x", language)
        return TgActor(self, person, Visitor("telegram", str(person.id), name, language), [])

    def room(self, title: str, *members: Actor) -> Spot:
        people = [one.person for one in members if isinstance(one, TgActor)]
        for one in people:
            one.starts()  # so that the bot has met everybody
        return TgSpot(self.api.supergroup(title, *people))

    async def pass_time(self, seconds: float) -> None:
        self.api.clock.advance(seconds)
        await self.settle()

    async def restart(self) -> None:
        await self.stop()
        await self.start()

    async def start(self) -> None:
        self._parts = await self._running.enter_async_context(self._options.run(self._path, self.api))

    async def stop(self) -> None:
        await self._running.aclose()

    def room_of(self, spot: Spot) -> Room:
        """The stand-in's side of a spot."""
        return _room(spot)

    async def settle(self, within: float = QUIET_S) -> None:
        """Wait until all that people did is carried out and every message is sent, however late it may go;
        ``within`` are real seconds.
        """
        async with asyncio.timeout(within):
            for turn in itertools.count():
                if await self._quiet():
                    return
                await asyncio.sleep(0.002 if turn < 200 else 0.01)

    async def _quiet(self) -> bool:
        api, service, adapter = self.api, self.service, self.adapter
        if api.feed.pending or not adapter.receiving_idle:
            return False
        await service.computers.idle()
        if not await service.broadcaster.quiet(1.0) or adapter.busy:
            return False
        waits = [] if adapter.idle else [adapter.wait_s]
        at = await service.archive.next_delivery("telegram")
        if at is not None:
            waits.append((at - service.clock.now_ms()) / 1000)
        if not waits:
            return True
        api.clock.advance(max(0.01, min(waits)))
        adapter.wake()
        service.broadcaster.wake()
        return False


@dataclass(frozen=True, slots=True)
class Options:
    """What a test may want otherwise."""

    dice: DiceFor | None = None
    inline: Inline = nothing_to_share
    webhook: Webhook | None = None
    handler: Callable[[Handler], Handler] = lambda handler: handler

    @contextlib.asynccontextmanager
    async def run(self, path: Path, api: TelegramApi) -> AsyncIterator[tuple[Service, TelegramAdapter]]:
        """The service over the database at ``path`` and the stand-in; stopped in order at the end."""
        clock, one = SharedClock(api.clock), FreshDice(1)
        store = await Store.open(f"sqlite:///{path}", now=clock.now_ms())
        service = join(
            store,
            clock=clock,
            dice=self.dice or (lambda _: one),
            brain=DirectBrain(),
            painter=SmallPainter(),
            pace_s=lambda _: 0.0,
        )
        adapter = adapter_over(
            api,
            store,
            self.handler(service.desk.handle),
            service,
            clock,
            inline=self.inline,
            webhook=self.webhook,
        )
        try:
            async with adapter:
                service.start(adapter)
                yield service, adapter
                await adapter.stop()
                await service.stop()
        finally:
            await service.stop()


@contextlib.asynccontextmanager
async def telegram_stage(
    path: Path, api: TelegramApi, options: Options | None = None
) -> AsyncIterator[TelegramStage]:
    """A running stage."""
    stage = TelegramStage(path, api, options or Options())
    await stage.start()
    try:
        yield stage
    finally:
        await stage.stop()
