"""The stand-in for a test of the adapter; at the end nothing was broken and nobody left without an answer."""

from collections.abc import AsyncIterator

import pytest

from tests.support.telegram import TelegramApi


@pytest.fixture
async def api() -> AsyncIterator[TelegramApi]:
    async with TelegramApi() as started:
        yield started
        assert started.violations == []
        assert started.throttled == 0
        assert started.unanswered() == []
