"""The label of a button, typed: it does what a press of the button on the board in this chat would do.

Labels of both languages count. A step of a play is none: what can be notation, is notation. Must not know
what an operation means.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from bot.app.people import Audience, Known
from bot.app.ports import Answer, Press, Said
from bot.app.screen import Screen
from bot.app.table import Table
from bot.app.tables import Refused
from bot.game.violations import RuleViolation
from bot.ui.context import Asked, Context
from bot.ui.press import TablePress, parse_press
from bot.ui.presses import pressed
from bot.ui.table_commands import TALK
from bot.ui.texts import FIRST_STRONG_ISOLATE, LANGUAGES, POP_ISOLATE
from bot.ui.typed_words import is_word, plain

LONGEST = 100
STEPS = ("draft",)
DOTS = "…"
_MARKS = str.maketrans("", "", FIRST_STRONG_ISOLATE + POP_ISOLATE)
_FIGURES = re.compile(r" \([^()]*\)$")


async def pressed_by_label(context: Context, known: Known, said: Said) -> Answer | None:
    """Carry out the press that a text stands for; None for one that is no label. In a room, where people
    also talk, None too for one that is refused. Raises refusals.
    """
    press = await _press(context, known, said)
    if press is None:
        return None
    try:
        return await pressed(context, known, press)
    except (Refused, RuleViolation):
        if said.chat.private:
            raise
        return None


async def _press(context: Context, known: Known, said: Said) -> Press | None:
    typed = _as_typed(said.text[: LONGEST + 1])
    if not typed or len(typed) > LONGEST or (not said.chat.private and typed in TALK):
        return None
    asked = Asked(known, said.chat, said.text, said.origin, tz=context.presenter.tz)
    here = await context.tables_here(asked)
    if not here or said.text.startswith("/"):
        return None
    data = labelled(_screens(context, asked, here[0]), said.text)
    if data is None:
        return None
    places = await context.archive.places(here[0].id)
    on = (
        place.ref for place in places if place.chat == said.chat and place.person in (None, known.person.id)
    )
    return Press(said.origin, said.visitor, said.chat, data, next(on, None))


def _screens(context: Context, asked: Asked, table: Table) -> Iterator[Screen]:
    person = context.own_view(asked).person
    for language in LANGUAGES:
        audience = Audience(language, person, asked.known.person.settings)
        yield context.presenter.board(table, audience, "")


def labelled(screens: Iterable[Screen], text: str) -> str | None:
    """What the button carries that is labelled so on one of the screens; None where no button is, or several
    are. The figures behind a label, or the dots of one that opens a page, can be left out where the rest is
    no word of the game.
    """
    typed, found = _as_typed(text), set[str]()
    for screen in screens:
        labels = [(_as_typed(button.label), button.press) for row in screen.rows for button in row]
        whole = {data for label, data in labels if label == typed}
        short = set() if whole or is_word(typed) else {d for label, d in labels if _shortened(label) == typed}
        found |= whole or short
    return found.pop() if len(found) == 1 and not _is_step(*found) else None


def _as_typed(label: str) -> str:
    text = label.translate(_MARKS).replace("–", "-").rstrip()
    return plain(text) + (DOTS if text.endswith((DOTS, "...")) else "")


def _shortened(label: str) -> str:
    return _FIGURES.sub("", label.removesuffix(DOTS))


def _is_step(data: str) -> bool:
    press = parse_press(data)
    return isinstance(press, TablePress) and press.op in STEPS
