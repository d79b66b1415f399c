import asyncio
import os
import random
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError

from bot.store.database import Store, lock_path
from bot.store.engine import READERS, WAL_LIMIT
from bot.store.errors import LeaseLost, StoreClosed, StoreInUse, UnsupportedDatabase
from bot.store.heartbeat import beat_service, fact, put_fact
from bot.store.lease import take_lease
from bot.store.persons import create_person


def count_persons(conn: Connection) -> int:
    return len(names(conn))


def names(conn: Connection) -> list[str]:
    return list(conn.execute(text("SELECT name FROM person ORDER BY rowid")).scalars())


class Hold:
    """A job that keeps the writer busy until it is released, so that others gather behind it."""

    def __init__(self) -> None:
        self.begun = threading.Event()
        self.released = threading.Event()

    def __call__(self, conn: Connection) -> None:
        self.begun.set()
        assert self.released.wait(10)


async def held(store: Store) -> tuple[Hold, "asyncio.Task[None]"]:
    hold = Hold()
    task = asyncio.create_task(store.write(hold))
    await asyncio.to_thread(hold.begun.wait, 10)
    return hold, task


async def test_a_write_is_there_for_a_read_that_begins_after_its_answer(store: Store) -> None:
    for number in range(20):
        await store.write(partial(create_person, name=f"p{number}", now=0))
        assert await store.read(count_persons) == number + 1


async def test_an_error_reaches_its_caller_and_undoes_the_whole_job(store: Store) -> None:
    def half(conn: Connection) -> None:
        create_person(conn, "Ann", 0)
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        await store.write(half)
    assert await store.read(count_persons) == 0
    await store.write(lambda conn: create_person(conn, "Bea", 0))
    assert await store.read(names) == ["Bea"]


async def test_jobs_that_wait_share_a_commit_and_a_failing_one_undoes_only_itself(
    store: Store,
) -> None:
    def add(conn: Connection, name: str) -> str:
        create_person(conn, name, 0)
        if name in ("p3", "p7"):
            conn.execute(text("INSERT INTO meta (key, value) VALUES (NULL, '1')"))
        return name

    hold, holding = await held(store)
    jobs = [asyncio.create_task(store.write(partial(add, name=f"p{i}"))) for i in range(10)]
    await asyncio.sleep(0)
    before = store.figures.commits
    hold.released.set()
    await holding
    answers = await asyncio.gather(*jobs, return_exceptions=True)

    assert [type(a) for i, a in enumerate(answers) if i in (3, 7)] == [IntegrityError, IntegrityError]
    assert [a for i, a in enumerate(answers) if i not in (3, 7)] == [
        f"p{i}" for i in range(10) if i not in (3, 7)
    ]
    assert await store.read(names) == [f"p{i}" for i in range(10) if i not in (3, 7)]
    assert store.figures.commits - before == 2  # the one that was held, and all others together
    assert store.figures.largest_group == 10


async def test_no_more_jobs_than_the_group_allows_share_a_commit(url: str) -> None:
    store = await Store.open(url, now=0, group=4)
    hold, holding = await held(store)
    jobs = [asyncio.create_task(store.write(lambda conn: create_person(conn, "p", 0))) for _ in range(10)]
    await asyncio.sleep(0)
    hold.released.set()
    await asyncio.gather(holding, *jobs)
    assert (store.figures.largest_group, store.figures.commits) == (4, 4)
    await store.close()


async def test_nobody_is_answered_before_the_commit(store: Store) -> None:
    """The first job of a group is done long before the last; its caller must still wait for COMMIT."""
    hold, holding = await held(store)
    early = asyncio.create_task(store.write(lambda conn: create_person(conn, "early", 0)))
    await asyncio.sleep(0)
    second = Hold()
    late = asyncio.create_task(store.write(second))
    await asyncio.sleep(0)
    hold.released.set()
    await asyncio.to_thread(second.begun.wait, 10)  # "early" has run by now, in the same transaction
    await asyncio.sleep(0.02)
    assert not early.done()
    assert await store.read(count_persons) == 0
    second.released.set()
    await asyncio.gather(holding, early, late)
    assert await store.read(count_persons) == 1


async def test_a_commit_that_fails_is_told_to_everybody_and_the_writer_goes_on(store: Store) -> None:
    def lame(conn: Connection) -> None:
        # A foreign key that is checked at COMMIT only.
        conn.execute(text("PRAGMA defer_foreign_keys=ON"))
        conn.execute(text("INSERT INTO seat (table_id, seat, person_id) VALUES ('no table', 'x', 'nobody')"))

    hold, holding = await held(store)
    good = asyncio.create_task(store.write(lambda conn: create_person(conn, "Ann", 0)))
    bad = asyncio.create_task(store.write(lame))
    await asyncio.sleep(0)
    hold.released.set()
    await holding
    for task in (good, bad):
        with pytest.raises(IntegrityError):
            await task
    assert await store.read(count_persons) == 0
    await store.write(lambda conn: create_person(conn, "Bea", 0))
    assert await store.read(names) == ["Bea"]


