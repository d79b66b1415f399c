from pathlib import Path

import pytest

from tests.support.match_scenarios import SCENARIOS
from tests.support.telegram import TelegramApi
from tests.support.telegram_stage import Options, telegram_stage

pytestmark = pytest.mark.platforms


@pytest.mark.parametrize("name", SCENARIOS)
async def test_the_conversation_works_over_the_wire(tmp_path: Path, api: TelegramApi, name: str) -> None:
    scenario = SCENARIOS[name]
    async with telegram_stage(tmp_path / "t.sqlite", api, Options(dice=scenario.dice())) as stage:
        await scenario.run(stage)
