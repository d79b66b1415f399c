import asyncio
import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import Connection

from bot.app.ports import TableId
from bot.store import backup, tables
from bot.store.database import Store
from bot.store.errors import BackupFailed, StoreInUse
from bot.store.migrate import HEAD
from bot.store.tables import EventRecord

TABLE = TableId("t1")


def put_down(conn: Connection) -> None:
    tables.create_table(
        conn, TABLE, "match", rules={}, rules_version=1, seats=[], room=None, rated=False, now=0
    )


def roll(conn: Connection, expected: int) -> int:
    return tables.append_events(conn, TABLE, expected, [EventRecord("rolled", 1, {})], at=1, by=None)


async def filled(store: Store, events: int = 20) -> None:
    await store.write(put_down)
    for number in range(events):
        await store.write(partial(roll, expected=number))


async def test_a_backup_made_during_writes_is_whole(store: Store, tmp_path: Path) -> None:
    await filled(store)

    async def go_on() -> None:
        for number in range(20, 60):
            await store.write(partial(roll, expected=number))

    writing = asyncio.create_task(go_on())
    report = await asyncio.to_thread(backup.backup, store.path, tmp_path / "copies" / "b.db")
    await writing
    assert (report.schema, report.tables) == (HEAD, 1)
    assert 20 <= report.events <= 60
    assert report.path.stat().st_size == report.size
    assert report.path.stat().st_mode & 0o077 == 0
    with closing(sqlite3.connect(report.path)) as connection:
        events, revision = connection.execute(
            "SELECT (SELECT count(*) FROM event), (SELECT revision FROM tables)"
        ).fetchone()
    assert events == revision == report.events


async def test_a_backup_never_overwrites(store: Store, tmp_path: Path) -> None:
    target = tmp_path / "b.db"
    target.write_text("precious")
    with pytest.raises(BackupFailed, match="there already"):
        backup.backup(store.path, target)
    assert target.read_text() == "precious"


def test_a_backup_of_nothing_says_so_and_creates_nothing(tmp_path: Path) -> None:
    with pytest.raises(BackupFailed, match="no database"):
        backup.backup(tmp_path / "none.db", tmp_path / "b.db")
    with pytest.raises(BackupFailed, match="no file"):
        backup.check_backup(tmp_path / "none.db")
    assert list(tmp_path.iterdir()) == []


async def test_a_damaged_backup_is_recognised(store: Store, tmp_path: Path) -> None:
    await filled(store, 400)
    copy = backup.backup(store.path, tmp_path / "b.db").path
    content = bytearray(copy.read_bytes())
    half = len(content) // 2 // 4096 * 4096
    content[half : half + 4096] = b"\xaa" * 4096
    copy.write_bytes(content)
    with pytest.raises(BackupFailed):
        backup.check_backup(copy)
    copy.write_text("not a database at all" * 1000)
    with pytest.raises(BackupFailed):
        backup.check_backup(copy)
    with pytest.raises(BackupFailed):
        backup.restore(copy, tmp_path / "new.db")
    assert not (tmp_path / "new.db").exists()


async def test_a_restored_database_is_that_of_the_backup_and_the_other_is_kept(
    url: str, tmp_path: Path
) -> None:
    store = await Store.open(url, now=0)
    await filled(store, 5)
    copy = backup.backup(store.path, tmp_path / "b.db").path
    await store.write(partial(roll, expected=5))
    with pytest.raises(StoreInUse):
        backup.restore(copy, store.path)
    await store.close()

    kept = backup.restore(copy, store.path)
    assert kept is not None
    assert backup.check_backup(kept).events == 6
    again = await Store.open(url, now=1)
    assert len(await again.read(lambda conn: tables.load_events(conn, TABLE))) == 5
    assert await again.write(partial(roll, expected=5)) == 6
    await again.close()


async def test_a_backup_can_be_restored_where_nothing_is(store: Store, tmp_path: Path) -> None:
    await filled(store, 3)
    copy = backup.backup(store.path, tmp_path / "b.db").path
    target = tmp_path / "elsewhere" / "bot.db"
    assert backup.restore(copy, target) is None
    other = await Store.open(f"sqlite:///{target}", now=1)
    assert len(await other.read(lambda conn: tables.load_events(conn, TABLE))) == 3
    await other.close()


async def test_the_journal_of_a_killed_service_is_kept_with_the_file_that_is_replaced(
    url: str, tmp_path: Path
) -> None:
    """What was committed may stand only in the write-ahead log: moved apart, the file alone would lack it."""
    store = await Store.open(url, now=0)
    await filled(store, 5)
    dead = tmp_path / "dead.db"
    for suffix in ("", "-wal"):
        dead.with_name(dead.name + suffix).write_bytes(
            store.path.with_name(store.path.name + suffix).read_bytes()
        )
    copy = backup.backup(store.path, tmp_path / "b.db").path
    await store.close()
    kept = backup.restore(copy, dead)
    assert kept is not None
    assert not dead.with_name(dead.name + "-wal").exists()
    assert backup.check_backup(kept).events == 5
