"""Finished games, and what is derived from them: changes of ratings, ratings, chouette points.

A result is written once, in the transaction that ended the game; ratings are a fold over results and may be
dropped and computed again at any time. Which game counts, and for how much, is decided elsewhere.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, ScalarSelect, and_, func, insert, or_, select

from bot.app.ports import Chat, PersonId, TableId
from bot.app.ratings import Rating
from bot.store.chats import room_columns
from bot.store.schema import chouette_result, fold, game_result, rating, rating_event
from bot.store.upsert import upsert

EVERYWHERE = "all"
GAMMONS = ("gammon", "backgammon")
RATINGS = "ratings"
"""The name of their fold."""
FIRST_GENERATION = 1


@dataclass(frozen=True, slots=True)
class GameResult:
    """One finished game. `winner` or `loser` is None for the computer; `reason` says why it was not rated.

    `elo_length` is the length of the match that it ended and that Elo counts, 0 if none.
    """

    table_id: TableId
    game: int
    room: Chat | None
    winner: PersonId | None
    loser: PersonId | None
    kind: str
    how: str
    points: int
    cube: int
    started_at: int
    ended_at: int
    duration_s: int
    moves: int
    rated: bool
    reason: str | None = None
    elo_length: int = 0


@dataclass(frozen=True, slots=True)
class RatingChange:
    """What one rated game did to one person."""

    table_id: TableId
    game: int
    person_id: PersonId
    at: int
    points: int
    elo_change: float
    elo_after: float
    experience_after: int


@dataclass(frozen=True, slots=True)
class ChouetteResult:
    """What one game of a chouette brought one person; `box_points` is the part won or lost in the box."""

    table_id: TableId
    game: int
    person_id: PersonId
    room: Chat | None
    points: int
    was_box: bool
    box_points: int
    ended_at: int


def scope_of(room: Chat) -> str:
    """The scope of a room's ratings; all topics of a chat share it."""
    return f"{room.platform}:{room.chat}"


def record_game(conn: Connection, result: GameResult) -> None:
    """Write a result; a second one of the same game is refused by its key (IntegrityError)."""
    conn.execute(insert(game_result).values(**_columns(result)))


def record_chouette_game(conn: Connection, results: Sequence[ChouetteResult]) -> None:
    """Write what a game of a chouette brought each person who took part."""
    if results:
        conn.execute(insert(chouette_result), [_columns(result) for result in results])


def read_generation() -> "ScalarSelect[int]":
    """The generation of ratings and curves that is read, as part of a query."""
    return (
        select(func.coalesce(func.max(fold.c.generation), FIRST_GENERATION))
        .where(fold.c.name == RATINGS)
        .scalar_subquery()
    )


def record_changes(conn: Connection, changes: Iterable[RatingChange], generation: int | None = None) -> None:
    """Write the changes of ratings of a game, into the generation that is read if none is named; twice for
    one person and game is refused (IntegrityError).
    """
    rows = _of_generation(conn, changes, generation)
    if rows:
        conn.execute(insert(rating_event), rows)


def put_ratings(conn: Connection, ratings: Iterable[Rating], generation: int | None = None) -> None:
    """Write where people stand, in the generation that is read if none is named."""
    rows = _of_generation(conn, ratings, generation)
    if not rows:
        return
    made = upsert(conn, rating)
    changed = {column.name: made.excluded[column.name] for column in rating.c if not column.primary_key}
    conn.execute(
        made.on_conflict_do_update(index_elements=list(rating.primary_key.columns), set_=changed), rows
    )


def _of_generation(
    conn: Connection, values: Iterable[Rating | RatingChange], generation: int | None
) -> list[dict[str, Any]]:
    if generation is None:
        generation = conn.execute(select(read_generation())).scalar_one()
    return [
        {name: getattr(one, name) for name in one.__slots__} | {"generation": generation} for one in values
    ]


_all_ratings = select(*(rating.c[name] for name in Rating.__slots__)).where(
    rating.c.generation == read_generation()
)
_all_changes = select(*(rating_event.c[name] for name in RatingChange.__slots__)).where(
    rating_event.c.generation == read_generation()
)


def load_rating(conn: Connection, person_id: PersonId, scope: str = EVERYWHERE) -> Rating | None:
    """Where a person stands, if he has played a game that counts there."""
    query = _all_ratings.where(rating.c.person_id == person_id, rating.c.scope == scope)
    row = conn.execute(query).one_or_none()
    return None if row is None else Rating(*row)


def ratings_of(conn: Connection, person_id: PersonId) -> list[Rating]:
    """Where a person stands in all scopes."""
    return [Rating(*row) for row in conn.execute(_all_ratings.where(rating.c.person_id == person_id))]


def all_ratings(conn: Connection) -> Iterator[Rating]:
    """Everybody's standing in all scopes."""
    for row in conn.execute(_all_ratings):
        yield Rating(*row)


def all_changes(conn: Connection) -> Iterator[RatingChange]:
    """All lines of all rating curves."""
    for row in conn.execute(_all_changes):
        yield RatingChange(*row)


def changes_of(conn: Connection, person_id: PersonId) -> list[RatingChange]:
    """A person's rating curve, in the order of time."""
    query = _all_changes.where(rating_event.c.person_id == person_id).order_by(
        rating_event.c.at, rating_event.c.table_id, rating_event.c.game
    )
    return [RatingChange(*row) for row in conn.execute(query)]


def changes_by_game(conn: Connection, table_id: TableId, game: int) -> list[RatingChange]:
    """What one game did to the curves of its two."""
    query = _all_changes.where(rating_event.c.table_id == table_id, rating_event.c.game == game)
    return [RatingChange(*row) for row in conn.execute(query)]


def rated_between(conn: Connection, one: PersonId, other: PersonId, since: int, before: int) -> int:
    """How many rated games of these two ended within [since, before)."""
    within = (game_result.c.ended_at >= since, game_result.c.ended_at < before)
    query = select(func.count()).where(game_result.c.rated, between(one, other), *within)
    return conn.execute(query).scalar_one()


def between(one: PersonId, other: PersonId) -> "ColumnElement[bool]":
    """The condition that a result is of these two."""
    winner, loser = game_result.c.winner, game_result.c.loser
    return or_(and_(winner == one, loser == other), and_(winner == other, loser == one))


def _columns(result: GameResult | ChouetteResult) -> dict[str, Any]:
    columns = {name: getattr(result, name) for name in result.__slots__ if name != "room"}
    return {**columns, **room_columns(result.room)}
