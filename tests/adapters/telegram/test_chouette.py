"""A chouette in a Telegram group, over the wire."""

from pathlib import Path

import pytest

from tests.support.chouette_evening import EVENING
from tests.support.telegram import TelegramApi
from tests.support.telegram_stage import Options, telegram_stage

pytestmark = pytest.mark.platforms


async def test_an_evening_of_three_games_in_a_group(tmp_path: Path, api: TelegramApi) -> None:
    async with telegram_stage(tmp_path / "t.sqlite", api, Options(dice=EVENING.dice())) as stage:
        await EVENING.run(stage)
