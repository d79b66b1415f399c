"""Standings and records as they are read: pages of tables, a person's figures, the curve, the last games.

For all time the ratings are read; for a day, week or month the results of that time are added up.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Connection, Select, Subquery, case, func, literal, or_, select

from bot.app.ports import Chat, PersonId
from bot.app.ratings import POINTS, PROVISIONAL, START_ELO
from bot.app.standings import (
    CURVE_POINTS,
    LAST_RESULTS,
    PAGE,
    HeadToHead,
    Line,
    Order,
    Page,
    Past,
    Question,
    Record,
)
from bot.store.persons import load_person
from bot.store.results import (
    EVERYWHERE,
    GAMMONS,
    between,
    changes_of,
    load_rating,
    read_generation,
    scope_of,
)
from bot.store.rooms import addresses
from bot.store.schema import chouette_result, game_result, person, rating


def standings_page(conn: Connection, question: Question, since: int | None, asker: PersonId | None) -> Page:
    """A page of a table; ``since`` is when the period of the question began. The last page stands for all
    beyond it.
    """
    kept = since is None and question.order is not Order.CHOUETTE
    found = (_from_ratings if kept else _added_up)(conn, question, since, asker)
    if not found.rows and found.total:
        return standings_page(conn, replace(question, page=-(-found.total // PAGE) - 1), since, asker)
    persons = [row.person_id for row, _ in (*found.rows, *found.own)]
    extra = _Extra.of(conn, persons, question, since)
    mine = next((_line(rank, row, extra) for row, rank in found.own), None)
    return Page(question, tuple(_line(rank, row, extra) for row, rank in found.rows), found.total, mine)


Ranked = tuple[Any, int]
"""A row and its rank."""


@dataclass(frozen=True, slots=True)
class _Found:
    """A page of a table, the asker's own row (none or one), and how many the table ranks."""

    rows: tuple[Ranked, ...]
    own: tuple[Ranked, ...]
    total: int


def _from_ratings(conn: Connection, question: Question, since: int | None, asker: PersonId | None) -> _Found:
    """All-time tables: a page is read through the index; ties share the rank of the first of them."""
    ranked = _by_rating(question)
    total = conn.execute(select(func.count()).select_from(ranked)).scalar_one()
    order = (ranked.c.worth.desc(), ranked.c.second.desc(), ranked.c.person_id)
    offset = question.page * PAGE
    rows = conn.execute(select(ranked).order_by(*order).limit(PAGE).offset(offset)).all()
    page: list[Ranked] = []
    for number, row in enumerate(rows):
        tied = bool(page) and page[-1][0].worth == row.worth
        rank = page[-1][1] if tied else offset + number + 1 if number else _rank(conn, ranked, row)
        page.append((row, rank))
    own = conn.execute(select(ranked).where(ranked.c.person_id == asker)).all()
    return _Found(tuple(page), tuple((row, _rank(conn, ranked, row)) for row in own), total)


def _rank(conn: Connection, ranked: Subquery, row: Any) -> int:
    better = select(func.count()).select_from(ranked).where(ranked.c.worth > row.worth)
    count: int = conn.execute(better).scalar_one()
    return count + 1


def _added_up(conn: Connection, question: Question, since: int | None, asker: PersonId | None) -> _Found:
    """Tables of a period, and those of chouettes: added up and ranked in one statement."""
    by_chouette = question.order is Order.CHOUETTE
    sums = (_by_chouette if by_chouette else _by_results)(conn, question.room, since or 0)
    order = (sums.c.worth.desc(), sums.c.second.desc(), sums.c.person_id)
    ranked = select(
        sums,
        func.rank().over(order_by=sums.c.worth.desc()).label("rank"),
        func.row_number().over(order_by=order).label("place"),
        func.count().over().label("total"),
    ).subquery()
    first = question.page * PAGE
    wanted = or_(
        ranked.c.place.between(first + 1, first + PAGE), ranked.c.person_id == asker, ranked.c.place == 1
    )
    rows = conn.execute(select(ranked).where(wanted).order_by(ranked.c.place)).all()
    return _Found(
        tuple((row, row.rank) for row in rows if first < row.place <= first + PAGE),
        tuple((row, row.rank) for row in rows if row.person_id == asker),
        rows[0].total if rows else 0,
    )


