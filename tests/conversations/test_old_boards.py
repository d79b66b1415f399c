"""Messages that are no longer the board of their table: old boards, and cards that one person alone has."""

from __future__ import annotations

import asyncio
from pathlib import Path

from bot.adapters.testchat import Operation, TestChat
from bot.adapters.testchat.messages import Place
from bot.adapters.testchat.person import Person
from bot.app.ports import Answer, Chat, Delayed, MessageRef, Retire
from bot.store.sight_book import StoredSight
from bot.ui.press import TablePress, parse_press
from bot.wiring import Service
from tests.support.chouette_players import gather, on, press
from tests.support.dice import ScriptedDice
from tests.support.service import service_over

ROLLS = [(3, 1), (6, 5), (4, 2), (6, 1)]


async def challenged(chat: TestChat) -> tuple[Place, Person, Person]:
    """Anna has challenged, Bea has accepted."""
    room, anna, bea = chat.room("club"), chat.person("Anna", "en"), chat.person("Bea", "en")
    await anna.runs("/challenge 3", room)
    await bea.presses(room, "Accept")
    return room, anna, bea


class Quick(TestChat):
    """A chat where somebody presses on a new board before the old one has lost its buttons."""

    waits: tuple[Person, str] | None = None
    pressing: asyncio.Task[Answer] | None = None

    async def retire(self, ref: MessageRef, how: Retire) -> None:
        if self.waits is not None:
            person, label = self.waits
            self.waits = None
            self.pressing = asyncio.create_task(person.presses(self.room("club"), label))
            await asyncio.wait({self.pressing}, timeout=0.5)
        await super().retire(ref, how)


async def test_a_new_board_that_is_pressed_at_once_is_no_old_one(tmp_path: Path) -> None:
    chat = Quick()
    dice = ScriptedDice(ROLLS)
    async with service_over(tmp_path / "c.sqlite", dice=lambda _: dice, chat=chat):
        room, anna, bea = await challenged(chat)
        chat.waits = (bea, "Roll")
        await anna.says(room, "8/5 6/5")
        assert chat.pressing is not None
        await chat.pressing
        assert bea.notices == []
        assert "6-5" in room.board.screen.headline


async def revision(service: Service, person: Person) -> int:
    """How far the person's only table has come."""
    known = await service.people.meet(person.visitor)
    (table,) = await service.archive.tables_of(known.person.id)
    return (await service.tables.load(table)).revision


async def test_a_late_press_on_an_old_board_is_answered_privately_and_brings_no_button_back(
    tmp_path: Path,
) -> None:
    async with service_over(tmp_path / "c.sqlite", dice=lambda _: ScriptedDice(ROLLS)) as (service, chat):
        room, anna, _ = await challenged(chat)
        old = room.board
        await anna.says(room, "8/5 6/5")
        newest, before = room.board, await revision(service, anna)
        await anna.presses(room, "8/5", message=old, version=0)
        assert "old board" in anna.notice
        assert old.buttons() == ()
        assert room.board is newest
        assert await revision(service, anna) == before


async def test_an_old_board_whose_buttons_still_mean_the_same_acts_on_the_newest_one(tmp_path: Path) -> None:
    async with service_over(tmp_path / "c.sqlite", dice=lambda _: ScriptedDice(ROLLS)) as (service, chat):
        room, anna, bea = await challenged(chat)
        old = room.board
        await anna.runs("/board", room)
        assert room.board is not old
        await anna.presses(room, "8/5", message=old, version=0)
        assert "Undo" in room.board.labels
        assert "old board" in anna.notice
        await anna.presses(room, "6/5")
        done = next(button.press for button in room.board.buttons() if ":play:" in button.press)
        before = await revision(service, anna)
        await anna.presses(room, data=done, message=old)
        assert await revision(service, anna) == before + 1
        assert "Bea" in room.board.screen.headline
        assert old.buttons() == ()
        assert bea.notified[-1] is room.board


async def test_a_board_that_was_kept_with_its_buttons_is_not_changed_by_them(tmp_path: Path) -> None:
    async with service_over(tmp_path / "c.sqlite", dice=lambda _: ScriptedDice(ROLLS)) as (_, chat):
        admin = chat.person("Ada", "en", admin=True)
        await admin.runs("/room", chat.room("club"))
        await admin.presses(chat.room("club"), "Looks")
        await admin.presses(chat.room("club"), "Keep")
        room, anna, bea = await challenged(chat)
        old = room.board
        await anna.says(room, "8/5 6/5")
        assert old.labels
        await anna.presses(room, "8/5", message=old)
        await bea.presses(room, "8/5", message=old)
        assert len(old.versions) == 1


async def test_an_old_board_that_could_not_be_stripped_is_stripped_when_it_is_pressed(tmp_path: Path) -> None:
    dice = ScriptedDice(ROLLS)
    async with service_over(tmp_path / "c.sqlite", dice=lambda _: dice) as (_, chat):
        room, anna, _bea = await challenged(chat)
        old = room.board
        chat.fail_next(Delayed(1), Operation.RETIRE)
        await anna.says(room, "8/5 6/5")
        assert old.labels
        await anna.presses(room, "8/5", message=old)
        assert old.labels == ()
        assert "Roll" in room.labels


