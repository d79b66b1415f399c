"""A scene of a chouette that makes buttons: what they carry, and for whose cubes they stand.

Shared by the board's buttons, the answers and the menus. Must not know which button is wanted when.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property

from bot.app.screen import Button, Tone
from bot.chouette import actions as act
from bot.chouette.judge import allowed
from bot.chouette.seats import Seat
from bot.chouette.session import Session
from bot.ui.chouette_press import Op, Page, stamp
from bot.ui.chouette_scene import Scene
from bot.ui.press import MenuPress, TablePress
from bot.ui.texts import Texts

Row = tuple[Button, ...]
Candidates = Callable[[Session, Seat], Iterable[Seat]]


@dataclass(frozen=True)
class Panel:
    """A scene that makes buttons."""

    scene: Scene

    @property
    def texts(self) -> Texts:
        """The words of the reader."""
        return self.scene.texts

    @property
    def session(self) -> Session:
        """The table's state."""
        return self.scene.session

    @property
    def confirm(self) -> bool:
        """Whether a complete draft waits for *Done*; advice always does."""
        return self.scene.viewer.confirm or self.scene.shown.page is Page.ADVICE

    @property
    def picked(self) -> int | None:
        """The origin chosen for the next step."""
        return self.scene.shown.origin

    @cached_property
    def stamp(self) -> int:
        """What the buttons carry."""
        return stamp(self.session)

    def button(self, op: Op, label: str, arg: str = "", tone: Tone = Tone.PLAIN) -> Button:
        """A button of this table in this situation."""
        return Button(label, str(TablePress(self.scene.table.id, self.stamp, op, arg)), tone)

    def menu(self, op: str, label: str, arg: str = "", tone: Tone = Tone.PLAIN) -> Button:
        """A button that stands for a command about this table."""
        return Button(label, str(MenuPress(op, arg or self.scene.table.id)), tone)

    def step(self, label: str, arg: str) -> Button:
        """A button that goes on with a draft, of a play or of advice."""
        page = Page.ADVICE if self.scene.shown.page is Page.ADVICE else ""
        return self.button(Op.DRAFT, label, page + arg)

    def play(self, label: str, arg: str, tone: Tone) -> Button:
        """A button that plays the draft, or suggests it."""
        if self.scene.shown.page is Page.ADVICE:
            return self.button(Op.SUGGEST, self.texts("chouette.button.suggest_this", play=label), arg, tone)
        return self.button(Op.PLAY, label, arg, tone)

    def may(self, *kinds: type[act.Action]) -> tuple[Seat, ...]:
        """The readers who may do one of these now."""
        return tuple(s for s in self.scene.readers if not allowed(self.session, s).isdisjoint(kinds))

    def on_cubes(
        self, op: Op, candidates: Candidates, own: str, for_other: str, tone: Tone = Tone.PLAIN
    ) -> list[Button]:
        """A button for the readers' own cubes, and one for each cube of somebody for whom one decides."""
        of_others: dict[Seat, Button] = {}
        mine = False
        for reader in self.scene.readers:
            for seat in candidates(self.session, reader):
                if seat == reader:
                    mine = True
                else:
                    label = self.texts(for_other, other=self.scene.name(seat))
                    of_others[seat] = self.button(op, label, seat, tone)
        own_button = [self.button(op, self.texts(own), tone=tone)] if mine else []
        return [*own_button, *of_others.values()]
