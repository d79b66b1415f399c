"""Where games are played: admins name topics of a forum; elsewhere nothing begins, and it is said where."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.adapters.testchat import TestChat
from bot.adapters.testchat.messages import Place
from bot.adapters.testchat.person import Person
from bot.app.ports import PersonId
from bot.ui.room_page import ROOM_SETTINGS
from bot.wiring import Service
from tests.support.dice import ScriptedDice
from tests.support.match_tables import EN
from tests.support.plain import plain
from tests.support.service import HandClock, service_over

Forum = tuple[Service, TestChat, Place, Place, Person]


@pytest.fixture
async def forum(tmp_path: Path) -> AsyncIterator[Forum]:
    """A forum with two topics, and an admin."""
    async with service_over(tmp_path / "s.sqlite") as (service, chat):
        topics = chat.room("forum", "Backgammon"), chat.room("forum", "Cooking")
        yield service, chat, *topics, chat.person("Ada", "en", admin=True)


async def opens(admin: Person, room: Place, tab: str) -> None:
    """A page of the room's settings."""
    await admin.runs("/room", room)
    await admin.presses(room, tab, message=admin.privates(room)[-1])


async def chooses(admin: Person, room: Place, label: str) -> str:
    """A button of the newest page; what the page says then."""
    page = admin.privates(room)[-1]
    shown = next(one for one in page.labels if plain(one) == label)
    await admin.presses(room, shown, message=page)
    return plain(page.text)


async def test_games_are_played_only_where_the_admins_say(forum: Forum) -> None:
    _, chat, backgammon, cooking, admin = forum
    bea = chat.person("Bea", "de")
    await bea.runs("/challenge 5", cooking)
    await opens(admin, backgammon, "Where")
    assert "Where games are played: everywhere." in admin.privates(backgammon)[-1].text
    assert "Where games are played: Backgammon." in await chooses(admin, backgammon, "Only here")
    for command in ("/play", "/challenge 3", "/chouette", "/score Anna Bea Carl"):
        before = len(cooking.messages)
        await bea.runs(command, cooking)
        assert plain(bea.notice) == "Hier wird nicht gespielt, sondern in Backgammon."
        assert len(cooking.messages) == before, "nobody else hears of it"
    await bea.presses(cooking, data="c:play:7", message=cooking.newest)
    assert "sondern in Backgammon" in plain(bea.notice)
    await bea.runs("/challenge 3", backgammon)
    assert "Annehmen" in backgammon.labels or "Accept" in backgammon.labels


async def test_places_are_added_and_taken_away_and_each_change_is_logged(forum: Forum) -> None:
    _, chat, backgammon, cooking, admin = forum
    await opens(admin, backgammon, "Where")
    await chooses(admin, backgammon, "Only here")
    await opens(admin, cooking, "Where")
    assert "Here no game can be begun." in admin.privates(cooking)[-1].text
    assert "Backgammon and Cooking." in await chooses(admin, cooking, "Here too")
    await chat.person("Bea").runs("/challenge 3", cooking)
    assert "Accept" in cooking.labels
    assert "Where games are played: Cooking." in await chooses(admin, cooking, "No longer in Backgammon")
    await chat.person("Bea").runs("/challenge 3", backgammon)
    assert plain(chat.person("Bea").notice) == "No games are played here, but in Cooking."
    assert "played: everywhere." in await chooses(admin, cooking, "Everywhere")
    await chat.person("Bea").runs("/challenge 3", backgammon)
    assert "Accept" in backgammon.labels
    await opens(admin, backgammon, "Changes")
    log = plain(admin.privates(backgammon)[-1].text)
    assert log.count("Ada") == 4
    for places in ("Backgammon", "Backgammon and Cooking", "Cooking", "everywhere"):
        assert f"Where games are played: {places}" in log


async def test_only_admins_change_the_list_and_a_room_by_itself_has_none(forum: Forum) -> None:
    _, chat, backgammon, _, admin = forum
    bea = chat.person("Bea", "en")
    await opens(bea, backgammon, "Where")
    page = bea.privates(backgammon)[-1]
    assert "Only the admins" in page.text or "Only admins" in page.text
    assert "Only here" not in page.labels
    await bea.presses(backgammon, data="c:room_place:add", message=page)
    assert "admins" in bea.notice
    club = chat.room("club")
    await admin.runs("/room", club)
    assert "Where" not in admin.privates(club)[-1].labels
    await admin.presses(club, data="c:room_place:add", message=admin.privates(club)[-1])
    await bea.runs("/challenge 3", club)
    assert "Accept" in club.labels


async def test_a_game_that_runs_is_played_on_where_none_can_be_begun_any_more(forum: Forum) -> None:
    service, chat, backgammon, cooking, admin = forum
    anna, bea = chat.person("Anna", "en"), chat.person("Bea", "en")
    await anna.runs("/challenge 1", cooking)
    await bea.presses(cooking, "Accept")
    await opens(admin, backgammon, "Where")
    await chooses(admin, backgammon, "Only here")
    (table,) = await service.archive.tables_in(cooking.chat)
    await bea.runs("/resign", cooking)
    await anna.presses(cooking, "Accept")
    assert (await service.tables.load(table)).status.value == "over"
    assert "Backgammon" not in cooking.board.text


@pytest.mark.parametrize(
    "said, state",
    [("keep", (False, False)), ("strip", (False, True)), ("delete", (True, False))],
)
async def test_an_old_board_is_kept_stripped_or_deleted_as_the_admins_say(
    tmp_path: Path, said: str, state: tuple[bool, bool]
) -> None:
    dice = ScriptedDice([(3, 1), (6, 5)])
    async with service_over(tmp_path / "s.sqlite", dice=lambda _: dice) as (_, chat):
        room, admin = chat.room("club"), chat.person("Ada", "en", admin=True)
        anna, bea = chat.person("Anna", "en"), chat.person("Bea", "en")
        await opens(admin, room, "Looks")
        page = admin.privates(room)[-1]
        await admin.presses(room, data=f"c:room_set:old_boards={said}", message=page)
        await anna.runs("/challenge 1", room)
        await bea.presses(room, "Accept")
        first = room.board
        await anna.says(room, "8/5 6/5")
        assert room.board is not first
        assert (first.deleted, first.retired) == state


async def test_every_change_of_every_setting_is_shown_and_logged_with_who_made_it(tmp_path: Path) -> None:
    clock = HandClock()
    async with service_over(tmp_path / "s.sqlite", clock=clock) as (service, chat):
        room, admin = chat.room("club"), chat.person("Ada", "en", admin=True)
        await admin.runs("/room", room)
        page = admin.privates(room)[-1]
        for name, values in ROOM_SETTINGS.items():
            for said, value in (*list(values.items())[1:], next(iter(values.items()))):
                clock.pass_s(60)
                await admin.presses(room, data=f"c:room_set:{name}={said}", message=page)
                shown = f"{EN(f'room.{name}')}: {EN(f'room.{name}.{said}')}."
                assert shown in page.text
                assert (await service.archive.room_settings(room.chat)).get(name) == value
                (newest,) = await service.archive.room_log(room.chat, 1)
                assert newest.data == {name: value}
                assert (await service.people.person(newest.by or PersonId(""))).name == "Ada"
                await admin.presses(room, data="c:room:log", message=page)
                line = plain(page.text).splitlines()[1]
                assert "Ada" in line
                assert EN(f"room.{name}.{said}") in line
                assert EN(f"room.{name}") in line
