"""What one person sets on one platform holds at once on all where he is known."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from bot.adapters.testchat import TestChat
from bot.adapters.testchat.person import Person
from tests.support.dice import ScriptedDice
from tests.support.service import HandClock, service_over


async def becomes(there: Person, here: Person) -> None:
    """The one over there is the one here."""
    await here.runs("/link")
    code = here.privates(here.direct)[-1].screen.headline.removeprefix("Your code: ")
    await there.runs(f"/link {code}")


async def sets(person: Person, *labels: str) -> None:
    """Choose on the pages of one's own settings."""
    await person.runs("/settings")
    for label in labels:
        await person.presses(person.direct, label, message=person.privates(person.direct)[-1])


async def test_settings_hold_at_once_on_the_other_platform(tmp_path: Path) -> None:
    dice, clock = ScriptedDice([(3, 1), (6, 5), (4, 2)]), HandClock()
    async with service_over(tmp_path / "s.sqlite", dice=lambda _: dice, clock=clock) as (service, chat):
        other = TestChat(platform="other")
        other.connect(service.desk.handle, service.settle)
        service.start(other)
        room, anna, bea = chat.room("club"), chat.person("Anna", "en"), chat.person("Bea", "en")
        there = other.person("Bea there", "en")
        await becomes(there, bea)
        await anna.runs("/challenge 1", room)
        await bea.presses(room, "Accept")
        await there.runs("/board")
        clock.pass_s(1)
        before = there.direct.board.screen
        await sets(bea, "Deutsch")
        after = there.direct.board.screen
        assert before.headline != after.headline, "her board over there is in German now"
        await there.runs("/settings")
        page = there.privates(there.direct)[-1]
        assert "Deine Einstellungen" in page.text
        await there.presses(there.direct, "Von selbst", message=page)
        await there.presses(there.direct, "Für mich würfeln", message=page)
        await anna.says(room, "8/5 6/5")
        assert "Roll" not in room.board.labels, "she has set it there, and is rolled for here"
        assert "Würfeln" not in there.direct.board.labels
        person = (await service.people.meet(bea.visitor)).person
        assert person.settings["auto_roll"] is True
        assert (await service.people.meet(there.visitor)).person.id == person.id


async def test_the_name_follows_the_platform_that_made_the_person_alone(tmp_path: Path) -> None:
    for life in range(3):
        async with service_over(tmp_path / "s.sqlite") as (service, chat):
            other = TestChat(platform="other")
            other.connect(service.desk.handle, service.settle)
            service.start(other)
            anna, there = chat.person("Anna", "en"), other.person("Lady A", "en")
            if life == 0:
                await becomes(there, anna)
            for one in (there, anna, there):
                await one.runs("/games")
                known = (await service.people.meet(there.visitor)).person
                assert (await service.archive.person(known.id)).name == "Anna"


async def test_a_new_name_there_is_taken_and_one_that_was_chosen_stays(tmp_path: Path) -> None:
    async with service_over(tmp_path / "s.sqlite") as (service, chat):
        other = TestChat(platform="other")
        other.connect(service.desk.handle, service.settle)
        service.start(other)
        anna, there = chat.person("Anna", "en"), other.person("Lady A", "en")
        await becomes(there, anna)
        ident = (await service.people.meet(anna.visitor)).person.id
        await service.people.meet(replace(there.visitor, name="Lady B"))
        assert (await service.archive.person(ident)).name == "Anna"
        await service.people.meet(replace(anna.visitor, name="Anna Maria"))
        assert (await service.archive.person(ident)).name == "Anna Maria"
        await there.runs("/name Ann")
        await service.people.meet(replace(anna.visitor, name="Annie"))
        assert (await service.archive.person(ident)).name == "Ann"
