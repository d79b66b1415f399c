"""Who gets in, and how: cookie, origin, host name, sizes, rates, address."""

from __future__ import annotations

import asyncio
import logging
import re
from importlib.resources import files

import aiohttp
import pytest

from bot.adapters.web import PAGE_TEXTS, AddressInUse, NotLocal, WebAdapter, WebError, WebSettings
from bot.adapters.web.limits import BURST, PATIENCE, SOCKETS_EACH, SOCKETS_FROM_SOURCE
from bot.adapters.web.wire import MESSAGE_BYTES
from tests.adapters.web.conftest import Enter
from tests.support.web_client import WebClient
from tests.support.web_demo import DemoBot, demo


async def test_a_browser_is_known_by_a_secret_that_no_script_can_read(adapter: WebAdapter) -> None:
    async with WebClient(adapter.address) as client:
        async with client.http.get(adapter.address) as response:
            cookie = response.cookies["chouette"]
        assert len(cookie.value) == 43
        assert cookie["httponly"]
        assert cookie["samesite"] == "Lax"
        async with client.http.get(adapter.address) as again:
            assert "chouette" not in again.cookies


async def test_the_secret_itself_is_never_told_again(adapter: WebAdapter, bot: DemoBot, enter: Enter) -> None:
    anna = await enter("Anna")
    await anna.act("say", chat="room:lounge", text="hello")
    secret = next(iter(anna.cookies)).value
    said = bot.heard[-1]
    assert len(said.visitor.external_id) == 32
    assert secret not in repr(bot.heard)
    assert all(secret not in repr(message) for message in await anna.silence())


async def test_the_secret_travels_only_encrypted_behind_an_encrypting_proxy(bot: DemoBot) -> None:
    settings = WebSettings(port=0, public_origin="https://backgammon.example")
    async with demo(bot, settings) as adapter, aiohttp.ClientSession() as http:
        headers = {"Host": "backgammon.example"}
        async with http.get(adapter.address, headers=headers) as response:
            assert response.cookies["chouette"]["secure"]
        wrong = {"Host": "other.example"}
        async with http.get(adapter.address, headers=wrong) as response:
            assert response.status == 403


@pytest.mark.parametrize(
    "settings, admin",
    [
        (WebSettings(port=0), True),
        (WebSettings(port=0, public_origin="https://backgammon.example"), False),
        (WebSettings(host="0.0.0.0", port=0, open_to_network=True), False),  # noqa: S104
    ],
)
async def test_an_admin_of_the_rooms_is_only_who_sits_at_this_machine(
    bot: DemoBot, settings: WebSettings, admin: bool
) -> None:
    async with demo(bot, settings) as adapter:
        port = adapter.address.rpartition(":")[2]
        async with WebClient(f"http://127.0.0.1:{port}") as client:
            await client.visit()
            if settings.public_origin:
                secret = next(iter(client.cookies)).value
                client.http.headers["Cookie"] = f"chouette={secret}"
            await client.connect("room:lounge")
            await client.act("name", name="Stranger", chat="direct")
            await client.act("say", chat="room:lounge", text="hello")
    assert bot.heard[-1].visitor.admin is admin


async def test_a_malformed_cookie_is_replaced(adapter: WebAdapter) -> None:
    async with (
        aiohttp.ClientSession(cookies={"chouette": "x"}) as http,
        http.get(adapter.address) as response,
    ):
        assert len(response.cookies["chouette"].value) == 43


@pytest.mark.parametrize(
    "origin",
    ["https://evil.example", "http://127.0.0.1:1", "null", "http://127.0.0.1.evil.example", None],
)
async def test_a_page_of_another_origin_gets_no_line(adapter: WebAdapter, origin: str | None) -> None:
    async with WebClient(adapter.address) as client:
        await client.visit()
        headers = {"Origin": origin} if origin else {}
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await client.http.ws_connect(f"{adapter.address}/socket", headers=headers)
        assert refused.value.status == 403


async def test_a_line_without_a_cookie_is_refused(adapter: WebAdapter) -> None:
    async with WebClient(adapter.address) as client:
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await client.connect()
        assert refused.value.status == 401


async def test_a_foreign_name_that_leads_to_this_machine_is_refused(adapter: WebAdapter) -> None:
    async with (
        aiohttp.ClientSession() as http,
        http.get(adapter.address, headers={"Host": "evil.example:8080"}) as response,
    ):
        assert response.status == 403
        assert "chouette" not in response.cookies