async def test_a_cancelled_caller_does_not_cancel_the_transaction(store: Store) -> None:
    hold, holding = await held(store)
    caller = asyncio.create_task(store.write(lambda conn: create_person(conn, "Ann", 0)))
    await asyncio.sleep(0)
    caller.cancel()
    with pytest.raises(asyncio.CancelledError):
        await caller
    hold.released.set()
    await holding
    await store.write(lambda conn: None)
    assert await store.read(names) == ["Ann"]


async def test_random_cancellations_neither_block_the_writer_nor_split_a_job(store: Store) -> None:
    """R9: of 300 jobs many are cancelled at any moment; each is there as a whole, others were answered."""
    chance = random.Random(9)

    def pair(conn: Connection, number: int) -> int:
        put_fact(conn, f"a{number}", number)
        put_fact(conn, f"b{number}", number)
        return number

    async def attempt(number: int) -> int | None:
        await asyncio.sleep(chance.random() * 0.05)
        task = asyncio.create_task(store.write(lambda conn: pair(conn, number)))
        if chance.random() < 0.5:
            await asyncio.sleep(chance.random() * 0.004)
            task.cancel()
        try:
            return await task
        except asyncio.CancelledError:
            return None

    answers = await asyncio.gather(*(attempt(number) for number in range(300)))
    await store.write(lambda conn: None)
    stored = set(await store.read(lambda conn: list(conn.execute(text("SELECT key FROM meta")).scalars())))
    for number in range(300):
        assert (f"a{number}" in stored) == (f"b{number}" in stored)
    assert {f"a{number}" for number in answers if number is not None} <= stored
    assert None in answers  # else nothing was tested


async def test_64_writers_at_once_never_find_the_database_locked(store: Store) -> None:
    async def count_up(_: int) -> None:
        for _round in range(5):
            await store.write(lambda conn: put_fact(conn, "n", (fact(conn, "n") or 0) + 1))

    await asyncio.gather(*(count_up(number) for number in range(64)))
    assert await store.read(lambda conn: fact(conn, "n")) == 320


async def test_a_read_sees_one_state_although_others_write_meanwhile(store: Store) -> None:
    await store.write(lambda conn: put_fact(conn, "n", 1))
    loop = asyncio.get_running_loop()

    def look(conn: Connection) -> list[object]:
        before = fact(conn, "n")
        writing = store.write(lambda conn: put_fact(conn, "n", 2))
        asyncio.run_coroutine_threadsafe(writing, loop).result(10)
        return [before, fact(conn, "n")]

    assert await store.read(look) == [1, 1]
    assert await store.read(lambda conn: fact(conn, "n")) == 2


async def test_a_cancelled_read_leaves_its_connection_to_the_next(store: Store) -> None:
    begun, go_on = threading.Event(), threading.Event()

    def slow(conn: Connection) -> None:
        begun.set()
        assert go_on.wait(10)
        names(conn)

    for _ in range(READERS + 1):
        begun.clear()
        go_on.clear()
        reading = asyncio.create_task(store.read(slow))
        await asyncio.to_thread(begun.wait, 10)
        reading.cancel()
        with pytest.raises(asyncio.CancelledError):
            await reading
        go_on.set()
    assert await store.read(names) == []


async def test_a_reader_cannot_write(store: Store) -> None:
    with pytest.raises(OperationalError, match="readonly"):
        await store.read(lambda conn: create_person(conn, "Ann", 0))
    await store.write(lambda conn: create_person(conn, "Bea", 0))
    assert await store.read(names) == ["Bea"]


async def test_the_connections_have_the_pragmas_that_durability_rests_on(store: Store) -> None:
    def pragmas(conn: Connection) -> list[object]:
        asked = (
            "journal_mode",
            "synchronous",
            "foreign_keys",
            "busy_timeout",
            "query_only",
            "wal_autocheckpoint",
        )
        return [conn.exec_driver_sql(f"PRAGMA {name}").scalar_one() for name in asked]

    assert await store.write(pragmas) == ["wal", 2, 1, 5000, 0, 1000]  # synchronous 2 is FULL
    assert (await store.read(pragmas))[2:] == [1, 5000, 1, 0]


async def test_closing_finishes_what_was_begun_and_folds_the_log_into_the_file(
    url: str, tmp_path: Path
) -> None:
    store = await Store.open(url, now=0)
    jobs = [asyncio.create_task(store.write(lambda conn: create_person(conn, "p", 0))) for _ in range(50)]
    await asyncio.sleep(0)
    await store.close()
    assert len(await asyncio.gather(*jobs)) == 50
    assert not (tmp_path / "bot.db-wal").exists()
    with pytest.raises(StoreClosed):
        await store.write(count_persons)
    with pytest.raises(StoreClosed):
        await store.read(count_persons)
    await store.close()  # twice is harmless

    again = await Store.open(url, now=1)
    assert await again.read(count_persons) == 50
    assert again.fence == store.fence + 1
    await again.close()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other rights")
