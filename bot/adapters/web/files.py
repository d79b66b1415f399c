"""Files that go with a message, such as an exported match: in memory, under an address nobody can guess."""

from __future__ import annotations

import secrets
from collections import OrderedDict

from bot.app.screen import Attachment

KEPT = 4_000_000  # bytes


class Files:
    """Attachments by token; the oldest go when there are too many."""

    def __init__(self, kept: int = KEPT) -> None:
        self._kept = kept
        self._bytes = 0
        self._shelf: OrderedDict[str, Attachment] = OrderedDict()

    def put(self, file: Attachment) -> dict[str, str]:
        """Keep a file; its name and where it is to be had."""
        token = secrets.token_urlsafe(24)
        self._shelf[token] = file
        self._bytes += len(file.content)
        while self._bytes > self._kept and len(self._shelf) > 1:
            self._bytes -= len(self._shelf.popitem(last=False)[1].content)
        return {"name": file.name, "href": f"/file/{token}"}

    def get(self, token: str) -> Attachment | None:
        return self._shelf.get(token)
