"""Buttons: from what one carries to a table, an invitation, or a menu.

Whatever a button carries was sent by a client and may be forged: it is parsed strictly, and the core judges.
"""

from __future__ import annotations

from dataclasses import replace

from bot.app.people import Known
from bot.app.ports import Answer, Press
from bot.app.tables import Refused
from bot.ui import commands
from bot.ui.context import Asked, Context
from bot.ui.invite_presses import pressed_at_invitation
from bot.ui.press import InvitePress, MenuPress, TablePress, parse_press
from bot.ui.table_presses import pressed_at_table


async def pressed(context: Context, known: Known, press: Press) -> Answer:
    """Carry out a press. Raises refusals."""
    answer = await _carried_out(context, known, press)
    if answer.edit is None or press.message is None:
        return answer
    if await context.archive.place_of(press.message) is None:
        return answer
    return replace(answer, edit=None, private=answer.edit)  # a live board shows its table, and nothing else


async def _carried_out(context: Context, known: Known, press: Press) -> Answer:
    asked = Asked(known, press.chat, "", press.origin, tz=context.presenter.tz)
    match parse_press(press.data):
        case TablePress() as what:
            return await pressed_at_table(context, asked, press, what)
        case InvitePress() as invite:
            return await pressed_at_invitation(context, asked, press, invite)
        case MenuPress(op, arg):
            return await commands.menu(context, known, press, op, arg)
        case None:
            raise Refused("press.unknown")
