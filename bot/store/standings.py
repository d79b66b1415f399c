"""Results are judged and counted here, in the transaction that ends a game; ratings can be folded anew.

The order of the fold is (end, table, game), whatever the order in which results arrive: one that arrives
after a later one makes everything be folded again. What counts how much says ``bot.app.ratings``.
"""

from collections.abc import Iterator
from datetime import tzinfo

from sqlalchemy import ColumnElement, Connection, and_, exists, func, or_, select, update

from bot.app.ports import Chat, PersonId, TableId
from bot.app.ratings import (
    Counted,
    EloChange,
    Finished,
    Rating,
    RatingFold,
    Reason,
    Verdict,
    local_day,
    why_not,
)
from bot.store.results import (
    EVERYWHERE,
    GameResult,
    RatingChange,
    all_changes,
    all_ratings,
    between,
    drop_ratings,
    load_rating,
    put_ratings,
    rated_between,
    record_changes,
    record_game,
    scope_of,
)
from bot.store.schema import game_result, person, rating, rating_event

GAMMONS = ("gammon", "backgammon")


def record_finished(
    conn: Connection, table: TableId, room: Chat | None, game: Finished, at: int, tz: tzinfo
) -> Verdict:
    """Write a finished game with the judgement whether it counts, and move the ratings."""
    guest = _has_guest(conn, game)
    reason = why_not(game, game.played_ms, guest=guest, counted_today=_counted(conn, game, at, tz))
    elo_reason = why_not(game, game.elo_ms, guest=guest, counted_today=_elo_counted(conn, game, at, tz))
    result = GameResult(
        table_id=table,
        game=game.game,
        room=room,
        winner=game.winner,
        loser=game.loser,
        kind=game.kind,
        how=game.how,
        points=game.points,
        cube=game.cube,
        started_at=game.started_at,
        ended_at=at,
        duration_s=game.played_ms // 1000,
        moves=game.moves,
        rated=reason is None,
        reason=reason,
        elo_length=0 if elo_reason else game.elo_length,
    )
    late = comes_late(conn, result)
    record_game(conn, result)
    count(conn, result, late=late)
    return load_verdict(conn, result)


def count(conn: Connection, result: GameResult, *, late: bool = False) -> None:
    """Move the ratings by a result that is written already; ``late``: later ones have been counted."""
    counted = _counted_result(result)
    if counted is None:
        return
    if late:
        rebuild(conn)
        return
    fold = RatingFold(
        lambda person_id, scope: load_rating(conn, person_id, scope),
        lambda scope, one: not _met_before(conn, scope, one),
    )
    record_changes(conn, _changes(fold, counted))
    put_ratings(conn, fold.changed.values())


def rebuild(conn: Connection) -> int:
    """Fold all ratings anew from the results; how many results counted."""
    drop_ratings(conn)
    fold, changes, number = _folded(conn)
    record_changes(conn, changes)
    put_ratings(conn, fold.changed.values())
    return number


def verify(conn: Connection) -> list[str]:
    """What is stored otherwise than the results say, one line each: nothing, if all is well."""
    fold, changes, _ = _folded(conn)
    stored = {(one.person_id, one.scope): one for one in all_ratings(conn)}
    faults = [
        f"{scope}: the rating of {person_id} is {stored.get((person_id, scope))}, should be {wanted}"
        for (person_id, scope), wanted in fold.changed.items()
        if stored.get((person_id, scope)) != wanted
    ]
    faults += [
        f"{scope}: {person_id} has a rating without a game"
        for person_id, scope in stored.keys() - fold.changed.keys()
    ]
    if sorted(changes, key=_change_key) != sorted(all_changes(conn), key=_change_key):
        faults.append("the curves of ratings are not those of the results")
    return faults


def load_verdict(conn: Connection, result: GameResult) -> Verdict:
    """What became of a result."""
    rows = conn.execute(
        select(rating_event.c.person_id, rating_event.c.elo_change, rating_event.c.elo_after).where(
            rating_event.c.table_id == result.table_id, rating_event.c.game == result.game
        )
    )
    moved = {row.person_id: EloChange(PersonId(row.person_id), row.elo_change, row.elo_after) for row in rows}
    elo = (
        tuple(moved[one] for one in (result.winner, result.loser) if one in moved)
        if result.elo_length
        else ()
    )
    reason = None if result.reason is None else Reason(result.reason)
    return Verdict(result.game, result.winner, result.loser, reason, elo)


def last_verdict(conn: Connection, table: TableId) -> Verdict | None:
    """What became of the newest finished game of a table."""
    query = (
        select(game_result)
        .where(game_result.c.table_id == table)
        .order_by(game_result.c.game.desc())
        .limit(1)
    )
    row = conn.execute(query).mappings().one_or_none()
    if row is None:
        return None
    values = {name: row[name] for name in GameResult.__slots__ if name != "room"}
    return load_verdict(conn, GameResult(**values, room=None))


