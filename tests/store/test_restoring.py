from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from bot.store import tables
from bot.store.backup import backup, check_backup
from bot.store.database import Store
from bot.store.errors import BackupFailed, DatabaseNewer, StoreInUse
from bot.store.migrate import HEAD, schema_version, upgrade
from bot.store.restoring import restore
from tests.support.filled_store import TABLE, filled, roll

ROOT = Path(__file__).parents[2]
COPIED, LATER = 5, 6
"""Events in the backup, and in the database that it replaces."""


async def played(url: str, copy: Path, *, killed: bool = False) -> Path:
    """A database with a backup from one event ago; killed: the end stands in its log alone."""
    store = await Store.open(url, now=0)
    await filled(store, COPIED)
    backup(store.path, copy)
    await store.write(partial(roll, expected=COPIED))
    if not killed:
        await store.close()
        return store.path
    dead = store.path.with_name("dead.db")
    for suffix in ("", "-wal"):
        shutil.copyfile(store.path.with_name(store.path.name + suffix), dead.with_name(dead.name + suffix))
    await store.close()
    return dead


async def events(path: Path) -> int:
    """How many events a service finds that is started over this file."""
    store = await Store.open(f"sqlite:///{path}", now=1)
    try:
        return len(await store.read(lambda conn: tables.load_events(conn, TABLE)))
    finally:
        await store.close()


def names(folder: Path) -> set[str]:
    return {file.name for file in folder.iterdir()}


@pytest.mark.parametrize("killed", [False, True], ids=["stopped", "killed"])
async def test_the_database_is_that_of_the_copy_and_the_former_one_is_kept_in_one_file(
    url: str, tmp_path: Path, killed: bool
) -> None:
    """What was committed may stand only in the write-ahead log: moved apart, the file alone would lack it."""
    path = await played(url, tmp_path / "copy.db", killed=killed)
    restored = restore(tmp_path / "copy.db", path)
    assert restored.copy.events == COPIED
    assert restored.kept == path.with_name(f"{path.name}.replaced-1")
    alone = shutil.copyfile(restored.kept, tmp_path / "alone.db")
    assert check_backup(alone).events == LATER
    assert restored.kept.stat().st_mode & 0o077 == path.stat().st_mode & 0o077 == 0
    assert not {f"{path.name}{suffix}" for suffix in ("-wal", "-shm", ".part")} & names(tmp_path)
    assert await events(path) == COPIED
    again = restore(restored.kept, path)
    assert again.kept == path.with_name(f"{path.name}.replaced-2")
    assert await events(path) == LATER


async def test_a_database_that_is_served_is_not_replaced(store: Store, tmp_path: Path) -> None:
    await filled(store, COPIED)
    copy = backup(store.path, tmp_path / "copy.db").path
    with pytest.raises(StoreInUse):
        restore(copy, store.path)
    assert await store.write(partial(roll, expected=COPIED)) == LATER


