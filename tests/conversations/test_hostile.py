"""People who mean no good, or whom bad luck follows: nothing is lost, nothing breaks for the others."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import pytest

from bot.adapters.testchat.messages import Place
from bot.app.ports import Answer, Command, Said
from bot.ui.commands import COMMANDS
from bot.ui.link_commands import shared_offer
from bot.wiring import Service
from tests.support.service import HandClock, service_over

FAULT = "Something broke"


def press_of(room: Place, op: str) -> str:
    """The data of the newest board's button of this operation."""
    return next(button.press for button in room.board.buttons() if f":{op}:" in button.press)


async def set_read_only(service: Service, on: bool) -> None:
    """What a full disk does, or a volume that was mounted anew: every write fails."""

    def run() -> None:
        raw = service.store._writer_engine.raw_connection().driver_connection
        assert raw is not None
        raw.execute(f"PRAGMA query_only={'ON' if on else 'OFF'}")

    await asyncio.to_thread(run)


async def test_after_a_full_disk_boards_go_out_again_without_a_restart(tmp_path: Path) -> None:
    async with service_over(tmp_path / "c.sqlite") as (service, chat):
        anna, room, other = chat.person("Anna"), chat.room("club"), chat.room("elsewhere")
        await anna.runs("/play 3", room)
        await set_read_only(service, True)
        answer = await anna.runs("/play 3", other)
        assert FAULT in (answer.notice or "")
        await asyncio.sleep(0.3)  # until the pulse, the alarms and the sender have met it
        await set_read_only(service, False)
        assert not any(task.done() for task in service.tasks)
        await anna.runs("/play 3", other)
        for _ in range(100):
            if other.messages:
                break
            await asyncio.sleep(0.1)
        assert "Match to 3 points" in other.newest.text


@pytest.mark.parametrize("command", ["/play 3", "/chouette", "/score Anna, Bea, Carl", "/challenge 5"])
async def test_a_command_that_comes_again_is_carried_out_once_and_is_no_fault(
    tmp_path: Path, command: str
) -> None:
    async with service_over(tmp_path / "c.sqlite") as (service, chat):
        anna, room = chat.person("Anna"), chat.room("club")
        await anna.runs(command, room)
        tables = await service.archive.table_ids()
        answer = await chat.redeliver()
        assert FAULT not in (answer.notice or "")
        assert await service.archive.table_ids() == tables


async def test_challenges_that_have_run_out_make_room_for_new_ones(tmp_path: Path) -> None:
    clock = HandClock()
    async with service_over(tmp_path / "c.sqlite", clock=clock) as (_, chat):
        anna, room = chat.person("Anna"), chat.room("club")
        answers = [await anna.runs("/challenge 5", room) for _ in range(6)]
        assert [answer.notice is None for answer in answers] == [True] * 5 + [False]
        clock.pass_s(25 * 3600)
        assert (await anna.runs("/challenge 5", room)).notice is None


async def test_a_forged_end_of_a_chouette_spoils_nobodys_board(tmp_path: Path) -> None:
    async with service_over(tmp_path / "c.sqlite") as (_, chat):
        people, room = [chat.person(name) for name in ("Anna", "Bea", "Carl")], chat.room("club")
        await people[0].runs("/chouette", room)
        for other in people[1:]:
            await other.presses(room, data=press_of(room, "sit"))
        await people[0].presses(room, data=press_of(room, "begin"))
        stem = ":".join(press_of(room, "draft").split(":")[:3])
        for digits in (5, 20, 28, 39, 40, 43):
            answer = await people[0].presses(room, data=f"{stem}:end:{'9' * digits}"[:64], message=room.board)
            assert answer.notice is not None
            assert FAULT not in answer.notice
        assert FAULT not in str((await people[1].runs("/board text", room)).notice)


ODD = (
    *("²", "٣", "½", "Ⅷ", "５", "\x00", "\ud800", "\u202e", "\u200b" * 50, "😀", "ﷺ" * 40, "İ" * 40),
    *(
        "%s{0}{name}",
        "<b>&",
        "@",
        "-1",
        "0",
        "nan",
        "1_000",
        "bar/٣",
        "13/²",
        ",,,",
        "; ; ;",
        "+",
        "/",
        "a" * 5000,
    ),
    *("9" * 5000, "cap" + "9" * 4400, f"cap{2**200}", "XGID=" + "a" * 26 + ":0:0:1:63:0:0:0:0:10", "99999d"),
)


async def test_no_text_however_odd_is_a_fault(tmp_path: Path) -> None:
    async with service_over(tmp_path / "c.sqlite") as (service, chat):
        anna, room = chat.person("Anna"), chat.room("club")
        handle = service.desk.handle
        for odd in ODD:
            for place in (room, anna.direct):
                answers = [await handle(Said(chat.new_origin(), anna.visitor, place.chat, odd))]
                for name in COMMANDS:
                    for args in (odd, f"Anna, Bea, Carl; {odd}") if name == "score" else (odd,):
                        what = Command(chat.new_origin(), anna.visitor, place.chat, name, args)
                        answers.append(await handle(what))
                assert not [answer for answer in answers if FAULT in (answer.notice or "")], ascii(odd[:40])


