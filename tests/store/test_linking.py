from functools import partial

import pytest
from sqlalchemy import Connection

from bot.app.ports import Chat, PersonId, TableId
from bot.store import invitations, linking, persons, places, results, tables
from bot.store.database import Store
from bot.store.errors import SeatedTogether
from bot.store.ids import InvitationId
from bot.store.results import GameResult, RatingChange
from bot.store.tables import SeatRow, TableStatus
from tests.support.stored_results import all_results

ROOM = Chat("discord", "c1")


def three(conn: Connection) -> tuple[PersonId, PersonId, PersonId]:
    def meet(platform: str, key: str) -> PersonId:
        return persons.person_for_identity(conn, platform, key, name=key, locale=None, now=0).id

    return meet("telegram", "ann"), meet("discord", "ann2"), meet("discord", "bea")


def table(conn: Connection, name: str, *people: PersonId, over: bool = False) -> TableId:
    table_id = TableId(name)
    seats = [SeatRow(key, person) for key, person in zip("xo", people, strict=False)]
    tables.create_table(
        conn, table_id, "match", rules={}, rules_version=1, seats=seats, room=ROOM, rated=True, now=0
    )
    if over:
        tables.append_events(conn, table_id, 0, [], at=9, by=None, status=TableStatus.OVER)
    return table_id


def won(table_id: TableId, winner: PersonId, loser: PersonId, game: int = 1) -> GameResult:
    return GameResult(table_id, game, ROOM, winner, loser, "match", "single", 1, 1, 0, 90_000, 90, 20, True)


async def test_a_code_means_a_person_once_and_until_it_expires(store: Store) -> None:
    ann, ann2, _ = await store.write(three)
    await store.write(lambda conn: linking.put_link_code(conn, ann, "code", 100))
    assert await store.write(lambda conn: linking.redeem_link_code(conn, "other", 50)) is None
    assert await store.write(lambda conn: linking.redeem_link_code(conn, "code", 99)) == ann
    assert await store.write(lambda conn: linking.redeem_link_code(conn, "code", 99)) is None
    await store.write(lambda conn: linking.put_link_code(conn, ann2, "code", 100))
    assert await store.write(lambda conn: linking.redeem_link_code(conn, "code", 100)) is None


async def test_a_new_code_makes_the_earlier_one_void(store: Store) -> None:
    ann, _, _ = await store.write(three)
    await store.write(lambda conn: linking.put_link_code(conn, ann, "first", 100))
    await store.write(lambda conn: linking.put_link_code(conn, ann, "second", 100))
    assert await store.write(lambda conn: linking.redeem_link_code(conn, "first", 1)) is None
    assert await store.write(lambda conn: linking.redeem_link_code(conn, "second", 1)) == ann


async def test_after_merging_both_identities_mean_one_person_with_all_that_was_theirs(store: Store) -> None:
    ann, ann2, bea = await store.write(three)

    def live(conn: Connection) -> None:
        persons.accept_rules(conn, ann2, 7)
        running = table(conn, "running", ann2, bea)
        places.open_place(conn, running, Chat("discord", "d2", private=True), places.View.OWN, ann2)
        done = table(conn, "done", bea, ann2, over=True)
        results.record_game(conn, won(done, bea, ann2))
        results.record_changes(conn, [RatingChange(done, 1, ann2, 9, -10, -2.0, 1498.0, 1)])
        invitations.create_invitation(
            conn,
            InvitationId("i1"),
            "match",
            by=bea,
            to=ann2,
            room=None,
            rules={},
            data={},
            now=0,
            expires_at=None,
        )
        linking.merge_persons(conn, ann2, ann)

    await store.write(live)

    def look(conn: Connection) -> None:
        known = persons.identity_of(conn, "discord", "ann2")
        assert known is not None
        assert known.person_id == ann
        assert persons.load_person(conn, ann2).id == ann  # old logs still find him
        assert persons.load_person(conn, ann).rules_accepted_at == 7
        (running,) = tables.tables_of(conn, ann)
        assert running.seats == (SeatRow("x", ann), SeatRow("o", bea))
        assert [place.person_id for place in places.live_places(conn, running.id)] == [ann]
        assert [result.loser for result in all_results(conn)] == [ann]
        assert [change.elo_after for change in results.changes_of(conn, ann)] == [1498.0]
        assert [one.to_person for one in invitations.open_invitations_of(conn, ann)] == [ann]
        assert results.load_rating(conn, ann) is None

    await store.read(look)


async def test_two_who_play_at_one_open_table_cannot_become_one(store: Store) -> None:
    ann, ann2, _ = await store.write(three)
    await store.write(lambda conn: table(conn, "t", ann, ann2))
    with pytest.raises(SeatedTogether):
        await store.write(lambda conn: linking.merge_persons(conn, ann2, ann))
    known = await store.read(lambda conn: persons.identity_of(conn, "discord", "ann2"))
    assert known is not None
    assert known.person_id == ann2


async def test_games_that_the_two_played_against_each_other_stay_as_they_were(store: Store) -> None:
    ann, ann2, _ = await store.write(three)

    def live(conn: Connection) -> None:
        done = table(conn, "done", ann, ann2, over=True)
        results.record_game(conn, won(done, ann, ann2))
        changes = [(ann, 10), (ann2, -10)]
        results.record_changes(
            conn, [RatingChange(done, 1, who, 9, points, 0.0, 1500.0, 1) for who, points in changes]
        )
        linking.merge_persons(conn, ann2, ann)

    await store.write(live)
    (result,) = await store.read(all_results)
    assert (result.winner, result.loser) == (ann, ann2)
    assert [change.points for change in await store.read(lambda conn: results.changes_of(conn, ann))] == [10]


async def test_an_invitation_between_the_two_is_withdrawn(store: Store) -> None:
    ann, ann2, _ = await store.write(three)

    def live(conn: Connection) -> None:
        invitations.create_invitation(
            conn,
            InvitationId("i1"),
            "match",
            by=ann,
            to=ann2,
            room=ROOM,
            rules={},
            data={},
            now=0,
            expires_at=None,
        )
        linking.merge_persons(conn, ann2, ann)

    await store.write(live)
    assert await store.read(lambda conn: invitations.open_invitations_of(conn, ann)) == []


async def test_merging_twice_or_with_oneself_changes_nothing(store: Store) -> None:
    ann, ann2, bea = await store.write(three)
    await store.write(lambda conn: linking.merge_persons(conn, ann2, ann))
    await store.write(lambda conn: linking.merge_persons(conn, ann2, ann))
    await store.write(lambda conn: linking.merge_persons(conn, ann, bea))
    for one in (ann, ann2):
        assert (await store.read(partial(persons.load_person, person_id=one))).id == bea


async def test_who_was_joined_before_names_were_looked_after_keeps_his_name(store: Store) -> None:
    ann, ann2, bea = await store.write(three)

    def run(conn: Connection) -> list[bool]:
        linking.merge_persons(conn, gone=ann2, into=ann)
        persons.change_settings(conn, ann, {"named_by": None})
        linking.merge_persons(conn, gone=bea, into=ann)
        known = persons.identities_of(conn, ann)
        return [persons.gives_name(conn, ann, one.platform, one.external_id) for one in known]

    assert await store.write(run) == [False, False, False]
