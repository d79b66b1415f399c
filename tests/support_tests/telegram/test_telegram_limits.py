"""What the Telegram stand-in refuses and notes: limits, pictures, rates, faults on order."""

import asyncio
from typing import Any

import pytest
from telegram import (
    Bot,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InputMediaPhoto,
)
from telegram.error import BadRequest, NetworkError, RetryAfter

from tests.support.telegram import FaultKind, Limits, Person, StandInClock, TelegramApi
from tests.support.telegram.toy_bot import keyboard, png

pytestmark = pytest.mark.platforms


def html(text: str) -> dict[str, Any]:
    return {"text": text, "parse_mode": "HTML"}


LONG_DATA = InlineKeyboardMarkup([[InlineKeyboardButton("x", callback_data="é" * 33)]])


LIMIT_CASES = {
    "66 bytes of button data": ({"reply_markup": LONG_DATA}, "BUTTON_DATA_INVALID"),
    "nine buttons in a row": ({"reply_markup": keyboard(*"123456789")}, "reply markup is too long"),
    "4097 characters": ({"text": "x" * 4097}, "too long"),
    "no text but tags": (html("<b> </b>"), "message text is empty"),
    "an unclosed tag": (html("<b>x"), "can't find end tag corresponding to start tag"),
    "an unknown tag": (html("a <p>x</p>"), 'unsupported start tag "p" at byte offset 2'),
    "crossed tags": (html("<b><i>x</b></i>"), 'expected "</i>", found "</b>"'),
    "a bare less-than sign": (html("1 < 2"), "unclosed start tag"),
    "an unknown parameter": ({"api_kwargs": {"shine": "yes"}}, "unknown parameter shine"),
    "an unknown field": ({"api_kwargs": {"link_preview_options": {"off": True}}}, "options.off is unknown"),
}


@pytest.mark.parametrize("given, complaint", LIMIT_CASES.values(), ids=LIMIT_CASES)
async def test_what_breaks_a_limit_is_refused_and_noted(
    api: TelegramApi, bot: Bot, ada: Person, given: dict[str, Any], complaint: str
) -> None:
    if "unknown" in complaint and api.description is None:
        pytest.skip("the platform's description is not here")
    with pytest.raises(BadRequest, match=f"(?i){complaint}"):
        await bot.send_message(chat_id=ada.id, **{"text": "Hello"} | given)
    assert len(api.violations) == 1
    assert ada.private.from_bot == []


async def test_text_is_measured_after_formatting(api: TelegramApi, bot: Bot, ada: Person) -> None:
    await bot.send_message(ada.id, "<b>" + "&amp;" * 4096 + "</b>", parse_mode="HTML")
    assert ada.private.newest.text == "&" * 4096
    assert api.violations == []


@pytest.mark.parametrize(
    "picture, complaint",
    [
        (b"not a picture", "Image_process_failed"),
        (png(size=(2100, 100)), "Photo_invalid_dimensions"),
        (png(size=(9000, 1001)), "Photo_invalid_dimensions"),
        (png()[:-200], "Image_process_failed"),
    ],
    ids=["no picture", "too narrow", "too big", "cut short"],
)
async def test_pictures_are_really_looked_at(
    api: TelegramApi, bot: Bot, ada: Person, picture: bytes, complaint: str
) -> None:
    with pytest.raises(BadRequest, match=complaint):
        await bot.send_photo(ada.id, picture)
    assert len(api.violations) == 1


async def test_a_known_file_is_sent_again_by_its_id(api: TelegramApi, bot: Bot, ada: Person) -> None:
    first = await bot.send_photo(ada.id, png(), caption="x" * 1024)
    await bot.send_photo(ada.id, first.photo[-1].file_id)
    assert ada.private.newest.picture == png()
    with pytest.raises(BadRequest, match="caption is too long"):
        await bot.send_photo(ada.id, png(), caption="x" * 1025)
    assert len(api.violations) == 1


async def test_an_edit_that_changes_nothing_is_refused(api: TelegramApi, bot: Bot, ada: Person) -> None:
    sent = await bot.send_message(ada.id, "one", reply_markup=keyboard("A"))
    with pytest.raises(BadRequest, match="is not modified"):
        await bot.edit_message_text("one", ada.id, sent.message_id, reply_markup=keyboard("A"))
    await bot.edit_message_text("one", ada.id, sent.message_id)
    assert ada.private.newest.labels == []
    ada.private.delete_message(ada.private.newest)
    with pytest.raises(BadRequest, match="Message to edit not found"):
        await bot.edit_message_text("two", ada.id, sent.message_id)
    with pytest.raises(BadRequest, match="Message to delete not found"):
        await bot.delete_message(ada.id, sent.message_id)
    assert api.violations == []


