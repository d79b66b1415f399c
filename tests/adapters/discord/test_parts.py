"""The parts of the adapter by themselves: markup, layout, budgets, commands, addresses."""

from __future__ import annotations

import re
import weakref
from dataclasses import dataclass
from typing import Any, cast

import discord
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.adapters.discord.address import Address, address_of, ref_of
from bot.adapters.discord.calls import Calls
from bot.adapters.discord.commands import digest, payload, read, typed_so_far
from bot.adapters.discord.faults import delivery_error
from bot.adapters.discord.layout import Drawn, drawn
from bot.adapters.discord.markdown import escaped
from bot.adapters.discord.pace import Budget, Kind, Pace, Pacer
from bot.adapters.discord.sender import nonce_of
from bot.adapters.discord.uses import TOKEN_LIFE_S, Uses
from bot.app.ports import (
    Ambiguous,
    Chat,
    ChatClosed,
    Delayed,
    DeliveryError,
    Mention,
    MessageGone,
    MessageRef,
    Outgoing,
    Rejected,
)
from bot.app.screen import Attachment, Button, Screen, Tone
from bot.ui.commands import SUGGESTED
from tests.support.discord.limits import check_message
from tests.support.discord.messages import V2
from tests.support.discord_stage import words
from tests.support.wire_stage import small_png

CHAT = Chat("discord", "12")


# Markup


@given(st.text())
def test_escaped_text_is_shown_as_it_was(text: str) -> None:
    assert re.sub(r"\\([^0-9A-Za-z\s])", r"\1", escaped(text)) == text


@given(st.text(alphabet="ab *_~`|<>[]#-+1.:/@\\\n"))
def test_no_mark_of_markup_is_left_without_a_backslash(text: str) -> None:
    left = re.sub(r"\\.", "x", escaped(text), flags=re.DOTALL)
    assert not re.search(r"[*_~`|<>\[\]#]", left)
    assert not re.search(r"^\s*([-+]|\d+\.)", left, re.MULTILINE)
    assert "https://" not in escaped(text)


# Layout

BUTTONS = st.builds(
    Button,
    st.text(max_size=120),
    st.from_regex(r"[tic]:[a-z0-9:]{1,60}", fullmatch=True),
    st.sampled_from(Tone),
    st.none() | st.just("https://chouette.example/x"),
)
SCREENS = st.builds(
    Screen,
    st.text(min_size=1, max_size=1500),
    st.lists(st.text(max_size=900), max_size=8).map(tuple),
    st.lists(st.text(max_size=200), max_size=30).map(tuple),
    st.none() | st.just("view"),
    st.text(max_size=2000),
    st.lists(st.lists(BUTTONS, max_size=9).map(tuple), max_size=9).map(tuple),
    st.just(("p1",)),
    st.lists(st.builds(Attachment, st.text(max_size=90), st.binary(max_size=9)), max_size=12).map(tuple),
    st.booleans(),
)


def parts(new: Drawn) -> list[dict[str, Any]]:
    """The components as they are sent."""
    components: list[dict[str, Any]] = new.view().to_components()  # type: ignore[no-untyped-call]
    return components


def check(new: Drawn) -> None:
    """Discord's rules for the message."""
    check_message("", [], parts(new), V2, len(new.files()))


@given(SCREENS, st.booleans(), st.lists(st.just(Mention("1", "A")), max_size=3).map(tuple))
def test_any_screen_fits_discords_limits(
    screen: Screen, painted: bool, mentions: tuple[Mention, ...]
) -> None:
    check(drawn(Outgoing(screen, small_png(1) if painted else None, mentions=mentions)))


def test_a_picture_that_could_not_be_made_is_told_in_words() -> None:
    screen = Screen("Anna to play", picture="view", alt="Anna has 5 checkers on 13.")
    assert "checkers on 13" in str(parts(drawn(Outgoing(screen))))
    assert "checkers on 13" not in str(parts(drawn(Outgoing(Screen("Anna")))))


def test_buttons_are_coloured_by_their_tone() -> None:
    row = (
        Button("a", "c:a:", Tone.PLAIN),
        Button("b", "c:b:", Tone.PRIMARY),
        Button("c", "c:c:", Tone.GOOD),
        Button("d", "c:d:", Tone.DANGER),
    )
    (container,) = parts(drawn(Outgoing(Screen("x", rows=(row,)))))
    assert [one["style"] for one in container["components"][-1]["components"]] == [2, 1, 3, 4]


def test_a_quiet_screen_calls_nobody() -> None:
    message = Outgoing(Screen("x", quiet=True), mentions=(Mention("1", "A"),))
    assert drawn(message).mentions == ()


# Budgets


