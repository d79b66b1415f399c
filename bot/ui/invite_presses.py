"""Buttons of a challenge: answers to it, other rules, and what becomes of one that is over.

What stands in a room is written in the room's language, whoever has pressed; a card in its reader's. Must not
know platforms.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace

from bot.app.archive import Invitation
from bot.app.invitations import rules_of
from bot.app.ports import Answer, PersonId
from bot.app.screen import Screen
from bot.app.tables import Refused
from bot.ui.cards import card
from bot.ui.context import Asked, Context
from bot.ui.invite_screen import chosen_rules
from bot.ui.lobby_commands import challenge_texts, invitation_page
from bot.ui.press import InvitePress


@dataclass(frozen=True, slots=True)
class _Pressed:
    """A press on a challenge: by whom and where, and whether on a private ``card``."""

    context: Context
    asked: Asked
    arg: str
    card: bool

    async def page(self, invitation: Invitation, *, menu: bool = False, by: PersonId | None = None) -> Screen:
        """The pressed message as it is from now on."""
        if self.card:
            texts = self.asked.texts
            return card(await invitation_page(self.context, invitation, texts, menu=menu, answered_by=by))
        texts = await challenge_texts(self.context, self.asked, invitation)
        return await invitation_page(self.context, invitation, texts, menu=menu, answered_by=by)


async def pressed_at_invitation(context: Context, asked: Asked, what: InvitePress) -> Answer:
    """Carry out a press on a challenge. Raises refusals."""
    pressed = _Pressed(context, asked, what.arg, what.card)
    invitation = await context.invitations.read(what.invitation)
    if invitation.state != "open":
        return await _over(pressed, invitation, "refused.invitation.over")
    if invitation.expires_at is not None and invitation.expires_at <= context.clock.now_ms():
        return await _over(pressed, replace(invitation, state="expired"), "refused.invitation.expired")
    if invitation.revision != what.revision:
        page = await pressed.page(invitation)
        return Answer(notice=asked.texts("refused.invitation.changed"), edit=page)
    answering = _ANSWERS.get(what.op)
    if answering is None:
        raise Refused("press.unknown")
    return await answering(pressed, invitation)


async def _over(pressed: _Pressed, invitation: Invitation, said: str) -> Answer:
    """Too late: the message says what has become of the challenge, and offers what can be begun instead."""
    page = await pressed.page(invitation, by=await _answerer(pressed.context, invitation))
    return Answer(notice=pressed.asked.texts(said), alert=True, edit=page)


async def _answerer(context: Context, invitation: Invitation) -> PersonId | None:
    """Who has accepted a challenge to anyone."""
    if invitation.table is None:
        return None
    seats = (await context.tables.load(invitation.table)).seats
    return next((seat.person for seat in seats if seat.person != invitation.by), None)


async def _accept(pressed: _Pressed, invitation: Invitation) -> Answer:
    asked, context = pressed.asked, pressed.context
    await context.invitations.accept(invitation, asked.person, asked.origin)
    accepted = await context.invitations.read(invitation.id)
    return Answer(edit=await pressed.page(accepted, by=asked.person))


async def _decline(pressed: _Pressed, invitation: Invitation) -> Answer:
    changed = await pressed.context.invitations.decline(invitation, pressed.asked.person)
    return Answer(edit=await pressed.page(changed))


async def _withdraw(pressed: _Pressed, invitation: Invitation) -> Answer:
    changed = await pressed.context.invitations.withdraw(invitation, pressed.asked.person)
    return Answer(edit=await pressed.page(changed))


async def _menu(pressed: _Pressed, invitation: Invitation) -> Answer:
    return Answer(edit=await pressed.page(invitation, menu=True))


async def _back(pressed: _Pressed, invitation: Invitation) -> Answer:
    return Answer(edit=await pressed.page(invitation))


async def _rules(pressed: _Pressed, invitation: Invitation) -> Answer:
    rules = chosen_rules(rules_of(invitation), pressed.arg)
    if rules is None:
        raise Refused("press.unknown")
    changed = await pressed.context.invitations.counter(invitation, pressed.asked.person, rules)
    return Answer(edit=await pressed.page(changed))


_Answering = Callable[[_Pressed, Invitation], Awaitable[Answer]]
_ANSWERS: Mapping[str, _Answering] = {
    "accept": _accept,
    "decline": _decline,
    "withdraw": _withdraw,
    "menu": _menu,
    "back": _back,
    "rules": _rules,
}
