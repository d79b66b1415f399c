"""Copying the database and going back to a copy, as an operator does it."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from bot.store.database import Store
from bot.store.migrate import HEAD, upgrade
from tests.support.filled_store import filled, roll
from tests.test_cli import Ran

Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def database(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    path = tmp_path / "c.sqlite"
    monkeypatch.setenv("BOT_DATABASE_URL", f"sqlite:///{path}")
    monkeypatch.chdir(tmp_path)
    return path


async def play(path: Path, events: int) -> None:
    store = await Store.open(f"sqlite:///{path}", now=0)
    await filled(store, events)
    await store.close()


async def play_on(path: Path, revision: int) -> None:
    store = await Store.open(f"sqlite:///{path}", now=0)
    await store.write(partial(roll, expected=revision))
    await store.close()


def refused(ran: Ran) -> str:
    """The one sentence on stderr."""
    assert (ran.status, ran.out) == (2, "")
    (sentence,) = ran.err.splitlines()
    return sentence


def test_a_copy_is_made_and_put_back_and_the_former_database_is_kept(capsys: Capture, database: Path) -> None:
    asyncio.run(play(database, 3))
    assert "1 tables, 3 events" in Ran(capsys, "backup", "copy.db").out
    asyncio.run(play_on(database, 3))
    ran = Ran(capsys, "restore", "copy.db")
    kept = database.with_name("c.sqlite.replaced-1")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.splitlines() == [
        f"{database} holds what copy.db holds: 1 tables, 3 events.",
        f"The former database is kept as {kept}.",
    ]
    assert "1 tables, 4 events" in Ran(capsys, "restore", str(kept)).out


def test_a_copy_is_put_where_there_is_no_database_yet(capsys: Capture, database: Path) -> None:
    asyncio.run(play(database, 2))
    database.rename("copy.db")
    ran = Ran(capsys, "restore", "copy.db")
    assert ran.out == f"{database} holds what copy.db holds: 1 tables, 2 events.\n"


def test_a_copy_of_an_older_program_is_brought_up_to_date(capsys: Capture, database: Path) -> None:
    upgrade(Path("old.db"), "0001")
    ran = Ran(capsys, "restore", "old.db")
    assert f"from schema 0001 to {HEAD}" in ran.out
    assert f"has the right schema ({HEAD})" in Ran(capsys, "doctor").out


def test_while_the_service_runs_nothing_is_restored(capsys: Capture, database: Path) -> None:
    asyncio.run(play(database, 2))
    assert Ran(capsys, "backup", "copy.db").status == 0

    async def served() -> Ran:
        store = await Store.open(f"sqlite:///{database}", now=0)
        try:
            return await asyncio.to_thread(Ran, capsys, "restore", "copy.db")
        finally:
            await store.close()

    assert f"{database} is in use by process" in refused(asyncio.run(served()))
    assert not database.with_name("c.sqlite.replaced-1").exists()


def spoil(path: Path, how: str) -> str:
    """Make a database useless; what is said of it then."""
    if how == "cut short":
        path.write_bytes(path.read_bytes()[: 3 * 4096])
        return f"The database {path} is damaged (database disk image is malformed)"
    if how == "something else":
        path.write_text("Dear Bea, " * 1000)
        return f"The file {path} is not a database of this program."
    path.with_name(path.name + "-wal").mkdir()
    return f"The database {path} cannot be used: unable to open database file."


@pytest.mark.parametrize("how", ["cut short", "something else", "its log cannot be opened"])
@pytest.mark.parametrize(
    "command", [("export", "t1"), ("standings",), ("standings", "--rebuild"), ("migrate",)]
)
def test_a_database_that_cannot_be_used_is_named_in_one_sentence(
    capsys: Capture, database: Path, command: tuple[str, ...], how: str
) -> None:
    asyncio.run(play(database, 2))
    told = spoil(database, how)
    assert told in refused(Ran(capsys, *command))


@pytest.mark.parametrize("how", ["cut short", "something else", "its log cannot be opened"])
def test_the_doctor_says_which_database_cannot_be_used(capsys: Capture, database: Path, how: str) -> None:
    asyncio.run(play(database, 2))
    told = spoil(database, how)
    ran = Ran(capsys, "doctor")
    assert ran.status == 1
    assert told in ran.out


def test_what_is_no_sound_copy_is_refused_with_the_reason(capsys: Capture, database: Path) -> None:
    asyncio.run(play(database, 2))
    assert "no file gone.db" in refused(Ran(capsys, "restore", "gone.db"))
    Path("letter.txt").write_text("Dear Bea, " * 1000)
    assert "letter.txt is not a whole backup" in refused(Ran(capsys, "restore", "letter.txt"))
    assert "is the database itself" in refused(Ran(capsys, "restore", str(database)))
    assert Ran(capsys, "backup", "copy.db").status == 0
    with closing(sqlite3.connect("copy.db")) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
    told = refused(Ran(capsys, "restore", "copy.db"))
    assert "copy.db has schema 9999" in told
    assert "start the newer program" in told
    assert not database.with_name("c.sqlite.replaced-1").exists()
