"""One board without its cube: who is on roll, what was thrown, what may be played.

Shared by matches and chouettes. Must not know cubes, scores, seats or persons.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from bot.game.dice import Dice, Label, Roll
from bot.game.events import OpeningThrown, Played, Rolled
from bot.game.plays import LegalPlays, Move, is_deadlocked
from bot.game.position import BAR, BAR_START, CHECKERS, OFF, STANDARD_START, Position
from bot.game.result import Kind
from bot.game.rules import Contact, Opening, Rules, Start
from bot.game.side import Side
from bot.game.violations import RuleViolation


@dataclass(frozen=True, slots=True)
class ToOpen:
    """The opening throw is still to be made."""


@dataclass(frozen=True, slots=True)
class ToRoll:
    """The side on roll has not thrown."""


@dataclass(frozen=True, slots=True)
class ToPlay:
    """The side on roll has thrown and not confirmed its play."""

    roll: Roll


@dataclass(frozen=True, slots=True)
class BorneOff:
    """``winner`` has borne off all checkers."""

    winner: Side
    kind: Kind


TurnPhase = ToOpen | ToRoll | ToPlay | BorneOff


@dataclass(frozen=True, slots=True)
class LastPlay:
    """The newest confirmed play, in the numbering of ``side``; ``hits`` are the points hit or pinned."""

    side: Side
    roll: Roll
    moves: tuple[Move, ...]
    hits: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Turn:
    """A board in play. ``position`` is seen by ``on_roll``; the counters name the next throw of each label
    and how many plays were confirmed.
    """

    position: Position
    on_roll: Side
    phase: TurnPhase = ToOpen()
    opening_throws: int = 0
    throws: int = 0
    plays: int = 0
    last: LastPlay | None = None

    def seen_by(self, side: Side) -> Position:
        """The position in the numbering of ``side``."""
        return self.position if side is self.on_roll else self.position.mirrored()

    def off(self, side: Side) -> int:
        """Checkers that ``side`` has borne off."""
        return self.seen_by(side).own[OFF]


def set_up(rules: Rules, starter: Side | None = None) -> Turn:
    """A board before its opening throw; ``starter`` where the opening alternates."""
    position = STANDARD_START if rules.start is Start.STANDARD else BAR_START
    return Turn(position, starter or Side.X, ToOpen())


def throw_opening(turn: Turn, dice: Dice) -> tuple[OpeningThrown, ...]:
    """Throws until the dice differ (seed §4; Speedgamez: the first throw is never a double)."""
    thrown: list[OpeningThrown] = []
    while not thrown or thrown[-1].dice[0] == thrown[-1].dice[1]:
        first, second = dice.throw(Label.OPEN, turn.opening_throws + len(thrown), 2)
        thrown.append(OpeningThrown((first, second)))
    return tuple(thrown)


def throw(turn: Turn, dice: Dice) -> Rolled:
    """Both dice of the side on roll."""
    first, second = dice.throw(Label.TURN, turn.throws, 2)
    return Rolled((first, second))


def legal_plays(turn: Turn, rules: Rules) -> LegalPlays:
    """All plays of the present roll. Raises ``RuleViolation`` where nothing was thrown."""
    if not isinstance(turn.phase, ToPlay):
        raise RuleViolation("turn.not_rolled")
    return LegalPlays(turn.position, turn.phase.roll, rules.contact, rules.bear_off)


def judge_play(turn: Turn, rules: Rules, moves: Sequence[Move]) -> Played:
    """The play as it will be logged; ``RuleViolation`` says whether it is incomplete or not legal."""
    plays = legal_plays(turn, rules)
    if not plays:
        if moves:
            raise RuleViolation("play.cannot_move")
        return Played(())
    if not moves:
        raise RuleViolation("play.can_move")
    found = plays.find(moves)
    if found is None:
        raise RuleViolation("play.incomplete" if plays.steps(moves) else "play.not_legal")
    return Played(found.moves)


def is_locked(turn: Turn, rules: Rules) -> bool:
    """Neither side can ever move again; possible only where checkers pin each other."""
    return rules.contact is Contact.PIN and is_deadlocked(turn.position, rules.contact, rules.bear_off)


def height(loser: Position) -> Kind:
    """How high the side that ``loser`` is seen by has lost (seed §21): a checker on the bar or in the
    winner's home makes a backgammon, pinned ones like any other.
    """
    if loser.own[OFF]:
        return Kind.SINGLE
    if any(loser.own[19:BAR]) or loser.own[BAR]:
        return Kind.BACKGAMMON
    return Kind.GAMMON


def evolve_turn(turn: Turn, rules: Rules, event: OpeningThrown | Rolled | Played) -> Turn:
    """The board after the event; trusts it."""
    match event:
        case OpeningThrown(dice):
            return _after_opening(replace(turn, opening_throws=turn.opening_throws + 1), rules, dice)
        case Rolled(dice):
            return replace(turn, phase=ToPlay(dice), throws=turn.throws + 1)
        case Played(moves):
            return _after_play(turn, rules, moves)
        case _:
            assert_never(event)


def _after_opening(turn: Turn, rules: Rules, dice: Roll) -> Turn:
    if dice[0] == dice[1]:
        return turn
    starter = turn.on_roll
    if rules.opening is Opening.ROLL:
        starter = Side.X if dice[0] > dice[1] else Side.O
    position = turn.position if starter is turn.on_roll else turn.position.mirrored()
    return replace(turn, position=position, on_roll=starter, phase=ToPlay(dice))


def _after_play(turn: Turn, rules: Rules, moves: tuple[Move, ...]) -> Turn:
    assert isinstance(turn.phase, ToPlay)
    mover, roll = turn.on_roll, turn.phase.roll
    before = turn.position
    after = LegalPlays(before, roll, rules.contact, rules.bear_off).after(moves) if moves else before
    last = LastPlay(mover, roll, moves, _hits(before, after))
    if after.own[OFF] == CHECKERS:
        phase: TurnPhase = BorneOff(mover, height(after.mirrored()))
        return replace(turn, position=after, phase=phase, plays=turn.plays + 1, last=last)
    return replace(
        turn, position=after.mirrored(), on_roll=mover.other, phase=ToRoll(), plays=turn.plays + 1, last=last
    )


def _hits(before: Position, after: Position) -> tuple[int, ...]:
    """The mover's points, highest first, where it hit a blot, or newly pins one, by its whole play."""
    pinned = after.opp_pinned & ~before.opp_pinned
    return tuple(
        p
        for p in range(BAR - 1, OFF, -1)
        if after.opp[BAR - p] < before.opp[BAR - p] or pinned >> BAR - p & 1
    )
