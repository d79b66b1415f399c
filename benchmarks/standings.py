"""How fast a table of standings is read, drawn and folded anew, and how long others wait meanwhile.

    python -m benchmarks.standings [--people 5000] [--games 200000] [--days 730]

A room with so many people and games, spread evenly over so many days up to now; better players win more.
Goals: a page of the table within 50 ms, each picture within 60 ms; no write waits over 100 ms.
"""

import argparse
import asyncio
import math
import random
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Coroutine
from datetime import UTC
from functools import partial
from pathlib import Path

from sqlalchemy import Connection, insert, select

from bot.app.ports import Chat, PersonId, TableId
from bot.app.ratings import Finished
from bot.app.standings import Order, Period, Question
from bot.render.profile import draw_profile
from bot.render.table import draw_table
from bot.store import refolding, standings, tables
from bot.store.archive import StoreArchive
from bot.store.database import Store
from bot.store.schema import game_result, person
from bot.ui.kinds import Viewer
from bot.ui.standings_screen import Asked, profile_screen, standings_screen
from bot.ui.texts import texts_for

ROOM = Chat("telegram", "-100")
NOW = 1_790_000_000_000
DAY_MS = 86_400_000


def fill(conn: Connection, people: int, games: int, days: int) -> None:
    """People, one table, and the results."""
    chance = random.Random(1)
    conn.execute(
        insert(person),
        [
            {"id": f"p{n}", "name": f"Player {n}", "settings": {}, "created_at": 0, "rules_accepted_at": 1}
            for n in range(people)
        ],
    )
    tables.create_table(
        conn, TableId("t"), "match", rules={}, rules_version=1, seats=[], room=ROOM, rated=True, now=0
    )
    skill = [chance.gauss(0, 1) for _ in range(people)]
    rows = []
    for number in range(1, games + 1):
        one, other = chance.sample(range(people), 2)
        if chance.random() > 1 / (1 + math.exp(skill[other] - skill[one])):
            one, other = other, one
        ended_at = NOW - round(days * DAY_MS * (1 - number / games))
        rows.append(
            {
                "table_id": "t",
                "game": number,
                "room_platform": ROOM.platform,
                "room_chat": ROOM.chat,
                "room_topic": "",
                "room_private": False,
                "winner": f"p{one}",
                "loser": f"p{other}",
                "kind": chance.choice(("single", "single", "single", "gammon")),
                "how": "borne_off",
                "points": 1,
                "cube": 1,
                "started_at": ended_at - 600_000,
                "ended_at": ended_at,
                "duration_s": 600,
                "moves": 50,
                "rated": True,
                "reason": None,
                "elo_length": chance.choice((1, 3, 5, 7)),
            }
        )
    conn.execute(insert(game_result), rows)


async def timed(what: Callable[[], Awaitable[object]], times: int = 20) -> tuple[float, float]:
    """Median and worst of some runs, in milliseconds."""
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        await what()
        taken.append((time.perf_counter() - start) * 1000)
    return statistics.median(taken), max(taken)


async def measure(people: int, games: int, days: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        store = await Store.open(f"sqlite:///{Path(folder) / 'b.sqlite'}", now=NOW)
        await store.write(lambda conn: fill(conn, people, games, days))
        start = time.perf_counter()
        await store.write(refolding.rebuild)
        print(f"fold of {games:,} results anew: {time.perf_counter() - start:.1f} s")
        archive, asker = StoreArchive(store), PersonId("p7")
        for question in (
            Question(ROOM),
            Question(ROOM, page=250),
            Question(ROOM, order=Order.ELO),
            Question(None),
            Question(ROOM, Period.MONTH),
            Question(ROOM, Period.WEEK),
            Question(ROOM, Period.DAY),
        ):
            median, worst = await timed(partial(archive.standings, question, NOW, asker))
            asked = f"{question.period} by {question.order}, page {question.page}"
            print(f"{asked:30} {median:6.1f} ms, worst {worst:.1f}")
        median, worst = await timed(lambda: archive.record(asker, PersonId("p8")))
        print(f"record of a person: {median:.1f} ms, worst {worst:.1f}")
        await pictures(archive, asker)
        await waits(store, archive, people)
        await store.close()


async def waits(store: Store, archive: StoreArchive, people: int) -> None:
    """How long other writes wait while the ratings of all are folded anew: a link, a late result, a move."""

    def late(conn: Connection) -> None:
        tables.create_table(
            conn, TableId("late"), "match", rules={}, rules_version=1, seats=[], room=ROOM, rated=True, now=0
        )
        one, other = PersonId("p1"), PersonId("p3")
        game = Finished(1, one, other, "single", "borne_off", 1, 1, 0, 600_000, 50, 1, 600_000, True)
        standings.record_finished(conn, TableId("late"), ROOM, game, NOW - 300 * DAY_MS, UTC)

    async def link() -> None:
        await archive.put_link_code(PersonId("p2"), "code", NOW)
        await archive.redeem_link_code(PersonId(f"p{people - 1}"), "code", NOW - 1)

    print(f"nothing folded: other writes waited {await waited(store, asyncio.sleep(5))}")
    for name, change in (
        ("a link", link),
        ("a late result", lambda: store.write(late)),
        ("a chat that moves", lambda: archive.move_chat(ROOM, Chat("telegram", "-101"), NOW)),
    ):
        begin = time.perf_counter()
        await change()
        took = (time.perf_counter() - begin) * 1000
        others = await waited(store, archive.refolder.settle())
        lasted = time.perf_counter() - begin
        print(f"{name}: {took:.0f} ms; folded for {lasted:.0f} s, other writes waited {others}")
    faults = await store.read(standings.verify)
    print("equal to a full fold to the last bit" if not faults else faults[:3])


async def waited(store: Store, beside: Coroutine[None, None, None]) -> str:
    """How long small writes wait, fifty a second, while something else goes on."""
    task = asyncio.ensure_future(beside)
    taken = []
    while not task.done():
        start = time.perf_counter()
        await store.write(lambda conn: conn.execute(select(1)).scalar_one())
        taken.append((time.perf_counter() - start) * 1000)
        await asyncio.sleep(0.02)
    await task
    taken.sort()
    return (
        f"{statistics.median(taken):.1f} ms, 99 % {taken[len(taken) * 99 // 100]:.0f}, worst {taken[-1]:.0f}"
    )


async def pictures(archive: StoreArchive, asker: PersonId) -> None:
    """Both pictures, in one thread."""
    viewer = Viewer(texts_for("de"), asker)
    page = await archive.standings(Question(ROOM), NOW, asker)
    table = standings_screen(page, Asked(here=True), viewer, room=True).picture
    profile = profile_screen(await archive.record(asker), viewer).picture
    for name, draw, view in (("standings", draw_table, table), ("profile", draw_profile, profile)):

        async def paint(draw: Callable[..., bytes] = draw, view: object = view) -> None:
            draw(view)

        median, worst = await timed(paint)
        print(f"picture of the {name}: {median:.1f} ms, worst {worst:.1f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--people", type=int, default=5_000)
    parser.add_argument("--games", type=int, default=200_000)
    parser.add_argument("--days", type=int, default=730)
    options = parser.parse_args()
    asyncio.run(measure(options.people, options.games, options.days))


if __name__ == "__main__":
    main()
