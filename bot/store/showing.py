"""What is shown where, and what is queued for it in the transaction that has changed it.

Translates between rows and the values of the use cases, for tables and invitations alike; decides nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection

from bot.app import archive as port
from bot.app.ports import TableId
from bot.store import outbox, places, tables
from bot.store.ids import InvitationId, OutboxId, PlaceId
from bot.store.invitations import load_invitation


def place_value(row: places.Place) -> port.Place:
    """The place as the use cases know it."""
    return port.Place(
        row.id,
        row.table_id,
        row.invitation_id,
        row.at,
        row.person_id,
        row.message,
        row.shown_rev,
        row.shown_for,
    )


def open_place(conn: Connection, what: TableId | port.Invitation, show_in: port.ShowIn) -> None:
    """Begin to show it there."""
    view = places.View.ROOM if show_in.person is None else places.View.OWN
    if isinstance(what, port.Invitation):
        offered = InvitationId(what.id)
        places.open_place(conn, None, show_in.chat, view, show_in.person, invitation_id=offered)
    else:
        places.open_place(conn, what, show_in.chat, view, show_in.person)


def show(
    conn: Connection,
    what: TableId | port.Invitation,
    show_in: port.ShowIn,
    now: int,
    *,
    anew: bool,
    redraw: bool,
) -> None:
    """Show it in a chat, in the message that is there or in a new one."""
    here = _places_for(conn, what, show_in)
    if not here:
        open_place(conn, what, show_in)
        here = _places_for(conn, what, show_in)
    queue(conn, here[0], now, anew=anew, redraw=redraw)


def _places_for(
    conn: Connection, what: TableId | port.Invitation, show_in: port.ShowIn
) -> Sequence[places.Place]:
    if isinstance(what, port.Invitation):
        shown = places.places_of_invitation(conn, InvitationId(what.id))
    else:
        shown = places.live_places(conn, what)
    return [place for place in shown if (place.at, place.person_id) == (show_in.chat, show_in.person)]


def queue_invitation(conn: Connection, invitation: InvitationId, now: int) -> set[str]:
    """Let every message of an invitation show it as it has become; on which platforms they are."""
    shown = places.places_of_invitation(conn, invitation)
    for place in shown:
        queue(conn, place, now)
    return {place.at.platform for place in shown}


def queue(
    conn: Connection, place: places.Place, now: int, *, anew: bool = False, redraw: bool = False
) -> None:
    """Let a place show what it shows as it stands; with ``anew`` or ``redraw`` even if it was told so."""
    queue_at(conn, place, _revision(conn, place), now, anew=anew, redraw=redraw)


def queue_at(
    conn: Connection,
    place: places.Place,
    revision: int,
    now: int,
    *,
    anew: bool = False,
    redraw: bool = False,
) -> None:
    """The same, where the revision is known."""
    payload: dict[str, object] = {"place": place.id}
    key = f"board:{place.id}:{revision}"
    if anew:
        payload["anew"] = True
    if anew or redraw:
        key += f":{now}"
    kind, replaces = port.DeliveryKind.BOARD, f"board:{place.id}"
    outbox.enqueue(conn, key, place.at, kind, payload, now=now, replaces=replaces)


def _revision(conn: Connection, place: places.Place) -> int:
    if place.table_id is not None:
        return tables.load_table(conn, place.table_id).revision
    assert place.invitation_id is not None  # the schema sees to it
    return load_invitation(conn, place.invitation_id).revision


def claim(conn: Connection, platform: str, now: int, limit: int) -> port.Claimed:
    """Take what can be sent now."""
    rows = outbox.claim(conn, platform, now, limit)
    return port.Claimed(deliveries(conn, rows), outbox.next_send(conn, platform))


def deliveries(conn: Connection, rows: Sequence[outbox.OutboxRow]) -> list[port.Delivery]:
    """Rows with the places that they are for."""
    boards = {row.id: PlaceId(row.payload["place"]) for row in rows if row.kind == port.DeliveryKind.BOARD}
    found = places.load_places(conn, list(boards.values()))
    return [_delivery(row, found[boards[row.id]] if row.id in boards else None) for row in rows]


def _delivery(row: outbox.OutboxRow, place: places.Place | None) -> port.Delivery:
    return port.Delivery(
        row.id,
        row.dedup_key,
        row.to,
        port.DeliveryKind(row.kind),
        row.payload,
        row.attempts,
        row.created_at,
        place_value(place) if place is not None and place.live else None,
    )


def sent(conn: Connection, delivery: OutboxId, now: int) -> bool:
    """A row is done. Whether more waits for its chat."""
    outbox.mark_sent(conn, delivery, now)
    return outbox.waits_behind(conn, delivery)
