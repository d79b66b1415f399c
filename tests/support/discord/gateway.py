"""Discord's gateway for one bot: HELLO, IDENTIFY, heartbeats, dispatch, RESUME with replay, close codes.

Frames are plain text. Must not know: what the events say.
"""

import asyncio
import json
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from aiohttp import WSMsgType, web

from tests.support.standin import Json, Pulse

DISPATCH, HEARTBEAT, IDENTIFY, PRESENCE, RESUME, RECONNECT, INVALID, HELLO, ACK = 0, 1, 2, 3, 6, 7, 9, 10, 11
PRIVILEGED = 1 << 1 | 1 << 8 | 1 << 15  # members, presences, message content
GUILDS, GUILD_MESSAGES, DIRECT_MESSAGES = 1 << 0, 1 << 9, 1 << 12
SENDS, SENDS_WINDOW = 120, 60.0
PAYLOAD = 4096


@dataclass(slots=True, eq=False)
class Session:
    id: str
    shard: tuple[int, int]
    intents: int
    events: list[str] = field(default_factory=list)  # the frame with sequence number i+1 at i
    news: Pulse = field(default_factory=Pulse)
    line: web.WebSocketResponse | None = None
    request: web.Request | None = None

    def push(self, event: str, data: Json) -> None:
        frame = {"op": DISPATCH, "t": event, "s": len(self.events) + 1, "d": data}
        self.events.append(json.dumps(frame))
        self.news.beat()


class Gateway:
    def __init__(self, token: str, pulse: Pulse, ready: Callable[[Session], None]) -> None:
        self._token = token
        self._pulse = pulse
        self._ready = ready
        self.sessions: dict[str, Session] = {}
        self.privileged_allowed = 0
        self.heartbeat_interval = 41.25  # seconds
        self.acknowledge_heartbeats = True
        self.identifies = self.resumes = self.heartbeats = 0
        self.greets = asyncio.Event()  # cleared: a new connection waits for its HELLO
        self.greets.set()
        self.close_codes: list[int] = []
        self.violations: list[str] = []

    @property
    def connected(self) -> list[Session]:
        return [session for session in self.sessions.values() if session.line is not None]

    def dispatch(self, event: str, data: Json, *, guild: int | None = None, intent: int = 0) -> bool:
        """Sends an event to the sessions of the shard and with the intent; False if nobody was there."""
        heard = False
        for session in self.sessions.values():
            here = (guild >> 22) % session.shard[1] if guild is not None else 0
            if here == session.shard[0] and (not intent or session.intents & intent):
                session.push(event, data)
                heard = True
        return heard

    # Misbehaviour on order

    def cut(self) -> None:
        """The connections break; sessions stay, so that a RESUME gets what was missed."""
        for session in self.connected:
            if session.request is not None and session.request.transport is not None:
                session.request.transport.abort()
            session.line = None

    def forget_sessions(self) -> None:
        """A RESUME from now on is answered with an invalid session."""
        for name in list(self.sessions):
            self.sessions[name].id = ""
            if self.sessions[name].line is None:
                del self.sessions[name]

    async def ask_reconnect(self) -> None:
        await self._tell({"op": RECONNECT, "d": None})

    async def invalidate(self, *, resumable: bool = False) -> None:
        if not resumable:
            for session in self.connected:
                self.sessions.pop(session.id, None)
                await self._say(session.line, {"op": INVALID, "d": False})
        else:
            await self._tell({"op": INVALID, "d": True})

    async def close(self, code: int) -> None:
        for session in self.connected:
            assert session.line is not None
            await session.line.close(code=code)

    async def _tell(self, frame: Json) -> None:
        for session in self.connected:
            await self._say(session.line, frame)

    # The connection

    async def serve(self, request: web.Request) -> web.StreamResponse:
        line = web.WebSocketResponse(autoclose=True)
        await line.prepare(request)
        await self.greets.wait()
        await self._say(line, {"op": HELLO, "d": {"heartbeat_interval": int(self.heartbeat_interval * 1000)}})
        await _Connection(self, request, line).run()
        self.close_codes.append(line.close_code or 1006)
        return line

    async def _say(self, line: web.WebSocketResponse | None, frame: Json) -> None:
        if line is not None and not line.closed:
            await line.send_str(json.dumps(frame))

    def identify(self, data: Json, request: web.Request, line: web.WebSocketResponse) -> Session | int:
        """A new session, or the code to close with."""
        self.identifies += 1
        if str(data.get("token", "")).removeprefix("Bot ") != self._token:
            return 4004
        intents = int(data.get("intents", 0))
        if intents & PRIVILEGED & ~self.privileged_allowed:
            return 4014
        number, count = data.get("shard") or (0, 1)
        if not 0 <= number < count:
            return 4010
        for name, old in list(self.sessions.items()):
            if old.shard == (number, count) and old.line is None:
                del self.sessions[name]
        session = Session(secrets.token_hex(8), (number, count), intents, line=line, request=request)
        self.sessions[session.id] = session
        self._ready(session)
        self._pulse.beat()
        return session

    def resume(self, data: Json, request: web.Request, line: web.WebSocketResponse) -> Session | int | None:
        """The old session, a close code, or None where the session is not known any more."""
        if str(data.get("token", "")).removeprefix("Bot ") != self._token:
            return 4004
        session = self.sessions.get(str(data.get("session_id")))
        if session is None or session.id == "":
            return None
        if int(data.get("seq") or 0) > len(session.events):
            return 4007
        self.resumes += 1
        session.line, session.request = line, request
        self._pulse.beat()
        return session

    def hang_up(self, session: Session, line: web.WebSocketResponse) -> None:
        if session.line is line:
            session.line = None
        if line.close_code in (1000, 1001):
            self.sessions.pop(session.id, None)
        self._pulse.beat()


