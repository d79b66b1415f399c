from collections.abc import Sequence
from functools import partial

import pytest
from sqlalchemy import Connection

from bot.app.ports import Chat, PersonId, TableId
from bot.store import tables
from bot.store.database import Store
from bot.store.errors import Conflict, DuplicateOrigin, UnknownRow
from bot.store.persons import create_person
from bot.store.tables import EventRecord, SeatRow, TableStatus

ROOM = Chat("telegram", "-100", "7")
TABLE = TableId("t1")
ROLLED = EventRecord("rolled", 1, {"dice": [3, 1]})
PLAYED = EventRecord("played", 2, {"play": "8/5 6/5"})


def put_down(conn: Connection, table_id: TableId = TABLE, *, now: int = 1) -> tuple[PersonId, PersonId]:
    ann, bea = create_person(conn, "Ann", now), create_person(conn, "Bea", now)
    tables.create_table(
        conn,
        table_id,
        "match",
        rules={"length": 3},
        rules_version=1,
        seats=[SeatRow("x", ann), SeatRow("o", bea)],
        room=ROOM,
        rated=True,
        now=now,
    )
    return ann, bea


def append(
    conn: Connection,
    expected: int,
    events: Sequence[EventRecord] = (ROLLED,),
    origin: str | None = None,
    table_id: TableId = TABLE,
) -> int:
    return tables.append_events(conn, table_id, expected, events, at=5, by=None, origin=origin)


async def test_a_new_table_is_open_at_revision_0_with_an_empty_log(store: Store) -> None:
    ann, bea = await store.write(put_down)
    row = await store.read(lambda conn: tables.load_table(conn, TABLE))
    assert (row.revision, row.status, row.state, row.due_at) == (0, TableStatus.OPEN, None, None)
    assert row.seats == (SeatRow("x", ann), SeatRow("o", bea))
    assert (row.kind, row.rules, row.room, row.rated) == ("match", {"length": 3}, ROOM, True)
    assert await store.read(lambda conn: tables.load_events(conn, TABLE)) == []


async def test_a_command_writes_its_events_in_order_and_moves_the_revision_by_their_number(
    store: Store,
) -> None:
    ann, _ = await store.write(put_down)

    def roll_and_play(conn: Connection) -> int:
        return tables.append_events(
            conn,
            TABLE,
            0,
            [ROLLED, PLAYED],
            at=99,
            by=ann,
            origin="tg:1:5",
            due_at=400,
            due_kind="move",
            snapshot={"phase": "cube"},
        )

    assert await store.write(roll_and_play) == 2
    log = await store.read(lambda conn: tables.load_events(conn, TABLE))
    assert [(e.seq, e.kind, e.version, e.data, e.origin) for e in log] == [
        (1, "rolled", 1, {"dice": [3, 1]}, "tg:1:5"),
        (2, "played", 2, {"play": "8/5 6/5"}, None),
    ]
    assert {(e.at, e.by) for e in log} == {(99, ann)}
    row = await store.read(lambda conn: tables.load_table(conn, TABLE))
    assert (row.revision, row.updated_at, row.due_at, row.due_kind) == (2, 99, 400, "move")
    assert row.state == {"phase": "cube"}


async def test_the_log_can_be_read_from_a_revision_on(store: Store) -> None:
    await store.write(put_down)
    await store.write(lambda conn: append(conn, 0, [ROLLED, PLAYED, ROLLED]))
    later = await store.read(lambda conn: tables.load_events(conn, TABLE, after=1))
    assert [event.seq for event in later] == [2, 3]


async def test_a_command_for_an_older_revision_is_refused_and_writes_nothing(store: Store) -> None:
    await store.write(put_down)
    await store.write(lambda conn: append(conn, 0, [ROLLED, PLAYED]))
    with pytest.raises(Conflict) as caught:
        await store.write(lambda conn: append(conn, 1))
    assert (caught.value.expected, caught.value.found) == (1, 2)
    assert len(await store.read(lambda conn: tables.load_events(conn, TABLE))) == 2


async def test_the_same_press_is_never_carried_out_twice(store: Store) -> None:
    await store.write(put_down)
    await store.write(lambda conn: put_down(conn, TableId("t2")))
    await store.write(lambda conn: append(conn, 0, origin="dc:77"))
    for table_id, expected in ((TABLE, 1), (TABLE, 0), (TableId("t2"), 0)):
        with pytest.raises(DuplicateOrigin):
            await store.write(partial(append, expected=expected, origin="dc:77", table_id=table_id))
    assert len(await store.read(lambda conn: tables.load_events(conn, TABLE))) == 1
    assert await store.read(lambda conn: tables.load_events(conn, TableId("t2"))) == []


async def test_a_table_that_does_not_exist_is_named(store: Store) -> None:
    for job in (lambda conn: append(conn, 0), lambda conn: tables.load_table(conn, TABLE)):
        with pytest.raises(UnknownRow, match="'t1'"):
            await store.write(job)


async def test_a_table_that_is_over_keeps_when_it_ended(store: Store) -> None:
    await store.write(put_down)
    await store.write(
        lambda conn: tables.append_events(conn, TABLE, 0, [PLAYED], at=70, by=None, status=TableStatus.OVER)
    )
    row = await store.read(lambda conn: tables.load_table(conn, TABLE))
    assert (row.status, row.finished_at, row.due_at) == (TableStatus.OVER, 70, None)
    assert await store.read(lambda conn: tables.table_ids(conn, TableStatus.OPEN)) == []


async def test_the_tables_of_a_person_come_with_the_nearest_deadline_first(store: Store) -> None:
    def arrange(conn: Connection) -> PersonId:
        ann = create_person(conn, "Ann", 1)
        for name, due in (("late", 900), ("soon", 100), ("free", None)):
            put_down(conn, TableId(name))
            tables.change_seats(conn, TableId(name), [SeatRow("x", ann), SeatRow("o", None, "medium")])
            tables.set_due(conn, TableId(name), due, "move")
        return ann

    ann = await store.write(arrange)
    found = await store.read(lambda conn: tables.tables_of(conn, ann))
    assert [row.id for row in found] == ["soon", "late", "free"]
    assert found[0].seats[1] == SeatRow("o", None, "medium")


async def test_somebody_who_has_left_his_seat_no_longer_finds_the_table(store: Store) -> None:
    ann, bea = await store.write(put_down)
    await store.write(lambda conn: tables.change_seats(conn, TABLE, [SeatRow("x", bea)]))
    assert await store.read(lambda conn: tables.tables_of(conn, ann)) == []
    assert [row.id for row in await store.read(lambda conn: tables.tables_of(conn, bea))] == [TABLE]


async def test_the_tables_of_a_room_are_those_of_its_topic(store: Store) -> None:
    await store.write(put_down)
    elsewhere = Chat(ROOM.platform, ROOM.chat, "8")
    assert [row.id for row in await store.read(lambda conn: tables.tables_in(conn, ROOM))] == [TABLE]
    assert await store.read(lambda conn: tables.tables_in(conn, elsewhere)) == []
