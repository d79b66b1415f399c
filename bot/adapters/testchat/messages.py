"""Messages of the chat in memory, each with all its versions, and the places they stand in.

Knows nothing of who sends or presses.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from bot.app.ports import Chat, MessageRef, Outgoing
from bot.app.screen import Button, Screen


class NoSuchButton(LookupError):
    """Nobody can press what is not shown; the message lists what is."""


@dataclass(slots=True, eq=False)
class Posted:
    """One message. ``versions`` holds what was posted and every edit since; ``audience`` is the external id
    of the only person who sees it, or None for all.
    """

    ref: MessageRef
    versions: list[Outgoing]
    audience: str | None = None
    deleted: bool = False
    retired: bool = False

    @property
    def now(self) -> Outgoing:
        """What the message shows at present."""
        return self.versions[-1]

    @property
    def screen(self) -> Screen:
        """The screen that is shown at present."""
        return self.now.screen

    @property
    def text(self) -> str:
        """Headline and lines."""
        return self.screen.text

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of the buttons, row by row."""
        return tuple(button.label for button in self.buttons())

    @property
    def edits(self) -> int:
        """How often the message was changed since it was posted."""
        return len(self.versions) - 1

    def buttons(self, version: int = -1) -> tuple[Button, ...]:
        """The buttons of one version (a stale one may still be on somebody's screen)."""
        return tuple(button for row in self.versions[version].screen.rows for button in row)

    def find(self, label: str | None, data: str | None, version: int = -1) -> Button | None:
        """The button with this label and this data, whichever is given."""
        for button in self.buttons(version):
            if label in (None, button.label) and data in (None, button.press) and button.link is None:
                return button
        return None

    def strip(self) -> None:
        """Take the buttons off."""
        self.retired = True
        self.versions.append(replace(self.now, screen=replace(self.screen, rows=()), mentions=()))


@dataclass(slots=True, eq=False)
class Place:
    """A room or a direct chat with everything that was ever posted in it."""

    chat: Chat
    messages: list[Posted] = field(default_factory=list)
    closed: bool = False

    def seen_by(self, external_id: str | None = None) -> Iterator[Posted]:
        """What is there to see, newest first: for all, and for this person alone."""
        for message in reversed(self.messages):
            if not message.deleted and message.audience in (None, external_id):
                yield message

    @property
    def newest(self) -> Posted:
        """The newest message for all. Raises ``LookupError`` in an empty place."""
        for message in self.seen_by():
            return message
        raise LookupError(f"nothing was posted in {self.chat.chat!r}")

    @property
    def board(self) -> Posted:
        """The newest message for all that has buttons. Raises ``LookupError``."""
        for message in self.seen_by():
            if message.buttons():
                return message
        raise LookupError(f"no message in {self.chat.chat!r} has buttons")

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels on the newest message with buttons."""
        return self.board.labels

    @property
    def texts(self) -> list[str]:
        """The texts for all, oldest first."""
        return [message.text for message in reversed(list(self.seen_by()))]

    def with_button(self, external_id: str, label: str | None, data: str | None) -> tuple[Posted, Button]:
        """The newest message that shows this person the button. Raises ``NoSuchButton``."""
        for message in self.seen_by(external_id):
            if (button := message.find(label, data)) is not None:
                return message, button
        shown = [message.labels for message in self.seen_by(external_id) if message.labels]
        raise NoSuchButton(f"no button {label or data!r} in {self.chat.chat!r}; there are {shown}")
