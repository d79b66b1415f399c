"""Time, standings and settings over the wire on Telegram."""

from pathlib import Path

import pytest

from tests.support.telegram import TelegramApi
from tests.support.telegram_stage import Options, telegram_stage
from tests.support.time_scenarios import TIME_SCENARIOS

pytestmark = pytest.mark.platforms


@pytest.mark.parametrize("name", TIME_SCENARIOS)
async def test_time_over_the_wire(tmp_path: Path, api: TelegramApi, name: str) -> None:
    scenario = TIME_SCENARIOS[name]
    async with telegram_stage(tmp_path / "t.sqlite", api, Options(dice=scenario.dice())) as stage:
        await scenario.run(stage)
