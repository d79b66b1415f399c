"""The screens of a chouette: gathering, the live board, result cards, menus, the end.

Brings together what is said, shown and pressed. Must not know platforms, storage, or the rules behind the
core's answers.
"""

from __future__ import annotations

from bot.app.chouette_kind import Asked
from bot.app.chouette_seats import session_of
from bot.app.screen import Rows, Screen
from bot.app.table import Table
from bot.app.table_time import TimeAction
from bot.chouette.game import Ended
from bot.chouette.judge_board import may_suggest
from bot.game.violations import RuleViolation
from bot.ui import chouette_press, chouette_typed
from bot.ui.board import board_view
from bot.ui.board_text import board_alt, board_lines
from bot.ui.captions import fitting
from bot.ui.chouette_advice import advice_rows, suggestion_headline, suggestion_rows, suggestion_shown
from bot.ui.chouette_agreement import agreement_lines
from bot.ui.chouette_board import frame_of
from bot.ui.chouette_buttons import rows
from bot.ui.chouette_menu import page_headline, page_lines, page_rows
from bot.ui.chouette_press import Page, Shown, read_look, stamp
from bot.ui.chouette_result import final_headline, final_lines, result_headline, result_lines, sheet_of
from bot.ui.chouette_scene import Scene
from bot.ui.chouette_sheet import sheet_screen, sheet_view
from bot.ui.chouette_words import draw_lines, game_lines, gathering_lines, headline, line_line, people_lines
from bot.ui.kinds import Aside, Look, Then, Viewer


class ChouetteUi:
    """The ``TableUi`` of kind "chouette"."""

    def stamp(self, table: Table) -> int:
        """The situation that buttons belong to."""
        return stamp(session_of(table))

    def screen(self, table: Table, viewer: Viewer, look: Look) -> Screen:
        """The table as ``viewer`` sees it; a look that no longer fits shows the table as it stands."""
        scene = _scene(table, viewer, look)
        if scene.session.over:
            return _final(scene)
        page, suggestion = scene.shown.page, suggestion_shown(scene)
        if suggestion is not None:
            made = suggestion_rows(scene, suggestion)
            lines = [scene.texts("chouette.suggested_board")]
            return _with_board(scene, suggestion_headline(scene, suggestion), lines, made)
        if page and page is not Page.ADVICE:
            return _with_board(
                scene, page_headline(scene, page), page_lines(scene, page), page_rows(scene, page)
            )
        made = advice_rows(scene) if page is Page.ADVICE else rows(scene)
        return _with_board(scene, _headline(scene), _lines(scene), made)

    def text_board(self, table: Table, viewer: Viewer) -> Screen:
        """The table without a picture: a monospace board and the same in sentences, no buttons."""
        scene = Scene(table, viewer)
        game, drafted = scene.session.game, scene.drafted
        if game is None or drafted is None or scene.session.over:
            shown = (
                _final(scene)
                if scene.session.over
                else _with_board(scene, _headline(scene), _lines(scene), ())
            )
            return Screen(shown.headline, shown.lines, quiet=True)
        frame = frame_of(scene, game)
        spoken = board_alt(drafted, frame, scene.texts)
        board = tuple(board_lines(drafted, frame, scene.texts))
        return Screen(_headline(scene), (*_lines(scene), spoken), board, quiet=True)

    def sheet(self, table: Table, viewer: Viewer) -> Screen:
        """The scorekeeper's sheet: picture, text and file."""
        scene = Scene(table, viewer)
        return sheet_screen(sheet_of(scene), scene.texts.n("sheet.headline", len(scene.session.sheet.games)))

    def press(self, table: Table, seat: str, op: str, arg: str) -> Asked | TimeAction | Look | Aside | Then:
        """See ``TableUi``."""
        return chouette_press.press(table, seat, op, arg)

    def typed(self, table: Table, seat: str, text: str) -> Asked | TimeAction:
        """See ``TableUi``."""
        return chouette_typed.typed(table, seat, text)

    def completions(self, table: Table, seat: str, prefix: str) -> list[str]:
        """See ``TableUi``."""
        return chouette_typed.complete(table, seat, prefix)


def _scene(table: Table, viewer: Viewer, look: Look) -> Scene:
    if table.time.paused_at is not None:
        return Scene(table, viewer, Shown())
    try:
        scene = Scene(table, viewer, read_look(session_of(table), look.arg))
    except RuleViolation:
        return Scene(table, viewer, Shown())
    advises = scene.me is not None and scene.is_playing and may_suggest(scene.session, scene.me)
    no_longer = {Page.ADVICE: not advises, Page.ADVISED: suggestion_shown(scene) is None}
    stale = scene.shown.page is not None and no_longer.get(scene.shown.page, False)
    return Scene(table, viewer, Shown()) if stale else scene


def _headline(scene: Scene) -> str:
    game = scene.session.game
    if scene.table.time.paused_at is not None:
        return scene.texts("headline.paused")
    if game and isinstance(game.phase, Ended):
        return result_headline(scene, game, game.phase)
    return headline(scene)


def _lines(scene: Scene) -> list[str]:
    return [*agreement_lines(scene), *_table_lines(scene)]


def _table_lines(scene: Scene) -> list[str]:
    session, game = scene.session, scene.session.game
    if not session.drawn:
        return list(gathering_lines(scene))
    if game is None:
        return [*draw_lines(scene), line_line(scene), *people_lines(scene)]
    if isinstance(game.phase, Ended):
        return list(result_lines(scene, game, game.phase))
    return list(game_lines(scene, game))


def _with_board(scene: Scene, headline: str, lines: list[str], made: Rows) -> Screen:
    """A screen with the board's picture, where a game is there; with its caption as long as may be."""
    game, drafted = scene.session.game, scene.drafted
    if game is None or drafted is None:
        return Screen(headline, tuple(lines), rows=made, actors=scene.actors)
    frame, named = frame_of(scene, game), {*scene.actors, *scene.called}
    choose = scene.is_playing and scene.table.time.paused_at is None
    return Screen(
        headline,
        fitting(headline, lines, (seat.name for seat in scene.table.seats if seat.person in named)),
        picture=board_view(drafted, frame, scene.texts, choose=choose),
        alt=board_alt(drafted, frame, scene.texts),
        rows=made,
        actors=scene.actors,
        called=scene.called,
    )


def _final(scene: Scene) -> Screen:
    """The end: totals and payments, with the sheet as the picture."""
    headline, shown = final_headline(scene), sheet_of(scene)
    has_sheet = bool(scene.session.sheet.games)
    return Screen(
        headline,
        fitting(headline, final_lines(scene)),
        picture=sheet_view(shown) if has_sheet else None,
        alt=headline if has_sheet else "",
        rows=rows(scene),
    )
