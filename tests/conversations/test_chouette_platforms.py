"""The evening that every platform must carry, in the chat in memory."""

from pathlib import Path

from tests.support import testchat_stage
from tests.support.chouette_evening import EVENING


async def test_an_evening_of_three_games_comes_out_to_the_point(tmp_path: Path) -> None:
    async with testchat_stage.testchat_stage(tmp_path / "c.sqlite", EVENING.dice()) as stage:
        await EVENING.run(stage)
