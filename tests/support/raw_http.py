"""What strangers send to an open port: requests that are none, or cut short, or impossible; a bare socket."""

from __future__ import annotations

import asyncio
from urllib.parse import urlsplit

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
"""By what is wrong with them; ``{host}`` stands for the server's own name."""


async def send(address: str, data: bytes, *, rudely: bool) -> None:
    """Send raw bytes to the server; then wait for its answer, or cut the line without a word."""
    server = urlsplit(address)
    reader, writer = await asyncio.open_connection(server.hostname, server.port)
    writer.write(data.replace(b"{host}", server.netloc.encode()))
    await writer.drain()
    if rudely:
        writer.transport.abort()
    else:
        writer.write_eof()
        async with asyncio.timeout(10):
            await reader.read()
    writer.close()
