"""What hostile clients send and what people call themselves."""

from __future__ import annotations

import random
import re
import string
from pathlib import Path

import pytest

from tests.support.dice import ScriptedDice
from tests.support.discord import DiscordApi, Server
from tests.support.discord_stage import DcActor, DiscordStage, Options, discord_stage, match_in_a_channel
from tests.support.scenarios import press_label, press_op, table_of

pytestmark = pytest.mark.platforms

PIECES = (
    "t", "i", "c", ":", "::", "play", "draft", "roll", "double", "take", "resign", "accept", "0", "1", "zz",
    "rematch", "set", "show", "games", "abcd", "yx", "\u202e", "😀",
    "'; drop table person; --", "../..", "%00",
)  # fmt: skip


LETTERS = string.ascii_lowercase + string.digits + ":"


def fuzzed(chance: random.Random, seen: list[str]) -> str:
    """A custom id of 1 to 100 characters: noise, pieces of real ones, or a real one spoilt."""
    kind = chance.randrange(3)
    if kind == 0:
        text = "".join(chance.choice(string.printable) for _ in range(chance.randint(1, 100)))
    elif kind == 1:
        text = "".join(chance.choice(PIECES) for _ in range(chance.randint(1, 12)))
    else:
        letters = list(chance.choice(seen))
        for _ in range(chance.randint(1, 3)):
            letters[chance.randrange(len(letters))] = chance.choice(
                string.ascii_lowercase + string.digits + ":"
            )
        text = "".join(letters)
    return text[:100]


@pytest.mark.parametrize("count", [2_000, pytest.param(10_000, marks=pytest.mark.slow)])
async def test_nothing_that_a_stranger_sends_does_anything(
    tmp_path: Path, api: DiscordApi, count: int
) -> None:
    dice = ScriptedDice([(3, 1), (6, 5), (4, 2)])
    chance = random.Random(count)
    async with discord_stage(tmp_path / "c.sqlite", api, Options(dice=lambda _: dice)) as stage:
        room, anna, _ = await match_in_a_channel(stage)
        eve = stage.actor("Eve")
        assert room.channel.guild is not None
        Server(api.backend, room.channel.guild).join(eve.person)
        before = await table_of(stage, anna)
        seen = [one["custom_id"] for one in room.public[-1].buttons]
        board = room.public[-1]
        for number in range(count):
            eve.at(room).press_id(board, fuzzed(chance, seen))
            if number % 25 == 24:
                await stage.settle()
                assert api.unanswered() == []
                api.backend.interactions.clear()  # else looking through them takes longer and longer
        await stage.settle()
        after = await table_of(stage, anna)
        assert (after.revision, after.state) == (before.revision, before.state)
        assert "fault" not in "".join(eve.notices)


NASTY = (
    "**Anna** _x_ ~~y~~ ||z|| `q`",
    "@everyone",
    "@here <@&1> <@1> <#2> <:x:3>",
    "# Heading\n- list\n> quote",
    "[click](https://evil.example) https://evil.example",
    "\u202egnoR\u202c \u200b\u200d\ufeff",
    "Z̴̡̛͍̤͙̣̯͎͔͖͉̳̯̰̗̲͗̀͛͑̚͝a̶l̵g̷o̸",
    "😀👨‍👩‍👧‍👦🏴‍☠️",
    "\\",
    "```py\nprint()\n```",
    "<b>x</b>&amp;",
    "x" * 32,
    "عنترة بن شداد",
    "\u2800\u3164",
)


@pytest.mark.parametrize("name", NASTY)
async def test_a_nasty_name_is_shown_as_it_is_and_calls_nobody(
    tmp_path: Path, api: DiscordApi, name: str
) -> None:
    dice = ScriptedDice([(3, 1), (6, 5)])
    async with discord_stage(tmp_path / "c.sqlite", api, Options(dice=lambda _: dice)) as stage:
        anna, bea = named(stage, "Anna", name), stage.actor("Bea")
        room = stage.room("Club", anna, bea)
        await anna.run(room, "/challenge 3")
        await press_label(bea, room, "Accept")
        await press_label(anna, room, "8/5")
        await press_label(anna, room, "6/5")
        await press_op(anna, room, "play")
        for message in room.public:
            assert not message.mentions_everyone
            assert {one.id for one in message.mentions} <= {anna.person.id, bea.person.id}
            for line in message.text.split("\n"):
                assert not line.lstrip().startswith(("#", ">", "-", "```"))
                assert "https://" not in line
                assert "**Anna**" not in line
                assert not line.startswith("<@") or re.fullmatch(r"(<@\d+> ?)+", line)


def named(stage: DiscordStage, first: str, name: str) -> DcActor:
    """A person with a display name that the platform allows and we must bear."""
    actor = stage.actor(first)
    actor.person.user.display_name = name
    return actor
