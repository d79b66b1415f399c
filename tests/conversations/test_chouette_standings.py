"""What the chouettes of a room add up to, in its table and in a person's record."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection

from bot.app.ports import PersonId, TableId
from bot.app.standings import Order, Question
from bot.store import tables
from bot.store.database import Store
from bot.store.persons import create_person
from bot.store.results import ChouetteResult, record_chouette_game
from bot.store.standings_pages import person_record, standings_page
from tests.support import testchat_stage
from tests.support.chouette_evening import EVENING
from tests.support.plain import plain
from tests.support.scenarios import Stage, key_of


async def test_an_evening_is_told_in_the_rooms_table_and_in_the_record(tmp_path: Path) -> None:
    async with testchat_stage.testchat_stage(tmp_path / "c.sqlite", EVENING.dice()) as stage:
        await EVENING.run(stage)
        stranger = stage.actor("Zoe")
        room = stage.room("Club", stranger)
        await stranger.run(room, "/standings")
        for label in ("Chouettes", "As text"):
            await stranger.press(room, key_of(room.newest, label), on=room.newest)
        text = plain(room.newest.text)
        assert "1. Carl: Points +21, Games 3, In the box 2, Box points +19, Best +21" in text
        assert "5. Anna: Points −9, Games 2, In the box 1, Box points −5, Best −9" in text
        record = await _record(stage, "Carl")
        assert "of them in the box (+19); best session +21." in record


async def _record(stage: Stage, name: str) -> str:
    """The record of a person, as he asks for it."""
    actor = stage.actor(name)
    room = stage.room("Club", actor)
    await actor.run(room, "/profile")
    return plain(actor.privates(room)[0].text)


async def test_the_best_session_is_the_one_that_brought_most(tmp_path: Path) -> None:
    store = await Store.open(f"sqlite:///{tmp_path / 's.sqlite'}", now=0)
    try:
        ann = await store.write(lambda conn: create_person(conn, "Ann", 0))
        await store.write(lambda conn: _played(conn, ann, "t1", 4, -1))
        await store.write(lambda conn: _played(conn, ann, "t2", 2, 2))
        await store.write(lambda conn: _played(conn, ann, "t3", -9, 1))
        everywhere = Question(None, order=Order.CHOUETTE)
        page = await store.read(lambda conn: standings_page(conn, everywhere, None, None))
        record = await store.read(lambda conn: person_record(conn, ann, None))
    finally:
        await store.close()
    for line in (page.lines[0], record.line):
        assert (line.chouette, line.in_box, line.box_points, line.best) == (-1, 3, -3, 4)
    assert record.chouette_games == 6


def _played(conn: Connection, ann: PersonId, session: str, boxed: int, other: int) -> None:
    table = TableId(session)
    tables.create_table(
        conn, table, "chouette", rules={}, rules_version=1, seats=[], room=None, rated=False, now=0
    )
    results = [
        ChouetteResult(table, 1, ann, None, boxed, True, boxed, 10),
        ChouetteResult(table, 2, ann, None, other, False, 0, 20),
    ]
    record_chouette_game(conn, results)
