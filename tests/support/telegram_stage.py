"""The whole service on Telegram in a test: real store, desk and adapter, over the wire to the stand-in.

Time is the stand-in's: ``settle`` moves it to when the next waiting message may go, so that a busy group
takes no real minutes.
"""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

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
from bot.store.inbox_port import StoreInbox
from bot.ui.texts import texts_for
from bot.wiring import Service
from tests.support.scenarios import Actor, DiceFor, Key, Shown, Spot
from tests.support.service import service_at
from tests.support.telegram import Message, Person, Room, TelegramApi
from tests.support.wire_stage import SharedClock, SmallPainter, WireStage, serving


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
        inbox=StoreInbox(service.store, "telegram", settings.bot_id, clock.now_ms),
        clock=clock,
        prepare=service.composer.painted,
        words=words,
        menu=menu,
        inline=inline,
        hooks=hooks
        or Hooks(
            moved=lambda old, new: service.archive.move_chat(old, new, clock.now_ms()),
            closed=service.sight.closed,
            opened=service.sight.opened,
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


@dataclass(frozen=True, slots=True)
class TelegramWire:
    """The adapter over the stand-in."""

    api: TelegramApi
    adapter: TelegramAdapter

    @property
    def platform(self) -> str:
        return "telegram"

    @property
    def at_work(self) -> bool:
        return bool(self.api.feed.pending) or self.adapter.busy

    @property
    def waits_s(self) -> Sequence[float]:
        return [] if self.adapter.idle else [self.adapter.wait_s]

    def wake(self) -> None:
        self.adapter.wake()


class TelegramStage(WireStage[TelegramWire]):
    """The service over a database and the stand-in. ``settle`` waits until nothing is left to do."""

    def __init__(self, path: Path, api: TelegramApi, options: Options) -> None:
        super().__init__(api.clock, lambda: options.run(path, api))
        self.api = api

    def actor(self, name: str, language: str = "en") -> TgActor:
        person = self.api.person(name, f"{name.lower()}_x", language)
        return TgActor(self, person, Visitor("telegram", str(person.id), name, language), [])

    def room(self, title: str, *members: Actor) -> Spot:
        people = [one.person for one in members if isinstance(one, TgActor)]
        for one in people:
            one.starts()  # so that the bot has met everybody
        return TgSpot(self.api.supergroup(title, *people))

    def room_of(self, spot: Spot) -> Room:
        """The stand-in's side of a spot."""
        return _room(spot)


@dataclass(frozen=True, slots=True)
class Options:
    """What a test may want otherwise."""

    dice: DiceFor | None = None
    inline: Inline = nothing_to_share
    webhook: Webhook | None = None
    handler: Callable[[Handler], Handler] = lambda handler: handler

    @contextlib.asynccontextmanager
    async def run(self, path: Path, api: TelegramApi) -> AsyncIterator[tuple[Service, TelegramWire]]:
        """The service over the database at ``path`` and the stand-in; stopped in order at the end."""
        clock = SharedClock(api.clock)
        service = await service_at(path, clock, self.dice, SmallPainter())
        handler = self.handler(service.desk.handle)
        adapter = adapter_over(api, handler, service, clock, inline=self.inline, webhook=self.webhook)
        async with serving(service, adapter):
            yield service, TelegramWire(api, adapter)


def telegram_stage(path: Path, api: TelegramApi, options: Options | None = None) -> TelegramStage:
    """A stage, to be entered."""
    return TelegramStage(path, api, options or Options())
