"""The composition root: settings → parts → a running service. The only module that knows all others."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from dataclasses import dataclass, field
from datetime import tzinfo
from functools import partial
from typing import Any
from zoneinfo import ZoneInfo

from bot.app.alarms import Alarms
from bot.app.autopilot import Autopilot
from bot.app.broadcast import Broadcaster
from bot.app.chouette_kind import ChouetteKind, chouette_codec
from bot.app.codec import match_codec, read, write
from bot.app.composer import Composer
from bot.app.computers import Brain, Computers
from bot.app.invitations import Invitations
from bot.app.linking import Linking
from bot.app.match_kind import MatchKind
from bot.app.people import People
from bot.app.ports import Adapter, Clock, Painter, TableId
from bot.app.score_kind import ScoreKind, score_codec
from bot.app.sight import Sight
from bot.app.table import Table
from bot.app.tables import Registered, Tables
from bot.app.tidying import Tidying
from bot.app.time_policy import PersonalTime
from bot.app.uptime import Uptime
from bot.backoff import until_done
from bot.chouette.session import Session
from bot.computer.chouette import choose_chouette
from bot.computer.player import MEDIUM, choose
from bot.game.dice import Dice, Label
from bot.game.events import GameStarted, MatchStarted, OpeningThrown
from bot.game.match import Match, replay
from bot.game.rules import Rules
from bot.game.side import Side
from bot.render.specimens import match_board
from bot.settings import Settings
from bot.store.archive import StoreArchive
from bot.store.database import Store
from bot.store.ids import new_table_id
from bot.store.inbox import oldest_update
from bot.store.outages import StoredOutages
from bot.store.secret import Secret
from bot.store.sight_book import StoredSight
from bot.ui.chouette_screen import ChouetteUi
from bot.ui.context import Context
from bot.ui.desk import Desk
from bot.ui.kinds import TableUi
from bot.ui.manners import Manners
from bot.ui.match_screen import MatchUi
from bot.ui.names import clean_name
from bot.ui.presenter import Presenter
from bot.ui.score_screen import ScoreUi
from bot.workers import ENGINE_NICENESS, Worker, WorkerPainter, WorkFailed, draw

log = logging.getLogger(__name__)
DRAIN_S = 2.0
FIRST_WAIT_S, LONGEST_WAIT_S = 0.25, 10.0
LONGEST_IN_INBOX_MS = 600_000
BERLIN = ZoneInfo("Europe/Berlin")


class SystemClock:
    """The machine's own clocks."""

    def now_ms(self) -> int:
        """Wall clock, milliseconds since 1970 UTC."""
        return time.time_ns() // 1_000_000

    def monotonic(self) -> float:
        """Seconds that never jump."""
        return time.monotonic()


class SystemDice:
    """Dice from the operating system's randomness, thrown at the moment of the roll."""

    def throw(self, label: Label, n: int, count: int) -> tuple[int, ...]:
        """Independent fair dice; label and number serve other sources."""
        return tuple(secrets.randbelow(6) + 1 for _ in range(count))


class WorkerBrain:
    """The engine in a worker."""

    def __init__(self, worker: Worker) -> None:
        self._worker = worker

    async def choose(self, kind: str, state: object, seat: str, level: str) -> object | None:
        """The computer's action, decided in a worker."""
        return await self._worker.run(CHOOSERS[kind], state, seat, level)


CHOOSERS: Mapping[str, Callable[[Any, str, str], object | None]] = {
    "match": choose,
    "chouette": choose_chouette,
}
"""How the computer plays each kind of table."""


def _never(_: object) -> object:
    """A kind without snapshots is never restored from one."""
    raise AssertionError("a paper is folded from its entries")


KINDS: Mapping[str, Callable[[], Registered]] = {
    "match": lambda: Registered(
        MatchKind(), match_codec(), lambda state: write(Match, state), lambda data: read(Match, data)
    ),
    "score": lambda: Registered(ScoreKind(), score_codec(), lambda _: None, _never),
    "chouette": lambda: Registered(
        ChouetteKind(),
        chouette_codec(),
        lambda state: write(Session, state),
        lambda data: read(Session, data),
    ),
}
UIS: Mapping[str, Callable[[], TableUi]] = {"match": MatchUi, "chouette": ChouetteUi, "score": ScoreUi}


