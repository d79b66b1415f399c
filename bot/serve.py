"""Serving: which adapters run, until the process is told to stop."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
from collections.abc import Mapping, Sequence
from pathlib import Path

from bot.adapters.web import PAGE_TEXTS, CommandHint, Record, WebAdapter, WebSettings
from bot.app.ports import Chat, Visitor
from bot.settings import Settings
from bot.store.web_history import StoredHistory
from bot.ui import commands
from bot.ui.names import clean_name
from bot.ui.texts import Texts, texts_for
from bot.wiring import Service, running

log = logging.getLogger(__name__)
COMMANDS_ON_THE_PAGE = ("play", "challenge", "board", "move", "games", "resign", "rules", "settings", "help")


async def serve(settings: Settings) -> None:
    """Serve until SIGINT or SIGTERM; then finish what was begun and return."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):  # on Windows the loop takes no signals
            loop.add_signal_handler(number, stop.set)
    async with running(settings) as service:
        web = web_adapter(service, settings)
        async with web:
            service.start(web)
            log.info("serving on %s", web.address)
            print(f"Chouette is at {web.address} (stop with Ctrl+C)", flush=True)  # noqa: T201 - for the person at the terminal
            await stop.wait()
            log.info("stopping")


def web_adapter(service: Service, settings: Settings) -> WebAdapter:
    """The chat page over the service."""
    context = service.desk.context

    async def complete(visitor: Visitor, chat: Chat, prefix: str) -> Sequence[str]:
        known = await service.people.meet(visitor, chat)
        return await commands.completions(context, known, chat, prefix)

    return WebAdapter(
        service.desk.handle,
        WebSettings(settings.web_host, settings.web_port, settings.web_open, settings.web_origin),
        history=StoredHistory(service.store, Record),
        clock=service.clock,
        prepare=service.broadcaster.painted,
        page_texts=page_texts,
        clean_name=clean_name,
        commands=command_hints,
        complete=complete,
        picture_folder=pictures_beside(service.store.path),
    )


def pictures_beside(database: Path) -> Path:
    """The folder of pictures that belongs to a database file: two services never share one."""
    return database.with_name(f"{database.stem}-pictures")


def page_texts(language: str) -> Mapping[str, str]:
    """The words of the page."""
    texts = texts_for(language)
    return {key: texts("web." + key) for key in PAGE_TEXTS}


def command_hints(language: str) -> Sequence[CommandHint]:
    """What the page suggests after a slash."""
    texts = texts_for(language)
    return [
        CommandHint(name, texts("command." + name), usage(texts, name), names_person=name == "challenge")
        for name in COMMANDS_ON_THE_PAGE
    ]


def usage(texts: Texts, name: str) -> str:
    """What can follow a command; empty for one that stands alone."""
    key = "usage." + name
    return texts(key) if key in texts else ""
