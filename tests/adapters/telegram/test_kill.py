"""SIGKILL with updates waiting: none is lost, none acts twice, and each chat keeps its order."""

import asyncio
import multiprocessing
import random
import sqlite3
import sys
from collections import Counter, defaultdict
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from tests.support.telegram import Person, TelegramApi
from tests.support.telegram_victim import effects, live

pytestmark = [
    pytest.mark.platforms,
    pytest.mark.skipif(sys.platform == "win32", reason="processes are forked to be killed"),
]

CHATS = 8
STANDSTILL_S = 20.0
"""For so long nothing may happen while something waits; a start takes a part of it."""


def forked() -> "multiprocessing.context.BaseContext":
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tests.support.telegram_victim"])
    return context


async def life_and_death(
    folder: Path, api: TelegramApi, people: list[Person], said: dict[int, list[str]], chance: random.Random
) -> None:
    """Let a process receive, write to it all the time, kill it so long after its first answer."""
    context = forked()
    heard, tell = context.Pipe(duplex=False)
    victim = context.Process(target=live, args=(folder, api.token, api.root, tell))  # type: ignore[attr-defined]
    victim.start()
    tell.close()
    alive_for, first = chance.random() * 0.25, None
    loop = asyncio.get_running_loop()
    deadline = loop.time() + 30
    while first is None or loop.time() < first + alive_for:
        assert loop.time() < deadline, "the process never answered"
        person = chance.choice(people)
        text = f"{len(said[person.id])}"
        said[person.id].append(text)
        person.says(person.private, text)
        await asyncio.sleep(chance.random() * 0.01 if heard.poll() else 0.03)
        if first is None and heard.poll():
            first = loop.time()
    victim.kill()
    await asyncio.to_thread(victim.join)
    heard.close()


async def _all_done(book: sqlite3.Connection, api: TelegramApi, total: int, told: Connection) -> None:
    """Wait until so much is done and nothing waits, for as long as something still happens. What the process
    tells is read, or it would wait for room to tell more.
    """
    loop, done = asyncio.get_running_loop(), -1
    last = loop.time()
    while loop.time() < last + STANDSTILL_S and (done < total or api.feed.pending):
        (now,) = book.execute("SELECT count(*) FROM effect").fetchone()
        done, last = now, last if now == done else loop.time()
        while told.poll():
            told.recv()
        await asyncio.sleep(0.1)


async def kill_often(folder: Path, api: TelegramApi, kills: int) -> None:
    chance, said = random.Random(kills), defaultdict[int, list[str]](list)
    people = [api.person(f"P{number}") for number in range(CHATS)]
    for _ in range(kills):
        await life_and_death(folder, api, people, said, chance)
    total = sum(map(len, said.values()))
    context = forked()
    quiet, tell = context.Pipe(duplex=False)
    last = context.Process(target=live, args=(folder, api.token, api.root, tell))  # type: ignore[attr-defined]
    last.start()
    book = effects(folder)
    try:
        await _all_done(book, api, total, quiet)
    finally:
        last.kill()
        await asyncio.to_thread(last.join)
        quiet.close()
    order = defaultdict(list)
    for who, text in book.execute("SELECT who, text FROM effect ORDER BY rowid"):
        order[int(who)].append(text)
    runs = Counter(origin for (origin,) in book.execute("SELECT origin FROM run"))
    book.close()
    assert order == said, "lost, twice or out of order"
    again = sum(count - 1 for count in runs.values())
    assert again <= kills * CHATS * 4, "only what was being marked may run again"
    assert total > kills * 5


async def test_killing_the_process_loses_and_doubles_no_update(tmp_path: Path) -> None:
    async with TelegramApi() as api:
        await kill_often(tmp_path, api, 10)
        assert api.violations == []


@pytest.mark.slow
async def test_killing_the_process_a_hundred_times_loses_and_doubles_no_update(tmp_path: Path) -> None:
    async with TelegramApi() as api:
        await kill_often(tmp_path, api, 100)
        assert api.violations == []
