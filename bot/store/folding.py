"""Results as steps of the fold: which of them count, in which scopes, in which order; where the fold stands.

Ratings and curves have a generation. One is read; another may be written beside it, piece by piece, and
takes its place in one step (`bot.store.refolding`). What counts how much says ``bot.app.ratings``.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, and_, or_, select

from bot.app.ports import Chat, PersonId
from bot.app.ratings import POINTS, Counted, RatingFold
from bot.store.results import (
    EVERYWHERE,
    FIRST_GENERATION,
    GAMMONS,
    RATINGS,
    GameResult,
    RatingChange,
    scope_of,
)
from bot.store.rooms import present_address, present_addresses
from bot.store.schema import fold as fold_table
from bot.store.schema import game_result
from bot.store.upsert import upsert

Mark = tuple[int, str, int]
"""A place in the order of the fold: end, table, game."""


@dataclass(frozen=True, slots=True)
class FoldState:
    """`generation` is the one that is read. It is wrong somewhere while `done` is behind `asked`."""

    generation: int = FIRST_GENERATION
    asked: int = 0
    done: int = 0

    @property
    def stale(self) -> bool:
        """Whether something came late or changed hands since all was folded."""
        return self.asked != self.done


def fold_state(conn: Connection) -> FoldState:
    """Where the fold stands."""
    columns = fold_table.c
    query = select(columns.generation, columns.asked, columns.done).where(columns.name == RATINGS)
    row = conn.execute(query).first()
    return FoldState() if row is None else FoldState(*row)


def put_fold_state(conn: Connection, state: FoldState) -> None:
    """Write where the fold stands."""
    values = {"generation": state.generation, "asked": state.asked, "done": state.done}
    made = upsert(conn, fold_table).values(name=RATINGS, **values)
    conn.execute(made.on_conflict_do_update(index_elements=[fold_table.c.name], set_=values))


def ask_anew(conn: Connection) -> None:
    """What is read, or being folded beside it, has become wrong somewhere: all is to be folded anew."""
    state = fold_state(conn)
    put_fold_state(conn, FoldState(state.generation, state.asked + 1, state.done))


def counted_result(conn: Connection, result: GameResult) -> Counted | None:
    """A result as the fold sees it; None if it counts nothing."""
    if result.winner is None or result.loser is None or not (result.rated or result.elo_length):
        return None
    room = None if result.room is None else present_address(conn, result.room)
    return Counted(
        result.table_id,
        result.game,
        _scopes(room),
        result.winner,
        result.loser,
        result.kind in GAMMONS,
        result.rated,
        result.elo_length,
        result.ended_at,
    )


def all_counted(
    conn: Connection, after: Mark | None = None, limit: int | None = None, *, of: PersonId | None = None
) -> Iterator[Counted]:
    """The results that count, in the order of the fold: those behind a mark, so many, those of a person."""
    columns = game_result.c
    query = select(
        columns.table_id,
        columns.game,
        columns.room_platform,
        columns.room_chat,
        columns.room_private,
        columns.winner,
        columns.loser,
        columns.kind,
        columns.rated,
        columns.elo_length,
        columns.ended_at,
    ).where(
        or_(columns.rated, columns.elo_length > 0), columns.winner.is_not(None), columns.loser.is_not(None)
    )
    if after is not None:
        query = query.where(columns.ended_at >= after[0], behind(after))
    if of is not None:
        query = query.where(or_(columns.winner == of, columns.loser == of))
    query = query.order_by(columns.ended_at, columns.table_id, columns.game).limit(limit)
    moved = present_addresses(conn)
    for table, game, platform, chat, private, winner, loser, kind, rated, length, at in conn.execute(query):
        here = moved.get((platform, chat), chat)
        room = None if platform is None else Chat(platform, here, private=bool(private))
        yield Counted(table, game, _scopes(room), winner, loser, kind in GAMMONS, bool(rated), length, at)


def mark_of(one: Counted) -> Mark:
    """Where a result stands in the order."""
    return one.ended_at, one.table, one.game


def behind(mark: Mark) -> "ColumnElement[bool]":
    """The condition that a result comes later in the order."""
    columns, (at, table, game) = game_result.c, mark
    return or_(
        columns.ended_at > at,
        and_(columns.ended_at == at, columns.table_id > table),
        and_(columns.ended_at == at, columns.table_id == table, columns.game > game),
    )


def full_fold(conn: Connection) -> tuple[RatingFold, list[RatingChange], int]:
    """All results folded at once: the ratings, the curves, and how many results counted."""
    fold, changes, number = RatingFold(lambda *_: None, Meetings().first), list[RatingChange](), 0
    for one in all_counted(conn):
        changes += changes_by(fold, one)
        number += 1
    return fold, changes, number


class Meetings:
    """Who has met whom, in a fold over all results. Persons are numbered as they come, and a pair is one
    whole number: there may be hundreds of thousands.
    """

    def __init__(self) -> None:
        self._numbers: dict[PersonId, int] = {}
        self._met: dict[str, set[int]] = {}

    def first(self, scope: str, one: Counted) -> bool:
        """Whether these two meet in this scope for the first time; from now on they have met."""
        low, high = sorted((self._number(one.winner), self._number(one.loser)))
        met = self._met.setdefault(scope, set())
        before = len(met)
        met.add(low << 32 | high)
        return len(met) > before

    def _number(self, person: PersonId) -> int:
        return self._numbers.setdefault(person, len(self._numbers))


def changes_by(fold: RatingFold, one: Counted) -> list[RatingChange]:
    """Count a result; the lines that it adds to the curves (everywhere) of the two."""
    moved = {change.person: change.change for change in fold.apply(one)[EVERYWHERE]}
    lines = []
    for person_id, points in ((one.winner, POINTS), (one.loser, -POINTS)):
        after = fold.of(person_id, EVERYWHERE)
        lines.append(
            RatingChange(
                one.table,
                one.game,
                person_id,
                one.ended_at,
                points if one.rated else 0,
                moved.get(person_id, 0.0),
                after.elo,
                after.experience,
            )
        )
    return lines


def _scopes(room: Chat | None) -> tuple[str, ...]:
    """A game in a direct chat counts everywhere only."""
    return (EVERYWHERE,) if room is None or room.private else (EVERYWHERE, scope_of(room))
