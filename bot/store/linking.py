"""How somebody known on two platforms becomes one person: a code that works once, and merging.

The log is not touched: events name seats. What is found by person (seats, places, results) follows to the
one who stays, except where both took part, which stays with two persons as it was played.
"""

from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    Table,
    bindparam,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    update,
)

from bot.app.ports import PersonId
from bot.store.errors import SeatedTogether
from bot.store.persons import keep_naming, load_person
from bot.store.schema import (
    chouette_result,
    game_result,
    identity,
    invitation,
    link_code,
    person,
    place,
    rating_event,
    seat,
    tables,
)
from bot.store.standings import count_as_one


def put_link_code(conn: Connection, person_id: PersonId, code_hash: str, expires_at: int) -> None:
    """Let this code mean the person until it expires; his earlier codes are void."""
    conn.execute(delete(link_code).where(link_code.c.person_id == person_id))
    conn.execute(insert(link_code).values(code_hash=code_hash, person_id=person_id, expires_at=expires_at))


def redeem_link_code(conn: Connection, code_hash: str, now: int) -> PersonId | None:
    """Whom the code means, or None; it works once. Expired codes are swept away."""
    conn.execute(delete(link_code).where(link_code.c.expires_at <= now))
    used = delete(link_code).where(link_code.c.code_hash == code_hash).returning(link_code.c.person_id)
    found = conn.execute(used).scalar_one_or_none()
    return None if found is None else PersonId(found)


def merge_persons(conn: Connection, gone: PersonId, into: PersonId) -> None:
    """Make `gone` the same person as `into`; raise `SeatedTogether` if they play at one open table.

    Costs what the two have played, however much all others have.
    """
    gone, into = load_person(conn, gone).id, load_person(conn, into).id
    if gone == into:
        return
    _refuse_same_table(conn, gone, into)
    _move_seats(conn, gone, into)
    keep_naming(conn, into)
    for table in (identity, place):
        conn.execute(update(table).where(table.c.person_id == gone).values(person_id=into))
    conn.execute(delete(link_code).where(link_code.c.person_id == gone))
    _move_invitations(conn, gone, into)
    count_as_one(conn, gone, into)
    _move_results(conn, gone, into)
    _retire(conn, gone, into)


def _refuse_same_table(conn: Connection, gone: PersonId, into: PersonId) -> None:
    query = _tables_of(gone).where(seat.c.table_id.in_(_tables_of(into)), tables.c.status == "open")
    shared = conn.execute(query.join(tables, tables.c.id == seat.c.table_id).limit(1)).scalar_one_or_none()
    if shared is not None:
        raise SeatedTogether(shared)


def _tables_of(person_id: PersonId) -> "Select[Any]":
    return select(seat.c.table_id).where(seat.c.person_id == person_id)


def _move_seats(conn: Connection, gone: PersonId, into: PersonId) -> None:
    alone = _tables_of(gone).where(seat.c.table_id.not_in(_tables_of(into)))
    rows = conn.execute(select(tables.c.id, tables.c.seats).where(tables.c.id.in_(alone))).all()
    if not rows:
        return
    moved = [{"moved": row.id, "to": _seats_of(row.seats, gone, into)} for row in rows]
    conn.execute(update(tables).where(tables.c.id == bindparam("moved")).values(seats=bindparam("to")), moved)
    theirs = (seat.c.person_id == gone, seat.c.table_id == bindparam("moved"))
    conn.execute(update(seat).where(*theirs).values(person_id=into), [{"moved": row.id} for row in rows])


def _seats_of(seats: list[dict[str, Any]], gone: PersonId, into: PersonId) -> list[dict[str, Any]]:
    return [one | {"person": into} if one["person"] == gone else one for one in seats]


_CHALLENGER = "$.challenger"
"""Where an invitation answered by other rules keeps who has challenged (`bot/app/invitations.py`)."""


def _move_invitations(conn: Connection, gone: PersonId, into: PersonId) -> None:
    for column in (invitation.c.by_person, invitation.c.to_person):
        conn.execute(update(invitation).where(column == gone).values({column.name: into}))
    challenged = func.json_extract(invitation.c.data, _CHALLENGER) == gone
    moved = func.json_set(invitation.c.data, _CHALLENGER, into)
    conn.execute(update(invitation).where(challenged).values(data=moved))
    to_himself = (invitation.c.by_person == invitation.c.to_person, invitation.c.state == "open")
    conn.execute(
        update(invitation).where(*to_himself).values(state="withdrawn", revision=invitation.c.revision + 1)
    )


def _move_results(conn: Connection, gone: PersonId, into: PersonId) -> None:
    played_himself = or_(game_result.c.winner == into, game_result.c.loser == into)
    for column in (game_result.c.winner, game_result.c.loser):
        conn.execute(update(game_result).where(column == gone, ~played_himself).values({column.name: into}))
    for table in (rating_event, chouette_result):
        conn.execute(
            update(table).where(table.c.person_id == gone, ~_also_there(table, into)).values(person_id=into)
        )


def _also_there(table: Table, person_id: PersonId) -> "ColumnElement[bool]":
    other = table.alias()
    return exists(
        select(other.c.game).where(
            other.c.table_id == table.c.table_id, other.c.game == table.c.game, other.c.person_id == person_id
        )
    )


def _retire(conn: Connection, gone: PersonId, into: PersonId) -> None:
    registered = load_person(conn, gone).rules_accepted_at
    if registered is not None:
        guest = (person.c.id == into, person.c.rules_accepted_at.is_(None))
        conn.execute(update(person).where(*guest).values(rules_accepted_at=registered))
    conn.execute(
        update(person).where(or_(person.c.id == gone, person.c.merged_into == gone)).values(merged_into=into)
    )
