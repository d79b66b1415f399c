"""What the buttons of a scorekeeper's paper mean: an entry, or another look.

Members are named by their place in the team, one letter each. The core judges. Must not know texts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from bot.app.score_kind import Paper, ScoreClosed, Written, paper_of
from bot.app.table import Table
from bot.chouette import score_entries as entry
from bot.chouette.seats import Seat
from bot.chouette.stakes import BOX, TEAM, Answer, Reply
from bot.game.result import Kind
from bot.game.violations import RuleViolation
from bot.ui.kinds import Look

LETTERS = "abcdefghijklmnopqrstuvwxyz"


class Op(StrEnum):
    """The operations of the paper's buttons."""

    BOX = "box"
    INITIAL = "initial"
    DOUBLED = "doubled"
    ANSWERED = "answered"
    WON = "won"
    PARTNER = "partner"
    AUTOMATIC = "automatic"
    EXTRA = "extra"
    RACCOON = "raccoon"
    LEFT = "left"
    UNDO = "undo"
    CLOSE = "close"
    LOOK = "look"
    BACK = "back"


class Page(StrEnum):
    """What a look can open."""

    DOUBLE = "D"
    ANSWER = "A"
    WIN = "W"
    MORE = "M"
    LEAVE = "L"
    PARTNER = "P"
    CLOSE = "C"


@dataclass(frozen=True, slots=True)
class Shown:
    """An open page and what was chosen on it: members who double, or a reply to each open cube."""

    page: Page | None = None
    chosen: str = ""


REPLIES: Mapping[str, Reply] = {"t": Reply.TAKE, "d": Reply.DROP, "b": Reply.BEAVER}


def read_look(arg: str) -> Shown:
    """The look behind ``arg``; an unknown one is the paper as it stands."""
    page = next((page for page in Page if arg[:1] == page), None)
    return Shown(page, arg[1:]) if page else Shown()


def press(table: Table, op: str, arg: str) -> Written | Look:
    """What the button ``op`` with ``arg`` asks for. Raises ``RuleViolation``."""
    paper = paper_of(table)
    match op:
        case Op.LOOK:
            return Look(arg)
        case Op.BACK:
            return Look()
        case Op.BOX:
            return entry.ScoreDoubled(BOX)
        case Op.INITIAL:
            return entry.ScoreDoubled(BOX, initial=True)
        case Op.DOUBLED:
            return entry.ScoreDoubled(TEAM, tuple(_seat(paper.score.stakes.seats, one) for one in arg))
        case Op.ANSWERED:
            return entry.ScoreAnswered(answers(paper, arg))
        case Op.WON:
            return _won(arg)
        case Op.AUTOMATIC:
            return entry.ScoreAutomatic()
        case Op.UNDO:
            return entry.ScoreUndone()
        case Op.CLOSE:
            return ScoreClosed()
        case _:
            return _about_one(paper, op, arg)


def _about_one(paper: Paper, op: str, arg: str) -> Written:
    line = (*paper.score.line, *paper.score.newcomers)
    match op:
        case Op.PARTNER:
            return entry.ScorePartner(_seat(line, arg) if arg else None)
        case Op.EXTRA:
            return entry.ScoreExtra(_seat(line, arg))
        case Op.RACCOON:
            return entry.ScoreRaccooned(_seat(line, arg))
        case Op.LEFT:
            return entry.ScoreLeft(_seat(line, arg))
        case _:
            raise RuleViolation("press.stale")


def answers(paper: Paper, chosen: str) -> tuple[Answer, ...]:
    """The replies to the open cubes, in their order. Raises ``RuleViolation`` (``press.stale``)."""
    offered = paper.score.offered
    if offered is None or len(chosen) != len(offered.open) or not set(chosen) <= set(REPLIES):
        raise RuleViolation("press.stale")
    return tuple(Answer(seat, REPLIES[reply]) for seat, reply in zip(offered.open, chosen, strict=True))


def _won(arg: str) -> entry.ScoreGameEnded:
    if arg[:1] not in ("b", "t") or arg[1:] not in ("1", "2", "3"):
        raise RuleViolation("press.stale")
    return entry.ScoreGameEnded(BOX if arg[0] == "b" else TEAM, Kind(int(arg[1])))


def _seat(seats: tuple[Seat, ...], letter: str) -> Seat:
    place = LETTERS.find(letter) if len(letter) == 1 else -1
    if not 0 <= place < len(seats):
        raise RuleViolation("press.stale")
    return seats[place]
