"""The kill loop: a real service process, SIGKILLed at random moments of a match, started again each time.

Run as a program, since it forks: ``python -m tests.support.killing FOLDER KILLS SEED``.
Prints one JSON object; ``faults`` must be empty.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
from pathlib import Path

from bot.app.codec import Stored, match_codec, read, write
from bot.app.ports import Command, MessageRef, Press, TableId
from bot.game.events import MatchEvent
from bot.game.match import Match, replay
from bot.store.archive import StoreArchive
from bot.ui.press import TablePress, parse_press
from tests.support.kill_loop import PEOPLE, ROOM, begin, open_store, posted_twice, run_until_killed

ORDER = ("play", "take", "accept", "roll", "next")


async def _play(folder: Path, report: int, seed: int) -> None:
    """The service with two people who press what the newest board offers, until it is killed or over."""
    life, chance = await begin(folder, report, seed), random.Random(seed)
    service, chat = life.service, life.chat
    number = 0
    if not await service.archive.table_ids():
        await service.desk.handle(Command(f"k:{seed}:c", PEOPLE["anna"], ROOM, "challenge", "7"))
        await service.desk.handle(Command(f"k:{seed}:a", PEOPLE["bea"], ROOM, "accept"))
    while True:
        await service.broadcaster.quiet(2.0)
        board = chat.newest()
        if board is None:
            life.tell("over")
            return
        for person, visitor in PEOPLE.items():
            number += 1
            data = _choice(board, chance)
            if data is None:
                life.tell("over")
                return
            ref = MessageRef(ROOM, str(board["id"]))
            origin = f"k:{seed}:{number}:{person}"
            answer = await service.desk.handle(Press(origin, visitor, ROOM, data, ref))
            if answer.notice is None:
                table = await service.tables.load(TableId(_table(data)))
                life.tell(f"done {table.revision}")
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


async def _examine(folder: Path, acknowledged: dict[str, int], faults: list[str]) -> str:
    """What the database says after a kill: everything acknowledged is there, log and snapshot agree."""
    store = await open_store(folder)
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
        revision, over = run_until_killed(
            _play, folder, seed * 10_000 + kill, chance.randint(0, 8), chance.uniform(0.0, 0.025)
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
    if posted_twice(folder):
        faults.append("a board was posted twice")
    return {"kills": kills, "matches": matches, "longest": moves, "faults": faults}


if __name__ == "__main__":
    print(json.dumps(main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))))  # noqa: T201 - the result
