"""XGID, the position id of eXtreme Gammon, read and written.

26 characters for the board and nine fields, all joined by colons. The board is always X's view (capitals
are X's checkers), whoever is on roll.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TypeVar

from bot.game.cube import Cube
from bot.game.dice import Roll
from bot.game.formats.position_info import Offer, PositionInfo
from bot.game.position import BAR, CHECKERS, OFF, Position
from bot.game.side import Side
from bot.game.violations import BadInput, Fact

_T = TypeVar("_T")

FIELDS = ("cube", "owner", "turn", "dice", "score_x", "score_o", "flag", "match_length", "max_cube")
SMART_DASHES = {ord("—"): "--", ord("–"): "-", ord("−"): "-"}
"""What phones make of hyphens; two of them become one long dash."""
MAX_CUBE_LOG = 30
MAX_SCORE = 32767
_PREFIX = re.compile(r"^xgid\s*[=:][\s`]*", re.IGNORECASE)
_OWNERS = {"0": None, "1": Side.X, "-1": Side.O}
_TURNS = {"1": Side.X, "-1": Side.O}
_NUMBER = re.compile(r"-?[0-9]{1,9}")


def parse_xgid(text: str) -> PositionInfo:
    """Read an XGID, with or without its prefix.

    Raises ``BadInput``: ``xgid.fields``, ``.length``, ``.letter``, ``.checkers``, or ``xgid.`` and the
    name of the field at fault.
    """
    body = _PREFIX.sub("", text.translate(SMART_DASHES).strip().strip("`'\"").strip())
    board, *fields = body.split(":")
    if len(fields) != len(FIELDS):
        raise BadInput("xgid.fields", {"input": text, "count": len(fields), "expected": len(FIELDS)})
    return _Reader(text, board, dict(zip(FIELDS, (field.strip() for field in fields), strict=True))).info()


class _Reader:
    """The parts of one XGID, with the text that errors quote."""

    def __init__(self, text: str, board: str, fields: dict[str, str]) -> None:
        self._text = text
        self._board = board
        self._fields = fields

    def info(self) -> PositionInfo:
        x, o = self._sides()
        turn = self._choice("turn", _TURNS)
        length = self._number("match_length", MAX_SCORE)
        flag = self._number("flag", 3 if length == 0 else 1)
        roll, offer = self._dice()
        owner = self._choice("owner", _OWNERS)
        value = 1 << self._number("cube", MAX_CUBE_LOG)
        return PositionInfo(
            position=Position(x, o) if turn is Side.X else Position(o, x),
            on_roll=turn,
            cube=Cube(value, owner, turned=owner is not None),
            roll=roll,
            offer=offer,
            score_x=self._number("score_x", MAX_SCORE),
            score_o=self._number("score_o", MAX_SCORE),
            length=length or None,
            crawford=bool(length and flag),
            jacoby=bool(not length and flag & 1),
            beavers=bool(not length and flag & 2),
            max_cube=1 << self._number("max_cube", MAX_CUBE_LOG),
        )

    def _sides(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        if len(self._board) != BAR + 1:
            raise self._bad("xgid.length", length=len(self._board), expected=BAR + 1)
        x, o = [0] * (BAR + 1), [0] * (BAR + 1)
        for i, letter in enumerate(self._board):
            if "A" <= letter <= "O" and i != 0:
                x[i] = ord(letter) - ord("A") + 1
            elif "a" <= letter <= "o" and i != BAR:
                o[BAR - i] = ord(letter) - ord("a") + 1
            elif letter != "-":
                raise self._bad("xgid.letter", letter=letter, at=i)
        for side, checkers in ((Side.X, x), (Side.O, o)):
            if sum(checkers) > CHECKERS:
                raise self._bad("xgid.checkers", side=side.value, count=sum(checkers), most=CHECKERS)
            checkers[OFF] = CHECKERS - sum(checkers)
        return tuple(x), tuple(o)

    def _dice(self) -> tuple[Roll | None, Offer | None]:
        dice = self._fields["dice"]
        if dice in tuple(Offer):
            return None, Offer(dice)
        if dice == "00":
            return None, None
        if not re.fullmatch("[1-6]{2}", dice):
            raise self._bad("xgid.dice", value=dice)
        return (int(dice[0]), int(dice[1])), None

    def _number(self, name: str, highest: int) -> int:
        value = self._fields[name]
        if not _NUMBER.fullmatch(value) or not 0 <= int(value) <= highest:
            raise self._bad(f"xgid.{name}", value=value, highest=highest)
        return int(value)

    def _choice(self, name: str, choices: dict[str, _T]) -> _T:
        value = self._fields[name]
        if value not in choices:
            raise self._bad(f"xgid.{name}", value=value)
        return choices[value]

    def _bad(self, code: str, **facts: Fact) -> BadInput:
        return BadInput(code, {"input": self._text, **facts})


def format_xgid(info: PositionInfo, *, prefix: bool = True) -> str:
    """The XGID of a position. Raises ``BadInput`` (``xgid.pinned``): it has no letter for a shared point."""
    cube_owner = {None: 0, Side.X: 1, Side.O: -1}[info.cube.owner]
    flag = int(info.crawford) if info.length else int(info.jacoby) + 2 * int(info.beavers)
    dice = "{}{}".format(*info.roll) if info.roll else info.offer or "00"
    fields = (
        info.cube.value.bit_length() - 1,
        cube_owner,
        1 if info.on_roll is Side.X else -1,
        dice,
        info.score_x,
        info.score_o,
        flag,
        info.length or 0,
        info.max_cube.bit_length() - 1,
    )
    board = _board(info.seen_by(Side.X))
    return ("XGID=" if prefix else "") + ":".join((board, *map(str, fields)))


def _board(seen_by_x: Position) -> str:
    if seen_by_x.own_pinned or seen_by_x.opp_pinned:
        raise BadInput("xgid.pinned", {"pinned": "pinned checkers"})
    return "".join(_letter(i, seen_by_x.own, seen_by_x.opp) for i in range(BAR + 1))


def _letter(i: int, x: Sequence[int], o: Sequence[int]) -> str:
    if i and x[i]:
        return chr(ord("A") + x[i] - 1)
    if i != BAR and o[BAR - i]:
        return chr(ord("a") + o[BAR - i] - 1)
    return "-"