async def test_a_new_database_is_for_its_owner_only(url: str) -> None:
    store = await Store.open(url, now=0)
    for file in (store.path, lock_path(store.path), store.path.with_name("bot.db-wal")):
        assert os.stat(file).st_mode & 0o077 == 0
    await store.close()


async def test_a_second_store_on_the_same_file_is_refused_in_this_process_too(store: Store, url: str) -> None:
    with pytest.raises(StoreInUse) as caught:
        await Store.open(url, now=0)
    assert caught.value.pid == os.getpid()


OPEN = """
import asyncio, sys
from bot.store.database import Store, lock_path
from bot.store.errors import StoreInUse
async def main():
    try:
        store = await Store.open(sys.argv[1], now=0)
    except StoreInUse as error:
        print("refused", error.pid, error)
        return
    print("open", flush=True)
    sys.stdin.read()
    await store.close()
asyncio.run(main())
"""


async def test_a_second_process_is_refused_with_the_file_and_the_holder(store: Store, url: str) -> None:
    second = await asyncio.to_thread(
        subprocess.run, [sys.executable, "-c", OPEN, url], capture_output=True, text=True, timeout=30
    )
    assert second.stdout.startswith(f"refused {os.getpid()} ")
    assert str(store.path) in second.stdout


def start(url: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-c", OPEN, url], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )


async def test_a_store_whose_process_was_killed_can_be_opened_at_once(url: str) -> None:
    with start(url) as first:
        assert first.stdout is not None
        assert await asyncio.to_thread(first.stdout.readline) == "open\n"
        with pytest.raises(StoreInUse) as caught:
            await Store.open(url, now=0)
        assert caught.value.pid == first.pid
        first.kill()
        first.wait()
    store = await Store.open(url, now=1)
    assert store.fence == 2
    await store.close()


async def test_a_holder_that_was_overtaken_writes_nothing_more(store: Store) -> None:
    await store.write(lambda conn: take_lease(conn, "another machine", 5))
    with pytest.raises(LeaseLost):
        await store.write(lambda conn: create_person(conn, "Ann", 0))
    assert await store.read(count_persons) == 0


async def test_a_holder_that_was_overtaken_is_told(store: Store) -> None:
    told: asyncio.Queue[LeaseLost] = asyncio.Queue()
    store.when_lost(told.put_nowait)
    await store.write(lambda conn: create_person(conn, "Ann", 0))
    await store.write(lambda conn: take_lease(conn, "another machine", 5))
    assert told.empty()
    with pytest.raises(LeaseLost):
        await store.write(lambda conn: create_person(conn, "Bea", 0))
    async with asyncio.timeout(5):
        assert (await told.get()).found == store.fence + 1


async def test_a_link_to_a_database_is_that_database(store: Store, url: str, tmp_path: Path) -> None:
    link = tmp_path / "elsewhere" / "link.db"
    link.parent.mkdir()
    link.symlink_to(store.path)
    with pytest.raises(StoreInUse):
        await Store.open(f"sqlite:///{link}", now=0)
    await store.write(lambda conn: create_person(conn, "Ann", 0))


async def test_what_people_wrote_is_not_told_with_a_statement_that_fails(store: Store) -> None:
    with pytest.raises(DBAPIError) as caught:
        await store.write(
            lambda conn: conn.execute(text("INSERT INTO nowhere VALUES (:it)"), {"it": "secret"})
        )
    assert "nowhere" in str(caught.value)
    assert "secret" not in str(caught.value)


async def test_the_heartbeat_renews_the_lease(store: Store) -> None:
    await store.write(lambda conn: beat_service(conn, store.fence, 77))
    at = await store.read(lambda conn: conn.execute(text("SELECT heartbeat_at FROM lease")).scalar_one())
    assert at == 77


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:///:memory:", "postgresql://localhost/bot"])
async def test_a_database_that_cannot_be_used_is_refused_by_kind(url: str) -> None:
    with pytest.raises(UnsupportedDatabase):
        await Store.open(url, now=0)


async def test_a_log_that_grew_while_somebody_read_for_long_shrinks_again(store: Store) -> None:
    log = store.path.with_name(store.path.name + "-wal")
    await store.write(lambda conn: put_fact(conn, "little", 0))
    with closing(sqlite3.connect(store.path, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM meta").fetchone()
        for letter in "abc":
            await store.write(partial(put_fact, key="much", value=letter * 8_000_000))
        assert log.stat().st_size > WAL_LIMIT
    for number in range(3):
        await store.write(partial(put_fact, key="little", value=number))
    assert log.stat().st_size <= WAL_LIMIT
