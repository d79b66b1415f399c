"""A store on a real file for each test: `:memory:` would hide locks, journals and restarts."""

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.store.database import Store
from bot.store.migrate import migrate


@pytest.fixture
def url(tmp_path: Path) -> str:
    """Where a database may be made; nothing is there yet."""
    return f"sqlite:///{tmp_path / 'bot.db'}"


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A migrated file without rows, to be copied: the migrations need not run for every test."""
    path = tmp_path_factory.mktemp("store") / "empty.db"
    migrate(path)
    return path


@pytest.fixture
async def store(url: str, tmp_path: Path, empty_database: Path) -> AsyncIterator[Store]:
    """An open store without rows, on `url`."""
    shutil.copyfile(empty_database, tmp_path / "bot.db")
    (tmp_path / "bot.db").chmod(0o600)
    opened = await Store.open(url, now=0)
    yield opened
    await opened.close()
