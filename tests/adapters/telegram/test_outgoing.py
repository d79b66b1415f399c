"""What is posted, edited and stripped."""

from __future__ import annotations

import pytest

from bot.app.ports import (
    Chat,
    Delayed,
    Mention,
    MessageGone,
    Outgoing,
    Retire,
)
from bot.app.screen import Attachment, Screen
from tests.support.telegram import Person, TelegramApi
from tests.support.telegram_line import (
    Line,
    Opener,
    board,
    own,
    shown,
)
from tests.support.wire_stage import small_png

pytestmark = pytest.mark.platforms


async def test_a_board_is_a_picture_with_a_caption_and_buttons(
    api: TelegramApi, line: Line, ada: Person
) -> None:
    ref = await line.adapter.post(own(ada), board())
    message = shown(api, ref)
    assert message.picture == small_png(1)
    assert message.text == "Ada is to roll\n3 points"
    assert message.labels == [["Roll"]]


async def test_a_known_picture_is_not_uploaded_again(api: TelegramApi, line: Line, ada: Person) -> None:
    await line.adapter.post(own(ada), board(1))
    files = len(api.world.files)
    again = await line.adapter.post(own(ada), board(1))
    assert len(api.world.files) == files
    assert shown(api, again).picture == small_png(1)


async def test_a_file_id_that_is_not_accepted_any_more_is_replaced(
    api: TelegramApi, line: Line, ada: Person
) -> None:
    await line.adapter.post(own(ada), board(1))
    api.world.files.clear()
    again = await line.adapter.post(own(ada), board(1))
    assert shown(api, again).picture == small_png(1)
    assert [one for one in api.violations if "wrong file identifier" in one]
    api.violations.clear()  # meant


@pytest.mark.parametrize(
    "change, method",
    [
        (board(1, rows=None), "editMessageReplyMarkup"),
        (board(1, text="Bea is to roll"), "editMessageCaption"),
        (board(2), "editMessageMedia"),
    ],
    ids=["other buttons", "another text", "another picture"],
)
async def test_an_edit_sends_only_what_changed(
    api: TelegramApi, line: Line, ada: Person, change: Outgoing, method: str
) -> None:
    ref = await line.adapter.post(own(ada), board(1))
    before = len(api.ledger.calls)
    await line.adapter.edit(ref, change)
    assert [call.method for call in api.ledger.calls[before:] if "edit" in call.method] == [method]
    assert shown(api, ref).text == "\n".join((change.screen.headline, *change.screen.lines))


async def test_what_is_shown_already_is_not_sent(api: TelegramApi, line: Line, ada: Person) -> None:
    ref = await line.adapter.post(own(ada), board(1))
    await line.adapter.edit(ref, board(1))
    assert shown(api, ref).edits == 0


async def test_not_modified_is_success(api: TelegramApi, opened: Opener, ada: Person) -> None:
    async with opened() as line:
        ref = await line.adapter.post(own(ada), Outgoing(Screen("Hello"), dedup="d"))
    async with opened() as line:  # it does not remember what the message shows
        await line.adapter.edit(ref, Outgoing(Screen("Hello"), dedup="d"))
    assert api.ledger.statuses[400] == 1


async def test_text_becomes_a_picture_and_a_picture_that_would_become_text_is_gone(
    api: TelegramApi, line: Line, ada: Person
) -> None:
    ref = await line.adapter.post(own(ada), Outgoing(Screen("Wait"), dedup="d"))
    await line.adapter.edit(ref, board(1))
    assert shown(api, ref).picture == small_png(1)
    with pytest.raises(MessageGone):
        await line.adapter.edit(ref, Outgoing(Screen("No picture today"), dedup="d"))
    assert shown(api, ref).deleted, "a wrong picture must not stay"


async def test_a_board_that_could_not_be_drawn_says_in_words_what_it_shows(
    api: TelegramApi, line: Line, ada: Person
) -> None:
    ref = await line.adapter.post(own(ada), Outgoing(board().screen, dedup="d"))
    assert "Ada has 5 points" in (shown(api, ref).text or "")


async def test_where_pictures_are_not_allowed_the_board_comes_in_words_and_stays_so(
    api: TelegramApi, line: Line, ada: Person
) -> None:
    room = api.supergroup("Club", ada)
    room.mute_bot("can_send_photos")
    chat = Chat("telegram", str(room.id))
    ref = await line.adapter.post(chat, board(1))
    assert "Ada has 5 points" in (shown(api, ref).text or "")
    refusals = api.ledger.statuses[400]
    await line.adapter.post(chat, board(2))
    assert api.ledger.statuses[400] == refusals, "it is not tried again at once"


