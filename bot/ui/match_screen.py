"""The screens of a match or session between two: words, picture and buttons of every phase.

Brings together what is said (``match_words``), shown (``board``) and pressed (``match_buttons``). Must not
know platforms, storage, or the rules behind the core's answers.
"""

from __future__ import annotations

from bot.app.screen import Screen
from bot.app.table import Table
from bot.app.table_time import TimeAction
from bot.game.actions import MatchAction
from bot.game.game import CubeOffered, Ended, Game, OnTurn, Resigning
from bot.game.match import Match
from bot.game.rules import Count, Opening
from bot.game.side import Side
from bot.game.turn import ToPlay
from bot.game.violations import RuleViolation
from bot.render.view import HomeSide, ThemeName
from bot.ui import match_press
from bot.ui.board import BoardPhase, CubeShown, Drafted, Frame, SideLine, board_view
from bot.ui.board_text import board_alt, board_lines
from bot.ui.kinds import Look, Viewer
from bot.ui.match_buttons import Panel, rows
from bot.ui.match_press import Shown, match_of, read_look
from bot.ui.match_words import Told, headline, lines
from bot.ui.names import seat_name
from bot.ui.texts import Texts
from bot.ui.time_words import clock_tag


class MatchUi:
    """The ``TableUi`` of kind "match"."""

    def stamp(self, table: Table) -> int:
        """The revision: between two every action makes older buttons void."""
        return table.revision

    def screen(self, table: Table, viewer: Viewer, look: Look) -> Screen:
        """The table as ``viewer`` sees it; a look that no longer fits shows the table as it stands."""
        match, mine = match_of(table), readers(table, viewer)
        shown = _shown(match, look)
        drafted = _drafted(match, shown)
        told = Told(table, viewer.texts, drafted, shown.resigning, viewer.tz, mine)
        frame = frame_of(table, viewer) if drafted else None
        choose = drafted is not None and drafted.turn.on_roll in mine and _chooses(table, match)
        return Screen(
            headline=headline(told),
            lines=tuple(lines(told)),
            picture=board_view(drafted, frame, viewer.texts, choose=choose) if drafted and frame else None,
            alt=board_alt(drafted, frame, viewer.texts) if drafted and frame else "",
            rows=rows(Panel(table, viewer.texts, shown, drafted, viewer.confirm, mine)),
            actors=actors(table),
        )

    def text_board(self, table: Table, viewer: Viewer) -> Screen:
        """The table without a picture: a monospace board and the same in sentences, no buttons."""
        match = match_of(table)
        drafted, mine = _drafted(match, Shown()), readers(table, viewer)
        told = Told(table, viewer.texts, drafted, tz=viewer.tz, readers=mine)
        if told.drafted is None:
            return Screen(headline(told), tuple(lines(told)), quiet=True)
        frame = frame_of(table, viewer)
        board = board_lines(told.drafted, frame, viewer.texts)
        spoken = board_alt(told.drafted, frame, viewer.texts)
        return Screen(headline(told), (spoken,), tuple(board), quiet=True)

    def press(self, table: Table, seat: str, op: str, arg: str) -> MatchAction | TimeAction | Look:
        """See ``TableUi``."""
        return match_press.press(table, seat, op, arg)

    def typed(self, table: Table, seat: str, text: str) -> MatchAction:
        """See ``TableUi``."""
        return match_press.typed(table, seat, text)

    def completions(self, table: Table, seat: str, prefix: str) -> list[str]:
        """See ``TableUi``."""
        return match_press.complete(table, seat, prefix)


def readers(table: Table, viewer: Viewer) -> tuple[Side, ...]:
    """The sides that read a screen of the table: all persons in a room, else the one reader's own."""
    people = [seat for seat in table.seats if seat.level is None]
    mine = people if viewer.person is None else [seat for seat in people if seat.person == viewer.person]
    return tuple(Side(seat.key) for seat in mine)


def awaited(match: Match) -> tuple[Side, ...]:
    """The sides whose decision is awaited."""
    game = match.running
    if match.over:
        return ()
    if game is None:
        return tuple(Side)
    match game.phase:
        case Resigning(by):
            return (by.other,)
        case CubeOffered():
            return (game.turn.on_roll.other,)
        case _:
            return (game.turn.on_roll,)


