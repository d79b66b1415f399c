"""Brings a database file up to the schema of this program, or leaves it exactly as it was.

A file with data is copied beside itself first; going back is restoring that copy. All steps run in one
transaction with foreign keys off (alembic rebuilds tables, and a cascade would empty their children),
checked before COMMIT.
"""

import os
from pathlib import Path

from sqlalchemy import Connection, Engine, func, inspect, select, table, text

from bot.store.engine import maintenance_engine, outside_transaction
from bot.store.errors import DatabaseNewer, MigrationFailed

# The newest file in `migrations/versions`; known here so that an ordinary start need not load alembic.
HEAD = "0001"
SCRIPTS = Path(__file__).with_name("migrations")


def schema_version(path: Path) -> str | None:
    """The schema a database file has, None for an empty one."""
    engine = maintenance_engine(path)
    with engine.begin() as conn:
        return version_of(conn)


def migrate(path: Path, target: str = HEAD, scripts: Path = SCRIPTS) -> Path | None:
    """Bring the file to `target`; return the copy that was made of it before, if one was needed.

    Raise `DatabaseNewer` or `MigrationFailed`. The caller must be the only one who uses the file.
    """
    found = schema_version(path)
    if found == target:
        return None
    if found is not None and not is_known(found, scripts):
        raise DatabaseNewer(path, found, target)
    copy = _copy(path, target) if found is not None else None
    _upgrade(maintenance_engine(path, foreign_keys=False), target, scripts)
    return copy


def version_of(conn: Connection) -> str | None:
    """The schema that a connection finds, None for an empty database."""
    if not inspect(conn).has_table("alembic_version"):
        return None
    return conn.execute(text("SELECT version_num FROM alembic_version")).scalar_one_or_none()


def is_known(version: str, scripts: Path = SCRIPTS) -> bool:
    """Whether this program has a migration to that schema."""
    from alembic.script import ScriptDirectory

    return version in {script.revision for script in ScriptDirectory(str(scripts)).walk_revisions()}


def _copy(path: Path, target: str) -> Path:
    copy = path.with_name(f"{path.stem}.before-{target}{path.suffix}")
    draft = copy.with_name(copy.name + ".part")
    draft.unlink(missing_ok=True)
    outside_transaction(maintenance_engine(path), "VACUUM INTO ?", str(draft))
    draft.chmod(0o600)
    os.replace(draft, copy)
    return copy


def _upgrade(engine: Engine, target: str, scripts: Path) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(scripts).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    with engine.begin() as conn:
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
