"""The Telegram stand-in against the real client library: that it carries a bot, and that it refuses."""

import asyncio
import io
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import pytest
from aiohttp import web
from PIL import Image
from telegram import (
    Bot,
    BotCommandScopeAllGroupChats,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InlineQueryResultArticle,
    InputMediaPhoto,
    InputTextMessageContent,
    Update,
)
from telegram.error import BadRequest, ChatMigrated, Conflict, Forbidden, NetworkError, RetryAfter
from telegram.ext import Application, ApplicationBuilder, CallbackQueryHandler, CommandHandler, ContextTypes
from telegram.request import HTTPXRequest

from tests.support.telegram import FaultKind, Limits, Person, Room, StandInClock, TelegramApi

pytestmark = pytest.mark.platforms


def png(colour: int = 0, size: tuple[int, int] = (320, 200)) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", size, (colour % 256, 90, 60)).save(out, "PNG")
    return out.getvalue()


def keyboard(*labels: str) -> InlineKeyboardMarkup:
    return InlineKeyboardMarkup(
        [[InlineKeyboardButton(label, callback_data=f"do:{label}") for label in labels]]
    )


class ToyBot:
    """Counts presses on a picture with one button; python-telegram-bot's own updater and dispatcher."""

    def __init__(self, api: TelegramApi) -> None:
        self.presses = 0
        self.application: Application[Any, Any, Any, Any, Any, Any] = (
            ApplicationBuilder().token(api.token).base_url(f"{api.root}/bot").base_file_url(f"{api.root}/file/bot")
            .build()
        )  # fmt: skip
        self.application.add_handler(CommandHandler("play", self._play))
        self.application.add_handler(CallbackQueryHandler(self._press))

    async def _play(self, update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
        assert update.effective_chat
        await context.bot.send_photo(
            update.effective_chat.id,
            png(),
            caption="<b>0</b> presses",
            parse_mode="HTML",
            reply_markup=keyboard("More"),
        )

    async def _press(self, update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
        assert update.callback_query
        self.presses += 1
        await update.callback_query.answer(f"press {self.presses}")
        picture = InputMediaPhoto(
            png(self.presses), caption=f"<b>{self.presses}</b> presses", parse_mode="HTML"
        )
        await update.callback_query.edit_message_media(picture, reply_markup=keyboard("More"))

    @asynccontextmanager
    async def running(self) -> AsyncIterator["ToyBot"]:
        async with self.application:
            await self.application.start()
            assert self.application.updater
            await self.application.updater.start_polling(timeout=2, allowed_updates=Update.ALL_TYPES)
            try:
                yield self
            finally:
                await self.application.updater.stop()
                await self.application.stop()


@pytest.fixture
async def api() -> AsyncIterator[TelegramApi]:
    async with TelegramApi() as started:
        yield started


@pytest.fixture
async def bot(api: TelegramApi) -> AsyncIterator[Bot]:
    request = HTTPXRequest(connection_pool_size=64, read_timeout=2.0)
    async with Bot(api.token, f"{api.root}/bot", f"{api.root}/file/bot", request=request) as started:
        yield started


@pytest.fixture
def ada(api: TelegramApi) -> Person:
    person = api.person("Ada", "ada_l")
    person.starts()
    return person


async def test_a_picture_with_buttons_is_sent_pressed_and_edited(api: TelegramApi, ada: Person) -> None:
    async with ToyBot(api).running():
        ada.says(ada.private, "/play")
        board = await ada.private.shows(lambda message: message.picture)
        assert board.text == "0 presses"
        assert board.labels == [["More"]]
        assert board.entities == [{"type": "bold", "offset": 0, "length": 1}]
        before = board.picture
        press = await ada.presses(board, "More")
        assert (press.text, press.alert) == ("press 1", False)
        await ada.private.shows(lambda message: message.text == "1 presses")
        assert board.edits == 1
        assert board.picture != before
    assert api.violations == []
    assert api.unanswered() == []


async def test_a_confirmed_update_is_gone_and_an_unconfirmed_one_comes_again(
    api: TelegramApi, bot: Bot, ada: Person
) -> None:
    ada.says(ada.private, "/play")
    first = await bot.get_updates()
    again = await bot.get_updates()
    assert [update.update_id for update in first] == [update.update_id for update in again]
    assert await bot.get_updates(offset=again[-1].update_id + 1) == ()
    assert api.feed.pending == []


async def test_after_a_restart_old_buttons_and_waiting_updates_work(api: TelegramApi, ada: Person) -> None:
    async with ToyBot(api).running():
        ada.says(ada.private, "/play")
        board = await ada.private.shows(lambda message: message.picture)
    press = ada.press(board, "More")
    async with ToyBot(api).running():
        await ada.answered(press)
        await ada.private.shows(lambda message: message.text == "1 presses")
    assert api.violations == []


async def test_the_first_of_two_pollers_is_ended(api: TelegramApi, bot: Bot) -> None:
    async with Bot(api.token, f"{api.root}/bot") as older:
        waiting = asyncio.create_task(older.get_updates(timeout=5))
        await asyncio.sleep(0.1)
        await bot.get_updates()
        with pytest.raises(Conflict, match="terminated by other getUpdates request"):
            await waiting
    assert api.conflicts == 1


async def test_kinds_of_updates_are_remembered(api: TelegramApi, bot: Bot, ada: Person) -> None:
    room = api.group("Club", ada)
    await bot.get_updates(allowed_updates=["message"])
    ada.kicks_bot(room)
    ada.says(ada.private, "hello")
    kinds = [update.to_dict().keys() - {"update_id"} for update in await bot.get_updates()]
    assert kinds[-1] == {"message"}
    assert {"my_chat_member"} in kinds[:-1]  # from before the choice
    assert len([kind for kind in kinds if kind == {"my_chat_member"}]) == 1


async def test_updates_can_come_twice_and_out_of_order(api: TelegramApi, bot: Bot, ada: Person) -> None:
    await bot.get_updates(offset=10**9)
    api.feed.misbehave(duplicates=1.0, disorder=0.5, seed=1)
    for number in range(10):
        ada.says(ada.private, str(number))
    texts = [str(update.message.text) for update in await bot.get_updates() if update.message]
    assert sorted(texts) == sorted([str(number) for number in range(10)] * 2)
    assert texts != sorted(texts)


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


async def test_a_press_must_be_answered_in_time(api: TelegramApi, bot: Bot, ada: Person) -> None:
    await bot.send_message(ada.id, "board", reply_markup=keyboard("A"))
    press = ada.press(ada.private.newest, "A")
    assert api.unanswered() == [press]
    api.clock.advance(20)
    with pytest.raises(BadRequest, match="Query is too old"):
        await bot.answer_callback_query(press.id)
    fresh = ada.press(ada.private.newest, "do:A")
    with pytest.raises(BadRequest, match="Message_too_long"):
        await bot.answer_callback_query(fresh.id, "x" * 201)
    await bot.answer_callback_query(fresh.id, "no", show_alert=True)
    assert (fresh.text, fresh.alert) == ("no", True)


async def test_a_hostile_client_may_send_any_data(api: TelegramApi, bot: Bot, ada: Person) -> None:
    await bot.send_message(ada.id, "no buttons")
    ada.press_data(ada.private.newest, "\x00" * 200)
    updates = await bot.get_updates()
    assert updates[-1].callback_query
    assert updates[-1].callback_query.data == "\x00" * 200


class Texts:
    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    async def __call__(self) -> list[str]:
        return [u.message.text for u in await self.bot.get_updates() if u.message and u.message.text]


async def test_under_privacy_mode_groups_show_only_what_is_for_the_bot(
    api: TelegramApi, bot: Bot, ada: Person
) -> None:
    room = api.group("Club", ada)
    texts = Texts(bot)
    ada.says(room, "/play")  # another bot may be meant
    ada.says(room, "/play@chouette_test_bot")
    ada.says(room, "/play@some_other_bot")
    ada.says(room, "13/7")
    await bot.send_message(room.id, "board")
    ada.says(room, "/board")
    ada.says(room, "8/5", reply_to=room.newest)
    assert await texts() == ["/start", "/play@chouette_test_bot", "/board", "8/5"]
    room.promote_bot()
    ada.says(room, "hello all")
    assert (await texts())[-1] == "hello all"


async def test_topics_need_their_thread_and_general_has_none(api: TelegramApi, bot: Bot, ada: Person) -> None:
    room = api.supergroup("Forum", ada, forum=True)
    topic = room.topic("Chouette")
    await bot.send_message(room.id, "general")
    await bot.send_message(room.id, "topic", message_thread_id=topic)
    assert [message.thread for message in room.from_bot] == [None, topic]
    with pytest.raises(BadRequest, match="Message thread not found"):
        await bot.send_message(room.id, "general", message_thread_id=1)
    room.close_topic(topic)
    with pytest.raises(BadRequest, match="Topic_closed"):
        await bot.send_message(room.id, "closed", message_thread_id=topic)


async def test_a_group_that_became_a_supergroup_names_its_new_id(
    api: TelegramApi, bot: Bot, ada: Person
) -> None:
    room = api.group("Club", ada)
    new = room.migrate()
    with pytest.raises(ChatMigrated) as refused:
        await bot.send_message(room.id, "board")
    assert refused.value.new_chat_id == new.id
    told = [update.message for update in await bot.get_updates() if update.message]
    assert [m.migrate_to_chat_id for m in told if m.migrate_to_chat_id] == [new.id]
    assert [m.migrate_from_chat_id for m in told if m.migrate_from_chat_id] == [room.id]
    await bot.send_message(new.id, "board")


def _blocks(api: TelegramApi, ada: Person, room: Room) -> int:
    ada.blocks_bot()
    return ada.id


def _deactivates(api: TelegramApi, ada: Person, room: Room) -> int:
    ada.deactivates()
    return ada.id


def _kicks(api: TelegramApi, ada: Person, room: Room) -> int:
    ada.kicks_bot(room)
    return room.id


def _deletes(api: TelegramApi, ada: Person, room: Room) -> int:
    room.delete()
    return room.id


def _stranger(api: TelegramApi, ada: Person, room: Room) -> int:
    return api.person("Bob").id


@pytest.mark.parametrize(
    "happens, complaint",
    [
        (_blocks, "bot was blocked by the user"),
        (_deactivates, "user is deactivated"),
        (_kicks, "bot was kicked from the group chat"),
        (_deletes, "the group chat was deleted"),
        (_stranger, "bot can't initiate conversation with a user"),
    ],
)
async def test_closed_chats_refuse_in_telegrams_words(
    api: TelegramApi, bot: Bot, ada: Person, happens: Any, complaint: str
) -> None:
    chat = happens(api, ada, api.group("Club", ada))
    with pytest.raises(Forbidden, match=complaint):
        await bot.send_message(chat, "board")
    assert api.violations == []


async def test_a_bot_without_the_right_to_send_pictures_may_still_write(
    api: TelegramApi, bot: Bot, ada: Person
) -> None:
    room = api.supergroup("Club", ada)
    room.mute_bot("can_send_photos")
    with pytest.raises(BadRequest, match="Not enough rights to send photos to the chat"):
        await bot.send_photo(room.id, png())
    await bot.send_message(room.id, "text")


async def test_an_inline_result_is_chosen_pressed_and_edited(api: TelegramApi, bot: Bot, ada: Person) -> None:
    room = api.group("Elsewhere", ada, with_bot=False)
    asking = asyncio.create_task(ada.asks_inline("challenge 3", room))
    updates = await bot.get_updates(timeout=2)
    query = updates[-1].inline_query
    assert query
    content = InputTextMessageContent("<b>Ada</b> challenges you", parse_mode="HTML")
    article = InlineQueryResultArticle("c1", "Challenge", content, reply_markup=keyboard("Accept"))
    await bot.answer_inline_query(query.id, [article], cache_time=0, is_personal=True)
    answer = await asking
    assert answer.titles == ["Challenge"]
    message = ada.chooses(answer, 0, room)
    press = ada.press(message, "Accept")
    update = (await bot.get_updates())[-1]
    assert update.callback_query
    assert update.callback_query.inline_message_id == message.inline_id
    await bot.answer_callback_query(press.id)
    await bot.edit_message_text("accepted", inline_message_id=message.inline_id)
    assert (message.text, message.labels) == ("accepted", [])
    with pytest.raises(BadRequest, match="inline message"):
        await bot.edit_message_media(InputMediaPhoto(png()), inline_message_id=message.inline_id)
    with pytest.raises(BadRequest, match="Result_id_duplicate"):
        await bot.answer_inline_query(query.id, [article, article])


async def test_commands_are_kept_per_scope_and_language(api: TelegramApi, bot: Bot) -> None:
    await bot.set_my_commands([("play", "Play")])
    await bot.set_my_commands([("play", "Spielen")], BotCommandScopeAllGroupChats(), "de")
    assert [c.description for c in await bot.get_my_commands()] == ["Play"]
    assert [c.description for c in await bot.get_my_commands(BotCommandScopeAllGroupChats(), "de")] == [
        "Spielen"
    ]
    with pytest.raises(BadRequest, match="Bot_command_invalid"):
        await bot.set_my_commands([("Play", "capital letter")])
    assert len(api.violations) == 1


async def test_a_webhook_gets_each_update_until_it_accepts_it(
    api: TelegramApi, bot: Bot, ada: Person
) -> None:
    seen: list[tuple[str | None, int]] = []

    async def hook(request: web.Request) -> web.Response:
        body = await request.json()
        seen.append((request.headers.get("X-Telegram-Bot-Api-Secret-Token"), body["update_id"]))
        return web.Response(status=200 if len(seen) > 2 else 500)

    app = web.Application()
    app.router.add_post("/hook", hook)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    await bot.set_webhook(f"http://127.0.0.1:{runner.addresses[0][1]}/hook", secret_token="s3cret_s3cret")
    with pytest.raises(Conflict, match=r"(?i)can't use getUpdates method while webhook is active"):
        await bot.get_updates()
    await api.pulse.until(lambda: not api.feed.pending, what="delivery of the first update")
    ada.says(ada.private, "hello")
    await api.pulse.until(lambda: not api.feed.pending, what="delivery of the second update")
    assert [secret for secret, _ in seen] == ["s3cret_s3cret"] * 4
    assert [number for _, number in seen[:3]] == [seen[0][1]] * 3
    info = await bot.get_webhook_info()
    assert info.last_error_message == "Wrong response from the webhook: 500"
    await bot.delete_webhook()
    await bot.get_updates()
    await runner.cleanup()


async def test_a_wrong_token_is_unauthorised(api: TelegramApi) -> None:
    async with aiohttp.ClientSession() as session:
        for token, status in (("123:wrong", 401), ("nonsense", 404)):
            async with session.get(f"{api.root}/bot{token}/getMe") as answer:
                assert answer.status == status


async def test_rates_can_be_switched_off(ada: Person) -> None:
    async with TelegramApi(limits=Limits(enforced=False)) as api, Bot(api.token, f"{api.root}/bot") as bot:
        bob = api.person("Bob")
        bob.starts()
        for number in range(40):
            await bot.send_message(bob.id, str(number))
        assert api.throttled == 0
