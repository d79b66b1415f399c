"""A second play generator, plainly right: stacks of letters, every order of the dice, no cleverness.

It shares nothing with ``bot.game.generation`` but the positions at its two ends. ``m`` is a checker of the
side on roll, ``t`` one of the other side; a stack reads from the board upwards, so ``tm`` is an enemy
checker pinned beneath one of mine.
"""

from collections.abc import Iterator
from itertools import permutations

from bot.game.dice import Roll
from bot.game.position import Position
from bot.game.rules import BearOff, Contact

Stacks = tuple[str, ...]
"""Stack 0: mine that are off; 1…24: points; 25: mine on the bar; 26: theirs on the bar; 27: theirs off."""


def slow_finals(position: Position, roll: Roll, contact: Contact, bear_off: BearOff) -> set[Position]:
    """The final positions of all legal plays; empty when the side on roll cannot move."""
    start = _stacks(position)
    orders = [(roll[0],) * 4] if roll[0] == roll[1] else list(permutations(roll))
    reached: dict[int, dict[int, set[Stacks]]] = {}
    for order in orders:
        boards = {start}
        for used, die in enumerate(order, start=1):
            boards = {after for board in boards for after in _moves(board, die, contact, bear_off)}
            if boards:
                reached.setdefault(used, {}).setdefault(order[0], set()).update(boards)
    if not reached:
        return set()
    longest = reached[max(reached)]
    if max(reached) == 1 and roll[0] != roll[1]:
        finals = longest[max(longest)]
    else:
        finals = set().union(*longest.values())
    return {_position(board) for board in finals}


def _moves(board: Stacks, die: int, contact: Contact, bear_off: BearOff) -> Iterator[Stacks]:
    for origin in range(25, 0, -1):
        if board[25] and origin != 25:
            return
        if not board[origin].endswith("m"):
            continue
        if origin > die:
            target = origin - die
            if _may_land(board[target]):
                yield _moved(board, origin, target, hit=board[target] == "t" and contact is Contact.HIT)
        elif _may_bear_off(board, origin, die, bear_off):
            yield _moved(board, origin, 0, hit=False)


def _may_land(stack: str) -> bool:
    """Empty, mine on top, or one enemy checker with nothing beneath."""
    return stack == "" or stack.endswith("m") or stack == "t"


def _may_bear_off(board: Stacks, origin: int, die: int, bear_off: BearOff) -> bool:
    if any("m" in board[p] for p in range(7, 26)):
        return False
    if origin == die or bear_off is BearOff.FREE:
        return True
    return not any("m" in board[p] for p in range(origin + 1, 7))


def _moved(board: Stacks, origin: int, target: int, *, hit: bool) -> Stacks:
    after = list(board)
    after[origin] = after[origin][:-1]
    if hit:
        after[target] = ""
        after[26] += "t"
    after[target] += "m"
    return tuple(after)


def _stacks(position: Position) -> Stacks:
    points = []
    for p in range(1, 25):
        mine, theirs = "m" * position.own[p], "t" * position.opp[25 - p]
        points.append(mine + theirs if position.own_pinned >> p & 1 else theirs + mine)
    return (
        "m" * position.own[0],
        *points,
        "m" * position.own[25],
        "t" * position.opp[25],
        "t" * position.opp[0],
    )


def _position(board: Stacks) -> Position:
    own = [board[p].count("m") for p in range(26)]
    opp = [board[25 - p].count("t") for p in range(26)]
    own[0], opp[25], opp[0] = len(board[0]), len(board[26]), len(board[27])
    own_pinned = sum(1 << p for p in range(1, 25) if "t" in board[p] and board[p][0] == "m")
    opp_pinned = sum(1 << 25 - p for p in range(1, 25) if "m" in board[p] and board[p][0] == "t")
    return Position(tuple(own), tuple(opp), own_pinned, opp_pinned)
