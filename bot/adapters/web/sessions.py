"""One WebSocket per open page: hello, rooms, presence, what was missed; acts go to the intake."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Sequence

from aiohttp import WSCloseCode, WSMsgType, web

from bot.adapters.web import visitors
from bot.adapters.web.chats import DIRECT, chat_of, inside, on_the_wire
from bot.adapters.web.connection import Connection
from bot.adapters.web.hub import Hub
from bot.adapters.web.intake import Intake
from bot.adapters.web.limits import PATIENCE, Bucket
from bot.adapters.web.log import ChatLogs
from bot.adapters.web.privates import Privates
from bot.adapters.web.rooms import Rooms
from bot.adapters.web.speech import Speech
from bot.adapters.web.visitors import Names
from bot.adapters.web.wire import (
    MESSAGE_BYTES,
    NAME_LENGTH,
    ROOMS,
    TEXT_LENGTH,
    Close,
    Completing,
    Dismissed,
    FromPage,
    Hello,
    Malformed,
    Name,
    Open,
    Pressed,
    Ran,
    Wrote,
    parse,
)
from bot.app.ports import Chat, Visitor

HEARTBEAT_S = 25.0
AT_ONCE = 4  # acts of one page that are being done
BUCKETS = 2_000  # persons whose rate is remembered
OFFERED = 12  # completions
COMPLETION_COST = 0.2  # of an act

Complete = Callable[[Visitor, Chat, str], Awaitable[Sequence[str]]]
"""What a half-typed text could become, best first."""

_log = logging.getLogger(__name__)


class Sessions:
    """All WebSockets. ``epoch`` tells a page whether the changes it counted are still ours."""

    def __init__(
        self,
        intake: Intake,
        hub: Hub,
        logs: ChatLogs,
        names: Names,
        privates: Privates,
        rooms: Rooms,
        speech: Speech,
        complete: Complete | None,
        monotonic: Callable[[], float],
        hello_s: float,
    ) -> None:
        self._intake = intake
        self._hub = hub
        self._logs = logs
        self._names = names
        self._privates = privates
        self._rooms = rooms
        self._speech = speech
        self._complete = complete
        self._monotonic = monotonic
        self._hello_s = hello_s
        self._buckets: dict[str, Bucket] = {}
        self._epoch = secrets.token_hex(8)

    async def serve(self, request: web.Request, source: str | None) -> web.StreamResponse:
        """Talk to a page until it is gone. The request's host and origin are known to be ours; ``source`` is
        the network that it comes from.
        """
        secret = visitors.secret_of(request)
        if secret is None:
            raise web.HTTPUnauthorized(text="no cookie")
        person = visitors.external_id(secret)
        if not self._hub.has_room_for(person, source):
            raise web.HTTPServiceUnavailable(text="too many pages are open")
        socket = web.WebSocketResponse(heartbeat=HEARTBEAT_S, max_msg_size=MESSAGE_BYTES)
        locale, language = self._speech.locale(request.headers.get("Accept-Language"))
        page = Connection(socket, person, locale, language, self._bucket(person), source)
        self._hub.arrive(page)
        try:
            self._hub.know(person, await self._names.of(person))
            await socket.prepare(request)
            await self._converse(page)
        finally:
            self._hub.leave(page)
        return socket

    async def _converse(self, page: Connection) -> None:
        beside = [asyncio.create_task(page.pump()), asyncio.create_task(self._expect_hello(page))]
        try:
            await self._listen(page)
        finally:
            for task in beside:
                task.cancel()

    async def _expect_hello(self, page: Connection) -> None:
        """Our page greets at once; what does not takes the place of somebody who wants to play."""
        await asyncio.sleep(self._hello_s)
        if not page.session:
            await page.socket.close(code=WSCloseCode.POLICY_VIOLATION)

    async def close(self) -> None:
        """Send all pages away; they come back when the service does."""
        goodbyes = (
            page.socket.close(code=WSCloseCode.GOING_AWAY)
            for page in self._hub.pages()
            if page.socket.prepared
        )
        await asyncio.gather(*goodbyes)

    async def _listen(self, page: Connection) -> None:
        """Take one message after the other; acts run beside each other, a few at a time."""
        slots = asyncio.Semaphore(AT_ONCE)
        running: set[asyncio.Task[None]] = set()
        async for frame in page.socket:
            message = self._read(page, frame.data) if frame.type is WSMsgType.TEXT else None
            if message is None:
                await page.socket.close(code=WSCloseCode.POLICY_VIOLATION)
                return
            if not self._affordable(page, message):
                if page.bucket.refused > PATIENCE:
                    await page.socket.close(code=WSCloseCode.POLICY_VIOLATION)
                    return
                await asyncio.sleep(0)  # others first, and the page is told
                continue
            await slots.acquire()
            task = asyncio.create_task(self._take(page, message))
            running.add(task)
            task.add_done_callback(running.discard)
            task.add_done_callback(lambda _: slots.release())
            if isinstance(message, Hello | Open):
                await asyncio.shield(task)

    def _read(self, page: Connection, raw: str) -> FromPage | None:
        """The message, None for what our page never sends."""
        try:
            message = parse(raw)
        except Malformed as error:
            _log.info("a page of %s sent what it should not: %s", page.person, error)
            return None
        return message if page.session or isinstance(message, Hello) else None

    def _affordable(self, page: Connection, message: FromPage) -> bool:
        """Whether the person has not sent too much; the first refusal is explained, the others are silent."""
        if page.bucket.take(COMPLETION_COST if isinstance(message, Completing) else 1.0):
            return True
        if page.bucket.refused == 1:
            page.tell({"type": "notice", "text": self._speech.say(page, "too_fast"), "alert": False})
        if isinstance(message, Name | Pressed | Ran | Wrote):
            page.tell({"type": "refused", "id": message.id})
        if isinstance(message, Open):
            page.tell({"type": "closed", "chat": message.chat, "text": self._speech.say(page, "too_fast")})
        return False

    async def _take(self, page: Connection, message: FromPage) -> None:
        match message:
            case Hello():
                await self._welcome(page, message)
            case Open():
                await self._open(page, message.chat, 0)
            case Close():
                self._leave(page, message.chat)
            case Dismissed():
                self._privates.dismiss(page.person, inside(message.chat, page.person) or "")
            case Completing():
                await self._offer(page, message)
            case Name() | Pressed() | Ran() | Wrote():
                await self._intake.act(page, message)

    async def _welcome(self, page: Connection, hello: Hello) -> None:
        page.session = hello.session
        page.tell(
            {
                "type": "hello",
                "epoch": self._epoch,
                "you": {"id": page.person, "name": await self._names.of(page.person)},
                **await self._speech.begin(page, hello.language),
                "limits": {"text": TEXT_LENGTH, "name": NAME_LENGTH, "rooms": ROOMS},
            }
        )
        known = hello.epoch == self._epoch
        for chat in {DIRECT: 0, **hello.seen}:
            await self._open(page, chat, hello.seen.get(chat, 0) if known else 0)

    async def _open(self, page: Connection, chat: str, seen: int) -> None:
        """Watch a chat, get what was missed of it, be welcomed if there is nothing."""
        address = inside(chat, page.person)
        if address is None:
            return
        if address not in page.watching and (refused := await self._refused(page, address)):
            page.tell({"type": "closed", "chat": chat, "text": self._speech.say(page, refused)})
            return
        async with self._logs.open(address) as log:
            page.tell({**log.since(seen), "chat": on_the_wire(address)})
            empty = not log.messages
            self._hub.watch(page, address)
        private = self._privates.wire(page.person, address)
        page.tell({"type": "private", "chat": on_the_wire(address), "message": private})
        if empty and private is None:
            await self._intake.greet(page, address)

    async def _refused(self, page: Connection, address: str) -> str | None:
        """Why this page may not watch one more room: the text's key; None if it may."""
        if len(page.watching) > ROOMS:
            return "rooms_yours"
        return None if await self._rooms.has_place_for(address) else "rooms_full"

    def _leave(self, page: Connection, chat: str) -> None:
        address = inside(chat, page.person)
        if address is not None and address.startswith("room:"):
            self._hub.unwatch(page, address)

    async def _offer(self, page: Connection, asked: Completing) -> None:
        address = inside(asked.chat, page.person)
        visitor = await self._intake.visitor(page)
        if self._complete is None or address is None or visitor is None:
            return
        found = await self._complete(visitor, chat_of(address), asked.text)
        page.tell({"type": "completions", "id": asked.id, "items": list(found)[:OFFERED]})

    def _bucket(self, person: str) -> Bucket:
        """A person's bucket is the same on all its pages."""
        if len(self._buckets) >= BUCKETS:
            self._buckets = {page.person: page.bucket for page in self._hub.pages()}
        return self._buckets.setdefault(person, Bucket(self._monotonic))
