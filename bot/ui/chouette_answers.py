"""The buttons that answer doubles: the box one cube after the other or all at once, members each their own.

Must not know platforms, or texts beyond labels.
"""

from __future__ import annotations

from collections.abc import Iterator

from bot.app.screen import Button, Tone
from bot.chouette import actions as act
from bot.chouette.game import ChouetteGame, Offered
from bot.chouette.judge_cubes import replies
from bot.chouette.rules import AnswerOrder
from bot.chouette.seats import Seat
from bot.chouette.stakes import TEAM, Reply
from bot.ui.chouette_panel import Panel, Row
from bot.ui.chouette_press import Op, Page


def answer_rows(panel: Panel, game: ChouetteGame, offered: Offered) -> Iterator[Row]:
    """Take, drop, beaver: the box one cube after the other or all at once; members each their own."""
    if offered.by is TEAM:
        yield from _box_answers(panel, game, offered)
        return
    sealed = panel.session.rules.order is AnswerOrder.SEALED
    if sealed and panel.scene.viewer.person is None:
        if any(replies(panel.session, reader) for reader in panel.scene.readers):
            label = panel.texts("chouette.button.sealed")
            yield (panel.button(Op.MINE, label, Page.CUBES, Tone.PRIMARY),)
        return
    for reader in panel.scene.readers:
        for seat, possible in replies(panel.session, reader).items():
            yield _answers(panel, game, seat, possible, of=None if seat == reader else seat)


def _box_answers(panel: Panel, game: ChouetteGame, offered: Offered) -> Iterator[Row]:
    texts = panel.texts
    if len(offered.open) > 1:
        take, drop = texts("chouette.button.take_all"), texts("chouette.button.drop_all")
        yield (
            *((panel.button(Op.TAKE_ALL, take, tone=Tone.GOOD),) if panel.may(act.TakeAll) else ()),
            *((panel.button(Op.DROP_ALL, drop, tone=Tone.DANGER),) if panel.may(act.DropAll) else ()),
        )
    for reader in panel.scene.readers:
        for seat, possible in list(replies(panel.session, reader).items())[:1]:
            yield _answers(panel, game, seat, possible, of=seat)


_REPLIES = {
    Reply.TAKE: (Op.TAKE, "button.take", "chouette.button.take_of", Tone.GOOD),
    Reply.DROP: (Op.DROP, "button.drop", "chouette.button.drop_of", Tone.DANGER),
    Reply.BEAVER: (Op.BEAVER, "button.beaver", "chouette.button.beaver_of", Tone.PLAIN),
}
_TIMES = {Reply.TAKE: 2, Reply.DROP: 1, Reply.BEAVER: 4}


def _answers(
    panel: Panel, game: ChouetteGame, seat: Seat, possible: tuple[Reply, ...], of: Seat | None
) -> Row:
    """One cube's answers; ``of`` names whose it is, where it is not the presser's own."""
    value = game.stakes.member(seat).cube.value
    made: list[Button] = []
    for reply in possible:
        op, own, of_other, tone = _REPLIES[reply]
        shown = value * _TIMES[reply]
        label = (
            panel.texts(own, value=shown)
            if of is None
            else panel.texts(of_other, value=shown, other=panel.scene.name(of))
        )
        made.append(panel.button(op, label, seat, tone))
    return tuple(made)
