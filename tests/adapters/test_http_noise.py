"""What strangers send to an open port is never more than a line of the log; faults of ours are told whole."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator

import pytest
from aiohttp import web
from aiohttp.http_exceptions import BadHttpMessage

from bot.adapters.http_noise import SERVER, ClientNoise
from tests.support.raw_http import MALFORMED, send
from tests.support.web_demo import DemoBot, demo


@pytest.fixture(autouse=True)
def _short_log() -> Iterator[None]:
    """As the command line sets the log up."""
    noise = ClientNoise()
    noise.install()
    yield
    logging.getLogger(SERVER).removeFilter(noise)


@pytest.mark.parametrize("rudely", [False, True])
@pytest.mark.parametrize("sent", MALFORMED.values(), ids=MALFORMED.keys())
async def test_a_malformed_request_is_one_line_of_the_log_at_most(
    sent: bytes, rudely: bool, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO):
        async with demo(DemoBot()) as adapter:
            await send(adapter.address, sent, rudely=rudely)
            await asyncio.sleep(0.02)
    assert [record.exc_info for record in caplog.records if record.exc_info] == []
    assert len(caplog.records) <= 1
    assert all(len(record.getMessage().splitlines()) == 1 for record in caplog.records)
    assert all(len(record.getMessage()) < 250 for record in caplog.records)


async def test_a_client_that_leaves_while_it_is_answered_is_no_news(caplog: pytest.LogCaptureFixture) -> None:
    request = b"GET /static/style.css HTTP/1.1\r\nHost: {host}\r\n\r\n" * 50
    with caplog.at_level(logging.INFO):
        async with demo(DemoBot()) as adapter:
            for _ in range(10):
                await send(adapter.address, request, rudely=True)
            await asyncio.sleep(0.05)
    assert caplog.records == []


async def test_a_fault_of_ours_keeps_its_traceback(caplog: pytest.LogCaptureFixture) -> None:
    async def fail(_request: web.Request) -> web.Response:
        raise RuntimeError("a bug")

    application = web.Application()
    application.router.add_get("/", fail)
    runner = web.AppRunner(application, access_log=None)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    host, port = runner.addresses[0][:2]
    await send(f"http://{host}:{port}", b"GET / HTTP/1.1\r\nHost: {host}\r\n\r\n", rudely=False)
    await runner.cleanup()
    assert [record.exc_info is not None for record in caplog.records] == [True]
    assert "a bug" in caplog.text


def test_what_a_client_sent_cannot_forge_a_line() -> None:
    error = BadHttpMessage("bad\r\n2026-11-30 INFO all is well\u2028" + "x" * 1_000)
    record = logging.LogRecord(SERVER, logging.ERROR, __file__, 1, "Error", (), (type(error), error, None))
    logging.getLogger(SERVER).setLevel(logging.INFO)
    assert ClientNoise().filter(record)
    line = record.getMessage()
    assert len(line) < 250
    assert len(line.splitlines()) == 1
    assert record.levelno == logging.INFO
