"""What the one who asked is shown, and where."""

from __future__ import annotations

import asyncio
import re

import pytest

from bot.app.ports import (
    Answer,
    Chat,
    Command,
    Incoming,
    Outgoing,
    Press,
)
from bot.app.screen import Screen
from tests.support.telegram import FaultKind, Person, TelegramApi
from tests.support.telegram_line import (
    ROWS,
    Line,
    board,
    own,
    shown,
)
from tests.support.telegram_stage import words

pytestmark = pytest.mark.platforms


async def test_a_press_is_answered_with_the_notice(api: TelegramApi, line: Line, ada: Person) -> None:
    line.desk.answer = lambda what: Answer(notice="Bea is to roll " * 30, alert=True)
    ref = await line.adapter.post(own(ada), board())
    press = await ada.presses(shown(api, ref), "Roll")
    assert press.alert
    assert press.text is not None
    assert len(press.text) <= 200
    heard = line.desk.heard[-1]
    assert isinstance(heard, Press)
    assert heard.message == ref


async def test_a_slow_handler_is_not_waited_for(api: TelegramApi, line: Line, ada: Person) -> None:
    async def slow() -> Answer:
        await asyncio.sleep(1.5)
        return Answer(notice="done at last")

    line.desk.answer = lambda what: slow()
    ref = await line.adapter.post(own(ada), board())
    press = await ada.presses(shown(api, ref), "Roll")
    assert (press.text, press.answered_after < 1.4) == (None, True)
    await ada.private.shows(lambda message: message.text == "done at last")


async def test_presses_are_answered_again_when_a_penalty_is_over_and_not_before(
    api: TelegramApi, line: Line, ada: Person
) -> None:
    line.desk.answer = lambda what: Answer(notice="no")
    ref = await line.adapter.post(own(ada), board())
    api.faults.next("answerCallbackQuery", FaultKind.RATE_LIMIT, seconds=60)
    for _ in range(2):
        ada.press(shown(api, ref), "Roll")
        await line.rest()
    assert [call.status for call in api.ledger.of("answerCallbackQuery")] == [429]
    api.backend.presses.clear()  # these two nobody answers
    await line.later(61)
    assert (await ada.presses(shown(api, ref), "Roll")).text == "no"


async def test_a_short_penalty_is_waited_out_by_the_answer_to_a_press(
    api: TelegramApi, line: Line, ada: Person
) -> None:
    line.desk.answer = lambda what: Answer(notice="no")
    ref = await line.adapter.post(own(ada), board())
    api.faults.next("answerCallbackQuery", FaultKind.RATE_LIMIT, seconds=1)
    press = await ada.presses(shown(api, ref), "Roll")
    assert press.text == "no"
    assert press.answered_after >= 1.0


async def test_a_fault_of_the_handler_has_a_number_and_holds_up_nothing(
    api: TelegramApi, line: Line, ada: Person, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(what: Incoming) -> Answer:
        raise ZeroDivisionError

    line.desk.answer = fail
    ref = await line.adapter.post(own(ada), board())
    press = await ada.presses(shown(api, ref), "Roll")
    assert press.text
    (number,) = re.findall(r"\b[0-9a-f]{8}\b", press.text)
    assert number in caplog.text
    line.desk.answer = lambda what: Answer(notice="better")
    assert (await ada.presses(shown(api, ref), "Roll")).text == "better"


async def test_the_pressed_message_becomes_what_the_answer_says(
    api: TelegramApi, line: Line, ada: Person
) -> None:
    line.desk.answer = lambda what: Answer(edit=Screen("Accepted"))
    ref = await line.adapter.post(own(ada), Outgoing(Screen("A challenge", rows=ROWS), dedup="d"))
    await ada.presses(shown(api, ref), "Roll")
    await line.rest()
    assert (shown(api, ref).text, shown(api, ref).labels) == ("Accepted", [])
    line.desk.answer = lambda what: Answer(edit=Screen("Withdrawn"))
    ada.private.delete_message(shown(api, ref))
    await ada.answered(ada.press_data(shown(api, ref), "x"))
    await line.later(2)
    assert ada.private.newest.text == "Withdrawn", "where it is gone it comes anew"


async def test_what_is_private_does_not_appear_in_a_group(api: TelegramApi, line: Line, ada: Person) -> None:
    room = api.group("Club", ada)
    line.desk.answer = lambda what: Answer(notice="no", private=Screen("Your games", rows=ROWS))
    ada.says(room, "/games@chouette_test_bot")
    await line.later(2)
    assert room.from_bot == []
    assert sorted(message.text or "" for message in ada.private.from_bot) == ["Your games", "no"]


async def test_whose_own_chat_is_not_open_gets_a_button_that_opens_it_and_asks_again(
    api: TelegramApi, line: Line
) -> None:
    eve = api.person("Eve")
    room = api.group("Club", eve)
    line.desk.answer = lambda what: Answer(private=Screen("Your games"))
    asked = eve.says(room, "/games@chouette_test_bot")
    await line.later(2)
    (button,) = room.newest.buttons
    assert button["url"] == "https://t.me/chouette_test_bot?start=do_games"
    assert room.newest.reply_to == asked.id
    eve.starts("do_games")
    await line.later(2)
    assert eve.private.newest.text == "Your games"
    assert [what.name for what in line.desk.heard if isinstance(what, Command)] == ["games", "games"]


async def test_public_answers_keep_their_order(api: TelegramApi, line: Line, ada: Person) -> None:
    room = api.group("Club", ada)
    line.desk.answer = lambda what: Answer(public=Screen(what.args if isinstance(what, Command) else ""))
    for number in range(8):
        ada.says(room, f"/play@chouette_test_bot {number}")
    for _ in range(10):
        await line.later(1.1)
    assert [message.text for message in room.from_bot] == [str(number) for number in range(8)]


async def test_an_answer_survives_a_wait_a_fault_and_a_lost_line(
    api: TelegramApi, line: Line, ada: Person
) -> None:
    api.faults.next("sendMessage", FaultKind.RATE_LIMIT, seconds=5)
    api.faults.next("sendMessage", FaultKind.INTERNAL)
    line.desk.answer = lambda what: Answer(public=Screen("here"))
    ada.says(ada.private, "/rules")
    for _ in range(12):
        await line.later(1.1)
    assert [message.text for message in ada.private.from_bot] == ["here"]


async def test_a_username_nobody_has_seen_is_explained(api: TelegramApi, line: Line, ada: Person) -> None:
    ada.says(ada.private, "/challenge @ghost 3")
    await line.rest()
    assert "@ghost" in (ada.private.newest.text or "")
    assert line.desk.heard == []


async def test_a_press_in_a_group_says_where_the_private_answer_is(
    api: TelegramApi, line: Line, ada: Person
) -> None:
    room = api.group("Club", ada)
    line.desk.answer = lambda what: Answer(private=Screen("Your games"))
    ref = await line.adapter.post(Chat("telegram", str(room.id)), board())
    press = await ada.presses(shown(api, ref), "Roll")
    await line.rest()
    assert press.text == words("en")["telegram.answered_privately"]
    assert ada.private.newest.text == "Your games"
