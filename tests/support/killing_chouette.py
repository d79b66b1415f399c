"""The kill loop for a chouette: one person and four computers, SIGKILLed at random moments.

Run as a program, since it forks: ``python -m tests.support.killing_chouette FOLDER KILLS SEED``. Prints one
JSON object; ``faults`` must be empty. The chat is the journal on disk of the match's kill loop.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import sys
import time
from pathlib import Path

from bot.app.chouette_kind import chouette_codec
from bot.app.codec import read, write
from bot.app.ports import Command, MessageRef, Press, TableId
from bot.chouette.events import Event
from bot.chouette.session import Session, replay
from bot.store.archive import StoreArchive
from bot.store.database import Store
from bot.ui.press import MenuPress, TablePress, parse_press
from bot.wiring import SystemClock, join
from tests.support.chouette_players import CALM
from tests.support.dice import FreshDice
from tests.support.killing import PEOPLE, ROOM, JournalChat
from tests.support.service import BlankPainter, DirectBrain

GATHER = ("begin", "fill")
ANNA = PEOPLE["anna"]


async def _life(folder: Path, report: int, seed: int) -> None:
    """The service with a person who presses what the newest board offers, until it is killed."""
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
    if not await service.archive.table_ids():
        await service.desk.handle(Command(f"k:{seed}:c", ANNA, ROOM, "chouette"))
    (table_id,) = await service.archive.table_ids()
    for number in range(10_000):
        await service.settle()
        board = chat.newest()
        data = None if board is None else _choice(board, chance)
        if board is None or data is None:
            await asyncio.sleep(0.01)  # the alarm has the computers think again after a start
            continue
        ref = MessageRef(ROOM, str(board["id"]))
        await service.desk.handle(Press(f"k:{seed}:{number}", ANNA, ROOM, data, ref))
        table = await service.tables.load(TableId(table_id))
        os.write(report, f"done {table.number}\n".encode())


def _choice(board: dict[str, object], chance: random.Random) -> str | None:
    buttons = board["buttons"]
    assert isinstance(buttons, list)
    found = [(press, data) for data in buttons if (press := parse_press(data)) is not None]
    for op in (*GATHER, *CALM):
        named = [
            (len(press.arg), str(data))
            for press, data in found
            if isinstance(press, TablePress | MenuPress) and press.op == op
        ]
        longest = max((length for length, _ in named), default=0)
        datas = [data for length, data in named if op != "draft" or length == longest > 0]
        if datas:
            return chance.choice(datas)
    return None


def _run_until_killed(folder: Path, seed: int, actions: int, wait_s: float) -> int:
    """One life, ended ``wait_s`` after so many acknowledged actions: the last event acknowledged."""
    out, report = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(out)
        try:
            asyncio.run(_life(folder, report, seed))
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
    numbers = [int(line.split()[1]) for line in said.decode().splitlines() if line.startswith("done ")]
    return max(numbers, default=0)


async def _examine(folder: Path, acknowledged: int, faults: list[str]) -> tuple[int, int]:
    """Everything acknowledged is there, log and snapshot agree, every row sums to zero: events, games."""
    store = await Store.open(f"sqlite:///{folder / 'kill.sqlite'}", now=SystemClock().now_ms())
    archive, codec, games, events = StoreArchive(store), chouette_codec(), 0, 0
    for table_id in await archive.table_ids():
        stored, log = await archive.load(table_id), await archive.log(table_id)
        events = len(log)
        if [number for number, *_ in log] != list(range(1, events + 1)):
            faults.append("the log has holes or doubles")
        if events < acknowledged:
            faults.append(f"{acknowledged} acknowledged, {events} there")
        decoded: list[Event] = [codec.decode(one) for *_, one in log if codec.knows(one)]  # type: ignore[misc]
        session = replay(decoded)
        if stored.snapshot != write(Session, session) or read(Session, stored.snapshot) != session:
            faults.append("the snapshot is not what the log leads to")
        if any(sum(share.points for share in row.shares) for row in session.sheet.rows):
            faults.append("a row does not sum to zero")
        games = len(session.sheet.games)
    await store.close()
    return events, games


def main(folder: Path, kills: int, seed: int) -> dict[str, object]:
    """Kill and examine, one chouette all along."""
    chance, faults, acknowledged, games = random.Random(seed), list[str](), 0, 0
    for kill in range(kills):
        told = _run_until_killed(
            folder, seed * 10_000 + kill, chance.randint(0, 12), chance.uniform(0.0, 0.025)
        )
        acknowledged = max(acknowledged, told)
        _, games = asyncio.run(_examine(folder, acknowledged, faults))
    chat = JournalChat(folder / "chat.jsonl")
    if len(set(chat.posts)) != len(chat.posts):
        faults.append("a board was posted twice")
    return {"kills": kills, "games": games, "events": acknowledged, "faults": faults}


if __name__ == "__main__":
    print(json.dumps(main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))))  # noqa: T201 - the result
