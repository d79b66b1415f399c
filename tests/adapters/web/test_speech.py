"""The page speaks the language that its person has set, else the browser's; so do its times."""

from __future__ import annotations

import re

from bot.adapters.web import MemoryHistory, Record, WebAdapter, Wishes
from bot.app.ports import Answer, Chat, Incoming, Outgoing
from bot.app.screen import Screen
from tests.adapters.web.conftest import Enter
from tests.support.browser import Browser, Page
from tests.support.web_client import WebClient
from tests.support.web_demo import DemoBot, demo
from tests.support.web_texts import ENGLISH, GERMAN

GERMAN_IN_TOKYO = Wishes("de", "Asia/Tokyo")


def wishing(bot: DemoBot, wishes: Wishes) -> None:
    """The next thing that somebody does sets this."""

    async def change(_what: Incoming) -> Answer:
        bot.wishes = wishes
        return Answer()

    bot.answer = change


async def test_a_page_is_told_at_once_that_its_person_wants_another_language(
    enter: Enter, bot: DemoBot
) -> None:
    anna, bea = await enter("Anna"), await enter("Bea", language="de")
    await anna.silence()
    await bea.silence()
    wishing(bot, GERMAN_IN_TOKYO)
    await anna.act("press", chat="direct", message=1, data="set")
    words = await anna.hear("words")
    assert (words["language"], words["zone"]) == ("de", "Asia/Tokyo")
    assert words["texts"] == GERMAN
    assert words["commands"][0]["name"] == "play"
    assert "words" not in [message["type"] for message in await bea.silence()]


async def test_all_pages_of_a_person_follow(enter: Enter, bot: DemoBot, adapter: WebAdapter) -> None:
    anna = await enter("Anna")
    async with WebClient(adapter.address, cookies=anna.cookies) as second:
        await second.connect("room:lounge")
        wishing(bot, Wishes("de"))
        await anna.act("say", chat="direct", text="German")
        assert (await second.hear("words"))["language"] == "de"
        assert "words" not in [message["type"] for message in await second.silence()]


async def test_who_takes_the_wish_back_gets_the_browsers_language(enter: Enter, bot: DemoBot) -> None:
    bot.wishes = Wishes("en")
    anna = await enter("Anna", language="de")
    await anna.act("say", chat="direct", text="I am known now")
    assert (await anna.hear("words"))["language"] == "en"
    wishing(bot, Wishes())
    await anna.act("say", chat="direct", text="as my app")
    assert (await anna.hear("words"))["texts"] == GERMAN


async def test_the_next_visit_is_in_the_language_that_was_set(enter: Enter, bot: DemoBot) -> None:
    anna = await enter("Anna")
    assert f">{ENGLISH['rooms']}<" in await anna.visit()
    bot.wishes = Wishes("de")
    source = await anna.visit()
    assert '<html lang="de">' in source
    assert f">{GERMAN['rooms']}<" in source


async def test_a_page_that_comes_back_in_the_wrong_language_gets_the_right_words(
    enter: Enter, bot: DemoBot
) -> None:
    anna = await enter("Anna")
    assert (await anna.connect())["texts"] is None
    bot.wishes = GERMAN_IN_TOKYO
    hello = await anna.connect()
    assert (hello["language"], hello["zone"], hello["texts"]) == ("de", "Asia/Tokyo", GERMAN)


async def test_a_language_that_the_page_does_not_have_changes_nothing(enter: Enter, bot: DemoBot) -> None:
    bot.wishes = Wishes("xx", "Nowhere/Atlantis")
    anna = await enter("Anna")
    assert '<html lang="en">' in await anna.visit()
    assert (await anna.connect())["texts"] is None


WORDS_OF_THE_PAGE = """
[...document.querySelectorAll('body *:not(noscript, #announcer)')].flatMap(e => [
  ...[...e.childNodes].filter(n => n.nodeType === 3).map(n => n.textContent.trim()),
  ...['aria-label', 'placeholder', 'title'].map(name => e.getAttribute(name)),
]).concat(document.title, document.documentElement.lang).filter(Boolean)
"""


