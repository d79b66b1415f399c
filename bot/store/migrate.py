"""Brings a database file up to the schema of this program, or leaves it exactly as it was.

A file with data is copied beside itself first; going back is restoring that copy. All steps run in one
transaction with foreign keys off (alembic rebuilds tables, and a cascade would empty their children),
checked before COMMIT.
"""

from pathlib import Path

from sqlalchemy import Connection, func, inspect, select, table, text

from bot.store.durable import begin_draft, put_in_place
from bot.store.engine import maintenance_engine, outside_transaction, reader_engine
from bot.store.errors import DatabaseNewer, ForeignDatabase, MigrationFailed
from bot.store.faults import told_of
from bot.store.schema import metadata

# The newest file in `migrations/versions`; known here so that an ordinary start need not load alembic.
HEAD = "0003"
SCRIPTS = Path(__file__).with_name("migrations")

# As alembic makes it.
_VERSION_TABLE = """
    CREATE TABLE IF NOT EXISTS alembic_version (
        version_num VARCHAR(32) NOT NULL,
        CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
    )
"""


def schema_version(path: Path) -> str | None:
    """The schema a database file has, None for an empty one. Changes nothing and waits for nobody; raise
    `ForeignDatabase` if it is not ours, `Damaged` or `NotWritable`.
    """
    engine = reader_engine(path, 1)
    try:
        with told_of(path), engine.connect() as conn:
            return version_of(conn)
    finally:
        engine.dispose()


def migrate(path: Path, target: str = HEAD, scripts: Path = SCRIPTS) -> Path | None:
    """Bring the file to `target`; return the copy that was made of it before, if one was needed.

    Raise `DatabaseNewer`, `ForeignDatabase` or `MigrationFailed`. Nobody else may use the file meanwhile.
    """
    found = schema_version(path)
    if found == target:
        return None
    if found is None:
        _begin(path, target, scripts)
        return None
    if not is_known(found, scripts):
        raise DatabaseNewer(path, found, target)
    copy = _copy(path, target)
    upgrade(path, target, scripts)
    return copy


def version_of(conn: Connection) -> str | None:
    """The schema that a connection finds, None for an empty database."""
    if not inspect(conn).has_table("alembic_version"):
        return None
    return conn.execute(text("SELECT version_num FROM alembic_version")).scalar_one_or_none()


def _begin(path: Path, target: str, scripts: Path) -> None:
    """Fill an empty file. The newest schema is made directly: a first start need not load alembic either."""
    with maintenance_engine(path).begin() as conn:
        if set(inspect(conn).get_table_names()) - {"alembic_version"}:
            raise ForeignDatabase(path)
        if target == HEAD:
            metadata.create_all(conn)
            conn.execute(text(_VERSION_TABLE))
            conn.execute(text("INSERT INTO alembic_version VALUES (:target)"), {"target": target})
            return
    upgrade(path, target, scripts)


def is_known(version: str, scripts: Path = SCRIPTS) -> bool:
    """Whether this program has a migration to that schema."""
    from alembic.script import ScriptDirectory

    return version in {script.revision for script in ScriptDirectory(str(scripts)).walk_revisions()}


def _copy(path: Path, target: str) -> Path:
    copy = path.with_name(f"{path.stem}.before-{target}{path.suffix}")
    draft = begin_draft(copy)
    outside_transaction(maintenance_engine(path), "VACUUM INTO ?", str(draft))
    put_in_place(draft, copy)
    return copy


def upgrade(path: Path, target: str, scripts: Path = SCRIPTS) -> None:
    """Run the migrations up to `target` in one transaction; without a copy, for that see `migrate`."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(scripts).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    with maintenance_engine(path, foreign_keys=False).begin() as conn:
        before = _row_counts(conn)
        config.attributes["connection"] = conn
        command.upgrade(config, target)
        _check(conn, before)


def _row_counts(conn: Connection) -> dict[str, int]:
    names = set(inspect(conn).get_table_names()) - {"alembic_version"}
    return {name: conn.execute(select(func.count()).select_from(table(name))).scalar_one() for name in names}


def _check(conn: Connection, before: dict[str, int]) -> None:
    after = _row_counts(conn)
    lost = {name: (count, after[name]) for name, count in before.items() if after.get(name, count) != count}
    if lost:
        told = ", ".join(
            f"{name}: {was} rows before, {now} after" for name, (was, now) in sorted(lost.items())
        )
        raise MigrationFailed(f"The migration would change the number of rows ({told}).")
    broken = conn.execute(text("PRAGMA foreign_key_check")).all()
    if broken:
        raise MigrationFailed(f"The migration would leave {len(broken)} rows that point nowhere.")
