import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, create_engine, inspect

from bot.app.ports import TableId
from bot.store import tables
from bot.store.database import Store
from bot.store.errors import DatabaseNewer, ForeignDatabase, MigrationFailed
from bot.store.migrate import HEAD, SCRIPTS, migrate, schema_version, upgrade
from bot.store.persons import create_person
from bot.store.schema import metadata
from bot.store.tables import EventRecord, SeatRow


def engine_of(path: Path) -> Engine:
    return create_engine(f"sqlite:///{path}")


def shape(engine: Engine) -> dict[str, Any]:
    """All that a schema consists of, in an order that does not depend on how it came about."""
    look = inspect(engine)
    return {
        name: {
            "columns": sorted(
                (c["name"], str(c["type"]), c["nullable"], c["default"]) for c in look.get_columns(name)
            ),
            "primary key": look.get_pk_constraint(name),
            "foreign keys": sorted(look.get_foreign_keys(name), key=str),
            "unique": sorted(look.get_unique_constraints(name), key=str),
            "checks": sorted(look.get_check_constraints(name), key=str),
            "indexes": sorted(
                (i["name"], i["column_names"], i["unique"], str(i["dialect_options"].get("sqlite_where")))
                for i in look.get_indexes(name)
            ),
        }
        for name in look.get_table_names()
    }


def test_the_migrated_schema_is_that_of_the_program(tmp_path: Path) -> None:
    upgrade(tmp_path / "migrated.db", HEAD)
    migrate(tmp_path / "made.db")
    migrated, made = engine_of(tmp_path / "migrated.db"), engine_of(tmp_path / "made.db")
    assert shape(migrated) == shape(made)
    with migrated.connect() as conn:
        assert compare_metadata(MigrationContext.configure(conn), metadata) == []


def test_a_database_of_the_first_program_keeps_its_people_and_rooms(tmp_path: Path) -> None:
    path = tmp_path / "bot.db"
    migrate(path, "0001")
    with closing(sqlite3.connect(path)) as old, old:
        old.execute("INSERT INTO person VALUES ('ann', 'Ann', NULL, '{}', 0, NULL, NULL)")
        old.execute(
            "INSERT INTO identity (platform, external_id, person_id, secret_hash, locale)"
            " VALUES ('web', 'a1', 'ann', 'digest', 'de')"
        )
        old.execute(
            "INSERT INTO room (platform, chat, topic, private, settings, title)"
            " VALUES ('telegram', '-100', '', 0, '{}', 'Club')"
        )
    migrate(path)
    with closing(sqlite3.connect(path)) as new:
        assert new.execute("SELECT * FROM identity").fetchall() == [("web", "a1", "ann", None, "de")]
        assert new.execute("SELECT platform, chat, settings FROM room").fetchall() == [
            ("telegram", "-100", "{}")
        ]


def test_a_database_of_the_second_program_keeps_its_boards_and_takes_challenges(tmp_path: Path) -> None:
    path = tmp_path / "bot.db"
    migrate(path, "0002")
    columns = (
        "id, table_id, person_id, platform, chat, topic, private, message, shown_rev, shown_for, state, view"
    )
    boards = [
        (1, "t1", None, "telegram", "-100", "7", 0, "14", 3, '["ann"]', "live", "room"),
        (5, "t1", "ann", "discord", "d1", "", 1, None, None, "[]", "closed", "own"),
    ]
    with closing(sqlite3.connect(path)) as old, old:
        old.execute("INSERT INTO person VALUES ('ann', 'Ann', NULL, '{}', 0, NULL, NULL)")
        old.execute(
            "INSERT INTO tables (id, kind, rules, seats, status, revision, rules_version, created_at,"
            " updated_at, rated) VALUES ('t1', 'match', '{}', '[]', 'open', 3, 1, 0, 0, 0)"
        )
        old.execute(
            "INSERT INTO invitation (id, kind, by_person, rules, data, state, created_at, revision)"
            " VALUES ('i1', 'match', 'ann', '{}', '{}', 'open', 0, 0)"
        )
        old.executemany(f"INSERT INTO place ({columns}) VALUES ({', '.join('?' * 12)})", boards)
    migrate(path)
    with closing(sqlite3.connect(path)) as new, new:
        assert new.execute(f"SELECT {columns} FROM place ORDER BY id").fetchall() == boards
        new.execute("DELETE FROM place WHERE id = 5")
        new.execute(
            "INSERT INTO place (invitation_id, platform, chat, topic, private, shown_for, state, view)"
            " VALUES ('i1', 'web', 'room:lounge', '', 0, '[]', 'live', 'room')"
        )
        (made,) = new.execute("SELECT id FROM place WHERE invitation_id = 'i1'").fetchone()
        assert made == 6, "no number is given twice: a row of the outbox may name it"


def test_the_newest_migration_is_the_one_the_program_asks_for() -> None:
    assert ScriptDirectory(str(SCRIPTS)).get_heads() == [HEAD]


def test_every_constraint_has_a_name_so_that_it_can_be_changed_later() -> None:
    made = create_engine("sqlite://")
    metadata.create_all(made)
    for name, parts in shape(made).items():
        for part in ("foreign keys", "unique", "checks"):
            assert all(one["name"] for one in parts[part]), (name, part)


async def old_database(path: Path) -> None:
    """A database of the first schema with a table, its seat and two events: a parent and its children."""
    store = await Store.open(f"sqlite:///{path}", now=0)

    def fill(conn: Any) -> None:
        ann = create_person(conn, "Ann", 0)
        table_id = TableId("t1")
        tables.create_table(
            conn,
            table_id,
            "match",
            rules={},
            rules_version=1,
            seats=[SeatRow("x", ann)],
            room=None,
            rated=False,
            now=0,
        )
        tables.append_events(conn, table_id, 0, [EventRecord("rolled", 1, {})] * 2, at=1, by=ann)

    await store.write(fill)
    await store.close()