async def test_a_shared_offer_is_good_for_its_own_rules_and_for_one_challenge_each(tmp_path: Path) -> None:
    clock = HandClock()
    async with service_over(tmp_path / "c.sqlite", clock=clock) as (service, chat):
        anna, bea = chat.person("Anna"), chat.person("Bea")
        made = await shared_offer(service.desk.context, anna.visitor, "7 pin")
        assert made is not None
        payload, _ = made
        assert len(payload) <= 64
        follow = f"/start {payload}"
        await bea.runs(follow)
        first = bea.direct.board
        assert "A match to 7 points" in first.text
        clock.pass_s(1)
        await bea.runs(follow)
        again = bea.direct.board
        assert again is not first
        assert again.buttons() == first.buttons(0)
        assert first.labels == ()
        for forged in (follow.replace("7-pin", "1-30s"), follow.replace("7-pin", "ä"), follow[:-9]):
            assert leads_nowhere(await bea.runs(forged))
        person = (await service.people.meet(bea.visitor)).person.id
        assert leads_nowhere(await anna.runs(f"/start o_{person}_1"))
        clock.pass_s(48 * 3600)
        assert leads_nowhere(await chat.person("Carl").runs(follow))


def leads_nowhere(answer: Answer) -> bool:
    """Whether nothing but that was said."""
    return answer.private is not None and answer.private.text == "This link leads nowhere any more."


async def test_a_shared_offer_opens_no_game_where_the_room_wants_none(tmp_path: Path) -> None:
    async with service_over(tmp_path / "c.sqlite") as (service, chat):
        anna, bea, room = chat.person("Anna"), chat.person("Bea"), chat.room("club")
        made = await shared_offer(service.desk.context, anna.visitor, "7")
        admin = (await service.people.meet(anna.visitor)).person.id
        await service.archive.change_room(room.chat, {"games": False}, admin, service.clock.now_ms())
        assert made is not None
        assert (await bea.runs(f"/start {made[0]}", room)).private is None


async def test_who_becomes_one_person_while_a_move_is_stored_keeps_his_seat(tmp_path: Path) -> None:
    async with service_over(tmp_path / "c.sqlite") as (service, chat):
        anna, two, room = chat.person("Anna"), chat.person("Anna elsewhere"), chat.room("club")
        await anna.runs("/challenge 3", room)
        bea = chat.person("Bea")
        await bea.presses(room, data=press_of(room, "accept"))
        await anna.runs("/help")  # her direct chat is known: nothing has to be stored before the code counts
        linked = await two.runs("/link")
        assert linked.private is not None
        code = linked.private.headline.split()[-1].strip(".")
        gate = threading.Event()
        held = asyncio.create_task(service.store.write(lambda _: gate.wait()))
        await asyncio.sleep(0.2)  # the writer waits: what follows is decided before any of it is stored
        first = asyncio.create_task(anna.runs(f"/link {code}"))
        await asyncio.sleep(0.2)
        resigning = [asyncio.create_task(one.runs("/resign", room)) for one in (anna, bea)]
        await asyncio.sleep(0.2)
        gate.set()
        await asyncio.gather(held, first, *resigning)
        assert first.result().private is not None
        assert (await anna.runs("/board", room)).notice is None


async def test_a_rematch_is_asked_for_only_where_there_was_a_match(tmp_path: Path) -> None:
    async with service_over(tmp_path / "c.sqlite") as (service, chat):
        anna, room = chat.person("Anna"), chat.room("club")
        await anna.runs("/score Anna, Bea, Carl", room)
        (paper,) = await service.archive.table_ids()
        answer = await anna.presses(room, data=f"c:rematch:{paper}", message=room.board)
        assert answer.notice is not None
        assert FAULT not in answer.notice


async def test_a_rematch_is_unrated_where_the_room_says_so(tmp_path: Path) -> None:
    async with service_over(tmp_path / "c.sqlite") as (service, chat):
        anna, bea, room = chat.person("Anna"), chat.person("Bea"), chat.room("club")
        await anna.runs("/challenge 3", room)
        await bea.presses(room, data=press_of(room, "accept"))
        (table,) = await service.archive.table_ids()
        admin = (await service.people.meet(anna.visitor)).person.id
        await service.archive.change_room(room.chat, {"rated": False}, admin, service.clock.now_ms())
        await anna.presses(room, data=f"c:rematch:{table}", message=room.board)
        made = (await service.archive.invitations_of(admin))[0]
        assert made.rules["rated"] is False
