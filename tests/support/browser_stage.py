"""The stage of the chat page: people in front of real pages in a browser, the service in this process.

A deed returns when the service has come to rest and every page shows the newest board: that all windows show
the same is checked after each of them.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bot.adapters.web import MemoryHistory, WebAdapter, WebSettings
from bot.adapters.web.log import KEPT
from bot.app.ports import Answer, Incoming, Visitor
from bot.platforms import completing, preparing
from bot.serve import command_hints, page_texts, wished
from bot.ui.names import clean_name
from bot.wiring import Service
from tests.support.browser import Browser, Page
from tests.support.page_hands import come, write
from tests.support.scenarios import Actor, DiceFor, Key, Shown, Spot
from tests.support.service import HandClock, service_at
from tests.support.wire_stage import SmallPainter

QUIET_S = 20.0
GLANCE_S = 0.02
LOUNGE = "room:lounge"
SEEN = 4  # screens
PRIVATE = "#private .card"
SAID = """
(selector => [...document.querySelectorAll(selector)].map(card => JSON.stringify([
  card.querySelector('h3')?.textContent,
  ...[...card.querySelectorAll('.rows button[data-press]')].map(e => e.textContent.replace(/\\s/g, ' ')),
])))
"""
"""Headline and buttons of each card; the page makes some spaces hard."""
READ = """
(selector => {
  const card = document.querySelector(selector);
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
    """A card on a page, found by a CSS selector."""

    selector: str
    text: str
    keys: Sequence[Key]
    has_picture: bool


async def read(page: Page, selector: str) -> PageShown | None:
    """The card that a page shows there."""
    found = await page.evaluate(f"{READ}({json.dumps(selector)})")
    if found is None:
        return None
    keys = tuple(Key(label, data) for label, data in found["keys"] if data)
    return PageShown(selector, found["text"], keys, found["picture"])


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
        assert self.stage.newest is not None
        return self.stage.newest


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
        raise LookupError("these pages look at the lounge only")

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
        shown = on or spot.board
        assert isinstance(shown, PageShown)
        for _ in range(times):
            async with self.stage.deed():
                await self.page.press(f"{shown.selector} button[data-press={json.dumps(key.data)}]")


@dataclass(slots=True)
class BrowserStage:
    """The service and the pages of some people. ``board`` and ``newest`` are what all pages show,
    ``privately`` what one shows to its person alone.
    """

    path: Path
    dice: DiceFor
    clock: HandClock = field(default_factory=HandClock)
    history: MemoryHistory = field(default_factory=MemoryHistory)
    pages: dict[str, Page] = field(default_factory=dict)
    board: PageShown | None = None
    newest: PageShown | None = None
    privately: dict[str, PageShown | None] = field(default_factory=dict)
    ears: Ears = field(init=False)
    address: str = ""
    _running: contextlib.AsyncExitStack = field(default_factory=contextlib.AsyncExitStack)

    @property
    def service(self) -> Service:
        """The service that runs now."""
        return self.ears.service

    def actor(self, name: str, language: str = "en") -> PageActor:
        """One of those whose pages are open."""
        return PageActor(self, name, self.pages[name])

    def room(self, title: str, *members: Actor) -> PageSpot:
        """The lounge: everybody is there."""
        return PageSpot(self)

    async def start(self, port: int = 0) -> None:
        """Start the service and its page."""
        service = await service_at(self.path, self.clock, self.dice, SmallPainter())
        self._running.push_async_callback(service.stop)
        self.ears = Ears(service)
        adapter = await self._running.enter_async_context(
            adapter_over(self.ears, service, self.history, port)
        )
        self._running.push_async_callback(service.broadcaster.quiet)
        service.start(adapter)
        self.address = adapter.address

    async def stop(self) -> None:
        """Stop it; pages and database stay."""
        await self._running.aclose()

    async def restart(self) -> None:
        """Stop the service and start it where it was; the pages find it again by themselves."""
        met, answers = self.ears.met, self.ears.answers
        await self.stop()
        await self.start(int(self.address.rpartition(":")[2]))
        self.ears.met, self.ears.answers = met, answers
        for page in self.pages.values():
            await page.wait_for("document.querySelector('#connection').dataset.state === 'online'", QUIET_S)

    async def pass_time(self, seconds: float) -> None:
        """The service's clock goes on; what is sent then is seen on all pages."""
        self.clock.pass_s(seconds)
        await self.service.settle()
        await self._seen()

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
        await self._answered()

    async def _seen(self) -> None:
        """Every page shows the newest screens of the lounge as they are stored."""
        stored = [(one.number, json.loads(one.body)) for one in await self.history.load(LOUNGE, KEPT)]
        screens = [(number, body) for number, body in stored if "headline" in body]
        with_buttons = [(number, body) for number, body in screens if body.get("rows")]
        for page in self.pages.values():
            for number, body in screens[-SEEN:]:
                self.newest = await _shown(page, number, body)
            for number, body in with_buttons[-1:]:
                self.board = await _shown(page, number, body)

    async def _answered(self) -> None:
        """The page of whoever acted shows the answer, to its person alone or where it was pressed."""
        name, answer = self.ears.answers[-1]
        page, own = self.pages[name], answer.private or answer.edit
        if answer.done:
            await page.wait_for(f"!document.querySelector({json.dumps(PRIVATE)})")
        elif own is not None:
            where = PRIVATE if answer.private else ".card"
            said = [
                own.headline,
                *(re.sub(r"\s", " ", one.label) for row in own.rows for one in row if one.press),
            ]
            wanted = f"JSON.stringify({json.dumps(said)})"
            await page.wait_for(f"({SAID})({json.dumps(where)}).includes({wanted})")
        self.privately[name] = await read(page, PRIVATE)


def expected(body: Mapping[str, Any]) -> tuple[str, list[str]]:
    """A stored screen's text, and what its buttons carry."""
    presses = [button["press"] for row in body.get("rows", ()) for button in row if "press" in button]
    return "\n".join((body["headline"], *body["lines"])), presses


async def _shown(page: Page, number: int, body: Mapping[str, Any]) -> PageShown:
    """Wait until the card of a message shows what is stored of it."""
    selector, (text, presses) = f'[data-id="{number}"]', expected(body)
    shown: PageShown | None = None
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(QUIET_S):
            while True:
                shown = await read(page, selector)
                if shown and shown.text == text and [key.data for key in shown.keys] == presses:
                    return shown
                await asyncio.sleep(GLANCE_S)
    raise AssertionError(f"the page does not show {text!r} {presses}, but {shown}")


@contextlib.asynccontextmanager
async def browser_stage(
    path: Path, browser: Browser, dice: DiceFor, names: Iterable[str]
) -> AsyncIterator[BrowserStage]:
    """A running service with a page for each name."""
    stage = BrowserStage(path, dice)
    await stage.start()
    try:
        for name in names:
            stage.pages[name] = await come(browser, stage.address, name)
        yield stage
    finally:
        await stage.stop()


def adapter_over(ears: Ears, service: Service, history: MemoryHistory, port: int) -> WebAdapter:
    """The adapter as the composition root makes it."""
    return WebAdapter(
        ears.handle,
        WebSettings(port=port),
        history=history,
        clock=service.clock,
        prepare=preparing(service, "web"),
        page_texts=page_texts,
        clean_name=clean_name,
        commands=command_hints,
        complete=completing(service),
        wished=wished(service),
    )
