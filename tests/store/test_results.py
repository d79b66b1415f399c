from dataclasses import replace

import pytest
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from bot.app.ports import Chat, PersonId, TableId
from bot.app.ratings import Rating
from bot.store import results, tables
from bot.store.database import Store
from bot.store.persons import create_person
from bot.store.results import ChouetteResult, GameResult, RatingChange
from tests.support.stored_results import all_results, chouette_results

ROOM = Chat("telegram", "-100", "7")
TABLE = TableId("t1")


def set_up(conn: Connection) -> GameResult:
    """Ann has beaten Bea; the result is not recorded yet."""
    ann, bea = create_person(conn, "Ann", 0), create_person(conn, "Bea", 0)
    tables.create_table(
        conn, TABLE, "match", rules={}, rules_version=1, seats=[], room=ROOM, rated=True, now=0
    )
    return GameResult(TABLE, 1, ROOM, ann, bea, "match", "gammon", 4, 2, 1000, 91_000, 90, 31, True)


def people(game: GameResult) -> tuple[PersonId, PersonId]:
    assert game.winner is not None
    assert game.loser is not None
    return game.winner, game.loser


async def test_a_result_comes_back_as_it_was_recorded(store: Store) -> None:
    game = await store.write(set_up)
    computer = replace(game, game=2, loser=None, rated=False, reason="computer", room=None)
    await store.write(lambda conn: results.record_game(conn, game))
    await store.write(lambda conn: results.record_game(conn, computer))
    assert await store.read(all_results) == [game, computer]


async def test_a_game_has_one_result(store: Store) -> None:
    game = await store.write(set_up)
    await store.write(lambda conn: results.record_game(conn, game))
    with pytest.raises(IntegrityError):
        await store.write(lambda conn: results.record_game(conn, replace(game, how="single")))


async def test_a_game_changes_a_rating_once(store: Store) -> None:
    game = await store.write(set_up)
    ann, _ = people(game)
    change = RatingChange(TABLE, 1, ann, 5, 10, 2.5, 1502.5, 3)
    await store.write(lambda conn: results.record_changes(conn, [change]))
    with pytest.raises(IntegrityError):
        await store.write(lambda conn: results.record_changes(conn, [change]))
    assert await store.read(lambda conn: results.changes_of(conn, ann)) == [change]


async def test_rated_games_of_two_within_a_day_are_counted_whoever_won(store: Store) -> None:
    game = await store.write(set_up)
    ann, bea = people(game)

    def play(conn: Connection) -> None:
        ends = [(1, 100), (2, 199), (3, 200), (4, 99)]
        for number, ended_at in ends:
            results.record_game(conn, replace(game, game=number, ended_at=ended_at))
        results.record_game(conn, replace(game, game=5, ended_at=150, winner=bea, loser=ann))
        results.record_game(conn, replace(game, game=6, ended_at=150, rated=False, reason="short"))
        results.record_game(conn, replace(game, game=7, ended_at=150, loser=None))

    await store.write(play)
    assert await store.read(lambda conn: results.rated_between(conn, bea, ann, 100, 200)) == 3


async def test_a_standing_that_is_put_again_is_changed_in_its_scope_alone(store: Store) -> None:
    game = await store.write(set_up)
    ann, bea = people(game)
    here = Rating(ann, results.scope_of(ROOM), 1510.25, 4, 10, 1, 1, 1, 1, 5)
    others = [replace(here, scope=results.EVERYWHERE), replace(here, person_id=bea)]

    def put(conn: Connection) -> None:
        results.put_ratings(conn, [replace(here, elo=1400.0), *others])
        results.put_ratings(conn, [here])

    await store.write(put)
    found = await store.read(lambda conn: list(results.all_ratings(conn)))
    assert sorted(found, key=str) == sorted([here, *others], key=str)
    assert await store.read(lambda conn: results.load_rating(conn, ann, here.scope)) == here


async def test_a_chouette_game_is_recorded_for_each_of_its_people(store: Store) -> None:
    game = await store.write(set_up)
    ann, bea = people(game)
    won = ChouetteResult(TABLE, 1, ann, ROOM, 4, True, 4, 500)
    lost = replace(won, person_id=bea, points=-4, was_box=False, box_points=0)
    await store.write(lambda conn: results.record_chouette_game(conn, [won, lost]))
    found = await store.read(lambda conn: chouette_results(conn, TABLE))
    assert sorted(found, key=lambda one: -one.points) == [won, lost]
