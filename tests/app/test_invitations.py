"""What a challenge is called: the same for the same press, and nothing that anybody could compute."""

from __future__ import annotations

import hashlib
from pathlib import Path

from bot.app.ports import Chat, Visitor
from bot.game.rules import Rules
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
