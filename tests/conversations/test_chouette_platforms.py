"""What every platform must carry of a chouette, in the chat in memory."""

from pathlib import Path

import pytest

from tests.support import testchat_stage
from tests.support.chouette_evening import EVENING
from tests.support.chouette_scenarios import CHOUETTE_SCENARIOS


async def test_an_evening_of_three_games_comes_out_to_the_point(tmp_path: Path) -> None:
    async with testchat_stage.testchat_stage(tmp_path / "c.sqlite", EVENING.dice()) as stage:
        await EVENING.run(stage)


@pytest.mark.parametrize("name", CHOUETTE_SCENARIOS)
async def test_the_conversation_works_in_the_chat_in_memory(tmp_path: Path, name: str) -> None:
    scenario = CHOUETTE_SCENARIOS[name]
    async with testchat_stage.testchat_stage(tmp_path / "c.sqlite", scenario.dice()) as stage:
        await scenario.run(stage)
