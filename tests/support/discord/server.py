"""Discord's REST API and gateway for one bot, on loopback.

Reads calls, checks them against document, limits and rates, lets a route carry them out, answers as Discord
answers, misbehaves on a test's order. Must not know: what the routes do.
"""

import asyncio
import json
import re
from types import TracebackType
from typing import Any, Self

from aiohttp import BodyPartReader, web

from tests.support.discord import application, channels, interactions
from tests.support.discord.backend import Answer, Backend, Request, Route
from tests.support.discord.commands import Commands
from tests.support.discord.composition import Composer, Upload
from tests.support.discord.errors import Refusal, invalid, too_many, unauthorised
from tests.support.discord.gateway import GUILDS, Gateway, Session
from tests.support.discord.interactions import Interaction, Kind
from tests.support.discord.people import Person
from tests.support.discord.places import Server
from tests.support.discord.rates import Rates
from tests.support.discord.schema import body_problems, document
from tests.support.discord.snowflakes import Snowflakes
from tests.support.discord.world import Channel, User
from tests.support.discord.world import Kind as ChannelKind
from tests.support.standin import Call, Fault, FaultKind, Faults, Json, Ledger, Pulse, StandInClock

TOKEN = "MTAwMDAwMDAwMDAwMDAwMDAw.Gstand.in-standinstandinstandinstandin"
_ROUTES: list[Route] = application.ROUTES + channels.ROUTES + interactions.ROUTES
_FILE = re.compile(r"files\[(\d)\]")


