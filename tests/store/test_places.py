import pytest
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from bot.app.ports import Chat, PersonId, TableId
from bot.store import places, tables
from bot.store.database import Store
from bot.store.ids import InvitationId, PlaceId
from bot.store.invitations import create_invitation
from bot.store.persons import create_person
from bot.store.places import View
from bot.store.tables import SeatRow

ROOM = Chat("telegram", "-100", "7")
DIRECT = Chat("telegram", "5", private=True)
TABLE = TableId("t1")
OFFER = InvitationId("i1")


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


def offer(conn: Connection) -> PlaceId:
    ann = create_person(conn, "Ann", 0)
    create_invitation(
        conn, OFFER, "match", by=ann, to=None, room=ROOM, rules={}, data={}, now=0, expires_at=9
    )
    return places.open_place(conn, None, ROOM, View.ROOM, invitation_id=OFFER)


async def test_an_invitation_has_places_as_a_table_has(store: Store) -> None:
    await store.write(show)
    place = await store.write(offer)
    await store.write(lambda conn: places.mark_shown(conn, place, "m9", 0))
    (shown,) = await store.read(lambda conn: places.places_of_invitation(conn, OFFER))
    assert (shown.id, shown.table_id, shown.invitation_id, shown.message) == (place, None, OFFER, "m9")
    assert await store.read(lambda conn: places.place_of_message(conn, ROOM, "m9")) == shown
    assert len(await store.read(lambda conn: places.live_places(conn, TABLE))) == 2
    await store.write(lambda conn: places.close_place(conn, place))
    assert await store.read(lambda conn: places.places_of_invitation(conn, OFFER)) == []


@pytest.mark.parametrize("table", [TABLE, None], ids=["of both", "of nothing"])
async def test_a_place_is_of_a_table_or_of_an_invitation(store: Store, table: TableId | None) -> None:
    await store.write(show)
    await store.write(offer)
    both = OFFER if table else None
    with pytest.raises(IntegrityError, match="ck_place_subject"):
        await store.write(lambda conn: places.open_place(conn, table, ROOM, View.ROOM, invitation_id=both))


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
