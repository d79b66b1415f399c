"""What strangers send to an open port is never more than a line of the log; faults of ours are told whole."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator

import pytest
from aiohttp import web
from aiohttp.http_exceptions import BadHttpMessage

from bot.adapters.http_noise import SERVER, ClientNoise
from tests.support.web_demo import DemoBot, demo

UPGRADE = (
    b"GET /socket HTTP/1.1\r\nHost: {host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)
MALFORMED = {
    "no HTTP at all": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" * 20 + b"\r\n\r\n",
    "no version": b"GET /\r\n\r\n",
    "a version that there is not": b"GET / HTTP/9.9\r\nHost: {host}\r\n\r\n",
    "a header without a colon": b"GET / HTTP/1.1\r\nHost {host}\r\n\r\n",
    "a broken line end in a header": b"GET / HTTP/1.1\r\nHost: {host}\r\nX: a\nb\r\rc\r\n\r\n",
    "a header that never ends": b"GET / HTTP/1.1\r\nX: " + b"a" * 20_000 + b"\r\n\r\n",
    "a length that is no number": b"POST / HTTP/1.1\r\nHost: {host}\r\nContent-Length: many\r\n\r\n",
    "two lengths": b"POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx",
    "a broken chunk": b"POST / HTTP/1.1\r\nHost: {host}\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    "a null byte": b"GET /\x00 HTTP/1.1\r\nHost: {host}\r\n\r\n",
    "half a request": b"GET / HT",
    "half a header": b"GET / HTTP/1.1\r\nHost: 127",
    "half a body": b"POST / HTTP/1.1\r\nHost: {host}\r\nContent-Length: 1000\r\n\r\nhalf",
    "an upgrade without a cookie": UPGRADE + b"Origin: http://{host}\r\n\r\n",
    "an upgrade with an impossible key": UPGRADE.replace(b"dGhlIHNhbXBsZSBub25jZQ==", b"x")
    + b"Origin: http://{host}\r\nCookie: chouette="
    + b"a" * 43
    + b"\r\n\r\n",
    "an upgrade that leaves at once": UPGRADE
    + b"Origin: http://{host}\r\nCookie: chouette="
    + b"a" * 43
    + b"\r\n\r\n",
    "a frame that is none": UPGRADE
    + b"Origin: http://{host}\r\nCookie: chouette="
    + b"a" * 43
    + b"\r\n\r\n\xff\xff\xff\xff\xff\xff",
}


@pytest.fixture(autouse=True)
def _short_log() -> Iterator[None]:
    """As the command line sets the log up."""
    noise = ClientNoise()
    noise.install()
    yield
    logging.getLogger(SERVER).removeFilter(noise)


async def send(address: str, data: bytes, *, rudely: bool) -> None:
    """Send raw bytes to the server; then wait for its answer, or cut the line without a word."""
    host = address.removeprefix("http://")
    name, _, port = host.partition(":")
    reader, writer = await asyncio.open_connection(name, int(port))
    writer.write(data.replace(b"{host}", host.encode()))
    await writer.drain()
    if rudely:
        writer.transport.abort()
    else:
        writer.write_eof()
        async with asyncio.timeout(10):
            await reader.read()
    writer.close()


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
