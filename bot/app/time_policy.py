"""What the clock must know of persons: their quiet hours, their wish to be reminded, and where to tell them.

Knows no words: what is told are codes and facts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from bot.app.archive import Archive, Notice, Place
from bot.app.people import People
from bot.app.ports import PersonId
from bot.app.table import Seat, Table
from bot.app.timekeeping import (
    Deferred,
    EndOffered,
    OfferDeclined,
    PauseOffered,
    Reminded,
    TimeEvent,
)

CORRESPONDENCE_MS = 12 * 3_600_000
"""Quiet hours matter where a decision has at least this long."""


@dataclass(frozen=True, slots=True)
class Quiet:
    """Hours of the day in which a person's deadlines do not end: from ``begin`` to ``end`` o'clock, over
    midnight where ``end`` is the earlier one.
    """

    begin: int
    end: int
    tz: tzinfo

    def covers(self, at: datetime) -> bool:
        """Whether a moment lies in them."""
        if self.begin <= self.end:
            return self.begin <= at.hour < self.end
        return at.hour >= self.begin or at.hour < self.end


def read_quiet(settings: Mapping[str, Any], default: tzinfo) -> Quiet | None:
    """A person's quiet hours ("22-7"), None for none."""
    begin, _, end = str(settings.get("quiet", "")).partition("-")
    if not (begin.isdecimal() and end.isdecimal()) or int(begin) == int(end):
        return None
    return Quiet(int(begin) % 24, int(end) % 24, read_zone(settings, default))


def read_zone(settings: Mapping[str, Any], default: tzinfo) -> tzinfo:
    """A person's time zone; the installation's for who has named none."""
    name = settings.get("time_zone")
    try:
        return ZoneInfo(str(name)) if name else default
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return default


def out_of_quiet(at_ms: int, quiet: Quiet) -> int:
    """The moment itself, or the end of the quiet hours in which it lies."""
    at = datetime.fromtimestamp(at_ms / 1000, quiet.tz)
    if not quiet.covers(at):
        return at_ms
    day = at.replace(tzinfo=None, hour=0, minute=0, second=0, microsecond=0)
    if at.hour >= quiet.end:
        day += timedelta(days=1)
    end = day.replace(hour=quiet.end).replace(tzinfo=quiet.tz)
    return max(at_ms, round(end.astimezone(UTC).timestamp() * 1000))


class PersonalTime:
    """``bot.app.tables.TimePolicy`` over what people have set."""

    def __init__(self, archive: Archive, people: People, tz: tzinfo) -> None:
        self._archive, self._people, self._tz = archive, people, tz

    async def deferred(self, table: Table) -> Deferred | None:
        """The deadline of a correspondence move, moved out of the quiet hours of the one who is awaited."""
        time = table.time
        if time.due_at is None or time.seat is None or time.late is not None or time.paused_at is not None:
            return None
        if time.due_at - time.since < CORRESPONDENCE_MS:
            return None
        person = await self._people.person(table.seat(time.seat).person)
        quiet = read_quiet(person.settings, self._tz)
        if quiet is None:
            return None
        due_at = out_of_quiet(time.due_at, quiet)
        remind_at = None if time.remind_at is None else out_of_quiet(time.remind_at, quiet)
        if (due_at, remind_at) == (time.due_at, time.remind_at):
            return None
        return Deferred(due_at, remind_at)

    async def notices(
        self, table: Table, events: Sequence[TimeEvent], acting: frozenset[str]
    ) -> tuple[Notice, ...]:
        """Who is told what, in the table's rooms and in that person's own chats where it is shown."""
        told = [one for event in events for one in _told(table, event, acting)]
        if not told:
            return ()
        places = await self._archive.places(table.id)
        found: list[Notice] = []
        for seat, code, facts in told:
            if await self._wants(seat.person, code):
                found += _in_places(places, seat.person, code, facts)
        return tuple(found)

    async def _wants(self, person: PersonId, code: str) -> bool:
        if code != "time.reminder":
            return True
        return (await self._people.person(person)).settings.get("reminders", True) is not False


Told = tuple[Seat, str, dict[str, Any]]


def _told(table: Table, event: TimeEvent, acting: frozenset[str]) -> Iterator[Told]:
    time = table.time
    facts: dict[str, Any] = {"table": table.id, "revision": table.revision}
    match event:
        case Reminded(seat):
            left = round(max(0, (time.due_at or 0) - table.updated_at) / 1000)
            for key in sorted({seat} if seat else acting) if left else ():
                yield from _to(table, key, "time.reminder", {**facts, "left": left, "who": _name(table, key)})
        case PauseOffered(by) | EndOffered(by):
            code = "time.pause_offered" if isinstance(event, PauseOffered) else "time.end_offered"
            for other in _others(table, by):
                yield from _to(table, other, code, {**facts, "who": _name(table, by)})
        case OfferDeclined(by):
            for other in _others(table, by):
                yield from _to(table, other, "time.declined", {**facts, "who": _name(table, by)})
        case _:
            return


def _others(table: Table, key: str) -> list[str]:
    return [seat.key for seat in table.seats if seat.key != key]


def _name(table: Table, key: str) -> str:
    return table.seat(key).name


def _to(table: Table, key: str, code: str, facts: dict[str, Any]) -> Iterator[Told]:
    seat = table.seat(key)
    if seat.level is None:
        yield seat, code, facts


def _in_places(
    places: Sequence[Place], person: PersonId, code: str, facts: dict[str, Any]
) -> Iterator[Notice]:
    for place in places:
        if place.person in (None, person):
            yield Notice(place.chat, code, facts, person)
