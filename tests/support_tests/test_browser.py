"""The browser of the tests, tried against a page that this module serves itself."""

import asyncio
import struct
from collections.abc import AsyncIterator

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from tests.support.browser import Browser, BrowserError

pytestmark = pytest.mark.browser

PAGE = """<!doctype html><html lang=en><meta name=viewport content="width=device-width">
<title>Doors</title><link rel=icon href="data:,">
<label for=who>Name</label> <input id=who value=nobody>
<button onclick="said.textContent += ' knocked'">Knock</button>
<button onclick="said.textContent += ' rang'" aria-label="Ring the bell">♪</button>
<button hidden>Back door</button> <button disabled>Locked</button>
<button id=under style="position:absolute;top:300px">Behind the curtain</button>
<div style="position:absolute;top:290px;left:0;right:0;height:60px;background:#888"></div>
<p id=said>Visitor VISITOR speaks LANGUAGE</p>
<script>who.onkeydown = e => { if (e.key === 'Enter') said.textContent = 'Welcome ' + who.value }</script>
"""


@pytest.fixture
async def address() -> AsyncIterator[str]:
    """A page that numbers its visitors by cookie."""
    visitors = iter(range(1, 100))

    async def show(request: web.Request) -> web.Response:
        visitor = request.cookies.get("visitor") or str(next(visitors))
        language = request.headers.get("Accept-Language", "").split(",")[0]
        body = PAGE.replace("VISITOR", visitor).replace("LANGUAGE", language)
        answer = web.Response(text=body, content_type="text/html")
        answer.set_cookie("visitor", visitor)
        return answer

    app = web.Application()
    app.router.add_get("/", show)
    async with TestServer(app) as server:
        yield str(server.make_url("/"))


async def test_two_pages_are_two_visitors_and_each_stays_itself(browser: Browser, address: str) -> None:
    ann, bea = await browser.open(address), await browser.open(address, language="de")
    assert "Visitor 1 speaks en" in await ann.text()
    assert "Visitor 2 speaks de" in await bea.text()
    await ann.reload()
    await ann.wait_for_text("Visitor 1 speaks en")


async def test_what_is_pressed_is_what_is_named_so_for_the_eye_or_the_ear(
    browser: Browser, address: str
) -> None:
    page = await browser.open(address)
    assert await page.labels() == ["Name", "Knock", "Ring the bell", "Behind the curtain"]
    await page.click("Knock")
    await page.click("Ring the bell")
    assert await page.wait_for_text("rang twice", "knocked rang") == "knocked rang"
    assert await page.accessible_names("textbox") == ["Name"]


async def test_a_test_leaves_no_page_behind(chromium_address: str, address: str) -> None:
    async with Browser(chromium_address) as first:
        await first.open(address)
    async with Browser(chromium_address) as second:
        async with asyncio.timeout(10):  # the browser learns of the parting a moment later
            while address in await second.addresses():
                await second.open("about:blank")
        await second.open(address)
        assert address in await second.addresses()


@pytest.mark.parametrize("label", ["Back door", "Locked", "Front door"])
async def test_what_nobody_could_press_is_not_pressed(browser: Browser, address: str, label: str) -> None:
    page = await browser.open(address)
    with pytest.raises(BrowserError, match=f"nothing named '{label}' to press, only .*Knock"):
        await page.click(label, within=0.1)


async def test_what_is_covered_is_not_pressed(browser: Browser, address: str) -> None:
    page = await browser.open(address)
    with pytest.raises(BrowserError, match="covered"):
        await page.click("Behind the curtain")


async def test_typing_replaces_what_stood_there_and_keys_are_pressed(browser: Browser, address: str) -> None:
    page = await browser.open(address)
    await page.type("#who", "Zoë")
    await page.key("Enter")
    await page.wait_for_text("Welcome Zoë")


async def test_an_error_of_the_page_is_gathered_and_one_of_the_test_is_raised(
    browser: Browser, address: str
) -> None:
    page = await browser.open(address)
    assert page.errors == []
    with pytest.raises(BrowserError, match="nowhere is not defined"):
        await page.evaluate("nowhere")
    await page.evaluate("void setTimeout(() => { throw new Error('a wild one') })")
    await page.evaluate("fetch('/missing')")
    async with asyncio.timeout(10):
        while len(page.errors) < 2:
            await page.evaluate("1")
    assert [error for error in page.errors if "a wild one" in error]
    assert [error for error in page.errors if "404" in error and "/missing" in error]


async def test_waiting_in_vain_says_what_is_there_instead(browser: Browser, address: str) -> None:
    page = await browser.open(address)
    with pytest.raises(BrowserError, match="Visitor 1"):
        await page.wait_for_text("Nobody home", within=0.1)


@pytest.mark.parametrize("width", [400, 1280])
async def test_a_screenshot_has_the_width_of_the_viewport(browser: Browser, address: str, width: int) -> None:
    page = await browser.open(address, width=width, height=600)
    picture = await page.screenshot()
    assert picture.startswith(b"\x89PNG")
    assert struct.unpack(">II", picture[16:24]) == (width, 600)
    assert await page.evaluate("innerWidth") == width
