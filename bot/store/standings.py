"""Results are judged and counted here, in the transaction that ends a game; links and moves of chats, too.

The order of the fold is (end, table, game), whatever the order in which results arrive: one that arrives
after a later one is counted at once as if it were the last, and all is folded anew beside that
(`bot.store.refolding`). What counts how much says ``bot.app.ratings``.
"""

from dataclasses import replace
from datetime import tzinfo

from sqlalchemy import ColumnElement, Connection, and_, delete, exists, func, or_, select, update

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
from bot.store.folding import (
    all_counted,
    ask_anew,
    behind,
    changes_by,
    counted_result,
    fold_state,
    full_fold,
)
from bot.store.results import (
    EVERYWHERE,
    GameResult,
    RatingChange,
    all_changes,
    all_ratings,
    between,
    changes_by_game,
    load_rating,
    put_ratings,
    rated_between,
    ratings_of,
    read_generation,
    record_changes,
    record_game,
    scope_of,
)
from bot.store.rooms import addresses
from bot.store.schema import game_result, person, rating


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
    """Move the ratings by a result that is written already; ``late``: later ones have been counted, so that
    all is to be folded anew.
    """
    counted = counted_result(conn, result)
    if counted is None:
        return
    fold = RatingFold(
        lambda person_id, scope: load_rating(conn, person_id, scope),
        lambda scope, one: not _met_before(conn, scope, one),
    )
    record_changes(conn, changes_by(fold, counted))
    put_ratings(conn, fold.changed.values())
    if late:
        ask_anew(conn)


def verify(conn: Connection) -> list[str]:
    """What is stored otherwise than the results say, one line each: nothing, if all is well."""
    fold, changes, _ = full_fold(conn)
    stored = {(one.person_id, one.scope): one for one in all_ratings(conn)}
    faults = (
        ["results came late or changed hands: all is to be folded anew"] if fold_state(conn).stale else []
    )
    faults += [
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
    changes = changes_by_game(conn, result.table_id, result.game)
    moved = {one.person_id: EloChange(one.person_id, one.elo_change, one.elo_after) for one in changes}
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
    """A chat has a new address: its standings follow. Where games have ended at both, all is folded anew."""
    here, there = scope_of(old), scope_of(new)
    if here == there or not _has_ratings(conn, here):
        return
    if fold_state(conn).stale or _has_ratings(conn, there):
        ask_anew(conn)
    else:
        of_old = (rating.c.scope == here, rating.c.generation == read_generation())
        conn.execute(update(rating).where(*of_old).values(scope=there))


def _has_ratings(conn: Connection, scope: str) -> bool:
    query = select(rating.c.person_id).where(
        rating.c.scope == scope, rating.c.generation == read_generation()
    )
    return conn.execute(query.limit(1)).first() is not None


def count_as_one(conn: Connection, gone: PersonId, into: PersonId) -> None:
    """Before the results of a person become those of another: his ratings do. If only one of them has any,
    that is all. Else they are added up for the moment, and all is folded anew.
    """
    if next(all_counted(conn, limit=1, of=gone), None) is None:
        return
    if fold_state(conn).stale or next(all_counted(conn, limit=1, of=into), None) is not None:
        ask_anew(conn)
    held = {one.scope: one for one in ratings_of(conn, into)}
    put_ratings(conn, [_added(one, held.get(one.scope), into) for one in ratings_of(conn, gone)])
    conn.execute(delete(rating).where(rating.c.person_id == gone, rating.c.generation == read_generation()))


def _added(one: Rating, other: Rating | None, into: PersonId) -> Rating:
    """Two ratings as if they were one person's: Elo and streak as in the one with more experience."""
    if other is None:
        return replace(one, person_id=into)
    leading = max(one, other, key=lambda rating: rating.experience)
    return replace(
        leading,
        person_id=into,
        experience=one.experience + other.experience,
        points=one.points + other.points,
        games=one.games + other.games,
        wins=one.wins + other.wins,
        gammons=one.gammons + other.gammons,
    )


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
    columns, mark = game_result.c, (result.ended_at, result.table_id, result.game)
    counts = or_(columns.rated, columns.elo_length > 0)
    query = select(columns.game).where(columns.ended_at >= result.ended_at, behind(mark), counts).limit(1)
    return conn.execute(query).first() is not None


def _met_before(conn: Connection, scope: str, one: Counted) -> bool:
    columns = game_result.c
    this = and_(columns.table_id == one.table, columns.game == one.game)
    here = () if scope == EVERYWHERE else (_in_scope(conn, scope),)
    query = select(exists().where(columns.rated, between(one.winner, one.loser), ~this, *here))
    return bool(conn.execute(query).scalar_one())


def _in_scope(conn: Connection, scope: str) -> "ColumnElement[bool]":
    platform, _, chat = scope.partition(":")
    known = addresses(conn, platform, chat)
    return and_(game_result.c.room_platform == platform, game_result.c.room_chat.in_(known))


def _change_key(change: RatingChange) -> tuple[int, str, int, str]:
    return change.at, change.table_id, change.game, change.person_id
