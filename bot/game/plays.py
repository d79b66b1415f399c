"""Legal plays of a roll, as a lazy container: one play for each distinct final position.

Knows what a side may and must do with two dice (seed §12, §13); must not know notation, cubes or clocks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from bot.game.dice import Roll
from bot.game.generation import Movement, Packed, Path
from bot.game.position import OFF, Position
from bot.game.rules import BearOff, Contact
from bot.game.violations import BadInput, RuleViolation


class Move(NamedTuple):
    """One checker by one die, in the mover's numbering: 25 is the bar, 0 is off."""

    origin: int
    target: int


@dataclass(frozen=True, slots=True)
class Play:
    """All moves of a roll. ``position`` is what they lead to, still seen by the mover.

    ``moves`` fall by origin, which is always a legal order. ``hits`` are the points where a blot was hit
    (under the house rule *pin*: newly lies pinned), highest first.
    """

    moves: tuple[Move, ...]
    position: Position
    hits: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class _Way:
    """A board that a draft may stand for. The same checker off by either of two dice makes two ways."""

    board: Packed
    used: tuple[int, ...]
    left: tuple[int, ...]


class LegalPlays:
    """The legal plays of ``roll`` in ``position``; empty when the side on roll cannot move (dances).

    Plays that end in the same position are one play. Nothing is computed before it is asked for; ``len``
    is exact, ``bool`` does not generate. A *draft* is a sequence of moves in the order they are made in.
    Raises ``BadInput`` for dice that do not exist.
    """

    __slots__ = (
        "_bear_off",
        "_contact",
        "_dice",
        "_finals",
        "_movement",
        "_plays",
        "_reach",
        "position",
        "roll",
    )

    def __init__(
        self,
        position: Position,
        roll: Roll,
        contact: Contact = Contact.HIT,
        bear_off: BearOff = BearOff.STRICT,
    ) -> None:
        high, low = max(roll), min(roll)
        if not 1 <= low <= high <= 6:
            raise BadInput("dice.range", {"dice": "-".join(map(str, roll))})
        self.position = position
        self.roll = roll
        self._contact = contact
        self._bear_off = bear_off
        self._movement = Movement(position, contact, bear_off)
        self._dice = (high,) * 4 if high == low else (high, low)
        self._finals: dict[Packed, Path] | None = None
        self._reach: dict[tuple[Packed, tuple[int, ...]], int] = {}
        self._plays: list[Play] | None = None

    def __repr__(self) -> str:
        return f"LegalPlays({self.position!r}, {self.roll!r}, {self._contact}, {self._bear_off})"

    def __len__(self) -> int:
        return len(self._final_boards())

    def __bool__(self) -> bool:
        movement = self._movement
        return any(True for die in set(self._dice) for _ in movement.steps(movement.start, die))

    def __iter__(self) -> Iterator[Play]:
        if self._plays is not None:
            yield from self._plays
            return
        plays = []
        for board, origins in self._final_boards().items():
            play = self._play(self._moves_to(board, origins), board)
            plays.append(play)
            yield play
        self._plays = plays

    def __contains__(self, wanted: object) -> bool:
        if isinstance(wanted, Play):
            wanted = wanted.position
        if isinstance(wanted, Position):
            return wanted in self.positions()
        if isinstance(wanted, Sequence) and all(
            isinstance(move, tuple) and len(move) == 2 for move in wanted
        ):
            return self.find([Move(*move) for move in wanted]) is not None
        return False

    def positions(self) -> Iterator[Position]:
        """The final positions alone, in the order of the plays, for whoever weighs many of them."""
        return map(self._movement.position, self._final_boards())

    @property
    def forced(self) -> bool:
        """Whether exactly one play is legal."""
        return len(self) == 1

    @property
    def dice(self) -> tuple[int, ...]:
        """The dice to play, the higher first; four of a double."""
        return self._dice

    def find(self, moves: Sequence[Move]) -> Play | None:
        """The legal play that makes exactly these single moves, in whatever order they are given."""
        try:
            return self.complete(sorted(moves, reverse=True))
        except RuleViolation:
            return None

    def steps(self, draft: Sequence[Move] = ()) -> tuple[Move, ...]:
        """The single moves that can follow the draft on the way to a full legal play, highest origin first.

        Raises as ``after`` does.
        """
        found: dict[Move, None] = {}
        for way in self._ways(draft):
            for move, after in self._next(way):
                if self._is_live(after):
                    found[move] = None
        return tuple(sorted(found, reverse=True))

    def filled(self, draft: Sequence[Move]) -> tuple[Move, ...]:
        """The draft together with the moves that alone can follow it. Raises as ``after`` does."""
        draft = tuple(draft)
        while len(steps := self.steps(draft)) == 1:
            draft = (*draft, *steps)
        return draft

    def undone(self, draft: Sequence[Move]) -> tuple[Move, ...]:
        """The draft without the last move that was a choice, and what followed it. Raises as ``after``."""
        draft = tuple(draft[:-1])
        while draft and len(self.steps(draft)) == 1:
            draft = draft[:-1]
        return draft

    def after(self, draft: Sequence[Move]) -> Position:
        """The position that the draft has made so far, seen by the mover.

        Raises ``RuleViolation``: ``play.illegal`` for a move that no die left allows, ``play.wastes_die``
        where a legal play uses more dice than any that starts like this (seed §13).
        """
        return self._movement.position(self._ways(draft)[0].board)

    def used_dice(self, draft: Sequence[Move]) -> tuple[int, ...]:
        """The dice that the draft's moves use, move by move. Raises as ``after`` does."""
        return self._ways(draft)[0].used

    def complete(self, draft: Sequence[Move]) -> Play | None:
        """The draft as a play if it is a full legal one, None if moves are missing; raises as ``after``."""
        finals = self._final_boards()
        for way in self._ways(draft):
            if len(draft) == self._length and way.board in finals:
                return self._play((Move(*move) for move in draft), way.board)
        return None

    @property
    def _length(self) -> int:
        """How many moves each legal play has."""
        return self._most_moves(self._movement.start, self._dice)

    def _final_boards(self) -> dict[Packed, Path]:
        """Each final board with a path that leads there (empty for doubles, where the board tells it)."""
        if self._finals is None:
            self._finals = self._doubles() if len(self._dice) == 4 else self._two_dice(*self._dice)
        return self._finals

    def _doubles(self) -> dict[Packed, Path]:
        levels = self._movement.by_doubles(self._dice[0])
        while levels and not levels[-1]:
            levels.pop()
        return dict.fromkeys(levels[-1], ()) if len(levels) > 1 else {}

    def _two_dice(self, high: int, low: int) -> dict[Packed, Path]:
        movement = self._movement
        found = dict(movement.two_steps(high, low))
        for board, path in movement.two_steps(low, high):
            found.setdefault(board, path)
        for die in (high, low):
            if not found:
                found = {board: ((p, die),) for p, board in movement.steps(movement.start, die)}
        return found

    def _play(self, moves: Iterable[Move], board: Packed) -> Play:
        ordered = tuple(sorted(moves, reverse=True))
        return Play(ordered, self._movement.position(board), self._movement.hits(board))

    def _moves_to(self, board: Packed, path: Path) -> Iterator[Move]:
        if not path:
            path = self._movement.path_by_doubles(board, self._dice[0])
        return (Move(p, max(p - die, OFF)) for p, die in path)

    def _ways(self, draft: Sequence[Move]) -> list[_Way]:
        ways = [_Way(self._movement.start, (), self._dice)]
        for move in draft:
            ways = [after for way in ways for made, after in self._next(way) if made == move]
            if not ways:
                raise RuleViolation("play.illegal", {"origin": move[0], "target": move[1]})
        live = [way for way in ways if self._is_live(way)]
        if not live:
            raise RuleViolation("play.wastes_die", {"origin": draft[-1][0], "target": draft[-1][1]})
        return live

    def _next(self, way: _Way) -> Iterator[tuple[Move, _Way]]:
        """Each single move from here, whether or not a full play follows; by the smaller die first."""
        for die in sorted(set(way.left)):
            left = _without(way.left, die)
            for p, board in self._movement.steps(way.board, die):
                yield Move(p, max(p - die, OFF)), _Way(board, (*way.used, die), left)

    def _is_live(self, way: _Way) -> bool:
        """Whether a full legal play can still be reached."""
        if self._length == 1:
            return not way.used or way.board in self._final_boards()
        return len(way.used) + self._most_moves(way.board, way.left) == self._length

    def _most_moves(self, board: Packed, left: tuple[int, ...]) -> int:
        """How many of the dice left can be played at most."""
        key = (board, left)
        if key not in self._reach:
            most = 0
            for die in set(left):
                rest = _without(left, die)
                for _, after in self._movement.steps(board, die):
                    most = max(most, 1 + self._most_moves(after, rest))
                    if most == len(left):
                        break
            self._reach[key] = most
        return self._reach[key]


def _without(dice: tuple[int, ...], die: int) -> tuple[int, ...]:
    at = dice.index(die)
    return dice[:at] + dice[at + 1 :]


def is_deadlocked(position: Position, contact: Contact, bear_off: BearOff) -> bool:
    """Whether neither side can ever move again, whatever it throws: nobody can win any more.

    It happens under the pin rule, for instance when each side pins the other's last checker on the other's
    way home; as in other pinning games that is no win for anyone.
    """
    return not any(
        any(True for _ in movement.steps(movement.start, die))
        for seen in (position, position.mirrored())
        for movement in (Movement(seen, contact, bear_off),)
        for die in range(1, 7)
    )
