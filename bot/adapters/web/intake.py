"""From a page to the handler and back: what is pressed, run and written, and what its person is answered.

Each act is handed in once however often a page sends it, and is finished even if the page has gone.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine

from bot.adapters.web.chats import PLATFORM, chat_of, inside, on_the_wire
from bot.adapters.web.connection import Connection
from bot.adapters.web.hub import Hub
from bot.adapters.web.log import ChatLogs
from bot.adapters.web.messages import Body, called, line_body
from bot.adapters.web.naming import named_in, seen_names
from bot.adapters.web.privates import Privates
from bot.adapters.web.speech import Speech
from bot.adapters.web.visitors import Names
from bot.adapters.web.wire import Acting, Name, Pressed, Ran, Wrote
from bot.app.ports import Answer, Command, Handler, Incoming, MessageRef, Press, Said, Visitor
from bot.app.screen import Screen

REMEMBERED = 4_000  # acts, to know one that comes again after a reconnect; and greetings

Draw = Callable[[Screen], Awaitable[Body]]
"""Make a message of an answer's screen: paint it, keep its picture and files."""

_log = logging.getLogger(__name__)


class Intake:
    """``admin``: whoever has a page open may do what the admins of a room may."""

    def __init__(
        self,
        handler: Handler,
        draw: Draw,
        hub: Hub,
        logs: ChatLogs,
        names: Names,
        privates: Privates,
        speech: Speech,
        now_ms: Callable[[], int],
        admin: bool,
    ) -> None:
        self._handler = handler
        self._draw = draw
        self._hub = hub
        self._logs = logs
        self._names = names
        self._privates = privates
        self._speech = speech
        self._now_ms = now_ms
        self._admin = admin
        self._acts: OrderedDict[str, asyncio.Task[None]] = OrderedDict()
        self._greeted: OrderedDict[tuple[str, str], None] = OrderedDict()

    async def act(self, page: Connection, act: Acting) -> None:
        """Do what the page asks, or wait for it if it is being done already; then say that it is done."""
        origin = f"{PLATFORM}:{page.person}:{page.session}-{act.id}"
        task = self._acts.get(origin)
        if task is None:
            task = self._acts[origin] = asyncio.create_task(self._safely(page, self._do(page, act, origin)))
            self._forget()
        await asyncio.shield(task)
        page.tell({"type": "done", "id": act.id})

    async def greet(self, page: Connection, address: str) -> None:
        """Welcome a person where it has nothing to see yet, as the start of a chat does elsewhere."""
        visitor = await self.visitor(page)
        if visitor is not None and (page.person, address) not in self._greeted:
            self._greeted[page.person, address] = None
            while len(self._greeted) > REMEMBERED:
                self._greeted.popitem(last=False)
            origin = f"{PLATFORM}:{page.person}:start-{self._now_ms()}-{secrets.token_hex(4)}"
            start = Command(origin, visitor, chat_of(address), "start")
            await self._safely(page, self._ask(page, address, start, None))

    async def visitor(self, page: Connection) -> Visitor | None:
        """The person behind a page, None while it has no name."""
        name = await self._names.of(page.person)
        return None if name is None else Visitor(PLATFORM, page.person, name, page.locale, self._admin)

    async def close(self, patience_s: float) -> None:
        """Wait for what is being done; it is never cancelled."""
        if running := [task for task in self._acts.values() if not task.done()]:
            await asyncio.wait(running, timeout=patience_s)

    async def _safely(self, page: Connection, doing: Coroutine[object, object, None]) -> None:
        """This is the edge: what gets here is a bug, logged once with the number that the person sees."""
        try:
            await doing
        except Exception:  # noqa: BLE001 - the edge
            number = secrets.token_hex(4)
            _log.exception("the page could not answer, number %s", number)
            text = f"{self._speech.say(page, 'failed')} {number}"
            page.tell({"type": "notice", "text": text, "alert": True})

    async def _do(self, page: Connection, act: Acting, origin: str) -> None:
        address = inside(act.chat, page.person)
        if address is None or address not in page.watching:
            return
        if isinstance(act, Name):
            await self._rename(page, act.name, address)
        elif (visitor := await self.visitor(page)) is None:
            page.tell({"type": "nameless"})
        else:
            await self._hand_in(page, visitor, address, act, origin)
            await self._speech.follow(page.person)

    async def _rename(self, page: Connection, raw: str, address: str) -> None:
        stranger = await self._names.of(page.person) is None
        self._hub.rename(page.person, await self._names.change(page.person, raw))
        if stranger:
            await self.greet(page, address)

    async def _hand_in(
        self, page: Connection, visitor: Visitor, address: str, act: Pressed | Ran | Wrote, origin: str
    ) -> None:
        chat = chat_of(address)
        match act:
            case Pressed():
                ref = MessageRef(chat, str(act.message))
                await self._ask(page, address, Press(origin, visitor, chat, act.data, ref), act.message)
            case Ran():
                await self._write(address, visitor, f"/{act.name} {act.args}".strip(), origin)
                target, args = await self._named(page, visitor, address, act)
                await self._ask(page, address, Command(origin, visitor, chat, act.name, args, target), None)
            case Wrote():
                await self._write(address, visitor, act.text, origin)
                await self._ask(page, address, Said(origin, visitor, chat, act.text), None)

    async def _write(self, address: str, visitor: Visitor, text: str, origin: str) -> None:
        """What was written is seen in the chat, once."""
        async with self._logs.open(address) as log:
            await log.add(line_body(text, visitor.external_id, visitor.name, self._now_ms()), origin)

    async def _named(
        self, page: Connection, visitor: Visitor, address: str, ran: Ran
    ) -> tuple[Visitor | None, str]:
        bare = self._speech.names_person(page, ran.name)
        async with self._logs.open(address) as log:
            names = seen_names(log) | self._hub.people(address)
        names.pop(visitor.external_id, None)
        person, args = named_in(ran.args.strip(), names, bare)
        return (Visitor(PLATFORM, person, names[person]) if person else None), args

    async def _ask(self, page: Connection, address: str, what: Incoming, pressed: int | None) -> None:
        """Ask the handler and show its answer."""
        await self._show(page, address, await self._handler(what), pressed)

    async def _show(self, page: Connection, address: str, answer: Answer, pressed: int | None) -> None:
        if answer.notice is not None:
            page.tell({"type": "notice", "text": answer.notice, "alert": answer.alert})
        private = self._is_private(page.person, address, pressed)
        for_all = answer.notice is None or not (answer.alert or private)
        if answer.edit is not None and not (answer.done and private):
            for_all &= await self._edit(page.person, address, answer, answer.edit, pressed)
        if answer.private is not None:
            self._show_private(page.person, address, await self._draw(answer.private))
        elif for_all:
            self._put_away(page.person, address)
        if answer.public is not None:
            body = {**await self._draw(answer.public), "for": page.person}
            async with self._logs.open(address) as log:
                await log.add(body)

    async def _edit(
        self, person: str, address: str, answer: Answer, screen: Screen, pressed: int | None
    ) -> bool:
        """Change the pressed message, and say whether that was done; where it is gone, the person alone sees
        what it would have become. A board that a newer one has replaced does not come back to life: who
        pressed it too late is only told so.
        """
        body = await self._draw(screen)
        async with self._logs.open(address) as log:
            message = log.find(pressed) if pressed is not None else None
            if message is not None and not message.retired:
                await log.change_body(message, {**called(message.body), **body})
                return True
        if message is None or answer.notice is None:
            self._show_private(person, address, body)
        return False

    def _show_private(self, person: str, address: str, body: Body) -> None:
        self._privates.put(person, address, body)
        shown = self._privates.wire(person, address)
        self._hub.tell_person(person, {"type": "private", "chat": on_the_wire(address), "message": shown})

    def _is_private(self, person: str, address: str, pressed: int | None) -> bool:
        """Whether the private message that is shown now was pressed."""
        shown = self._privates.wire(person, address)
        return pressed is not None and shown is not None and shown["id"] == pressed

    def _put_away(self, person: str, address: str) -> None:
        """A private message has done its work, or is in the way of the board, when its reader has gone on: by
        pressing what did something for all, or by writing.
        """
        if self._privates.wire(person, address) is not None:
            self._privates.dismiss(person, address)
            self._hub.tell_person(person, {"type": "private", "chat": on_the_wire(address), "message": None})

    def _forget(self) -> None:
        while len(self._acts) > REMEMBERED and next(iter(self._acts.values())).done():
            self._acts.popitem(last=False)
