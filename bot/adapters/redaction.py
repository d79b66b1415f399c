"""Keeps secrets out of the log: every token, webhook secret or password that it was told of.

Add the values, install it once; it rewrites records before any handler of the root logger writes them, the
tracebacks too. Knows no platform.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable

HIDDEN = "•••"
SHORTEST = 8  # a shorter value would hide ordinary words
_BOT_TOKEN = re.compile(r"\b\d{6,20}:[A-Za-z0-9_-]{30,}")

TALKATIVE = ("httpx", "httpcore", "aiohttp.access")
"""Libraries that write addresses with tokens at INFO."""


class Redaction(logging.Filter):
    """A filter that rewrites what it lets through."""

    def __init__(self, secrets: Iterable[str | None] = ()) -> None:
        super().__init__()
        self._secrets: set[str] = set()
        for secret in secrets:
            self.add(secret)

    def __repr__(self) -> str:
        return f"Redaction({len(self._secrets)} secrets)"

    def add(self, secret: str | None) -> None:
        """Hide this value from now on, and the part of a token after its colon."""
        if not secret:
            return
        for part in {secret, secret.partition(":")[2]}:
            if len(part) >= SHORTEST:
                self._secrets.add(part)

    def clean(self, text: str) -> str:
        """The text without secrets."""
        for secret in sorted(self._secrets, key=len, reverse=True):
            text = text.replace(secret, HIDDEN)
        return _BOT_TOKEN.sub(HIDDEN, text)

    def filter(self, record: logging.LogRecord) -> bool:
        """Always true; the record is changed where it tells too much."""
        message = _message(record)
        cleaned = self.clean(message)
        if cleaned != message:
            record.msg, record.args = cleaned, ()
        if record.exc_info and record.exc_info[1] is not None:
            told = record.exc_text or logging.Formatter().formatException(record.exc_info)
            record.exc_text = self.clean(told)
        return True

    def install(self, logger: logging.Logger | None = None) -> None:
        """Guard every handler of the logger (the root, if none is given), and quieten the talkative."""
        for handler in (logger or logging.getLogger()).handlers:
            handler.addFilter(self)
        for name in TALKATIVE:
            logging.getLogger(name).setLevel(logging.WARNING)


def _message(record: logging.LogRecord) -> str:
    """What the record says. One whose arguments do not fit says what it has: logging would print it as it is,
    beside all filters, and an error here would be raised where somebody only wanted to log.
    """
    try:
        return record.getMessage()
    except (TypeError, ValueError, KeyError):
        record.msg, record.args = f"{record.msg} {record.args!r}", ()
        return str(record.msg)