def actors(table: Table) -> tuple[str, ...]:
    """The persons who must act, the computer left out: in a pause nobody; who may claim when time is up, but
    an offered resignation is answered first.
    """
    if table.time.paused_at is not None:
        return ()
    match, late = match_of(table), table.time.late
    resigning = match.running is not None and isinstance(match.running.phase, Resigning)
    sides = (Side(late).other,) if late is not None and not resigning else awaited(match)
    seats = [table.seat(side) for side in sides]
    return tuple(dict.fromkeys(str(seat.person) for seat in seats if seat.level is None))


def _shown(match: Match, look: Look) -> Shown:
    try:
        return read_look(match, look.arg)
    except RuleViolation:
        return Shown()


def _drafted(match: Match, shown: Shown) -> Drafted | None:
    return Drafted(match.game.turn, match.rules, shown.draft) if match.game else None


def _chooses(table: Table, match: Match) -> bool:
    """Whether a person on roll is to move checkers now."""
    game = match.running
    if game is None or table.seat(game.turn.on_roll).level is not None:
        return False
    return isinstance(game.phase, OnTurn) and isinstance(game.turn.phase, ToPlay)


def frame_of(table: Table, viewer: Viewer) -> Frame:
    """What stands around the board of a match table that has one."""
    match, texts = match_of(table), viewer.texts
    game = match.game
    assert game is not None
    return Frame(
        x=_line(table, match, game, Side.X, texts),
        o=_line(table, match, game, Side.O, texts),
        phase=_phase(match, game),
        bottom=_bottom(table, viewer),
        light=_light(match, game),
        cube=_cube(game),
        crawford=game.crawford,
        centre=_centre(match, texts),
        theme=ThemeName(viewer.theme),
        home=HomeSide(viewer.home),
    )


def _phase(match: Match, game: Game) -> BoardPhase:
    if match.running is None:
        return BoardPhase.OVER
    return BoardPhase.PLAY if isinstance(game.phase, OnTurn) else BoardPhase.ANSWER


def _bottom(table: Table, viewer: Viewer) -> Side:
    """X sits below; but in his own chat a person may have his own side there, against the computer always."""
    own = table.seat_of(viewer.person) if viewer.own_side_down else None
    people = [seat for seat in table.seats if seat.level is None]
    alone = people[0] if len(people) == 1 else None
    seat = own or alone
    return Side(seat.key) if seat else Side.X


def _light(match: Match, game: Game) -> Side:
    """Who starts has the light checkers where the opening alternates (Speedgamez)."""
    starts = match.rules.opening is Opening.ALTERNATE
    return game.starter if starts and game.starter else Side.X


def _line(table: Table, match: Match, game: Game, side: Side, texts: Texts) -> SideLine:
    acting = game is match.running and side in awaited(match)
    name = seat_name(table.seat(side), texts)
    tag = " · ".join(part for part in (_tag(match, game, side, texts), clock_tag(table, match, side)) if part)
    return SideLine(name, _score(match, side, texts), tag, acting)


def _score(match: Match, side: Side, texts: Texts) -> str:
    """A match score, or the signed total of a session."""
    mine = match.score.of(side)
    if match.rules.is_match or match.rules.count is Count.WINS:
        return texts.number(mine)
    return texts.signed(mine - match.score.of(side.other))


def _tag(match: Match, game: Game, side: Side, texts: Texts) -> str:
    if isinstance(game.phase, Ended):
        return texts("tag.won") if game.phase.result.winner is side else ""
    if match.running is None:
        return ""
    on_roll = side is game.turn.on_roll
    match game.phase:
        case Resigning(by):
            return texts("tag.resigns" if by is side else "tag.accept")
        case CubeOffered():
            return texts("tag.doubles", value=game.stake.value * 2) if on_roll else texts("tag.take_or_drop")
        case _:
            if not on_roll:
                return ""
            return texts("tag.to_play" if isinstance(game.turn.phase, ToPlay) else "tag.to_roll")


def _cube(game: Game) -> CubeShown | None:
    if game.cube is None:
        return None
    phase = game.phase.under if isinstance(game.phase, Resigning) else game.phase
    if isinstance(phase, CubeOffered):
        return CubeShown(game.cube.value * 2, game.cube.owner, game.turn.on_roll.other)
    return CubeShown(game.cube.value, game.cube.owner)


def _centre(match: Match, texts: Texts) -> tuple[str, ...]:
    """What the series is for, as it stands between the trays."""
    length = match.rules.length
    if length is None:
        return (texts("board.money"),)
    key = "board.points" if match.rules.count is Count.POINTS else "board.wins"
    return (texts.number(length), texts.n(key, length))
