"""Questions about standings and records, and their answers as plain values; the port that answers them.

Knows no database and no words. Ties share a rank; a room is a chat with all its topics.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from enum import StrEnum
from typing import Protocol

from bot.app.ports import Chat, PersonId

PAGE = 10
CURVE_POINTS = 200
LAST_RESULTS = 20


class Period(StrEnum):
    """The games that count: since the last midnight, Monday, first of the month, or all."""

    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    ALL = "all"


class Order(StrEnum):
    """What a table is ranked by. Elo only for all time; ``CHOUETTE`` are points of chouettes."""

    POINTS = "points"
    ELO = "elo"
    CHOUETTE = "chouette"


def since(period: Period, now_ms: int, tz: tzinfo) -> int | None:
    """When the period began that is running now, in the installation's calendar; None for all time."""
    day = datetime.fromtimestamp(now_ms / 1000, tz).replace(
        tzinfo=None, hour=0, minute=0, second=0, microsecond=0
    )
    match period:
        case Period.ALL:
            return None
        case Period.WEEK:
            day -= timedelta(days=day.weekday())
        case Period.MONTH:
            day = day.replace(day=1)
        case Period.DAY:
            pass
    return round(day.replace(tzinfo=tz).astimezone(UTC).timestamp() * 1000)


@dataclass(frozen=True, slots=True)
class Question:
    """Which page of which table: of a room (None: everywhere), pages counted from 0."""

    room: Chat | None
    period: Period = Period.ALL
    order: Order = Order.POINTS
    page: int = 0


@dataclass(frozen=True, slots=True)
class Line:
    """One person of a table. ``gammons`` and ``streak`` belong to games that counted, ``chouette`` are points
    of chouettes in the period (None: took part in none), ``in_box`` are games in the box, ``box_points`` what
    those brought, ``best`` are the points of the best session. Elo, streak and opponents are known for all
    time only.
    """

    rank: int
    person: PersonId
    name: str
    points: int
    games: int
    wins: int
    gammons: int = 0
    streak: int = 0
    opponents: int = 0
    elo: float | None = None
    provisional: bool = False
    chouette: int | None = None
    in_box: int = 0
    box_points: int = 0
    best: int = 0


@dataclass(frozen=True, slots=True)
class Page:
    """A page of a table; ``total`` is how many persons it ranks, ``mine`` the asker's own line."""

    question: Question
    lines: tuple[Line, ...]
    total: int
    mine: Line | None = None

    @property
    def pages(self) -> int:
        """How many pages there are, at least one."""
        return max(1, -(-self.total // PAGE))


@dataclass(frozen=True, slots=True)
class Past:
    """A finished game of a person: won or not, against whom (None: the computer), counted or not."""

    won: bool
    other: PersonId | None
    counted: bool
    at: int


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """The games of two that counted, as the first of them sees it."""

    wins: int
    losses: int


@dataclass(frozen=True, slots=True)
class Record:
    """What a person has done. ``curve`` is (time, Elo) of each change, oldest first; ``rank`` None without a
    game that counted.
    """

    line: Line
    rank: int | None
    ranked: int
    experience: int
    best_elo: float
    curve: tuple[tuple[int, float], ...]
    last: tuple[Past, ...]
    chouette_games: int
    against: HeadToHead | None = None


class StandingsBook(Protocol):
    """Answers questions about standings."""

    async def standings(self, question: Question, now: int, asker: PersonId | None = None) -> Page:
        """A page of a table."""

    async def record(self, person: PersonId, asker: PersonId | None = None) -> Record:
        """What a person has done everywhere. Raises ``Unknown``."""
