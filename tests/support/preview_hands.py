"""Hands at simcord's preview page in a browser: one page for each person, who sees the channel as himself.

The page shows what is new when *Refresh preview* is pressed; a deed returns when that has been done.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from bot.wiring import Service
from tests.support.browser import Browser, BrowserError, Page

READY = "window.simcordPreview?.ready"
ACTION = "window.simcordPreview.lastAction?.sequence"
WITHIN_S = 30.0
FOUND_S, TAKEN_S, TRIES = 5.0, 20.0, 4
NEWEST = """
(() => {
  const pressable = e => [...e.querySelectorAll('button')].filter(b => b.innerText.trim() && !b.disabled);
  const messages = [...document.querySelectorAll('#channel-message-list > *')];
  const found = messages.filter(e => pressable(e).length).at(-1);
  return found && {text: found.innerText, labels: pressable(found).map(b => b.innerText.trim())};
})()
"""


@dataclass(frozen=True, slots=True)
class Seen:
    """The newest message with buttons."""

    text: str
    labels: list[str]


@dataclass(slots=True)
class Watcher:
    """A person in front of the page; ``presses`` counts what he pressed."""

    page: Page
    service: Service
    presses: int = field(default=0)

    async def command(self, name: str, **options: str) -> None:
        """Give a command as a person does: choose it from the list, fill options in, send."""
        await self._ready()
        await self.page.type("#channel-composer-input", f"/{name}")
        await self.page.press(f".command-entry[data-entry-key$=':{name}']")
        for option, value in options.items():
            await self.page.press(f".command-suggestion[data-value='{option}']")
            await self.page.wait_for(f"document.activeElement?.dataset.option === {json.dumps(option)}")
            await self.page.send("Input.insertText", text=value)
        await self._acted(lambda: self.page.press("#send-message"))
        await self._done()

    async def press(self, label: str) -> None:
        """Press the newest button whose label begins so."""
        await self.look()
        seen = await self.seen()
        whole = next((one for one in seen.labels if one.startswith(label)), label)
        await self._acted(lambda: self.page.click(whole, FOUND_S))
        await self._done()

    async def look(self) -> None:
        """Press *Refresh preview*."""
        await self._acted(lambda: self.page.press("#refresh"))

    async def seen(self) -> Seen:
        """The newest message with buttons. Raises ``AssertionError`` where there is none."""
        found = await self.page.evaluate(NEWEST)
        assert found, await self.page.text()
        return Seen(**found)

    async def _ready(self) -> None:
        await self.page.wait_for(READY, WITHIN_S)

    async def _acted(self, act: Callable[[], Awaitable[None]]) -> None:
        """Do it, until the page says that it has: it may have moved away under the hand."""
        await self._ready()
        before = await self.page.evaluate(f"{ACTION} ?? 0")
        for last in (*[False] * (TRIES - 1), True):
            try:
                await act()
                await self.page.wait_for(f"({ACTION} ?? 0) > {before} && {READY}", TAKEN_S)
                return
            except BrowserError:
                if last:
                    raise

    async def _done(self) -> None:
        """Wait until what was done is carried out and shown."""
        self.presses += 1
        await self.service.settle()
        await self.look()


async def come(browser: Browser, address: str, number: str, service: Service, *, width: int) -> Watcher:
    """Somebody opens the page and chooses himself under *Viewing as*."""
    page = await browser.open(address, width=width, height=900)
    await page.wait_for(READY, WITHIN_S)
    chosen = json.dumps(number)
    await page.evaluate(
        f"(e => {{ e.value = {chosen}; e.dispatchEvent(new Event('change', {{bubbles: true}})); }})"
        "(document.querySelector('#viewer-picker'))"
    )
    await page.wait_for(f"{READY} && window.simcordPreview.viewerId === {chosen}", WITHIN_S)
    return Watcher(page, service)
