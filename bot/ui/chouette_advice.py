"""Advice at a chouette: drafting a suggestion, looking at the board after one, playing it by one press.

Must not know platforms, or who may advise whom.
"""

from __future__ import annotations

from bot.app.screen import Button, Rows, Tone
from bot.chouette import actions as act
from bot.chouette.game import ChouetteGame, Suggestion
from bot.game.notation import format_moves
from bot.ui.board_text import words
from bot.ui.chouette_panel import Panel, Row
from bot.ui.chouette_press import Op, Page
from bot.ui.chouette_scene import Scene
from bot.ui.match_buttons import play_rows
from bot.ui.press import encode_draft

SHOWN_SUGGESTIONS = 2


def advice_rows(scene: Scene) -> Rows:
    """The buttons with which a member drafts his advice."""
    panel, drafted = Panel(scene), scene.drafted
    if drafted is None or drafted.plays is None:
        return ()
    steps = tuple(play_rows(panel, drafted, drafted.plays))
    return (*steps, (panel.button(Op.BACK, scene.texts("button.back")),))


def suggested_row(panel: Panel, game: ChouetteGame) -> Row:
    """Advice that the captain plays with one press, the same advice of two members once; and a look at it."""
    offered = _by_play(panel, game)[:SHOWN_SUGGESTIONS]
    if not offered:
        return ()
    look = panel.texts("chouette.button.look_advice")
    plays = [panel.button(Op.PLAY, _label(panel, one), encode_draft(one.moves), Tone.GOOD) for one in offered]
    return (*plays, _look_button(panel, look, offered[0]))


def suggestion_shown(scene: Scene) -> Suggestion | None:
    """The suggestion that a look shows; None where nobody suggests that (any more)."""
    game = scene.game
    shown = encode_draft(scene.shown.draft)
    suggestions = game.suggestions if game and scene.shown.page is Page.ADVISED else ()
    return next((one for one in reversed(suggestions) if encode_draft(one.moves) == shown), None)


def suggestion_headline(scene: Scene, shown: Suggestion) -> str:
    """Who suggests what."""
    play = format_moves(shown.moves, words=words(scene.texts))
    return scene.texts("chouette.headline.suggests", who=scene.name(shown.seat), play=play)


def suggestion_rows(scene: Scene, shown: Suggestion) -> Rows:
    """Under the board after a suggestion: play it, look at another one, back."""
    panel, game = Panel(scene), scene.game
    assert game is not None
    others = [one for one in _by_play(panel, game) if encode_draft(one.moves) != encode_draft(shown.moves)]
    play = panel.texts("chouette.button.play_this", play=format_moves(shown.moves, words=words(panel.texts)))
    rows = (
        (panel.button(Op.PLAY, play, encode_draft(shown.moves), Tone.GOOD),) if panel.may(act.Play) else (),
        tuple(_look_button(panel, _label(panel, one), one) for one in others[:3]),
        (panel.button(Op.BACK, panel.texts("button.back")),),
    )
    return tuple(row for row in rows if row)


def _by_play(panel: Panel, game: ChouetteGame) -> list[Suggestion]:
    """Each suggested play once, the newest first."""
    found: dict[str, Suggestion] = {}
    for suggestion in reversed(game.suggestions):
        found.setdefault(format_moves(suggestion.moves, words=words(panel.texts)), suggestion)
    return list(found.values())


def _label(panel: Panel, suggestion: Suggestion) -> str:
    play = format_moves(suggestion.moves, words=words(panel.texts))
    return panel.texts("chouette.button.suggested", who=panel.scene.name(suggestion.seat), play=play)


def _look_button(panel: Panel, label: str, suggestion: Suggestion) -> Button:
    return panel.button(Op.MINE, label, Page.ADVISED + encode_draft(suggestion.moves))
