"""Updates by webhook."""

from __future__ import annotations

import io

import aiohttp
import pytest

from bot.adapters.telegram import (
    BadWebhook,
    TelegramSettings,
    Webhook,
)
from bot.app.ports import (
    Said,
)
from tests.support.telegram import Person, TelegramApi
from tests.support.telegram_line import (
    Opener,
    free_port,
    unconnected,
)

pytestmark = pytest.mark.platforms


SECRET = "s" * 40


@pytest.mark.parametrize(
    "webhook",
    [
        Webhook("http://example.org/hook"),
        Webhook("https://example.org:9000/hook"),
        Webhook("https://example.org:99999/hook"),
        Webhook("https://[example.org/hook"),
        Webhook("https://example.org/hook", "short"),
        Webhook("https://example.org/hook", "ä" * 40),
    ],
    ids=["not https", "a port that is not called", "no port", "no host", "a short secret", "other signs"],
)
def test_a_webhook_that_cannot_work_is_refused_before_it_is_tried(webhook: Webhook) -> None:
    with pytest.raises(BadWebhook, match="BOT_TELEGRAM_WEBHOOK"):
        unconnected(TelegramSettings("123456789:" + "A" * 35, webhook=webhook))


def test_a_secret_is_made_where_none_is_given_and_never_shown() -> None:
    one, other = Webhook("https://example.org/hook"), Webhook("https://example.org/hook")
    one.check()
    assert one.secret != other.secret
    assert one.secret not in repr(one)


async def test_updates_come_by_webhook_and_strangers_get_403(
    api: TelegramApi, opened: Opener, ada: Person
) -> None:
    port = await free_port()
    url = f"http://127.0.0.1:{port}/hook"
    async with opened(webhook=Webhook(url, SECRET, port=port)) as line, aiohttp.ClientSession() as session:
        ada.says(ada.private, "hello")
        await line.rest()
        assert isinstance(line.desk.heard[-1], Said)
        header = {"X-Telegram-Bot-Api-Secret-Token": SECRET}

        async def call(body: bytes, headers: dict[str, str], path: str = "/hook") -> tuple[int, str]:
            where = f"http://127.0.0.1:{port}{path}"
            async with session.post(where, data=io.BytesIO(body), headers=headers) as answer:
                return answer.status, await answer.text()

        update = b'{"update_id": 5, "message": {}}'
        assert await call(update, {}) == (403, "")
        assert await call(update, {"X-Telegram-Bot-Api-Secret-Token": SECRET[:-1]}) == (403, "")
        assert (await call(update, header, "/other"))[0] == 404
        assert (await call(b"x" * (1024 * 1024 + 1), header))[0] == 413
        deep = b'{"update_id": 6, "message": ' + b"[" * 50 + b"]" * 50 + b"}"
        for body in (
            b"",
            b"\xff",
            b"[]",
            b"{}",
            b'{"update_id": true}',
            b'{"update_id": "5"}',
            deep,
            b"[" * 99_999,
        ):
            assert (await call(body, header))[0] == 400, body[:40]
        heard = len(line.desk.heard)
        for body in (b'{"update_id": 7}', b'{"update_id": 8, "message": {"chat": 5}}', update):
            assert (await call(body, header))[0] == 200, "it is ours to put aside"
        await line.rest()
        assert len(line.desk.heard) == heard
    assert api.feed.webhook is not None


async def test_from_webhook_to_polling_and_back(api: TelegramApi, opened: Opener, ada: Person) -> None:
    port = await free_port()
    async with opened(webhook=Webhook(f"http://127.0.0.1:{port}/hook", SECRET, port=port)):
        pass
    ada.says(ada.private, "while nobody listens")
    async with opened() as line:
        await line.rest()
        assert len(line.desk.heard) == 1
    assert api.feed.webhook is None
