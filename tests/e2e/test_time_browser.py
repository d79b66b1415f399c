"""Time and standings on the real page: what every platform carries; a claim in real time over a process."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.support.browser import Browser, Page
from tests.support.browser_stage import browser_stage
from tests.support.page_hands import CALLED, come, offers, press_one, write
from tests.support.process import serving
from tests.support.time_scenarios import TIME_SCENARIOS

pytestmark = pytest.mark.browser

NAMES = ("Anna", "Bea")
MOVE_S, SLACK_S = 30, 6
COUNTS_AFTER_S = 120


@pytest.mark.parametrize("name", TIME_SCENARIOS)
async def test_time_on_the_page(browser: Browser, tmp_path: Path, name: str) -> None:
    scenario = TIME_SCENARIOS[name]
    async with browser_stage(tmp_path / "c.sqlite", browser, scenario.dice(), NAMES) as stage:
        await scenario.run(stage)


@pytest.mark.slow
async def test_a_claim_in_real_time_moves_the_standings(browser: Browser, tmp_path: Path) -> None:
    """Thirty seconds a move, in two windows, over the service as a process."""
    async with serving(tmp_path) as service:
        pages = {name: await come(browser, service.address, name) for name in NAMES}
        for page in pages.values():
            await write(page, "/join")
            await page.wait_for_text("your games count for the standings")
        await write(pages["Anna"], "/challenge 3 30s")
        await pages["Bea"].click("Accept")
        quick, late = await one_turn_is_played(pages)
        began = time.monotonic()
        for page in pages.values():
            await says(page, f"is to decide: {MOVE_S // 2} seconds left", MOVE_S)
        assert time.monotonic() - began == pytest.approx(MOVE_S / 2, abs=SLACK_S)
        await late_and_late_again(pages[quick], late, began)
        await pages[late].click("Claim the win")
        await pages[late].wait_for("!!document.querySelector('.toast[data-alert]')")
        await pages[quick].click("Claim the win")
        for page in pages.values():
            await says(page, f"Counted: {quick} gets 10 points, {late} loses 10.")
            await says(page, f"Elo: {quick} 1517 (+17.3), {late} 1483 (−17.3).")
        await write(pages[late], "/standings")
        await pages[late].click("As text")
        for page in pages.values():
            await says(page, f"1. {quick}: Points +10, Elo 1517?")
            await says(page, f"2. {late}: Points −10, Elo 1483?")
            assert page.errors == []
        status, log = await service.stop()
        assert (status, "Traceback" in log) == (0, False)


async def one_turn_is_played(pages: Mapping[str, Page]) -> tuple[str, str]:
    """Whoever won the opening throw plays it; his name, and the name of who is to roll then."""
    (first, second) = pages
    async with asyncio.timeout(MOVE_S):
        while not any([await offers(page, CALLED) for page in pages.values()]):
            pass
        quick, late = (first, second) if await offers(pages[first], CALLED) else (second, first)
        while not await offers(pages[late], CALLED):
            await press_one(pages[quick], CALLED)
    return quick, late


async def late_and_late_again(quick: Page, late: str, began: float) -> None:
    """More time is given, a move's at a time, until the match is so long that a claim counts."""
    since, up = began, board_says(f"{late}’s time is up")
    while True:
        await quick.wait_for(up, MOVE_S + SLACK_S)
        assert time.monotonic() - since > MOVE_S - 1
        if time.monotonic() - began > COUNTS_AFTER_S:
            return
        await quick.click("Give more time")
        since = time.monotonic()
        await quick.wait_for(f"!{up}")


async def says(page: Page, sentence: str, within: float = 10.0) -> None:
    """Wait until a sentence can be read."""
    await page.wait_for(reads("body", sentence), within)


def board_says(sentence: str) -> str:
    """Whether a sentence can be read on the board, as a script."""
    return reads("#board", sentence)


def reads(selector: str, sentence: str) -> str:
    """Whether a sentence can be read there, whatever marks keep names apart, as a script."""
    text = f"document.querySelector('{selector}').innerText.replace(/[\\u2068\\u2069]/g, '')"
    return f"{text}.includes({json.dumps(sentence)})"
