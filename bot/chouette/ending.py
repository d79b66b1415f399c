"""When a chouette ends, as the players set it (Ch. 6.1): data, whose time the caller's clock knows."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bot.game.violations import BadInput


class When(StrEnum):
    """What ends the chouette."""

    AFTER_THIS_GAME = "after_this_game"
    AFTER_GAME = "after_game"
    AT_TIME = "at_time"


@dataclass(frozen=True, slots=True)
class Ending:
    """``number`` is the last game's, or the time in seconds since 1970; the running game is played out.

    Between two games, *after this game* means now; before the first, after that one. Raises ``BadInput`` for
    a number that cannot be.
    """

    when: When = When.AFTER_THIS_GAME
    number: int = 0

    def __post_init__(self) -> None:
        if (self.number > 0) is (self.when is When.AFTER_THIS_GAME):
            raise BadInput("chouette.ending_number", {"value": self.number})
