"""The whole product in a browser: the real service as a process, real pages, mouse and keyboard."""

from __future__ import annotations

import asyncio
import random
import socket
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from bot.app.codec import read
from bot.game.match import Match
from bot.game.turn import ToPlay, ToRoll
from bot.store import tables
from bot.store.archive import read_log
from bot.store.reading import Reading
from bot.ui.texts import isolated
from tests.support.browser import Browser, Page
from tests.support.page_hands import (
    LIVE,
    choice,
    come,
    gone,
    offers,
    play_by_mouse,
    press_by_tab,
    press_digit,
    press_one,
    write,
)
from tests.support.players import what_to_type
from tests.support.process import serving

pytestmark = pytest.mark.browser
CALLED_WITHIN_S = 30.0


async def the_match(folder: Path) -> Match | None:
    """The state of the one table that there is, from the database; None before it is there."""
    reading = await Reading.open(f"sqlite:///{folder / 'chouette.sqlite'}")
    try:
        for table in await reading.read(tables.table_ids):
            stored, _ = await reading.read(partial(read_log, table=table))
            match: Match = read(Match, stored.snapshot or {})
            return match
        return None
    finally:
        await reading.close()


async def changed(folder: Path, fits: Callable[[Match], bool]) -> Match:
    """Wait until the stored match is so."""
    async with asyncio.timeout(CALLED_WITHIN_S):
        while not ((match := await the_match(folder)) is not None and fits(match)):  # noqa: ASYNC110 - another process
            await asyncio.sleep(0.05)
    return match


async def on_turn(page: Page) -> None:
    """Wait until the computer has played."""
    await page.wait_for(f"{LIVE}.length > 0", CALLED_WITHIN_S)


async def online(page: Page, wanted: bool) -> None:
    """Wait until the page says that it has found the service, or that it has lost it."""
    sign = "===" if wanted else "!=="
    state = "document.querySelector('#connection').dataset.state"
    await page.wait_for(f"{state} {sign} 'online'", CALLED_WITHIN_S)


async def test_two_pages_play_a_match_to_its_end_by_buttons(browser: Browser, tmp_path: Path) -> None:
    async with serving(tmp_path) as service:
        anna = await come(browser, service.address, "Anna")
        bea = await come(browser, service.address, "Bea")
        await write(anna, "/challenge 1")
        await bea.click("Accept")
        assert await play_by_mouse(anna, bea) > 20
        match = await the_match(tmp_path)
        assert match is not None
        assert match.over is not None
        assert match.over.winner is not None
        name = {"x": "Anna", "o": "Bea"}[match.over.winner]
        for page in (anna, bea):
            await page.wait_for_text(f"{isolated(name)} wins")
        assert anna.errors == bea.errors == []


async def test_one_types_against_the_computer_and_goes_on_where_the_service_was_killed(
    browser: Browser, tmp_path: Path
) -> None:
    chance = random.Random(1)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    async with serving(tmp_path, port=port, computer_pace_s=0) as service:
        page = await come(browser, service.address + "/#direct", "Anna")
        await write(page, "/play 3")
        typed = 0
        while True:
            match = await changed(tmp_path, lambda match: what_to_type(match, "x", chance) is not None)
            if typed >= 6 and rolls_or_plays(match, "x"):
                break
            text = what_to_type(match, "x", chance)
            assert text is not None
            await write(page, text)
            await changed(tmp_path, match.__ne__)
            typed += 1
        await page.wait_for_text("Anna\u2069 is to roll", "Anna\u2069 rolled", within=CALLED_WITHIN_S)
        await service.kill()
        await online(page, False)
    async with serving(tmp_path, port=port, computer_pace_s=0):
        await online(page, True)
        async with asyncio.timeout(CALLED_WITHIN_S):
            while await the_match(tmp_path) == match:  # one step of a play is in the buttons only
                await press_one(page, LIVE)  # again where the board is sent anew
        await page.reload()
        await page.wait_for_text("/play 3")
        await on_turn(page)


async def test_what_is_pressed_while_the_service_is_gone_is_done_after_it_is_back_and_one_can_go_on(
    browser: Browser, tmp_path: Path
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    async with serving(tmp_path, port=port, computer_pace_s=0) as service:
        page = await come(browser, service.address + "/#direct", "Anna")
        await write(page, "/play 3")
        await page.wait_for_text("Anna\u2069 is to roll", "Anna\u2069 rolled", within=CALLED_WITHIN_S)
        await service.kill()
        await online(page, False)
    await page.click("Resign…")
    await page.wait_for(f"{LIVE}.length === 0")
    async with serving(tmp_path, port=port, computer_pace_s=0):
        await online(page, True)
        await page.click("Back", CALLED_WITHIN_S)
        await page.wait_for(f"{LIVE}.some(e => e.dataset.press.includes(':resign:'))", CALLED_WITHIN_S)


async def test_the_page_speaks_the_language_of_the_settings_at_once_and_at_the_next_visit(
    browser: Browser, tmp_path: Path
) -> None:
    german = "document.documentElement.lang === 'de' && document.querySelector('#place').textContent"
    async with serving(tmp_path) as service:
        page = await come(browser, service.address + "/#direct", "Anna")
        await page.wait_for_text("Just you and Chouette")
        await write(page, "/settings")
        await page.click("Deutsch")
        await page.wait_for_text("Deine Einstellungen")
        assert await page.wait_for(german) == "Nur du und Chouette"
        await page.reload()
        assert await page.evaluate("document.querySelector('#rooms-title').textContent") == "Räume"
        await online(page, True)
        await page.click("Wie meine App")  # what only she sees is there again after the reload
        await page.wait_for_text("Your settings")
        await page.wait_for("document.querySelector('#rooms-title').textContent === 'Rooms'")
        assert page.errors == []


async def test_a_turn_is_played_with_the_keyboard_alone(browser: Browser, tmp_path: Path) -> None:
    async with serving(tmp_path, computer_pace_s=0) as service:
        page = await come(browser, service.address + "/#direct", "Anna")
        await write(page, "/play 3")
        await on_turn(page)
        await page.key("Escape")
        by_digit = by_tab = 0
        begun = await changed(tmp_path, lambda match: what_to_type(match, "x", random.Random(1)) is not None)
        while not played(begun, await changed(tmp_path, lambda match: match.running is not None)):
            found = await offers(page, LIVE)
            offer = choice(found)
            if offer is None:
                continue
            if offer is found[0]:
                await press_digit(page, "1")
                by_digit += 1
            else:
                await press_by_tab(page, offer)
                by_tab += 1
            await gone(page, LIVE, offer)
        assert by_digit + by_tab >= 2
        assert page.errors == []


def rolls_or_plays(match: Match, seat: str) -> bool:
    """Whether it is a player's turn, and not an answer to a double or the next game that is asked for."""
    if match.running is None:
        return False
    turn = match.running.turn
    return turn.on_roll == seat and isinstance(turn.phase, ToRoll | ToPlay)


def played(before: Match, now: Match) -> bool:
    """Whether a turn has been played between the two."""
    assert before.running is not None
    assert now.running is not None
    return now.running.turn.plays > before.running.turn.plays
