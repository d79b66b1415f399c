"""What becomes of refusals, waits and lost lines."""

from __future__ import annotations

import pytest

from bot.app.ports import (
    Ambiguous,
    Chat,
    ChatClosed,
    ChatMoved,
    Delayed,
    DeliveryError,
    MessageGone,
    MessageRef,
)
from tests.support.telegram import FaultKind, Person, TelegramApi
from tests.support.telegram_line import (
    Line,
    board,
    own,
    refused,
    shown,
)
from tests.support.wire_stage import small_png

pytestmark = pytest.mark.platforms


async def test_closed_chats_are_told_from_moved_ones(api: TelegramApi, line: Line, ada: Person) -> None:
    group, old = api.group("Club", ada), api.group("Old", ada)
    ada.kicks_bot(group)
    new = old.migrate()
    ada.blocks_bot()
    for chat in (
        own(ada),
        own(api.person("Stranger")),
        Chat("telegram", str(group.id)),
        Chat("telegram", "x"),
    ):
        assert isinstance(await refused(line, chat), ChatClosed)
    moved = await refused(line, Chat("telegram", str(old.id)))
    assert moved == ChatMoved(Chat("telegram", str(new.id)))


async def test_a_closed_topic_is_a_closed_chat(api: TelegramApi, line: Line, ada: Person) -> None:
    room = api.supergroup("Forum", ada, forum=True)
    topic = room.topic("Backgammon")
    room.close_topic(topic)
    assert isinstance(await refused(line, Chat("telegram", str(room.id), str(topic))), ChatClosed)


async def test_a_deleted_message_is_gone(api: TelegramApi, line: Line, ada: Person) -> None:
    ref = await line.adapter.post(own(ada), board())
    ada.private.delete_message(shown(api, ref))
    with pytest.raises(MessageGone):
        await line.adapter.edit(ref, board(2))
    with pytest.raises(MessageGone):
        await line.adapter.edit(MessageRef(own(ada), "x"), board(2))


async def test_a_wait_is_kept_to_its_end_for_that_chat_alone(
    api: TelegramApi, line: Line, ada: Person
) -> None:
    bea = api.person("Bea")
    bea.user.started = True
    api.faults.next("sendPhoto", FaultKind.RATE_LIMIT, seconds=30)
    assert await refused(line, own(ada)) == Delayed(30)
    calls = len(api.ledger.calls)
    later = await refused(line, own(ada))
    assert isinstance(later, Delayed)
    assert 29 < later.seconds <= 30
    assert len(api.ledger.calls) == calls, "nothing was sent meanwhile"
    await line.adapter.post(own(bea), board())
    api.clock.advance(30.1)
    await line.adapter.post(own(ada), board())


@pytest.mark.parametrize(
    "fault, kind",
    [
        (FaultKind.LOST, Ambiguous),
        (FaultKind.RESET, Ambiguous),
        (FaultKind.BAD_GATEWAY, Ambiguous),
        (FaultKind.INTERNAL, DeliveryError),
    ],
)
async def test_what_may_have_arrived_is_ambiguous(
    line: Line, ada: Person, fault: FaultKind, kind: type[DeliveryError]
) -> None:
    line.api.faults.next("sendPhoto", fault)
    assert isinstance(await refused(line, own(ada)), kind)


async def test_a_refused_connection_is_not_ambiguous(api: TelegramApi, line: Line, ada: Person) -> None:
    await line.rest()
    await api.stop()
    error = await refused(line, own(ada))
    assert not isinstance(error, Ambiguous | Delayed | ChatClosed)
    await api.start(api.port)


async def test_after_an_ambiguous_edit_the_board_is_set_right(
    api: TelegramApi, line: Line, ada: Person
) -> None:
    ref = await line.adapter.post(own(ada), board(1))
    api.faults.next("editMessageMedia", FaultKind.LOST)
    with pytest.raises(Ambiguous):
        await line.adapter.edit(ref, board(2))
    await line.adapter.edit(ref, board(1))
    assert shown(api, ref).picture == small_png(1), "it was not taken to be there still"
