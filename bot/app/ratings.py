"""What a finished game counts: points, the FIBS formula, and each reason why it counts nothing (rules.md §6).

Pure: persons are ids, times are milliseconds, nothing is read or written. A *result* is one game; the last
game of a match also carries the match's length, for which the Elo numbers change once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from enum import StrEnum

from bot.app.ports import PersonId, TableId

POINTS = 10
"""Speedgamez: ten points for a win, ten less for a loss."""

START_ELO = 1500.0
PROVISIONAL = 50
"""Experience below which an Elo number says little (reliability.md R41)."""

SHORTEST_MS = 60_000
MOST_A_DAY = 5
LEAVING_MS, LEAVING_SOON_MS, LEAVING_MOVES = 120_000, 60_000, 10


class Reason(StrEnum):
    """Why a game does not count, the first that applies in this order."""

    RULES = "rules"
    COMPUTER = "computer"
    GUEST = "guest"
    SHORT = "short"
    OFTEN = "often"


@dataclass(frozen=True, slots=True)
class Finished:
    """A game that has just ended. ``winner`` or ``loser`` is None for the computer. ``played_ms`` leaves out
    what was credited or paused. ``elo_length`` is the length of the match that ended with this game (1 for a
    game of a session, 0 for a match that goes on), ``elo_ms`` how long what the Elo counts was played.
    """

    game: int
    winner: PersonId | None
    loser: PersonId | None
    kind: str
    how: str
    points: int
    cube: int
    started_at: int
    played_ms: int
    moves: int
    elo_length: int
    elo_ms: int
    rated: bool


@dataclass(frozen=True, slots=True)
class EloChange:
    """What a game did to one person's Elo number."""

    person: PersonId
    change: float
    after: float


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a finished game: ``reason`` is why it brought no points (None: it did). ``elo`` holds
    the winner's change and the loser's; empty where the Elo numbers rest.
    """

    game: int
    winner: PersonId | None
    loser: PersonId | None
    reason: Reason | None
    elo: tuple[EloChange, ...] = ()


def why_not(game: Finished, played_ms: int, *, guest: bool, counted_today: int) -> Reason | None:
    """Why a game (or match) of this duration brings nothing; None if it counts. ``counted_today`` is how
    many of these two have counted that day already.
    """
    if game.winner is None or game.loser is None:
        return Reason.COMPUTER
    if not game.rated:
        return Reason.RULES
    if guest:
        return Reason.GUEST
    if played_ms < SHORTEST_MS:
        return Reason.SHORT
    return Reason.OFTEN if counted_today >= MOST_A_DAY else None


def leaving_loses(played_ms: int, moves: int) -> bool:
    """Whether leaving (or running out of time) loses: after 2 minutes, or 1 with 10 plays of both together;
    before that nothing has happened.
    """
    return played_ms >= LEAVING_MS or (played_ms >= LEAVING_SOON_MS and moves >= LEAVING_MOVES)


def local_day(at_ms: int, tz: tzinfo) -> tuple[int, int]:
    """Beginning and end (not included) of the calendar day of a moment, in milliseconds."""
    day = datetime.fromtimestamp(at_ms / 1000, tz).replace(hour=0, minute=0, second=0, microsecond=0)
    tomorrow = (day.replace(tzinfo=None) + timedelta(days=1)).replace(tzinfo=tz)
    return _ms(day), _ms(tomorrow)


def _ms(at: datetime) -> int:
    return round(at.astimezone(UTC).timestamp() * 1000)


def elo_changes(
    winner: float, loser: float, length: int, winner_experience: int, loser_experience: int
) -> tuple[float, float]:
    """The FIBS formula (docs/sources.md): what winner and loser of a match of ``length`` points gain."""
    root: float = length**0.5
    unexpected: float = 1 / (10 ** ((winner - loser) * root / 2000) + 1)
    gained, lost = (
        4 * _k(experience) * root * unexpected for experience in (winner_experience, loser_experience)
    )
    return gained, -lost


def _k(experience: int) -> float:
    return max(1.0, 5 - experience / 100)


@dataclass(frozen=True, slots=True)
class Rating:
    """Where a person stands in a scope (everywhere, or a room). ``streak`` counts wins in a row, losses
    below zero; ``opponents`` different persons met in games that counted.
    """

    person_id: PersonId
    scope: str
    elo: float = START_ELO
    experience: int = 0
    points: int = 0
    games: int = 0
    wins: int = 0
    gammons: int = 0
    streak: int = 0
    updated_at: int = 0
    opponents: int = 0


@dataclass(frozen=True, slots=True)
class Counted:
    """A result as the fold sees it: between two persons, in its scopes, at its end."""

    table: TableId
    game: int
    scopes: tuple[str, ...]
    winner: PersonId
    loser: PersonId
    gammon: bool
    rated: bool
    elo_length: int
    ended_at: int


Held = Callable[[PersonId, str], Rating | None]
FirstMeeting = Callable[[str, Counted], bool]


class RatingFold:
    """Ratings as a fold over results in the order of their ends. ``held`` reads what was folded before,
    ``first_meeting`` says whether these two meet in a scope for the first time.
    """

    def __init__(self, held: Held, first_meeting: FirstMeeting) -> None:
        self._held, self._first = held, first_meeting
        self.changed: dict[tuple[PersonId, str], Rating] = {}

    def apply(self, result: Counted) -> dict[str, tuple[EloChange, ...]]:
        """Count a result in all its scopes; how the Elo numbers changed in each."""
        return {scope: self._in_scope(scope, result) for scope in result.scopes}

    def of(self, person: PersonId, scope: str) -> Rating:
        """A person's rating as it stands now."""
        key = (person, scope)
        rating = self.changed.get(key) or self._held(person, scope)
        return rating or Rating(person, scope)

    def _in_scope(self, scope: str, result: Counted) -> tuple[EloChange, ...]:
        winner, loser = self.of(result.winner, scope), self.of(result.loser, scope)
        met = int(result.rated and self._first(scope, result))
        by = (0.0, 0.0)
        if result.elo_length:
            by = elo_changes(winner.elo, loser.elo, result.elo_length, winner.experience, loser.experience)
        winner = _after(winner, result, by[0], met, won=True)
        loser = _after(loser, result, by[1], met, won=False)
        self.changed[result.winner, scope], self.changed[result.loser, scope] = winner, loser
        if not result.elo_length:
            return ()
        return (
            EloChange(result.winner, by[0], winner.elo),
            EloChange(result.loser, by[1], loser.elo),
        )


def _after(rating: Rating, result: Counted, change: float, met: int, *, won: bool) -> Rating:
    """A side's rating after a result; made in one go, for a fold over very many."""
    counts, points = int(result.rated), POINTS if won else -POINTS
    streak = (max(rating.streak, 0) + 1 if won else min(rating.streak, 0) - 1) if counts else rating.streak
    return Rating(
        rating.person_id,
        rating.scope,
        rating.elo + change,
        rating.experience + result.elo_length,
        rating.points + points * counts,
        rating.games + counts,
        rating.wins + counts * won,
        rating.gammons + (counts and won and result.gammon),
        streak,
        result.ended_at,
        rating.opponents + met,
    )
