"""Everything that can go wrong at once: nothing lost, nothing twice, the newest board at last."""

import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.app.archive import ShowIn
from bot.app.table import Status
from tests.support.dice import FreshDice
from tests.support.scenarios import challenged, next_key, table_of
from tests.support.standin import FaultKind
from tests.support.telegram import TelegramApi
from tests.support.telegram_stage import Options, TelegramStage, TgActor, TgSpot, telegram_stage

pytestmark = pytest.mark.platforms

SENDS = ("sendPhoto", "sendMessage", "editMessageMedia", "editMessageCaption", "editMessageReplyMarkup",
         "answerCallbackQuery")  # fmt: skip
REVISIONS, MOST_PRESSES = 10, 100
"""How far the match has to come, and with how many presses: some are edits that a storm has swallowed."""
KINDS = (FaultKind.RATE_LIMIT, FaultKind.INTERNAL, FaultKind.BAD_GATEWAY, FaultKind.RESET, FaultKind.LOST)


@pytest.fixture
async def wild() -> AsyncIterator[TelegramApi]:
    """A stand-in that may leave a press unanswered: its answers get lost on order."""
    async with TelegramApi() as api:
        yield api
        assert api.violations == []
        assert api.throttled == 0


async def press_on(
    stage: TelegramStage, room: TgSpot, actors: dict[str, TgActor], chance: random.Random
) -> bool:
    """One press at the newest board by whoever is to act, sometimes twice; whether it can go on."""
    table = await table_of(stage, next(iter(actors.values())))
    if table.status is not Status.OPEN:
        return False
    acting = stage.service.tables.kind(table.kind).to_act(table.state)
    key = next_key(room.board, chance)
    if key is not None:
        actor = actors[next(iter(acting), "x")]
        for _ in range(chance.choice((1, 1, 2))):
            actor.person.press_data(room.room.with_buttons()[-1], key.data)
    await stage.settle()
    return True


@pytest.mark.parametrize("seed", [1, 2])
async def test_a_match_goes_on_through_a_storm_and_the_newest_board_stands_at_last(
    tmp_path: Path, wild: TelegramApi, seed: int
) -> None:
    chance, dice = random.Random(seed), FreshDice(seed)
    async with telegram_stage(tmp_path / "t.sqlite", wild, Options(dice=lambda _: dice)) as stage:
        spot, anna, bea = await challenged(stage)
        assert isinstance(spot, TgSpot)
        assert isinstance(anna, TgActor)
        assert isinstance(bea, TgActor)
        wild.faults.storm(0.2, KINDS, seed=seed, methods=(*SENDS, "getUpdates"), seconds=2)
        wild.feed.misbehave(duplicates=0.3, disorder=0.2, seed=seed)
        for _ in range(MOST_PRESSES):
            if not await press_on(stage, spot, {"x": anna, "o": bea}, chance):
                break
            if (await table_of(stage, anna)).revision > REVISIONS:
                break
        wild.faults.calm()
        await stage.settle()
        table = await table_of(stage, anna)
        assert table.revision > REVISIONS, "presses were lost"
        places = await stage.service.archive.places(table.id)
        assert [place.shown_revision for place in places] == [table.revision] * len(places)
        assert wild.faults.carried_out > 5
        last = places[0].message
        assert last is not None
        shown = spot.room.chat.messages[int(last)]
        here = ShowIn(places[0].chat, places[0].person)
        screen = await stage.service.composer.board(table, here)
        assert shown.labels == [[one.label for one in row] for row in screen.screen.rows]
