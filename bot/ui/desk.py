"""The conversation's edge: takes what people press, command and say, and answers in their language.

Every refusal is one private sentence; a fault of ours is logged under an id that the person sees.
"""

from __future__ import annotations

import logging
import secrets

from bot.app.archive import Repeated, Unknown
from bot.app.people import Known
from bot.app.ports import Answer, Command, Incoming, Press, Said
from bot.app.tables import Refused
from bot.game.violations import RuleViolation
from bot.ui import commands
from bot.ui.context import Context
from bot.ui.labels import pressed_by_label
from bot.ui.manners import Manners, Patience, Twice
from bot.ui.next_steps import nothing_here
from bot.ui.press import MenuPress, parse_press
from bot.ui.presses import pressed
from bot.ui.refusals import sentence
from bot.ui.texts import Texts, texts_for

log = logging.getLogger(__name__)

NOTHING_HERE = frozenset({"table.none", "table.over", "chouette.none", "link.nowhere"})
"""Refusals of a command or a text because there is nothing that it could mean."""


class Desk:
    """The one handler that all adapters share."""

    def __init__(self, context: Context, manners: Manners | None = None) -> None:
        self.context, self._manners = context, manners
        self._twice = Twice(context.clock.monotonic)

    async def handle(self, incoming: Incoming) -> Answer:
        """Carry out what came in; never raises."""
        texts = texts_for(incoming.visitor.locale)
        patience = self._patience(incoming)
        if patience is Patience.WARNED:
            return Answer(notice=texts("refused.slow_down"), alert=True)
        if patience is Patience.IGNORED:
            return Answer()
        try:
            known = await self.context.people.meet(incoming.visitor, incoming.chat)
            texts = texts_for(known.language)
            return await self._route(known, incoming)
        except (RuleViolation, Refused, Unknown) as refused:
            return _refusal(incoming, refused, texts)
        except Repeated:  # carried out already: what it did is there to be seen
            return Answer()
        except Exception:
            fault = secrets.token_hex(4)
            log.exception("fault %s while handling a %s", fault, type(incoming).__name__)
            return Answer(notice=texts("refused.fault", id=fault), alert=True)

    def _patience(self, incoming: Incoming) -> Patience:
        """Talk in a room is not asked of the service, and is not counted."""
        talk = isinstance(incoming, Said) and not incoming.chat.private and not incoming.text.startswith("/")
        if self._manners is None or talk:
            return Patience.HEARD
        visitor = incoming.visitor
        person = f"{visitor.platform}:{visitor.external_id}"
        return self._manners.ask(person, press=isinstance(incoming, Press))

    async def _route(self, known: Known, incoming: Incoming) -> Answer:
        match incoming:
            case Press() if self._begun_already(known, incoming):
                return Answer()
            case Press():
                return await pressed(self.context, known, incoming)
            case Command():
                return await commands.command(self.context, known, incoming)
            case Said():
                by_label = await pressed_by_label(self.context, known, incoming)
                return by_label or await commands.said(self.context, known, incoming)

    def _begun_already(self, known: Known, press: Press) -> bool:
        what = parse_press(press.data)
        begins = isinstance(what, MenuPress) and what.op in commands.OPENERS
        return begins and self._twice.again(known.person.id, press.data)


def _refusal(incoming: Incoming, refused: RuleViolation | Refused | Unknown, texts: Texts) -> Answer:
    """One private sentence; where there is nothing to ask about, with what can be begun instead."""
    said = sentence(refused, texts)
    nothing = isinstance(refused, Unknown) or refused.code in NOTHING_HERE
    if nothing and not isinstance(incoming, Press):
        return Answer(private=nothing_here(said, texts))
    return Answer(notice=said, alert=True)