async def test_an_old_board_of_a_direct_chat_stays_old(tmp_path: Path) -> None:
    async with service_over(tmp_path / "c.sqlite", dice=lambda _: ScriptedDice(ROLLS)) as (_, chat):
        anna = chat.person("Anna", "en")
        await anna.runs("/play 3")
        old = anna.direct.board
        await anna.runs("/board")
        await anna.presses(anna.direct, "Resign…", message=old, version=0)
        assert old.buttons() == ()
        assert "Gammon (2)" in anna.direct.labels


async def test_a_table_that_a_chat_shows_no_more_is_shown_to_the_presser(tmp_path: Path) -> None:
    async with service_over(tmp_path / "c.sqlite", dice=lambda _: ScriptedDice(ROLLS)) as (service, chat):
        room, anna, _ = await challenged(chat)
        old = room.board
        await StoredSight(service.store).close_chat(Chat("test", "club"), whole=True)
        await anna.presses(room, "8/5", message=old)
        card = anna.privates(room)[-1]
        assert "Undo" in card.labels
        assert old.buttons() == ()


async def test_a_card_is_changed_by_its_own_buttons_and_the_board_by_none_of_them(tmp_path: Path) -> None:
    async with service_over(tmp_path / "c.sqlite", dice=lambda _: ScriptedDice(ROLLS)) as (service, chat):
        room, anna, _ = await challenged(chat)
        await anna.runs("/games", room)
        await anna.presses(room, "Show game 1")
        board, card = room.board, anna.privates(room)[-1]
        assert card.audience == "anna"
        await anna.presses(room, "8/5", message=card)
        assert "Undo" in card.labels
        assert "Undo" not in board.labels
        await anna.presses(room, "6/5", message=card)
        done = next(button for button in card.buttons() if button.label.startswith("Done"))
        before = await revision(service, anna)
        await anna.presses(room, data=done.press, message=card)
        assert await revision(service, anna) == before + 1
        assert ", ".join(card.labels) == "Resign…, Board again"
        await anna.says(room, "resign")
        await anna.presses(room, "Resign…", message=card)
        assert "moved on" in anna.notice
        assert ", ".join(card.labels) == "Withdraw the offer"


async def test_an_offer_that_others_have_accepted_cannot_be_withdrawn_and_its_card_says_so(
    tmp_path: Path,
) -> None:
    dice = ScriptedDice([(6,), (5,), (4,), (3, 1)])
    async with service_over(tmp_path / "c.sqlite", dice=lambda _: dice) as (_, chat):
        room, people = await gather(chat, "Anna", "Bea", "Carl", rules="no grace")
        anna, bea, _carl = people.values()
        await press(anna, room, "begin")
        await press(anna, room, "mine", "")
        await press(anna, room, "mine", "R")
        await press(anna, room, "offer", "1")
        card = anna.privates(room)[-1]
        assert on(card, "withdraw")
        await press(bea, room, "accept")
        await anna.presses(room, "Withdraw the offer", message=card)
        assert "too late" in anna.notice
        assert on(card, "withdraw") is None
        assert "Game 1" in card.screen.headline


async def test_what_a_card_offers_and_the_rules_refuse_is_told_and_taken_off_the_card(tmp_path: Path) -> None:
    dice = ScriptedDice([(6,), (5,), (4,), (3, 1)])
    async with service_over(tmp_path / "c.sqlite", dice=lambda _: dice) as (_, chat):
        room, people = await gather(chat, "Anna", "Bea", "Carl", rules="no grace")
        anna, bea, carl = people.values()
        await press(anna, room, "begin")
        await press(anna, room, "mine", "")
        await press(anna, room, "mine", "E")
        await press(anna, room, "end", "")
        await press(bea, room, "mine", "")
        card = bea.privates(room)[-1]
        yes = on(card, "yes")
        assert yes is not None
        await press(carl, room, "mine", "")
        await press(carl, room, "yes")
        await bea.presses(room, data=yes, message=card)
        assert on(card, "yes") is None
        assert bea.notices


async def test_a_forged_press_never_overwrites_a_live_board(tmp_path: Path) -> None:
    async with service_over(tmp_path / "c.sqlite", dice=lambda _: ScriptedDice(ROLLS)) as (_, chat):
        room, anna, bea = await challenged(chat)
        board = room.board
        mine = parse_press(board.buttons()[0].press)
        assert isinstance(mine, TablePress)
        carl = chat.person("Carl", "en")
        await carl.runs("/challenge 5", room)
        offer = room.newest.buttons()[0].press
        await carl.presses(room, data=offer.replace(":accept:", ":menu:"), message=board)
        await carl.presses(room, data="c:settings:auto", message=board)
        await carl.presses(room, data="c:time:stay.x.0", message=board)
        for person in (anna, bea, carl):
            await person.presses(room, data=str(mine).replace("t:", "p:", 1), message=board)
        assert all(version.screen.picture is not None for version in board.versions)
        assert "Anna" in board.screen.headline
