"""The messages of a challenge: whatever ends it, they say so; nothing is posted for that."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from bot.adapters.testchat import Operation, Posted
from bot.app.alarms import Alarms
from bot.app.archive import Invitation
from bot.app.invitations import EXPIRES_AFTER_MS, Invitations
from bot.app.ports import Ambiguous, ChatClosed, DeliveryError, PersonId
from bot.store.archive import StoreArchive
from bot.store.secret import Secret
from bot.ui.invite_screen import MENU
from bot.wiring import Service
from tests.support.service import HandClock, service_over

TOO_LATE_S = EXPIRES_AFTER_MS / 1000


def alarms_over(service: Service, invitations: Invitations) -> Alarms:
    return Alarms(
        service.archive, service.tables, invitations, service.computers, service.uptime, service.clock
    )


async def test_the_task_for_deadlines_ends_what_has_run_out_as_soon_as_it_runs(tmp_path: Path) -> None:
    clock = HandClock()
    async with service_over(tmp_path / "c.sqlite", clock=clock) as (service, chat):
        anna, room = chat.person("Anna", "en"), chat.room("club")
        for _ in range(3):
            await anna.runs("/challenge 3", room)
        clock.pass_s(TOO_LATE_S)
        ended = asyncio.Event()
        invitations = Invitations(
            service.archive, service.tables, service.people, clock, Secret(service.store), ended.set
        )
        ringing = asyncio.create_task(alarms_over(service, invitations).run())
        await asyncio.wait_for(ended.wait(), 5)
        ringing.cancel()
        service.broadcaster.wake()
        await service.settle()
        assert [message.edits for message in room.messages] == [1, 1, 1]
        assert all("expired" in text for text in room.texts)


async def test_the_service_looks_again_when_the_next_challenge_runs_out(tmp_path: Path) -> None:
    clock = HandClock()
    async with service_over(tmp_path / "c.sqlite", clock=clock) as (service, chat):
        assert await service.archive.next_due() is None
        await chat.person("Anna", "en").runs("/challenge 3", chat.room("club"))
        assert await service.archive.next_due() == clock.now_ms() + EXPIRES_AFTER_MS
        clock.pass_s(TOO_LATE_S)
        assert not await service.alarms.ring()
        assert await service.archive.next_due() is None


class FullDisk(StoreArchive):
    """Takes no answer to a challenge."""

    async def answer_invitation(self, invitation: Invitation, now: int) -> None:
        raise OSError("no space left")


async def test_challenges_that_cannot_be_ended_hold_up_no_table(tmp_path: Path) -> None:
    clock = HandClock()
    async with service_over(tmp_path / "c.sqlite", clock=clock) as (service, chat):
        anna, bea, room = chat.person("Anna", "en"), chat.person("Bea", "en"), chat.room("club")
        await anna.runs("/challenge 1 2min timeout", room)
        await bea.presses(room, "Accept")
        await anna.runs("/challenge 3", room)
        (table,) = await service.archive.table_ids()
        before = (await service.tables.load(table)).number
        clock.pass_s(TOO_LATE_S)
        invitations = Invitations(
            FullDisk(service.store), service.tables, service.people, clock, Secret(service.store), _nobody
        )
        assert await alarms_over(service, invitations).ring(), "it is tried again"
        assert (await service.tables.load(table)).number > before


def _nobody() -> None:
    """Not to be told."""


async def offered(service: Service, by: PersonId) -> Invitation:
    """The open challenge of a person."""
    (found,) = await service.archive.invitations_of(by)
    return found


async def test_an_answer_changes_the_message_once_and_calls_whom_it_asks(tmp_path: Path) -> None:
    async with service_over(tmp_path / "c.sqlite") as (_, chat):
        anna, bea, room = chat.person("Anna", "en"), chat.person("Bea", "en"), chat.room("club")
        await anna.runs("/challenge Bea 3", room)
        offer = room.newest
        assert bea.notified == [offer]
        await bea.presses(room, "Decline")
        assert offer.edits == 1
        assert room.messages == [offer]
        assert chat.sent == [(Operation.POST, offer.ref), (Operation.EDIT, offer.ref)]


async def test_a_challenge_that_ends_before_it_could_be_posted_is_not_posted(tmp_path: Path) -> None:
    clock = HandClock()
    async with service_over(tmp_path / "c.sqlite", clock=clock) as (service, chat):
        anna, room = chat.person("Anna", "en"), chat.room("club")
        chat.fail_next(DeliveryError("away"), Operation.POST)
        await anna.runs("/challenge 3", room)
        person = (await service.people.meet(anna.visitor)).person.id
        await service.invitations.withdraw(await offered(service, person), person)
        clock.pass_s(60)
        await service.settle()
        assert room.messages == []
        assert await service.archive.next_delivery("test") is None


@pytest.mark.parametrize("how", ["Withdraw", "3 points"])
async def test_a_deleted_message_comes_back_only_while_it_can_be_answered(tmp_path: Path, how: str) -> None:
    async with service_over(tmp_path / "c.sqlite") as (_, chat):
        anna, room = chat.person("Anna", "en"), chat.room("club")
        await anna.runs("/challenge 5", room)
        offer = room.newest
        await anna.presses(room, "Other rules…")
        chat.delete(offer)
        await anna.presses(room, how, message=offer, version=0 if how == "Withdraw" else 1)
        assert [one.labels[:1] for one in room.seen_by()] == ([] if how == "Withdraw" else [("Accept",)])


async def test_the_rules_to_choose_from_are_not_shown_over_what_has_become_of_it(tmp_path: Path) -> None:
    async with service_over(tmp_path / "c.sqlite") as (service, chat):
        anna, room = chat.person("Anna", "en"), chat.room("club")
        await anna.runs("/challenge 5", room)
        person = (await service.people.meet(anna.visitor)).person.id
        before = await offered(service, person)
        place = await service.archive.place_of(room.newest.ref)
        assert place is not None
        await service.broadcaster.show_look(place, before.revision, MENU)
        assert "Back" in room.newest.labels
        await service.invitations.withdraw(before, person)
        await service.settle()
        await service.broadcaster.show_look(place, before.revision, MENU)
        assert room.newest.labels == ("Challenge again", "Play the computer")


@pytest.mark.parametrize("error", [ChatClosed("kicked"), Ambiguous("cut")], ids=repr)
async def test_a_message_that_could_not_be_changed_is_mended_by_the_next_press(
    tmp_path: Path, error: DeliveryError
) -> None:
    clock = HandClock()
    async with service_over(tmp_path / "c.sqlite", clock=clock) as (service, chat):
        anna, bea, room = chat.person("Anna", "en"), chat.person("Bea", "en"), chat.room("club")
        await anna.runs("/challenge 5", room)
        offer = room.newest
        chat.fail_next(error, Operation.EDIT)
        person = (await service.people.meet(anna.visitor)).person.id
        await service.invitations.withdraw(await offered(service, person), person)
        await service.settle()
        assert "Accept" in offer.labels
        clock.pass_s(1)
        await bea.presses(room, "Accept", message=offer)
        assert "over" in bea.notice
        clock.pass_s(60)
        await service.settle()
        assert offer.labels == ("Challenge again", "Play the computer")


async def test_two_direct_chats_show_one_challenge_each_in_its_readers_language(tmp_path: Path) -> None:
    async with service_over(tmp_path / "c.sqlite") as (_, chat):
        anna, bea, carl = chat.person("Anna", "en"), chat.person("Bea", "de"), chat.person("Carl", "en")
        await anna.runs("/challenge 3")
        code = anna.direct.newest.text.rsplit("/accept ", 1)[1]
        await bea.runs(f"/accept {code}")
        await carl.runs(f"/accept {code}")
        offers = [one.direct.board for one in (anna, bea, carl)]
        await carl.presses(carl.direct, "Accept")
        assert _said(offers) == ["was accepted", "angenommen", "was accepted"]


def _said(messages: Sequence[Posted]) -> list[str]:
    words = ("was accepted", "angenommen")
    return [next((word for word in words if word in one.text), one.text) for one in messages]
