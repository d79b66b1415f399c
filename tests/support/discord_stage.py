"""The whole service on Discord in a test: real store, desk and adapter, over the wire to the stand-in.

Time is the stand-in's: ``settle`` moves it to when the next waiting message may go, so that a busy channel
takes no real minutes.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bot.adapters.discord import DISCORD_TEXTS, DiscordAdapter, DiscordSettings, Line, Pace
from bot.adapters.discord.greeting import Greeting
from bot.app.ports import Answer, Chat, Clock, Handler, Incoming, Outgoing, Visitor
from bot.app.screen import Screen
from bot.ui.commands import SUGGESTED, completions
from bot.ui.texts import texts_for
from bot.wiring import Service
from tests.support.discord import Channel, DiscordApi, Interaction, Message, Person, Window
from tests.support.scenarios import Actor, DiceFor, Key, Shown, Spot, challenged
from tests.support.service import service_at
from tests.support.wire_stage import SharedClock, SmallPainter, WireStage, serving

PATIENCE_S = 0.25
SILENCE_S = 50.0
ANSWER_S = 30.0
_ESCAPE = re.compile(r"\\([^0-9A-Za-z\s])")


@dataclass(slots=True)
class KeptInMemory:
    """What the adapter keeps over a restart."""

    values: dict[str, str] = field(default_factory=dict)

    async def get(self, key: str) -> str | None:
        return self.values.get(key)

    async def set(self, key: str, value: str) -> None:
        self.values[key] = value


def words(locale: str | None) -> Mapping[str, str]:
    """The adapter's own sentences and the commands', from the catalogue."""
    texts = texts_for(locale)
    keys = (*DISCORD_TEXTS, *(f"command.{name}" for name in SUGGESTED))
    return {key: texts(key) for key in keys}


def adapter_over(
    api: DiscordApi,
    handler: Handler,
    service: Service,
    clock: Clock,
    memory: KeptInMemory,
    *,
    patience_s: float = PATIENCE_S,
    pace: Pace | None = None,
    greeting: Greeting | None = None,
    silence_s: float = SILENCE_S,
    answer_s: float = ANSWER_S,
) -> DiscordAdapter:
    """The adapter as the composition root makes it."""
    context = service.desk.context

    async def complete(visitor: Visitor, chat: Chat, prefix: str) -> Sequence[str]:
        return await completions(context, await service.people.meet(visitor, chat), chat, prefix)

    return DiscordAdapter(
        handler,
        DiscordSettings(
            api.token,
            api.root,
            api.gateway_url,
            patience_s,
            guild_ready_s=0.05,
            silence_s=silence_s,
            answer_s=answer_s,
        ),
        clock=clock,
        memory=memory,
        prepare=service.composer.painted,
        words=words,
        commands=tuple(SUGGESTED),
        complete=complete,
        room_settings=service.archive.room_settings,
        greeting=greeting,
        pace=pace,
        line=Line(
            lost=lambda since: service.uptime.lost("discord", since),
            back=lambda: service.uptime.back("discord"),
        ),
    )


async def nothing(_: Incoming) -> Answer:
    """A handler without an answer."""
    return Answer()


async def as_it_is(screen: Screen) -> Outgoing:
    """Paints nothing."""
    return Outgoing(screen)


def settings_for(api: DiscordApi) -> DiscordSettings:
    """The stand-in's addresses."""
    return DiscordSettings(api.token, api.root, api.gateway_url, guild_ready_s=0.05)


def bare_adapter(
    api: DiscordApi,
    settings: DiscordSettings | None = None,
    memory: KeptInMemory | None = None,
    commands: tuple[str, ...] = tuple(SUGGESTED),
    greeting: Greeting | None = None,
) -> DiscordAdapter:
    """An adapter without a service behind it."""
    return DiscordAdapter(
        nothing,
        settings or settings_for(api),
        clock=SharedClock(api.clock),
        memory=memory or KeptInMemory(),
        prepare=as_it_is,
        words=words,
        commands=commands,
        greeting=greeting,
    )


def plain(text: str) -> str:
    """A text as Discord's client shows it."""
    return _ESCAPE.sub(r"\1", text.replace("**", ""))


@dataclass(frozen=True, slots=True)
class DcShown:
    """A message as a client shows it."""

    message: Message

    @property
    def text(self) -> str:
        lines = plain(self.message.text).split("\n")
        return "\n".join(line for line in lines if not line.startswith("<@"))

    @property
    def keys(self) -> Sequence[Key]:
        return tuple(
            Key(one.get("label", ""), one["custom_id"]) for one in self.message.buttons if "custom_id" in one
        )

    @property
    def has_picture(self) -> bool:
        return self.message.picture is not None


@dataclass(frozen=True, slots=True)
class DcSpot:
    """A channel, as everybody there sees it."""

    channel: Channel

    @property
    def public(self) -> list[Message]:
        """What everybody sees, oldest first."""
        every = self.channel.messages.values()
        return [one for one in every if not one.deleted and one.ephemeral_to is None and one.author.is_bot]

    @property
    def board(self) -> Shown:
        return DcShown(next(one for one in reversed(self.public) if one.buttons))

    @property
    def newest(self) -> Shown:
        return DcShown(self.public[-1])


