"""A running page with the made-up bot behind it, and browsers for it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack

import pytest

from bot.adapters.web import WebAdapter
from tests.support.web_client import WebClient
from tests.support.web_demo import DemoBot, demo

Enter = Callable[..., Awaitable[WebClient]]


@pytest.fixture
def bot() -> DemoBot:
    return DemoBot()


@pytest.fixture
async def adapter(bot: DemoBot) -> AsyncIterator[WebAdapter]:
    async with demo(bot) as adapter:
        yield adapter
    await asyncio.sleep(0)  # the transports close at the loop's next turn


@pytest.fixture
async def enter(adapter: WebAdapter) -> AsyncIterator[Enter]:
    """``await enter("Anna")`` is a browser of a new person in the lounge."""
    async with AsyncExitStack() as stack:

        async def come(name: str, *chats: str, language: str = "en") -> WebClient:
            client = await stack.enter_async_context(WebClient(adapter.address, language))
            await client.enter(name, *chats)
            return client

        yield come