async def words(page: Page) -> list[str]:
    found: list[str] = await page.evaluate(WORDS_OF_THE_PAGE)
    return found


async def test_every_word_of_an_open_page_changes_as_if_it_were_loaded_anew(
    browser: Browser, adapter: WebAdapter, bot: DemoBot
) -> None:
    page = await browser.open(adapter.address)
    await page.wait_for("document.querySelector('#naming').open")
    await page.type("#name", "Anna")
    await page.key("Enter")
    await page.click("Play the computer")
    await page.wait_for_text("Anna to roll or double")
    await page.type("#text", "Good luck!")
    await page.key("Enter")
    await page.wait_for("!!document.querySelector('.line')")
    before = await words(page)
    await page.type("#text", "half a sente")
    wishing(bot, GERMAN_IN_TOKYO)
    await page.press("#board button")
    await page.wait_for("document.documentElement.lang === 'de'")
    await page.wait_for(f"document.querySelector('#connection').textContent === {GERMAN['online']!r}")
    await page.wait_for("!!document.querySelector('#board button:not(:disabled)')")
    assert await page.evaluate("document.querySelector('#text').value") == "half a sente"
    changed = await words(page)
    await page.reload()
    await page.wait_for(f"document.querySelector('#connection').textContent === {GERMAN['online']!r}")
    await page.wait_for("!!document.querySelector('#board .card') && !!document.querySelector('.line')")
    assert changed == await words(page)
    assert set(before) & set(changed) & set(ENGLISH.values()) <= set(GERMAN.values())
    assert page.errors == []


async def test_times_are_shown_in_the_zone_that_was_set(
    browser: Browser, adapter: WebAdapter, bot: DemoBot
) -> None:
    page = await browser.open(adapter.address)
    await page.wait_for("document.querySelector('#naming').open")
    await page.send("Emulation.setTimezoneOverride", timezoneId="Europe/London")
    await page.type("#name", "Anna")
    await page.key("Enter")
    await page.wait_for("document.querySelector('#me').textContent")
    await adapter.post(Chat("web", "room:lounge"), Outgoing(Screen("Hello")))
    shown = "document.querySelector('#log time')?.title"
    london = await page.wait_for(shown)
    wishing(bot, Wishes("en", "Asia/Tokyo"))
    await page.type("#text", "I am in Tokyo")
    await page.key("Enter")
    tokyo = await page.wait_for(f"{shown} !== {london!r} && {shown}")
    at = "new Date(document.querySelector('#log time').dateTime)"
    style = "{dateStyle: 'medium', timeStyle: 'short', timeZone: 'Asia/Tokyo'}"
    assert tokyo == await page.evaluate(f"new Intl.DateTimeFormat('en-GB', {style}).format({at})")


async def test_a_message_of_another_day_shows_its_day(browser: Browser, bot: DemoBot) -> None:
    history, noon_utc = MemoryHistory(), 1_767_787_200_000  # 7 January 2026
    await history.save(
        Record("room:lounge", noon_utc, "", f'{{"at": {noon_utc}, "headline": "a", "lines": []}}')
    )
    async with demo(bot, history=history) as adapter:
        shown = "document.querySelector('#log time')?.textContent"
        for language, time in (("en", "7 Jan, 12:00"), ("de", "7. Jan., 12:00")):
            page = await browser.open(adapter.address, language=language)
            await page.send("Emulation.setTimezoneOverride", timezoneId="UTC")
            await page.reload()
            assert await page.wait_for(shown) == time
            await adapter.post(Chat("web", "room:lounge"), Outgoing(Screen(f"today in {language}")))
            await page.wait_for_text(f"today in {language}")
            newest = "[...document.querySelectorAll('time')].at(-1).textContent"
            assert re.fullmatch(r"\d\d:\d\d", await page.evaluate(newest))
