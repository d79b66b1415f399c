"""A process to be killed: the Telegram adapter over a store, with a handler whose effects can be counted.

The handler keeps each origin once, as the service's log does by its unique key, and every run of itself.
"""

import asyncio
import sqlite3
from multiprocessing.connection import Connection as Pipe
from pathlib import Path

from bot.adapters.telegram import TelegramAdapter, TelegramSettings
from bot.app.ports import Answer, Incoming, Said
from bot.store.database import Store
from bot.store.inbox_port import StoreInbox
from bot.wiring import SystemClock
from tests.support.telegram_line import prepare
from tests.support.telegram_stage import words


def effects(folder: Path) -> sqlite3.Connection:
    """The book of what was done."""
    book = sqlite3.connect(folder / "effects.db", timeout=10)
    book.execute("CREATE TABLE IF NOT EXISTS effect (origin TEXT PRIMARY KEY, who TEXT, text TEXT)")
    book.execute("CREATE TABLE IF NOT EXISTS run (origin TEXT)")
    return book


async def _live(folder: Path, token: str, root: str, tell: Pipe) -> None:
    clock, book = SystemClock(), effects(folder)
    store = await Store.open(f"sqlite:///{folder / 'bot.db'}", now=clock.now_ms())

    async def handle(what: Incoming) -> Answer:
        await asyncio.sleep(0.003)
        text = what.text if isinstance(what, Said) else ""
        with book:
            book.execute("INSERT INTO run VALUES (?)", (what.origin,))
            row = (what.origin, what.visitor.external_id, text)
            book.execute("INSERT OR IGNORE INTO effect VALUES (?, ?, ?)", row)
        await asyncio.sleep(0.003)
        tell.send(what.origin)
        return Answer()

    settings = TelegramSettings(token, root, poll_s=2)
    inbox = StoreInbox(store, "telegram", settings.bot_id, clock.now_ms)
    adapter = TelegramAdapter(handle, settings, inbox=inbox, clock=clock, prepare=prepare, words=words)
    await adapter.start()
    await adapter.wait()


def live(folder: Path, token: str, root: str, tell: Pipe) -> None:
    """Receive for ever."""
    asyncio.run(_live(folder, token, root, tell))
