"""A board in words and in plain characters: what the picture shows, for screen readers and terminals.

Everything in the picture is here too: mover, dice, score, pips, cube, checkers, what may be moved. Must not
know phases of a match or buttons.
"""

from __future__ import annotations

from bot.game.notation import Words
from bot.game.position import BAR, OFF, Position
from bot.game.side import Side
from bot.game.turn import ToPlay
from bot.ui.board import BoardPhase, CubeShown, Drafted, Frame
from bot.ui.texts import Texts

MAX_ALT = 1000
MARKS = {True: "X", False: "O"}
"""In characters the lower side is X and the upper one O, whoever they are."""

_HEIGHT = 5


def words(texts: Texts) -> Words:
    """What bar and off are called in the reader's language."""
    return Words(texts("word.bar"), texts("word.off"))


def dice_text(roll: tuple[int, int]) -> str:
    """A roll as people say it, the higher die first: 6-4."""
    return f"{max(roll)}-{min(roll)}"


def board_alt(drafted: Drafted, frame: Frame, texts: Texts) -> str:
    """The board in sentences, counted as the side on roll counts; at most 1000 characters."""
    mover = drafted.turn.on_roll
    sentences = [
        _who_acts(drafted, frame, texts),
        _score(frame, texts),
        cube_text(frame, texts),
        texts("alt.count", who=frame.line(mover).name),
        _side(drafted, frame, mover, texts),
        _side(drafted, frame, mover.other, texts),
        _choices(drafted, texts) if frame.phase is BoardPhase.PLAY else "",
    ]
    alt = " ".join(sentence for sentence in sentences if sentence)
    return alt if len(alt) <= MAX_ALT else alt[: MAX_ALT - 1] + "…"


def _who_acts(drafted: Drafted, frame: Frame, texts: Texts) -> str:
    turn, lines = drafted.turn, (frame.x, frame.o)
    dice = dice_text(turn.phase.roll) if isinstance(turn.phase, ToPlay) else ""
    asked = [texts("alt.tag", who=line.name, tag=line.tag) for line in lines if line.acting and line.tag]
    others = [
        texts("alt.line", who=line.name, tag=line.tag) for line in lines if line.tag and not line.acting
    ]
    match frame.phase:
        case BoardPhase.PLAY if dice:
            return texts("alt.dice", who=frame.line(turn.on_roll).name, dice=dice)
        case BoardPhase.PLAY:
            return " ".join(asked)
        case BoardPhase.ANSWER:
            return " ".join([*others, *asked, *([texts("alt.thrown", dice=dice)] if dice else [])])
        case BoardPhase.OVER:
            return " ".join([texts("alt.over"), *others])


def _score(frame: Frame, texts: Texts) -> str:
    centre = " ".join(frame.centre)
    facts = {"name": frame.x.name, "score": frame.x.score, "other": frame.o.name, "score2": frame.o.score}
    return texts("alt.score", centre=centre, **facts) if frame.x.score else ""


def cube_text(frame: Frame, texts: Texts) -> str:
    """Where the cube lies and what it shows; "" where a game has none."""
    if frame.crawford:
        return texts("alt.crawford")
    return "" if frame.cube is None else _cube(frame, frame.cube, texts)


def _cube(frame: Frame, cube: CubeShown, texts: Texts) -> str:
    if cube.offered_to:
        return texts("alt.cube.offered", value=cube.value, who=frame.line(cube.offered_to).name)
    if cube.owner is None:
        return texts("alt.cube.centre", value=cube.value)
    return texts("alt.cube.owned", value=cube.value, who=frame.line(cube.owner).name)


def _side(drafted: Drafted, frame: Frame, side: Side, texts: Texts) -> str:
    """One side's checkers, place by place, in the mover's count."""
    position = drafted.seen_by(side)
    mine = side is drafted.turn.on_roll
    shade = texts(f"shade.{frame.shade(side)}")
    facts = {"who": frame.line(side).name, "shade": shade, "places": _places(position, mine, texts)}
    return texts.n("alt.side", position.pips, **facts)


def _places(position: Position, mine: bool, texts: Texts) -> str:
    spoken = words(texts)
    places = [
        (BAR, spoken.bar),
        *((p, str(p if mine else BAR - p)) for p in range(24, 0, -1)),
        (OFF, spoken.off),
    ]
    shown = []
    for p, name in places:
        pinned = p not in (OFF, BAR) and position.own_pinned >> p & 1
        if position.own[p]:
            shown.append(f"{name}: {position.own[p]}" + (f" ({texts('alt.pinned')})" if pinned else ""))
    return ", ".join(shown)


def _choices(drafted: Drafted, texts: Texts) -> str:
    origins = dict.fromkeys(move.origin for move in drafted.steps)
    return (
        texts("alt.choices", places=texts.list([words(texts).point(p) for p in origins])) if origins else ""
    )


def board_lines(drafted: Drafted, frame: Frame, texts: Texts) -> tuple[str, ...]:
    """The board in monospace characters, numbered as the side on roll counts, each side's line beside it."""
    position = drafted.seen_by(frame.bottom)
    mine = drafted.turn.on_roll is frame.bottom
    upper, lower = range(13, 25), range(12, 0, -1)
    rows = [_numbers(upper, mine)]
    rows += [_row(position, upper, level) for level in range(_HEIGHT)]
    rows.append(_bar_row(position))
    rows += [_row(position, lower, level) for level in reversed(range(_HEIGHT))]
    rows.append(_numbers(lower, mine))
    above = _legend(drafted, frame, frame.bottom.other, texts)
    return (above, *rows, _legend(drafted, frame, frame.bottom, texts))


def _numbers(points: range, mine: bool) -> str:
    shown = [f"{p if mine else BAR - p:>3}" for p in points]
    return "".join(shown[:6]) + "     " + "".join(shown[6:])


def _row(position: Position, points: range, level: int) -> str:
    cells = [f"{_cell(position, p, level):>3}" for p in points]
    return "".join(cells[:6]) + "  |  " + "".join(cells[6:])


def _cell(position: Position, p: int, level: int) -> str:
    """The sign at one height of a point: a pinned checker (small letter) first, the rest counted on top."""
    signs = _stack(position, p)
    if level < len(signs):
        return str(len(signs)) if level == _HEIGHT - 1 and len(signs) > _HEIGHT else signs[level]
    return "." if level == 0 else ""


def _stack(position: Position, p: int) -> str:
    own, opp = MARKS[True] * position.own[p], MARKS[False] * position.opp[BAR - p]
    if own and opp:
        return own.lower() + opp if position.own_pinned >> p & 1 else opp.lower() + own
    return own + opp


def _bar_row(position: Position) -> str:
    held = f"{MARKS[False] * min(position.opp[BAR], 3)}{MARKS[True] * min(position.own[BAR], 3)}"
    return " " * 18 + f"{held:^5}".rstrip()


def _legend(drafted: Drafted, frame: Frame, side: Side, texts: Texts) -> str:
    line, position, spoken = frame.line(side), drafted.seen_by(side), words(texts)
    parts = (
        f"{MARKS[side is frame.bottom]} {line.name}",
        line.score,
        f"({line.tag})" if line.tag else "",
        f"{position.pips} {texts('board.pips')}",
        f"{spoken.bar} {position.own[BAR]}, {spoken.off} {position.own[OFF]}",
    )
    return "  ".join(part for part in parts if part)
