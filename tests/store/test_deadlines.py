from functools import partial

import pytest
from sqlalchemy import Connection

from bot.app.ports import Away, Chat, TableId
from bot.store import deadlines, places, tables
from bot.store.database import Store
from bot.store.places import View
from bot.store.tables import EventRecord, TableStatus
from tests.support.query_plans import plans

MOVE = EventRecord("played", 1, {})


def waiting(
    conn: Connection,
    name: str,
    due_at: int | None,
    status: TableStatus = TableStatus.OPEN,
    due_kind: str = "move",
) -> None:
    tables.create_table(
        conn, TableId(name), "match", rules={}, rules_version=1, seats=[], room=None, rated=False, now=0
    )
    tables.append_events(
        conn, TableId(name), 0, [MOVE], at=1, by=None, status=status, due_at=due_at, due_kind=due_kind
    )


def several(conn: Connection) -> None:
    waiting(conn, "later", 300)
    waiting(conn, "now", 200)
    waiting(conn, "long ago", 100)
    waiting(conn, "free", None)
    waiting(conn, "over", 50, TableStatus.OVER)


async def test_tables_are_due_when_their_time_has_come_the_most_overdue_first(store: Store) -> None:
    await store.write(several)
    due = await store.read(lambda conn: deadlines.due_tables(conn, 200))
    assert [(one.table_id, one.due_at, one.due_kind, one.revision) for one in due] == [
        ("long ago", 100, "move", 1),
        ("now", 200, "move", 1),
    ]


async def test_the_next_deadline_is_that_of_an_open_table(store: Store) -> None:
    assert await store.read(deadlines.next_due) is None
    await store.write(several)
    assert await store.read(deadlines.next_due) == 100


async def test_what_has_been_looked_at_is_left_out(store: Store) -> None:
    await store.write(several)
    due = await store.read(lambda conn: deadlines.due_tables(conn, 300, after=100))
    assert [one.table_id for one in due] == ["now", "later"]
    assert await store.read(lambda conn: deadlines.next_due(conn, after=100)) == 200


def shown(conn: Connection) -> None:
    """Tables by where they are shown; in one the computer is to act."""
    for due_at, platforms in enumerate(("", "here", "there", "here there")):
        waiting(conn, platforms, due_at)
        for platform in platforms.split():
            places.open_place(conn, TableId(platforms), Chat(platform, "1"), View.ROOM)
    waiting(conn, "computer", 9, due_kind="computer")
    places.open_place(conn, TableId("computer"), Chat("here", "2"), View.ROOM)


@pytest.mark.parametrize(
    "away, left",
    [
        (Away(), ["", "here", "there", "here there", "computer"]),
        (Away(closed=frozenset({"here"})), ["", "there", "computer"]),
        (Away(given_up=frozenset({"here"})), ["", "there", "here there", "computer"]),
        (Away(frozenset({"there"}), frozenset({"here"})), ["", "computer"]),
        (Away(everywhere=True), ["computer"]),
    ],
)
async def test_where_nobody_can_be_late_nothing_is_due_but_what_the_computer_does(
    store: Store, away: Away, left: list[str]
) -> None:
    await store.write(shown)
    due = await store.read(lambda conn: deadlines.due_tables(conn, 300, away, -1))
    assert [one.table_id for one in due] == left
    assert await store.read(lambda conn: deadlines.next_due(conn, away, -1)) == due[0].due_at


async def test_down_time_can_be_credited_to_every_open_deadline(store: Store) -> None:
    await store.write(several)
    found = await store.read(deadlines.open_deadlines)
    assert [one.table_id for one in found] == ["long ago", "now", "later"]


async def test_a_move_takes_the_old_deadline_away(store: Store) -> None:
    await store.write(several)
    await store.write(
        lambda conn: tables.append_events(
            conn, TableId("long ago"), 1, [MOVE], at=150, by=None, due_at=900, due_kind="move"
        )
    )
    due = await store.read(lambda conn: deadlines.due_tables(conn, 200))
    assert [one.table_id for one in due] == ["now"]


async def test_due_tables_are_found_by_an_index_and_not_by_reading_all(store: Store) -> None:
    for query in (
        lambda conn: deadlines.due_tables(conn, 5),
        deadlines.next_due,
        deadlines.open_deadlines,
    ):
        (plan,) = await store.write(partial(plans, fn=query))
        assert "ix_tables_due_at" in plan
        assert "TEMP B-TREE" not in plan
