"""A position by its id: the board as a picture, counts, ids and the plays of its dice."""

from __future__ import annotations

from bot.app.screen import Screen
from bot.game.formats.gnubg_ids import format_gnubg_match_id, format_gnubg_position_id
from bot.game.formats.position_info import Offer, PositionInfo
from bot.game.formats.xgid import format_xgid
from bot.game.notation import format_play
from bot.game.plays import LegalPlays
from bot.game.rules import Rules
from bot.game.side import Side
from bot.game.turn import ToPlay, ToRoll, Turn
from bot.render.view import HomeSide, ThemeName
from bot.ui.board import CubeShown, Drafted, Frame, SideLine, board_view
from bot.ui.board_text import board_alt, dice_text, words
from bot.ui.kinds import Viewer
from bot.ui.texts import Texts

SHOWN_PLAYS = 12
OFFERS = {
    Offer.DOUBLE: "position.double",
    Offer.BEAVER: "position.beaver",
    Offer.RACCOON: "position.raccoon",
}
"""What the headline says of a cube in the air."""


def position_screen(info: PositionInfo, viewer: Viewer) -> Screen:
    """The position for a chat."""
    texts = viewer.texts
    drafted, frame = drafted_of(info), frame_of(info, texts, viewer)
    ids = f"{format_gnubg_position_id(info)}:{format_gnubg_match_id(info)}"
    return Screen(
        headline(info, texts),
        (texts("position.pips", x=info.pips(Side.X), o=info.pips(Side.O)), *_plays(info, texts)),
        fixed=(format_xgid(info), ids),
        picture=board_view(drafted, frame, texts),
        alt=board_alt(drafted, frame, texts),
        quiet=True,
    )


def headline(info: PositionInfo, texts: Texts) -> str:
    """Who decides what."""
    who, other = info.to_act.value.upper(), info.to_act.other.value.upper()
    if info.offer:
        return texts(OFFERS[info.offer], by=other, value=info.offered, who=who)
    if info.roll:
        return texts("position.to_play", who=who, dice=dice_text(info.roll))
    return texts("position.to_roll", who=who)


def _plays(info: PositionInfo, texts: Texts) -> tuple[str, ...]:
    if info.roll is None:
        return ()
    found = sorted(format_play(play, words=words(texts)) for play in LegalPlays(info.position, info.roll))
    if not found:
        return (texts("position.no_plays"),)
    more = len(found) - SHOWN_PLAYS
    rest = [texts.n("position.more", more)] if more > 0 else []
    shown = texts.list([*found[:SHOWN_PLAYS], *rest])
    return (texts.n("position.plays", len(found), plays=shown),)


def drafted_of(info: PositionInfo) -> Drafted:
    """The board of an id."""
    phase = ToPlay(info.roll) if info.roll else ToRoll()
    return Drafted(Turn(info.position, info.on_roll, phase), Rules())


def frame_of(info: PositionInfo, texts: Texts, viewer: Viewer | None = None) -> Frame:
    """What stands around the board of an id."""
    match, length = info.length is not None, info.length or 0
    cube = CubeShown(info.offered, info.cube.owner, info.to_act if info.offer else None)
    return Frame(
        x=SideLine("X", str(info.score_x) if match else "", acting=info.to_act is Side.X),
        o=SideLine("O", str(info.score_o) if match else "", acting=info.to_act is Side.O),
        cube=cube if info.has_cube else None,
        crawford=info.crawford and not info.has_cube,
        centre=(str(length), texts.n("board.points", length)) if match else (texts("board.money"),),
        theme=ThemeName(viewer.theme) if viewer else ThemeName.LIGHT,
        home=HomeSide(viewer.home) if viewer else HomeSide.RIGHT,
    )
