"""Agreeing at a table of several: everyone who is there must be for a pause, or for an end without a result.

Pure. What is agreed on follows from what is said here; who may say it, and what else a table's time allows,
is judged in ``bot.app.table_time``.
"""

from __future__ import annotations

from typing import Any

from bot.app.refused import Refused
from bot.app.table import Kind, Seat, Table
from bot.app.timed_kinds import Shared
from bot.app.timekeeping import EndOffered, OfferAgreed, OfferDeclined, PauseOffered, Timekeeping

OFFERS = (PauseOffered, EndOffered, OfferAgreed, OfferDeclined)


def offerer(time: Timekeeping) -> str | None:
    """The seat that has made the open offer."""
    return time.pause_offer or time.end_offer


def still_asked(table: Table, there: frozenset[str]) -> tuple[Seat, ...]:
    """The persons, of the seats that are there, who have not said yet what they think of the open offer."""
    said = {offerer(table.time), *table.time.agreed}
    return tuple(
        seat for seat in table.seats if seat.key in there and seat.level is None and seat.key not in said
    )


def shown_on_boards(kind: Kind, event: object) -> bool:
    """Whether the boards of this kind tell of the event: then they are drawn again, and no line is sent."""
    return isinstance(kind, Shared) and isinstance(event, OFFERS)


def offer_stands(kind: Kind, before: Any, after: Any) -> bool:
    """Whether what is offered outlasts an event of the game: among several it does, as long as the same
    people are there; between two it falls with the next decision.
    """
    if not isinstance(kind, Shared) or before is None:
        return False
    return kind.asked_to_agree(before) == kind.asked_to_agree(after)


def agreed_by(table: Table, seat: str, there: frozenset[str]) -> OfferAgreed | None:
    """What it means that ``seat`` is for the open offer; None: with this all are. Raises ``Refused``."""
    if seat in (offerer(table.time), *table.time.agreed):
        raise Refused("time.said_already")
    if any(one.key != seat for one in still_asked(table, there)):
        return OfferAgreed(seat)
    return None
