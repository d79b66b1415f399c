"""Keeps the HTTP servers' log short: what a client sent wrong is one line, never a traceback.

A stranger's malformed request is no fault of ours (reliability.md R26). Faults of ours keep their tracebacks.
Knows no platform.
"""

from __future__ import annotations

import logging

from aiohttp.http_exceptions import HttpProcessingError

SERVER = "aiohttp.server"
LONGEST = 120


class ClientNoise(logging.Filter):
    """A filter for the servers' logger that makes one line of a client's mistake."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether to write the record; a mistake of the client is rewritten, and counts as INFO."""
        error = record.exc_info[1] if record.exc_info else None
        if not isinstance(error, HttpProcessingError | ConnectionError):
            return True
        record.msg, record.args = "a client sent no proper request: %s", (_in_short(error),)
        record.exc_info = record.exc_text = None
        record.levelno, record.levelname = logging.INFO, logging.getLevelName(logging.INFO)
        return logging.getLogger(SERVER).isEnabledFor(logging.INFO)

    def install(self) -> None:
        """Guard the log of every HTTP server of this process."""
        logging.getLogger(SERVER).addFilter(self)


def _in_short(error: Exception) -> str:
    """The error's first words, with nothing in them that could forge a line."""
    said = error.message if isinstance(error, HttpProcessingError) else str(error)
    line = " ".join(said.split())
    return f"{type(error).__name__}, {line[:LONGEST]!a}"
