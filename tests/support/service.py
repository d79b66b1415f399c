"""The whole service in a test: real store, real desk, the chat in memory; dice and time by the test."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Callable, Hashable
from pathlib import Path

from bot.adapters.testchat import TestChat
from bot.app.ports import Clock, Painter, TableId
from bot.game.dice import Dice
from bot.store.database import Store
from bot.wiring import CHOOSERS, Service, join
from tests.support.dice import FreshDice

START_MS = 1_790_000_000_000


class HandClock:
    """A clock that goes when it is told to."""

    def __init__(self, now_ms: int = START_MS) -> None:
        self.ms = now_ms
        self.passed_s = 0.0

    def now_ms(self) -> int:
        return self.ms

    def monotonic(self) -> float:
        import time

        return time.monotonic() + self.passed_s

    def pass_s(self, seconds: float) -> None:
        """Time passes."""
        self.ms += round(seconds * 1000)
        self.passed_s += seconds

    def jump_s(self, seconds: float) -> None:
        """Somebody sets the clock; no time passes."""
        self.ms += round(seconds * 1000)


class BlankPainter:
    """Pictures that cost nothing: the view's hash as bytes."""

    async def paint(self, view: Hashable) -> bytes:
        return b"\x89PNG" + str(hash(view)).encode()


class DirectBrain:
    """The engine without a worker."""

    async def choose(self, kind: str, state: object, seat: str, level: str) -> object | None:
        return CHOOSERS[kind](state, seat, level)


async def service_at(
    path: Path,
    clock: Clock,
    dice: Callable[[TableId], Dice] | None = None,
    painter: Painter | None = None,
) -> Service:
    """The service over the database at ``path``, put together and not started."""
    one = FreshDice(1)
    return join(
        await Store.open(f"sqlite:///{path}", now=clock.now_ms()),
        clock=clock,
        dice=dice or (lambda _: one),
        brain=DirectBrain(),
        painter=painter or BlankPainter(),
        pace_s=lambda _: 0.0,
    )


@contextlib.asynccontextmanager
async def service_over(
    path: Path,
    *,
    clock: HandClock | None = None,
    dice: Callable[[TableId], Dice] | None = None,
    chat: TestChat | None = None,
    painter: Painter | None = None,
) -> AsyncIterator[tuple[Service, TestChat]]:
    """A running service over the database at ``path``, with a chat in memory (``chat``: one that was there
    before a restart); stopped at the end.
    """
    service = await service_at(path, clock or HandClock(), dice, painter)
    chat = chat or TestChat()
    chat.connect(service.desk.handle, service.settle)
    service.start(chat)
    try:
        yield service, chat
    finally:
        await service.stop()
