"""What ends something offers what can be begun next: no screen is a dead end."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.adapters.testchat import TestChat
from bot.adapters.testchat.messages import Place
from bot.adapters.testchat.person import Person
from bot.app.score_kind import Paper
from bot.app.screen import Screen
from bot.ui.next_steps import BEGINNINGS
from bot.wiring import Service
from tests.support.chouette_players import press
from tests.support.plain import plain
from tests.support.service import HandClock, service_over

BEGIN = {f"c:{op}:" for op in BEGINNINGS}
DAY_S = 24 * 3600


def presses(screen: Screen) -> set[str]:
    """What the buttons of a screen carry."""
    return {button.press for row in screen.rows for button in row}


async def offered(chat: TestChat, to: str = "Bea ") -> tuple[Place, Person, Person]:
    """Anna has challenged Bea."""
    room, anna, bea = chat.room("club"), chat.person("Anna", "en"), chat.person("Bea", "en")
    await anna.runs(f"/challenge {to}7 pin", room)
    return room, anna, bea


@pytest.mark.parametrize("how", ["Withdraw", "Decline"])
async def test_a_challenge_that_came_to_nothing_can_be_made_again(tmp_path: Path, how: str) -> None:
    async with service_over(tmp_path / "c.sqlite") as (_, chat):
        room, anna, bea = await offered(chat)
        first = room.newest
        await (anna if how == "Withdraw" else bea).presses(room, how)
        assert first.labels == ("Challenge again", "Play the computer")
        await anna.presses(room, "Challenge again", message=first)
        again = room.newest
        assert "Anna challenges Bea" in plain(again.text)
        assert "7 points" in again.text
        assert "pinned" in again.text
        await bea.presses(room, "Accept", message=again)
        assert again.labels == ()
        assert room.board.screen.picture is not None


async def test_who_was_challenged_challenges_back_and_anybody_else_challenges_all(tmp_path: Path) -> None:
    async with service_over(tmp_path / "c.sqlite") as (_, chat):
        room, anna, bea = await offered(chat)
        first = room.newest
        await anna.presses(room, "Withdraw")
        await bea.presses(room, "Challenge again", message=first)
        assert "Bea challenges Anna" in plain(room.newest.text)
        await chat.person("Carl", "en").presses(room, "Challenge again", message=first)
        assert "Carl challenges anyone here" in plain(room.newest.text)


async def test_a_challenge_that_has_run_out_says_so_when_it_is_pressed(tmp_path: Path) -> None:
    clock = HandClock()
    async with service_over(tmp_path / "c.sqlite", clock=clock) as (_, chat):
        room, _anna, bea = await offered(chat)
        clock.pass_s(DAY_S + 1)
        await bea.presses(room, "Accept")
        assert "expired" in bea.notice
        assert "has expired" in room.newest.text
        assert room.newest.labels == ("Challenge again", "Play the computer")


async def test_a_challenge_that_was_accepted_elsewhere_says_so_at_once(tmp_path: Path) -> None:
    async with service_over(tmp_path / "c.sqlite") as (service, chat):
        room, anna, bea = await offered(chat, to="")
        first = room.newest
        known = await service.people.meet(anna.visitor)
        (open_one,) = await service.archive.invitations_of(known.person.id)
        await bea.runs(f"/accept c_{open_one.id}")
        await bea.presses(bea.direct, "Accept")
        assert "Anna against Bea" in plain(first.text)
        assert first.labels == ()
        await chat.person("Carl", "en").presses(room, "Accept", message=first, version=0)
        assert first.labels == ()


@pytest.mark.parametrize(
    "command",
    ["/board", "/resign", "/pause", "/away", "/sheet", "/games", "/accept nothing", "roll"],
)
async def test_where_there_is_nothing_one_is_told_what_can_be_begun(tmp_path: Path, command: str) -> None:
    async with service_over(tmp_path / "c.sqlite") as (_, chat):
        anna = chat.person("Anna", "en")
        said = anna.runs(command) if command.startswith("/") else anna.says(anna.direct, command)
        answer = await said
        assert answer.private is not None
        assert answer.private.headline
        assert presses(answer.private) == BEGIN


async def table_over(service: Service, anna: Person, bea: Person, room: Place) -> None:
    """Anna loses a match to one point."""
    await anna.runs("/challenge Bea 1", room)
    await bea.presses(room, "Accept")
    await anna.says(room, "resign")
    await bea.presses(room, "Accept")


async def test_a_match_that_is_over_offers_a_rematch_and_the_computer(tmp_path: Path) -> None:
    async with service_over(tmp_path / "c.sqlite") as (service, chat):
        room, anna, bea = chat.room("club"), chat.person("Anna", "en"), chat.person("Bea", "en")
        await table_over(service, anna, bea, room)
        assert room.board.labels == ("Rematch", "Play the computer")
        await anna.presses(room, "Play the computer")
        assert "Computer" in room.board.text


async def test_who_has_left_can_begin_something_else(tmp_path: Path) -> None:
    async with service_over(tmp_path / "c.sqlite") as (_, chat):
        anna = chat.person("Anna", "en")
        await anna.runs("/play 3")
        await anna.runs("/leave")
        card = anna.privates(anna.direct)[-1]
        await anna.presses(anna.direct, "Leave the game", message=card)
        assert presses(card.screen) == BEGIN


async def test_an_offer_of_a_pause_that_is_gone_says_so_at_the_next_press(tmp_path: Path) -> None:
    async with service_over(tmp_path / "c.sqlite") as (_, chat):
        room, anna, bea = chat.room("club"), chat.person("Anna", "en"), chat.person("Bea", "en")
        await anna.runs("/challenge Bea 3", room)
        await bea.presses(room, "Accept")
        await anna.runs("/pause", room)
        asking = next(one for one in room.seen_by("bea") if "Agree" in one.labels)
        await anna.says(room, "resign")
        await bea.presses(room, "Agree", message=asking)
        assert "Nothing is offered" in asking.text
        assert asking.labels == ()


async def test_an_empty_table_of_standings_offers_what_fills_it(tmp_path: Path) -> None:
    async with service_over(tmp_path / "c.sqlite") as (_, chat):
        anna, room = chat.person("Anna", "en"), chat.room("club")
        await anna.runs("/standings", room)
        assert {"c:challenge:", "c:chouette:"} <= presses(room.newest.screen)


async def test_a_closed_score_sheet_is_followed_by_a_new_one_in_the_order_of_the_last_line(
    tmp_path: Path,
) -> None:
    async with service_over(tmp_path / "c.sqlite") as (service, chat):
        kim, zoe, room = chat.person("Kim", "en"), chat.person("Zoe", "en"), chat.room("club")
        await kim.runs("/score B C X; no jacoby", room)
        for op, arg in (("look", "W"), ("won", "t1"), ("look", "M"), ("look", "C"), ("close", "")):
            await press(kim, room, op, arg or None)
        closed = room.board
        assert closed.labels == ("New sheet", "Sheet")
        await zoe.presses(zoe.direct, data=closed.buttons()[0].press, message=closed)
        assert "not playing" in zoe.notice
        await kim.presses(room, "New sheet", message=closed)
        (table,) = await service.archive.tables_in(room.chat)
        paper = (await service.tables.load(table)).state
        assert isinstance(paper, Paper)
        assert paper.score.line == ("C", "X", "B")
        assert not paper.score.rules.jacoby