async def test_a_database_that_somebody_reads_is_not_replaced(url: str, tmp_path: Path) -> None:
    path = await played(url, tmp_path / "copy.db", killed=True)
    with closing(sqlite3.connect(path, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM event").fetchone()
        with pytest.raises(BackupFailed, match="in use"):
            restore(tmp_path / "copy.db", path)
    assert await events(path) == LATER
    assert not [name for name in names(tmp_path) if "replaced" in name or "part" in name]


async def test_a_backup_can_be_restored_where_nothing_is(url: str, tmp_path: Path) -> None:
    await played(url, tmp_path / "copy.db")
    target = tmp_path / "elsewhere" / "bot.db"
    assert restore(tmp_path / "copy.db", target).kept is None
    assert await events(target) == COPIED


async def test_a_log_whose_database_is_gone_is_not_taken_for_that_of_the_copy(
    url: str, tmp_path: Path
) -> None:
    path = await played(url, tmp_path / "copy.db", killed=True)
    path.unlink()
    restored = restore(tmp_path / "copy.db", path)
    assert restored.kept is not None
    assert names(tmp_path) >= {f"{restored.kept.name}-wal"}
    assert await events(path) == COPIED


async def test_a_damaged_database_is_kept_as_it_is_with_its_log(url: str, tmp_path: Path) -> None:
    path = await played(url, tmp_path / "copy.db", killed=True)
    log = path.with_name(f"{path.name}-wal").read_bytes()
    path.write_text("overwritten by something else" * 1000)
    found = path.read_bytes()
    kept = restore(tmp_path / "copy.db", path).kept
    assert kept is not None
    assert kept.read_bytes() == found
    assert kept.with_name(f"{kept.name}-wal").read_bytes() == log
    assert await events(path) == COPIED


def newer(copy: Path) -> None:
    with closing(sqlite3.connect(copy)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()


def damaged(copy: Path) -> None:
    content = bytearray(copy.read_bytes())
    content[8192:12288] = b"\xaa" * 4096
    copy.write_bytes(content)


def of_another_program(copy: Path) -> None:
    copy.unlink()
    with closing(sqlite3.connect(copy)) as connection:
        connection.execute("CREATE TABLE song (title TEXT)")


@pytest.mark.parametrize(
    "harm, error",
    [
        (newer, DatabaseNewer),
        (damaged, BackupFailed),
        (of_another_program, BackupFailed),
        (Path.unlink, BackupFailed),
    ],
    ids=["of a later program", "damaged", "of another program", "gone"],
)
async def test_a_copy_that_cannot_be_served_replaces_nothing(
    url: str, tmp_path: Path, harm: object, error: type[Exception]
) -> None:
    path = await played(url, tmp_path / "copy.db")
    assert callable(harm)
    harm(tmp_path / "copy.db")
    with pytest.raises(error, match=r"copy\.db"):
        restore(tmp_path / "copy.db", path)
    assert not [name for name in names(tmp_path) if "replaced" in name or "part" in name]
    assert await events(path) == LATER


async def test_the_database_itself_is_no_copy(url: str, tmp_path: Path) -> None:
    path = await played(url, tmp_path / "copy.db")
    with pytest.raises(BackupFailed, match="itself"):
        restore(path, path)
    assert await events(path) == LATER


async def test_a_copy_of_an_older_program_is_brought_up_to_date_and_stays_as_it_is(tmp_path: Path) -> None:
    copy, path = tmp_path / "old.db", tmp_path / "bot.db"
    upgrade(copy, "0001")
    with closing(sqlite3.connect(copy)) as connection:
        connection.execute("INSERT INTO person VALUES ('ann', 'Ann', NULL, '{}', 0, NULL, NULL)")
        connection.commit()
    restored = restore(copy, path)
    assert restored.copy.schema == schema_version(copy) == "0001"
    assert schema_version(path) == HEAD
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT name FROM person").fetchall() == [("Ann",)]
    assert not [name for name in names(tmp_path) if "part" in name]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.parametrize("killed", [False, True], ids=["stopped", "killed"])
def test_wherever_restoring_breaks_off_there_is_a_whole_database(
    url: str, tmp_path: Path, killed: bool
) -> None:
    seed, broken_off = tmp_path / "seed", tmp_path / "broken off"
    seed.mkdir()
    path = asyncio.run(played(url, seed / "copy.db", killed=killed))
    for suffix in ("", "-wal"):
        if (part := path.with_name(path.name + suffix)).exists():
            shutil.copyfile(part, seed / f"bot.db{suffix}")
    victim = [sys.executable, "-m", "tests.support.restore_victim", str(seed), str(broken_off)]
    subprocess.run(victim, cwd=ROOT, check=True, timeout=120)
    found = []
    for touch in range(1, len(names(broken_off)) + 1):
        folder = broken_off / str(touch)
        found.append(check_backup(folder / "bot.db").events)
        if found[-1] == COPIED:
            assert check_backup(folder / "bot.db.replaced-1").events == LATER
        restore(folder / "copy.db", folder / "bot.db")
        assert check_backup(folder / "bot.db").events == COPIED, "it can be done again"
    shutil.rmtree(broken_off)
    assert found == sorted(found, reverse=True), "first the former one, then the restored one"
    assert set(found) == {COPIED, LATER}
    assert len(found) > 10
