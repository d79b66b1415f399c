from pathlib import Path

import pytest
from sqlalchemy import text

from bot.store.database import Store
from bot.store.engine import maintenance_engine
from bot.store.errors import DatabaseNewer, DatabaseOlder, NoDatabase, NotWritable
from bot.store.persons import create_person, load_person
from bot.store.reading import Reading


async def test_a_database_can_be_looked_into_while_it_is_served(store: Store, url: str) -> None:
    reading = await Reading.open(url)
    ann = await store.write(lambda conn: create_person(conn, "Ann", 0))
    assert (await reading.read(lambda conn: load_person(conn, ann))).name == "Ann"
    with pytest.raises(NotWritable, match="readonly"):
        await reading.read(lambda conn: create_person(conn, "Bea", 0))
    await store.write(lambda conn: create_person(conn, "Cid", 0))
    await reading.close()


async def test_a_look_into_nothing_says_so_and_creates_nothing(url: str, tmp_path: Path) -> None:
    with pytest.raises(NoDatabase):
        await Reading.open(url)
    assert not (tmp_path / "bot.db").exists()


@pytest.mark.parametrize(
    "schema, error", [(None, DatabaseOlder), ("9999", DatabaseNewer)], ids=["empty", "newer"]
)
async def test_another_schema_is_not_read(
    url: str, tmp_path: Path, schema: str | None, error: type[Exception]
) -> None:
    with maintenance_engine(tmp_path / "bot.db").begin() as conn:
        if schema is not None:
            conn.execute(text("CREATE TABLE alembic_version (version_num TEXT)"))
            conn.execute(text("INSERT INTO alembic_version VALUES (:schema)"), {"schema": schema})
    with pytest.raises(error):
        await Reading.open(url)
