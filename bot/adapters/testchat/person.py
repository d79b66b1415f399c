"""A person of the test chat: says, runs and presses, and keeps what was shown to this person alone.

Knows no messages but those of the places it is given.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Protocol

from bot.adapters.testchat.messages import Place, Posted
from bot.app.ports import Answer, Command, Incoming, Press, Said, Visitor
from bot.app.screen import Button


class Line(Protocol):
    """The way from a person to the bot and back."""

    def new_origin(self) -> str:
        """A fresh, unique origin."""

    def named(self, args: str) -> tuple[Visitor | None, str]:
        """The person whom an argument text names first, and what is left of the text."""

    async def deliver(self, person: Person, place: Place, what: Incoming, pressed: Posted | None) -> Answer:
        """Hand it in, show the answer, wait until all is quiet."""


@dataclass(slots=True, eq=False)
class Person:
    """Somebody with a name and a device. ``notices`` are the private sentences shown to this person,
    ``notified`` the messages that mentioned this person when they were posted.
    """

    line: Line
    visitor: Visitor
    direct: Place
    notices: list[str] = field(default_factory=list)
    notified: list[Posted] = field(default_factory=list)

    @property
    def name(self) -> str:
        """The name as the platform tells it."""
        return self.visitor.name

    @property
    def notice(self) -> str:
        """The last private sentence. Raises ``LookupError`` when there was none."""
        if not self.notices:
            raise LookupError(f"{self.name} was told nothing")
        return self.notices[-1]

    def privates(self, place: Place) -> list[Posted]:
        """The screens that only this person sees in a place, oldest first."""
        return [message for message in place.messages if message.audience == self.visitor.external_id]

    async def says(self, place: Place, text: str) -> Answer:
        """Write plain text."""
        line = self.line
        said = Said(line.new_origin(), self.visitor, place.chat, text)
        return await line.deliver(self, place, said, None)

    async def runs(self, command: str, place: Place | None = None, target: Person | None = None) -> Answer:
        """Run a slash command, such as ``/challenge Bea 3``; without a place in the direct chat."""
        where = place or self.direct
        name, _, args = command.removeprefix("/").partition(" ")
        named, rest = (target.visitor, args.strip()) if target else self.line.named(args.strip())
        line = self.line
        what = Command(line.new_origin(), self.visitor, where.chat, name, rest, named)
        return await line.deliver(self, where, what, None)

    async def presses(
        self,
        place: Place,
        label: str | None = None,
        *,
        data: str | None = None,
        message: Posted | None = None,
        version: int = -1,
        times: int = 1,
    ) -> Answer:
        """Press a button by its label or its data on the newest message that shows it to this person.

        ``message`` and ``version`` press a button that is still on somebody's screen although the message was
        changed since; ``data`` with a message sends that data whatever the message shows (a forged press).
        ``times`` presses at the same moment; the last answer is returned.
        """
        found, button = self._button(place, label, data, message, version)
        presses = [self._press(place, found, button.press) for _ in range(times)]
        answers = await asyncio.gather(*(self.line.deliver(self, place, press, found) for press in presses))
        return answers[-1]

    def _button(
        self, place: Place, label: str | None, data: str | None, message: Posted | None, version: int
    ) -> tuple[Posted, Button]:
        if message is None:
            return place.with_button(self.visitor.external_id, label, data)
        if (button := message.find(label, data, version)) is not None:
            return message, button
        if data is None:
            return place.with_button(self.visitor.external_id, label, data)
        return message, Button(label or "", data)

    def _press(self, place: Place, message: Posted, data: str) -> Press:
        line = self.line
        return Press(line.new_origin(), self.visitor, place.chat, data, message.ref)