async def test_files_are_sent_as_files(api: TelegramApi, line: Line, ada: Person) -> None:
    match_file = Attachment("ada-bea.mat", b"; [Match]")
    moving = Attachment("replay.gif", small_png(3), "image/gif")
    screen = Screen("Your match", ("exported",), files=(match_file, moving))
    ref = await line.adapter.post(own(ada), Outgoing(screen, dedup="d"))
    kinds = [message.media.kind for message in ada.private.from_bot if message.media]
    assert kinds == ["document", "animation"]
    assert shown(api, ref).text == "Your match\nexported"


async def test_each_file_counts_as_a_message(api: TelegramApi, line: Line, ada: Person) -> None:
    files = (Attachment("ada-bea.mat", b"; [Match]"), Attachment("ada-bea.txt", b"Ada wins"))
    for number in range(2):
        await line.adapter.post(own(ada), Outgoing(Screen("Your match", files=files), dedup=str(number)))
    with pytest.raises(Delayed):
        await line.adapter.post(own(ada), Outgoing(Screen("Your match", files=files), dedup="3"))
    assert len(ada.private.from_bot) == 4


async def test_a_quiet_screen_notifies_nobody_and_a_mention_is_a_link(
    api: TelegramApi, line: Line, ada: Person
) -> None:
    room = Chat("telegram", str(api.group("Club", ada).id))
    ref = await line.adapter.post(room, Outgoing(Screen("Ada is to roll", quiet=True), dedup="d"))
    assert shown(api, ref).silent
    mention = Mention(str(ada.id), "Ada")
    loud = await line.adapter.post(room, Outgoing(Screen("Ada is to roll"), mentions=(mention,), dedup="d"))
    assert not shown(api, loud).silent
    assert any(str(ada.id) in str(entity) for entity in shown(api, loud).entities)


async def test_a_topic_is_named_and_general_is_not(api: TelegramApi, line: Line, ada: Person) -> None:
    room = api.supergroup("Forum", ada, forum=True)
    topic = room.topic("Backgammon")
    for name in (str(topic), None, "1"):
        await line.adapter.post(Chat("telegram", str(room.id), name), board())
    assert [message.thread for message in room.from_bot] == [topic, None, None]


async def test_an_old_board_loses_its_buttons_or_goes(api: TelegramApi, line: Line, ada: Person) -> None:
    refs = [await line.adapter.post(own(ada), board(number)) for number in range(3)]
    for ref, how in zip(refs, Retire, strict=True):
        await line.adapter.retire(ref, how)
    await line.later(5)
    kept, stripped, deleted = (shown(api, ref) for ref in refs)
    assert (kept.labels, stripped.labels, deleted.deleted) == ([["Roll"]], [], True)


async def test_a_board_too_old_to_delete_is_stripped(api: TelegramApi, line: Line, ada: Person) -> None:
    ref = await line.adapter.post(own(ada), board())
    api.clock.advance(49 * 3600)
    await line.adapter.retire(ref, Retire.DELETE)
    assert not shown(api, ref).deleted
    assert shown(api, ref).labels == []


async def test_of_many_looks_the_newest_is_shown_a_moment_later(
    api: TelegramApi, line: Line, ada: Person
) -> None:
    chat = Chat("telegram", str(api.group("Club", ada).id))
    ref = await line.adapter.post(chat, board(0))
    for number in range(1, 9):
        await line.adapter.edit(ref, board(number, dedup=""))
        await line.rest()
    assert shown(api, ref).edits == 1
    await line.later(3.1)
    assert shown(api, ref).edits == 2
    assert shown(api, ref).picture == small_png(8)


async def test_a_look_at_what_is_past_is_not_shown(api: TelegramApi, line: Line, ada: Person) -> None:
    chat = Chat("telegram", str(api.group("Club", ada).id))
    ref = await line.adapter.post(chat, board(0))
    await line.adapter.edit(ref, board(1, dedup=""))
    await line.rest()
    await line.adapter.edit(ref, board(2, dedup=""))
    with pytest.raises(Delayed):
        await line.adapter.edit(ref, board(3))
    await line.later(30)
    assert shown(api, ref).picture == small_png(1), "the newer board comes by the outbox"
    await line.adapter.edit(ref, board(3))
    assert shown(api, ref).picture == small_png(3)
