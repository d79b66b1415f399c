"""The Telegram stand-in against the real client library: that it carries a bot, and what happens in chats."""

import asyncio
from typing import Any

import aiohttp
import pytest
from aiohttp import web
from telegram import (
    Bot,
    BotCommandScopeAllGroupChats,
    InlineQueryResultArticle,
    InputMediaPhoto,
    InputTextMessageContent,
)
from telegram.error import BadRequest, ChatMigrated, Conflict, Forbidden

from tests.support.telegram import Person, Room, TelegramApi
from tests.support.telegram.toy_bot import ToyBot, keyboard, png

pytestmark = pytest.mark.platforms


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
