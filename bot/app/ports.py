"""What the use cases ask of the world and what it brings to them: platform-neutral values and ports."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NewType, Protocol

from bot.app.screen import Screen

PersonId = NewType("PersonId", str)
TableId = NewType("TableId", str)


@dataclass(frozen=True, slots=True)
class Around:
    """What a platform tells of the place a message came from: the ``community`` that it is a part of (a
    server, a forum), the ``name`` that people know it by, and the ``parent`` of a thread (its channel).
    """

    community: str
    name: str = ""
    parent: str = ""


@dataclass(frozen=True, slots=True)
class Chat:
    """A place where messages go: a room (group, channel, thread) or one person's direct chat. ``around`` is
    known where a platform has just told it; it is not stored, and makes no other chat.
    """

    platform: str
    chat: str
    topic: str | None = None
    private: bool = False
    around: Around | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class MessageRef:
    """One message that was posted."""

    chat: Chat
    message: str


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who presses, commands or writes, as the platform tells it. ``name`` is raw (it is cleaned inside);
    ``admin`` whether this person may change the room's settings there.
    """

    platform: str
    external_id: str
    name: str
    locale: str | None = None
    admin: bool = False


@dataclass(frozen=True, slots=True)
class Press:
    """A button was pressed. ``origin`` is unique for the press (reliability.md R4)."""

    origin: str
    visitor: Visitor
    chat: Chat
    data: str
    message: MessageRef | None = None


@dataclass(frozen=True, slots=True)
class Command:
    """A slash command: its name without the slash, its argument text, the person it names if any."""

    origin: str
    visitor: Visitor
    chat: Chat
    name: str
    args: str = ""
    target: Visitor | None = None


@dataclass(frozen=True, slots=True)
class Said:
    """Plain text: in a direct chat it may be a move."""

    origin: str
    visitor: Visitor
    chat: Chat
    text: str


Incoming = Press | Command | Said


@dataclass(frozen=True, slots=True)
class Answer:
    """What the one who asked gets at once. ``notice`` is one private sentence (a toast, an ephemeral
    message); ``private`` a screen only for this person; ``edit`` replaces the pressed message; ``public`` is
    posted in the chat. Table boards are not answers: they go out through the outbox. ``here``: the private
    screen is about this chat and of use in no other; where a platform cannot show it to one person in the
    chat, all see it. ``done``: what was pressed, if only this person sees it, has done its work, and may be
    put away instead of being replaced.
    """

    notice: str | None = None
    alert: bool = False
    private: Screen | None = None
    edit: Screen | None = None
    public: Screen | None = None
    here: bool = False
    done: bool = False


class Retire(StrEnum):
    """What becomes of a board that a newer one replaces."""

    KEEP = "keep"
    STRIP = "strip"
    DELETE = "delete"


@dataclass(frozen=True, slots=True)
class Mention:
    """A person to be notified in a message: the platform's id and the cleaned name."""

    external_id: str
    name: str


@dataclass(frozen=True, slots=True)
class Outgoing:
    """A screen ready for one chat: its picture painted, the persons to notify resolved for the platform.
    ``key`` names the picture's content, equal for equal pictures (adapters may re-use uploads). Boards of one
    table in one chat are of one ``series``, with the players' names as ``title``: a platform with threads can
    keep them together. ``players`` are the ids, on the platform, of who plays at the table: where many boards
    are in one chat, theirs is this one.
    """

    screen: Screen
    png: bytes | None = None
    key: str = ""
    mentions: tuple[Mention, ...] = ()
    dedup: str = ""
    series: str = ""
    title: str = ""
    players: tuple[str, ...] = ()


class DeliveryError(Exception):
    """A message could not be delivered; subclasses say what to do about it."""


class MessageGone(DeliveryError):
    """The message to edit is not there (any more): post anew."""


class ChatClosed(DeliveryError):
    """Blocked, kicked, deleted or not allowed: stop sending there."""


@dataclass
class ChatMoved(DeliveryError):
    """The chat has a new address; the same message will go there."""

    to: Chat


@dataclass
class Delayed(DeliveryError):
    """The platform asks to wait this many seconds."""

    seconds: float


class Rejected(DeliveryError):
    """The platform will never take this message as it is: a fault of ours."""


class Ambiguous(DeliveryError):
    """The message may or may not have arrived."""


class Adapter(Protocol):
    """The outgoing half of a platform. ``posts_once``: a message that was posted is not posted again under
    its ``dedup``, so that it may be tried again where the answer was lost.
    """

    platform: str
    posts_once: bool

    async def post(self, chat: Chat, message: Outgoing) -> MessageRef:
        """Post a new message. Raises a ``DeliveryError``."""

    async def edit(self, ref: MessageRef, message: Outgoing) -> None:
        """Replace a message's text, picture and buttons."""

    async def retire(self, ref: MessageRef, how: Retire) -> None:
        """Take the buttons off an old board, or delete it."""


class Clock(Protocol):
    """Time, injected."""

    def now_ms(self) -> int:
        """Wall clock, milliseconds since 1970 UTC."""

    def monotonic(self) -> float:
        """Seconds that never jump."""


class Painter(Protocol):
    """Makes pictures in workers; cached by view."""

    async def paint(self, view: Hashable) -> bytes:
        """The PNG of a view. Raises ``PaintingFailed``."""


class PaintingFailed(Exception):
    """No picture could be made: the board goes out as text."""


Handler = Callable[[Incoming], Awaitable[Answer]]
"""The way in: every adapter gives what it hears to one handler."""


@dataclass(frozen=True, slots=True)
class Away:
    """Where nobody can be late: at a table that is shown on one of the ``closed`` platforms, or on those that
    were ``given_up`` and no other; ``everywhere``: at no table.
    """

    closed: frozenset[str] = frozenset()
    given_up: frozenset[str] = frozenset()
    everywhere: bool = False

    def holds(self, shown: frozenset[str]) -> bool:
        """Whether nobody can be late at a table that these platforms show."""
        cut_off = bool(shown & self.closed) or (bool(shown) and shown <= self.given_up)
        return self.everywhere or cut_off


NOT_AWAY = Away()
COMPUTER_DUE = "computer"
"""What a table is due for where the computer is to act: it needs no platform."""

Lost = Callable[[int], None]
"""Told since when (ms since 1970) a platform cannot be reached."""
Back = Callable[[], Awaitable[None]]
"""Told when it can be again."""


def ignore_loss(since_ms: int) -> None:
    """A ``Lost`` where nobody wants to know."""


async def ignore_return() -> None:
    """A ``Back`` where nobody wants to know."""
