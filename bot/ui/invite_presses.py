"""Buttons of a challenge: answers to it, other rules, and what becomes of one that is over.

A press changes the live message of the challenge through the sender, as it changes all others; a private card
at once, in answer. Must not know platforms.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace

from bot.app.archive import Invitation, Place, ShowIn
from bot.app.invitations import challenger_of, rules_of
from bot.app.ports import Answer, Press
from bot.app.screen import Screen
from bot.app.tables import Refused
from bot.ui.cards import card
from bot.ui.context import Asked, Context
from bot.ui.invite_screen import MENU, chosen_rules
from bot.ui.press import InvitePress


@dataclass(frozen=True, slots=True)
class _Pressed:
    """A press on a challenge: by whom, and on which of its live messages (None: on a private ``card``, or on
    a message that is not known).
    """

    context: Context
    asked: Asked
    arg: str
    card: bool
    place: Place | None

    async def changed(self, invitation: Invitation) -> Answer:
        """The challenge has become this; all its live messages have been told so with the change."""
        return Answer(edit=await self._screen(invitation) if self.place is None else None)

    async def looks(self, invitation: Invitation, look: str) -> Answer:
        """The pressed message shows other buttons of the same challenge."""
        if self.place is None:
            return Answer(edit=await self._screen(invitation, look))
        await self.context.broadcaster.show_look(self.place, invitation.revision, look)
        return Answer()

    async def outdated(self, invitation: Invitation) -> Answer:
        """The pressed message is behind: it is shown the challenge as it stands."""
        if self.place is None:
            return Answer(edit=await self._screen(invitation))
        where = ShowIn(self.place.chat, self.place.person)
        await self.context.show(invitation, where, anew=False, redraw=True)
        return Answer()

    async def _screen(self, invitation: Invitation, look: str = "") -> Screen:
        """What stands in a room is in the room's language, whoever has pressed; a card in its reader's."""
        context, asked = self.context, self.asked
        if self.card:
            return card(await context.composer.offer(invitation, asked.audience, look))
        audience = await context.people.audience(context.own_view(asked), challenger_of(invitation))
        return await context.composer.offer(invitation, audience, look)


async def pressed_at_invitation(context: Context, asked: Asked, press: Press, what: InvitePress) -> Answer:
    """Carry out a press on a challenge. Raises refusals."""
    invitation = await context.invitations.as_of_now(what.invitation)
    place = None if press.message is None else await context.archive.place_of(press.message)
    shown = place if place is not None and place.invitation == invitation.id else None
    pressed = _Pressed(context, asked, what.arg, what.card, shown)
    if invitation.state != "open":
        return await _over(pressed, invitation)
    if invitation.revision != what.revision:
        answer = await pressed.outdated(invitation)
        return replace(answer, notice=asked.texts("refused.invitation.changed"))
    answering = _ANSWERS.get(what.op)
    if answering is None:
        raise Refused("press.unknown")
    return await answering(pressed, invitation)


async def _over(pressed: _Pressed, invitation: Invitation) -> Answer:
    """Too late: the message says what has become of the challenge, and offers what can be begun instead."""
    said = "refused.invitation.expired" if invitation.state == "expired" else "refused.invitation.over"
    answer = await pressed.outdated(invitation)
    return replace(answer, notice=pressed.asked.texts(said), alert=True)


async def _accept(pressed: _Pressed, invitation: Invitation) -> Answer:
    asked, context = pressed.asked, pressed.context
    await context.invitations.accept(invitation, asked.person, asked.origin)
    return await pressed.changed(await context.invitations.read(invitation.id))


async def _decline(pressed: _Pressed, invitation: Invitation) -> Answer:
    return await pressed.changed(await pressed.context.invitations.decline(invitation, pressed.asked.person))


async def _withdraw(pressed: _Pressed, invitation: Invitation) -> Answer:
    return await pressed.changed(await pressed.context.invitations.withdraw(invitation, pressed.asked.person))


async def _menu(pressed: _Pressed, invitation: Invitation) -> Answer:
    return await pressed.looks(invitation, MENU)


async def _back(pressed: _Pressed, invitation: Invitation) -> Answer:
    return await pressed.looks(invitation, "")


async def _rules(pressed: _Pressed, invitation: Invitation) -> Answer:
    rules = chosen_rules(rules_of(invitation), pressed.arg)
    if rules is None:
        raise Refused("press.unknown")
    context, person = pressed.context, pressed.asked.person
    return await pressed.changed(await context.invitations.counter(invitation, person, rules))


_Answering = Callable[[_Pressed, Invitation], Awaitable[Answer]]
_ANSWERS: Mapping[str, _Answering] = {
    "accept": _accept,
    "decline": _decline,
    "withdraw": _withdraw,
    "menu": _menu,
    "back": _back,
    "rules": _rules,
}
