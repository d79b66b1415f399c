"""One entrance for a position id in whatever form it is pasted: alone, in a chat line, in backticks."""

from __future__ import annotations

import re

from bot.game.formats.gnubg_ids import MATCH_LENGTH, POSITION_LENGTH, parse_gnubg_ids
from bot.game.formats.position_info import PositionInfo
from bot.game.formats.xgid import SMART_DASHES, parse_xgid
from bot.game.violations import BadInput

MAX_TEXT = 4096

_PREFIXED = re.compile(r"xgid\s*[=:]\s*`?\s*[^\s`'\"<>|&]+", re.IGNORECASE)
_XGID = re.compile(r"(?<![^\s`'\"<>(\[|=*_~:,;])[-A-Za-z]{20,32}:[^\s`'\"<>|&]*")
_B64 = "A-Za-z0-9+/"
_POSITION = rf"(?<![{_B64}])([{_B64}]{{{POSITION_LENGTH}}})"
_MATCH = rf"([{_B64}]{{{MATCH_LENGTH}}})(?![{_B64}])"
_GNUBG_PAIR = re.compile(rf"{_POSITION}(?:\s*:\s*{_MATCH}|:([{_B64}]+))")
_GNUBG_PAIR_TURNED = re.compile(
    rf"(?<![{_B64}])([{_B64}]{{{MATCH_LENGTH}}})\s*:\s*([{_B64}]{{{POSITION_LENGTH}}})(?![{_B64}])"
)
_GNUBG_SPACED = re.compile(rf"[\s`'\"]*{_POSITION}[\s,;]+{_MATCH}[\s`'\"]*")
_GNUBG_SPACED_TURNED = re.compile(
    rf"[\s`'\"]*([{_B64}]{{{MATCH_LENGTH}}})[\s,;]+([{_B64}]{{{POSITION_LENGTH}}})[\s`'\"]*"
)
_GNUBG_LABELLED = re.compile(
    rf"position\s+id\s*:\s*{_POSITION}.*?(?:match\s+id\s*:\s*{_MATCH}|$)", re.IGNORECASE | re.DOTALL
)
_GNUBG_LABELLED_TURNED = re.compile(
    rf"match\s+id\s*:\s*{_MATCH}.*?position\s+id\s*:\s*{_POSITION}", re.IGNORECASE | re.DOTALL
)
_GNUBG_ALONE = re.compile(rf"{_POSITION}(?![{_B64}])")


def parse_position_id(text: str) -> PositionInfo:
    """The first XGID, or GNU position id with or without match id, in the text.

    A position id without a match id is a money position with X on roll. Raises ``BadInput``:
    ``position_id.missing`` where nothing looks like an id, else what is wrong with the id.
    """
    if len(text) > MAX_TEXT:
        raise BadInput("position_id.too_long", {"length": len(text), "most": MAX_TEXT})
    text = text.translate(SMART_DASHES)
    for pattern in (_PREFIXED, _XGID):
        if found := pattern.search(text):
            return parse_xgid(found[0].rstrip(".,;!?)]}*_~"))
    if found := _GNUBG_PAIR.search(text) or _GNUBG_SPACED.fullmatch(text):
        return parse_gnubg_ids(found[1], found[2] or found[3])
    if found := _GNUBG_PAIR_TURNED.search(text) or _GNUBG_SPACED_TURNED.fullmatch(text):
        return parse_gnubg_ids(found[2], found[1])
    if found := _GNUBG_LABELLED_TURNED.search(text):
        return parse_gnubg_ids(found[2], found[1])
    if found := _GNUBG_LABELLED.search(text):
        return parse_gnubg_ids(found[1], found[2])
    return _alone(text)


def _alone(text: str) -> PositionInfo:
    """A position id without label among ordinary words: the first one that can be read."""
    problem: BadInput | None = None
    for found in _GNUBG_ALONE.finditer(text):
        try:
            return parse_gnubg_ids(found[1], None)
        except BadInput as bad:
            problem = problem or bad
    raise problem or BadInput("position_id.missing", {"input": text[:200]})
