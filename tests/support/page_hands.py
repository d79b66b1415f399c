"""Hands at the real page in a browser: they press what the newest board offers, by mouse or by keyboard."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Sequence
from dataclasses import dataclass

from bot.ui.press import TablePress, parse_press
from tests.support.browser import Browser, BrowserError, Page

ORDER = ("play", "take", "accept", "roll", "next")
CALLED = "[...document.querySelectorAll('[data-called] button[data-press^=\"t:\"]:not(:disabled)')]"
"""The buttons of a table that calls this person: none while it is another's turn."""
LIVE = "[...document.querySelectorAll('[data-live] button[data-press^=\"t:\"]:not(:disabled)')]"
"""The buttons of any table: where nobody else sits."""
OVER = "!!document.querySelector('button[data-press^=\"c:rematch\"]')"
SHOWN_WITHIN_S = 20.0
AGAIN_AFTER_S = 3.0


@dataclass(frozen=True, slots=True)
class Offer:
    """A button: what it carries, and what stands on it."""

    press: str
    label: str


async def come(browser: Browser, address: str, name: str, language: str = "en") -> Page:
    """A new visitor who has given a name."""
    page = await browser.open(address, language=language)
    await page.wait_for("document.querySelector('#naming').open")
    await page.type("#name", name)
    await page.key("Enter")
    await page.wait_for("document.querySelector('#me').textContent")
    return page


async def write(page: Page, text: str) -> None:
    """Write into the chat."""
    await page.type("#text", text)
    await page.key("Enter")


async def offers(page: Page, buttons: str) -> list[Offer]:
    """What can be pressed (``CALLED`` or ``LIVE``)."""
    found = await page.evaluate(f"{buttons}.map(e => ({{press: e.dataset.press, label: e.textContent}}))")
    return [Offer(**one) for one in found]


def choice(found: Sequence[Offer]) -> Offer | None:
    """What is pressed next: the whole play if it is complete, else one more step, else the plain thing."""
    at_table = [(press, one) for one in found if isinstance(press := parse_press(one.press), TablePress)]
    for op in ORDER:
        for press, one in at_table:
            if press.op == op:
                return one
    drafts = [(len(press.arg), one) for press, one in at_table if press.op == "draft" and press.arg]
    return max(drafts, key=lambda draft: draft[0])[1] if drafts else None


async def gone(page: Page, buttons: str, offer: Offer, within: float = SHOWN_WITHIN_S) -> None:
    """Wait until a button that was pressed is not there any more."""
    pressed = json.dumps(offer.press)
    buttons = buttons.replace(":not(:disabled)", "")  # while the page waits it is only disabled
    await page.wait_for(f"!{buttons}.some(e => e.dataset.press === {pressed})", within)


async def press_one(page: Page, buttons: str) -> bool:
    """Press one button with the mouse, if there is one; again if the board moved away under the hand."""
    offer = choice(await offers(page, buttons))
    if offer is None:
        return False
    with contextlib.suppress(BrowserError):
        await page.click(offer.label, AGAIN_AFTER_S)
        await gone(page, buttons, offer, AGAIN_AFTER_S)
        return True
    return False


async def play_by_mouse(*pages: Page) -> int:
    """Press until the match is over; how many presses it took."""
    presses, clock = 0, asyncio.get_running_loop().time
    until = clock() + SHOWN_WITHIN_S
    while not await pages[0].evaluate(OVER):
        for page in pages:
            if await press_one(page, CALLED):
                presses, until = presses + 1, clock() + SHOWN_WITHIN_S
        if clock() > until:
            raise AssertionError(f"nobody can press anything; the page says:\n{await pages[0].text()}")
    return presses


async def press_digit(page: Page, digit: str) -> None:
    """Press a number key."""
    for kind in ("keyDown", "keyUp"):
        await page.send("Input.dispatchKeyEvent", type=kind, key=digit, code=f"Digit{digit}", text=digit)


async def press_by_tab(page: Page, offer: Offer) -> None:
    """Go to a button with the Tab key and press it with Enter."""
    here = f"document.activeElement?.dataset?.press === {json.dumps(offer.press)}"
    for _ in range(80):
        if await page.evaluate(here):
            await page.key("Enter")
            return
        await page.key("Tab")
    raise AssertionError(f"the Tab key does not lead to {offer.label!r}")
