"""The kill loop: a real service process, SIGKILLed at random moments of a match, started again each time.

Run as a program, since it forks: ``python -m tests.support.killing FOLDER KILLS SEED``.
Prints one JSON object; ``faults`` must be empty. The chat platform is a journal on disk that outlives the
service, as Telegram does.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

from bot.app.codec import Stored, match_codec, read, write
from bot.app.ports import Chat, Command, MessageRef, Outgoing, Press, Retire, TableId, Visitor
from bot.game.events import MatchEvent
from bot.game.match import Match, replay
from bot.store.archive import StoreArchive
from bot.store.database import Store
from bot.ui.press import TablePress, parse_press
from bot.wiring import SystemClock, join
from tests.support.dice import FreshDice
from tests.support.service import BlankPainter, DirectBrain

ROOM = Chat("journal", "club")
PEOPLE = {name: Visitor("journal", name, name.title(), "en") for name in ("anna", "bea")}
ORDER = ("play", "take", "accept", "roll", "next")


@dataclass
class JournalChat:
    """A platform whose messages are lines of a file; a message with a known ``dedup`` is not posted twice."""

    path: Path
    platform: str = "journal"
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


async def _play(folder: Path, report: int, seed: int) -> None:
    """The service with two people who press what the newest board offers, until it is killed or over."""
    clock, dice, chance = SystemClock(), FreshDice(seed), random.Random(seed)
    store = await Store.open(f"sqlite:///{folder / 'kill.sqlite'}", now=clock.now_ms())
    service = join(
        store,
        clock=clock,
        dice=lambda _: dice,
        brain=DirectBrain(),
        painter=BlankPainter(),
        pace_s=lambda _: 0.0,
    )
    chat = JournalChat(folder / "chat.jsonl")
    service.start(chat)
    os.write(report, b"ready\n")
    number = 0
    if not await service.archive.table_ids():
        made = await service.desk.handle(Command(f"k:{seed}:c", PEOPLE["anna"], ROOM, "challenge", "7"))
        assert made.public is not None
        accept = made.public.rows[0][0].press
        await service.desk.handle(Press(f"k:{seed}:a", PEOPLE["bea"], ROOM, accept))
    while True:
        await service.broadcaster.quiet(2.0)
        board = chat.newest()
        if board is None:
            os.write(report, b"over\n")
            return
        for person, visitor in PEOPLE.items():
            number += 1
            data = _choice(board, chance)
            if data is None:
                os.write(report, b"over\n")
                return
            ref = MessageRef(ROOM, str(board["id"]))
            origin = f"k:{seed}:{number}:{person}"
            answer = await service.desk.handle(Press(origin, visitor, ROOM, data, ref))
            if answer.notice is None:
                table = await service.tables.load(TableId(_table(data)))
                os.write(report, f"done {table.revision}\n".encode())
                break


def _choice(board: dict[str, object], chance: random.Random) -> str | None:
    buttons = board["buttons"]
    assert isinstance(buttons, list)
    presses = [(press, data) for data in buttons if isinstance(press := parse_press(data), TablePress)]
    for op in ("double", *ORDER) if chance.random() < 0.05 else ORDER:
        for press, data in presses:
            if press.op == op:
                return str(data)
    drafts = [(len(press.arg), data) for press, data in presses if press.op == "draft" and press.arg]
    longest = max((length for length, _ in drafts), default=0)
    return chance.choice([str(data) for length, data in drafts if length == longest]) if drafts else None


def _table(data: str) -> str:
    press = parse_press(data)
    assert isinstance(press, TablePress)
    return press.table


def _run_until_killed(folder: Path, seed: int, actions: int, wait_s: float) -> tuple[int, bool]:
    """One life of the service, ended ``wait_s`` after so many acknowledged actions: the last revision that
    was acknowledged, and whether the match was over.
    """
    out, report = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(out)
        try:
            asyncio.run(_play(folder, report, seed))
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


async def _examine(folder: Path, acknowledged: dict[str, int], faults: list[str]) -> str:
    """What the database says after a kill: everything acknowledged is there, log and snapshot agree."""
    store = await Store.open(f"sqlite:///{folder / 'kill.sqlite'}", now=SystemClock().now_ms())
    archive = StoreArchive(store)
    newest = ""
    for table_id in await archive.table_ids():
        newest = table_id
        stored, log = await archive.load(table_id), await archive.log(table_id)
        if [number for number, *_ in log] != list(range(1, len(log) + 1)):
            faults.append(f"{table_id}: the log has holes or doubles")
        if stored.revision != len(log) or stored.revision < acknowledged.get(table_id, 0):
            faults.append(f"{table_id}: {acknowledged.get(table_id)} acknowledged, {stored.revision} there")
        events: list[MatchEvent] = [_decoded(event) for *_, event in log if match_codec().knows(event)]
        assert stored.snapshot is not None
        if write(Match, replay(events)) != stored.snapshot or read(Match, stored.snapshot) != replay(events):
            faults.append(f"{table_id}: the snapshot is not what the log leads to")
    await store.close()
    return newest


def _decoded(event: Stored) -> MatchEvent:
    decoded: MatchEvent = match_codec().decode(event)  # type: ignore[assignment]
    return decoded


def main(folder: Path, kills: int, seed: int) -> dict[str, object]:
    """Kill and examine; matches follow one another as they end."""
    chance, faults = random.Random(seed), list[str]()
    acknowledged: dict[str, int] = {}
    matches = moves = 0
    for kill in range(kills):
        revision, over = _run_until_killed(
            folder, seed * 10_000 + kill, chance.randint(0, 8), chance.uniform(0.0, 0.025)
        )
        table = asyncio.run(_examine(folder, acknowledged, faults))
        if table and revision < acknowledged.get(table, 0) and revision:
            faults.append(f"{table}: went back to {revision}")
        acknowledged[table] = max(revision, acknowledged.get(table, 0))
        asyncio.run(_examine(folder, acknowledged, faults))
        moves = max(moves, acknowledged[table])
        if over:
            matches += 1
            for file in folder.iterdir():
                file.unlink()
            acknowledged.clear()
    chat = JournalChat(folder / "chat.jsonl")
    if len(set(chat.posts)) != len(chat.posts):
        faults.append("a board was posted twice")
    return {"kills": kills, "matches": matches, "longest": moves, "faults": faults}


if __name__ == "__main__":
    print(json.dumps(main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))))  # noqa: T201 - the result
