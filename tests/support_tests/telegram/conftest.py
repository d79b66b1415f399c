"""The stand-in, a bare bot and a person who has spoken to it."""

from collections.abc import AsyncIterator

import pytest
from telegram import (
    Bot,
)
from telegram.request import HTTPXRequest

from tests.support.telegram import Person, TelegramApi


@pytest.fixture
async def api() -> AsyncIterator[TelegramApi]:
    async with TelegramApi() as started:
        yield started


@pytest.fixture
async def bot(api: TelegramApi) -> AsyncIterator[Bot]:
    request = HTTPXRequest(connection_pool_size=64, read_timeout=2.0)
    async with Bot(api.token, f"{api.root}/bot", f"{api.root}/file/bot", request=request) as started:
        yield started


@pytest.fixture
def ada(api: TelegramApi) -> Person:
    person = api.person("Ada", "ada_l")
    person.starts()
    return person
