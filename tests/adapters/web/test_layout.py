"""What is seen of the page on a phone and on a wide screen: nothing cut or covered, the board in sight."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.adapters.web import WebAdapter
from bot.app.ports import Answer, Chat, Incoming
from bot.app.screen import Button, Screen
from tests.support.browser import Browser, Page
from tests.support.web_demo import DemoBot, prepare, rolling

pytestmark = pytest.mark.browser

LOUNGE = Chat("web", "room:lounge")
PHONE, WIDE = (400, 820), (1280, 800)
LONG = tuple(f"A line of the board that says something of which there is much, number {n}" for n in range(6))
BOX = "(s => document.querySelector(s).getBoundingClientRect().toJSON())"


async def come(browser: Browser, adapter: WebAdapter, size: tuple[int, int], language: str = "en") -> Page:
    """A new visitor in the lounge."""
    page = await browser.open(adapter.address, width=size[0], height=size[1], language=language)
    await page.wait_for("document.querySelector('#naming').open")
    await page.type("#name", "Anna")
    await page.key("Enter")
    await page.wait_for("document.querySelector('#me').textContent")
    return page


async def with_a_board(adapter: WebAdapter, page: Page, lines: int) -> None:
    """A board with a picture, so many long lines, and three rows of buttons."""
    rows = tuple(tuple(Button(f"13/{n + m}", f"step:{n}:{m}") for m in range(4)) for n in range(3))
    screen = replace(rolling(1, "Anna"), lines=LONG[:lines], rows=rows)
    await adapter.post(LOUNGE, await prepare(screen))
    await page.wait_for("document.querySelector('#board img')?.complete")


async def settled(page: Page) -> None:
    """Wait until sizes and places have been drawn."""
    await page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


@pytest.mark.parametrize("size, lines", [(PHONE, 6), (WIDE, 6), ((1024, 700), 3)])
async def test_headline_picture_and_buttons_of_the_board_are_in_sight(
    browser: Browser, adapter: WebAdapter, size: tuple[int, int], lines: int
) -> None:
    page = await come(browser, adapter, size)
    await with_a_board(adapter, page, lines)
    await page.wait_for(f"{BOX}('#board .rows').bottom <= innerHeight")
    assert await page.evaluate(f"{BOX}('#board h3').top >= {BOX}('.bar').bottom")
    covered = """(() => {
      const r = document.querySelector('#board h3').getBoundingClientRect();
      return !document.querySelector('#board header').contains(document.elementFromPoint(r.x + 5, r.y + 5));
    })()"""
    assert not await page.evaluate(covered)
    width, height = await page.evaluate(f"(b => [b.width, b.height])({BOX}('#board figure'))")
    assert height > 200
    assert width / height == pytest.approx(1200 / 976, rel=0.03), "the board keeps its form"


@pytest.mark.parametrize("size", [PHONE, WIDE, (1024, 700)])
async def test_a_notice_never_lies_over_the_board(
    browser: Browser, adapter: WebAdapter, bot: DemoBot, size: tuple[int, int]
) -> None:
    page = await come(browser, adapter, size)
    await with_a_board(adapter, page, 2)

    async def refuse(_what: Incoming) -> Answer:
        return Answer(
            notice="Bea is to roll, and this sentence goes on for a while: " + "on and on " * 12, alert=True
        )

    bot.answer = refuse
    await page.press("#board .rows button")
    await page.wait_for("!!document.querySelector('.toast')")
    await settled(page)
    apart = """(() => {
      const [a, b] = ['.toasts', '#board .card'].map(s => document.querySelector(s).getBoundingClientRect());
      const shown = Math.max(b.top, document.querySelector('#main').getBoundingClientRect().top);
      return a.right <= b.left || a.left >= b.right || a.bottom <= shown;
    })()"""
    assert await page.evaluate(apart)
    await page.wait_for(f"{BOX}('#board .rows').bottom <= innerHeight")


async def test_the_same_notice_is_shown_once(browser: Browser, adapter: WebAdapter, bot: DemoBot) -> None:
    page = await come(browser, adapter, PHONE)

    async def refuse(_what: Incoming) -> Answer:
        return Answer(notice="There is no such command.", alert=True)

    bot.answer = refuse
    for _ in range(3):
        await page.type("#text", "/nonsense")
        await page.key("Enter")
    await page.wait_for(
        "document.querySelectorAll('.line').length === 3 && !!document.querySelector('.toast')"
    )
    assert await page.evaluate("document.querySelectorAll('.toast').length") == 1


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("size", [PHONE, WIDE])
async def test_the_words_of_the_side_are_whole_and_begin_in_one_line(
    browser: Browser, adapter: WebAdapter, size: tuple[int, int], language: str
) -> None:
    page = await come(browser, adapter, size, language)
    if size == PHONE:
        await page.press("#menu")
    hint = """(e => {
      const canvas = document.createElement('canvas').getContext('2d'), style = getComputedStyle(e);
      canvas.font = getComputedStyle(e, '::placeholder').font;
      const room = e.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
      return canvas.measureText(e.placeholder).width <= room;
    })(document.querySelector('#newroom-name'))"""
    assert await page.evaluate(hint)
    begins = """(() => {
      const nobody = Object.assign(document.createElement('li'), {className: 'hint', textContent: 'Nobody'});
      document.querySelector('#people').append(nobody);
      const parts = ['h2', 'label', 'input', '.hint', '#me', 'button:not(.plus)'].map(one => `.side ${one}`);
      const inner = e => e.matches('button') ? parseFloat(getComputedStyle(e).paddingLeft) + 1 : 0;
      return [...document.querySelectorAll(parts.join())].filter(e => e.checkVisibility())
        .map(e => e.getBoundingClientRect().x + inner(e));
    })()"""
    lefts = await page.evaluate(begins)
    assert max(lefts) - min(lefts) <= 1.5, lefts


async def test_no_line_ends_within_a_score_or_before_a_cube(browser: Browser, adapter: WebAdapter) -> None:
    page = await come(browser, adapter, PHONE)
    line = "Anna leads 3–1, Emil ⚁ has thrown 6-4 and pays Carl 3"
    await adapter.post(LOUNGE, await prepare(replace(rolling(1, "Anna"), headline=line, lines=(line,))))
    await page.wait_for("document.querySelectorAll('#board .whole').length === 8")
    broken = """(() => {
      const all = [...document.querySelectorAll('#board .whole')];
      return all.filter(e => e.getClientRects().length > 1).map(e => e.textContent);
    })()"""
    for width in range(250, 420, 10):
        await page.resize(width, 820)
        assert await page.evaluate(broken) == []
    for shown in ("h3", ".lines p"):
        assert await page.evaluate(f"document.querySelector('#board {shown}').innerText") == line


async def test_the_end_stays_in_sight_when_the_window_changes(browser: Browser, adapter: WebAdapter) -> None:
    page = await come(browser, adapter, WIDE)
    for number in range(30):
        await adapter.post(LOUNGE, await prepare(Screen(f"Message {number}", LONG)))
    await with_a_board(adapter, page, 2)
    for size in (PHONE, WIDE, (1024, 700), PHONE, (820, 400)):
        await page.resize(*size)
        await settled(page)
        await page.wait_for("document.querySelector('#newest').hidden")
        await page.wait_for(f"{BOX}('#board .rows').bottom <= innerHeight + 1")


async def test_nobody_is_called_to_a_board_that_is_in_sight(
    browser: Browser, adapter: WebAdapter, bot: DemoBot
) -> None:
    page = await come(browser, adapter, WIDE)
    await page.wait_for("!!document.querySelector('#private .card')")
    await page.type("#text", "/play")
    await page.key("Enter")
    await page.wait_for("!!document.querySelector('#board .rows')")

    async def long(_what: Incoming) -> Answer:
        return Answer(private=Screen("Long", LONG * 3))

    bot.answer = long
    await page.type("#text", "/help")
    await page.key("Enter")
    await page.wait_for("document.querySelector('#private h3')?.textContent === 'Long'")
    bot.answer = None
    for _ in range(2):
        me = bot.heard[-1].visitor
        await bot.post_turn(LOUNGE, me)
    await page.wait_for("document.querySelectorAll('#log .card').length >= 2")
    await page.evaluate("new Promise(done => setTimeout(done, 600))")
    assert await page.evaluate("document.querySelectorAll('.toast').length") == 0
