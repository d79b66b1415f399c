"""Challenges and gatherings that wait for people: changed by revision, as two may press at once."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from sqlalchemy import Connection, Select, func, insert, or_, select, update

from bot.app.ports import Chat, PersonId, TableId
from bot.store.chats import room_columns, room_of
from bot.store.errors import Conflict, UnknownRow
from bot.store.ids import InvitationId
from bot.store.schema import invitation

Json = Mapping[str, Any]


class InvitationState(StrEnum):
    """What became of it."""

    OPEN = "open"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    EXPIRED = "expired"


@dataclass(frozen=True, slots=True)
class Invitation:
    """An offer to play by these rules, to one person or (None) to anybody; `table_id` is what it led to."""

    id: InvitationId
    kind: str
    room: Chat | None
    by_person: PersonId
    to_person: PersonId | None
    rules: Json
    data: Json
    state: InvitationState
    created_at: int
    expires_at: int | None
    revision: int
    table_id: TableId | None


def create_invitation(
    conn: Connection,
    invitation_id: InvitationId,
    kind: str,
    *,
    by: PersonId,
    to: PersonId | None,
    room: Chat | None,
    rules: Json,
    data: Json,
    now: int,
    expires_at: int | None,
) -> None:
    """Open an invitation at revision 0."""
    conn.execute(
        insert(invitation).values(
            id=invitation_id,
            kind=kind,
            **room_columns(room),
            by_person=by,
            to_person=to,
            rules=dict(rules),
            data=dict(data),
            state=InvitationState.OPEN,
            created_at=now,
            expires_at=expires_at,
            revision=0,
        )
    )


def load_invitation(conn: Connection, invitation_id: InvitationId) -> Invitation:
    """The invitation in whatever state; raise `UnknownRow`."""
    found = _all(conn, select(invitation).where(invitation.c.id == invitation_id))
    if not found:
        raise UnknownRow("invitation", invitation_id)
    return found[0]


def change_invitation(
    conn: Connection,
    before: Invitation,
    *,
    state: InvitationState | None = None,
    by: PersonId | None = None,
    to: PersonId | None = None,
    rules: Json | None = None,
    data: Json | None = None,
    expires_at: int | None = None,
    table_id: TableId | None = None,
) -> int:
    """Change what is given and return the new revision; raise `Conflict` if it has changed since `before`.

    `by` and `to` are for counter-offers, where the two change places.
    """
    given = {
        "state": state,
        "by_person": by,
        "to_person": to,
        "rules": None if rules is None else dict(rules),
        "data": None if data is None else dict(data),
        "expires_at": expires_at,
        "table_id": table_id,
    }
    changes = {name: value for name, value in given.items() if value is not None}
    changed = (
        update(invitation)
        .where(invitation.c.id == before.id, invitation.c.revision == before.revision)
        .values(**changes, revision=before.revision + 1)
    )
    if conn.execute(changed).rowcount != 1:
        found = load_invitation(conn, before.id).revision
        raise Conflict("invitation", before.id, before.revision, found)
    return before.revision + 1


def open_invitations_of(conn: Connection, person: PersonId) -> list[Invitation]:
    """The open invitations that a person has made or got, the oldest first."""
    concerns = or_(invitation.c.by_person == person, invitation.c.to_person == person)
    return _all(conn, _open().where(concerns))


def open_invitations_in(conn: Connection, room: Chat) -> list[Invitation]:
    """The open invitations that were made in a room, the oldest first."""
    here = (invitation.c[name] == value for name, value in room_columns(room).items())
    return _all(conn, _open().where(*here))


def expired_invitations(conn: Connection, now: int, limit: int) -> list[Invitation]:
    """Open invitations whose time has passed."""
    return _all(conn, _open().where(invitation.c.expires_at <= now).limit(limit))


def next_expiry(conn: Connection) -> int | None:
    """When the next open invitation expires, or did."""
    is_open = invitation.c.state == InvitationState.OPEN
    earliest: int | None = conn.execute(select(func.min(invitation.c.expires_at)).where(is_open)).scalar_one()
    return earliest


def _open() -> "Select[Any]":
    return (
        select(invitation)
        .where(invitation.c.state == InvitationState.OPEN)
        .order_by(invitation.c.created_at, invitation.c.id)
    )


def _all(conn: Connection, query: "Select[Any]") -> list[Invitation]:
    return [
        Invitation(
            id=InvitationId(row["id"]),
            kind=row["kind"],
            room=room_of(row),
            by_person=row["by_person"],
            to_person=row["to_person"],
            rules=row["rules"],
            data=row["data"],
            state=InvitationState(row["state"]),
            created_at=row["created_at"],
            expires_at=row["expires_at"],
            revision=row["revision"],
            table_id=row["table_id"],
        )
        for row in conn.execute(query).mappings()
    ]
