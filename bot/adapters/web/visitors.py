"""Who a browser is: a random secret in a cookie, of which only a digest is ever kept; the name it goes by."""

from __future__ import annotations

import hashlib
import re
import secrets
from collections import OrderedDict
from collections.abc import Callable

from aiohttp import web

from bot.adapters.web.history import WebHistory

COOKIE = "chouette"
COOKIE_AGE = 400 * 24 * 3600  # seconds; browsers cap it there
NAMES = 4_096  # in memory

_SECRET = re.compile(r"[A-Za-z0-9_-]{43}")

CleanName = Callable[[str], str]


def secret_of(request: web.BaseRequest) -> str | None:
    """The browser's secret, if it has a well-formed one."""
    secret = request.cookies.get(COOKIE, "")
    return secret if _SECRET.fullmatch(secret) else None


def external_id(secret: str) -> str:
    """The id of the person who holds the secret; the secret cannot be had back from it."""
    return hashlib.sha256(b"chouette web visitor " + secret.encode()).hexdigest()[:32]


def give_secret(response: web.StreamResponse, secure: bool) -> None:
    """Make a stranger known. Lax, not strict: a person who follows an invitation must stay who he is."""
    response.set_cookie(
        COOKIE,
        secrets.token_urlsafe(32),
        max_age=COOKIE_AGE,
        httponly=True,
        samesite="Lax",
        secure=secure,
        path="/",
    )


class Names:
    """The names of persons, kept in the history, the latest in memory."""

    def __init__(self, history: WebHistory, clean: CleanName) -> None:
        self._history = history
        self._clean = clean
        self._known: OrderedDict[str, str | None] = OrderedDict()

    async def of(self, person: str) -> str | None:
        """A person's name, None while it has none."""
        if person not in self._known:
            self._remember(person, await self._history.name_of(person))
        return self._known[person]

    async def change(self, person: str, raw: str) -> str:
        """Give a person a name; the cleaned name."""
        name = self._clean(raw)
        await self._history.save_name(person, name)
        self._remember(person, name)
        return name

    def _remember(self, person: str, name: str | None) -> None:
        self._known[person] = name
        self._known.move_to_end(person)
        while len(self._known) > NAMES:
            self._known.popitem(last=False)
