"""The HTTP server: routes, what is let in, where it listens."""

from __future__ import annotations

import errno
import logging
from urllib.parse import quote

from aiohttp import web
from aiohttp.typedefs import Handler as RequestHandler

from bot.adapters.web import visitors
from bot.adapters.web.files import Files
from bot.adapters.web.log import ChatLogs
from bot.adapters.web.page import PageFiles, closed_headers
from bot.adapters.web.pictures import Pictures, is_picture_name
from bot.adapters.web.sessions import Sessions
from bot.adapters.web.settings import AddressInUse, NoSuchAddress, WebSettings
from bot.adapters.web.speech import Speech

SHUTDOWN_S = 2.0
FOREVER = "private, max-age=31536000, immutable"  # a picture's name stands for its content

_log = logging.getLogger(__name__)


class Server:
    """Serves page, pictures, files and WebSockets."""

    def __init__(
        self,
        settings: WebSettings,
        page: PageFiles,
        speech: Speech,
        sessions: Sessions,
        logs: ChatLogs,
        pictures: Pictures,
        files: Files,
    ) -> None:
        self._settings = settings
        self._page = page
        self._speech = speech
        self._sessions = sessions
        self._logs = logs
        self._pictures = pictures
        self._files = files
        self._runner: web.AppRunner | None = None
        self._port = settings.port

    @property
    def address(self) -> str:
        """Where the page is."""
        host = f"[{self._settings.host}]" if ":" in self._settings.host else self._settings.host
        return f"http://{host}:{self._port}"

    async def start(self) -> str:
        """Listen; the page's address. Raises ``WebError``."""
        settings = self._settings
        settings.check()
        if not settings.local:
            _log.warning(
                "the page is open to everybody who can reach %s port %s", settings.host, settings.port
            )
        runner = web.AppRunner(self.application(), access_log=None, shutdown_timeout=SHUTDOWN_S)
        await runner.setup()
        try:
            await web.TCPSite(runner, settings.host, settings.port).start()
        except OSError as error:
            await runner.cleanup()
            if error.errno == errno.EADDRINUSE:
                raise AddressInUse(settings.host, settings.port) from error
            reason = error.strerror or str(error)
            raise NoSuchAddress(settings.host, settings.port, reason) from error
        self._runner = runner
        self._port = runner.addresses[0][1]
        return self.address

    async def close(self) -> None:
        """Close all pages and stop listening."""
        await self._sessions.close()
        if self._runner is not None:
            await self._runner.cleanup()

    def application(self) -> web.Application:
        """The routes behind the guard."""
        application = web.Application(middlewares=[self._guard], client_max_size=1024)
        application.add_routes(
            [
                web.get("/", self._index),
                web.get("/static/{name}", self._static),
                web.get("/picture/{name}.png", self._picture),
                web.get("/file/{token}", self._file),
                web.get("/socket", self._socket),
            ]
        )
        return application

    @web.middleware
    async def _guard(self, request: web.Request, handler: RequestHandler) -> web.StreamResponse:
        """Only for our own host name, and every answer with the headers that close it."""
        if not self._settings.knows_host(request.host):
            return web.Response(status=403, text="This is not the name of this page.")
        try:
            response = await handler(request)
        except web.HTTPException as error:
            error.headers.update(closed_headers(request.host))
            raise
        if not response.prepared:
            response.headers.update(closed_headers(request.host))
        return response

    async def _index(self, request: web.Request) -> web.Response:
        accepted, secret = request.headers.get("Accept-Language"), visitors.secret_of(request)
        known = visitors.external_id(secret) if secret else ""
        response = self._page.index(await self._speech.language(known, accepted))
        if secret is None:
            public = self._settings.public_origin or ""
            visitors.give_secret(response, secure=request.secure or public.startswith("https:"))
        return response

    async def _static(self, request: web.Request) -> web.Response:
        return self._page.file(request)

    async def _picture(self, request: web.Request) -> web.Response:
        name = request.match_info["name"]
        known = is_picture_name(name)
        png = await self._pictures.get(name, self._logs.shows_picture) if known else None
        if png is None:
            raise web.HTTPNotFound
        return web.Response(body=png, content_type="image/png", headers={"Cache-Control": FOREVER})

    async def _file(self, request: web.Request) -> web.Response:
        file = self._files.get(request.match_info["token"])
        if file is None:
            raise web.HTTPNotFound
        disposition = f"attachment; filename*=UTF-8''{quote(file.name, safe='')}"
        headers = {"Content-Disposition": disposition, "Content-Type": file.mime, "Cache-Control": "no-store"}
        return web.Response(body=file.content, headers=headers)

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        if not self._settings.knows_origin(request.headers.get("Origin"), request.host):
            raise web.HTTPForbidden(text="This page is not ours.")
        source = self._settings.source(request.remote, request.headers.get("X-Forwarded-For"))
        return await self._sessions.serve(request, source)
