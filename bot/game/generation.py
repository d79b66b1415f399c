"""Where one side's checkers can go: single steps and whole rolls, on packed boards, fast.

A packed board is one integer: a byte for each index of the mover's checkers (off, 1…24, bar) above a
field of 32 bits that marks the points where the play has hit. A step is then one addition, equal boards
are equal integers, and the opponent, who never moves meanwhile, is a table of landings.

Knows the rules of movement (seed §9 to §17, and the house rules of rules.md §1); must not know who plays,
notation, or what a play is worth.
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import sub

from bot.game.position import BAR, OFF, Position
from bot.game.rules import BearOff, Contact

Packed = int
Path = tuple[tuple[int, int], ...]
"""The steps that lead to a board, each as origin and die."""

HIT_BYTES = 4
BYTES = HIT_BYTES + BAR + 1
HOME = 6

_ONE = tuple(1 << 8 * (HIT_BYTES + p) for p in range(BAR + 2))
"""One checker on index p; also the bound below which nothing stands on p or higher."""

_Landing = tuple[int, int]
"""What to add to a packed board, and the hit to mark (0 for none)."""


class Movement:
    """The mover's possibilities against a fixed opposition; boards are passed in and handed back.

    ``start`` is the position's own packed board. Pinned checkers cannot move, so they are left out of
    packed boards and only counted where bearing off asks for the checker furthest back.
    """

    __slots__ = ("_free", "_landings", "_pinned", "_pinned_rear", "_pins", "_position", "start")

    def __init__(self, position: Position, contact: Contact, bear_off: BearOff) -> None:
        self._position = position
        self._free = bear_off is BearOff.FREE
        self._pins = contact is Contact.PIN
        self._pinned = position.own_pinned
        self._pinned_rear = position.own_pinned.bit_length() - 1
        self._landings: dict[int, list[_Landing | None]] = {}
        board = int.from_bytes(bytes(position.own), "little") << 8 * HIT_BYTES
        for p in _points(position.own_pinned):
            board -= _ONE[p]
        self.start: Packed = board

    def steps(self, board: Packed, die: int) -> Iterator[tuple[int, Packed]]:
        """Each origin that can move by one ``die``, highest first, with the board it leads to."""
        counts = board.to_bytes(BYTES, "little")
        landings = self._landings_by(die)
        if counts[HIT_BYTES + BAR]:
            landing = landings[BAR]
            if landing:
                yield BAR, board + landing[0] | landing[1]
            return
        highest = (board.bit_length() - 1 >> 3) - HIT_BYTES
        for p in range(highest, die, -1):
            if counts[HIT_BYTES + p]:
                landing = landings[p]
                if landing:
                    yield p, board + landing[0] | landing[1]
        rear = max(highest, self._pinned_rear)
        if rear <= HOME:
            for p in range(min(die, highest), 0, -1):
                if counts[HIT_BYTES + p] and (p in (die, rear) or self._free):
                    yield p, board - _ONE[p] + _ONE[OFF]

    def two_steps(self, first: int, second: int) -> Iterator[tuple[Packed, Path]]:
        """Each board after one step by ``first`` and one by ``second``, with its path; boards repeat."""
        for p, between in self.steps(self.start, first):
            for q, board in self.steps(between, second):
                yield board, ((p, first), (q, second))

    def by_doubles(self, die: int) -> list[list[Packed]]:
        """The boards after exactly 0, 1, 2, 3 and 4 steps by ``die``, each board once.

        Steps can always be put in order of falling origin, and with one die a point has only one way
        out, so a board fixes how many checkers left each point. Points are therefore gone through once,
        from the bar down, and each board decides how many of its checkers leave: nothing comes up twice.
        """
        levels: list[list[Packed]] = [[self.start], [], [], [], []]
        landings = self._landings_by(die)
        on_bar = self.start >> 8 * (HIT_BYTES + BAR)
        if on_bar:
            landing, entering = landings[BAR], min(on_bar, 4)
            if not landing:
                return levels
            levels[0] = []
            levels[entering] = [self.start + entering * landing[0] | landing[1]]
            if on_bar >= 4:
                return [[self.start], [], [], [], levels[4]]
        for p in range(BAR - 1, 0, -1):
            landing = landings[p]
            if p > die and landing:
                _leave(levels, p, landing)
            elif p <= die:
                self._leave_board(levels, p, exact=p == die)
        return levels

    def _leave_board(self, levels: list[list[Packed]], p: int, *, exact: bool) -> None:
        """Bear checkers off from ``p`` on each board where that is allowed."""
        any_higher = exact or self._free
        if self._pinned_rear > (HOME if any_higher else p):
            return
        bound = _ONE[HOME + 1] if any_higher else _ONE[p + 1]
        _leave(levels, p, (_ONE[OFF] - _ONE[p], 0), bound)

    def path_by_doubles(self, board: Packed, die: int) -> Path:
        """The steps by ``die`` that lead from ``start`` to ``board``; there is one set of them."""
        surplus = list(map(sub, _counts(self.start), _counts(board)))
        path: list[tuple[int, int]] = []
        for p in range(BAR, OFF, -1):
            if left := surplus[p]:
                path += ((p, die),) * left
                surplus[p - die if p > die else OFF] += left
        return tuple(path)

    def position(self, board: Packed) -> Position:
        """The whole position, still seen by the mover, of a board reached from ``start``."""
        before = self._position
        own = _counts(board)
        hits = board & _ONE[OFF] - 1
        if not (hits or self._pins or self._pinned or before.opp_pinned):
            return Position.trusted(own, before.opp)
        opp = list(before.opp)
        for p in _points(hits):
            opp[BAR - p] = 0
            opp[BAR] += 1
        opp_pinned = sum(1 << BAR - p for p in range(1, BAR) if own[p] and opp[BAR - p])
        if self._pinned:
            counts = list(own)
            for p in _points(self._pinned):
                counts[p] += 1
            own = tuple(counts)
        return Position.trusted(own, tuple(opp), self._pinned, opp_pinned)

    def hits(self, board: Packed) -> tuple[int, ...]:
        """Points, highest first, where an enemy blot was hit on the way to ``board``; under the pin
        rule those where one lies newly pinned on it.
        """
        if not self._pins:
            marks = board & _ONE[OFF] - 1
            return tuple(_points(marks)) if marks else ()
        new = self.position(board).opp_pinned & ~self._position.opp_pinned
        return tuple(BAR - p for p in reversed(list(_points(new))))

    def _landings_by(self, die: int) -> list[_Landing | None]:
        known = self._landings.get(die)
        if known is None:
            known = self._landings[die] = [self._landing(p, p - die) for p in range(BAR + 1)]
        return known

    def _landing(self, origin: int, target: int) -> _Landing | None:
        """None where the target is blocked (seed §14) or off the board."""
        if target < 1:
            return None
        there = self._position.opp[BAR - target]
        if there > 1 or self._pinned >> target & 1:
            return None
        pinned = self._position.opp_pinned >> (BAR - target) & 1
        hit = 1 << target if there and not self._pins and not pinned else 0
        return _ONE[target] - _ONE[origin], hit


def _leave(levels: list[list[Packed]], p: int, landing: _Landing, bound: int | None = None) -> None:
    """Let 1, 2, … checkers leave ``p`` on each board (below ``bound``) that has steps left.

    Levels are taken from the last to the first, so that no board made here is taken again.
    """
    shift, (delta, hit) = 8 * (HIT_BYTES + p), landing
    for used in (3, 2, 1, 0):
        for board in levels[used]:
            here = board >> shift & 255
            if here and (bound is None or board < bound):
                for leaving in range(1, min(here, 4 - used) + 1):
                    board = board + delta | hit
                    levels[used + leaving].append(board)


def _counts(board: Packed) -> tuple[int, ...]:
    return tuple(board.to_bytes(BYTES, "little")[HIT_BYTES:])


def _points(bits: int) -> Iterator[int]:
    """The set bits, highest first."""
    while bits:
        p = bits.bit_length() - 1
        yield p
        bits ^= 1 << p