def scripts_with(tmp_path: Path, upgrade: str) -> Path:
    """The migrations of the program and one more that does `upgrade`."""
    scripts = tmp_path / "migrations"
    shutil.copytree(SCRIPTS, scripts)
    body = "\n".join(f"    {line}" for line in upgrade.strip().splitlines())
    (scripts / "versions" / "next.py").write_text(
        "import sqlalchemy as sa\nfrom alembic import op\n"
        f'revision = "{NEXT}"\ndown_revision = "{HEAD}"\nbranch_labels = None\ndepends_on = None\n'
        f"def upgrade():\n{body}\n"
    )
    return scripts


def rows(path: Path) -> dict[str, int]:
    with closing(sqlite3.connect(path)) as connection:
        return {
            name: connection.execute(f"SELECT count(*) FROM {name}").fetchone()[0]
            for name in ("tables", "seat", "event", "person")
        }


NEXT = "9999"
FULL = {"tables": 1, "seat": 1, "event": 2, "person": 1}
REBUILD = """
with op.batch_alter_table("tables", recreate="always") as batch:
    batch.add_column(sa.Column("colour", sa.Text(), nullable=True))
"""


async def test_rebuilding_a_parent_table_keeps_the_rows_of_its_children(tmp_path: Path) -> None:
    path = tmp_path / "bot.db"
    await old_database(path)
    scripts = scripts_with(tmp_path, REBUILD)
    migrate(path, NEXT, scripts)
    assert schema_version(path) == NEXT
    assert rows(path) == FULL
    assert "colour" in {column["name"] for column in inspect(engine_of(path)).get_columns("tables")}


async def test_a_database_with_data_is_copied_before_it_is_changed(tmp_path: Path) -> None:
    path = tmp_path / "bot.db"
    await old_database(path)
    copy = migrate(path, NEXT, scripts_with(tmp_path, REBUILD))
    assert copy == tmp_path / f"bot.before-{NEXT}.db"
    assert schema_version(copy) == HEAD
    assert rows(copy) == FULL
    assert copy.stat().st_mode & 0o077 == 0


def test_a_new_or_current_database_needs_no_copy(tmp_path: Path) -> None:
    path = tmp_path / "bot.db"
    assert migrate(path) is None
    assert migrate(path) is None
    assert [file.name for file in tmp_path.iterdir() if "before" in file.name] == []


@pytest.mark.parametrize(
    "harm",
    [
        'op.execute("DELETE FROM event")',
        'op.execute("DELETE FROM person")',
        "op.execute(\"UPDATE seat SET person_id = 'nobody'\")",
    ],
    ids=["rows lost", "parents lost", "rows that point nowhere"],
)
async def test_a_migration_that_would_harm_rows_changes_nothing(tmp_path: Path, harm: str) -> None:
    path = tmp_path / "bot.db"
    await old_database(path)
    with pytest.raises(MigrationFailed):
        migrate(path, NEXT, scripts_with(tmp_path, REBUILD + harm))
    assert schema_version(path) == HEAD
    assert rows(path) == FULL
    assert "colour" not in {column["name"] for column in inspect(engine_of(path)).get_columns("tables")}


async def test_a_migration_that_breaks_off_can_be_repeated(tmp_path: Path) -> None:
    path = tmp_path / "bot.db"
    await old_database(path)
    scripts = scripts_with(tmp_path, REBUILD + 'raise RuntimeError("power")')
    with pytest.raises(RuntimeError, match="power"):
        migrate(path, NEXT, scripts)
    assert rows(path) == FULL
    shutil.rmtree(scripts)
    migrate(path, NEXT, scripts_with(tmp_path, REBUILD))
    assert schema_version(path) == NEXT
    assert rows(path) == FULL


async def test_a_database_of_a_later_program_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "bot.db"
    await old_database(path)
    migrate(path, NEXT, scripts_with(tmp_path, REBUILD))
    with pytest.raises(DatabaseNewer, match=rf"schema {NEXT}.*up to {HEAD}"):
        await Store.open(f"sqlite:///{path}", now=0)
    assert schema_version(path) == NEXT
    # The refusal gave the lock back.
    with pytest.raises(DatabaseNewer):
        await Store.open(f"sqlite:///{path}", now=0)


def test_a_new_database_is_made_without_loading_alembic(tmp_path: Path) -> None:
    """It would take a third of the time that a start may take."""
    code = (
        "import sys; from pathlib import Path; from bot.store.migrate import migrate\n"
        "for _ in range(2): migrate(Path(sys.argv[1]))\n"
        "print('alembic' in sys.modules)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code, tmp_path / "bot.db"], capture_output=True, text=True, check=True
    )
    assert ran.stdout == "False\n"


async def test_a_file_of_another_program_is_refused_and_left_alone(tmp_path: Path) -> None:
    other, letter = tmp_path / "other.db", tmp_path / "letter.txt"
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("CREATE TABLE song (title TEXT)")
    letter.write_text("Dear Bea, " * 1000)
    for path in (other, letter):
        with pytest.raises(ForeignDatabase, match=path.name):
            await Store.open(f"sqlite:///{path}", now=0)
    assert inspect(engine_of(other)).get_table_names() == ["song"]
    assert letter.read_text() == "Dear Bea, " * 1000
