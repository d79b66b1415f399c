"""Challenges on the real page: what becomes of one is seen where it was made, without a press."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.browser import Browser
from tests.support.browser_stage import browser_stage
from tests.support.challenge_scenarios import CHALLENGE_SCENARIOS

pytestmark = pytest.mark.browser

NAMES = ("Anna", "Bea")


@pytest.mark.parametrize("name", ["a challenge expires", "a challenge expires while nobody serves"])
async def test_a_challenge_ends_on_the_page(browser: Browser, tmp_path: Path, name: str) -> None:
    scenario = CHALLENGE_SCENARIOS[name]
    async with browser_stage(tmp_path / "c.sqlite", browser, scenario.dice(), NAMES) as stage:
        await scenario.run(stage)


async def test_a_challenge_that_is_accepted_by_command_has_no_buttons_on_any_page(
    browser: Browser, tmp_path: Path
) -> None:
    dice = CHALLENGE_SCENARIOS["a challenge is accepted by command"].dice()
    async with browser_stage(tmp_path / "c.sqlite", browser, dice, NAMES) as stage:
        anna, bea = (stage.actor(name) for name in NAMES)
        room = stage.room("Lounge", anna, bea)
        await anna.run(room, "/challenge 3")
        for page in stage.pages.values():
            assert await page.evaluate(ACCEPTS)
        await bea.run(room, "/accept")
        for page in stage.pages.values():
            await page.wait_for(f"!{ACCEPTS}")
            assert page.errors == []


ACCEPTS = "!!document.querySelector('button[data-press*=\":accept:\"]')"
