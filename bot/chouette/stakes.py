"""The cubes of one game: a cube for each member, who is still in, extras, and what each of them wins.

Serves the played game and the scorekeeper of a real board alike. The box is ``Side.X``, the team ``Side.O``.
Must not know the board, persons or the order in which anybody decides.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from bot.chouette.rules import ChouetteRules
from bot.chouette.seats import Seat
from bot.game.cube import Cube
from bot.game.result import Kind
from bot.game.scoring import points_for_drop, points_for_win
from bot.game.side import Side
from bot.game.violations import RuleViolation

BOX, TEAM = Side.X, Side.O
CENTRED = Cube()
EXTRA_PRICE = 1
EXTRA_CUBE = Cube(2, TEAM, turned=True)
"""An extra starts as a cube that the taker has just taken (chouette.md, example 11)."""


class Reply(StrEnum):
    """An answer to one doubled cube."""

    TAKE = "take"
    DROP = "drop"
    BEAVER = "beaver"


@dataclass(frozen=True, slots=True)
class Answer:
    """The reply to the double of one member's cube, whichever side gives it."""

    seat: Seat
    reply: Reply


class Exit(StrEnum):
    """Whose drop settled a member's cube before the end of the game."""

    DROPPED = "dropped"
    BOX_DROPPED = "box_dropped"


@dataclass(frozen=True, slots=True)
class Member:
    """A member of the team and his cube, which an exit leaves at the value before the double."""

    seat: Seat
    cube: Cube = CENTRED
    exit: Exit | None = None

    @property
    def is_in(self) -> bool:
        """His cube is not settled yet."""
        return self.exit is None


@dataclass(frozen=True, slots=True)
class Extra:
    """A cube between one who dropped and the lone taker; it is settled with the taker's own, at its value."""

    giver: Seat
    taker: Seat
    cube: Cube = EXTRA_CUBE


@dataclass(frozen=True, slots=True)
class Share:
    """Points of one player in one row of the sheet."""

    seat: Seat
    points: int


@dataclass(frozen=True, slots=True)
class Stakes:
    """All cubes of a game, members in rank order: the first is the captain."""

    members: tuple[Member, ...]
    extras: tuple[Extra, ...] = ()

    @classmethod
    def of(cls, team: Iterable[Seat], automatic_doubles: int = 0) -> Stakes:
        """A cube in the centre for each of the team."""
        return cls(tuple(Member(seat, Cube(1 << automatic_doubles)) for seat in team))

    @property
    def captain(self) -> Seat:
        """The captain by rank, in or out."""
        return self.members[0].seat

    @property
    def playing(self) -> tuple[Member, ...]:
        """Members still in, in rank order."""
        return tuple(member for member in self.members if member.is_in)

    @property
    def all_out(self) -> bool:
        """Every cube is settled: the game is over."""
        return not self.playing

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The team in rank order."""
        return tuple(member.seat for member in self.members)

    def member(self, seat: Seat) -> Member:
        """The member of this seat. Raises ``RuleViolation`` for one who is not of the team."""
        for member in self.members:
            if member.seat == seat:
                return member
        raise RuleViolation("chouette.not_in_team", {"seat": seat})

    def taker(self, extra: Extra) -> Member:
        """Who took an extra, with the extra's cube as if it were his own."""
        return replace(self.member(extra.taker), cube=extra.cube)

    def open_to_team(self, rules: ChouetteRules) -> tuple[Seat, ...]:
        """Members who could double: in, the cube centred or their own, and below the cap."""
        return tuple(
            m.seat for m in self.playing if m.cube.accessible_to(TEAM) and m.cube.can_grow(rules.cap)
        )

    def open_to_box(self, rules: ChouetteRules, initial: bool = False) -> tuple[Seat, ...]:
        """Cubes that the box's double turns: all it has access to (Ch. 3.3), or the centred (Ch. 3.4)."""
        return tuple(
            m.seat
            for m in self.playing
            if m.cube.accessible_to(BOX) and m.cube.can_grow(rules.cap) and not (initial and m.cube.owner)
        )

    def beaver_fits(self, rules: ChouetteRules, seat: Seat, taker: Side) -> bool:
        """Whether the cap leaves room for a beaver after the take."""
        return self.member(seat).cube.taken_by(taker).can_grow(rules.cap)

    def answered(self, by: Side, answers: Iterable[Answer]) -> Stakes:
        """After the replies to a double of ``by``."""
        replies = {answer.seat: answer.reply for answer in answers}
        return replace(self, members=tuple(_answered(m, by, replies.get(m.seat)) for m in self.members))

    def dropped_by(self, seat: Seat) -> Stakes:
        """After this member gave up his cube at its present value."""
        return self._with(replace(self.member(seat), exit=Exit.DROPPED))

    def redoubled(self, seat: Seat) -> Stakes:
        """After a raccoon on this member's cube."""
        member = self.member(seat)
        return self._with(replace(member, cube=member.cube.beavered()))

    def doubled_automatically(self) -> Stakes:
        """Every cube at twice the value after equal opening dice."""
        doubled = (replace(m, cube=m.cube.doubled_automatically()) for m in self.members)
        return replace(self, members=tuple(doubled))

    def with_extra(self, giver: Seat, taker: Seat) -> Stakes:
        """After an extra cube was given."""
        return replace(self, extras=(*self.extras, Extra(giver, taker)))

    def _with(self, changed: Member) -> Stakes:
        return replace(self, members=tuple(changed if m.seat == changed.seat else m for m in self.members))


