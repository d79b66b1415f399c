"""The outgoing half: post, edit, retire, pictures, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.adapters.web import MemoryHistory, WebAdapter
from bot.adapters.web.log import KEPT, ChatLogs
from bot.adapters.web.messages import line_body
from bot.adapters.web.pictures import Pictures
from bot.app.ports import Chat, ChatClosed, Mention, MessageGone, MessageRef, Outgoing, Retire
from bot.app.screen import Button, Screen, Tone
from tests.adapters.web.conftest import Enter
from tests.support.web_demo import Drawing, paint

LOUNGE = Chat("web", "room:lounge")
ROLL = ((Button("Roll", "roll", Tone.PRIMARY),),)


async def test_a_message_is_posted_edited_stripped_and_deleted(adapter: WebAdapter, enter: Enter) -> None:
    anna = await enter("Anna")
    ref = await adapter.post(LOUNGE, Outgoing(Screen("turn", ("line",), ("XGID=",), rows=ROLL)))
    posted = (await anna.hear("message"))["message"]
    assert posted["rows"] == [[{"label": "Roll", "tone": "primary", "press": "roll"}]]
    assert (posted["lines"], posted["fixed"]) == (["line"], ["XGID="])
    await adapter.edit(ref, Outgoing(Screen("edited", rows=ROLL)))
    edited = (await anna.hear("edit"))["message"]
    assert (edited["id"], edited["at"], edited["headline"]) == (posted["id"], posted["at"], "edited")
    await adapter.retire(ref, Retire.KEEP)
    kept = (await anna.hear("edit"))["message"]
    assert (kept["rows"], kept["retired"]) == (posted["rows"], True)
    await adapter.retire(ref, Retire.STRIP)
    stripped = (await anna.hear("edit"))["message"]
    assert stripped["headline"] == "edited"
    assert "rows" not in stripped
    await adapter.retire(ref, Retire.DELETE)
    assert (await anna.hear("gone"))["id"] == posted["id"]
    with pytest.raises(MessageGone):
        await adapter.edit(ref, Outgoing(Screen("too late")))


async def test_an_edit_goes_on_to_call_whom_the_message_called(adapter: WebAdapter, enter: Enter) -> None:
    anna = await enter("Anna")
    bea = Mention("0" * 32, "Bea")
    ref = await adapter.post(LOUNGE, Outgoing(Screen("Bea to roll", rows=ROLL), mentions=(bea,)))
    await adapter.edit(ref, Outgoing(Screen("Bea to move", rows=ROLL)))
    assert (await anna.hear("edit"))["message"]["mentions"] == [bea.external_id]
    await adapter.retire(ref, Retire.STRIP)
    assert "mentions" not in (await anna.hear("edit"))["message"]


async def test_a_page_learns_whose_board_a_message_is(adapter: WebAdapter, enter: Enter) -> None:
    anna = await enter("Anna")
    ref = await adapter.post(LOUNGE, Outgoing(Screen("to roll", rows=ROLL), players=("0" * 32,)))
    assert (await anna.hear("message"))["message"]["players"] == ["0" * 32]
    await adapter.edit(ref, Outgoing(Screen("a menu", rows=ROLL), players=("1" * 32,)))
    assert (await anna.hear("edit"))["message"]["players"] == ["1" * 32]


async def test_a_board_whose_game_is_over_calls_nobody(adapter: WebAdapter, enter: Enter) -> None:
    anna = await enter("Anna")
    bea = Mention("0" * 32, "Bea")
    playing = Outgoing(Screen("Bea to roll", rows=ROLL), mentions=(bea,), players=(bea.external_id,))
    ref = await adapter.post(LOUNGE, playing)
    await adapter.edit(ref, Outgoing(Screen("Bea wins", rows=ROLL)))
    over = (await anna.hear("edit"))["message"]
    assert over.keys().isdisjoint({"mentions", "players"})


@pytest.mark.parametrize("message", ["1", "", "x", "-1", "²"])
async def test_an_unknown_message_is_gone(adapter: WebAdapter, message: str) -> None:
    with pytest.raises(MessageGone):
        await adapter.retire(MessageRef(LOUNGE, message), Retire.STRIP)


@pytest.mark.parametrize(
    "chat", [Chat("web", "club"), Chat("web", "direct:x"), Chat("discord", "1")], ids=str
)
async def test_a_chat_that_cannot_be_is_closed(adapter: WebAdapter, chat: Chat) -> None:
    with pytest.raises(ChatClosed):
        await adapter.post(chat, Outgoing(Screen("nobody")))


async def test_a_message_sent_again_is_posted_once(adapter: WebAdapter, enter: Enter) -> None:
    anna = await enter("Anna")
    message = Outgoing(Screen("turn"), dedup="outbox-7")
    first = await adapter.post(LOUNGE, message)
    assert await adapter.post(LOUNGE, message) == first
    await adapter.post(LOUNGE, Outgoing(Screen("other"), dedup="outbox-8"))
    heard = [one["message"]["headline"] for one in await anna.silence() if one["type"] == "message"]
    assert heard == ["turn", "other"]


async def test_a_picture_is_served_for_ever_with_its_size(adapter: WebAdapter, enter: Enter) -> None:
    anna = await enter("Anna")
    png = paint(Drawing(1))
    await adapter.post(LOUNGE, Outgoing(Screen("turn", alt="a board"), png, "board-1"))
    message = (await anna.hear("message"))["message"]
    assert message["alt"] == "a board"
    picture = message["picture"]
    assert (picture["name"], picture["width"] > 400, picture["height"] > 400) == ("board-1", True, True)
    async with anna.http.get(f"{adapter.address}/picture/board-1.png") as response:
        assert await response.read() == png
        assert "immutable" in response.headers["Cache-Control"]
        assert response.content_type == "image/png"


async def test_a_key_that_cannot_be_an_address_is_replaced(adapter: WebAdapter, enter: Enter) -> None:
    anna = await enter("Anna")
    png = paint(Drawing(1))
    await adapter.post(LOUNGE, Outgoing(Screen("turn"), png, "../../secret key"))
    name = (await anna.hear("message"))["message"]["picture"]["name"]
    assert name.isalnum()
    async with anna.http.get(f"{adapter.address}/picture/{name}.png") as response:
        assert await response.read() == png


async def test_only_pictures_that_a_message_shows_are_painted_again() -> None:
    painted = []

    async def repaint(key: str) -> bytes | None:
        painted.append(key)
        return b"again"

    pictures = Pictures(repaint=repaint)
    assert await pictures.get("guessed", lambda _: False) is None
    assert await pictures.get("shown", lambda _: True) == b"again"
    assert await pictures.get("shown", lambda _: True) == b"again"
    assert painted == ["shown"]


async def test_pictures_are_bounded_in_memory_and_kept_in_the_folder(tmp_path: Path) -> None:
    bounded = Pictures(in_memory=100)
    for number in range(10):
        bounded.put(f"p{number}", bytes(30))
    assert [await bounded.get(f"p{number}", lambda _: False) is not None for number in (0, 6, 7, 9)] == [
        False,
        False,
        True,
        True,
    ]
    first = Pictures(tmp_path)
    first.put("kept", b"png")
    await first.close()
    assert await Pictures(tmp_path).get("kept", lambda _: False) == b"png"


@pytest.mark.parametrize("link", ["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "//evil"])
async def test_a_link_that_is_no_address_of_the_web_is_left_out(
    adapter: WebAdapter, enter: Enter, link: str
) -> None:
    anna = await enter("Anna")
    rows = ((Button("bad", link=link), Button("good", link="https://example.org/")),)
    await adapter.post(LOUNGE, Outgoing(Screen("links", rows=rows)))
    shown = (await anna.hear("message"))["message"]["rows"]
    assert [[button["label"] for button in row] for row in shown] == [["good"]]


def logs_of(history: MemoryHistory, watched: bool = False, loaded: int = 256) -> ChatLogs:
    return ChatLogs(history, lambda _chat, _message: None, lambda _chat: watched, lambda: 1_000, loaded)


async def test_a_chat_is_bounded_and_what_can_be_played_on_goes_last() -> None:
    history = MemoryHistory()
    logs = logs_of(history)
    async with logs.open("room:club") as log:
        board = await log.add({"headline": "turn", "at": 1, "rows": [[{"label": "Roll", "press": "r"}]]})
        for number in range(KEPT + 20):
            await log.add(line_body(str(number), "anna", "Anna", number))
        assert len(log.messages) == KEPT
        assert log.find(board.number) == board
    records = await history.load("room:club", 1_000)
    assert len(records) == KEPT
    assert records[0].number == board.number


async def test_a_number_is_never_used_again_even_after_a_restart() -> None:
    history = MemoryHistory()
    async with logs_of(history).open("room:club") as log:
        first = await log.add({"at": 1})
        second = await log.add({"at": 1})
        assert second.number > first.number
    async with logs_of(history).open("room:club") as log:
        third = await log.add({"at": 1})
    assert third.number > second.number


async def test_chats_that_nobody_watches_leave_the_memory_and_come_back() -> None:
    history = MemoryHistory()
    logs = logs_of(history, loaded=2)
    for name in ("a", "b", "c"):
        async with logs.open(f"room:{name}") as log:
            await log.add({"at": 1, "headline": name, "picture": {"name": name}})
    assert [logs.shows_picture(name) for name in ("a", "b", "c")] == [False, True, True]
    async with logs.open("room:a") as log:
        assert [message.body["headline"] for message in log.newest_first()] == ["a"]
