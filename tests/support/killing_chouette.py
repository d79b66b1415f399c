"""The kill loop for a chouette: one person and four computers, SIGKILLed at random moments.

Run as a program, since it forks: ``python -m tests.support.killing_chouette FOLDER KILLS SEED``. Prints one
JSON object; ``faults`` must be empty.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
from pathlib import Path

from bot.app.chouette_kind import chouette_codec
from bot.app.codec import read, write
from bot.app.ports import Command, MessageRef, Press, TableId
from bot.chouette.events import Event
from bot.chouette.session import Session, replay
from bot.store.archive import StoreArchive
from bot.ui.press import MenuPress, TablePress, parse_press
from tests.support.chouette_players import CALM
from tests.support.kill_loop import PEOPLE, ROOM, begin, open_store, posted_twice, run_until_killed

GATHER = ("begin", "fill")
ANNA = PEOPLE["anna"]


async def _life(folder: Path, report: int, seed: int) -> None:
    """The service with a person who presses what the newest board offers, until it is killed."""
    life, chance = await begin(folder, report, seed), random.Random(seed)
    service, chat = life.service, life.chat
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
        life.tell(f"done {table.number}")


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


async def _examine(folder: Path, acknowledged: int, faults: list[str]) -> tuple[int, int]:
    """Everything acknowledged is there, log and snapshot agree, every row sums to zero: events, games."""
    store = await open_store(folder)
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
        told, _ = run_until_killed(
            _life, folder, seed * 10_000 + kill, chance.randint(0, 12), chance.uniform(0.0, 0.025)
        )
        acknowledged = max(acknowledged, told)
        _, games = asyncio.run(_examine(folder, acknowledged, faults))
    if posted_twice(folder):
        faults.append("a board was posted twice")
    return {"kills": kills, "games": games, "events": acknowledged, "faults": faults}


if __name__ == "__main__":
    print(json.dumps(main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))))  # noqa: T201 - the result
