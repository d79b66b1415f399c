"""What watching many deadlines costs, and how late an alarm rings.

    python -m benchmarks.deadlines [--tables 10000] [--seconds 20]

So many open tables with a distant deadline, and a few that fall due meanwhile. Goals: less than 1 % of
a core, and an alarm within 1 s (the grace of 2 s, in which a press may be on its way, left out).
"""

import argparse
import asyncio
import random
import tempfile
import time
from pathlib import Path

from bot.app.outages import HOLD_S
from bot.app.ports import Chat, PersonId, TableId, Visitor
from bot.app.table import Seat, Table
from bot.app.tables import Opening
from bot.app.timekeeping import GRACE_MS
from bot.game import actions as act
from bot.game import match
from bot.game.rules import Rules, Timeout
from bot.store.database import Store
from bot.wiring import Service, SystemClock, SystemDice, join

ROOM = Chat("bench", "room")
SLOW, QUICK = Rules(length=1), Rules(length=1, move_s=30, first_move_s=30, timeout=Timeout.AUTOMATIC)
FEW = 20


class NoBrain:
    """Nobody asks it."""

    async def choose(self, kind: str, state: object, seat: str, level: str) -> object | None:
        return None


class NoPainter:
    """Nothing is shown."""

    async def paint(self, view: object) -> bytes:
        return b""


class StartedEarlier(SystemClock):
    """A steady clock that says the service has been up for longer than forfeits are held."""

    def __init__(self) -> None:
        self.ahead_s = 0.0

    def monotonic(self) -> float:
        return super().monotonic() + self.ahead_s


async def put_down(service: Service, rules: Rules, people: tuple[PersonId, PersonId]) -> Table:
    """One table, its first game set up."""
    seats = (Seat("x", people[0], "Ann"), Seat("o", people[1], "Bea"))
    opening = Opening("match", match.start(rules), seats, {}, ROOM, (), first=("x", act.StartGame()))
    return await service.tables.open(opening, people[0])


async def measure(tables: int, seconds: float) -> None:
    clock = StartedEarlier()
    with tempfile.TemporaryDirectory() as folder:
        store = await Store.open(f"sqlite:///{Path(folder) / 'b.sqlite'}", now=clock.now_ms())
        service = join(
            store,
            clock=clock,
            dice=lambda _: SystemDice(),
            brain=NoBrain(),
            painter=NoPainter(),
            pace_s=lambda _: 0.0,
        )
        known = [await service.people.meet(Visitor("bench", name, name)) for name in ("Ann", "Bea")]
        people = (known[0].person.id, known[1].person.id)
        for start in range(0, tables, 100):
            await asyncio.gather(*(put_down(service, SLOW, people) for _ in range(min(100, tables - start))))
        clock.ahead_s = HOLD_S
        service.start()
        await asyncio.sleep(2)
        await idle(seconds)
        await late(service, people)
        await service.stop()


async def idle(seconds: float) -> None:
    """The share of a core while nothing falls due."""
    used, wall = time.process_time(), time.perf_counter()
    await asyncio.sleep(seconds)
    share = (time.process_time() - used) / (time.perf_counter() - wall)
    print(f"watching: {share:.2%} of a core")


async def late(service: Service, people: tuple[PersonId, PersonId]) -> None:
    """How long after its deadline and grace a table is ended."""
    chance, lateness = random.Random(1), list[float]()
    ended = asyncio.Event()
    open_tables: dict[TableId, int] = {}

    def hear(table: Table) -> None:
        if table.id in open_tables and table.status != "open":
            lateness.append(service.clock.now_ms() - open_tables.pop(table.id) - GRACE_MS)
            if not open_tables:
                ended.set()

    service.tables.listeners.append(hear)
    for _ in range(FEW):
        table = await put_down(service, QUICK, people)
        assert table.due_at is not None
        open_tables[table.id] = table.due_at
        await asyncio.sleep(chance.uniform(0, 0.3))
    await ended.wait()
    lateness.sort()
    print(f"alarms: median {lateness[FEW // 2]:.0f} ms late, worst {lateness[-1]:.0f} ms")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=10_000)
    parser.add_argument("--seconds", type=float, default=20)
    options = parser.parse_args()
    asyncio.run(measure(options.tables, options.seconds))


if __name__ == "__main__":
    main()
