"""After a kill -9: what was acknowledged is there, nothing is there twice, nothing is half there."""

import contextlib
import multiprocessing
import random
import sys
import time
from collections import defaultdict
from pathlib import Path

import pytest
from sqlalchemy import Connection

from bot.app.ports import TableId
from bot.store import tables
from bot.store.backup import check_backup
from bot.store.engine import maintenance_engine
from bot.store.schema import outbox
from tests.support.store_victim import live

TABLES = 8


if sys.platform == "win32":
    CONTEXT = multiprocessing.get_context("spawn")
else:
    # A server that has imported everything forks the victims: a life begins within milliseconds.
    CONTEXT = multiprocessing.get_context("forkserver")
    CONTEXT.set_forkserver_preload(["tests.support.store_victim"])


def life_and_death(url: str, seconds: float) -> dict[str, int]:
    """Let a process play, kill it so long after its first acknowledgement; return what it acknowledged."""
    heard, tell = CONTEXT.Pipe(duplex=False)
    victim = CONTEXT.Process(target=live, args=(url, TABLES, tell))
    victim.start()
    tell.close()
    assert heard.poll(60), "nothing was ever acknowledged"
    acknowledged = dict([heard.recv()])
    time.sleep(seconds)
    victim.kill()
    victim.join()
    with contextlib.suppress(EOFError, OSError):  # the last one may be torn
        while True:
            acknowledged |= dict([heard.recv()])
    return acknowledged


def check(conn: Connection, acknowledged: dict[str, int]) -> int:
    """Compare log, snapshot, outbox and what was promised, for each table; return the number of moves."""
    queued = defaultdict(list)
    for sent in conn.execute(outbox.select().order_by(outbox.c.id)):
        queued[sent.dedup_key.split(":")[0]].append(sent.payload["revision"])
    moves = 0
    for table_id in tables.table_ids(conn):
        row = tables.load_table(conn, table_id)
        log = tables.load_events(conn, table_id)
        assert [event.seq for event in log] == list(range(1, row.revision + 1))
        assert [event.kind for event in log] == ["rolled", "played"] * (row.revision // 2)
        assert row.state == (None if row.revision == 0 else {"revision": row.revision})
        assert queued[table_id] == list(range(2, row.revision + 1, 2))
        assert acknowledged.get(table_id, 0) <= row.revision
        moves += row.revision // 2
    assert set(acknowledged) <= set(tables.table_ids(conn))
    return moves


def kill_often(path: Path, kills: int) -> None:
    chance = random.Random(kills)
    url = f"sqlite:///{path}"
    acknowledged: dict[str, int] = {}
    moves = 0
    for _ in range(kills):
        acknowledged |= life_and_death(url, chance.random() ** 2 * 0.08)
        with maintenance_engine(path).begin() as conn:
            moves = check(conn, acknowledged)
    assert moves >= kills
    assert check_backup(path).tables == TABLES


def test_killing_the_process_loses_and_doubles_nothing(tmp_path: Path) -> None:
    kill_often(tmp_path / "bot.db", 6)


@pytest.mark.slow
def test_killing_the_process_sixty_times_loses_and_doubles_nothing(tmp_path: Path) -> None:
    kill_often(tmp_path / "bot.db", 60)


def test_a_table_that_was_never_acknowledged_may_be_there_but_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "bot.db"
    acknowledged = life_and_death(f"sqlite:///{path}", 0.0)
    with maintenance_engine(path).begin() as conn:
        check(conn, acknowledged)
        assert TableId(next(iter(acknowledged))) in tables.table_ids(conn)