class Time:
    """Seconds by hand."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_a_channels_budget_asks_to_wait_until_there_is_room() -> None:
    time = Time()
    pacer = Pacer(time)
    for _ in range(4):
        pacer.take(Kind.EDIT, 1)
        time.now += 0.5
    with pytest.raises(Delayed) as told:
        pacer.take(Kind.EDIT, 1)
    assert 2.9 < told.value.seconds < 3.1
    pacer.take(Kind.EDIT, 2)
    pacer.take(Kind.POST, 1)
    time.now += told.value.seconds
    pacer.take(Kind.EDIT, 1)


@given(
    st.lists(st.tuples(st.sampled_from(Kind), st.integers(1, 3), st.floats(0, 2)), max_size=200),
    st.integers(0, 3),
)
def test_no_window_of_time_ever_holds_more_than_the_budget(
    calls: list[tuple[Kind, int, float]], leave: int
) -> None:
    time, done = Time(), dict[tuple[Kind, int], list[float]]()
    pace = Pace()
    pacer = Pacer(time, pace)
    for kind, channel, passes in calls:
        time.now += passes
        try:
            pacer.take(kind, channel, leave=leave)
        except Delayed as delayed:
            assert delayed.seconds > 0  # noqa: PT017 - not every call is refused
            continue
        done.setdefault((kind, channel), []).append(time.now)
    for (kind, _), times in done.items():
        budget = pace.each[kind]
        for start in times:
            assert sum(start <= at < start + budget.seconds for at in times) <= budget.count - leave


def test_too_many_refusals_stop_everything_for_a_while() -> None:
    time = Time()
    pacer = Pacer(time, Pace(invalid=Budget(3, 600.0)))
    for _ in range(3):
        pacer.take(Kind.POST, 1)
        pacer.invalid()
    with pytest.raises(Delayed):
        pacer.take(Kind.EDIT, 2)
    time.now += 601
    pacer.take(Kind.EDIT, 2)


# Uses


@dataclass
class Pressed:
    """An interaction, as far as the book of uses reads it."""

    channel_id: int
    type: discord.InteractionType = discord.InteractionType.application_command
    message: None = None


def test_a_use_is_forgotten_when_its_token_has_run_out() -> None:
    time = Time()
    uses = Uses(time, Calls(30.0, lambda: None))
    old = weakref.ref(uses.begin(cast(Any, Pressed(1)), foreign=False))
    time.now += TOKEN_LIFE_S - 1
    uses.begin(cast(Any, Pressed(2)), foreign=False)
    assert uses.of_channel(1) is old() is not None
    time.now += 2
    uses.begin(cast(Any, Pressed(3)), foreign=False)
    assert old() is None
    assert uses.of_channel(2) is not None


# Commands


def test_the_digest_changes_with_the_commands_and_the_application() -> None:
    known = payload(tuple(SUGGESTED), words)
    assert digest(known, 1) == digest(payload(tuple(SUGGESTED), words), 1)
    assert len({digest(known, 1), digest(known, 2), digest(known[1:], 1)}) == 3


def test_a_command_is_read_with_its_text_and_its_person() -> None:
    data = {
        "type": 1,
        "name": "challenge",
        "options": [
            {"name": "who", "type": 6, "value": "7"},
            {"name": "rules", "type": 3, "value": " 5 money "},
        ],
        "resolved": {
            "users": {"7": {"id": "7", "username": "bea", "global_name": "Bea"}},
            "members": {"7": {"nick": "Queen"}},
        },
    }
    given = read(data)
    assert (given.name, given.args) == ("challenge", "5 money")
    assert given.person == {"id": "7", "name": "Queen", "bot": False}


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"options": None},
        {"options": [{"name": "who", "type": 6, "value": "9"}]},
        {"type": 2, "target_id": "9"},
        {"options": [{"name": "x", "type": 3}], "resolved": None},
    ],
)
def test_a_strange_command_names_nobody(data: dict[str, object]) -> None:
    assert read(data).person is None
    assert typed_so_far(data) == ""


# Addresses and refusals


@given(st.text())
def test_a_message_that_is_none_is_gone(text: str) -> None:
    try:
        at = address_of(MessageRef(CHAT, text))
    except (MessageGone, ChatClosed):
        return
    assert ref_of(CHAT, at).message in (text, text.partition("/")[2])


def test_a_message_in_a_thread_belongs_to_the_channels_chat() -> None:
    ref = ref_of(CHAT, Address(34, 5))
    assert ref == MessageRef(CHAT, "34/5")
    assert address_of(ref) == Address(34, 5)
    with pytest.raises(ChatClosed):
        address_of(MessageRef(Chat("web", "x"), "1"))


class Refusal:
    """A response as discord.py wants it."""

    reason = ""
    headers: dict[str, str] = {}  # noqa: RUF012 - what aiohttp has here

    def __init__(self, status: int) -> None:
        self.status = status


@pytest.mark.parametrize(
    "status, code, means",
    [
        (404, 10008, MessageGone),
        (404, 10003, ChatClosed),
        (403, 50001, ChatClosed),
        (403, 50013, ChatClosed),
        (403, 50007, ChatClosed),
        (403, 160005, ChatClosed),
        (429, 0, Delayed),
        (400, 30046, Delayed),
        (400, 50035, Rejected),
        (401, 0, DeliveryError),
        (503, 0, Ambiguous),
    ],
)
def test_a_refusal_means_what_discord_documents(status: int, code: int, means: type[DeliveryError]) -> None:
    error = discord.HTTPException(Refusal(status), {"code": code, "message": "secret text"})
    found = delivery_error(error)
    assert type(found) is means
    assert "secret" not in repr(found)


def test_a_nonce_has_at_most_25_characters_and_tells_messages_apart() -> None:
    long = [f"board:17:4:{number:020}" for number in range(100)]
    assert len({nonce_of(one) for one in long}) == 100
    assert all(len(nonce_of(one)) <= 25 for one in long)
    assert nonce_of("board:17:4") == "board:17:4"
