from typing import Any

import pytest
import telegram

from bot.adapters.telegram.people import Usernames
from bot.adapters.telegram.translate import (
    Anonymous,
    Asking,
    Membership,
    Moved,
    NobodyKnown,
    Pressed,
    Self,
    Wrote,
    translate,
)
from bot.app.ports import Chat, Command, MessageRef, Press, Said, Visitor
from tests.support.telegram import Message, Person, Room, TelegramApi

ME = 700000000


class Ear:
    """Hears what the stand-in would tell the bot, without any wire."""

    def __init__(self, api: TelegramApi) -> None:
        self.api, self.usernames = api, Usernames()
        api.feed.allowed = frozenset(("message", "callback_query", "inline_query", "my_chat_member"))
        self.me = Self(ME, str(api.world.bot.username))

    def hear(self) -> list[Any]:
        updates = [entry.update for entry in self.api.feed.pending]
        self.api.feed.pending.clear()
        return [
            translate(telegram.Update.de_json(update, None), self.me, self.usernames) for update in updates
        ]

    def last(self) -> Any:
        return self.hear()[-1]


@pytest.fixture
def api() -> TelegramApi:
    return TelegramApi()


@pytest.fixture
def ear(api: TelegramApi) -> Ear:
    return Ear(api)


def visitor(person: Person) -> Visitor:
    return Visitor("telegram", str(person.id), person.user.first_name, person.user.language)


def group(room: Room, topic: int | None = None) -> Chat:
    return Chat("telegram", str(room.id), None if topic is None else str(topic))


def own(person: Person) -> Chat:
    return Chat("telegram", str(person.id), None, private=True)


def test_a_command_in_a_direct_chat(api: TelegramApi, ear: Ear) -> None:
    ada = api.person("Ada", "ada", "de")
    message = ada.says(ada.private, "/Play medium 3")
    wrote = ear.last()
    assert wrote == Wrote(
        Command(wrote.what.origin, visitor(ada), own(ada), "play", "medium 3"),
        message.id,
    )
    assert wrote.what.origin.startswith(f"tg:{ME}:8")


def test_a_deep_link_is_start_with_its_payload_and_one_that_asks_again_is_that_command(
    api: TelegramApi, ear: Ear
) -> None:
    ada = api.person("Ada")
    ada.starts("c_AbC-9")
    ada.starts("do_games")
    ada.starts()
    said = [(one.what.name, one.what.args) for one in ear.hear()]
    assert said == [("start", "c_AbC-9"), ("games", ""), ("start", "")]


def test_plain_text_in_a_direct_chat_is_said(api: TelegramApi, ear: Ear) -> None:
    ada = api.person("Ada")
    ada.says(ada.private, "13/7 8/7")
    what = ear.last().what
    assert isinstance(what, Said)
    assert what.text == "13/7 8/7"


def test_in_a_group_commands_for_others_are_nothing(api: TelegramApi, ear: Ear) -> None:
    ada = api.person("Ada")
    room = api.group("Club", ada)
    room.promote_bot()  # sees everything now
    ear.hear()
    ada.says(room, "/play@another_bot")
    ada.says(room, "/board@CHOUETTE_test_bot text")
    ada.says(room, "hello 13/7")
    first, second, third = ear.hear()
    assert (first, third) == (None, None)
    assert (second.what.name, second.what.args, second.what.chat) == ("board", "text", group(room))


def test_in_a_group_an_answer_to_the_bot_is_said(api: TelegramApi, ear: Ear) -> None:
    ada = api.person("Ada")
    room = api.group("Club", ada)
    mine = room.chat.add(api.world.bot, 1)
    mine.text = "Ada is to play"
    ada.says(room, "13/7 8/7", reply_to=mine)
    assert ear.last().what.text == "13/7 8/7"


def test_a_topic_is_part_of_the_chat_and_general_is_not(api: TelegramApi, ear: Ear) -> None:
    ada = api.person("Ada")
    room = api.supergroup("Forum", ada, forum=True)
    room.promote_bot()
    topic = room.topic("Backgammon")
    ear.hear()
    ada.says(room, "/play", thread=topic)
    ada.says(room, "/play")
    assert [one.what.chat for one in ear.hear()] == [group(room, topic), group(room)]


def test_a_thread_of_replies_outside_forums_is_no_topic(api: TelegramApi, ear: Ear) -> None:
    ada = api.person("Ada")
    room = api.supergroup("Club", ada)
    ada.says(room, "/play@chouette_test_bot")
    update = api.feed.pending[-1].update
    update["message"]["message_thread_id"] = 17
    assert ear.last().what.chat == group(room)


def test_who_is_challenged_by_username_by_mention_or_by_answering(api: TelegramApi, ear: Ear) -> None:
    ada, bea = api.person("Ada", "ada"), api.person("Bea", "Bea_X")
    room = api.group("Club", ada, bea)
    bea.starts()
    ear.hear()
    ada.says(room, "/challenge@chouette_test_bot @bea_x 3")
    ada.says(room, "/challenge@chouette_test_bot 5", reply_to=bea.says(room, "hi"))
    told = [one.what for one in ear.hear() if one is not None]
    assert [(what.target, what.args) for what in told] == [(visitor(bea), "3"), (visitor(bea), "5")]


