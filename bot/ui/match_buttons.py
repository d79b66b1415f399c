"""The buttons of a match table: what the awaited side may do now, in rows that fit every platform.

Never more than five rows of five (the tightest platform), steps at most four to a row where they fit. The
core's ``allowed`` decides which are there. Must not know platforms or texts beyond labels.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Protocol

from bot.app.match_kind import awaited
from bot.app.screen import Button, Rows, Tone
from bot.app.table import Table
from bot.game import actions as act
from bot.game.game import CubeOffered, Game, Resigning
from bot.game.judge import allowed, resignation_kinds
from bot.game.match import Match
from bot.game.notation import format_move, format_play
from bot.game.plays import LegalPlays, Move, Play
from bot.game.result import Kind
from bot.game.scoring import points_for_drop, points_for_win
from bot.game.side import Side
from bot.ui.board import Drafted
from bot.ui.board_text import words
from bot.ui.match_press import Op, Shown, match_of
from bot.ui.next_steps import beginning
from bot.ui.press import MenuPress, TablePress, encode_draft
from bot.ui.texts import Texts

STEPS_IN_ROW, MOST_IN_ROW, STEP_ROWS = 4, 5, 3
FEW = 4
"""With more first steps than this a play is not looked at for being the only one (counting all costs)."""

Row = tuple[Button, ...]


@dataclass(frozen=True, slots=True)
class Panel:
    """All that the buttons depend on. ``confirm``: a complete draft waits for *Done*; ``readers`` are the
    sides whose buttons these are: both in a room, where the board is one for all.
    """

    table: Table
    texts: Texts
    shown: Shown
    drafted: Drafted | None
    confirm: bool = True
    readers: tuple[Side, ...] = tuple(Side)

    @property
    def match(self) -> Match:
        """The table's state."""
        return match_of(self.table)

    def button(self, op: Op, label: str, arg: str = "", tone: Tone = Tone.PLAIN) -> Button:
        """A button of this table at this revision."""
        return Button(label, str(TablePress(self.table.id, self.table.revision, op, arg)), tone)

    def may(self, *kinds: type[act.MatchAction]) -> bool:
        """Whether a reader may do one of these now."""
        return any(not allowed(self.match, side).isdisjoint(kinds) for side in self.readers)

    @property
    def picked(self) -> int | None:
        """The origin chosen for the next step."""
        return self.shown.origin

    def step(self, label: str, arg: str) -> Button:
        """A button that goes on (or back) with the draft in ``arg``."""
        return self.button(Op.DRAFT, label, arg)

    def play(self, label: str, arg: str, tone: Tone) -> Button:
        """A button that plays the draft in ``arg``."""
        return self.button(Op.PLAY, label, arg, tone)


def rows(panel: Panel) -> Rows:
    """All buttons of the table as it stands that its readers can press; for a stranger there are none."""
    return tuple(row for row in _rows(panel) if row) if panel.readers else ()


def _rows(panel: Panel) -> Rows:
    match, game = panel.match, panel.match.running
    if match.over:
        return (_after_the_end(panel),)
    if panel.table.time.unseen:
        return ()
    if panel.table.time.paused_at is not None:
        return ((panel.button(Op.RESUME, panel.texts("button.resume"), tone=Tone.PRIMARY),),)
    if game is None:
        return (_between_games(panel),)
    resigning = panel.shown.resigning
    if resigning is not None and resigning in panel.readers:
        return _resign_menu(panel, game, resigning)
    if _computer_decides(panel):
        return (_always(panel),)
    match game.phase:
        case Resigning():
            return _resignation(panel)
        case CubeOffered():
            return (_cube_answers(panel, game), _always(panel))
        case _:
            return (*_turn(panel, game), _always(panel))


def _computer_decides(panel: Panel) -> bool:
    """Nobody could press anything while the computer thinks."""
    side = awaited(panel.match)
    return side is not None and panel.table.seat(side).level is not None


def _after_the_end(panel: Panel) -> Row:
    """Once more, or something else: a person after the computer, the computer after a person."""
    again = Button(panel.texts("button.rematch"), str(MenuPress("rematch", panel.table.id)), Tone.PRIMARY)
    alone = any(seat.level is not None for seat in panel.table.seats)
    return (again, beginning("challenge" if alone else "play", panel.texts))


