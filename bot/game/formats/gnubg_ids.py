"""Position id and match id of GNU Backgammon, read and written.

Both are little-endian bit fields in base 64. A position id knows two sides but not their names: alone it
is read as if X were on roll; player 1 of a match id is X, player 0 is O.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterable, Mapping
from dataclasses import replace

from bot.game.cube import Cube
from bot.game.dice import Roll
from bot.game.formats.position_info import Offer, PositionInfo
from bot.game.position import BAR, CHECKERS, OFF, Position
from bot.game.side import Side
from bot.game.violations import BadInput

POSITION_LENGTH, POSITION_BITS = 14, 80
MATCH_LENGTH, MATCH_BITS = 12, 72
PLAYING, CENTRED = 1, 3
_PLAYERS = (Side.O, Side.X)
_RAISED: Mapping[Offer | None, int] = {Offer.BEAVER: 1, Offer.RACCOON: 2}
"""How often the cube of a match id was doubled already where what is open is no plain double."""

_FIELDS = (
    ("cube", 4),
    ("owner", 2),
    ("on_roll", 1),
    ("crawford", 1),
    ("state", 3),
    ("decision", 1),
    ("doubled", 1),
    ("resigned", 2),
    ("die_1", 3),
    ("die_2", 3),
    ("length", 15),
    ("score_0", 15),
    ("score_1", 15),
    ("jacoby_off", 1),
)
"""The match id from its lowest bit: name and width of each field."""


def parse_gnubg_position_id(text: str) -> Position:
    """The position seen by the side on roll. Raises ``BadInput`` (``gnubg.…``)."""
    bits = _bits(text, POSITION_LENGTH)
    sides: list[tuple[int, ...]] = []
    at = 0
    for _ in range(2):
        counts = [0] * (BAR + 1)
        for point in (*range(1, BAR), BAR):
            while bits >> at & 1:
                counts[point] += 1
                at += 1
            at += 1
        if sum(counts) > CHECKERS:
            raise BadInput("gnubg.checkers", {"input": text, "count": sum(counts), "most": CHECKERS})
        counts[OFF] = CHECKERS - sum(counts)
        sides.append(tuple(counts))
    if bits >> at:
        raise BadInput("gnubg.position_id", {"input": text})
    opp, own = sides
    return _checked(text, own, opp)


def _checked(text: str, own: tuple[int, ...], opp: tuple[int, ...]) -> Position:
    try:
        return Position(own, opp)
    except BadInput as bad:
        raise BadInput("gnubg.shared_point", {"input": text, **bad.facts}) from None


def format_gnubg_position_id(info: PositionInfo | Position) -> str:
    """The 14 characters, the side that is not on roll first, as the program writes it.

    Raises ``BadInput`` (``gnubg.pinned``) for house-rule positions that the id cannot hold.
    """
    position = info.position if isinstance(info, PositionInfo) else info
    if position.own_pinned or position.opp_pinned:
        raise BadInput("gnubg.pinned", {"pinned": "pinned checkers"})
    bits = at = 0
    for counts in (position.opp, position.own):
        for point in (*range(1, BAR), BAR):
            bits |= (1 << counts[point]) - 1 << at
            at += counts[point] + 1
    return _text(bits, POSITION_BITS)


def parse_gnubg_match_id(text: str, position: Position | None = None) -> PositionInfo:
    """What the match id says, about ``position`` (seen by the side on roll), else about an empty board.

    A doubled cube that is not answered yet is an ``Offer``, whatever the dice; its owner before a beaver was
    the doubler, unless it was at 1. States of finished games are read as they are written. Raises
    ``BadInput`` (``gnubg.…``).
    """
    bits = _bits(text, MATCH_LENGTH)
    fields: dict[str, int] = {}
    for name, width in _FIELDS:
        fields[name] = bits & (1 << width) - 1
        bits >>= width
    if fields["owner"] == 2:
        raise BadInput("gnubg.owner", {"input": text, "value": 2})
    on_roll = _PLAYERS[fields["on_roll"]]
    owner = None if fields["owner"] == CENTRED else _PLAYERS[fields["owner"]]
    offer = _offer(fields, on_roll.other is owner)
    if raised := _RAISED.get(offer, 0):
        owner = on_roll if fields["cube"] > raised else None
    length = fields["length"] or None
    roll = _roll(text, fields["die_1"], fields["die_2"])
    return PositionInfo(
        position=position or _NOBODY,
        on_roll=on_roll,
        cube=Cube(1 << fields["cube"] - raised, owner, turned=owner is not None),
        roll=None if offer else roll,
        offer=offer,
        score_x=fields["score_1"],
        score_o=fields["score_0"],
        length=length,
        crawford=bool(fields["crawford"]),
        jacoby=length is None and not fields["jacoby_off"],
    )


def _offer(fields: Mapping[str, int], taken: bool) -> Offer | None:
    """``taken``: the other side owns the cube, which is then at the value of the double that was beavered."""
    if not fields["doubled"]:
        return None
    offer = Offer.BEAVER if fields["decision"] == fields["on_roll"] else Offer.RACCOON
    return offer if taken and fields["cube"] >= _RAISED[offer] else Offer.DOUBLE


def _roll(text: str, first: int, second: int) -> Roll | None:
    if not first and not second:
        return None
    if not (1 <= first <= 6 and 1 <= second <= 6):
        raise BadInput("gnubg.dice", {"input": text, "value": f"{first}{second}"})
    return first, second


def format_gnubg_match_id(info: PositionInfo) -> str:
    """The 12 characters for a game in progress.

    Raises ``BadInput`` (``gnubg.range``) for values that its fields cannot hold.
    """
    on_roll, raised = _PLAYERS.index(info.on_roll), _RAISED.get(info.offer, 0)
    owner = info.on_roll.other if raised else info.cube.owner
    first, second = sorted(info.roll, reverse=True) if info.roll else (0, 0)
    fields = {
        "cube": info.cube.value.bit_length() - 1 + raised,
        "owner": CENTRED if owner is None else _PLAYERS.index(owner),
        "on_roll": on_roll,
        "crawford": int(info.crawford),
        "state": PLAYING,
        "decision": _PLAYERS.index(info.to_act),
        "doubled": int(info.offer is not None),
        "resigned": 0,
        "die_1": first,
        "die_2": second,
        "length": info.length or 0,
        "score_0": info.score_o,
        "score_1": info.score_x,
        "jacoby_off": int(not info.jacoby),
    }
    bits = at = 0
    for name, width in _FIELDS:
        if not 0 <= fields[name] < 1 << width:
            raise BadInput("gnubg.range", {"field": name, "value": fields[name]})
        bits |= fields[name] << at
        at += width
    return _text(bits, MATCH_BITS)


def parse_gnubg_ids(position_id: str, match_id: str | None) -> PositionInfo:
    """A position id with its match id, if there is one. Raises ``BadInput`` (``gnubg.…``)."""
    position = parse_gnubg_position_id(position_id)
    return parse_gnubg_match_id(match_id, position) if match_id else replace(_ALONE, position=position)


def _bits(text: str, length: int) -> int:
    text = text.strip().strip("`'\"").strip()
    if len(text) != length:
        raise BadInput("gnubg.length", {"input": text, "length": len(text), "expected": length})
    if not re.fullmatch(r"[A-Za-z0-9+/]+", text):
        raise BadInput("gnubg.letter", {"input": text})
    try:
        data = base64.b64decode(text + "=" * (-length % 4), validate=True)
    except binascii.Error:
        raise BadInput("gnubg.letter", {"input": text}) from None
    return int.from_bytes(data, "little")


def _text(bits: int, width: int) -> str:
    return base64.b64encode(bits.to_bytes(width // 8, "little")).decode().rstrip("=")


def _all_off(points: Iterable[int]) -> tuple[int, ...]:
    return tuple(CHECKERS if p == OFF else 0 for p in points)


_NOBODY = Position(_all_off(range(BAR + 1)), _all_off(range(BAR + 1)))
_ALONE = PositionInfo(position=_NOBODY)
