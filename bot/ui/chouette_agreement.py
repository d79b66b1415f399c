"""A pause, or an end without a result, at a chouette: what is offered in words, and the buttons that answer.

Must not know how time is kept, nor platforms.
"""

from __future__ import annotations

from collections.abc import Iterator

from bot.app.agreement import offerer, still_asked
from bot.app.screen import Button, Tone
from bot.chouette.seats import Seat
from bot.ui.chouette_panel import Panel, Row
from bot.ui.chouette_press import Op
from bot.ui.chouette_scene import Scene
from bot.ui.press import base36
from bot.ui.time_words import pause_line


def agreement_lines(scene: Scene) -> Iterator[str]:
    """How long the pause is at most; who would like what, and who has yet to agree."""
    time, texts = scene.table.time, scene.texts
    if time.paused_until is not None:
        yield pause_line(scene.table, time.paused_until, texts, scene.viewer.tz)
    by = offerer(time)
    if by is not None:
        asked = still_asked(scene.table, frozenset(scene.session.present))
        key = "chouette.pause_offered" if time.pause_offer else "chouette.end_offered"
        yield texts(key, who=scene.name(Seat(by)), names=scene.names(Seat(seat.key) for seat in asked))


def offer_row(panel: Panel) -> Row:
    """Yes and no to what is offered."""
    scene, time, texts = panel.scene, panel.scene.table.time, panel.texts
    there = [reader for reader in scene.readers if reader in scene.session.present]
    if offerer(time) is None or not there:
        return ()
    asked = {seat.key for seat in still_asked(scene.table, frozenset(scene.session.present))}
    offer = base36(time.offered)
    pause = time.pause_offer is not None
    yes = texts("chouette.button.pause_yes" if pause else "chouette.button.unscored_yes")
    no = texts("chouette.button.pause_no" if pause else "chouette.button.unscored_no")
    return (
        *((panel.button(Op.AGREE, yes, offer, Tone.GOOD),) if not asked.isdisjoint(there) else ()),
        panel.button(Op.DECLINE, no, offer),
    )


def paused_row(panel: Panel) -> Row:
    """The one thing that can be done while a table rests, for who sits there."""
    if not panel.scene.readers:
        return ()
    return (panel.button(Op.RESUME, panel.texts("button.resume"), tone=Tone.PRIMARY),)


def can_offer(panel: Panel, me: Seat) -> bool:
    """Whether a pause or an end can be offered now."""
    session, time = panel.session, panel.scene.table.time
    return session.drawn and me in session.present and offerer(time) is None and time.paused_at is None


def pause_button(panel: Panel) -> Button:
    """Offers a pause."""
    return panel.button(Op.PAUSE, panel.texts("chouette.button.pause"))


def unscored_button(panel: Panel) -> Button:
    """Offers to end without a result."""
    return panel.button(Op.UNSCORED, panel.texts("chouette.button.unscored"), tone=Tone.DANGER)
