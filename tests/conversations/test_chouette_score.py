"""Keeping the score of a real board: examples of chouette.md by buttons, undo, leaving, closing, restart."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.adapters.testchat.messages import Place
from bot.adapters.testchat.person import Person
from bot.app.score_kind import Paper
from bot.chouette.scorekeeper import Scorekeeper
from bot.chouette.seats import Seat
from bot.wiring import Service
from tests.support.chouette_players import press
from tests.support.plain import plain
from tests.support.service import service_over


async def paper(service: Service, person: Person) -> Scorekeeper:
    known = await service.people.meet(person.visitor)
    (table_id,) = await service.archive.tables_of(known.person.id)
    state = (await service.tables.load(table_id)).state
    assert isinstance(state, Paper)
    return state.score


def row(score: Scorekeeper) -> dict[str, int]:
    return {share.seat: share.points for share in score.sheet.rows[-1].shares}


def shown(room: Place) -> str:
    return plain(room.board.text)


async def opened(chat_room: Place, keeper: Person, names: str = "B C X Y") -> None:
    await keeper.runs(f"/score {names}", chat_room)


async def test_a_partial_drop_and_an_acting_captain_who_wins_the_box_are_written_by_buttons(
    tmp_path: Path,
) -> None:
    async with service_over(tmp_path / "c.sqlite") as (service, chat):
        room, kim = chat.room("club"), chat.person("Kim", "en")
        await opened(room, kim)
        assert "Game 1 at the board: B is in the box." in shown(room)
        await press(kim, room, "box")
        await kim.presses(
            room, next(label for label in room.board.labels if "C" in label and "takes" in label)
        )
        await press(kim, room, "answered", "dtt")
        await press(kim, room, "look", "W")
        await press(kim, room, "won", "t1")
        score = await paper(service, kim)
        assert row(score) == {"B": -3, "C": -1, "X": 2, "Y": 2}
        assert score.line == ("X", "Y", "C", "B")
        assert "Game 1: B −3, C −1, X +2, Y +2" in shown(room)


async def test_a_member_doubles_alone_and_the_last_entry_can_be_taken_back(tmp_path: Path) -> None:
    path = tmp_path / "c.sqlite"
    async with service_over(path) as (service, chat):
        room, kim = chat.room("club"), chat.person("Kim", "de")
        await opened(room, kim)
        await press(kim, room, "look", "D")
        await press(kim, room, "look", "Db")
        await press(kim, room, "doubled", "b")
        await press(kim, room, "answered", "t")
        await press(kim, room, "look", "W")
        await press(kim, room, "won", "b3")
        assert row(await paper(service, kim)) == {"B": 8, "C": -1, "X": -6, "Y": -1}
        await press(kim, room, "undo")
        assert (await paper(service, kim)).sheet.rows == ()
    async with service_over(path, chat=chat) as (service, _):
        await press(kim, room, "look", "W")
        await press(kim, room, "won", "b1")
        assert row(await paper(service, kim)) == {"B": 4, "C": -1, "X": -2, "Y": -1}


async def test_who_leaves_is_settled_newcomers_join_behind_and_the_closed_sheet_names_payments(
    tmp_path: Path,
) -> None:
    async with service_over(tmp_path / "c.sqlite") as (service, chat):
        room, kim = chat.room("club"), chat.person("Kim", "en")
        await opened(room, kim, "Bo, Carla Maria, Xu")
        await press(kim, room, "look", "W")
        await press(kim, room, "won", "b1")
        await kim.runs("/score + Zed", room)
        await press(kim, room, "look", "M")
        await press(kim, room, "look", "L")
        await press(kim, room, "left", "a")
        score = await paper(service, kim)
        assert score.line == ("Xu", "Carla Maria", "Zed")
        assert score.sheet.balances[Seat("Bo")] == 0
        await press(kim, room, "look", "M")
        await press(kim, room, "look", "C")
        await press(kim, room, "close")
        assert "The sheet is closed after one game." in shown(room)
        assert "Bo leaves and is settled: Carla Maria pays Bo 1, Xu pays Bo 1." in shown(room)
        assert "All square" not in shown(room)


@pytest.mark.parametrize(
    "language, given, settled",
    [
        (
            "en",
            "C has given Y an extra, cube at 2.",
            ["C leaves and is settled: Y pays C 2.", "Y leaves and is settled: Y pays B 5."],
        ),
        (
            "de",
            "C hat Y einen Extrawürfel gegeben, er steht auf 2.",
            ["C geht und rechnet ab: Y zahlt C 2.", "Y geht und rechnet ab: Y zahlt B 5."],
        ),
    ],
)
async def test_an_extra_the_last_game_and_everybody_who_left_after_it_are_told(
    tmp_path: Path, language: str, given: str, settled: list[str]
) -> None:
    async with service_over(tmp_path / "c.sqlite") as (_, chat):
        room, kim = chat.room("club"), chat.person("Kim", language)
        await opened(room, kim, "B, C, X, Y; extras")
        await press(kim, room, "box")
        await press(kim, room, "look", "Adtt")
        await press(kim, room, "look", "Addt")
        await press(kim, room, "answered", "ddt")
        await press(kim, room, "look", "M")
        await press(kim, room, "extra", "b")
        assert given in shown(room)
        for leaver in "bd":
            await press(kim, room, "look", "M")
            await press(kim, room, "look", "L")
            await press(kim, room, "left", leaver)
        await press(kim, room, "look", "W")
        await press(kim, room, "won", "b2")
        _, game, *more = shown(room).splitlines()
        assert game.endswith(" 1: B +6, C +2, X −1, Y −7")
        assert more[:2] == settled
        await press(kim, room, "look", "M")
        await press(kim, room, "look", "C")
        await press(kim, room, "close")
        assert [line for line in shown(room).splitlines() if line in settled] == settled


async def test_a_name_in_other_capitals_is_the_same_player(tmp_path: Path) -> None:
    async with service_over(tmp_path / "c.sqlite") as (service, chat):
        room, kim = chat.room("club"), chat.person("Kim", "en")
        await kim.runs("/score Bo, Carla, bo", room)
        assert len(kim.notices) == 1
        await opened(room, kim, "Bo Carla Xu")
        await kim.runs("/score + BO", room)
        assert (await paper(service, kim)).sheet.columns == ("Bo", "Carla", "Xu")
        await press(kim, room, "look", "M")
        await press(kim, room, "look", "L")
        await press(kim, room, "left", "a")
        await kim.runs("/score + BO", room)
        score = await paper(service, kim)
        assert score.sheet.columns == ("Bo", "Carla", "Xu")
        assert score.line == ("Carla", "Xu", "Bo")


async def test_only_the_keeper_writes_and_what_cannot_have_happened_is_refused(tmp_path: Path) -> None:
    async with service_over(tmp_path / "c.sqlite") as (service, chat):
        room, kim, zoe = chat.room("club"), chat.person("Kim", "en"), chat.person("Zoe", "en")
        await zoe.runs("/score", room)
        assert "No sheet is open here" in zoe.notice
        await zoe.runs("/score Anna", room)
        assert zoe.notice == "There must be 2 players; here are 1."
        await zoe.runs("/score Anna Anna", room)
        assert len(zoe.notices) == 3
        await opened(room, kim)
        await press(kim, room, "box")
        board = room.board
        await zoe.presses(room, board.labels[0])
        assert len(zoe.notices) == 4
        assert (await paper(service, kim)).offered is not None
