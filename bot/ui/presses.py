"""Buttons: from what one carries to an action at a table, an answer to an invitation, or a menu.

Whatever a button carries was sent by a client and may be forged: it is parsed strictly, and the core judges.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from bot.app.archive import Invitation, Place, ShowIn
from bot.app.invitations import rules_of
from bot.app.people import Known
from bot.app.ports import Answer, Press
from bot.app.table import Table
from bot.app.tables import Refused
from bot.ui import commands
from bot.ui.context import Asked, Context
from bot.ui.invite_screen import chosen_rules
from bot.ui.kinds import Aside, Look, Then
from bot.ui.lobby_commands import invitation_page
from bot.ui.press import InvitePress, MenuPress, TablePress, parse_press


async def pressed(context: Context, known: Known, press: Press) -> Answer:
    """Carry out a press. Raises refusals."""
    asked = Asked(known, press.chat, "", press.origin, tz=context.presenter.tz)
    match parse_press(press.data):
        case TablePress() as what:
            return await _at_table(context, asked, press, what)
        case InvitePress() as invite:
            return await _at_invitation(context, asked, invite)
        case MenuPress(op, arg):
            return await commands.menu(context, known, press, op, arg)
        case None:
            raise Refused("press.unknown")


async def _at_table(context: Context, asked: Asked, press: Press, what: TablePress) -> Answer:
    place = await context.archive.place_of(press.message) if press.message else None
    while True:
        answer = await _at_table_as_it_stands(context, asked, press, what, place)
        if answer is not None:
            return answer


async def _at_table_as_it_stands(
    context: Context, asked: Asked, press: Press, what: TablePress, place: Place | None
) -> Answer | None:
    """None where somebody else was first, and it changes nothing for this press: it is to be tried again."""
    table = await context.tables.load(what.table)
    ui, seat = context.ui(table), context.seat(table, asked)
    if what.revision != ui.stamp(table):
        return await _stale(context, asked, table, place)
    wanted = ui.press(table, seat.key, what.op, what.arg)
    if isinstance(wanted, Aside):
        return await _aside(context, asked, table, place, wanted)
    if isinstance(wanted, Look):
        return await _look(context, asked, table, place, wanted)
    action, look = (wanted.action, wanted.look) if isinstance(wanted, Then) else (wanted, Look())
    try:
        after = await context.tables.act(
            table.id, asked.person, action, revision=table.revision, origin=asked.origin
        )
    except Refused as refused:
        if refused.code != "table.stale":
            raise
        now = await context.tables.load(what.table)
        if ui.stamp(now) == what.revision:
            return None
        return await _stale(context, asked, now, place)
    if place is not None or press.message is None:
        return Answer()
    return Answer(edit=ui.screen(after, asked.viewer, look))


async def _aside(context: Context, asked: Asked, table: Table, place: Place | None, aside: Aside) -> Answer:
    """In the room for the presser alone; where only the presser reads, in place."""
    if place is None or place.person is not None:
        return await _look(context, asked, table, place, Look(aside.arg))
    return Answer(private=context.ui(table).screen(table, asked.viewer, Look(aside.arg)))


async def _look(context: Context, asked: Asked, table: Table, place: Place | None, look: Look) -> Answer:
    if place is None:
        return Answer(edit=context.ui(table).screen(table, asked.viewer, look))
    await context.broadcaster.show_look(place, table.revision, look.arg)
    return Answer()


async def _stale(context: Context, asked: Asked, table: Table, place: Place | None) -> Answer:
    """Harmless: the press came too late. The current board is shown where it was pressed."""
    notice = asked.texts("refused.table.stale")
    if place is None:
        return Answer(notice=notice, edit=context.ui(table).screen(table, asked.viewer, Look()))
    await context.show(table, ShowIn(place.chat, place.person), anew=False)
    return Answer(notice=notice)


async def _at_invitation(context: Context, asked: Asked, what: InvitePress) -> Answer:
    invitation = await context.invitations.read(what.invitation)
    if invitation.state == "open" and invitation.revision != what.revision:
        page = await invitation_page(context, invitation, asked.texts)
        return Answer(notice=asked.texts("refused.invitation.changed"), edit=page)
    answering = _ANSWERS.get(what.op)
    if answering is None:
        raise Refused("press.unknown")
    return await answering(context, asked, invitation, what.arg)


async def _accept(context: Context, asked: Asked, invitation: Invitation, arg: str) -> Answer:
    await context.invitations.accept(invitation, asked.person, asked.origin)
    accepted = await context.invitations.read(invitation.id)
    page = await invitation_page(context, accepted, asked.texts, answered_by=asked.person)
    return Answer(edit=page)


async def _decline(context: Context, asked: Asked, invitation: Invitation, arg: str) -> Answer:
    changed = await context.invitations.decline(invitation, asked.person)
    return Answer(edit=await invitation_page(context, changed, asked.texts))


async def _withdraw(context: Context, asked: Asked, invitation: Invitation, arg: str) -> Answer:
    changed = await context.invitations.withdraw(invitation, asked.person)
    return Answer(edit=await invitation_page(context, changed, asked.texts))


async def _menu(context: Context, asked: Asked, invitation: Invitation, arg: str) -> Answer:
    return Answer(edit=await invitation_page(context, invitation, asked.texts, menu=True))


async def _back(context: Context, asked: Asked, invitation: Invitation, arg: str) -> Answer:
    return Answer(edit=await invitation_page(context, invitation, asked.texts))


async def _rules(context: Context, asked: Asked, invitation: Invitation, arg: str) -> Answer:
    rules = chosen_rules(rules_of(invitation), arg)
    if rules is None:
        raise Refused("press.unknown")
    changed = await context.invitations.counter(invitation, asked.person, rules)
    return Answer(edit=await invitation_page(context, changed, asked.texts))


_Answering = Callable[[Context, Asked, Invitation, str], Awaitable[Answer]]
_ANSWERS: Mapping[str, _Answering] = {
    "accept": _accept,
    "decline": _decline,
    "withdraw": _withdraw,
    "menu": _menu,
    "back": _back,
    "rules": _rules,
}
