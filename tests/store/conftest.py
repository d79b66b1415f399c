"""A store on a real file for each test: `:memory:` would hide locks, journals and restarts."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.store.database import Store


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'bot.db'}"


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    opened = await Store.open(url, now=0)
    yield opened
    await opened.close()
