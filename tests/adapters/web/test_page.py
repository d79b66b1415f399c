"""The page in a real browser: by mouse and by keyboard, in both languages, with hostile words."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from bot.adapters.web import WebAdapter
from bot.app.ports import Answer, Chat, Incoming, Mention, Outgoing, Said
from bot.app.screen import Button, Screen
from tests.support.browser import Browser, Page
from tests.support.web_demo import DemoBot, prepare, rolling

pytestmark = pytest.mark.browser

LOUNGE = Chat("web", "room:lounge")


async def come(browser: Browser, adapter: WebAdapter, name: str, path: str = "", **view: object) -> Page:
    """A new visitor who has given a name."""
    page = await browser.open(adapter.address + path, **view)  # type: ignore[arg-type]
    await page.wait_for("document.querySelector('#naming').open")
    await page.type("#name", name)
    await page.key("Enter")
    await page.wait_for("document.querySelector('#me').textContent")
    return page


async def write(page: Page, text: str) -> None:
    await page.type("#text", text)
    await page.key("Enter")


async def test_two_people_talk_and_play_by_buttons(
    browser: Browser, adapter: WebAdapter, bot: DemoBot
) -> None:
    anna = await come(browser, adapter, "Anna", width=400)
    bea = await come(browser, adapter, "Bea")
    await write(bea, "Good luck!")
    await anna.wait_for_text("Good luck!")
    await anna.click("Play the computer")
    await bea.wait_for_text("Anna to roll or double")
    await anna.click("Roll")
    await anna.click("24/18")
    await bea.wait_for_text("So far: 24/18")
    await anna.click("13/9")
    await anna.click("Done")
    await anna.wait_for("document.querySelector('#board h3')?.textContent === 'Anna to roll or double'")
    await anna.wait_for("document.querySelectorAll('#log .rows').length === 0")
    assert anna.errors == bea.errors == []


async def test_everything_can_be_done_by_keyboard(
    browser: Browser, adapter: WebAdapter, bot: DemoBot
) -> None:
    page = await come(browser, adapter, "Anna")
    await page.wait_for_text("Play the computer")
    await page.wait_for("document.activeElement.id === 'text'")
    await write(page, "/play")
    await page.wait_for_text("Anna to roll or double")
    await page.key("Escape")
    await press_digit(page, 1)
    await page.wait_for_text("Anna to play 6-4")
    await page.wait_for("document.activeElement.dataset.press?.startsWith('step:')")
    await page.key("Tab")
    await page.key("Enter")
    await page.wait_for_text("So far: 13/7")
    await page.wait_for("document.activeElement.dataset.press?.startsWith('step:')")
    await page.key("Space")
    await page.wait_for_text("So far: 13/7 ")
    assert page.errors == []


async def press_digit(page: Page, digit: int) -> None:
    for kind in ("keyDown", "keyUp"):
        await page.send(
            "Input.dispatchKeyEvent", type=kind, key=str(digit), code=f"Digit{digit}", text=str(digit)
        )


async def test_a_slash_offers_commands_and_a_beginning_completes_a_play(
    browser: Browser, adapter: WebAdapter, bot: DemoBot
) -> None:
    page = await come(browser, adapter, "Anna")
    await page.type("#text", "/ch")
    await page.wait_for_text("Challenge a person, or anyone")
    await page.key("ArrowDown")
    await page.key("Enter")
    assert await page.evaluate("document.querySelector('#text').value") == "/challenge "
    await page.type("#text", "13/7 8")
    await page.wait_for_text("13/7 8/7")
    await page.key("Tab")
    await page.key("Enter")
    await page.wait_for("!!document.querySelector('.line[data-own]')")
    said = [what.text for what in bot.heard if isinstance(what, Said)]
    assert said == ["13/7 8/7"]


@pytest.mark.parametrize("width", [360, 1280])
async def test_hostile_words_are_shown_and_do_nothing(
    browser: Browser, adapter: WebAdapter, width: int
) -> None:
    hostile = "<img src=x onerror=hacked=1><script>hacked=1</script>" + "W" * 300
    page = await come(browser, adapter, "<b>Anna</b>", width=width)
    await write(page, hostile)
    await page.wait_for("!!document.querySelector('.line')")
    await adapter.post(
        LOUNGE, Outgoing(Screen(hostile, (hostile,), alt=hostile, rows=((Button(hostile, "x"),),)))
    )
    await page.wait_for("!!document.querySelector('#board .card')")
    assert await page.evaluate("typeof hacked") == "undefined"
    assert await page.evaluate("document.querySelectorAll('main b, main script, .line img').length") == 0
    assert await page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.errors == []


@pytest.mark.parametrize("language, word", [("de-DE", "Wartesaal"), ("en-GB", "Lounge")])
@pytest.mark.parametrize("width", [360, 1280])
async def test_nothing_is_cut_and_everything_to_press_is_large(
    browser: Browser, adapter: WebAdapter, language: str, word: str, width: int
) -> None:
    page = await come(browser, adapter, "Anna", width=width, language=language)
    await page.click("Play the computer")
    await page.wait_for_text("Anna to roll or double")
    assert await page.evaluate("document.querySelector('#place').textContent") == word
    small = """[...document.querySelectorAll('button, input, a')]
        .filter(e => e.checkVisibility({visibilityProperty: true}))
        .map(e => [e.textContent || e.id, e.getBoundingClientRect()])
        .filter(([, box]) => box.height < 44 || box.width < 44).map(([name]) => name)"""
    assert await page.evaluate(small) == []
    assert await page.evaluate("document.documentElement.scrollWidth") <= width


async def test_a_screen_reader_hears_what_there_is(browser: Browser, adapter: WebAdapter) -> None:
    page = await come(browser, adapter, "Anna")
    await page.click("Play the computer")
    await page.wait_for_text("Anna to roll or double")
    await page.wait_for("document.querySelector('#announcer').textContent.includes('to roll or double')")
    assert "What you can do: Anna to roll or double" in await page.accessible_names("group")
    assert {"Roll", "Double"} <= set(await page.accessible_names("button"))
    assert any("141 pips" in name for name in await page.accessible_names("image"))
    assert "Messages" in await page.accessible_names("log")
    assert "Write a message, a move or a command" in await page.accessible_names("combobox")


async def test_a_screen_reader_hears_what_became_of_the_board(
    browser: Browser, adapter: WebAdapter, bot: DemoBot
) -> None:
    page = await come(browser, adapter, "Anna")
    await page.click("Play the computer")
    await page.click("Roll")
    await page.wait_for("document.querySelector('#announcer').textContent === 'Anna to play 6-4'")


WAITING = "[...document.querySelectorAll('#board .rows button')].every(b => b.disabled)"


def answers_late(bot: DemoBot) -> asyncio.Event:
    """From now on the bot answers that Bea is to roll, but not before this has happened."""
    go_on = asyncio.Event()

    async def slow(_what: Incoming) -> Answer:
        await go_on.wait()
        return Answer(notice="Bea is to roll.")

    bot.answer = slow
    return go_on


async def test_buttons_wait_for_the_answer_and_are_never_stuck(
    browser: Browser, adapter: WebAdapter, bot: DemoBot
) -> None:
    page = await come(browser, adapter, "Anna")
    await page.click("Play the computer")
    await page.wait_for_text("Anna to roll or double")
    go_on = answers_late(bot)
    await page.click("Double")
    await page.wait_for(WAITING)
    go_on.set()
    await page.wait_for_text("Bea is to roll.")
    await page.wait_for(f"!{WAITING}")


async def test_buttons_are_not_stuck_where_the_answer_comes_while_another_room_is_looked_at(
    browser: Browser, adapter: WebAdapter, bot: DemoBot
) -> None:
    page = await come(browser, adapter, "Anna")
    await page.click("Play the computer")
    await page.wait_for_text("Anna to roll or double")
    go_on = answers_late(bot)
    await page.click("Double")
    await page.wait_for(WAITING)
    await page.click("Just you and Chouette")
    await page.wait_for("!document.querySelector('#board .card')")
    await page.click("Lounge")
    await page.wait_for(f"!!document.querySelector('#board .rows button') && {WAITING}")
    go_on.set()
    await page.wait_for_text("Bea is to roll.")
    await page.wait_for(f"!{WAITING}")


async def test_whoever_is_called_elsewhere_sees_it_in_the_title(
    browser: Browser, adapter: WebAdapter, bot: DemoBot
) -> None:
    page = await come(browser, adapter, "Anna", "/#room=club")
    await page.wait_for_text("Play the computer")
    me = bot.heard[-1].visitor
    screen = Screen("Anna to roll", rows=((Button("Roll", "roll:1"),),))
    await adapter.post(LOUNGE, Outgoing(screen, mentions=(Mention(me.external_id, "Anna"),)))
    await page.wait_for("document.title.startsWith('(1)')")
    await page.click("Lounge 1")
    await page.wait_for("document.title === 'Lounge · Chouette'")
    await page.wait_for("document.querySelector('#board h3')?.textContent === 'Anna to roll'")


async def test_the_board_one_is_called_to_stays_although_others_come(
    browser: Browser, adapter: WebAdapter, bot: DemoBot
) -> None:
    page = await come(browser, adapter, "Anna")
    await page.click("Play the computer")
    await page.wait_for_text("Anna to roll or double")
    await adapter.post(LOUNGE, await prepare(rolling(8, "Bea")))
    await page.wait_for("!!document.querySelector('#log .card')")
    assert await page.evaluate("document.querySelector('#board h3').textContent") == "Anna to roll or double"


async def test_the_board_of_a_table_of_mine_stays_although_others_come(
    browser: Browser, adapter: WebAdapter, bot: DemoBot
) -> None:
    page = await come(browser, adapter, "Anna")
    await page.wait_for_text("Play the computer")
    me = bot.heard[-1].visitor.external_id
    mine = Screen("Anna against the computer", rows=((Button("Roll", "roll:1"),),))
    await adapter.post(LOUNGE, Outgoing(mine, players=(me,)))
    await adapter.post(
        LOUNGE, Outgoing(replace(mine, headline="Bea against the computer"), players=("b" * 32,))
    )
    await page.wait_for_text("Bea against the computer")
    headline = "document.querySelector('#board h3').textContent"
    assert await page.evaluate(headline) == "Anna against the computer"


async def test_a_long_answer_is_read_from_its_beginning_on_a_phone(
    browser: Browser, adapter: WebAdapter, bot: DemoBot
) -> None:
    page = await come(browser, adapter, "Anna")
    await page.resize(400, 700)

    async def rules(what: Incoming) -> Answer:
        return Answer(private=Screen("The rules", tuple(f"Rule {number}" for number in range(60))))

    bot.answer = rules
    await write(page, "/rules")
    await page.wait_for("document.querySelector('#private h3')?.textContent === 'The rules'")
    top = "document.querySelector('#private h3').getBoundingClientRect().top"
    await page.wait_for(f"{top} > 0 && {top} < 300")


async def test_a_lost_connection_is_shown_and_what_was_missed_arrives(
    browser: Browser, adapter: WebAdapter, bot: DemoBot
) -> None:
    page = await come(browser, adapter, "Anna")
    await page.wait_for_text("Connected")
    await page.send("Network.enable")
    offline = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
    await page.send("Network.emulateNetworkConditions", offline=True, **offline)
    for connection in adapter._hub.pages():
        await connection.socket.close()
    await page.wait_for_text("No connection", within=20)
    await adapter.post(LOUNGE, Outgoing(Screen("You missed this")))
    await page.send("Network.emulateNetworkConditions", offline=False, **offline)
    await page.wait_for_text("You missed this", within=20)
    await page.wait_for_text("Connected")