async def lasting(name: str, run: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run something that lasts as long as the service, again after each failure, later and later: a disk that
    was full for a minute must not leave a service that takes moves and shows none.
    """

    async def attempt() -> bool:
        try:
            await run()
        except Exception:  # the edge: whatever it was, it is begun again
            log.exception("%s failed; trying again", name)
            return False
        return True

    await until_done(attempt, FIRST_WAIT_S, LONGEST_WAIT_S)


@dataclass(slots=True)
class Service:
    """All parts, joined. Adapters are added by ``serve``."""

    store: Store
    archive: StoreArchive
    tables: Tables
    people: People
    invitations: Invitations
    broadcaster: Broadcaster
    composer: Composer
    computers: Computers
    autopilot: Autopilot
    uptime: Uptime
    sight: Sight
    alarms: Alarms
    desk: Desk
    clock: Clock
    tasks: list[asyncio.Task[Any]] = field(default_factory=list)
    warming: list[Callable[[], Coroutine[Any, Any, None]]] = field(default_factory=list)

    def start(self, *adapters: Adapter) -> None:
        """Begin to send and to watch the clock; then get ready what the first players would wait for."""
        self.tasks += [self.sending(adapter) for adapter in adapters]
        for name, run in (
            ("tidying", Tidying(self.archive, self.clock).run),
            ("the pulse", self.uptime.run),
            ("giving back time", self.uptime.give_back),
            ("the alarms", self.alarms.run),
            ("the folding of ratings", self.archive.refolder.run),
        ):
            self.tasks.append(asyncio.create_task(lasting(name, run)))
        self.tasks += [asyncio.create_task(warm()) for warm in self.warming]

    def sending(self, adapter: Adapter) -> asyncio.Task[None]:
        """Send on one platform until the task is cancelled, whatever happens to the disk meanwhile."""
        name = f"sending on {adapter.platform}"
        return asyncio.create_task(lasting(name, lambda: self.broadcaster.run(adapter)))

    async def settle(self) -> None:
        """Wait until no computer thinks and nothing is left to send now."""
        await self.autopilot.idle()
        await self.computers.idle()
        while self.autopilot.busy:
            await self.autopilot.idle()
            await self.computers.idle()
        await self.broadcaster.quiet()

    async def stop(self) -> None:
        """Finish what was begun, send what waits, for a few seconds at most."""
        self.computers.stop()
        self.autopilot.stop()
        await self.autopilot.idle()
        with contextlib.suppress(TimeoutError):
            await self.broadcaster.quiet(DRAIN_S)
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await self.store.close()


def join(
    store: Store,
    *,
    clock: Clock,
    dice: Callable[[TableId], Dice],
    brain: Brain,
    painter: Painter,
    pace_s: Callable[[Table], float],
    tz: tzinfo = BERLIN,
    manners: Manners | None = None,
) -> Service:
    """Put the parts together over an open store."""
    archive = StoreArchive(store, tz)
    kinds = {name: make() for name, make in KINDS.items()}
    people = People(archive, clock, clean_name)
    tables = Tables(archive, kinds, clock, dice, new_table_id, PersonalTime(archive, people, tz))
    presenter = Presenter({name: make() for name, make in UIS.items()}, tz)
    composer = Composer(archive, tables, people, presenter, painter)
    broadcaster = Broadcaster(archive, people, composer, clock)
    broadcaster.sight = Sight(archive, StoredSight(store), tables, people, clock, broadcaster.wake)
    computers, autopilot = Computers(tables, brain, pace_s), Autopilot(tables, people)
    empty = partial(_inbox_is_empty, store, clock)
    uptime = Uptime(archive, tables, clock, inbox_empty=empty, book=StoredOutages(store))
    invitations = Invitations(archive, tables, people, clock, Secret(store), broadcaster.wake)
    alarms = Alarms(archive, tables, invitations, computers, uptime, clock)
    links = Linking(archive, people, tables, clock)
    context = Context(tables, invitations, people, archive, broadcaster, composer, presenter, clock, links)
    tables.courier, tables.missed = broadcaster, uptime.missed
    tables.listeners += [computers.hear, autopilot.hear, uptime.hear, alarms.hear]
    return Service(
        store,
        archive,
        tables,
        people,
        invitations,
        broadcaster,
        composer,
        computers,
        autopilot,
        uptime,
        broadcaster.sight,
        alarms,
        Desk(context, manners),
        clock,
    )


async def _inbox_is_empty(store: Store, clock: Clock) -> bool:
    """Whether all that arrived lately is carried out; what has waited for long waits for its platform."""
    oldest = await store.read(oldest_update)
    return oldest is None or clock.now_ms() - oldest > LONGEST_IN_INBOX_MS


@contextlib.asynccontextmanager
async def running(settings: Settings, clock: Clock | None = None) -> AsyncIterator[Service]:
    """The service with the system's clock, dice and workers, without adapters; closed at the end."""
    clock = clock or SystemClock()
    store = await Store.open(settings.database_url, now=clock.now_ms())
    engine, painter = Worker(niceness=ENGINE_NICENESS), WorkerPainter(draw, Worker())
    service = join(
        store,
        clock=clock,
        dice=lambda _: SystemDice(),
        brain=WorkerBrain(engine),
        painter=painter,
        pace_s=lambda _: settings.computer_pace_s,
        tz=ZoneInfo(settings.time_zone),
        manners=Manners(clock.monotonic),
    )
    service.warming += [lambda: warm_brain(engine), lambda: painter.warm(match_board())]
    try:
        yield service
    finally:
        await service.stop()
        engine.close()
        painter.close()


async def warm_brain(engine: Worker) -> None:
    """Start a worker and let it load what it thinks with."""
    match = replay((MatchStarted(Rules()), GameStarted(1), OpeningThrown((6, 4))))
    try:
        await engine.run(choose, match, Side.X, MEDIUM)
    except WorkFailed:
        log.exception("the computer cannot think")
