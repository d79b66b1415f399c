"""Forged presses over the wire: no crash, no illegal state, nothing done by the wrong person."""

import logging
import random
import string
from pathlib import Path

import pytest

from bot.app.ports import TableId
from bot.app.table import Table
from bot.store.tables import load_events
from tests.support.dice import FreshDice
from tests.support.scenarios import challenged, table_of
from tests.support.telegram import Limits, TelegramApi
from tests.support.telegram_stage import Options, TelegramStage, TgActor, TgSpot, telegram_stage

pytestmark = pytest.mark.platforms

BATCH = 100
OPS = tuple(
    "roll double take drop draft play resign offer accept refuse next end back withdraw menu rules show set "  # noqa: SIM905
    "rematch play games room zzz".split()
)
ODD = (
    "", "\x00", "é" * 64, "😀" * 20, "\ud800", "t:", "::::", "c:play:" + "9" * 40, "t:x:1:roll:" * 9,
    "x" * 4000, "c:show:../../etc", "i:AAAA:0:accept:", "'; DROP TABLE event; --",
)  # fmt: skip


def forged(chance: random.Random, real: list[str], tables: list[str]) -> str:
    """Data of a button: real, mutated, of another table, or nonsense."""
    draw = chance.random()
    if draw < 0.25 and real:
        return chance.choice(real)
    if draw < 0.55 and real:
        data = list(chance.choice(real))
        for _ in range(chance.randint(1, 4)):
            data[chance.randrange(len(data))] = chance.choice(string.printable)
        return "".join(data)
    if draw < 0.9:
        kind = chance.choice(("t", "i"))
        arg = "".join(chance.choices(string.ascii_lowercase, k=chance.randint(0, 8)))
        revision = chance.choice(("0", "1", "5", "a", "zz", "-1"))
        return f"{kind}:{chance.choice((*tables, 'AAAAAAAA'))}:{revision}:{chance.choice(OPS)}:{arg}"
    return chance.choice(ODD)


async def fuzz(
    stage: TelegramStage,
    spots: list[TgSpot],
    actors: list[TgActor],
    tables: list[str],
    count: int,
    chance: random.Random,
) -> None:
    """So many forged presses by these people on whatever messages there are."""
    for start in range(0, count, BATCH):
        for _ in range(min(BATCH, count - start)):
            room = chance.choice(spots).room
            message = chance.choice(room.from_bot)
            buttons = [one["callback_data"] for one in message.buttons if "callback_data" in one]
            chance.choice(actors).person.press_data(message, forged(chance, buttons, tables))
        await stage.settle()


async def log_of(stage: TelegramStage, table: TableId) -> list[object]:
    return list(await stage.service.store.read(lambda conn: load_events(conn, table)))


async def two_tables(stage: TelegramStage) -> tuple[list[TgSpot], list[TgActor], list[Table]]:
    first, anna, bea = await challenged(stage)
    second, dora, emil = await challenged(stage)
    spots = [spot for spot in (first, second) if isinstance(spot, TgSpot)]
    actors = [actor for actor in (anna, bea, dora, emil) if isinstance(actor, TgActor)]
    return spots, actors, [await table_of(stage, anna), await table_of(stage, dora)]


async def forged_presses(path: Path, count: int, seed: int, caplog: pytest.LogCaptureFixture) -> None:
    chance, dice = random.Random(seed), FreshDice(seed)
    async with TelegramApi(limits=Limits(enforced=False)) as api:
        async with telegram_stage(path, api, Options(dice=lambda _: dice)) as stage:
            spots, players, tables = await two_tables(stage)
            names = [str(table.id) for table in tables]
            strangers = [stage.actor(name) for name in ("Mallory", "Oscar")]
            for one in strangers:
                one.person.starts()
            await stage.settle()
            await fuzz(stage, spots, strangers, names, count // 2, chance)
            after = [await stage.service.tables.load(table.id) for table in tables]
            assert [one.revision for one in after] == [one.revision for one in tables]
            await fuzz(stage, spots, [*strangers, *players], names, count - count // 2, chance)
            for table in tables:
                now = await stage.service.tables.load(table.id)
                seated = {seat.person for seat in now.seats}
                by = {getattr(event, "by", None) for event in await log_of(stage, table.id)}
                assert by <= {*seated, None}
            states = [(await stage.service.tables.load(table.id)).state for table in tables]
            await stage.restart()
            assert [(await stage.service.tables.load(table.id)).state for table in tables] == states
        assert (api.violations, api.unanswered()) == ([], [])
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


async def test_forged_presses_do_nothing_wrong(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    await forged_presses(tmp_path / "f.sqlite", 2_000, 1, caplog)


@pytest.mark.slow
async def test_ten_thousand_forged_presses_do_nothing_wrong(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    await forged_presses(tmp_path / "f.sqlite", 10_000, 2, caplog)
