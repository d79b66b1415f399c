"""Standings, records, settings, rooms and links as conversations, in both languages."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.adapters.testchat import TestChat
from bot.adapters.testchat.messages import Place
from bot.adapters.testchat.person import Person
from bot.app.table import Status
from bot.game.match import Match
from bot.render.view import ProfileView, TableView
from bot.store.standings import verify
from bot.wiring import Service
from tests.support.dice import FreshDice, ScriptedDice
from tests.support.plain import plain
from tests.support.players import press
from tests.support.service import HandClock, service_over


async def wins(clock: HandClock, room: Place, winner: Person, loser: Person, minutes: float = 2) -> None:
    """A match to one point that the loser resigns."""
    await winner.runs("/challenge 1", room)
    await press_first(loser, room, ("Accept", "Annehmen"))
    clock.pass_s(60 * minutes)
    await loser.runs("/resign", room)
    await press_first(winner, room, ("Accept", "Annehmen"))


async def press_first(person: Person, room: Place, labels: tuple[str, ...]) -> None:
    label = next(label for label in labels if any(one.find(label, None) for one in room.seen_by()))
    await person.presses(room, label)


@pytest.fixture
async def evening(tmp_path: Path) -> AsyncIterator[tuple[Service, TestChat, HandClock]]:
    clock, dice = HandClock(), FreshDice(3)
    async with service_over(tmp_path / "s.sqlite", clock=clock, dice=lambda _: dice) as (service, chat):
        yield service, chat, clock


Evening = tuple[Service, TestChat, HandClock]


async def test_a_result_says_what_it_counted_and_the_table_moves(evening: Evening) -> None:
    service, chat, clock = evening
    room, anna, bea = chat.room("club"), chat.person("Anna", "en"), chat.person("Bea", "de")
    await anna.runs("/join", room)
    await wins(clock, room, anna, bea)
    assert "a guest was at the table" in room.board.text
    await bea.runs("/join", room)
    await wins(clock, room, anna, bea, minutes=0.5)
    assert "less than a minute" in room.board.text
    await wins(clock, room, anna, bea)
    assert "Counted: Anna gets 10 points, Bea loses 10." in plain(room.board.text)
    assert "Elo: Anna 1510 (+10), Bea 1490 (−10)." in plain(room.board.text)
    await anna.runs("/standings", room)
    shown = room.newest
    assert isinstance(shown.screen.picture, TableView)
    assert [(row.rank, row.name, row.numbers[0]) for row in shown.screen.picture.rows] == [
        ("1", "Anna", "+10"),
        ("2", "Bea", "−10"),
    ]
    await bea.presses(room, "As text", message=shown)
    assert "1. Anna: Points +10, Elo 1510?, Games 1, Wins 1, Gammons 0, Streak +1" in plain(shown.text)
    own = await bea.runs("/standings text")
    assert own.private is not None
    assert "1. Anna: Punkte +10, Elo 1510?, Partien 1" in plain(own.private.text)
    await anna.presses(room, "Week", message=shown)
    assert "This week" in shown.text
    await anna.runs("/challenge 1 unrated", room)
    await bea.presses(room, "Accept")
    clock.pass_s(90)
    await bea.runs("/resign", room)
    await press(anna, room, "accept")
    assert "agreed to be unrated" in room.board.text
    assert await service.store.read(verify) == []


async def test_the_sixth_game_of_a_day_says_that_it_is_one_too_many(evening: Evening) -> None:
    _, chat, clock = evening
    room, anna, bea = chat.room("club"), chat.person("Anna", "en"), chat.person("Bea", "en")
    for person in (anna, bea):
        await person.runs("/join", room)
    for _ in range(5):
        await wins(clock, room, anna, bea)
        assert "Counted:" in room.board.text
    await wins(clock, room, bea, anna)
    assert "only five games a day" in room.board.text
    clock.pass_s(86_400)
    await wins(clock, room, bea, anna)
    assert "Counted:" in room.board.text


async def test_against_the_computer_nothing_counts(evening: Evening) -> None:
    service, chat, clock = evening
    anna = chat.person("Anna", "de")
    await anna.runs("/join")
    await anna.runs("/play 1")
    clock.pass_s(200)
    await anna.runs("/resign")
    table = await service.tables.load((await service.archive.table_ids())[-1])
    assert table.status is Status.OVER
    assert "gegen den Computer zählen nie" in anna.direct.board.text
    await anna.runs("/standings")
    assert "noch keine Partie" in anna.privates(anna.direct)[-1].screen.alt


async def test_a_profile_shows_curve_figures_and_how_the_asker_has_fared(evening: Evening) -> None:
    _, chat, clock = evening
    room, anna, bea = chat.room("club"), chat.person("Anna", "en"), chat.person("Bea", "de")
    for person in (anna, bea):
        await person.runs("/join", room)
    await wins(clock, room, anna, bea)
    await wins(clock, room, anna, bea)
    await bea.runs("/profile Anna", room)
    shown = bea.privates(room)[-1]
    view = shown.screen.picture
    assert isinstance(view, ProfileView)
    assert view.title == "Anna"
    assert [figure.value for figure in view.figures[:2]] == ["+20", "1520"]
    assert view.curve is not None
    assert len(view.curve.points) == 3
    assert [result.letter for result in view.results] == ["S", "S"]
    assert "Gegen Anna hast du 0 gewonnen und 2 verloren." in plain(shown.text)
    await anna.runs("/profile nobody", room)
    assert "nobody" in anna.notice


async def test_settings_are_chosen_on_three_pages_and_act_at_once(evening: Evening) -> None:
    service, chat, _ = evening
    room, anna = chat.room("club"), chat.person("Anna", "en")
    await anna.runs("/settings", room)
    page = anna.privates(room)[-1]
    await anna.presses(room, "By itself", message=page)
    await anna.presses(room, "Roll for me", message=page)
    assert "✓ Roll for me" in page.labels
    await anna.presses(room, "Time", message=page)
    await anna.presses(room, "22–7", message=page)
    await anna.presses(room, "Tokyo", message=page)
    assert "Asia/Tokyo" in page.text
    await anna.presses(room, "Looks", message=page)
    await anna.presses(room, "Deutsch", message=page)
    assert "Deine Einstellungen" in page.text
    person = await service.people.person((await service.people.meet(anna.visitor)).person.id)
    assert person.settings == {"auto_roll": True, "quiet": "22-7", "time_zone": "Asia/Tokyo"}
    await anna.runs("/settings Europe/Vienna", room)
    await anna.runs("/settings Mars/Olympus", room)
    assert "Mars/Olympus" in anna.notice


async def test_the_service_rolls_for_who_has_switched_it_on_and_cannot_double(tmp_path: Path) -> None:
    dice = ScriptedDice([(3, 1), (6, 5), (2, 1), (6, 4)])
    async with service_over(tmp_path / "s.sqlite", dice=lambda _: dice) as (service, chat):
        room, anna, bea = chat.room("club"), chat.person("Anna", "en"), chat.person("Bea", "en")
        for person in (anna, bea):
            known = await service.people.meet(person.visitor)
            await service.people.change_settings(known.person.id, {"auto_roll": True})
        await anna.runs("/challenge 1", room)
        await bea.presses(room, "Accept")
        await anna.says(room, "8/5 6/5")
        assert "Roll" not in room.board.labels, "a match to one point has no cube, so nothing is to decide"
        await bea.says(room, "24/18 13/8")
        table = await service.tables.load((await service.archive.table_ids())[-1])
        assert isinstance(table.state, Match)
        assert table.state.running is not None
        assert table.state.running.turn.throws == 2
        log = await service.archive.log(table.id)
        rolled = [by for _, _, by, event in log if event.kind == "match.rolled"]
        assert rolled == [None, None], "the log says that no person pressed"


async def test_admins_set_a_room_and_others_only_see_it(evening: Evening) -> None:
    service, chat, _ = evening
    room, admin, bea = chat.room("club"), chat.person("Ada", "en", admin=True), chat.person("Bea", "de")
    await bea.runs("/room", room)
    seen = bea.privates(room)[-1]
    assert "Nur Admins" in seen.text
    assert "Hier keine Spiele" not in seen.labels
    await bea.presses(room, data="c:room_set:games=no", message=seen)
    assert "nur Admins" in bea.notice
    await admin.runs("/room", room)
    page = admin.privates(room)[-1]
    await admin.presses(room, "No games here", message=page)
    assert "✓ No games here" in page.labels
    await bea.runs("/challenge 3", room)
    assert "nicht gespielt" in bea.notice
    await admin.presses(room, "Games allowed", message=page)
    await admin.presses(room, data="c:room_set:start=players", message=page)
    await bea.runs("/challenge 3", room)
    assert "/join" in bea.notice
    await admin.presses(room, "Rules", message=page)
    await admin.presses(room, "7 points", message=page)
    await admin.presses(room, "Unrated", message=page)
    await bea.runs("/join", room)
    await bea.runs("/challenge", room)
    await admin.presses(room, "Accept" if "Accept" in room.labels else "Annehmen")
    table = await service.tables.load((await service.archive.table_ids())[-1])
    assert isinstance(table.state, Match)
    assert (table.state.rules.length, table.state.rules.rated) == (7, False)
    await admin.presses(room, "Changes", message=page)
    assert "Ada" in plain(page.text)
    assert "No games here" in page.text
    await bea.runs("/room")
    assert "im Raum" in bea.notice


async def test_an_admin_ends_a_stuck_table_and_both_logs_say_who(evening: Evening) -> None:
    service, chat, _ = evening
    room, admin = chat.room("club"), chat.person("Ada", "en", admin=True)
    anna, bea = chat.person("Anna", "en"), chat.person("Bea", "en")
    await anna.runs("/challenge 3", room)
    await bea.presses(room, "Accept")
    table = (await service.archive.table_ids())[-1]
    for op in ("room_end", "room_end_now"):
        await bea.presses(room, data=f"c:{op}:{table}", message=room.board)
        assert "admins" in bea.notice
    assert (await service.tables.load(table)).status is Status.OPEN
    await admin.runs("/room", room)
    page = admin.privates(room)[-1]
    await admin.presses(room, "Tables", message=page)
    await admin.presses(room, "End game 1 without a result", message=page)
    assert "End the game of Anna and Bea without a result?" in plain(page.text)
    await admin.presses(room, "Let it go on", message=page)
    assert (await service.tables.load(table)).status is Status.OPEN, "one press ends nothing"
    await admin.presses(room, "End game 1 without a result", message=page)
    await admin.presses(room, "End it", message=page)
    assert (await service.tables.load(table)).status is Status.ABORTED
    assert "An admin of the room has ended this game." in room.board.text
    ada = (await service.people.meet(admin.visitor)).person.id
    assert (await service.archive.log(table))[-1][2] == ada
    await admin.presses(room, "Changes", message=page)
    assert "ended a game" in page.text


async def test_one_person_on_two_platforms_plays_one_game_on_both(tmp_path: Path) -> None:
    dice = ScriptedDice([(3, 1), (6, 5)])
    async with service_over(tmp_path / "s.sqlite", dice=lambda _: dice) as (service, chat):
        other = TestChat(platform="other")
        other.connect(service.desk.handle, service.settle)
        service.start(other)
        room, anna, bea = chat.room("club"), chat.person("Anna", "en"), chat.person("Bea", "en")
        there = other.person("Anna there", "de")
        await anna.runs("/challenge 3", room)
        await bea.presses(room, "Accept")
        await anna.runs("/link", room)
        assert "direct chat" in anna.notice
        await anna.runs("/link")
        code = anna.privates(anna.direct)[-1].screen.headline.removeprefix("Your code: ")
        await there.runs("/link WRONG-CODE")
        assert "gilt nicht" in there.notice
        await there.runs(f"/link {code.lower()}")
        assert "Verbunden" in there.privates(there.direct)[-1].text
        await there.runs(f"/link {code}")
        assert "gilt nicht" in there.notice, "it works once"
        one = await service.people.meet(anna.visitor)
        two = await service.people.meet(there.visitor)
        assert one.person.id == two.person.id
        await there.runs("/games")
        await there.presses(there.direct, data=there.privates(there.direct)[-1].buttons()[0].press)
        await there.says(there.direct, "8/5 6/5")
        assert "Bea" in room.board.screen.headline
        assert "Bea" in there.direct.board.screen.headline


async def test_two_who_play_each_other_cannot_become_one(evening: Evening) -> None:
    _, chat, _ = evening
    room, anna, bea = chat.room("club"), chat.person("Anna", "en"), chat.person("Bea", "en")
    await anna.runs("/challenge 3", room)
    await bea.presses(room, "Accept")
    await anna.runs("/link")
    code = anna.privates(anna.direct)[-1].screen.headline.removeprefix("Your code: ")
    await bea.runs(f"/link {code}")
    assert "finish that game first" in bea.notice
    for _ in range(5):
        await bea.runs("/link AAAA-AAAA")
    assert "Too many" in bea.notice


async def test_a_name_without_a_new_one_is_told(tmp_path: Path) -> None:
    async with service_over(tmp_path / "c.sqlite") as (_, chat):
        anna = chat.person("Anna", "de")
        await anna.runs("/name")
        assert plain(anna.notices[-1]).startswith("Die anderen sehen dich als Anna.")
        await anna.runs("/name Änne")
        await anna.runs("/name")
        assert "Änne" in anna.notices[-1]
