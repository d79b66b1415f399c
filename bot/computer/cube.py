"""When to double, take and beaver: what a game is worth by who may turn the cube.

An answer weighs the cubes that can follow it, from the last back: one computation serves money, every score
of a match, caps, Jacoby, and results counted in checkers. Between a cube that nobody ever turns and one that
is turned at the perfect moment lies what a cube is worth in practice (Janowski's interpolation). Knows no
board and no rule set: ``bot.computer.stakes`` makes the ``Bet`` of a game.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

Worth = Callable[[float], float]
"""What so many points won, or lost (negative), are worth to one side: points of money, or match equity."""

NOTHING = 1e-9
GIVEN_AWAY = 0.05
"""How much of what a game is about is let go to have it settled now; chosen, not measured."""


@dataclass(frozen=True, slots=True)
class Win:
    """What one side's wins count with a cube of 1, once nobody doubles any more: ``plain`` and ``high``
    points for a plain and a higher game, ``share`` of the higher ones; ``drop`` if the other drops.
    """

    plain: float = 1.0
    high: float = 2.0
    share: float = 0.0
    drop: float = 1.0


@dataclass(frozen=True, slots=True)
class Ends:
    """How a game can end, seen by one side. ``cap`` is the highest value of a cube; ``use`` is how much of a
    perfect cube's worth is got in practice (0 … 1).
    """

    mine: Win
    theirs: Win
    worth: Worth
    cap: int
    use: float

    def mirrored(self) -> Ends:
        """Seen by the other side."""
        worth = self.worth
        return replace(self, mine=self.theirs, theirs=self.mine, worth=lambda points: -worth(-points))

    def won(self, value: float) -> float:
        """A game won by playing on with a cube of this value."""
        win = self.mine
        return win.share * self.worth(win.high * value) + (1 - win.share) * self.worth(win.plain * value)

    def lost(self, value: float) -> float:
        """A game lost that way."""
        win = self.theirs
        return win.share * self.worth(-win.high * value) + (1 - win.share) * self.worth(-win.plain * value)

    def cashed(self, value: float) -> float:
        """The other dropped a double of this cube."""
        return self.worth(self.mine.drop * value)

    def dropped(self, value: float) -> float:
        """This side dropped one."""
        return self.worth(-self.theirs.drop * value)

    def without_gammons(self) -> Ends:
        """As Jacoby has it while the cube is not turned."""
        return replace(self, mine=_plain(self.mine), theirs=_plain(self.theirs))

    def can_gain(self, value: int) -> bool:
        """Whether a cube of this value is of any further use to this side."""
        return value * 2 <= self.cap and self.won(value * 2) > self.won(value) + NOTHING


def _plain(win: Win) -> Win:
    return replace(win, plain=win.plain + win.share * (win.drop - win.plain), share=0.0)


def take_point(ends: Ends, value: int) -> float:
    """The chance from which a double of a cube of ``value`` is to be taken."""
    lost, slope = ends.lost(value * 2), ends.won(value * 2) - ends.lost(value * 2)
    if ends.can_gain(value * 2):
        point, top = _cash(ends, value * 2)
        slope += ends.use * ((top - lost) / point - slope)
    return min(max((ends.dropped(value) - lost) / max(slope, NOTHING), 0.0), 1.0)


def _cash(ends: Ends, value: int) -> tuple[float, float]:
    """The chance from which the other had better drop, and what a perfect double brings there."""
    point = 1 - take_point(ends.mirrored(), value)
    if point >= 1:
        return 1.0, min(ends.cashed(value), ends.won(value * 2))
    return max(point, 0.01), ends.cashed(value)


def holding(ends: Ends, value: int, chance: float) -> float:
    """The worth of a game in which this side holds the cube."""
    lost, won = ends.lost(value), ends.won(value)
    dead = lost + chance * (won - lost)
    if not ends.can_gain(value):
        return dead
    live = _between(chance, (0.0, lost), _cash(ends, value), won)
    return dead + ends.use * (live - dead)


def facing(ends: Ends, value: int, chance: float) -> float:
    """The worth of a game in which the other side holds the cube."""
    return -holding(ends.mirrored(), value, 1 - chance)


def centred(ends: Ends, value: int, chance: float, *, jacoby: bool = False) -> float:
    """The worth of a game in which both may double; ``jacoby``: no gammon counts before."""
    now = ends.without_gammons() if jacoby else ends
    lost, won = now.lost(value), now.won(value)
    other, dead = ends.mirrored(), lost + chance * (won - lost)
    low, high = (0.0, lost), (1.0, won)
    if ends.can_gain(value):
        high = _cash(ends, value)
    if other.can_gain(value):
        point, top = _cash(other, value)
        low = (1 - point, -top)
    if chance < low[0]:
        live = -_between(1 - chance, (0.0, -won), (1 - low[0], -low[1]), -lost)
    else:
        live = _between(chance, low, high, won)
    return dead + ends.use * (live - dead)


def _between(chance: float, low: tuple[float, float], high: tuple[float, float], won: float) -> float:
    """On the line from ``low`` to ``high``, and beyond it towards a game played on to be won."""
    if chance <= high[0]:
        return low[1] + (high[1] - low[1]) * (chance - low[0]) / max(high[0] - low[0], NOTHING)
    return high[1] + max(won - high[1], 0.0) * (chance - high[0]) / (1 - high[0])


@dataclass(frozen=True, slots=True)
class Bet:
    """One cube as one side sees it before a roll, its own or the other's. ``jacoby``: no gammon counts before
    a double. What a decision gains is in the worth of ``ends``, over rolling, or dropping, instead.
    """

    ends: Ends
    value: int
    owned: bool
    chance: float
    jacoby: bool = False

    def gain_by_doubling(self) -> float:
        """For the side on roll, if the other answers well."""
        if self.owned:
            rolls = holding(self.ends, self.value, self.chance)
        else:
            rolls = centred(self.ends, self.value, self.chance, jacoby=self.jacoby)
        return min(facing(self.ends, self.value * 2, self.chance), self.ends.cashed(self.value)) - rolls

    def gain_by_taking(self, *, beavered: bool = False) -> float:
        """For the side that is doubled; ``beavered``: it redoubles at once."""
        return holding(self.ends, self.value * (4 if beavered else 2), self.chance) - self.ends.dropped(
            self.value
        )

    def gain_by_beavering(self) -> float:
        """More than by taking alone."""
        return self.gain_by_taking(beavered=True) - self.gain_by_taking()

    def gain_by_raccoon(self) -> float:
        """For the side on roll, whose double was beavered to the present value."""
        return facing(self.ends, self.value * 2, self.chance) - facing(self.ends, self.value, self.chance)

    def played_on(self) -> float:
        """The worth of the game with this cube to its end."""
        now = self.ends.without_gammons() if self.jacoby else self.ends
        return now.lost(self.value) + self.chance * (now.won(self.value) - now.lost(self.value))

    def least_to_settle(self) -> float:
        """What this side accepts instead of playing on: a little less, so that no game is drawn out."""
        return self.played_on() - GIVEN_AWAY * (self.ends.won(self.value) - self.ends.lost(self.value))
