"""A headless Chromium for tests, driven over its DevTools protocol with aiohttp alone.

It acts as a person does: it presses what has a visible label with a real mouse event, types with real key
events, reads what is to be read. It knows no page of ours. Pages of one :class:`Browser` are strangers to
each other: each has its own cookies and storage, as two people at two machines.
"""

import asyncio
import base64
import contextlib
import itertools
import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import aiohttp

PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--headless=new",
    "--no-sandbox",  # the tests may run as root
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--no-proxy-server",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-extensions",
    "--hide-scrollbars",
    "--force-color-profile=srgb",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",  # nothing but this machine
    "--remote-debugging-port=0",  # a free one, announced in a file of the profile
)
STARTING_S = 30.0
PATIENCE_S = 10.0
GLANCE_S = 0.03

KEYS = {
    "Tab": (9, ""),
    "Enter": (13, "\r"),
    "Escape": (27, ""),
    "Space": (32, " "),
    "End": (35, ""),
    "Home": (36, ""),
    "ArrowLeft": (37, ""),
    "ArrowUp": (38, ""),
    "ArrowRight": (39, ""),
    "ArrowDown": (40, ""),
}

# What can be pressed and is to be seen, with the name that a person reads on it (or hears).
PRESSABLE = """
(() => {
  const tidy = text => text.replace(/\\s+/g, ' ').trim();
  const name = e => tidy(e.getAttribute('aria-label') || e.innerText || e.value || e.title || '');
  return [...document.querySelectorAll('button, a[href], summary, label, [role=button], input[type=submit]')]
    .filter(e => !e.disabled && e.checkVisibility({visibilityProperty: true}))
    .map(e => ({element: e, name: name(e)}));
})()
"""

# The middle of an element, scrolled into view, and whether a press there would reach it.
SPOT = """
e => {
  if (!e) return null;
  e.scrollIntoView({block: 'center', behavior: 'instant'});
  const r = e.getBoundingClientRect(), x = r.x + r.width / 2, y = r.y + r.height / 2;
  return {x, y, free: e.contains(document.elementFromPoint(x, y))};
}
"""


class BrowserError(Exception):
    """The page did not do what was asked of it; the message says what was there instead."""


def chromium() -> str | None:
    """The path of the browser, or None where there is none."""
    return next(filter(None, map(shutil.which, PROGRAMS)), None)


class _DevTools:
    """One WebSocket to the browser: numbered commands, and events by session."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self._numbers = itertools.count(1)
        self._waiting: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._listeners: dict[str, Callable[[str, dict[str, Any]], None]] = {}
        self._reader = asyncio.create_task(self._read())

    async def send(self, method: str, session: str | None = None, **params: object) -> dict[str, Any]:
        number = next(self._numbers)
        answer = self._waiting[number] = asyncio.get_running_loop().create_future()
        message: dict[str, object] = {"id": number, "method": method, "params": params}
        await self._socket.send_json(message if session is None else message | {"sessionId": session})
        return await asyncio.wait_for(answer, STARTING_S)

    def listen(self, session: str, listener: Callable[[str, dict[str, Any]], None]) -> None:
        self._listeners[session] = listener

    async def close(self) -> None:
        await self._socket.close()
        await self._reader

    async def _read(self) -> None:
        async for frame in self._socket:
            message = json.loads(frame.data)
            if "id" in message:
                self._answer(message)
            elif listener := self._listeners.get(message.get("sessionId", "")):
                listener(message["method"], message["params"])
        for answer in self._waiting.values():
            answer.set_exception(BrowserError("the browser is gone"))

    def _answer(self, message: dict[str, Any]) -> None:
        answer = self._waiting.pop(message["id"])
        if answer.done():  # nobody waits any more
            return
        if "error" in message:
            answer.set_exception(BrowserError(str(message["error"])))
        else:
            answer.set_result(message["result"])


class Browser:
    """A running Chromium, for the length of one test, as a context; leaving it closes the test's pages."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._stack = contextlib.AsyncExitStack()
        self._tools: _DevTools

    async def __aenter__(self) -> Self:
        async with contextlib.AsyncExitStack() as stack:
            http = await stack.enter_async_context(aiohttp.ClientSession())
            self._tools = _DevTools(await http.ws_connect(self._address, max_msg_size=0))
            stack.push_async_callback(self._tools.close)
            self._stack = stack.pop_all()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._stack.aclose()

    async def open(self, url: str, *, width: int = 1280, height: int = 800, language: str = "en") -> "Page":
        """Open a page for a new visitor, wait until it is loaded; sizes in CSS pixels."""
        send = self._tools.send
        visitor = (await send("Target.createBrowserContext", disposeOnDetach=True))["browserContextId"]
        target = (await send("Target.createTarget", url="about:blank", browserContextId=visitor))["targetId"]
        session = (await send("Target.attachToTarget", targetId=target, flatten=True))["sessionId"]
        page = Page(self._tools, session)
        self._tools.listen(session, page.notice)
        for domain in ("Page", "Runtime", "Log"):
            await page.send(f"{domain}.enable")
        await page.speak(language)
        await page.resize(width, height)
        await page.goto(url)
        return page

    async def addresses(self) -> list[str]:
        """The addresses of all open pages."""
        targets = (await self._tools.send("Target.getTargets"))["targetInfos"]
        return [str(target["url"]) for target in targets if target["type"] == "page"]


