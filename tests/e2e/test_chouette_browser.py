"""Five browser windows hold a chouette: the evening that every platform carries, by mouse and keyboard."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.browser import Browser
from tests.support.browser_stage import browser_stage
from tests.support.chouette_evening import EVENING, NAMES

pytestmark = pytest.mark.browser


async def test_five_windows_hold_a_chouette_of_three_games(browser: Browser, tmp_path: Path) -> None:
    async with browser_stage(tmp_path / "c.sqlite", browser, EVENING.dice(), NAMES) as stage:
        await EVENING.run(stage)
        for page in stage.pages.values():
            assert page.errors == []
