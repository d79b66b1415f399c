"""The stand-in for a test of the adapter; at the end nothing was broken and nobody left without an answer."""

import functools
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.support.telegram import Person, TelegramApi
from tests.support.telegram_line import Line, Opener, opening


@pytest.fixture
async def api() -> AsyncIterator[TelegramApi]:
    async with TelegramApi() as started:
        yield started
        assert started.violations == []
        assert started.throttled == 0
        assert started.unanswered() == []


@pytest.fixture
def opened(tmp_path: Path, api: TelegramApi) -> Opener:
    """Open the adapter, as often as wanted, over one database."""
    return functools.partial(opening, tmp_path / "wire.db", api)


@pytest.fixture
async def line(opened: Opener) -> AsyncIterator[Line]:
    async with opened() as running:
        yield running


@pytest.fixture
def ada(api: TelegramApi) -> Person:
    """Somebody whose chat with the bot is open."""
    person = api.person("Ada", "ada")
    person.user.started = True
    return person