class _Connection:
    def __init__(self, gateway: Gateway, request: web.Request, line: web.WebSocketResponse) -> None:
        self.gateway = gateway
        self.request = request
        self.line = line
        self.session: Session | None = None
        self.writer: asyncio.Task[None] | None = None
        self.sends: list[float] = []

    async def run(self) -> None:
        try:
            async for message in self.line:
                if message.type is not WSMsgType.TEXT:
                    continue
                code = await self._receive(message.data)
                if code is not None:
                    await self.line.close(code=code)
                    break
        finally:
            if self.writer is not None:
                self.writer.cancel()
            if self.session is not None:
                self.gateway.hang_up(self.session, self.line)

    async def _receive(self, text: str) -> int | None:
        """A close code, or None to go on."""
        now = time.monotonic()
        self.sends = [then for then in self.sends if now - then < SENDS_WINDOW] + [now]
        if len(text.encode()) > PAYLOAD:
            self.gateway.violations.append(f"gateway: a payload of {len(text)} characters")
            return 4002
        if len(self.sends) > SENDS:
            self.gateway.violations.append("gateway: more than 120 sends in 60 s")
            return 4008
        try:
            frame = json.loads(text)
        except ValueError:
            return 4002
        operation, data = frame.get("op"), frame.get("d")
        if operation == HEARTBEAT:
            self.gateway.heartbeats += 1
            if self.gateway.acknowledge_heartbeats:
                await self.gateway._say(self.line, {"op": ACK})
            return None
        if operation in (IDENTIFY, RESUME):
            return await self._begin(operation, data)
        if self.session is None:
            return 4003
        return None if operation in (PRESENCE, 4, 8) else 4001

    async def _begin(self, operation: int, data: Json) -> int | None:
        if self.session is not None:
            return 4005
        begin = self.gateway.identify if operation == IDENTIFY else self.gateway.resume
        started = begin(data, self.request, self.line)
        if isinstance(started, int):
            return started
        if started is None:
            await self.gateway._say(self.line, {"op": INVALID, "d": False})
            return None
        self.session = started
        if operation == RESUME:
            started.push("RESUMED", {})
        sent = int(data.get("seq") or 0) if operation == RESUME else 0
        self.writer = asyncio.create_task(self._write(started, sent))
        return None

    async def _write(self, session: Session, sent: int) -> None:
        while not self.line.closed:
            while sent < len(session.events):
                sent += 1
                await self.line.send_str(session.events[sent - 1])
            await session.news.wait(5.0)
