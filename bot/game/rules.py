"""A rule set as one frozen, validated record (rules.md §1); presets for the usual ways to play.

Every combination of the fields that the constructor accepts is playable.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bot.game.violations import BadInput


class Count(StrEnum):
    """How a series is measured (Speedgamez, Punktezählung)."""

    POINTS = "points"
    WINS = "wins"


class Opening(StrEnum):
    """Who starts: one die each (seed §4), or the challenger and then by turns (Speedgamez)."""

    ROLL = "roll"
    ALTERNATE = "alternate"


class Start(StrEnum):
    """Where the checkers stand first (Speedgamez, Startaufstellung)."""

    STANDARD = "standard"
    BAR = "bar"


class Contact(StrEnum):
    """What landing on a lone enemy checker does (Speedgamez, Blocken/Schlagen)."""

    HIT = "hit"
    PIN = "pin"


class BearOff(StrEnum):
    """Whether a higher die must move up first (seed §17) or may bear off any lower checker."""

    STRICT = "strict"
    FREE = "free"


class Scoring(StrEnum):
    """1/2/3 times the cube (seed §21), or by the loser's checkers left (Speedgamez)."""

    STANDARD = "standard"
    CHECKERS = "checkers"


class Timeout(StrEnum):
    """What a missed deadline does: lose at once, or let the other side claim (rules.md §5)."""

    AUTOMATIC = "automatic"
    CLAIM = "claim"


MIN_MOVE_S, MAX_MOVE_S = 30, 14 * 24 * 3600
MAX_LENGTH, MAX_LENGTH_CHECKERS = 25, 999


@dataclass(frozen=True, slots=True)
class Clock:
    """A live clock: ``delay_s`` free seconds a move, then a bank of ``bank_s`` seconds a match."""

    delay_s: int = 12
    bank_s: int = 600

    def __post_init__(self) -> None:
        if not 0 <= self.delay_s <= 3600 or not 0 < self.bank_s <= MAX_MOVE_S:
            raise BadInput("rules.clock", {"delay": self.delay_s, "bank": self.bank_s})


@dataclass(frozen=True, slots=True)
class Rules:
    """What two sides have agreed to play. ``length`` None is an unlimited (money) session.

    ``cap`` is the highest value that the cube can reach, None for no cap. Raises ``BadInput`` with the
    field that is wrong.
    """

    length: int | None = 5
    count: Count = Count.POINTS
    opening: Opening = Opening.ROLL
    start: Start = Start.STANDARD
    contact: Contact = Contact.HIT
    bear_off: BearOff = BearOff.STRICT
    scoring: Scoring = Scoring.STANDARD
    cube: bool = True
    cap: int | None = None
    crawford: bool = True
    jacoby: bool = False
    beavers: int = 0
    automatic_doubles: int = 0
    move_s: int = 300
    first_move_s: int = 900
    clock: Clock | None = None
    timeout: Timeout = Timeout.CLAIM
    rated: bool = True

    def __post_init__(self) -> None:
        self._check_length()
        if not 0 <= self.beavers <= 2 or not 0 <= self.automatic_doubles <= 3:
            facts = {"beavers": self.beavers, "automatic_doubles": self.automatic_doubles}
            raise BadInput("rules.range", facts)
        for name in ("move_s", "first_move_s"):
            seconds: int = getattr(self, name)
            if not MIN_MOVE_S <= seconds <= MAX_MOVE_S:
                raise BadInput("rules.seconds", {"field": name, "value": seconds})
        if self.cap is not None and (self.cap < 1 or self.cap & (self.cap - 1)):
            raise BadInput("rules.cap", {"value": self.cap})
        if self.length is not None and (self.jacoby or self.beavers or self.automatic_doubles):
            raise BadInput("rules.unlimited_only", {"length": self.length})
        if self.automatic_doubles and self.opening is not Opening.ROLL:
            raise BadInput("rules.automatic_opening", {"automatic_doubles": self.automatic_doubles})

    def _check_length(self) -> None:
        highest = MAX_LENGTH_CHECKERS if self.scoring is Scoring.CHECKERS else MAX_LENGTH
        if self.length is not None and not 1 <= self.length <= highest:
            raise BadInput("rules.length", {"value": self.length, "highest": highest})

    @property
    def is_match(self) -> bool:
        """A series with a target; otherwise a session that goes on until the two end it."""
        return self.length is not None

    @property
    def has_crawford(self) -> bool:
        """The Crawford rule applies: a standard-scored match for points, with the cube on."""
        return (
            self.crawford
            and self.cube
            and self.is_match
            and self.count is Count.POINTS
            and self.scoring is Scoring.STANDARD
        )

    @property
    def is_standard_board(self) -> bool:
        """No house rule changes how checkers start, move or leave."""
        return (self.start, self.contact, self.bear_off) == (Start.STANDARD, Contact.HIT, BearOff.STRICT)


TOURNAMENT = Rules()
MONEY = Rules(length=None, crawford=False, jacoby=True)
SPEEDGAMEZ = Rules(
    length=None,
    opening=Opening.ALTERNATE,
    scoring=Scoring.CHECKERS,
    cap=64,
    crawford=False,
    timeout=Timeout.AUTOMATIC,
)
