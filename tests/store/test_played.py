from collections.abc import Sequence

from sqlalchemy import Connection, event

from bot.app.ports import TableId
from bot.store.database import Store
from bot.store.persons import create_person
from bot.store.played import last_played
from bot.store.tables import EventRecord, SeatRow, append_events, create_table

COMPUTER = SeatRow("o", None, "medium")


def put_down(conn: Connection, table: str, seats: Sequence[SeatRow], now: int, kind: str = "match") -> None:
    create_table(
        conn, TableId(table), kind, rules={}, rules_version=1, seats=seats, room=None, rated=False, now=now
    )


def play(conn: Connection) -> None:
    ann, bea = (SeatRow(key, create_person(conn, name, 1)) for key, name in (("x", "Ann"), ("o", "Bea")))
    put_down(conn, "old", [ann, bea], 1)
    put_down(conn, "paper", [ann, bea], 2, kind="score")
    put_down(conn, "new", [ann, COMPUTER], 3)
    append_events(conn, TableId("old"), 0, [EventRecord("rolled", 1, {})], at=4, by=None)


async def test_what_was_played_last_comes_first(store: Store) -> None:
    await store.write(play)
    found = await store.read(lambda conn: last_played(conn, "match", 20))
    assert [(one.id, one.updated_at, one.names) for one in found] == [
        ("old", 4, ("Ann", "Bea")),
        ("new", 3, ("Ann", "")),
    ]
    assert [one.id for one in await store.read(lambda conn: last_played(conn, "match", 1))] == ["old"]


async def test_neither_logs_nor_snapshots_are_read_for_it(store: Store) -> None:
    await store.write(play)
    said: list[str] = []

    def listen(conn: Connection) -> None:
        event.listen(conn, "before_cursor_execute", lambda _, __, statement, *___: said.append(statement))
        last_played(conn, "match", 20)

    await store.read(listen)
    assert said
    assert not [one for one in said if "FROM event" in one or "state" in one.partition("FROM")[0]]
