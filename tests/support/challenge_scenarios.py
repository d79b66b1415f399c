"""Conversations about challenges that every platform must carry: accepted, declined, withdrawn, expired.

Knows no platform.
"""

from __future__ import annotations

from collections.abc import Mapping

from bot.ui.press import InvitePress
from tests.support.scenarios import (
    Scenario,
    Stage,
    challenged,
    key_for,
    match_of,
    offers,
    press_op,
    table_of,
    tables_of,
)


async def a_challenge_is_accepted(stage: Stage) -> None:
    """The first board shows who is to play, and has a picture."""
    room, anna, _ = await challenged(stage)
    assert room.board.has_picture
    assert "Anna" in room.board.text
    assert match_of(await table_of(stage, anna)).rules.length == 3


async def a_challenge_is_declined(stage: Stage) -> None:
    """Only the one who was named can; nobody plays then."""
    anna, bea, carl = stage.actor("Anna"), stage.actor("Bea"), stage.actor("Carl")
    room = stage.room("Club", anna, bea, carl)
    await anna.run(room, "/challenge 3", target=bea)
    offer = room.board
    await carl.press(room, key_for(offer, "accept"))
    assert carl.notices
    await press_op(bea, room, "decline")
    assert not offers(room.newest, "accept")
    assert await tables_of(stage, anna) == 0


async def a_challenge_is_withdrawn(stage: Stage) -> None:
    """Nobody plays, and the challenge has no buttons any more."""
    anna, bea = stage.actor("Anna"), stage.actor("Bea")
    room = stage.room("Club", anna, bea)
    await anna.run(room, "/challenge 3")
    await press_op(anna, room, "withdraw")
    assert not offers(room.newest, "accept")
    assert await tables_of(stage, anna) == 0


async def a_challenge_is_withdrawn_too_late(stage: Stage) -> None:
    """Whoever presses the old button hears why nothing happens."""
    anna, bea = stage.actor("Anna"), stage.actor("Bea")
    room = stage.room("Club", anna, bea)
    await anna.run(room, "/challenge 3")
    offer = room.board
    accept, withdraw = key_for(offer, "accept"), key_for(offer, "withdraw")
    await bea.press(room, accept)
    await anna.press(room, withdraw, on=offer)
    assert anna.notices
    assert await tables_of(stage, anna) == 1


async def a_challenge_is_countered(stage: Stage) -> None:
    """Bea asks for another length; Anna accepts that."""
    anna, bea = stage.actor("Anna"), stage.actor("Bea")
    room = stage.room("Club", anna, bea)
    await anna.run(room, "/challenge 3")
    await press_op(bea, room, "menu")
    five = next(key for key in room.board.keys if isinstance(key.press, InvitePress) and key.press.arg == "5")
    await bea.press(room, five)
    assert "Bea" in room.board.text
    await press_op(anna, room, "accept")
    assert match_of(await table_of(stage, bea)).rules.length == 5


async def a_challenge_expires(stage: Stage) -> None:
    """A day later it cannot be accepted any more."""
    anna, bea = stage.actor("Anna"), stage.actor("Bea")
    room = stage.room("Club", anna, bea)
    await anna.run(room, "/challenge 3")
    accept = key_for(room.board, "accept")
    offer = room.board
    await stage.pass_time(25 * 3600)
    await bea.press(room, accept, on=offer)
    assert bea.notices
    assert await tables_of(stage, anna) == 0


CHALLENGE_SCENARIOS: Mapping[str, Scenario] = {
    "a challenge is accepted": Scenario(a_challenge_is_accepted, ((3, 1),)),
    "a challenge is declined": Scenario(a_challenge_is_declined, ((3, 1),)),
    "a challenge is withdrawn": Scenario(a_challenge_is_withdrawn, ((3, 1),)),
    "a challenge is withdrawn too late": Scenario(a_challenge_is_withdrawn_too_late, ((3, 1),)),
    "a challenge is countered": Scenario(a_challenge_is_countered, ((3, 1),)),
    "a challenge expires": Scenario(a_challenge_expires, ((3, 1),)),
}