def _answered(member: Member, by: Side, reply: Reply | None) -> Member:
    match reply:
        case None:
            return member
        case Reply.TAKE:
            return replace(member, cube=member.cube.taken_by(by.other))
        case Reply.BEAVER:
            return replace(member, cube=member.cube.taken_by(by.other).beavered())
        case Reply.DROP:
            return replace(member, exit=Exit.DROPPED if by is BOX else Exit.BOX_DROPPED)


def lone_taker(answers: Iterable[Answer]) -> Seat | None:
    """The only one who did not drop where at least one other did."""
    answers = tuple(answers)
    takers = [answer.seat for answer in answers if answer.reply is not Reply.DROP]
    return takers[0] if len(takers) == 1 and len(answers) > 1 else None


def compelled_beaver(rules: ChouetteRules, stakes: Stakes, answers: Iterable[Answer]) -> Seat | None:
    """The lone taker of the box's double where he has to beaver and has only taken."""
    answers = tuple(answers)
    seat = lone_taker(answers)
    if not rules.lone_taker_must_beaver or seat is None or Answer(seat, Reply.BEAVER) in answers:
        return None
    return seat if stakes.beaver_fits(rules, seat, TEAM) else None


def keeps_captain_rule(rules: ChouetteRules, captain: Seat, answers: Iterable[Answer]) -> bool:
    """Whether the box's answers, complete or not, respect *the captain's cube must be taken if any is*."""
    replies = {answer.seat: answer.reply for answer in answers}
    if not rules.captain_must_be_taken or replies.get(captain) is not Reply.DROP:
        return True
    return all(reply is Reply.DROP for reply in replies.values())


def own_points(rules: ChouetteRules, member: Member, winner: Side | None, kind: Kind) -> int:
    """What a member wins by his own cube: settled by a drop, or by the end of the game; nothing where it has
    no winner.
    """
    match member.exit:
        case Exit.DROPPED:
            return -points_for_drop(rules.board, member.cube, 0)
        case Exit.BOX_DROPPED:
            return points_for_drop(rules.board, member.cube, 0)
        case None:
            if winner is None:
                return 0
            points = points_for_win(rules.board, member.cube, kind, 0)
            return points if winner is TEAM else -points


def _extra_points(rules: ChouetteRules, stakes: Stakes, extra: Extra, winner: Side | None, kind: Kind) -> int:
    """What the taker wins by an extra, its price included."""
    return EXTRA_PRICE + own_points(rules, stakes.taker(extra), winner, kind)


def team_points(
    rules: ChouetteRules, stakes: Stakes, winner: Side | None, kind: Kind = Kind.SINGLE
) -> tuple[tuple[Share, ...], int]:
    """Each member's points of the finished game, extras included, and the box side's total (Ch. 2)."""
    points = {m.seat: own_points(rules, m, winner, kind) for m in stakes.members}
    total = -sum(points.values())
    for extra in stakes.extras:
        won = _extra_points(rules, stakes, extra, winner, kind)
        points[extra.taker] += won
        points[extra.giver] -= won
    return tuple(Share(seat, value) for seat, value in points.items()), total


def box_shares(total: int, box: Seat, partner: Seat | None) -> tuple[Share, ...]:
    """The box side's total: alone, or half and half with the odd point the box's (ruling)."""
    if partner is None:
        return (Share(box, total),)
    half = abs(total) // 2 * (1 if total > 0 else -1)
    return (Share(box, total - half), Share(partner, half))
