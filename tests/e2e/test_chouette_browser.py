"""Browser windows hold a chouette: what every platform carries, by mouse and keyboard."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.browser import Browser
from tests.support.browser_stage import browser_stage
from tests.support.chouette_evening import EVENING, NAMES
from tests.support.chouette_scenarios import CHOUETTE_SCENARIOS, THREE

pytestmark = pytest.mark.browser
CARD = "!!document.querySelector('#private button[data-press^=\"p:\"]')"
IN_REAL_TIME = (
    "an end without a result needs everyone",
    "a suggestion is looked at and played",
    "a computer is sent away",
)


async def test_five_windows_hold_a_chouette_of_three_games(browser: Browser, tmp_path: Path) -> None:
    async with browser_stage(tmp_path / "c.sqlite", browser, EVENING.dice(), NAMES) as stage:
        await EVENING.run(stage)
        assert any(answer.done for _, answer in stage.ears.answers)
        for page in stage.pages.values():
            assert page.errors == []
            assert not await page.evaluate(CARD), "what was done on a card is seen on the board"


@pytest.mark.parametrize("name", IN_REAL_TIME)
async def test_three_windows_carry_the_conversation(browser: Browser, tmp_path: Path, name: str) -> None:
    scenario = CHOUETTE_SCENARIOS[name]
    async with browser_stage(tmp_path / "c.sqlite", browser, scenario.dice(), THREE) as stage:
        await scenario.run(stage)
        for page in stage.pages.values():
            assert page.errors == []