@dataclass(frozen=True, slots=True)
class _Extra:
    """What the rows of a page need besides the ranking."""

    names: dict[str, str]
    chouette: dict[str, Any]

    @classmethod
    def of(cls, conn: Connection, persons: list[str], question: Question, since: int | None) -> "_Extra":
        names = select(person.c.id, person.c.name).where(person.c.id.in_(persons))
        sums = _chouette_figures(conn, question.room, since or 0, persons)
        return cls(
            {row.id: row.name for row in conn.execute(names)},
            {row.person_id: row for row in conn.execute(sums)},
        )


def _line(rank: int, row: Any, extra: _Extra) -> Line:
    line = Line(
        rank,
        PersonId(row.person_id),
        extra.names.get(row.person_id, ""),
        row.points,
        row.games,
        row.wins,
        row.gammons,
        row.streak,
        row.opponents,
        row.elo,
        row.experience is not None and row.experience < PROVISIONAL,
    )
    return _with_chouettes(line, extra.chouette.get(row.person_id))


def _with_chouettes(line: Line, sums: Any | None) -> Line:
    """The line with what its person has done in chouettes; None: nothing."""
    if sums is None:
        return line
    return replace(line, chouette=sums.points, in_box=sums.in_box, box_points=sums.box_points, best=sums.best)


def _by_rating(question: Question) -> Subquery:
    columns = rating.c
    by_elo = question.order is Order.ELO
    worth, second = (columns.elo, columns.points) if by_elo else (columns.points, columns.elo)
    scope = EVERYWHERE if question.room is None else scope_of(question.room)
    return (
        select(
            columns.person_id,
            worth.label("worth"),
            second.label("second"),
            columns.points,
            columns.games,
            columns.wins,
            columns.gammons,
            columns.streak,
            columns.opponents,
            columns.elo,
            columns.experience,
        )
        .where(columns.scope == scope, columns.generation == read_generation())
        .subquery()
    )


def _by_results(conn: Connection, room: Chat | None, since: int) -> Subquery:
    won, lost = game_result.c.winner, game_result.c.loser
    counted = [game_result.c.rated, game_result.c.ended_at >= since, *_here(conn, game_result, room)]
    gammon = case((game_result.c.kind.in_(GAMMONS), 1), else_=0)

    def side(who: Any, points: int, win: int, gammons: Any) -> Select[Any]:
        return select(
            who.label("person_id"),
            literal(points).label("points"),
            literal(win).label("win"),
            gammons.label("gammon"),
        ).where(*counted)

    losers = side(lost, -POINTS, 0, literal(0))
    one = side(won, POINTS, 1, gammon).union_all(losers).subquery()
    wins = func.sum(one.c.win)
    return (
        select(
            one.c.person_id,
            func.sum(one.c.points).label("worth"),
            wins.label("second"),
            func.sum(one.c.points).label("points"),
            func.count().label("games"),
            wins.label("wins"),
            func.sum(one.c.gammon).label("gammons"),
            literal(0).label("streak"),
            literal(0).label("opponents"),
            literal(None).label("elo"),
            literal(None).label("experience"),
        )
        .group_by(one.c.person_id)
        .subquery()
    )


def _by_chouette(conn: Connection, room: Chat | None, since: int) -> Subquery:
    sums = _chouette_sums(conn, room, since).subquery()
    return select(
        sums.c.person_id,
        sums.c.points.label("worth"),
        sums.c.games.label("second"),
        sums.c.points,
        sums.c.games,
        sums.c.wins,
        literal(0).label("gammons"),
        literal(0).label("streak"),
        literal(0).label("opponents"),
        literal(None).label("elo"),
        literal(None).label("experience"),
    ).subquery()


def _chouette_sums(conn: Connection, room: Chat | None, since: int) -> Select[Any]:
    columns = chouette_result.c
    return (
        select(
            columns.person_id,
            func.sum(columns.points).label("points"),
            func.count().label("games"),
            func.sum(case((columns.points > 0, 1), else_=0)).label("wins"),
        )
        .where(columns.ended_at >= since, *_here(conn, chouette_result, room))
        .group_by(columns.person_id)
    )


