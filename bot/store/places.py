"""Where boards and challenges are shown: one row for each message that follows a table or an invitation."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from sqlalchemy import Connection, RowMapping, bindparam, insert, select, update

from bot.app.ports import Chat, PersonId, TableId
from bot.store.chats import chat_columns, chat_of, in_chat
from bot.store.ids import InvitationId, PlaceId
from bot.store.schema import place


class View(StrEnum):
    """Whose board it is: everybody's in the room, or one person's own."""

    ROOM = "room"
    OWN = "own"


@dataclass(frozen=True, slots=True)
class Place:
    """A live or closed message of a table or of an invitation; `message` is None until sent, `shown_rev` what
    it shows, `shown_for` to whom.
    """

    id: PlaceId
    table_id: TableId | None
    invitation_id: InvitationId | None
    person_id: PersonId | None
    at: Chat
    message: str | None
    shown_rev: int | None
    shown_for: tuple[PersonId, ...]
    live: bool
    view: View


def open_place(
    conn: Connection,
    table_id: TableId | None,
    at: Chat,
    view: View,
    person_id: PersonId | None = None,
    *,
    invitation_id: InvitationId | None = None,
) -> PlaceId:
    """Begin to show a table, or an invitation, in a chat; the message is not there yet."""
    made = insert(place).values(
        table_id=table_id,
        invitation_id=invitation_id,
        person_id=person_id,
        **chat_columns(at),
        shown_for=[],
        state="live",
        view=view,
    )
    return PlaceId(conn.execute(made.returning(place.c.id)).scalar_one())


def load_place(conn: Connection, place_id: PlaceId) -> Place | None:
    """The place, live or closed."""
    row = conn.execute(_one_place, {"place_id": place_id}).mappings().one_or_none()
    return None if row is None else _place(row)


def load_places(conn: Connection, ids: Sequence[PlaceId]) -> dict[PlaceId, Place]:
    """These places, live or closed."""
    if not ids:
        return {}
    rows = conn.execute(_some_places, {"place_ids": list(ids)}).mappings()
    return {found.id: found for found in map(_place, rows)}


def live_places(conn: Connection, table_id: TableId) -> list[Place]:
    """The places where a table is shown now, the oldest first."""
    return [_place(row) for row in conn.execute(_live, {"shown_table": table_id}).mappings()]


def places_of_invitation(conn: Connection, invitation_id: InvitationId) -> list[Place]:
    """The places where an invitation is shown now, the oldest first."""
    return [_place(row) for row in conn.execute(_offered, {"offered": invitation_id}).mappings()]


def places_in(conn: Connection, at: Chat, *, whole: bool = False) -> list[Place]:
    """The live places of one chat or topic, the oldest first; with ``whole`` of all its topics."""
    query = select(place).where(in_chat(place, at, whole=whole), place.c.state == "live").order_by(place.c.id)
    return [_place(row) for row in conn.execute(query).mappings()]


def place_of_message(conn: Connection, at: Chat, message: str) -> Place | None:
    """The newest place that a message of a chat is, live or closed; the topic does not matter."""
    sought = {"of_platform": at.platform, "of_chat": at.chat, "of_message": message}
    row = conn.execute(_newest_of_message, sought).mappings().one_or_none()
    return None if row is None else _place(row)


def mark_shown(
    conn: Connection,
    place_id: PlaceId,
    message: str | None,
    revision: int,
    shown_for: Sequence[PersonId] = (),
) -> None:
    """The chat shows the table at this revision, in this message, and these people were notified."""
    shows = {"message": message, "shown_rev": revision, "shown_for": list(shown_for)}
    conn.execute(_shows, {"place_id": place_id, **shows})


def forget_message(conn: Connection, place_id: PlaceId) -> None:
    """The message is gone (deleted, or the chat is): the next board is a new one."""
    conn.execute(update(place).where(place.c.id == place_id).values(message=None, shown_rev=None))


def close_place(conn: Connection, place_id: PlaceId) -> None:
    """Show the table there no more."""
    conn.execute(update(place).where(place.c.id == place_id).values(state="closed"))


# Built once: these run with every press.
_one_place = select(place).where(place.c.id == bindparam("place_id"))
_some_places = select(place).where(place.c.id.in_(bindparam("place_ids", expanding=True)))
_live = (
    select(place)
    .where(place.c.table_id == bindparam("shown_table"), place.c.state == "live")
    .order_by(place.c.id)
)
_offered = (
    select(place)
    .where(place.c.invitation_id == bindparam("offered"), place.c.state == "live")
    .order_by(place.c.id)
)
_newest_of_message = (
    select(place)
    .where(
        place.c.platform == bindparam("of_platform"),
        place.c.chat == bindparam("of_chat"),
        place.c.message == bindparam("of_message"),
    )
    .order_by(place.c.id.desc())
    .limit(1)
)
_shows = (
    update(place)
    .where(place.c.id == bindparam("place_id"))
    .values({name: bindparam(name) for name in ("message", "shown_rev", "shown_for")})
)


def _place(row: RowMapping) -> Place:
    return Place(
        id=PlaceId(row["id"]),
        table_id=row["table_id"],
        invitation_id=row["invitation_id"],
        person_id=row["person_id"],
        at=chat_of(row),
        message=row["message"],
        shown_rev=row["shown_rev"],
        shown_for=tuple(row["shown_for"]),
        live=row["state"] == "live",
        view=View(row["view"]),
    )
