"""Time, standings and settings over the wire on Discord."""

from pathlib import Path

import pytest

from tests.support.discord import DiscordApi
from tests.support.discord_stage import Options, discord_stage
from tests.support.time_scenarios import TIME_SCENARIOS

pytestmark = pytest.mark.platforms


@pytest.mark.parametrize("name", TIME_SCENARIOS)
async def test_time_over_the_wire(tmp_path: Path, api: DiscordApi, name: str) -> None:
    scenario = TIME_SCENARIOS[name]
    async with discord_stage(tmp_path / "c.sqlite", api, Options(dice=scenario.dice())) as stage:
        await scenario.run(stage)
