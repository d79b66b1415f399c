"""One board between two sides as a picture view: from the core's turn to points, marks, dice and cube.

Serves matches and chouettes alike: what stands around the board (names, score, tags, cube, strip) comes in
as a ``Frame``. Must not know phases of a match, buttons, or how anything is drawn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import cached_property

from bot.game.plays import LegalPlays, Move
from bot.game.position import BAR, OFF, Position
from bot.game.rules import Rules
from bot.game.side import Side
from bot.game.turn import ToPlay, Turn, legal_plays
from bot.render import view
from bot.ui.texts import Texts


@dataclass(frozen=True, slots=True)
class SideLine:
    """What stands beside one side's checkers: name, score as text, a short tag, lit if it must act."""

    name: str
    score: str = ""
    tag: str = ""
    acting: bool = False


@dataclass(frozen=True, slots=True)
class CubeShown:
    """A cube as it lies: ``owner`` None for the centre; ``offered_to`` who must answer (``value`` is then
    what is offered).
    """

    value: int = 1
    owner: Side | None = None
    offered_to: Side | None = None


class BoardPhase(Enum):
    """What comes next at a board: the side on roll throws or plays, somebody first answers what was offered
    to him, or nothing any more.
    """

    PLAY = auto()
    ANSWER = auto()
    OVER = auto()


@dataclass(frozen=True, slots=True)
class Frame:
    """All around a board. ``cube`` None where none lies; ``crawford`` frames its place instead. ``light`` is
    the side with the light checkers, ``bottom`` the side that sits below.
    """

    x: SideLine
    o: SideLine
    phase: BoardPhase = BoardPhase.PLAY
    bottom: Side = Side.X
    light: Side = Side.X
    cube: CubeShown | None = None
    crawford: bool = False
    centre: tuple[str, ...] = ()
    strip: view.ChouetteStrip | None = None
    theme: view.ThemeName = view.ThemeName.LIGHT
    home: view.HomeSide = view.HomeSide.RIGHT

    def line(self, side: Side) -> SideLine:
        """The line of one side."""
        return self.x if side is Side.X else self.o

    def shade(self, side: Side) -> view.Shade:
        """The colour of a side's checkers."""
        return view.Shade.LIGHT if side is self.light else view.Shade.DARK


@dataclass(frozen=True)
class Drafted:
    """A turn with a half-made play on top. Raises ``RuleViolation`` (from ``plays``) where the draft is not
    the beginning of a legal play.
    """

    turn: Turn
    rules: Rules
    moves: tuple[Move, ...] = ()

    @cached_property
    def plays(self) -> LegalPlays | None:
        """The legal plays of the present roll; None where nothing was thrown."""
        return legal_plays(self.turn, self.rules) if isinstance(self.turn.phase, ToPlay) else None

    @cached_property
    def position(self) -> Position:
        """The position after the draft, seen by the side on roll."""
        if self.plays is None or not self.moves:
            return self.turn.position
        return self.plays.after(self.moves)

    @cached_property
    def steps(self) -> tuple[Move, ...]:
        """The single moves that can come next."""
        return self.plays.steps(self.moves) if self.plays else ()

    def seen_by(self, side: Side) -> Position:
        """The drafted position in the numbering of ``side``."""
        return self.position if side is self.turn.on_roll else self.position.mirrored()

    def hits(self, move: Move) -> bool:
        """Whether a next step hits (or pins) a blot."""
        there = BAR - move.target
        position = self.position
        return move.target != OFF and position.opp[there] == 1 and not position.opp_pinned >> there & 1


def board_view(drafted: Drafted, frame: Frame, texts: Texts, *, choose: bool = False) -> view.BoardView:
    """The picture of a turn. ``choose`` marks what the side on roll may move now."""
    position = drafted.seen_by(frame.bottom)
    return view.BoardView(
        top=_seat(drafted, frame, frame.bottom.other),
        bottom=_seat(drafted, frame, frame.bottom),
        points=tuple(_point(position, p, frame) for p in range(1, BAR)),
        dice=_dice(drafted, frame),
        cube=_cube(frame, texts),
        choices=_choices(drafted, frame) if choose else None,
        last=_last(drafted, frame),
        numbers_for=_place(drafted.turn.on_roll, frame),
        home=frame.home,
        centre=frame.centre,
        pips_label=texts("board.pips"),
        strip=frame.strip,
        theme=frame.theme,
    )


