"""Two hundred tables in one group: inside the platform's limits, and each newest board is shown at last."""

import random
from pathlib import Path

import pytest

from bot.app.archive import ShowIn
from bot.app.codec import to_json
from bot.app.ports import Chat, TableId
from bot.app.table import Seat, Table
from bot.app.tables import Opening
from bot.game import actions as act
from bot.game import match
from bot.game.rules import Rules
from bot.game.side import Side
from tests.support.dice import FreshDice
from tests.support.scenarios import next_key
from tests.support.telegram import TelegramApi
from tests.support.telegram_stage import Options, TelegramStage, TgActor, TgShown, telegram_stage

pytestmark = pytest.mark.platforms

PEOPLE = 20


async def open_table(stage: TelegramStage, chat: Chat, one: TgActor, other: TgActor) -> Table:
    """A match between two people, shown in the group."""
    people, tables, rules = stage.service.people, stage.service.tables, Rules(length=3)
    x, o = (await people.meet(one.visitor)).person, (await people.meet(other.visitor)).person
    seats = (Seat(Side.X, x.id, x.name), Seat(Side.O, o.id, o.name))
    opening = Opening("match", match.start(rules), seats, to_json(rules), chat, (ShowIn(chat),))
    table = await tables.open(opening, x.id)
    return await tables.act(table.id, x.id, act.StartGame(), revision=table.revision)


async def crowd(path: Path, count: int, presses: int) -> None:
    chance, dice, half_made = random.Random(7), FreshDice(7), set[TableId]()
    async with TelegramApi() as api, telegram_stage(path, api, Options(dice=lambda _: dice)) as stage:
        actors = [stage.actor(f"P{number}") for number in range(PEOPLE)]
        spot = stage.room("Crowd", *actors)
        await stage.settle()
        room = stage.room_of(spot)
        chat = Chat("telegram", str(room.id))
        pairs = [chance.sample(actors, 2) for _ in range(count)]
        tables = [await open_table(stage, chat, *pair) for pair in pairs]
        await stage.settle(within=120)
        by_person = {(await stage.service.people.meet(one.visitor)).person.id: one for one in actors}
        for start in range(0, presses, 25):
            for table in chance.sample(tables, min(25, presses - start, count)):
                now = await stage.service.tables.load(table.id)
                acting = stage.service.tables.kind(now.kind).to_act(now.state)
                actor = next((by_person[one.person] for one in now.seats if one.key in acting), actors[0])
                (place,) = await stage.service.archive.places(table.id)
                message = room.chat.messages[int(place.message or 0)]
                key = next_key(TgShown(message), chance)
                if key is not None:
                    (half_made.add if ":draft:" in key.data else half_made.discard)(table.id)
                    actor.person.press_data(message, key.data)
            await stage.settle(within=120)
        for table in tables:
            now = await stage.service.tables.load(table.id)
            (place,) = await stage.service.archive.places(table.id)
            assert place.shown_revision == now.revision
            screen = (await stage.service.composer.board(now, ShowIn(chat))).screen
            labels = room.chat.messages[int(place.message or 0)].labels
            assert table.id in half_made or labels == [[one.label for one in row] for row in screen.rows]
        assert (api.throttled, api.violations, api.unanswered()) == (0, [], [])


async def test_forty_tables_in_one_group_stay_inside_the_limits(tmp_path: Path) -> None:
    await crowd(tmp_path / "c.sqlite", 40, 100)


@pytest.mark.slow
async def test_two_hundred_tables_in_one_group_stay_inside_the_limits(tmp_path: Path) -> None:
    await crowd(tmp_path / "c.sqlite", 200, 400)
