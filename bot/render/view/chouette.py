"""The strip of members' cubes under (or over) the board in a chouette.

Must not know the rules of the cube: who owns what, who must answer and every word come from the presenter.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bot.render.view.shared import Side, require

MAX_MEMBERS = 12


class CubeOwner(StrEnum):
    """Who may turn a member's cube next."""

    CENTRE = "centre"
    BOX = "box"
    MEMBER = "member"


@dataclass(frozen=True, slots=True)
class MemberCube:
    """One card of the strip.

    `state` is a short word ("owns", "take?", "passed"); it is drawn only where cards are wide enough
    (up to six members), so marks and colours must carry the meaning by themselves.
    """

    name: str
    value: int
    owner: CubeOwner = CubeOwner.CENTRE
    state: str = ""
    captain: bool = False
    must_answer: bool = False
    out: bool = False

    def __post_init__(self) -> None:
        require(self.value >= 1, f"a cube shows at least 1, not {self.value}")


@dataclass(frozen=True, slots=True)
class ChouetteStrip:
    """The cubes of all members, in the team's order, on the team's side of the board."""

    team: Side
    cubes: tuple[MemberCube, ...]

    def __post_init__(self) -> None:
        cards = len(self.cubes)
        require(1 <= cards <= MAX_MEMBERS, f"a strip has 1 to {MAX_MEMBERS} cards, not {cards}")
        require(sum(cube.captain for cube in self.cubes) <= 1, "a team has one captain")
