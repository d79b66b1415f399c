"""The stage of the chat page: people in front of real pages in a browser, the service in this process.

A deed returns when the service has come to rest and every page shows the newest board: that all windows show
the same is checked after each of them.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bot.adapters.web import MemoryHistory, WebAdapter, WebSettings
from bot.app.archive import ShowIn
from bot.app.ports import Answer, Chat, Incoming, Visitor
from bot.app.screen import Screen
from bot.platforms import completing, preparing
from bot.serve import command_hints, page_texts
from bot.store.database import Store
from bot.ui.names import clean_name
from bot.wiring import Service, join
from tests.support.browser import Browser, Page
from tests.support.page_hands import come, write
from tests.support.scenarios import Actor, DiceFor, Key, Shown, Spot
from tests.support.service import DirectBrain, HandClock
from tests.support.telegram_stage import SmallPainter

QUIET_S = 20.0
GLANCE_S = 0.02
LOUNGE = Chat("web", "room:lounge")
READ = """
(place => {
  const card = document.querySelector(`#${place} .card`);
  if (!card) return null;
  return {
    text: [...card.querySelectorAll('h3, .lines p')].map(e => e.textContent).join('\\n'),
    keys: [...card.querySelectorAll('.rows button')].map(e => [e.textContent, e.dataset.press]),
    picture: !!card.querySelector('figure'),
  };
})
"""


@dataclass(frozen=True, slots=True)
class PageShown:
    """A card on a page, in the board's place or in that of what only this person sees."""

    place: str
    text: str
    keys: Sequence[Key]
    has_picture: bool


async def read(page: Page, place: str) -> PageShown | None:
    """The card that a page shows there."""
    found = await page.evaluate(f"{READ}({json.dumps(place)})")
    if found is None:
        return None
    keys = tuple(Key(label, data) for label, data in found["keys"] if data)
    return PageShown(place, found["text"], keys, found["picture"])


@dataclass(slots=True)
class Ears:
    """Between the pages and the desk: who spoke, what was answered, whether something is being answered."""

    service: Service
    heard: int = 0
    open: int = 0
    met: dict[str, Visitor] = field(default_factory=dict)
    answers: list[tuple[str, Answer]] = field(default_factory=list)

    async def handle(self, what: Incoming) -> Answer:
        """Pass it on."""
        self.met[what.visitor.name] = what.visitor
        self.open += 1
        self.heard += 1
        try:
            answer = await self.service.desk.handle(what)
        finally:
            self.open -= 1
        self.answers.append((what.visitor.name, answer))
        return answer


@dataclass(frozen=True, slots=True)
class PageSpot:
    """The lounge, as every page shows it."""

    stage: BrowserStage

    @property
    def board(self) -> Shown:
        assert self.stage.board is not None
        return self.stage.board

    @property
    def newest(self) -> Shown:
        return self.board


@dataclass(frozen=True, slots=True)
class PageActor:
    """Somebody in front of a page."""

    stage: BrowserStage
    name: str
    page: Page

    @property
    def visitor(self) -> Visitor:
        return self.stage.ears.met[self.name]

    @property
    def direct(self) -> Spot:
        raise NotImplementedError("these pages look at the lounge only")

    @property
    def notices(self) -> Sequence[str]:
        answers = self.stage.ears.answers
        return tuple(answer.notice for name, answer in answers if name == self.name and answer.notice)

    def privates(self, spot: Spot) -> Sequence[Shown]:
        shown = self.stage.privately.get(self.name)
        return () if shown is None else (shown,)

    async def say(self, spot: Spot, text: str) -> None:
        async with self.stage.deed():
            await write(self.page, text)

    async def run(self, spot: Spot, command: str, target: Actor | None = None) -> None:
        name = f" {target.name}" if isinstance(target, PageActor) else ""
        await self.say(spot, command + name)

    async def press(self, spot: Spot, key: Key, on: Shown | None = None, times: int = 1) -> None:
        place = on.place if isinstance(on, PageShown) else "board"
        for _ in range(times):
            async with self.stage.deed():
                await self.page.press(f"#{place} button[data-press={json.dumps(key.data)}]")


@dataclass(slots=True)
class BrowserStage:
    """The service and the pages of some people. ``board`` and ``privately`` are what the pages show."""

    service: Service
    ears: Ears
    pages: Mapping[str, Page]
    board: PageShown | None = None
    privately: dict[str, PageShown | None] = field(default_factory=dict)

    def actor(self, name: str, language: str = "en") -> PageActor:
        """One of those whose pages are open."""
        return PageActor(self, name, self.pages[name])

    def room(self, title: str, *members: Actor) -> PageSpot:
        """The lounge: everybody is there."""
        return PageSpot(self)

    async def pass_time(self, seconds: float) -> None:
        raise NotImplementedError("the pages live in real time")

    async def restart(self) -> None:
        raise NotImplementedError("a process that is killed and started again is tests/e2e/test_browser.py")

    @contextlib.asynccontextmanager
    async def deed(self) -> AsyncIterator[None]:
        """Something is done at a page; wait until it is heard, carried out, and seen on all pages."""
        heard = self.ears.heard
        yield
        async with asyncio.timeout(QUIET_S):
            while self.ears.heard == heard or self.ears.open:  # noqa: ASYNC110 - the browser is another process
                await asyncio.sleep(GLANCE_S)
        await self.service.settle()
        await self._seen()

    async def _seen(self) -> None:
        """Every page shows the newest board, and what its person alone was answered."""
        for table_id in await self.service.archive.table_ids():
            table = await self.service.tables.load(table_id)
            screen = (await self.service.broadcaster.outgoing(table, ShowIn(LOUNGE))).screen
            for page in self.pages.values():
                self.board = await self._shown(page, "board", screen)
        name, answer = self.ears.answers[-1]
        own = answer.private or answer.edit
        if own is not None:
            self.privately[name] = await self._shown(self.pages[name], "private", own)

    async def _shown(self, page: Page, place: str, screen: Screen) -> PageShown:
        shown: PageShown | None = None
        data = [button.press for row in screen.rows for button in row if button.press]
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(QUIET_S):
                while True:
                    shown = await read(page, place)
                    if shown and shown.text == screen.text and [key.data for key in shown.keys] == data:
                        return shown
                    await asyncio.sleep(GLANCE_S)
        raise AssertionError(f"the page does not show {screen.text!r} {data}, but {shown}")


@contextlib.asynccontextmanager
async def browser_stage(
    path: Path, browser: Browser, dice: DiceFor, names: Iterable[str]
) -> AsyncIterator[BrowserStage]:
    """A running service with a page for each name."""
    clock = HandClock()
    store = await Store.open(f"sqlite:///{path}", now=clock.now_ms())
    brain, painter = DirectBrain(), SmallPainter()
    service = join(store, clock=clock, dice=dice, brain=brain, painter=painter, pace_s=lambda _: 0.0)
    ears = Ears(service)
    try:
        async with adapter_over(ears, service) as adapter:
            service.start(adapter)
            pages = {name: await come(browser, adapter.address, name) for name in names}
            yield BrowserStage(service, ears, pages)
            await service.stop()
    finally:
        await service.stop()


def adapter_over(ears: Ears, service: Service) -> WebAdapter:
    """The adapter as the composition root makes it."""
    return WebAdapter(
        ears.handle,
        WebSettings(port=0),
        history=MemoryHistory(),
        clock=service.clock,
        prepare=preparing(service, "web"),
        page_texts=page_texts,
        clean_name=clean_name,
        commands=command_hints,
        complete=completing(service),
    )
