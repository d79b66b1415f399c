from dataclasses import replace
from functools import partial

import pytest
from sqlalchemy import Connection

from bot.app.ports import Chat, PersonId
from bot.store import invitations
from bot.store.database import Store
from bot.store.errors import Conflict, UnknownRow
from bot.store.ids import InvitationId
from bot.store.invitations import InvitationState
from bot.store.persons import create_person

ROOM = Chat("discord", "c1")
ID = InvitationId("i1")


def invite(conn: Connection) -> tuple[PersonId, PersonId]:
    ann, bea = create_person(conn, "Ann", 0), create_person(conn, "Bea", 0)
    invitations.create_invitation(
        conn,
        ID,
        "match",
        by=ann,
        to=bea,
        room=ROOM,
        rules={"length": 5},
        data={"note": 1},
        now=1,
        expires_at=100,
    )
    return ann, bea


async def test_an_invitation_is_open_for_both(store: Store) -> None:
    ann, bea = await store.write(invite)
    made = await store.read(lambda conn: invitations.load_invitation(conn, ID))
    assert (made.by_person, made.to_person, made.room, made.rules) == (ann, bea, ROOM, {"length": 5})
    assert (made.state, made.revision, made.expires_at) == (InvitationState.OPEN, 0, 100)
    for found in (
        await store.read(lambda conn: invitations.open_invitations_of(conn, ann)),
        await store.read(lambda conn: invitations.open_invitations_of(conn, bea)),
    ):
        assert found == [made]


async def test_an_invitation_is_open_in_the_room_and_topic_where_it_was_made(store: Store) -> None:
    await store.write(invite)
    made = await store.read(lambda conn: invitations.load_invitation(conn, ID))
    assert await store.read(lambda conn: invitations.open_invitations_in(conn, ROOM)) == [made]
    for other in (replace(ROOM, chat="elsewhere"), replace(ROOM, topic="another")):
        assert await store.read(partial(invitations.open_invitations_in, room=other)) == []


async def test_of_two_answers_to_one_invitation_the_first_counts(store: Store) -> None:
    ann, _ = await store.write(invite)
    seen = await store.read(lambda conn: invitations.load_invitation(conn, ID))
    accepted = InvitationState.ACCEPTED
    assert await store.write(lambda conn: invitations.change_invitation(conn, seen, state=accepted)) == 1
    with pytest.raises(Conflict):
        await store.write(
            lambda conn: invitations.change_invitation(conn, seen, state=InvitationState.WITHDRAWN)
        )
    after = await store.read(lambda conn: invitations.load_invitation(conn, ID))
    assert (after.state, after.revision) == (accepted, 1)
    assert await store.read(lambda conn: invitations.open_invitations_of(conn, ann)) == []


async def test_a_counter_offer_exchanges_the_two_and_the_rules(store: Store) -> None:
    ann, bea = await store.write(invite)
    seen = await store.read(lambda conn: invitations.load_invitation(conn, ID))
    await store.write(
        lambda conn: invitations.change_invitation(conn, seen, by=bea, to=ann, rules={"length": 3})
    )
    after = await store.read(lambda conn: invitations.load_invitation(conn, ID))
    assert (after.by_person, after.to_person, after.rules, after.data) == (
        bea,
        ann,
        {"length": 3},
        {"note": 1},
    )


async def test_an_invitation_has_expired_when_its_time_has_come(store: Store) -> None:
    await store.write(invite)
    assert await store.read(lambda conn: invitations.expired_invitations(conn, 99, 10)) == []
    (due,) = await store.read(lambda conn: invitations.expired_invitations(conn, 100, 10))
    assert due.id == ID


async def test_the_next_time_to_look_is_that_of_the_open_invitations(store: Store) -> None:
    await store.write(invite)
    assert await store.read(invitations.next_expiry) == 100
    seen = await store.read(lambda conn: invitations.load_invitation(conn, ID))
    declined = InvitationState.DECLINED
    await store.write(lambda conn: invitations.change_invitation(conn, seen, state=declined))
    assert await store.read(invitations.next_expiry) is None


async def test_an_unknown_invitation_is_named(store: Store) -> None:
    with pytest.raises(UnknownRow, match="'i1'"):
        await store.read(lambda conn: invitations.load_invitation(conn, ID))
