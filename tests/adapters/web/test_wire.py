"""Hostile messages are refused as a whole, whatever they are."""

from __future__ import annotations

import json

import aiohttp
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.adapters.web.wire import Malformed, Pressed, parse
from tests.adapters.web.conftest import Enter
from tests.support.web_demo import DemoBot

PRESS = {"type": "press", "id": "1", "chat": "room:lounge", "message": 5, "data": "roll:1"}
HELLO = {"type": "hello", "session": "s" * 10, "epoch": "", "language": "en", "seen": {}}

HOSTILE = {
    "not JSON": "{",
    "nothing": "",
    "a list": "[]",
    "a number": "5",
    "null": "null",
    "no type": "{}",
    "an unknown type": '{"type": "shutdown"}',
    "a type that is no text": '{"type": ["press"]}',
    "deep nesting": "[" * 8_000,
    "not a number": json.dumps(PRESS | {"message": "5"}),
    "a truth for a number": json.dumps(PRESS | {"message": True}),
    "a fraction": json.dumps(PRESS | {"message": 5.5}),
    "a negative number": json.dumps(PRESS | {"message": -1}),
    "infinity": '{"type":"press","id":"1","chat":"room:a","message":Infinity,"data":"x"}',
    "a huge number": json.dumps(PRESS | {"message": 1 << 70}),
    "a number of thousands of digits": '{"type":"press","message":' + "9" * 9_000 + "}",
    "data that is too long": json.dumps(PRESS | {"data": "x" * 65}),
    "no data": json.dumps(PRESS | {"data": ""}),
    "data beyond ASCII": json.dumps(PRESS | {"data": "würfeln"}),
    "control characters in data": json.dumps(PRESS | {"data": "roll\n"}),
    "an id with letters": json.dumps(PRESS | {"id": "1; drop"}),
    "a chat that is no text": json.dumps(PRESS | {"chat": {"a": 1}}),
    "half a character": '{"type":"say","id":"1","chat":"direct","text":"\\ud800"}',
    "blank text": json.dumps({"type": "say", "id": "1", "chat": "direct", "text": "  \n"}),
    "text that is too long": json.dumps({"type": "say", "id": "1", "chat": "direct", "text": "x" * 1_001}),
    "a command with a slash": json.dumps(
        {"type": "command", "id": "1", "chat": "direct", "name": "/../x", "args": ""}
    ),
    "a hello that has seen too much": json.dumps(HELLO | {"seen": {f"room:{n}": 1 for n in range(50)}}),
    "a hello with a bad session": json.dumps(HELLO | {"session": "../"}),
    "a hello in no language": json.dumps(HELLO | {"language": None}),
    "a hello in a very long language": json.dumps(HELLO | {"language": "x" * 13}),
}


@pytest.mark.parametrize("raw", HOSTILE.values(), ids=HOSTILE.keys())
def test_what_our_page_never_sends_is_malformed(raw: str) -> None:
    with pytest.raises(Malformed):
        parse(raw)


def test_a_well_formed_press_is_read() -> None:
    assert parse(json.dumps(PRESS)) == Pressed("1", "room:lounge", 5, "roll:1")


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.integers() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text() | st.sampled_from(sorted(PRESS)), inner),
        max_leaves=8,
    ),
    st.sampled_from(["hello", "open", "close", "dismiss", "name", "press", "command", "say", "complete"]),
)
def test_whatever_comes_is_read_or_malformed(value: object, kind: str) -> None:
    message = {**value, "type": kind} if isinstance(value, dict) else value
    try:
        parse(json.dumps(message))
    except Malformed:
        return


@pytest.mark.parametrize("raw", ["{", '{"type": "shutdown"}', HOSTILE["a truth for a number"]])
async def test_a_hostile_page_is_sent_away_and_the_others_go_on(enter: Enter, bot: DemoBot, raw: str) -> None:
    anna, bea = await enter("Anna"), await enter("Bea")
    before = len(bot.heard)
    await anna.socket.send_str(raw)
    assert await anna.closed() == aiohttp.WSCloseCode.POLICY_VIOLATION
    assert len(bot.heard) == before
    await bea.act("say", chat="room:lounge", text="all is well")


async def test_binary_frames_are_not_spoken_here(enter: Enter) -> None:
    anna = await enter("Anna")
    await anna.socket.send_bytes(b"hello")
    assert await anna.closed() == aiohttp.WSCloseCode.POLICY_VIOLATION


async def test_nothing_is_taken_before_the_hello(enter: Enter, bot: DemoBot) -> None:
    anna = await enter("Anna")
    before = len(bot.heard)
    await anna.leave()
    anna._socket = await anna.http.ws_connect(f"{anna.address}/socket", headers={"Origin": anna.address})
    await anna.send(PRESS)
    assert await anna.closed() == aiohttp.WSCloseCode.POLICY_VIOLATION
    assert len(bot.heard) == before


@pytest.mark.parametrize("chat", ["room:never-opened", "direct:" + "0" * 32, "room:", "room:a b", "x"])
async def test_nobody_acts_in_a_chat_that_the_page_does_not_watch(
    enter: Enter, bot: DemoBot, chat: str
) -> None:
    anna = await enter("Anna")
    before = len(bot.heard)
    await anna.act("say", chat=chat, text="hello")
    assert len(bot.heard) == before