def _place(side: Side, frame: Frame) -> view.Side:
    return view.Side.BOTTOM if side is frame.bottom else view.Side.TOP


def _seat(drafted: Drafted, frame: Frame, side: Side) -> view.SeatView:
    line, position = frame.line(side), drafted.seen_by(side)
    return view.SeatView(
        name=line.name,
        shade=frame.shade(side),
        pips=position.pips,
        score=line.score,
        tag=line.tag,
        acting=line.acting,
        bar=position.own[BAR],
        off=position.own[OFF],
    )


def _point(position: Position, p: int, frame: Frame) -> view.PointView:
    """Point ``p`` as the bottom side, by whom ``position`` is seen, counts it."""
    own, opp = position.own[p], position.opp[BAR - p]
    own_lies_below = bool(position.own_pinned >> p & 1)
    if own and not own_lies_below:
        return view.PointView(frame.shade(frame.bottom), own, pinned=bool(opp))
    if opp:
        return view.PointView(frame.shade(frame.bottom.other), opp, pinned=own_lies_below)
    return view.EMPTY


def _dice(drafted: Drafted, frame: Frame) -> view.DiceView | None:
    """The dice thrown, the used ones faded, and all once the game is over; before a roll those of the last
    play, all faded.
    """
    if frame.cube and frame.cube.offered_to:
        return None
    turn = drafted.turn
    if frame.phase is BoardPhase.OVER and isinstance(turn.phase, ToPlay):
        roll = turn.phase.roll
        return _dice_by(roll, Counter(_each(roll)), _place(turn.on_roll, frame))
    if drafted.plays is not None and isinstance(turn.phase, ToPlay):
        used = Counter(drafted.plays.used_dice(drafted.moves))
        return _dice_by(turn.phase.roll, used, _place(turn.on_roll, frame))
    if turn.last:
        roll = turn.last.roll
        return _dice_by(roll, Counter(_each(roll)), _place(turn.last.side, frame))
    return None


def _each(roll: tuple[int, int]) -> tuple[int, ...]:
    return roll * 2 if roll[0] == roll[1] else roll


def _dice_by(roll: tuple[int, int], used: Counter[int], by: view.Side) -> view.DiceView:
    values, faded = _each(roll), []
    for value in values:
        faded.append(used[value] > 0)
        used[value] -= 1
    return view.DiceView(values, by, tuple(faded))


def _cube(frame: Frame, texts: Texts) -> view.CubeView | view.CubeLabel | None:
    if frame.crawford:
        return view.CubeLabel((texts("board.crawford.1"), texts("board.crawford.2")))
    if frame.cube is None:
        return None
    owner, offered_to = frame.cube.owner, frame.cube.offered_to
    return view.CubeView(
        frame.cube.value,
        None if owner is None else _place(owner, frame),
        None if offered_to is None else _place(offered_to, frame),
    )


def _on_picture(place: int, side: Side, frame: Frame) -> int:
    """A place of ``side`` as the picture counts: points from the bottom, bar and tray by their owner."""
    return place if place in (OFF, BAR) or side is frame.bottom else BAR - place


def _choices(drafted: Drafted, frame: Frame) -> view.Choices | None:
    mover = drafted.turn.on_roll
    if not drafted.steps:
        return None

    def shown(places: Sequence[int]) -> frozenset[int]:
        return frozenset(_on_picture(place, mover, frame) for place in places)

    return view.Choices(
        by=_place(mover, frame),
        movable=shown([move.origin for move in drafted.steps]),
        landings=shown([move.target for move in drafted.steps]),
        hits=shown([move.target for move in drafted.steps if drafted.hits(move)]),
    )


def _last(drafted: Drafted, frame: Frame) -> view.LastPlay | None:
    """The draft's own moves, else the last confirmed play; a checker that moved on is marked once."""
    moves, side = drafted.moves, drafted.turn.on_roll
    if not moves and drafted.turn.last:
        moves, side = drafted.turn.last.moves, drafted.turn.last.side
    if not moves:
        return None
    origins, arrivals = Counter(move.origin for move in moves), Counter(move.target for move in moves)
    return view.LastPlay(
        by=_place(side, frame),
        origins=tuple(_on_picture(place, side, frame) for place in sorted((origins - arrivals).elements())),
        arrivals=tuple(_on_picture(place, side, frame) for place in sorted((arrivals - origins).elements())),
    )
