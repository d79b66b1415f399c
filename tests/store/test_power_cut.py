"""Power cuts, simulated: the statements that the store sends for moves, over a disk that forgets."""

import random
import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, event

from bot.app.ports import TableId
from bot.store.engine import writer_engine
from bot.store.migrate import migrate
from tests.support.store_victim import move, put_down

power_cut = pytest.importorskip("tests.support.power_cut", reason="needs apsw", exc_type=ImportError)
TABLE = TableId("t1")
Statement = tuple[str, Any]


def statements_of(path: Path, moves: int) -> list[list[Statement]]:
    """What the storage functions send to the driver: for the new table, then for each move."""
    engine = writer_engine(path)
    jobs: list[list[Statement]] = []

    @event.listens_for(engine, "before_cursor_execute")
    def note(_c: Any, _cursor: Any, statement: str, parameters: Any, _context: Any, many: bool) -> None:
        jobs[-1].extend((statement, one) for one in (parameters if many else [parameters]))

    def run(fn: Any) -> None:
        jobs.append([])
        with engine.begin() as conn:
            fn(conn)

    run(partial(put_down, table_id=TABLE))
    for number in range(moves):
        run(partial(move, table_id=TABLE, revision=number * 2))
    engine.dispose()
    return jobs


def pragmas_of_the_writer(path: Path) -> dict[str, Any]:
    """As the store sets them, so that the simulation cannot be kinder than the store."""

    def ask(conn: Connection) -> dict[str, Any]:
        names = ("synchronous", "journal_mode", "foreign_keys", "wal_autocheckpoint")
        return {name: conn.exec_driver_sql(f"PRAGMA {name}").scalar_one() for name in names}

    with writer_engine(path).begin() as conn:
        return ask(conn)


def play(path: Path, jobs: list[list[Statement]], pragmas: dict[str, Any]) -> Any:
    """Carry the jobs out on a recorded disk; checkpoint now and then, as the writer does."""
    with power_cut.recorded(path) as (connection, disk):
        for name, value in pragmas.items():
            connection.execute(f"PRAGMA {name}={value}")
        for number, job in enumerate(jobs):
            for statement, parameters in job:
                connection.execute(statement, parameters)
            connection.execute("COMMIT")
            disk.promise(number)
    return disk


def look(path: Path) -> int:
    """How many moves are stored; fail if the database is damaged or a move is there in part."""
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        (revision, state) = connection.execute("SELECT revision, state FROM tables").fetchone() or (0, None)
        (events,) = connection.execute("SELECT count(*) FROM event").fetchone()
        (queued,) = connection.execute("SELECT count(*) FROM outbox").fetchone()
    assert events == revision == queued * 2
    assert state == (None if revision == 0 else f'{{"revision": {revision}}}')
    return int(revision) // 2


def losses(tmp_path: Path, moves: int, cuts: int, synchronous: int | None = None) -> int:
    """In how many of the cuts an acknowledged move was lost."""
    script = tmp_path / "script.db"
    migrate(script)
    # A small limit, so that the journal is folded into the file and begun again many times.
    pragmas = pragmas_of_the_writer(script) | {"wal_autocheckpoint": 60}
    assert (pragmas["synchronous"], pragmas["journal_mode"]) == (2, "wal")
    if synchronous is not None:
        pragmas["synchronous"] = synchronous
    schema: list[Statement] = [("BEGIN IMMEDIATE", ()), *((sql, ()) for sql in schema_of(script))]
    (tmp_path / "disk").mkdir()
    disk = play(tmp_path / "disk" / "bot.db", [schema, *statements_of(script, moves)], pragmas)

    chance = random.Random(moves)
    first = next(n for n, step in enumerate(disk.steps) if isinstance(step, power_cut.Promise))
    lost = 0
    for number in range(cuts):
        folder = tmp_path / f"cut{number}"
        folder.mkdir()
        promised = disk.cut(chance.randrange(first + 1, len(disk.steps) + 1), chance, folder)
        lost += look(folder / "bot.db") < promised - 1  # job 0 was the schema, job 1 the table
    return lost


def schema_of(path: Path) -> list[str]:
    """The statements that make an empty database of the same schema."""
    with closing(sqlite3.connect(path)) as connection:
        made = connection.execute(
            "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY rowid"
        )
        return [row[0] for row in made]


def test_a_power_cut_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    assert losses(tmp_path, 40, 40) == 0


def test_without_full_sync_the_same_cuts_lose_moves(tmp_path: Path) -> None:
    """The simulation can fail: what it finds under NORMAL is why the store runs FULL."""
    assert losses(tmp_path, 40, 40, synchronous=1) > 10


@pytest.mark.slow
def test_a_thousand_power_cuts_lose_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    assert losses(tmp_path, 400, 1000) == 0
