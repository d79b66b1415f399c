"""The webhook: Telegram calls, an update is stored, then it is told 200.

Listens on loopback unless told otherwise, behind a proxy that speaks HTTPS. Whoever does not know the secret
gets 403 and not a word; what is no update gets 400.
"""

from __future__ import annotations

import hmac
import json
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from aiohttp import web

from bot.adapters.telegram.inbox import Lanes
from bot.adapters.telegram.settings import BadWebhook, Webhook

log = logging.getLogger(__name__)

LARGEST = 1024 * 1024
DEEPEST = 40
HEADER = "X-Telegram-Bot-Api-Secret-Token"
_KINDS = 2  # an update is its number and one thing


class WebhookServer:
    """Takes updates at the webhook's path, and tells of each. ``port`` 0 takes a free one."""

    def __init__(self, webhook: Webhook, lanes: Lanes, called: Callable[[], Awaitable[None]]) -> None:
        self._webhook, self._lanes, self._called = webhook, lanes, called
        self._runner: web.AppRunner | None = None
        self.port = webhook.port

    async def start(self) -> None:
        """Listen. Raises ``BadWebhook``."""
        app = web.Application(client_max_size=LARGEST)
        app.router.add_route("*", "/{path:.*}", self._call)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=2.0)
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, self._webhook.host, self._webhook.port).start()
        except OSError as error:
            await self.close()
            raise BadWebhook(
                f"Nothing can listen at {self._webhook.host} port {self._webhook.port} "
                f"({error.strerror or type(error).__name__}): see BOT_TELEGRAM_WEBHOOK_PORT."
            ) from None
        self.port = self._runner.addresses[0][1]

    async def close(self) -> None:
        """Listen no more; what is being stored is finished."""
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    async def _call(self, request: web.Request) -> web.Response:
        said = request.headers.get(HEADER, "").encode("utf-8", "surrogateescape")
        if not hmac.compare_digest(said, self._webhook.secret.encode()):
            return web.Response(status=403)
        if request.method != "POST" or request.path != self._webhook.path:
            return web.Response(status=404)
        try:
            update = read_update(await request.read())
        except web.HTTPRequestEntityTooLarge:
            return web.Response(status=413)
        if update is None:
            return web.Response(status=400)
        await self._lanes.room()
        await self._lanes.take([update])
        await self._called()
        return web.Response()


def read_update(body: bytes) -> dict[str, Any] | None:
    """The update in a request, None if it is none."""
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        return None
    if not isinstance(found, dict) or len(found) > _KINDS:
        return None
    number = found.get("update_id")
    if type(number) is not int or not 0 <= number < 2**53 or not _shallow(found, DEEPEST):
        return None
    return found


def _shallow(value: object, depth: int) -> bool:
    if depth == 0:
        return False
    if isinstance(value, dict):
        return all(_shallow(inner, depth - 1) for inner in value.values())
    if isinstance(value, list):
        return all(_shallow(inner, depth - 1) for inner in value)
    return True