def _always(panel: Panel) -> Row:
    """What is there in every phase of a game."""
    board = Button(panel.texts("button.board"), str(MenuPress("board", panel.table.id)))
    may_resign = panel.may(act.OfferResignation)
    resign = (panel.button(Op.RESIGN, panel.texts("button.resign")),) if may_resign else ()
    return (*_late(panel), *resign, board)


def _late(panel: Panel) -> Row:
    """What the other side may do when time is up."""
    late = panel.table.time.late
    if late is None or Side(late).other not in panel.readers:
        return ()
    claim = panel.button(Op.CLAIM, panel.texts("button.claim"), tone=Tone.DANGER)
    return (claim, panel.button(Op.GIVE, panel.texts("button.give_time")))


def _between_games(panel: Panel) -> Row:
    texts, first = panel.texts, panel.match.game is None
    label = texts("button.start") if first else texts("button.next")
    start = panel.button(Op.NEXT, label, tone=Tone.PRIMARY)
    if not panel.may(act.EndSession):
        return (start,)
    return (start, panel.button(Op.END, texts("button.end")))


def _cube_answers(panel: Panel, game: Game) -> Row:
    if not panel.may(act.Take):
        return ()
    texts, value = panel.texts, game.stake.value
    lost = points_for_drop(panel.match.rules, game.stake, game.turn.off(game.turn.on_roll.other))
    answers = [
        panel.button(Op.TAKE, texts("button.take", value=value * 2), tone=Tone.GOOD),
        panel.button(Op.DROP, texts("button.drop", value=lost), tone=Tone.DANGER),
    ]
    if panel.may(act.Beaver):
        answers.append(panel.button(Op.BEAVER, texts("button.beaver", value=value * 4)))
    return tuple(answers)


def _resignation(panel: Panel) -> Rows:
    texts = panel.texts
    answers = (
        panel.button(Op.ACCEPT, texts("button.accept"), tone=Tone.GOOD),
        panel.button(Op.REFUSE, texts("button.refuse")),
    )
    withdraw = (panel.button(Op.WITHDRAW, texts("button.withdraw")),)
    return (
        answers if panel.may(act.AcceptResignation) else (),
        withdraw if panel.may(act.WithdrawResignation) else (),
    )


def _resign_menu(panel: Panel, game: Game, by: Side) -> Rows:
    """Two to a row: three words with figures would be cut on a phone."""
    heights = [_height(panel, game, by, kind) for kind in resignation_kinds(game, by)]
    buttons = (*heights, panel.button(Op.BACK, panel.texts("button.back")))
    return tuple(buttons[start : start + 2] for start in range(0, len(buttons), 2))


def _height(panel: Panel, game: Game, by: Side, kind: Kind) -> Button:
    """Offer to resign so high, with the points that it costs."""
    points = points_for_win(panel.match.rules, game.stake, kind, game.turn.off(by))
    label = f"{panel.texts(f'button.offer.{kind.name.lower()}')} ({points})"
    return panel.button(Op.OFFER, label, f"{by}{kind}", Tone.DANGER)


def _turn(panel: Panel, game: Game) -> Rows:
    if game.turn.on_roll not in panel.readers:
        return ()
    drafted = panel.drafted
    if drafted is None or drafted.plays is None:
        return (_before_roll(panel, game),)
    return tuple(play_rows(panel, drafted, drafted.plays))


def _before_roll(panel: Panel, game: Game) -> Row:
    texts, may = panel.texts, allowed(panel.match, game.turn.on_roll)
    doubled = game.stake.value * 2
    buttons = [panel.button(Op.ROLL, texts("button.roll"), tone=Tone.PRIMARY)]
    if act.Double in may:
        buttons.append(panel.button(Op.DOUBLE, texts("button.double", value=doubled)))
    if act.Raccoon in may:
        buttons.append(panel.button(Op.RACCOON, texts("button.raccoon", value=doubled)))
    return tuple(buttons)