async def test_a_text_becomes_a_picture_and_no_caption_becomes_a_text(
    api: TelegramApi, bot: Bot, ada: Person
) -> None:
    sent = await bot.send_message(ada.id, "thinking")
    await bot.edit_message_media(InputMediaPhoto(png(), caption="done"), ada.id, sent.message_id)
    assert (ada.private.newest.text, ada.private.newest.picture) == ("done", png())
    with pytest.raises(BadRequest, match="There is no text in the message to edit"):
        await bot.edit_message_text("x", ada.id, sent.message_id)


async def test_a_call_after_a_429_lands_and_one_inside_the_penalty_is_a_violation(
    api: TelegramApi, bot: Bot, ada: Person
) -> None:
    api.faults.next("sendMessage", FaultKind.RATE_LIMIT, seconds=2)
    with pytest.raises(RetryAfter):
        await bot.send_message(ada.id, "one")
    api.clock.advance(1)
    with pytest.raises(RetryAfter):
        await bot.send_message(ada.id, "too early")
    assert [v for v in api.violations if "inside its penalty" in v]
    api.clock.advance(2)
    await bot.send_message(ada.id, "late enough")
    assert ada.private.newest.text == "late enough"


async def test_a_group_takes_twenty_messages_and_edits_a_minute(
    api: TelegramApi, bot: Bot, ada: Person
) -> None:
    room = api.group("Club", ada)
    sent = await bot.send_message(room.id, "0")
    for number in range(1, 20):
        api.clock.advance(1)
        await bot.edit_message_text(str(number), room.id, sent.message_id)
    api.clock.advance(1)
    with pytest.raises(RetryAfter) as refused:
        await bot.edit_message_text("20", room.id, sent.message_id)
    assert 38 <= int(str(refused.value).split()[-2]) <= 41
    await bot.send_message(ada.id, "another chat")
    assert api.throttled == 1
    api.clock.advance(41)
    await bot.edit_message_text("20", room.id, sent.message_id)
    assert api.violations == []


async def test_a_chat_takes_a_short_burst_and_then_one_a_second(
    api: TelegramApi, bot: Bot, ada: Person
) -> None:
    for number in range(5):
        await bot.send_message(ada.id, str(number))
    with pytest.raises(RetryAfter):
        await bot.send_message(ada.id, "six")
    assert api.throttled == 1


async def test_all_chats_together_take_thirty_a_second() -> None:
    still = StandInClock(lambda: 1_000_000.0)
    async with TelegramApi(clock=still) as api, Bot(api.token, f"{api.root}/bot") as bot:
        people = [api.person(f"P{number}") for number in range(31)]
        for person in people:
            person.starts()
        for person in people[:30]:
            await bot.send_message(person.id, "hello")
        with pytest.raises(RetryAfter):
            await bot.send_message(people[30].id, "hello")


@pytest.mark.parametrize("kind, landed", [("reset", 0), ("lost", 1), ("500", 0), ("502", 0)])
async def test_failures_on_order(api: TelegramApi, bot: Bot, ada: Person, kind: str, landed: int) -> None:
    api.faults.next("sendMessage", kind)
    with pytest.raises(NetworkError):
        await bot.send_message(ada.id, "one")
    assert len(ada.private.from_bot) == landed
    await bot.send_message(ada.id, "two")
    assert ada.private.newest.text == "two"
    assert api.faults.carried_out == 1
    assert api.violations == []


async def test_a_slow_answer_comes_after_the_call_was_carried_out(
    api: TelegramApi, bot: Bot, ada: Person
) -> None:
    api.faults.next("sendMessage", FaultKind.SLOW, seconds=0.2)
    sending = asyncio.create_task(bot.send_message(ada.id, "slow"))
    await ada.private.shows(lambda message: message.text == "slow")
    assert not sending.done()
    await sending


async def test_a_storm_of_faults_is_the_same_for_the_same_seed() -> None:
    outcomes = []
    for _ in range(2):
        async with TelegramApi() as api:
            api.faults.storm(0.5, [FaultKind.INTERNAL, FaultKind.BAD_GATEWAY], seed=7, methods=["getChat"])
            outcomes.append([str(api.faults.take("getChat")) for _ in range(30)])
    assert outcomes[0] == outcomes[1]
    assert 5 < outcomes[0].count("None") < 25


async def test_rates_can_be_switched_off(ada: Person) -> None:
    async with TelegramApi(limits=Limits(enforced=False)) as api, Bot(api.token, f"{api.root}/bot") as bot:
        bob = api.person("Bob")
        bob.starts()
        for number in range(40):
            await bot.send_message(bob.id, str(number))
        assert api.throttled == 0
