"""The test chat is a real adapter: what it shows, whom it tells, how it fails."""

from __future__ import annotations

import pytest

from bot.adapters.testchat import NoSuchButton, Operation, TestChat
from bot.app.ports import (
    Ambiguous,
    Answer,
    Chat,
    ChatClosed,
    Command,
    Delayed,
    Incoming,
    Mention,
    MessageGone,
    Outgoing,
    Press,
    Retire,
    Said,
)
from bot.app.screen import Button, Screen


class Desk:
    """A handler that keeps what it heard and gives the answer it was told to give."""

    def __init__(self) -> None:
        self.heard: list[Incoming] = []
        self.answer = Answer()

    async def __call__(self, what: Incoming) -> Answer:
        self.heard.append(what)
        return self.answer


def board(headline: str, *labels: str) -> Outgoing:
    return Outgoing(Screen(headline, rows=(tuple(Button(label, f"p:{label}") for label in labels),)))


@pytest.fixture
def desk() -> Desk:
    return Desk()


@pytest.fixture
def chat(desk: Desk) -> TestChat:
    return TestChat(desk)


async def test_text_arrives_with_who_where_and_a_fresh_origin(chat: TestChat, desk: Desk) -> None:
    anna, room = chat.person("Anna", locale="en"), chat.room("club")
    await anna.says(room, "13/7")
    await anna.says(anna.direct, "13/7")
    first, second = desk.heard
    assert isinstance(first, Said)
    assert (first.visitor.name, first.visitor.locale, first.chat, first.text) == (
        "Anna",
        "en",
        Chat("test", "club"),
        "13/7",
    )
    assert second.chat.private
    assert first.origin != second.origin


async def test_a_command_is_split_into_name_person_and_arguments(chat: TestChat, desk: Desk) -> None:
    anna, bea = chat.person("Anna"), chat.person("Bea")
    await anna.runs("/challenge Bea 3", chat.room("club"))
    command = desk.heard[0]
    assert isinstance(command, Command)
    assert (command.name, command.args, command.target) == ("challenge", "3", bea.visitor)


async def test_the_longest_name_is_meant(chat: TestChat, desk: Desk) -> None:
    chat.person("Bea")
    longer = chat.person("Bea Maria")
    await chat.person("Anna").runs("/challenge @bea maria 3", chat.room("club"))
    command = desk.heard[0]
    assert isinstance(command, Command)
    assert (command.target, command.args) == (longer.visitor, "3")


async def test_a_press_goes_to_the_newest_message_with_that_label(chat: TestChat, desk: Desk) -> None:
    room, anna = chat.room("club"), chat.person("Anna")
    old = await chat.post(room.chat, board("old", "Roll"))
    new = await chat.post(room.chat, board("new", "Roll", "Double"))
    await chat.post(room.chat, board("later"))
    await anna.presses(room, "Roll")
    await anna.presses(room, data="p:Double")
    assert [(press.message, press.data) for press in desk.heard if isinstance(press, Press)] == [
        (new, "p:Roll"),
        (new, "p:Double"),
    ]
    assert old != new


async def test_what_is_not_shown_cannot_be_pressed(chat: TestChat) -> None:
    room, anna = chat.room("club"), chat.person("Anna")
    ref = await chat.post(room.chat, board("turn", "Roll"))
    await chat.retire(ref, Retire.STRIP)
    with pytest.raises(NoSuchButton, match="Roll"):
        await anna.presses(room, "Roll")


async def test_a_stale_button_of_an_older_version_can_be_pressed(chat: TestChat, desk: Desk) -> None:
    room, anna = chat.room("club"), chat.person("Anna")
    ref = await chat.post(room.chat, board("turn", "Roll"))
    await chat.edit(ref, board("turn", "Done"))
    assert room.board.edits == 1
    await anna.presses(room, "Roll", message=room.board, version=0)
    press = desk.heard[0]
    assert isinstance(press, Press)
    assert (press.data, press.message) == ("p:Roll", ref)


async def test_a_double_press_is_two_origins_and_a_redelivery_one(chat: TestChat, desk: Desk) -> None:
    room, anna = chat.room("club"), chat.person("Anna")
    await chat.post(room.chat, board("turn", "Roll"))
    await anna.presses(room, "Roll", times=2)
    await chat.redeliver()
    origins = [what.origin for what in desk.heard]
    assert len(origins) == 3
    assert len(set(origins)) == 2


async def test_answers_are_shown_to_whom_they_are_for(chat: TestChat, desk: Desk) -> None:
    room, anna, bea = chat.room("club"), chat.person("Anna"), chat.person("Bea")
    await chat.post(room.chat, board("turn", "Roll"))
    desk.answer = Answer(
        notice="Bea is to roll",
        private=Screen("only you", rows=((Button("Secret", "s"),),)),
        edit=Screen("edited", rows=((Button("Next", "n"),),)),
        public=Screen("for all"),
    )
    await anna.presses(room, "Roll")
    assert anna.notice == "Bea is to roll"
    assert bea.notices == []
    assert [message.text for message in anna.privates(room)] == ["only you"]
    assert room.texts == ["edited", "for all"]
    await anna.presses(room, "Secret")
    with pytest.raises(NoSuchButton):
        await bea.presses(room, "Secret")


async def test_a_mention_notifies_once_when_posted(chat: TestChat) -> None:
    room, anna = chat.room("club"), chat.person("Anna")
    message = Outgoing(Screen("your turn"), mentions=(Mention("anna", "Anna"),))
    ref = await chat.post(room.chat, message)
    await chat.edit(ref, message)
    assert [posted.ref for posted in anna.notified] == [ref]


async def test_each_action_waits_until_all_is_quiet(desk: Desk) -> None:
    waited: list[int] = []

    async def settle() -> None:
        waited.append(len(desk.heard))

    chat = TestChat(desk, settle)
    await chat.person("Anna").says(chat.room("club"), "hello")
    assert waited == [1]


@pytest.mark.parametrize("error", [MessageGone(), ChatClosed(), Delayed(3), Ambiguous()], ids=repr)
async def test_a_fault_on_order_hits_once_and_nothing_arrives(
    chat: TestChat, error: MessageGone | ChatClosed | Delayed | Ambiguous
) -> None:
    room = chat.room("club")
    chat.fail_next(error)
    with pytest.raises(type(error)):
        await chat.post(room.chat, board("first"))
    assert room.messages == []
    await chat.post(room.chat, board("second"))
    assert room.texts == ["second"]


async def test_an_ambiguous_message_may_have_arrived(chat: TestChat) -> None:
    room = chat.room("club")
    chat.fail_next(Ambiguous(), Operation.POST, arrives=True)
    with pytest.raises(Ambiguous):
        await chat.post(room.chat, board("there all the same"))
    assert room.texts == ["there all the same"]


async def test_a_fault_waits_for_its_kind_of_operation(chat: TestChat) -> None:
    room = chat.room("club")
    chat.fail_next(MessageGone(), Operation.EDIT)
    ref = await chat.post(room.chat, board("turn"))
    with pytest.raises(MessageGone):
        await chat.edit(ref, board("turn"))


async def test_a_deleted_message_cannot_be_edited_and_a_closed_chat_not_written_to(chat: TestChat) -> None:
    room = chat.room("club")
    ref = await chat.post(room.chat, board("turn"))
    chat.delete(room.newest)
    with pytest.raises(MessageGone):
        await chat.edit(ref, board("turn"))
    room.closed = True
    with pytest.raises(ChatClosed):
        await chat.post(room.chat, board("turn"))
