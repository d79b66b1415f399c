import asyncio
import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from bot.store import backup
from bot.store.database import Store
from bot.store.errors import BackupFailed
from bot.store.migrate import HEAD
from tests.support.filled_store import filled, roll


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


async def test_a_database_without_a_schema_is_no_backup(store: Store, tmp_path: Path) -> None:
    copy = backup.backup(store.path, tmp_path / "b.db").path
    with closing(sqlite3.connect(copy)) as connection:
        connection.execute("DELETE FROM alembic_version")
        connection.commit()
    with pytest.raises(BackupFailed, match="no backup"):
        backup.check_backup(copy)


async def test_a_backup_that_fails_leaves_no_file(store: Store, tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.write_text("a file where the folder should be")
    with pytest.raises(BackupFailed, match="failed"):
        backup.backup(store.path, folder / "b.db")
    damaged = tmp_path / "damaged.db"
    damaged.write_text("not a database at all" * 1000)
    with pytest.raises(BackupFailed, match="failed"):
        backup.backup(damaged, tmp_path / "copies" / "b.db")
    assert list((tmp_path / "copies").iterdir()) == []