async def test_a_message_that_is_too_long_closes_the_line(enter: Enter, bot: DemoBot) -> None:
    anna = await enter("Anna")
    before = len(bot.heard)
    await anna.socket.send_str("x" * (MESSAGE_BYTES + 1))
    assert await anna.closed() == aiohttp.WSCloseCode.MESSAGE_TOO_BIG
    assert len(bot.heard) == before


async def test_a_flood_is_slowed_down_explained_once_and_then_cut(enter: Enter, bot: DemoBot) -> None:
    anna = await enter("Anna")
    before = len(bot.heard)
    sent = int(BURST) + PATIENCE + 60
    for number in range(sent):
        if anna.socket.closed:
            break
        await anna.send({"type": "say", "id": str(1000 + number), "chat": "room:lounge", "text": "spam"})
    notices = []
    async for frame in anna.socket:
        message = frame.json()
        notices += [message["text"]] if message["type"] == "notice" else []
    assert anna.socket.close_code == aiohttp.WSCloseCode.POLICY_VIOLATION
    assert notices == ["That was a lot at once. Please wait a moment."]
    assert len(bot.heard) - before <= BURST + 10


async def test_a_person_cannot_open_pages_without_end(adapter: WebAdapter) -> None:
    async with WebClient(adapter.address) as client:
        await client.visit()
        headers = {"Origin": adapter.address}
        lines = [
            await client.http.ws_connect(f"{adapter.address}/socket", headers=headers)
            for _ in range(SOCKETS_EACH)
        ]
        assert not any(line.closed for line in lines)
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await client.connect()
        assert refused.value.status == 503


async def test_a_page_that_says_nothing_makes_room(bot: DemoBot) -> None:
    async with demo(bot, WebSettings(port=0, hello_s=1.0)) as adapter, WebClient(adapter.address) as client:
        await client.visit()
        origin = {"Origin": adapter.address}
        silent = await client.http.ws_connect(f"{adapter.address}/socket", headers=origin)
        await client.connect("room:lounge")
        async with asyncio.timeout(5):
            assert (await silent.receive()).type is aiohttp.WSMsgType.CLOSE
        assert silent.close_code == aiohttp.WSCloseCode.POLICY_VIOLATION
        await client.act("name", name="Anna", chat="direct")
        assert not client.socket.closed, "who has said hello stays"


async def test_nobody_takes_all_places_with_many_cookies(bot: DemoBot) -> None:
    settings = WebSettings(port=0, public_origin="https://backgammon.example")
    connector = aiohttp.TCPConnector(limit=0)
    async with demo(bot, settings) as adapter, aiohttp.ClientSession(connector=connector) as http:
        lines = []

        async def open_one(came_from: str, number: int) -> None:
            headers = {
                "Origin": "https://backgammon.example",
                "Cookie": f"chouette={number:043d}",
                "X-Forwarded-For": came_from,
            }
            lines.append(await http.ws_connect(f"{adapter.address}/socket", headers=headers))

        for number in range(SOCKETS_FROM_SOURCE):
            await open_one(f"198.51.100.{number}, 203.0.113.7", number)
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await open_one("198.51.100.1, 203.0.113.7", SOCKETS_FROM_SOURCE)
        assert refused.value.status == 503
        await open_one("198.51.100.1, 203.0.113.8", SOCKETS_FROM_SOURCE)
        assert not any(line.closed for line in lines)


PROXIED = WebSettings(public_origin="https://backgammon.example")
OPEN = WebSettings(host="0.0.0.0", open_to_network=True)  # noqa: S104


@pytest.mark.parametrize(
    "settings, peer, forwarded, source",
    [
        (WebSettings(), "127.0.0.1", None, None),
        (WebSettings(), "127.0.0.1", "203.0.113.7", None),
        (OPEN, "203.0.113.7", "198.51.100.1", "203.0.113.7/32"),
        (OPEN, "2001:db8:1:2:3::4", None, "2001:db8:1:2::/64"),
        (OPEN, None, None, None),
        (PROXIED, "127.0.0.1", "198.51.100.1, 203.0.113.7", "203.0.113.7/32"),
        (PROXIED, "127.0.0.1", None, None),
        (PROXIED, "127.0.0.1", "unknown", None),
    ],
)
def test_where_a_visitor_comes_from(
    settings: WebSettings, peer: str | None, forwarded: str | None, source: str | None
) -> None:
    assert settings.source(peer, forwarded) == source


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.1", "backgammon.example"])  # noqa: S104
async def test_an_address_that_others_can_reach_needs_to_be_meant(bot: DemoBot, host: str) -> None:
    with pytest.raises(NotLocal, match="BOT_WEB_OPEN"):
        await demo(bot, WebSettings(host=host, port=0)).start()


