"""What the kill loops share: a chat on disk that outlives the service, as a real one does; the service over
it in a process of its own; and the end of that process.

A life reports on a pipe: ``ready``, then a line ``done <number>`` for all that it was told is done.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bot.app.ports import Chat, MessageRef, Outgoing, Retire, Visitor
from bot.store.database import Store
from bot.wiring import Service, SystemClock, join
from tests.support.dice import FreshDice
from tests.support.service import BlankPainter, DirectBrain

ROOM = Chat("journal", "club")
PEOPLE = {name: Visitor("journal", name, name.title(), "en") for name in ("anna", "bea")}
DATABASE = "kill.sqlite"


@dataclass
class JournalChat:
    """A platform whose messages are lines of a file; a message with a known ``dedup`` is not posted twice."""

    path: Path
    platform: str = "journal"
    posts_once: bool = True
    messages: dict[str, dict[str, object]] = field(default_factory=dict)
    posts: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        if self.path.exists():
            for line in self.path.read_text().splitlines():
                if line.endswith("}"):
                    self._apply(json.loads(line))

    def _apply(self, entry: dict[str, object]) -> None:
        if entry["id"] not in self.messages:
            self.posts.append(str(entry["dedup"]))
        self.messages[str(entry["id"])] = {**self.messages.get(str(entry["id"]), {}), **entry}

    def _write(self, entry: dict[str, object]) -> None:
        with self.path.open("a") as file:
            file.write(json.dumps(entry) + "\n")
        self._apply(entry)

    async def post(self, chat: Chat, message: Outgoing) -> MessageRef:
        for ident, known in self.messages.items():
            if known["dedup"] == message.dedup:
                return MessageRef(chat, ident)
        ident = str(len(self.messages) + 1)
        self._write({"id": ident, "dedup": message.dedup, **_shown(message)})
        return MessageRef(chat, ident)

    async def edit(self, ref: MessageRef, message: Outgoing) -> None:
        self._write({"id": ref.message, "dedup": self.messages[ref.message]["dedup"], **_shown(message)})

    async def retire(self, ref: MessageRef, how: Retire) -> None:
        self._write({"id": ref.message, "dedup": self.messages[ref.message]["dedup"], "buttons": []})

    def newest(self) -> dict[str, object] | None:
        with_buttons = [message for message in self.messages.values() if message["buttons"]]
        return with_buttons[-1] if with_buttons else None


def _shown(message: Outgoing) -> dict[str, object]:
    return {
        "text": message.screen.text,
        "buttons": [button.press for row in message.screen.rows for button in row],
    }


@dataclass(frozen=True, slots=True)
class Life:
    """The service between its start and its end by a signal."""

    service: Service
    chat: JournalChat
    report: int

    def tell(self, line: str) -> None:
        """Say something that the parent reads also if this is the last of it."""
        os.write(self.report, f"{line}\n".encode())


async def begin(folder: Path, report: int, seed: int) -> Life:
    """Start the service over the folder's database and journal."""
    clock, dice = SystemClock(), FreshDice(seed)
    service = join(
        await open_store(folder),
        clock=clock,
        dice=lambda _: dice,
        brain=DirectBrain(),
        painter=BlankPainter(),
        pace_s=lambda _: 0.0,
    )
    life = Life(service, journal_in(folder), report)
    service.start(life.chat)
    life.tell("ready")
    return life


async def open_store(folder: Path) -> Store:
    """The folder's database."""
    return await Store.open(f"sqlite:///{folder / DATABASE}", now=SystemClock().now_ms())


def journal_in(folder: Path) -> JournalChat:
    """The folder's chat."""
    return JournalChat(folder / "chat.jsonl")


def run_until_killed(
    live: Callable[[Path, int, int], Coroutine[Any, Any, None]],
    folder: Path,
    seed: int,
    actions: int,
    wait_s: float,
) -> tuple[int, bool]:
    """One life, ended ``wait_s`` after so many acknowledged actions: the last number that was acknowledged,
    and whether it said that all was over.
    """
    out, report = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(out)
        try:
            asyncio.run(live(folder, report, seed))
        finally:
            os._exit(0)
    os.close(report)
    said = b""
    while said.count(b"\n") <= actions and (part := os.read(out, 4096)):
        said += part
    time.sleep(wait_s)
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    while part := os.read(out, 65536):
        said += part
    os.close(out)
    lines = said.decode().splitlines()
    acknowledged = [int(line.split()[1]) for line in lines if line.startswith("done ")]
    return max(acknowledged, default=0), "over" in lines


def posted_twice(folder: Path) -> bool:
    """Whether a board was posted a second time."""
    posts = journal_in(folder).posts
    return len(set(posts)) != len(posts)