def test_somebody_without_a_username_is_named_by_a_link_in_the_text(api: TelegramApi, ear: Ear) -> None:
    ada, bea = api.person("Ada"), api.person("Bea")
    room = api.group("Club", ada, bea)
    ada.says(room, "/challenge@chouette_test_bot 👍 Bea 3")
    message = api.feed.pending[-1].update["message"]
    offset = len("/challenge@chouette_test_bot 👍 ".encode("utf-16-le")) // 2
    message["entities"].append(
        {"type": "text_mention", "offset": offset, "length": 3, "user": bea.user.json()}
    )
    what = ear.last().what
    assert (what.target, what.args) == (visitor(bea), "👍  3")


def test_a_username_that_was_never_seen_is_nobody(api: TelegramApi, ear: Ear) -> None:
    ada = api.person("Ada")
    ada.says(ada.private, "/challenge @nobody_here 3")
    told = ear.last()
    assert isinstance(told, NobodyKnown)
    assert told.username == "@nobody_here"


def test_the_bot_is_not_challenged_by_answering_it(api: TelegramApi, ear: Ear) -> None:
    ada = api.person("Ada")
    mine = ada.private.chat.add(api.world.bot, 1)
    ada.says(ada.private, "/challenge 3", reply_to=mine)
    assert ear.last().what.target is None


def test_a_deputy_is_named_as_a_challenger_is(api: TelegramApi, ear: Ear) -> None:
    ada, bea = api.person("Ada"), api.person("Bea", "bea_x")
    bea.starts()
    ear.hear()
    ada.says(ada.private, "/away @bea_x")
    assert ear.last().what.target == visitor(bea)


def _press(ear: Ear, ada: Person, message: Message, data: str) -> Pressed:
    ada.press_data(message, data)
    pressed = ear.last()
    assert isinstance(pressed, Pressed)
    return pressed


def test_a_press_knows_its_message_and_has_no_time(api: TelegramApi, ear: Ear) -> None:
    ada = api.person("Ada")
    room = api.group("Club", ada)
    mine = room.chat.add(api.world.bot, int(api.clock.now()))
    pressed = _press(ear, ada, mine, "t:x:1:roll:")
    ref = MessageRef(group(room), str(mine.id))
    assert pressed.press == Press(pressed.press.origin, visitor(ada), group(room), "t:x:1:roll:", ref)


def test_a_press_on_an_old_or_deleted_message_counts_as_well(api: TelegramApi, ear: Ear) -> None:
    ada = api.person("Ada")
    mine = ada.private.chat.add(api.world.bot, 1)
    assert _press(ear, ada, mine, "x").press.message == MessageRef(own(ada), str(mine.id))


def test_halves_of_characters_do_not_reach_the_service(api: TelegramApi, ear: Ear) -> None:
    ada = api.person("A\ud83d")
    mine = ada.private.chat.add(api.world.bot, int(api.clock.now()))
    press = _press(ear, ada, mine, "t:\ud800").press
    (press.data + press.visitor.name).encode()


def test_a_move_of_a_group_is_told_from_both_sides(api: TelegramApi, ear: Ear) -> None:
    ada = api.person("Ada")
    room = api.group("Club", ada)
    ear.hear()
    new = room.migrate()
    move = Moved(group(room), group(new))
    assert ear.hear() == [move, move]


def test_letting_the_bot_in_and_out(api: TelegramApi, ear: Ear) -> None:
    ada = api.person("Ada")
    room = api.group("Club", ada)
    ada.kicks_bot(room)
    ada.blocks_bot()
    ada.unblocks_bot()
    told = [one for one in ear.hear() if isinstance(one, Membership)]
    assert [(one.chat, one.open) for one in told] == [
        (group(room), True),
        (group(room), False),
        (own(ada), False),
        (own(ada), True),
    ]


def test_becoming_an_administrator_is_no_news(api: TelegramApi, ear: Ear) -> None:
    room = api.group("Club", api.person("Ada"))
    ear.hear()
    room.promote_bot()
    assert [one for one in ear.hear() if isinstance(one, Membership)] == []


def test_an_anonymous_administrator_is_asked_to_show_himself(api: TelegramApi, ear: Ear) -> None:
    ada = api.person("Ada")
    room = api.group("Club", ada)
    message = ada.says(room, "/play@chouette_test_bot")
    api.feed.pending[-1].update["message"]["from"] = {
        "id": 1087968824, "is_bot": True, "first_name": "Group", "username": "GroupAnonymousBot",
    }  # fmt: skip
    assert ear.last() == Anonymous(group(room), message.id)


def test_bots_and_messages_sent_through_bots_are_not_heard(api: TelegramApi, ear: Ear) -> None:
    ada = api.person("Ada")
    ada.says(ada.private, "/play")
    api.feed.pending[-1].update["message"]["via_bot"] = api.world.bot.json()
    assert ear.last() is None
    ada.says(ada.private, "/play")
    api.feed.pending[-1].update["message"]["from"]["is_bot"] = True
    assert ear.last() is None


def test_an_inline_query(api: TelegramApi, ear: Ear) -> None:
    ada = api.person("Ada")
    api.feed.push("inline_query", {"id": "9", "from": ada.user.json(), "query": "challenge 3", "offset": ""})
    assert ear.last() == Asking("9", visitor(ada), "challenge 3")