def _chouette_figures(conn: Connection, room: Chat | None, since: int, persons: Sequence[str]) -> Select[Any]:
    """What these persons have done in chouettes; ``best`` is the session that brought most."""
    columns = chouette_result.c
    session = (
        select(
            columns.person_id,
            func.sum(columns.points).label("points"),
            func.count().label("games"),
            func.sum(case((columns.was_box, 1), else_=0)).label("in_box"),
            func.sum(columns.box_points).label("box_points"),
        )
        .where(
            columns.person_id.in_(persons),
            columns.ended_at >= since,
            *_here(conn, chouette_result, room),
        )
        .group_by(columns.person_id, columns.table_id)
        .subquery()
    )
    return select(
        session.c.person_id,
        func.sum(session.c.points).label("points"),
        func.sum(session.c.games).label("games"),
        func.sum(session.c.in_box).label("in_box"),
        func.sum(session.c.box_points).label("box_points"),
        func.max(session.c.points).label("best"),
    ).group_by(session.c.person_id)


def _here(conn: Connection, table: Any, room: Chat | None) -> list[Any]:
    """The condition that something was played in a room, whatever its address was then."""
    if room is None:
        return []
    known = addresses(conn, room.platform, room.chat)
    return [table.c.room_platform == room.platform, table.c.room_chat.in_(known)]


def person_record(conn: Connection, who: PersonId, asker: PersonId | None) -> Record:
    """What a person has done everywhere; raise `UnknownRow`."""
    one = load_person(conn, who)
    held = load_rating(conn, one.id)
    everywhere = select(func.count()).where(
        rating.c.scope == EVERYWHERE, rating.c.generation == read_generation()
    )
    ranked = conn.execute(everywhere).scalar_one()
    rank = None
    if held is not None and held.games:
        rank = conn.execute(everywhere.where(rating.c.points > held.points)).scalar_one() + 1
    moves = [change for change in changes_of(conn, one.id) if change.elo_change]
    best = max((change.elo_after for change in moves), default=START_ELO)
    chouette = conn.execute(_chouette_figures(conn, None, 0, [one.id])).one_or_none()
    line = Line(
        rank or 0,
        one.id,
        one.name,
        held.points if held else 0,
        held.games if held else 0,
        held.wins if held else 0,
        held.gammons if held else 0,
        held.streak if held else 0,
        held.opponents if held else 0,
        held.elo if held else None,
        held is not None and held.experience < PROVISIONAL,
    )
    return Record(
        _with_chouettes(line, chouette),
        rank,
        ranked,
        held.experience if held else 0,
        max(best, START_ELO),
        _thinned([(change.at, change.elo_after) for change in moves]),
        _last(conn, one.id),
        chouette.games if chouette else 0,
        None if asker in (None, one.id) else _head_to_head(conn, one.id, asker),
    )


def _thinned(points: list[tuple[int, float]]) -> tuple[tuple[int, float], ...]:
    """At most so many points of a curve, the newest among them."""
    if len(points) <= CURVE_POINTS:
        return tuple(points)
    step = (len(points) - 1) / (CURVE_POINTS - 1)
    return tuple(points[round(number * step)] for number in range(CURVE_POINTS))


def _last(conn: Connection, who: PersonId) -> tuple[Past, ...]:
    columns = game_result.c
    newest: list[Past] = []
    for own, other in ((columns.winner, columns.loser), (columns.loser, columns.winner)):
        query = (
            select(other, columns.rated, columns.ended_at)
            .where(own == who)
            .order_by(columns.ended_at.desc())
            .limit(LAST_RESULTS)
        )
        won = own is columns.winner
        newest += [Past(won, opponent, bool(rated), at) for opponent, rated, at in conn.execute(query)]
    return tuple(sorted(newest, key=lambda past: past.at)[-LAST_RESULTS:])


def _head_to_head(conn: Connection, who: PersonId, asker: PersonId | None) -> HeadToHead:
    assert asker is not None
    query = select(game_result.c.winner).where(game_result.c.rated, between(who, asker))
    winners = list(conn.execute(query).scalars())
    return HeadToHead(winners.count(who), len(winners) - winners.count(who))
