"""The conversations about time that every platform carries, in the chat in memory."""

from pathlib import Path

import pytest

from tests.support import testchat_stage
from tests.support.time_scenarios import TIME_SCENARIOS


@pytest.mark.parametrize("name", TIME_SCENARIOS)
async def test_time_in_the_chat_in_memory(tmp_path: Path, name: str) -> None:
    scenario = TIME_SCENARIOS[name]
    async with testchat_stage.testchat_stage(tmp_path / "c.sqlite", scenario.dice()) as stage:
        await scenario.run(stage)
