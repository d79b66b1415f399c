from sqlalchemy import Connection

from bot.app.ports import Chat, PersonId, TableId
from bot.store import outbox, persons, places, rooms, tables
from bot.store.database import Store
from bot.store.ids import InvitationId, PlaceId
from bot.store.invitations import (
    InvitationState,
    change_invitation,
    create_invitation,
    load_invitation,
)
from bot.store.places import View

ROOM = Chat("telegram", "-5", "7")
MOVED = Chat("telegram", "-1005", "7")


async def test_a_room_in_which_nobody_set_anything_has_no_settings(store: Store) -> None:
    room = await store.read(lambda conn: rooms.load_room(conn, ROOM))
    assert (room.chat, room.settings, room.migrated_to) == (ROOM, {}, None)


async def test_changes_add_up_and_each_is_logged_with_its_author(store: Store) -> None:
    def change(conn: Connection) -> PersonId:
        ann = persons.create_person(conn, "Ann", 0)
        rooms.change_room_settings(conn, ROOM, {"rated": False, "language": "de"}, by=ann, now=1)
        rooms.change_room_settings(conn, ROOM, {"rated": None, "thread": True}, by=None, now=2)
        return ann

    ann = await store.write(change)
    room = await store.read(lambda conn: rooms.load_room(conn, ROOM))
    assert room.settings == {"language": "de", "thread": True}
    entries = await store.read(lambda conn: rooms.room_entries(conn, ROOM, 10))
    assert [(entry.at, entry.by, entry.data) for entry in entries] == [
        (2, None, {"rated": None, "thread": True}),
        (1, ann, {"rated": False, "language": "de"}),
    ]
    other_topic = Chat(ROOM.platform, ROOM.chat)
    assert (await store.read(lambda conn: rooms.load_room(conn, other_topic))).settings == {}


async def test_everything_follows_a_chat_to_its_new_address(store: Store) -> None:
    def live(conn: Connection) -> None:
        tables.create_table(
            conn,
            TableId("t1"),
            "match",
            rules={},
            rules_version=1,
            seats=[],
            room=ROOM,
            rated=False,
            now=0,
        )
        shown = places.open_place(conn, TableId("t1"), ROOM, View.ROOM)
        places.mark_shown(conn, shown, "14", 3)
        outbox.enqueue(conn, "a", ROOM, "text", {}, now=0)
        rooms.change_room_settings(conn, ROOM, {"language": "de"}, by=None, now=1)
        assert rooms.move_chat(conn, "telegram", ROOM.chat, MOVED.chat) == [shown]

    await store.write(live)

    def look(conn: Connection) -> None:
        assert [row.id for row in tables.tables_in(conn, MOVED)] == ["t1"]
        (board,) = places.live_places(conn, TableId("t1"))
        assert board.at == MOVED
        assert board.message is None, "message 14 of the new chat is another one"
        assert rooms.load_room(conn, MOVED).settings == {"language": "de"}
        assert rooms.load_room(conn, MOVED).migrated_to is None
        assert len(rooms.room_entries(conn, MOVED, 10)) == 1
        assert rooms.present_address(conn, ROOM) == MOVED
        assert rooms.present_address(conn, Chat("telegram", ROOM.chat, "8")).chat == MOVED.chat
        assert rooms.present_address(conn, MOVED) == MOVED

    await store.read(look)
    (row,) = await store.write(lambda conn: outbox.claim(conn, "telegram", 1, 10))
    assert row.to == MOVED


async def test_of_challenges_only_the_open_ones_are_shown_anew_in_the_new_chat(store: Store) -> None:
    def offer(conn: Connection) -> list[PlaceId]:
        ann = persons.create_person(conn, "Ann", 0)
        made = []
        for ident in (InvitationId("i1"), InvitationId("i2")):
            create_invitation(
                conn, ident, "match", by=ann, to=None, room=ROOM, rules={}, data={}, now=0, expires_at=9
            )
            made.append(places.open_place(conn, None, ROOM, View.ROOM, invitation_id=ident))
        over = load_invitation(conn, InvitationId("i2"))
        change_invitation(conn, over, state=InvitationState.DECLINED)
        return made

    goes_on, _ = await store.write(offer)
    assert await store.write(lambda conn: rooms.move_chat(conn, "telegram", "-5", "-1005")) == [goes_on]
    (moved,) = await store.read(lambda conn: places.places_of_invitation(conn, InvitationId("i1")))
    assert moved.at == MOVED


async def test_a_move_that_is_told_twice_changes_nothing_more(store: Store) -> None:
    for _ in range(2):
        await store.write(lambda conn: rooms.move_chat(conn, "telegram", ROOM.chat, MOVED.chat))
    assert await store.read(lambda conn: rooms.present_address(conn, ROOM)) == MOVED


async def test_chats_that_claim_to_have_moved_to_each_other_do_not_hang_the_service(store: Store) -> None:
    await store.write(lambda conn: rooms.move_chat(conn, "telegram", "1", "2"))
    await store.write(lambda conn: rooms.move_chat(conn, "telegram", "2", "1"))
    found = await store.read(lambda conn: rooms.present_address(conn, Chat("telegram", "1")))
    assert found.chat in ("1", "2")
