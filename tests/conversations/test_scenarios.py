from pathlib import Path

import pytest

from tests.support import testchat_stage
from tests.support.match_scenarios import SCENARIOS


@pytest.mark.parametrize("name", SCENARIOS)
async def test_the_conversation_works_in_the_chat_in_memory(tmp_path: Path, name: str) -> None:
    scenario = SCENARIOS[name]
    async with testchat_stage.testchat_stage(tmp_path / "c.sqlite", scenario.dice()) as stage:
        await scenario.run(stage)
