"""What a chouette has agreed to play, as one frozen, validated record; the defaults are the seed's.

Each field is one line of the rules card. The board's own rules are derived from it, so that turn, cube and
scoring of ``bot.game`` serve unchanged.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from bot.game.rules import BearOff, Contact, Rules, Start, Timeout
from bot.game.violations import BadInput

MAX_GRACE_S = 120


class Extras(StrEnum):
    """Whether one who drops may, or must, give a lone taker an extra cube."""

    OFF = "off"
    OPTIONAL = "optional"
    MANDATORY = "mandatory"


class AnswerOrder(StrEnum):
    """How the team answers the box's double: captain first, captain last, or all at once and unseen."""

    RANK = "rank"
    REVERSE = "reverse"
    SEALED = "sealed"


class Retention(StrEnum):
    """What keeps the box in the box (Ch. 5)."""

    SEED = "seed"
    NOT_NEGATIVE = "not_negative"
    POSITIVE = "positive"
    DUEL = "duel"


class Consulting(StrEnum):
    """When a member may suggest plays to the captain (Ch. 4.1)."""

    AFTER_DOUBLE = "after_double"
    ALWAYS = "always"
    NEVER = "never"


@dataclass(frozen=True, slots=True)
class ChouetteRules:
    """The rules card. ``cap`` is the highest value of a cube, None for no cap. Raises ``BadInput`` with the
    field that is wrong.
    """

    jacoby: bool = True
    beavers: int = 0
    automatic_doubles: int = 0
    extras: Extras = Extras.OFF
    order: AnswerOrder = AnswerOrder.RANK
    retention: Retention = Retention.SEED
    consulting: Consulting = Consulting.AFTER_DOUBLE
    lone_taker_must_beaver: bool = False
    captain_must_be_taken: bool = False
    cap: int | None = None
    grace_s: int = 10
    move_s: int = 300
    first_move_s: int = 900
    timeout: Timeout = Timeout.AUTOMATIC
    start: Start = Start.STANDARD
    contact: Contact = Contact.HIT
    bear_off: BearOff = BearOff.STRICT

    def __post_init__(self) -> None:
        if not 0 <= self.grace_s <= MAX_GRACE_S:
            raise BadInput("chouette.rules.grace", {"value": self.grace_s, "highest": MAX_GRACE_S})
        _board(self)

    @property
    def board(self) -> Rules:
        """The same rules as a game between two sides knows them: an unlimited session."""
        return _board(self)


@lru_cache(maxsize=256)
def _board(rules: ChouetteRules) -> Rules:
    return Rules(
        length=None,
        crawford=False,
        jacoby=rules.jacoby,
        beavers=rules.beavers,
        automatic_doubles=rules.automatic_doubles,
        cap=rules.cap,
        move_s=rules.move_s,
        first_move_s=rules.first_move_s,
        timeout=rules.timeout,
        start=rules.start,
        contact=rules.contact,
        bear_off=rules.bear_off,
        rated=False,
    )


SEED_RULES = ChouetteRules()
"""As the seed has it, nothing added."""
