"""A chouette in a Discord channel, over the wire."""

from pathlib import Path

import pytest

from tests.support.chouette_evening import EVENING
from tests.support.chouette_scenarios import CHOUETTE_SCENARIOS
from tests.support.discord import DiscordApi
from tests.support.discord_stage import Options, discord_stage

pytestmark = pytest.mark.platforms


async def test_an_evening_of_three_games_in_a_channel(tmp_path: Path, api: DiscordApi) -> None:
    async with discord_stage(tmp_path / "c.sqlite", api, Options(dice=EVENING.dice())) as stage:
        await EVENING.run(stage)


@pytest.mark.parametrize("name", CHOUETTE_SCENARIOS)
async def test_the_conversation_works_over_the_wire(tmp_path: Path, api: DiscordApi, name: str) -> None:
    scenario = CHOUETTE_SCENARIOS[name]
    async with discord_stage(tmp_path / "c.sqlite", api, Options(dice=scenario.dice())) as stage:
        await scenario.run(stage)
