from pathlib import Path

import pytest

from tests.support.dice import ScriptedDice
from tests.support.telegram import TelegramApi
from tests.support.telegram_stage import telegram_stage

pytestmark = pytest.mark.platforms


async def test_a_challenge_in_a_group_becomes_a_board_that_is_played_by_buttons(
    tmp_path: Path, api: TelegramApi
) -> None:
    anna, bea = api.person("Anna", "anna"), api.person("Bea", "bea")
    room = api.group("Club", anna, bea)
    async with telegram_stage(tmp_path / "t.db", api, dice=lambda _: ScriptedDice([(3, 1), (6, 5)])) as stage:
        anna.says(room, "/challenge@chouette_test_bot 3")
        await stage.settle()
        await bea.presses(room.newest, "Accept")
        await stage.settle()
        board = room.newest
        assert board.picture is not None
        notified = [entity.get("user", {}).get("id") or entity.get("url") for entity in board.entities]
        assert any(str(anna.id) in str(one) for one in notified)
        for label in ("8/5", "6/5"):
            await anna.presses(board, label)
            await stage.settle()
        assert board.edits == 2, "a half-made play is shown in place"
        done = next(label for row in board.labels for label in row if "8/5 6/5" in label)
        await anna.presses(board, done)
        await stage.settle()
        assert room.newest is not board
        assert board.labels == [], "the old board has lost its buttons"
        await bea.presses(room.newest, "Roll")
        await stage.settle()