async def test_an_open_page_is_warned_about(bot: DemoBot, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        async with demo(bot, WebSettings(host="0.0.0.0", port=0, open_to_network=True)):  # noqa: S104
            pass
    assert "open to everybody" in caplog.text


async def test_a_taken_port_is_said_in_one_sentence(adapter: WebAdapter, bot: DemoBot) -> None:
    port = int(adapter.address.rpartition(":")[2])
    with pytest.raises(AddressInUse, match=f"Port {port} on 127.0.0.1 is taken"):
        await demo(bot, WebSettings(port=port)).start()


async def test_an_address_of_another_machine_is_said_in_one_sentence(bot: DemoBot) -> None:
    settings = WebSettings(host="192.0.2.1", port=0, open_to_network=True)
    with pytest.raises(WebError, match="cannot be served on 192"):
        await demo(bot, settings).start()


async def test_every_answer_is_closed_to_everything_from_elsewhere(adapter: WebAdapter) -> None:
    paths = ("/", "/static/app.js", "/picture/none.png", "/nowhere")
    async with aiohttp.ClientSession() as http:
        for path in paths:
            async with http.get(adapter.address + path) as response:
                policy = response.headers["Content-Security-Policy"]
                assert "default-src 'none'; script-src 'self'; style-src 'self'" in policy
                assert "unsafe" not in policy
                assert response.headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize(
    "accepted, language, word",
    [
        ("de-AT,de;q=0.9,en;q=0.5", "de", "Wartesaal"),
        ("en-GB", "en", "Lounge"),
        ("fr, de;q=0.3, en;q=0.2", "de", "Wartesaal"),
        ("fr", "en", "Lounge"),
        ("de;q=nonsense, en;q=0.1", "en", "Lounge"),
        ("", "en", "Lounge"),
    ],
)
async def test_the_page_speaks_the_language_of_the_browser(
    adapter: WebAdapter, accepted: str, language: str, word: str
) -> None:
    async with WebClient(adapter.address, accepted) as client:
        page = await client.visit()
    assert f'<html lang="{language}">' in page
    assert f'<h1 id="place">{word}</h1>' in page
    assert "{{" not in page


async def test_the_bot_learns_the_language_of_the_browser(enter: Enter, bot: DemoBot) -> None:
    await enter("Jörg", language="de-AT,de;q=0.9")
    assert bot.heard[-1].visitor.locale == "de-at"


async def test_the_bot_speaks_the_language_of_the_page_where_the_browser_prefers_one_that_is_not_ours(
    enter: Enter, bot: DemoBot
) -> None:
    jean = await enter("Jean", language="fr-FR,de-AT;q=0.7,en;q=0.3")
    assert 'lang="de"' in await jean.visit()
    assert bot.heard[-1].visitor.locale == "de-at"


async def test_a_file_of_the_page_is_loaded_once(adapter: WebAdapter) -> None:
    async with aiohttp.ClientSession() as http:
        async with http.get(f"{adapter.address}/static/app.js") as first:
            tag = first.headers["ETag"]
        async with http.get(f"{adapter.address}/static/app.js", headers={"If-None-Match": tag}) as second:
            assert second.status == 304


def test_the_page_has_no_way_to_make_markup_of_words() -> None:
    scripts = [
        path.read_text()
        for path in (files("bot.adapters.web") / "static").iterdir()
        if path.name[-3:] == ".js"
    ]
    assert len(scripts) > 3
    for forbidden in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "srcdoc"):
        assert not [script for script in scripts if forbidden in script]


def test_every_text_of_the_page_is_used_and_there() -> None:
    sources = "".join(path.read_text() for path in (files("bot.adapters.web") / "static").iterdir())
    served = {"too_fast", "failed", "rooms_full", "rooms_yours"}  # told by the service
    by_state = {"online", "connecting", "offline"}
    used = set(re.findall(r"\btexts\.([a-z_]+)", sources)) | set(re.findall(r"\{\{([a-z_]+)\}\}", sources))
    assert used - {"language", "texts", "get"} | served | by_state == set(PAGE_TEXTS)
