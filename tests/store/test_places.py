from sqlalchemy import Connection

from bot.app.ports import Chat, PersonId, TableId
from bot.store import places, tables
from bot.store.database import Store
from bot.store.ids import PlaceId
from bot.store.persons import create_person
from bot.store.places import View
from bot.store.tables import SeatRow

ROOM = Chat("telegram", "-100", "7")
DIRECT = Chat("telegram", "5", private=True)
TABLE = TableId("t1")


def show(conn: Connection) -> tuple[PersonId, PlaceId, PlaceId]:
    ann = create_person(conn, "Ann", 0)
    tables.create_table(
        conn,
        TABLE,
        "match",
        rules={},
        rules_version=1,
        seats=[SeatRow("x", ann)],
        room=ROOM,
        rated=False,
        now=0,
    )
    room = places.open_place(conn, TABLE, ROOM, View.ROOM)
    return ann, room, places.open_place(conn, TABLE, DIRECT, View.OWN, ann)


async def test_a_new_place_shows_nothing_yet(store: Store) -> None:
    ann, room, own = await store.write(show)
    first, second = await store.read(lambda conn: places.live_places(conn, TABLE))
    assert (first.id, first.at, first.view, first.person_id) == (room, ROOM, View.ROOM, None)
    assert (second.id, second.at, second.view, second.person_id) == (own, DIRECT, View.OWN, ann)
    assert (first.message, first.shown_rev, first.shown_for, first.live) == (None, None, (), True)


async def test_a_place_remembers_what_it_shows_and_whom_it_notified(store: Store) -> None:
    ann, room, _ = await store.write(show)
    await store.write(lambda conn: places.mark_shown(conn, room, "m1", 4, [ann]))
    shown = await store.read(lambda conn: places.load_place(conn, room))
    assert shown is not None
    assert (shown.message, shown.shown_rev, shown.shown_for) == ("m1", 4, (ann,))
    assert await store.read(lambda conn: places.place_of_message(conn, ROOM, "m1")) == shown
    assert await store.read(lambda conn: places.place_of_message(conn, DIRECT, "m1")) is None


async def test_a_deleted_message_is_forgotten_so_that_a_new_one_comes(store: Store) -> None:
    ann, room, _ = await store.write(show)
    await store.write(lambda conn: places.mark_shown(conn, room, "m1", 4, [ann]))
    await store.write(lambda conn: places.forget_message(conn, room))
    shown = await store.read(lambda conn: places.load_place(conn, room))
    assert shown is not None
    assert (shown.message, shown.shown_rev, shown.live) == (None, None, True)


async def test_a_closed_place_is_no_longer_shown_to(store: Store) -> None:
    _, room, own = await store.write(show)
    await store.write(lambda conn: places.close_place(conn, room))
    assert [place.id for place in await store.read(lambda conn: places.live_places(conn, TABLE))] == [own]
    assert await store.read(lambda conn: places.places_in(conn, ROOM)) == []


async def test_places_are_found_by_chat_and_topic(store: Store) -> None:
    _, room, _ = await store.write(show)
    assert [place.id for place in await store.read(lambda conn: places.places_in(conn, ROOM))] == [room]
    other = Chat(ROOM.platform, ROOM.chat)
    assert await store.read(lambda conn: places.places_in(conn, other)) == []
    assert await store.read(lambda conn: places.load_place(conn, PlaceId(99))) is None