class DiscordApi:
    """`async with DiscordApi() as api`: REST at `api.rest`, gateway at `api.gateway_url`.

    `checked=False` leaves out Discord's own description, for measurements; the other limits stay.
    """

    def __init__(
        self,
        *,
        token: str = TOKEN,
        clock: StandInClock | None = None,
        rates: Rates | None = None,
        checked: bool = True,
    ) -> None:
        self.token = token
        self.clock = clock or StandInClock()
        self.faults = Faults()
        self.ledger = Ledger()
        self.pulse = Pulse()
        self.root = ""
        self.port = 0
        self._runner: web.AppRunner | None = None
        self._checked = checked
        flakes = Snowflakes(self.clock)
        bot = User(flakes.new(), "chouette", "Chouette", is_bot=True)
        self.gateway = Gateway(token, self.pulse, self._greet)
        self.rates = rates or Rates()
        self.commands = Commands(flakes, bot.id)
        composer = Composer(flakes.new, self._address, lambda text: self.backend.complain(text))
        owner = User(flakes.new(), "operator")
        self.backend = Backend(
            self.clock,
            self.ledger,
            self.pulse,
            flakes,
            self.gateway,
            self.rates,
            self.commands,
            composer,
            bot,
            owner,
            users={bot.id: bot, owner.id: owner},
        )

    # Where clients are to be redirected

    @property
    def rest(self) -> str:
        return f"{self.root}/api/v10"

    @property
    def gateway_url(self) -> str:
        return application.gateway_url(self.backend)

    @property
    def cdn(self) -> str:
        return f"{self.root}/cdn"

    @property
    def bot_id(self) -> int:
        return self.backend.bot.id

    # People and places

    def person(self, name: str, display_name: str | None = None, locale: str = "en-US") -> Person:
        user = User(self.backend.snowflakes.new(), name.lower(), display_name or name, locale)
        self.backend.users[user.id] = user
        return Person(self.backend, user)

    def server(
        self, name: str, owner: Person, *people: Person, with_bot: bool = True, locale: str = "en-US"
    ) -> Server:
        """A guild; with the bot in it unless it is a place for user-installed apps only."""
        server = Server.found(self.backend, name, owner, locale)
        server.join(*people)
        if with_bot:
            server.add_bot()
        return server

    def group_dm(self, *people: Person) -> Channel:
        """A private channel among people, without the bot."""
        recipients = [person.user for person in people]
        channel = Channel(self.backend.snowflakes.new(), ChannelKind.GROUP_DM, recipients=recipients)
        self.backend.channels[channel.id] = channel
        return channel

    # What a test asserts

    @property
    def violations(self) -> list[str]:
        """Rules that the bot broke, one sentence each; must be empty at the end of each test."""
        return self.ledger.violations + self.gateway.violations

    @property
    def throttled(self) -> int:
        """Calls refused with 429 because of the rates (not on order)."""
        return self.rates.refused

    @property
    def invalid_requests(self) -> int:
        """401, 403 and 429 together: what Discord counts before it blocks an address."""
        return sum(self.ledger.statuses[status] for status in (401, 403, 429))

    def unanswered(self) -> list[Interaction]:
        """Those that show "interaction failed", or will; completions are not counted."""
        known = self.backend.interactions.values()
        return [i for i in known if not i.acknowledged and i.kind is not Kind.AUTOCOMPLETE]

    @property
    def description(self) -> Json | None:
        """Discord's own description, if bodies are checked against it."""
        return document() if self._checked else None

    # Running

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stop()

    async def start(self, port: int = 0) -> None:
        app = web.Application(client_max_size=64 * 1024 * 1024)
        app.router.add_get("/gateway/", self.gateway.serve)
        app.router.add_get("/cdn/attachments/{channel}/{number}/{filename}", self._attachment)
        for route in sorted(_ROUTES, key=lambda route: route.template.count("{")):
            app.router.add_route(route.method, "/api/v10" + route.template, self._handler(route))
        app.router.add_route("*", "/{rest:.*}", self._unknown)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", port).start()
        self.port = self._runner.addresses[0][1]
        self.root = self.backend.root = f"http://127.0.0.1:{self.port}"

    async def stop(self) -> None:
        await self.gateway.close(1001)
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    def _address(self, number: int, filename: str) -> str:
        return f"{self.cdn}/attachments/0/{number}/{filename}"

    def _greet(self, session: Session) -> None:
        """READY, then the servers of the session's shard."""
        backend = self.backend
        guilds = [
            guild
            for guild in backend.guilds.values()
            if backend.bot.id in guild.members and (guild.id >> 22) % session.shard[1] == session.shard[0]
        ]
        session.push(
            "READY",
            {
                "v": 10,
                "user": backend.bot.json(),
                "session_id": session.id,
                "resume_gateway_url": self.gateway_url,
                "shard": list(session.shard),
                "application": {"id": str(backend.bot.id), "flags": 0},
                "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
                "private_channels": [],
            },
        )
        if session.intents & GUILDS:
            for guild in guilds:
                session.push("GUILD_CREATE", guild.create_json(backend.bot))

    # Calls

    async def _attachment(self, request: web.Request) -> web.Response:
        number = request.match_info["number"]
        for channel in self.backend.channels.values():
            for message in channel.messages.values():
                for attachment in message.attachments:
                    if str(attachment.id) == number:
                        return web.Response(body=attachment.data, content_type=attachment.content_type)
        return web.Response(status=404)

    async def _unknown(self, request: web.Request) -> web.Response:
        self.ledger.violation(f"{request.method} {request.path}", "no such route in this stand-in")
        return _json(404, {"message": "404: Not Found", "code": 0})

    def _handler(self, route: Route) -> Any:
        async def handle(request: web.Request) -> web.Response:
            return await self._answer(route, request)

        return handle

    async def _answer(self, route: Route, request: web.Request) -> web.Response:
        at = self.clock.now()
        fault = self.faults.take(route.name)
        if fault is not None and fault.kind is FaultKind.RESET:
            self.ledger.note(Call(at, route.name, {}, 0, fault=fault.kind))
            return _cut(request)
        call = Request(dict(request.match_info), dict(request.query), None, {})
        headers: dict[str, str] = {}
        answer: Answer = (204, None)
        refusal: Refusal | None = None
        try:
            if route.with_token and request.headers.get("Authorization") != f"Bot {self.token}":
                raise unauthorised()
            call = await _read(request)
            _refuse_on_order(fault)
            major = call.path.get(route.major, "") if route.major else ""
            headers = self.rates.admit(route.name, major, at)
            self._check(route, call)
            answer = await route.handler(self.backend, call)
        except Refusal as caught:
            refusal = caught
            answer = caught.status, caught.body
            if caught.blame:
                self.ledger.violation(route.name, f"{caught.text} {call.body!r:.400}")
        except ConnectionResetError:  # the caller has hung up in the middle of its call
            return _cut(request)
        self._note(at, route, call, refusal, fault)
        self.pulse.beat()
        if fault is not None and fault.kind is FaultKind.SLOW:
            await asyncio.sleep(fault.seconds)
        if fault is not None and fault.kind is FaultKind.LOST:
            return _cut(request)
        status, body = answer
        return _json(status, body, headers | _refused_headers(refusal))

    def _check(self, route: Route, call: Request) -> None:
        if call.body is None or not self._checked:
            return
        template = route.template
        problems = body_problems(route.method, template, call.body)
        if problems:
            raise invalid("", "; ".join(problems[:3]))

    def _note(
        self, at: float, route: Route, call: Request, refusal: Refusal | None, fault: Fault | None
    ) -> None:
        status = refusal.status if refusal else 200
        error = f"{refusal.code} {refusal.text}" if refusal else None
        shown = {**call.path, "body": call.body, "files": {n: len(u.data) for n, u in call.uploads.items()}}
        kind = fault.kind if fault else None
        self.ledger.note(Call(at, route.name, shown, status, error, kind, self.clock.now() - at))


