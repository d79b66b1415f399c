"""What a challenge is called: the same for the same press, and nothing that anybody could compute."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path

from bot.app.invitations import challenger_of
from bot.app.ports import Chat, Visitor
from bot.game.rules import Rules
from bot.store.linking import merge_persons
from tests.support.service import service_over

ORIGIN = "telegram:700000000:812000001"
ROOM = Chat("test", "club", private=False)


async def challenge_by(path: Path, origin: str = ORIGIN) -> str:
    """The id of Anna's challenge to anyone in a room, made by a service that is started for it."""
    async with service_over(path) as (service, _):
        anna = await service.people.meet(Visitor("test", "anna", "Anna", "en"), ROOM)
        return (await service.invitations.challenge(anna.person.id, None, ROOM, Rules(), origin)).id


async def test_the_same_press_makes_the_same_challenge_after_a_restart(tmp_path: Path) -> None:
    first = await challenge_by(tmp_path / "c.sqlite")
    assert await challenge_by(tmp_path / "c.sqlite") == first
    assert await challenge_by(tmp_path / "c.sqlite", "another") != first


async def test_whoever_knows_the_press_cannot_name_the_challenge(tmp_path: Path) -> None:
    here, elsewhere = await challenge_by(tmp_path / "a.sqlite"), await challenge_by(tmp_path / "b.sqlite")
    assert here != elsewhere
    assert here != hashlib.blake2b(ORIGIN.encode(), digest_size=9).hexdigest()


async def test_a_challenge_is_named_by_signs_that_fit_a_link_and_a_button(tmp_path: Path) -> None:
    made = await challenge_by(tmp_path / "c.sqlite")
    assert made.isalnum()
    assert made.isascii()
    assert len(made) <= 20


async def test_who_has_challenged_and_becomes_one_with_another_plays_whom_he_has_challenged(
    tmp_path: Path,
) -> None:
    async with service_over(tmp_path / "c.sqlite") as (service, _):
        visitors = (Visitor("test", "anna", "Anna", "en"), Visitor("test", "bea", "Bea", "en"))
        anna, bea = [(await service.people.meet(one, ROOM)).person.id for one in visitors]
        other = (await service.people.meet(Visitor("web", "anna", "Anna", "en"))).person.id
        made = await service.invitations.challenge(anna, bea, ROOM, Rules(), "first")
        await service.invitations.counter(made, bea, replace(Rules(), length=5))
        await service.store.write(lambda conn: merge_persons(conn, anna, other))
        offered = await service.invitations.read(made.id)
        assert (challenger_of(offered), offered.by, offered.to) == (other, bea, other)
        table = await service.invitations.accept(offered, other, "second")
        assert [seat.person for seat in table.seats] == [other, bea]
