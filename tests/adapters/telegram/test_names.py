"""Nasty names go through the whole service and come out harmless: no markup, no false mention, no refusal."""

from pathlib import Path

import pytest

from tests.support.dice import ScriptedDice
from tests.support.scenarios import key_for, press_label
from tests.support.telegram import TelegramApi
from tests.support.telegram_stage import Options, TgActor, TgShown, telegram_stage

pytestmark = pytest.mark.platforms

NASTY = (
    "<b>Bob</b>", "&amp;amp;", "</a><a href=\"https://example.org\">x", "Z" + "\u0335\u031b" * 80,
    "\u202egnirts\u202c", "\U0001f469\u200d\U0001f467" * 30, "@everyone", "\u2068\u2069\u200b", "/start",
    "x" * 300, "\x00\x1b[31m", "Ada\nBob",
)  # fmt: skip


@pytest.mark.parametrize("name", NASTY, ids=range(len(NASTY)))
async def test_a_match_of_two_with_a_nasty_name(tmp_path: Path, api: TelegramApi, name: str) -> None:
    dice = ScriptedDice([(3, 1), (6, 5)])
    async with telegram_stage(tmp_path / "n.sqlite", api, Options(dice=lambda _: dice)) as stage:
        one, other = stage.actor("Nasty"), stage.actor("Other")
        for actor in (one, other):
            assert isinstance(actor, TgActor)
            actor.person.user.first_name = name
        room = stage.room("Club", one, other)
        await one.run(room, "/challenge 3")
        await press_label(other, room, "Accept")
        board = room.board
        assert board.has_picture
        assert isinstance(board, TgShown)
        kinds = {entity["type"] for entity in board.message.entities}
        assert kinds <= {"bold", "text_link", "text_mention"}
        links = [entity.get("url", "") for entity in board.message.entities if entity["type"] == "text_link"]
        assert all(link.startswith("tg://user?id=") for link in links)
        await one.press(room, next(key for key in board.keys if key.label == "8/5"))
        await other.press(room, key_for(room.board, "draft"))
        assert other.notices