class StepPanel(Protocol):
    """What the buttons of a half-made play need of a panel, whatever the table. ``picked`` is the origin
    chosen for the next step.
    """

    @property
    def texts(self) -> Texts:
        """The words of the reader."""

    @property
    def confirm(self) -> bool:
        """Whether a complete draft waits for *Done*."""

    @property
    def picked(self) -> int | None:
        """The origin chosen for the next step."""

    def step(self, label: str, arg: str) -> Button:
        """A button that goes on (or back) with the draft in ``arg``."""

    def play(self, label: str, arg: str, tone: Tone) -> Button:
        """A button that plays the draft in ``arg``."""


def play_rows(panel: StepPanel, drafted: Drafted, plays: LegalPlays) -> Iterator[Row]:
    """The buttons of a play in the making: the next steps, undo, done; or the one play there is.

    More than three rows of steps never.
    """
    texts, draft = panel.texts, drafted.moves
    if not plays:
        yield (panel.play(texts("button.dance"), "", Tone.PRIMARY),)
        return
    only = None if draft else only_play(drafted)
    if only is not None:
        label = texts("button.forced", play=format_play(only, words=words(texts)))
        yield (panel.play(label, encode_draft(only.moves), Tone.PRIMARY),)
        return
    yield from _steps(panel, drafted)
    undo = panel.step(texts("button.undo"), encode_draft(plays.undone(draft)))
    complete = plays.complete(draft) if draft else None
    if complete:
        label = texts("button.done", play=format_play(complete, words=words(texts)))
        yield (panel.play(label, encode_draft(draft), Tone.PRIMARY), undo)
    elif draft:
        yield (undo,)


def only_play(drafted: Drafted) -> Play | None:
    """The one legal play; None where there are several or none."""
    plays = drafted.plays
    if not plays or len(plays.steps()) > FEW or not plays.forced:
        return None
    return next(iter(plays))


def _steps(panel: StepPanel, drafted: Drafted) -> Iterator[Row]:
    """Each next step; first only the origins, where there are too many steps for the rows."""
    steps, picked = drafted.steps, panel.picked
    if picked is not None:
        steps = tuple(step for step in steps if step.origin == picked)
    elif len(steps) > STEP_ROWS * MOST_IN_ROW:
        origins = dict.fromkeys(step.origin for step in steps)
        yield from in_rows([(_origin(panel, drafted, origin),) for origin in origins])
        return
    groups = groupby(steps, key=lambda step: step.origin)
    yield from in_rows([tuple(_step(panel, drafted, step) for step in group) for _, group in groups])
    if picked is not None:
        back = encode_draft(drafted.moves)
        yield (panel.step(panel.texts("button.back"), back),)


def _origin(panel: StepPanel, drafted: Drafted, origin: int) -> Button:
    label = panel.texts("button.from", place=words(panel.texts).point(origin))
    return panel.step(label, str(Shown(drafted.moves, origin)))


def _step(panel: StepPanel, drafted: Drafted, step: Move) -> Button:
    label = format_move(step, hit=drafted.hits(step), words=words(panel.texts))
    draft = (*drafted.moves, step)
    ends = not panel.confirm and drafted.plays is not None and drafted.plays.complete(draft) is not None
    return (
        panel.play(label, encode_draft(draft), Tone.PLAIN) if ends else panel.step(label, encode_draft(draft))
    )


def in_rows(groups: Sequence[Row]) -> Iterator[Row]:
    """As few rows of up to four as keep each group together, of like length; rows of five, groups torn
    apart, where that would make too many.
    """
    fewest = len(_packed(groups, STEPS_IN_ROW))
    if fewest <= STEP_ROWS:
        widths = range(1, STEPS_IN_ROW + 1)
        yield from next(rows for width in widths if len(rows := _packed(groups, width)) == fewest)
        return
    buttons = [button for group in groups for button in group]
    for start in range(0, len(buttons), MOST_IN_ROW):
        yield tuple(buttons[start : start + MOST_IN_ROW])


def _packed(groups: Sequence[Row], width: int) -> list[Row]:
    rows: list[Row] = []
    for group in groups:
        if rows and len(rows[-1]) + len(group) <= width:
            rows[-1] = (*rows[-1], *group)
        else:
            rows.append(group)
    return rows