def _refuse_on_order(fault: Fault | None) -> None:
    if fault is None:
        return
    if fault.kind is FaultKind.INTERNAL:
        raise Refusal(500, 0, "Internal Server Error")
    if fault.kind is FaultKind.BAD_GATEWAY:
        raise Refusal(502, 0, "Bad Gateway")
    if fault.kind is FaultKind.RATE_LIMIT:
        raise too_many(fault.seconds, everywhere=fault.everywhere)


def _refused_headers(refusal: Refusal | None) -> dict[str, str]:
    if refusal is None or refusal.status != 429:
        return {}
    wait = refusal.body["retry_after"]
    scope = "global" if refusal.body["global"] else "user"
    # Without Via, discord.py takes a 429 for a ban by the proxy in front of Discord.
    return {
        "Via": "1.1 google",
        "Retry-After": str(max(1, round(wait))),
        "X-RateLimit-Scope": scope,
        "X-RateLimit-Reset-After": str(wait),
    } | ({"X-RateLimit-Global": "true"} if scope == "global" else {})


async def _read(request: web.Request) -> Request:
    body: Any = None
    uploads: dict[int, Upload] = {}
    if request.content_type == "multipart/form-data":
        async for part in await request.multipart():
            if not isinstance(part, BodyPartReader) or part.name is None:
                continue
            data = bytes(await part.read(decode=False))
            number = _FILE.fullmatch(part.name)
            if part.name == "payload_json":
                body = _parsed(data.decode())
            elif number is not None:
                uploads[int(number.group(1))] = Upload(part.filename or "file", data)
            else:
                raise invalid("", f"unknown part {part.name}")
        body = {} if body is None else body
    elif request.can_read_body:
        body = _parsed(await request.text())
    return Request(dict(request.match_info), dict(request.query), body, uploads)


def _parsed(text: str) -> Any:
    try:
        return json.loads(text) if text else None
    except ValueError:
        raise Refusal(400, 50109, "The request body contains invalid JSON.", blame=True) from None


def _json(status: int, body: Any, headers: dict[str, str] | None = None) -> web.Response:
    """With the content type exactly as Discord sends it: a charset would hide the JSON from discord.py."""
    if body is None:
        return web.Response(status=status, headers=headers)
    kind = {"Content-Type": "application/json"}
    return web.Response(status=status, body=json.dumps(body).encode(), headers=kind | (headers or {}))


def _cut(request: web.Request) -> web.Response:
    if request.transport is not None:
        request.transport.abort()
    return web.Response(status=500)
