"""The conversations that every platform carries, over the wire on Discord."""

from pathlib import Path

import pytest

from tests.support.discord import DiscordApi
from tests.support.discord_stage import Options, discord_stage
from tests.support.match_scenarios import SCENARIOS
from tests.support.scenarios import Scenario

pytestmark = pytest.mark.platforms


@pytest.mark.parametrize("scenario", SCENARIOS.values(), ids=SCENARIOS)
async def test_discord_carries(scenario: Scenario, tmp_path: Path, api: DiscordApi) -> None:
    async with discord_stage(tmp_path / "c.sqlite", api, Options(dice=scenario.dice())) as stage:
        await scenario.run(stage)
