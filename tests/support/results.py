"""Finished games for tests of the standings: people, tables, and results with whatever the test is about."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, tzinfo

from sqlalchemy import Connection

from bot.app.ports import Chat, PersonId, TableId
from bot.app.ratings import Finished, Verdict
from bot.store import refolding, standings, tables
from bot.store.persons import accept_rules, create_person
from bot.store.results import GameResult
from bot.store.results import record_game as write_game

ROOM, OTHER_ROOM = Chat("web", "club"), Chat("web", "pub")
NOON = 1_790_000_000_000


def people(conn: Connection, names: Sequence[str], *, guests: Sequence[str] = ()) -> list[PersonId]:
    """Registered players, but for the guests."""
    made = [create_person(conn, name, 0, PersonId(name.casefold())) for name in names]
    for person in made:
        if person not in guests:
            accept_rules(conn, person, 1)
    return made


def new_table(conn: Connection, name: str, room: Chat = ROOM) -> TableId:
    """A table without a log: results point to it."""
    tables.create_table(
        conn, TableId(name), "match", rules={}, rules_version=1, seats=[], room=room, rated=True, now=0
    )
    return TableId(name)


def finished(winner: PersonId | None, loser: PersonId | None, **changes: object) -> Finished:
    """A game of a session, five minutes long."""
    game = Finished(
        1, winner, loser, "single", "borne_off", 1, 1, NOON - 300_000, 300_000, 40, 1, 300_000, True
    )
    return replace(game, **changes)  # type: ignore[arg-type]


def end(
    conn: Connection, table: str, game: Finished, at: int = NOON, tz: tzinfo = UTC, room: Chat = ROOM
) -> Verdict:
    """Let a game end at a table of its own."""
    return standings.record_finished(conn, new_table(conn, table, room), room, game, at, tz)


def random_results(chance: random.Random, persons: Sequence[PersonId], number: int) -> list[GameResult]:
    """Results as they are stored, of games that counted and games that did not; some end at one moment."""
    results = []
    for count in range(number):
        winner, loser = chance.sample(list(persons), 2)
        rated = chance.random() < 0.9
        results.append(
            GameResult(
                table_id=TableId(f"t{count:05}"),
                game=chance.randint(1, 3),
                room=chance.choice((ROOM, OTHER_ROOM, Chat("web", "direct", private=True))),
                winner=winner,
                loser=loser,
                kind=chance.choice(("single", "single", "gammon", "backgammon")),
                how="borne_off",
                points=1,
                cube=1,
                started_at=0,
                ended_at=NOON + chance.randint(0, number // 2),
                duration_s=300,
                moves=40,
                rated=rated,
                reason=None if rated else "short",
                elo_length=chance.choice((0, 1, 1, 5, 25)),
            )
        )
    return results


def deliver(conn: Connection, results: Sequence[GameResult]) -> None:
    """Write results and count them, in the order given."""
    for result in results:
        room = result.room or ROOM
        new_table(conn, result.table_id, room)
        late = standings.comes_late(conn, result)
        write_game(conn, result)
        standings.count(conn, result, late=late)


def fold_in_pieces(conn: Connection, piece: int = 50) -> None:
    """What the service does beside its other work: fold anew until nothing is wrong."""
    _sweep(conn)
    while (refold := refolding.Refold.begin(conn, piece)) is not None:
        while refold.step(conn):
            pass
        _sweep(conn)


def _sweep(conn: Connection) -> None:
    while refolding.sweep(conn):
        pass
