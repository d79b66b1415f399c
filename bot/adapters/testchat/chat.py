"""The adapter in memory: rooms, persons, messages, faults on order; every action waits until all is quiet.

Must not know the game, and never looks into a screen beyond its buttons.
"""

from __future__ import annotations

import itertools
from collections.abc import Awaitable, Callable

from bot.adapters.testchat.faults import Fault, Faults, Operation
from bot.adapters.testchat.messages import Place, Posted
from bot.adapters.testchat.person import Person
from bot.app.ports import (
    Answer,
    Around,
    Chat,
    ChatClosed,
    Handler,
    Incoming,
    MessageGone,
    MessageRef,
    Outgoing,
    Retire,
    Visitor,
)
from bot.app.screen import Screen

Settle = Callable[[], Awaitable[None]]


class TestChat:
    """A chat platform in memory. ``settle`` is awaited after each action: it returns when nothing is left
    to send. ``now_ms`` gives presses a platform time; without it they have none, as on Telegram.
    """

    __test__ = False  # not a test case, whatever its name says to pytest
    posts_once = False

    def __init__(
        self,
        handler: Handler | None = None,
        settle: Settle | None = None,
        platform: str = "test",
    ) -> None:
        self.platform = platform
        self.sent: list[tuple[Operation, MessageRef]] = []
        self._handler = handler
        self._settle = settle
        self._numbers = itertools.count(1)
        self._places: dict[Chat, Place] = {}
        self._people: dict[str, Person] = {}
        self._messages: dict[MessageRef, Posted] = {}
        self._faults = Faults()
        self._last: tuple[Person, Place, Incoming, Posted | None] | None = None

    # Setting the scene

    def connect(self, handler: Handler, settle: Settle | None = None) -> None:
        """Give the handler later, where service and adapter need each other."""
        self._handler = handler
        self._settle = settle or self._settle

    def room(self, name: str, topic: str | None = None) -> Place:
        """The room of this name; made when first asked for. One with a topic is a part of a forum."""
        around = None if topic is None else Around(name, topic)
        return self._place(Chat(self.platform, name, topic, around=around))

    def person(
        self, name: str, locale: str | None = None, *, admin: bool = False, external_id: str | None = None
    ) -> Person:
        """The person of this id (the name in lower case, if none is given); made when first asked for."""
        ident = external_id or name.casefold()
        if ident not in self._people:
            visitor = Visitor(self.platform, ident, name, locale, admin)
            direct = self._place(Chat(self.platform, f"direct-{ident}", private=True))
            self._people[ident] = Person(self, visitor, direct)
        return self._people[ident]

    def fail_next(
        self, error: Exception, on: Operation | None = None, *, times: int = 1, arrives: bool = False
    ) -> None:
        """Let the next sends fail; ``arrives`` lets the message through all the same (see ``Ambiguous``)."""
        self._faults.order(error, on, times, arrives)

    def heal(self) -> None:
        """Nothing fails any more."""
        self._faults.heal()

    def delete(self, message: Posted) -> None:
        """Somebody deletes a message by hand: the bot learns of it when it edits."""
        message.deleted = True

    # The adapter

    async def post(self, chat: Chat, message: Outgoing) -> MessageRef:
        """Post a message and notify whom it mentions."""
        place = self._place(chat)
        fault = self._hit(Operation.POST)
        if place.closed:
            raise ChatClosed(chat.chat)
        posted = self._put(place, message)
        for mention in message.mentions:
            if mention.external_id in self._people:
                self._people[mention.external_id].notified.append(posted)
        self._done(Operation.POST, posted.ref, fault)
        return posted.ref

    async def edit(self, ref: MessageRef, message: Outgoing) -> None:
        """Add a version to a message."""
        fault = self._hit(Operation.EDIT)
        self._known(ref).versions.append(message)
        self._done(Operation.EDIT, ref, fault)

    async def retire(self, ref: MessageRef, how: Retire) -> None:
        """Strip or delete a message."""
        fault = self._hit(Operation.RETIRE)
        posted = self._known(ref)
        match how:
            case Retire.STRIP:
                posted.strip()
            case Retire.DELETE:
                posted.deleted = True
            case Retire.KEEP:
                pass
        self._done(Operation.RETIRE, ref, fault)

    # The line of a person

    def new_origin(self) -> str:
        """A fresh, unique origin."""
        return f"{self.platform}:{next(self._numbers)}"

    def named(self, args: str) -> tuple[Visitor | None, str]:
        """The person whose name begins the text (with or without @), and the rest of the text."""
        text = args.removeprefix("@")
        for person in sorted(self._people.values(), key=lambda one: -len(one.name)):
            head, rest = text[: len(person.name)], text[len(person.name) :]
            if head.casefold() == person.name.casefold() and rest[:1] in ("", " "):
                return person.visitor, rest.strip()
        return None, args

    async def deliver(self, person: Person, place: Place, what: Incoming, pressed: Posted | None) -> Answer:
        """Hand it to the handler, show the answer, wait until nothing is left to send."""
        if self._handler is None:
            raise RuntimeError("the test chat has no handler yet: call connect()")
        self._last = (person, place, what, pressed)
        answer = await self._handler(what)
        self._show(answer, person, place, pressed)
        await self.settle()
        return answer

    async def redeliver(self) -> Answer:
        """Deliver the last press, command or text once more with the same origin, as platforms do."""
        if self._last is None:
            raise LookupError("nothing was delivered yet")
        return await self.deliver(*self._last)

    async def settle(self) -> None:
        """Wait until nothing is left to send."""
        if self._settle is not None:
            await self._settle()

    # Inside

    def _place(self, chat: Chat) -> Place:
        return self._places.setdefault(chat, Place(chat))

    def _put(self, place: Place, message: Outgoing, audience: str | None = None) -> Posted:
        ref = MessageRef(place.chat, str(next(self._numbers)))
        posted = Posted(ref, [message], audience)
        place.messages.append(posted)
        self._messages[ref] = posted
        return posted

    def _known(self, ref: MessageRef) -> Posted:
        """The message, if the bot may still change it: a private answer can only change as an answer."""
        if self._place(ref.chat).closed:
            raise ChatClosed(ref.chat.chat)
        posted = self._messages.get(ref)
        if posted is None or posted.deleted or posted.audience is not None:
            raise MessageGone(ref.message)
        return posted

    def _hit(self, operation: Operation) -> Fault | None:
        fault = self._faults.take(operation)
        if fault is not None and not fault.arrives:
            raise fault.error
        return fault

    def _done(self, operation: Operation, ref: MessageRef, fault: Fault | None) -> None:
        self.sent.append((operation, ref))
        if fault is not None:
            raise fault.error

    def _show(self, answer: Answer, person: Person, place: Place, pressed: Posted | None) -> None:
        if answer.notice is not None:
            person.notices.append(answer.notice)
        if answer.private is not None:
            self._put(place, _bare(answer.private), person.visitor.external_id)
        if answer.edit is not None and pressed is not None:
            pressed.versions.append(_bare(answer.edit))
        if answer.public is not None:
            self._put(place, _bare(answer.public))


def _bare(screen: Screen) -> Outgoing:
    """An answer's screen as a message; nothing is painted here."""
    return Outgoing(screen)
