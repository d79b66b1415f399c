"""The stage of the chat in memory."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bot.adapters.testchat import Person, Place, Posted, TestChat
from bot.app.ports import Visitor
from bot.wiring import Service
from tests.support.scenarios import Actor, DiceFor, Key, Shown, Spot, Stage
from tests.support.service import HandClock, service_over


@dataclass(frozen=True, slots=True)
class _Shown:
    posted: Posted

    @property
    def text(self) -> str:
        return self.posted.text

    @property
    def keys(self) -> Sequence[Key]:
        return tuple(Key(one.label, one.press) for one in self.posted.buttons() if one.press)

    @property
    def has_picture(self) -> bool:
        return self.posted.screen.picture is not None


@dataclass(frozen=True, slots=True)
class _Spot:
    place: Place

    @property
    def board(self) -> Shown:
        return _Shown(self.place.board)

    @property
    def newest(self) -> Shown:
        return _Shown(self.place.newest)


@dataclass(frozen=True, slots=True)
class _Actor:
    person: Person

    @property
    def visitor(self) -> Visitor:
        return self.person.visitor

    @property
    def direct(self) -> Spot:
        return _Spot(self.person.direct)

    @property
    def notices(self) -> Sequence[str]:
        return tuple(self.person.notices)

    def privates(self, spot: Spot) -> Sequence[Shown]:
        return tuple(_Shown(one) for one in reversed(self.person.privates(_place(spot))) if not one.deleted)

    async def say(self, spot: Spot, text: str) -> None:
        await self.person.says(_place(spot), text)

    async def run(self, spot: Spot, command: str, target: Actor | None = None) -> None:
        named = target.person if isinstance(target, _Actor) else None
        await self.person.runs(command, _place(spot), named)

    async def press(self, spot: Spot, key: Key, on: Shown | None = None, times: int = 1) -> None:
        place = _place(spot)
        message = on.posted if isinstance(on, _Shown) else place.board
        await self.person.presses(place, data=key.data, message=message, times=times)


def _place(spot: Spot) -> Place:
    assert isinstance(spot, _Spot)
    return spot.place


class TestChatStage:
    """The service over a database, and a chat in memory that outlives it."""

    __test__ = False

    def __init__(self, path: Path, dice: DiceFor) -> None:
        self._path, self._dice = path, dice
        self._clock, self._chat = HandClock(), TestChat()
        self._running = contextlib.AsyncExitStack()
        self._service: Service | None = None

    @property
    def service(self) -> Service:
        assert self._service is not None
        return self._service

    def actor(self, name: str, language: str = "en") -> Actor:
        return _Actor(self._chat.person(name, language))

    def room(self, title: str, *members: Actor) -> Spot:
        return _Spot(self._chat.room(title))

    async def pass_time(self, seconds: float) -> None:
        self._clock.pass_s(seconds)
        await self._chat.settle()

    async def restart(self) -> None:
        await self.stop()
        await self.start()

    async def start(self) -> None:
        over = service_over(self._path, clock=self._clock, dice=self._dice, chat=self._chat)
        self._service, _ = await self._running.enter_async_context(over)

    async def stop(self) -> None:
        await self._running.aclose()


@contextlib.asynccontextmanager
async def testchat_stage(path: Path, dice: DiceFor) -> AsyncIterator[Stage]:
    """A running stage."""
    stage = TestChatStage(path, dice)
    await stage.start()
    try:
        yield stage
    finally:
        await stage.stop()
