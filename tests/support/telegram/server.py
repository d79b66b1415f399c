"""The Bot API server for one bot token, on loopback.

Reads calls, checks them, lets a method carry them out, answers as the public server answers, misbehaves on a
test's order. Must not know: what the methods do.
"""

import asyncio
from types import TracebackType
from typing import Self

from aiohttp import web

from tests.support.standin import Call, Fault, FaultKind, Faults, Json, Ledger, Pulse, StandInClock
from tests.support.telegram import answers, messages, profile
from tests.support.telegram.backend import Backend, Method, Press, Result
from tests.support.telegram.description import Description
from tests.support.telegram.errors import Refusal, bad_request, too_many
from tests.support.telegram.feed import Feed
from tests.support.telegram.params import Params, read_params
from tests.support.telegram.people import Person
from tests.support.telegram.rates import Limits, Rates
from tests.support.telegram.rooms import Room
from tests.support.telegram.world import ChatKind, User, World

TOKEN = "700000000:AAstandinstandinstandinstandinstand"
_METHODS: dict[str, tuple[str, Method]] = {
    name.lower(): (name, method)
    for name, method in (messages.METHODS | answers.METHODS | profile.METHODS).items()
}


class TelegramApi:
    """`async with TelegramApi() as api`: serves `api.root`; `person` and `group` make people and chats.

    `checked=False` leaves out Telegram's own description, for measurements; the other limits stay.
    """

    def __init__(
        self,
        *,
        token: str = TOKEN,
        username: str = "chouette_test_bot",
        limits: Limits | None = None,
        clock: StandInClock | None = None,
        privacy: bool = True,
        checked: bool = True,
    ) -> None:
        self.token = token
        self.faults = Faults()
        self.ledger = Ledger()
        self.clock = clock or StandInClock()
        self.pulse = Pulse()
        self._description = Description(used=checked)
        self.feed = Feed(self.pulse, self._check_update, now=lambda: int(self.clock.now()))
        self.rates = Rates(limits or Limits())
        bot = User(int(token.split(":")[0]), "Chouette", username, is_bot=True)
        self.world = World(bot)
        self.backend = Backend(self.world, self.feed, self.rates, self.clock, self.ledger, self.pulse)
        self.conflicts = 0
        self.root = ""
        self.port = 0
        self._privacy = privacy
        self._runner: web.AppRunner | None = None

    # People and chats

    def person(self, first_name: str, username: str | None = None, language: str | None = "en") -> Person:
        user = self.world.add_user(first_name, username, language)
        return Person(self.backend, user, privacy=self._privacy)

    def group(self, title: str, *people: Person, with_bot: bool = True) -> Room:
        """A basic group; the first person is its creator. The bot is told that it was added."""
        return self._room(ChatKind.GROUP, title, people, with_bot, is_forum=False)

    def supergroup(self, title: str, *people: Person, with_bot: bool = True, forum: bool = False) -> Room:
        return self._room(ChatKind.SUPERGROUP, title, people, with_bot, is_forum=forum)

    def _room(
        self, kind: ChatKind, title: str, people: tuple[Person, ...], with_bot: bool, *, is_forum: bool
    ) -> Room:
        chat = self.world.add_group(kind, title, is_forum)
        for index, person in enumerate(people):
            chat.members[person.id] = "member" if index else "creator"
            chat.people[person.id] = person.user
        room = Room(self.backend, chat)
        if with_bot:
            people[0].adds_bot(room)
        return room

    # What a test asserts

    @property
    def violations(self) -> list[str]:
        """Rules that the bot broke, one sentence each; must be empty at the end of each test."""
        return self.ledger.violations

    @property
    def throttled(self) -> int:
        """Calls refused with 429 because of the rates (not on order)."""
        return self.rates.refused

    def unanswered(self) -> list[Press]:
        return [press for press in self.backend.presses.values() if not press.answered]

    @property
    def description(self) -> Json | None:
        """The platform's own description, if the calls are checked against it."""
        return self._description.document

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
        app.router.add_route("*", "/bot{token}/{method}", self._answer)
        app.router.add_get("/file/bot{token}/files/{file_id}", self._file)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", port)
        await site.start()
        self.port = self._runner.addresses[0][1]
        self.root = f"http://127.0.0.1:{self.port}"

    async def stop(self) -> None:
        await self.feed.close()
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    async def _file(self, request: web.Request) -> web.Response:
        stored = self.world.files.get(request.match_info["file_id"])
        if stored is None or request.match_info["token"] != self.token:
            return web.Response(status=404)
        return web.Response(body=stored.data)

    async def _answer(self, request: web.Request) -> web.Response:
        token, named = request.match_info["token"], request.match_info["method"]
        if token != self.token:
            code, text = (401, "Unauthorized") if ":" in token else (404, "Not Found")
            self.ledger.statuses[code] += 1
            return _refused(Refusal(code, text))
        name, method = _METHODS.get(named.lower(), (named, None))
        fault = self.faults.take(name)
        at = self.clock.now()
        if fault is not None and fault.kind is FaultKind.RESET:
            self.ledger.note(Call(at, name, {}, 0, fault=fault.kind))
            return _cut(request)
        params = Params({})
        refusal: Refusal | None = None
        result: Result = True
        try:
            params = await read_params(request)
            self._refuse_on_order(fault, params)
            if method is None:
                raise Refusal(404, "Not Found: method not found", blame=True)
            self._check_call(name, params)
            result = await method(self.backend, params)
            self._check_result(name, result)
        except Refusal as caught:
            refusal = caught
            if caught.blame:
                self.ledger.violation(name, f"{caught.text} {params.shown()!r:.300}")
            if caught.code == 409 and request.transport is not None and not request.transport.is_closing():
                self.conflicts += 1
        except ConnectionResetError:  # the caller has hung up in the middle of its call
            return _cut(request)
        self._note(at, name, params, refusal, fault)
        return await self._finish(request, result, refusal, fault)

    async def _finish(
        self, request: web.Request, result: Result, refusal: Refusal | None, fault: Fault | None
    ) -> web.Response:
        self.pulse.beat()
        if fault is not None and fault.kind is FaultKind.SLOW:
            await asyncio.sleep(fault.seconds)
        if fault is not None and fault.kind is FaultKind.LOST:
            return _cut(request)
        if refusal is None:
            return web.json_response({"ok": True, "result": result})
        if refusal.code == 502:
            return web.Response(
                status=502, text="<html><h1>502 Bad Gateway</h1></html>", content_type="text/html"
            )
        return _refused(refusal)

    def _refuse_on_order(self, fault: Fault | None, params: Params) -> None:
        if fault is None:
            return
        if fault.kind is FaultKind.INTERNAL:
            raise Refusal(500, "Internal Server Error")
        if fault.kind is FaultKind.BAD_GATEWAY:
            raise Refusal(502, "Bad Gateway")
        if fault.kind is FaultKind.RATE_LIMIT:
            chat = params.get("chat_id")
            if isinstance(chat, int):
                raise self.rates.penalise(chat, self.clock.now(), fault.seconds)
            raise too_many(max(1, round(fault.seconds)))

    def _check_call(self, name: str, params: Params) -> None:
        problems = self._description.call(name, params.values, set(params.uploads))
        if problems:
            raise bad_request("; ".join(problems[:5]), blame=True)

    def _check_result(self, name: str, result: Result) -> None:
        for problem in self._description.result(name, result):
            self.ledger.violation(name, f"the stand-in's own answer: {problem}")

    def _check_update(self, update: Json) -> None:
        for problem in self._description.value("Update", update):
            self.ledger.violation("update", f"the stand-in's own update: {problem}")

    def _note(
        self, at: float, name: str, params: Params, refusal: Refusal | None, fault: Fault | None
    ) -> None:
        status, text = (refusal.code, refusal.text) if refusal else (200, None)
        kind = fault.kind if fault else None
        if name == "getUpdates" and refusal is None and kind is None:
            return  # thousands of polls would hide what matters
        self.ledger.note(Call(at, name, params.shown(), status, text, kind, self.clock.now() - at))


def _refused(refusal: Refusal) -> web.Response:
    body: Json = {"ok": False, "error_code": refusal.code, "description": refusal.text}
    if refusal.parameters:
        body["parameters"] = refusal.parameters
    return web.json_response(body, status=refusal.code)


def _cut(request: web.Request) -> web.Response:
    if request.transport is not None:
        request.transport.abort()
    return web.Response(status=500)
