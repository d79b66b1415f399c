"""The label of a button, said in a chat: it is pressed, in whichever language; and talk stays talk."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.app.chouette_seats import session_of
from bot.chouette.game import DoublingRound, OnTurn
from bot.chouette.session import Session
from tests.support.chouette_players import chouette_of, gather
from tests.support.dice import ScriptedDice
from tests.support.plain import plain
from tests.support.service import service_over

DICE = [(6,), (5,), (4,), (3,), (3, 1), (4, 2)]


@pytest.mark.parametrize(
    "begin, double, keep, take, roll",
    [
        ("draw seats and start", "Double", "Don't double", "Bea: take at 2", "Roll"),
        ("Auswürfeln und starten", "Verdoppeln", "Nicht verdoppeln", "bea: auf 2 annehmen", "Würfeln"),
    ],
)
async def test_a_chouette_is_played_by_its_labels(
    tmp_path: Path, begin: str, double: str, keep: str, take: str, roll: str
) -> None:
    dice = ScriptedDice(DICE)
    async with service_over(tmp_path / "c.sqlite", dice=lambda _: dice) as (service, chat):
        room, people = await gather(chat, "Anna", "Bea", "Carl", "Dora", rules="no grace")
        anna, bea, carl, dora = people.values()

        async def session() -> Session:
            return session_of(await chouette_of(service, anna))

        await anna.says(room, begin)
        assert (await session()).running is not None
        await anna.says(room, "8/5 6/5")
        await bea.says(room, double)
        for member in (carl, dora):
            game = (await session()).running
            assert game is not None
            assert isinstance(game.phase, DoublingRound)
            await member.says(room, keep)
        await anna.says(room, take)
        game = (await session()).running
        assert game is not None
        assert isinstance(game.phase, OnTurn)
        assert game.stakes.members[0].cube.value == 2
        await bea.says(room, roll)
        assert "4-2" in plain(room.board.text)


async def test_a_menu_is_opened_for_the_one_who_names_it_and_a_sheet_is_shown_to_him(tmp_path: Path) -> None:
    dice = ScriptedDice(DICE)
    async with service_over(tmp_path / "c.sqlite", dice=lambda _: dice) as (_, chat):
        room, people = await gather(chat, "Anna", "Bea", "Carl", "Dora")
        anna, bea, *_ = people.values()
        await anna.says(room, "Draw seats and start")
        await bea.says(room, "Menü")
        assert "What you can do at this table." in bea.privates(room)[-1].text
        await bea.says(room, "Protokoll")
        assert "Nothing has been written down yet." in bea.privates(room)[-1].text


async def test_a_label_that_is_not_for_the_speaker_is_talk_in_a_room(tmp_path: Path) -> None:
    dice = ScriptedDice(DICE)
    async with service_over(tmp_path / "c.sqlite", dice=lambda _: dice) as (_, chat):
        room, people = await gather(chat, "Anna", "Bea", "Carl", "Dora")
        anna, bea, *_ = people.values()
        await anna.says(room, "Draw seats and start")
        board, told = room.board.text, len(bea.notices)
        for word in ("Join", "Mitspielen", "Menu?", "the board"):
            await bea.says(room, word)
        assert room.board.text == board
        assert len(bea.notices) == told


async def test_a_match_is_played_by_its_labels_also_in_a_direct_chat(tmp_path: Path) -> None:
    dice = ScriptedDice([(3, 1), (4, 2)])
    async with service_over(tmp_path / "c.sqlite", dice=lambda _: dice) as (_, chat):
        room, anna, bea = chat.room("club"), chat.person("Anna", "en"), chat.person("Bea", "de")
        await anna.runs("/challenge Bea 3", room)
        await bea.presses(room, room.board.labels[0])
        for person in (anna, bea):
            await person.says(room, "8/5 6/5")
        doubler = anna if "Anna is to roll or double" in plain(room.board.text) else bea
        other = bea if doubler is anna else anna
        await doubler.says(doubler.direct, "Verdoppeln auf 2")
        await other.says(room, next(label for label in room.board.labels if label.startswith("Take")))
        await doubler.says(room, "Würfeln")
        assert "4-2" in plain(room.board.text)