def move_scope(conn: Connection, old: Chat, new: Chat) -> None:
    """A chat has a new address: its standings follow; folded anew if games have ended at both."""
    here = select(rating.c.person_id).where(rating.c.scope == scope_of(new)).limit(1)
    if conn.execute(here).first() is None:
        conn.execute(update(rating).where(rating.c.scope == scope_of(old)).values(scope=scope_of(new)))
    else:
        rebuild(conn)


def _has_guest(conn: Connection, game: Finished) -> bool:
    if game.winner is None or game.loser is None:
        return False
    query = select(func.count()).where(
        person.c.id.in_([game.winner, game.loser]), person.c.rules_accepted_at.is_not(None)
    )
    return bool(conn.execute(query).scalar_one() != 2)


def _counted(conn: Connection, game: Finished, at: int, tz: tzinfo) -> int:
    if game.winner is None or game.loser is None:
        return 0
    return rated_between(conn, game.winner, game.loser, *local_day(at, tz))


def _elo_counted(conn: Connection, game: Finished, at: int, tz: tzinfo) -> int:
    if game.winner is None or game.loser is None or not game.elo_length:
        return 0
    begin, end = local_day(at, tz)
    query = select(func.count()).where(
        game_result.c.elo_length > 0,
        between(game.winner, game.loser),
        game_result.c.ended_at >= begin,
        game_result.c.ended_at < end,
    )
    return conn.execute(query).scalar_one()


def comes_late(conn: Connection, result: GameResult) -> bool:
    """Whether a result that counts and comes later in the order is written already."""
    columns = game_result.c
    after = or_(
        columns.ended_at > result.ended_at,
        and_(columns.ended_at == result.ended_at, columns.table_id > result.table_id),
        and_(
            columns.ended_at == result.ended_at,
            columns.table_id == result.table_id,
            columns.game > result.game,
        ),
    )
    counts = or_(columns.rated, columns.elo_length > 0)
    query = select(columns.game).where(columns.ended_at >= result.ended_at, after, counts).limit(1)
    return conn.execute(query).first() is not None


def _met_before(conn: Connection, scope: str, one: Counted) -> bool:
    columns = game_result.c
    this = and_(columns.table_id == one.table, columns.game == one.game)
    here = () if scope == EVERYWHERE else (_in_scope(scope),)
    query = select(exists().where(columns.rated, between(one.winner, one.loser), ~this, *here))
    return bool(conn.execute(query).scalar_one())


def _in_scope(scope: str) -> ColumnElement[bool]:
    platform, _, chat = scope.partition(":")
    return and_(game_result.c.room_platform == platform, game_result.c.room_chat == chat)


def _counted_result(result: GameResult) -> Counted | None:
    if result.winner is None or result.loser is None or not (result.rated or result.elo_length):
        return None
    return Counted(
        result.table_id,
        result.game,
        _scopes(result.room),
        result.winner,
        result.loser,
        result.kind in GAMMONS,
        result.rated,
        result.elo_length,
        result.ended_at,
    )


def _scopes(room: Chat | None) -> tuple[str, ...]:
    """A game in a direct chat counts everywhere only."""
    return (EVERYWHERE,) if room is None or room.private else (EVERYWHERE, scope_of(room))


def _folded(conn: Connection) -> tuple[RatingFold, list[RatingChange], int]:
    met: set[tuple[str, frozenset[PersonId]]] = set()

    def first(scope: str, one: Counted) -> bool:
        pair = (scope, frozenset((one.winner, one.loser)))
        if pair in met:
            return False
        met.add(pair)
        return True

    fold, changes, number = RatingFold(lambda *_: None, first), list[RatingChange](), 0
    for one in _all_counted(conn):
        changes += _changes(fold, one)
        number += 1
    return fold, changes, number


def _all_counted(conn: Connection) -> Iterator[Counted]:
    columns = game_result.c
    query = (
        select(
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
        )
        .where(or_(columns.rated, columns.elo_length > 0))
        .order_by(columns.ended_at, columns.table_id, columns.game)
    )
    for table, game, platform, chat, private, winner, loser, kind, rated, length, at in conn.execute(query):
        room = None if platform is None else Chat(platform, chat, private=bool(private))
        yield Counted(table, game, _scopes(room), winner, loser, kind in GAMMONS, bool(rated), length, at)


def _changes(fold: RatingFold, one: Counted) -> list[RatingChange]:
    """The lines of the curves (everywhere) that a result adds."""
    moved = {change.person: change.change for change in fold.apply(one)[EVERYWHERE]}
    sides = ((one.winner, 10), (one.loser, -10))
    lines = []
    for person_id, points in sides:
        after: Rating = fold.of(person_id, EVERYWHERE)
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


def _change_key(change: RatingChange) -> tuple[int, str, int, str]:
    return change.at, change.table_id, change.game, change.person_id