@dataclass(slots=True)
class Page:
    """What one visitor sees. `errors` gathers uncaught exceptions and failed requests of the page."""

    tools: _DevTools
    session: str
    errors: list[str] = field(default_factory=list)
    _loaded: asyncio.Event = field(default_factory=asyncio.Event)

    async def send(self, method: str, **params: object) -> dict[str, Any]:
        return await self.tools.send(method, self.session, **params)

    def notice(self, method: str, params: dict[str, Any]) -> None:
        """Take an event of the browser; called by the connection."""
        if method == "Page.loadEventFired":
            self._loaded.set()
        elif method == "Runtime.exceptionThrown":
            details = params["exceptionDetails"]
            self.errors.append(details.get("exception", {}).get("description") or details["text"])
        elif method == "Log.entryAdded" and params["entry"]["level"] == "error":
            self.errors.append(f"{params['entry']['text']} {params['entry'].get('url', '')}".strip())

    async def goto(self, url: str) -> None:
        self._loaded.clear()
        failure = (await self.send("Page.navigate", url=url)).get("errorText")
        if failure:
            raise BrowserError(f"{url}: {failure}")
        await asyncio.wait_for(self._loaded.wait(), STARTING_S)

    async def reload(self) -> None:
        self._loaded.clear()
        await self.send("Page.reload")
        await asyncio.wait_for(self._loaded.wait(), STARTING_S)

    async def resize(self, width: int, height: int = 800) -> None:
        """Set the viewport in CSS pixels; one narrower than 500 is a phone's, with touch."""
        phone = width < 500
        await self.send(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=phone,
        )
        await self.send("Emulation.setTouchEmulationEnabled", enabled=phone)

    async def speak(self, language: str) -> None:
        """Set what the browser says its person reads, such as ``de`` or ``en-GB``."""
        agent = (await self.tools.send("Browser.getVersion"))["userAgent"]
        await self.send("Emulation.setUserAgentOverride", userAgent=agent, acceptLanguage=language)

    async def dark(self, dark: bool = True) -> None:
        preferred = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        await self.send("Emulation.setEmulatedMedia", features=[preferred])

    async def evaluate(self, script: str) -> Any:
        """The value of a JavaScript expression, awaited if it is a promise; it must be JSON."""
        answer = await self.send("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if problem := answer.get("exceptionDetails"):
            raise BrowserError(problem.get("exception", {}).get("description") or problem["text"])
        return answer["result"].get("value")

    async def text(self) -> str:
        """All that can be read on the page."""
        return str(await self.evaluate("document.body.innerText"))

    async def wait_for(self, script: str, within: float = PATIENCE_S) -> Any:
        """Wait until a JavaScript expression is true; its value."""
        async for _ in _glances(within):
            if value := await self.evaluate(script):
                return value
        raise BrowserError(f"{script} was not true within {within:g} s; the page says:\n{await self.text()}")

    async def wait_for_text(self, *texts: str, within: float = PATIENCE_S) -> str:
        """Wait until one of the texts can be read; which one."""
        wanted = json.dumps(texts)
        return str(await self.wait_for(f"{wanted}.find(t => document.body.innerText.includes(t))", within))

    async def labels(self) -> list[str]:
        """The names of all that can be pressed, in the page's order."""
        return [str(name) for name in await self.evaluate(f"{PRESSABLE}.map(e => e.name)")]

    async def click(self, label: str, within: float = PATIENCE_S) -> None:
        """Press what is named so, with the mouse; of several the last, which in a chat is the newest."""
        name = " ".join(label.split())  # a hard space is a space
        found = f"{PRESSABLE}.filter(e => e.name === {json.dumps(name)}).at(-1)?.element"
        try:
            await self.wait_for(f"!!{found}", within)
        except BrowserError as error:
            raise BrowserError(f"nothing named {label!r} to press, only {await self.labels()}") from error
        spot = await self.evaluate(f"({SPOT})({found})")
        if not spot:  # the page was redrawn between the look and the press
            await self.click(label, within)
        elif not spot["free"]:
            raise BrowserError(f"{label!r} is covered by something else")
        else:
            await self._press_at(spot["x"], spot["y"])

    async def press(self, selector: str) -> None:
        """Press, with the mouse, the one thing that a CSS selector finds."""
        found = f"document.querySelector({json.dumps(selector)})"
        await self.wait_for(f"!!{found}")
        spot = await self.evaluate(f"({SPOT})({found})")
        if not spot or not spot["free"]:
            raise BrowserError(f"{selector} is covered by something else, or gone")
        await self._press_at(spot["x"], spot["y"])

    async def _press_at(self, x: float, y: float) -> None:
        for kind in ("mousePressed", "mouseReleased"):
            await self.send("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    async def type(self, selector: str, text: str) -> None:
        """Type into the field that a CSS selector finds, in place of what stood there."""
        await self.wait_for(f"!!document.querySelector({json.dumps(selector)})")
        await self.evaluate(
            f"(e => {{ e.focus(); e.select(); }})(document.querySelector({json.dumps(selector)}))"
        )
        await self.send("Input.insertText", text=text)

    async def key(self, name: str) -> None:
        """Press one of the named `KEYS`."""
        code, text = KEYS[name]
        key = " " if name == "Space" else name
        common = {"key": key, "code": name, "windowsVirtualKeyCode": code}
        await self.send(
            "Input.dispatchKeyEvent", type="keyDown" if text else "rawKeyDown", text=text, **common
        )
        await self.send("Input.dispatchKeyEvent", type="keyUp", **common)

    async def accessible_names(self, role: str) -> list[str]:
        """What a screen reader says for each element of a role, such as ``button``, ``img``, ``textbox``."""
        await self.send("Accessibility.enable")
        nodes = (await self.send("Accessibility.getFullAXTree"))["nodes"]
        mine = [node for node in nodes if not node.get("ignored") and node["role"]["value"] == role]
        return [str(node.get("name", {}).get("value", "")) for node in mine]

    async def screenshot(self, path: Path | None = None, *, whole: bool = False) -> bytes:
        """The viewport, or the whole page, as PNG; also written to `path`."""
        answer = await self.send("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        picture = base64.b64decode(answer["data"])
        if path is not None:
            await asyncio.to_thread(path.write_bytes, picture)
        return picture


async def _glances(within: float) -> AsyncIterator[None]:
    """A look now and then, the last one when the time is over."""
    end = asyncio.get_running_loop().time() + within
    yield
    while asyncio.get_running_loop().time() < end:
        await asyncio.sleep(GLANCE_S)
        yield


@contextlib.contextmanager
def running(program: str) -> Iterator[str]:
    """Run a Chromium with a fresh profile; gives the address of its DevTools, and ends it afterwards."""
    with tempfile.TemporaryDirectory(prefix="chouette-browser-", ignore_cleanup_errors=True) as profile:
        process = subprocess.Popen(
            [program, *FLAGS, f"--user-data-dir={profile}", "about:blank"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # its many children end with it
        )
        try:
            yield _announced(process, Path(profile, "DevToolsActivePort"))
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def _announced(process: subprocess.Popen[bytes], announcement: Path) -> str:
    """Wait for the file in which the browser says where it listens: a port, and a path, a line each."""
    end = time.monotonic() + STARTING_S
    while time.monotonic() < end and process.poll() is None:
        with contextlib.suppress(FileNotFoundError, ValueError):
            port, path = announcement.read_text().split()
            return f"ws://127.0.0.1:{port}{path}"
        time.sleep(GLANCE_S)
    raise BrowserError(f"the browser did not start (exit code {process.poll()})")