@dataclass(frozen=True, slots=True)
class DcActor:
    """A person in front of a client."""

    stage: DiscordStage
    person: Person
    visitor: Visitor

    @property
    def direct(self) -> Spot:
        return DcSpot(self.person.dm.channel)

    @property
    def notices(self) -> Sequence[str]:
        """Ephemeral sentences, and what was said in the direct chat without a picture or buttons."""
        channels = self.stage.api.backend.channels.values()
        every = [one for channel in channels for one in channel.messages.values()]
        mine = [one for one in every if one.ephemeral_to is self.person.user and not one.loading]
        direct = [one for one in self.person.dm.from_bot if one.ephemeral_to is None]
        said = [one for one in direct if not one.buttons and not one.picture]
        told = [one for one in mine if not one.buttons and not one.picture and one.text]
        return [plain(one.text) for one in sorted((*said, *told), key=lambda one: one.id)]

    def privates(self, spot: Spot) -> Sequence[Shown]:
        mine = [one for one in self.at(spot).from_bot if one.ephemeral_to is self.person.user]
        return tuple(DcShown(one) for one in reversed(mine))

    async def say(self, spot: Spot, text: str) -> None:
        """Write; in a server the bot does not see what is written, so it is a command there."""
        window = self.at(spot)
        if window.channel.guild is None:
            window.writes(text)
            await asyncio.sleep(0.02)  # no answer may be due, so there is nothing else to wait for
        else:
            window.run("/move", play=text.removeprefix("/move "))
        await self.stage.settle()

    async def run(self, spot: Spot, command: str, target: Actor | None = None) -> None:
        name, _, args = command.partition(" ")
        option = {
            "/move": "play",
            "/accept": "text",
            "/challenge": "rules",
            "/play": "rules",
            "/chouette": "rules",
        }.get(name, "how")
        options: dict[str, object] = {option: args} if args else {}
        if isinstance(target, DcActor):
            options["who"] = target.person
        self.at(spot).run(name, **options)
        await self.stage.settle()

    async def press(self, spot: Spot, key: Key, on: Shown | None = None, times: int = 1) -> None:
        board = on or spot.board
        assert isinstance(board, DcShown)
        for _ in range(times):
            self.at(spot).press_id(board.message, key.data)
        await self.stage.settle()

    def at(self, spot: Spot) -> Window:
        """What this person sees there."""
        assert isinstance(spot, DcSpot)
        return self.person.at(spot.channel)


@dataclass(frozen=True, slots=True)
class DiscordWire:
    """The adapter over the stand-in."""

    api: DiscordApi
    adapter: DiscordAdapter

    @property
    def platform(self) -> str:
        return "discord"

    @property
    def at_work(self) -> bool:
        unanswered = any(_in_time(self.api, one) for one in self.api.unanswered())
        return unanswered or not self.adapter.receiving_idle

    @property
    def waits_s(self) -> Sequence[float]:
        return [] if self.adapter.idle else [1.0]

    def wake(self) -> None:
        self.adapter.wake()


class DiscordStage(WireStage[DiscordWire]):
    """The service over a database and the stand-in. ``settle`` waits until nothing is left to do."""

    def __init__(self, path: Path, api: DiscordApi, options: Options) -> None:
        memory = KeptInMemory()
        super().__init__(api.clock, lambda: options.run(path, api, memory))
        self.api = api

    def actor(self, name: str, language: str = "en") -> DcActor:
        person = self.api.person(name, locale={"en": "en-US"}.get(language, language))
        person.installs_app()  # so that the direct chat is open
        return DcActor(self, person, Visitor("discord", str(person.id), name, language))

    def room(self, title: str, *members: Actor) -> DcSpot:
        people = [one.person for one in members if isinstance(one, DcActor)]
        return DcSpot(self.api.server(title, *people).channel(title.lower()))

    async def pass_time(self, seconds: float) -> None:
        await self.settle()
        await super().pass_time(seconds)


def _in_time(api: DiscordApi, interaction: Interaction) -> bool:
    """Whether it can still be answered."""
    return api.clock.now() - interaction.at < 3.0


@dataclass(frozen=True, slots=True)
class Options:
    """What a test may want otherwise."""

    dice: DiceFor | None = None
    handler: Callable[[Handler], Handler] = lambda handler: handler
    patience_s: float = PATIENCE_S
    pace: Pace | None = None
    greeting: Greeting | None = None
    silence_s: float = SILENCE_S
    answer_s: float = ANSWER_S

    @contextlib.asynccontextmanager
    async def run(
        self, path: Path, api: DiscordApi, memory: KeptInMemory
    ) -> AsyncIterator[tuple[Service, DiscordWire]]:
        """The service over the database at ``path`` and the stand-in; stopped in order at the end."""
        clock = SharedClock(api.clock)
        service = await service_at(path, clock, self.dice, SmallPainter())
        adapter = adapter_over(
            api,
            self.handler(service.desk.handle),
            service,
            clock,
            memory,
            patience_s=self.patience_s,
            pace=self.pace,
            greeting=self.greeting,
            silence_s=self.silence_s,
            answer_s=self.answer_s,
        )
        async with serving(service, adapter):
            async with asyncio.timeout(10):
                await adapter.wait_until_ready()
            yield service, DiscordWire(api, adapter)


def discord_stage(path: Path, api: DiscordApi, options: Options | None = None) -> DiscordStage:
    """A stage, to be entered."""
    return DiscordStage(path, api, options or Options())


async def match_in_a_channel(stage: DiscordStage, rules: str = "3") -> tuple[DcSpot, DcActor, DcActor]:
    """Anna has challenged, Bea has accepted; they play in a channel."""
    room, anna, bea = await challenged(stage, rules)
    assert isinstance(room, DcSpot)
    assert isinstance(anna, DcActor)
    assert isinstance(bea, DcActor)
    return room, anna, bea
