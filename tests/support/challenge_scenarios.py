"""Conversations about challenges that every platform must carry: accepted, declined, withdrawn, expired.

Knows no platform.
"""

from __future__ import annotations

from collections.abc import Mapping

from bot.app.timekeeping import DAY_MS
from bot.ui.press import InvitePress
from tests.support.plain import plain
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
    """At its minute it says so by itself, in the message that made it."""
    anna, bea = stage.actor("Anna"), stage.actor("Bea")
    room = stage.room("Club", anna, bea)
    await anna.run(room, "/challenge 3")
    made = stage.service.clock.now_ms()
    await time_passes(stage, made + DAY_MS - 60_000)
    assert offers(room.newest, "accept")
    await time_passes(stage, made + DAY_MS)
    assert "expired" in room.newest.text
    assert not offers(room.newest, "accept")
    assert await tables_of(stage, anna) == 0


async def a_challenge_is_accepted_too_late(stage: Stage) -> None:
    """Whoever presses a button that is still on his screen hears that the time is over."""
    anna, bea = stage.actor("Anna"), stage.actor("Bea")
    room = stage.room("Club", anna, bea)
    await anna.run(room, "/challenge 3")
    offer, accept = room.board, key_for(room.board, "accept")
    await stage.pass_time(25 * 3600)
    await bea.press(room, accept, on=offer)
    assert bea.notices
    assert "expired" in offer.text
    assert await tables_of(stage, anna) == 0


async def a_challenge_expires_while_nobody_serves(stage: Stage) -> None:
    """The next start catches up on it."""
    anna, bea = stage.actor("Anna"), stage.actor("Bea", "de")
    room = stage.room("Club", anna, bea)
    await anna.run(room, "/challenge 3")
    await stage.pass_time(DAY_MS / 1000)
    await stage.restart()
    await time_passes(stage, stage.service.clock.now_ms())
    assert "expired" in room.newest.text
    assert not offers(room.newest, "accept")


async def time_passes(stage: Stage, to_ms: int) -> None:
    """Until then, and the service looks at its alarms."""
    await stage.pass_time(max(0, to_ms - stage.service.clock.now_ms()) / 1000)
    await stage.service.alarms.ring()
    await stage.pass_time(0)


async def a_challenge_is_accepted_by_command(stage: Stage) -> None:
    """The buttons that nobody has pressed are gone, and nothing is posted but the board."""
    anna, bea = stage.actor("Anna"), stage.actor("Bea")
    room = stage.room("Club", anna, bea)
    await anna.run(room, "/challenge 3")
    offer = room.board
    await bea.run(room, "/accept")
    assert "Anna against Bea" in plain(offer.text)
    assert not offer.keys
    assert room.newest.has_picture
    assert await tables_of(stage, bea) == 1


async def a_challenge_is_answered_in_another_chat(stage: Stage) -> None:
    """Made alone with the bot, answered by other rules elsewhere, and taken back: both messages say so."""
    anna, bea = stage.actor("Anna"), stage.actor("Bea", "de")
    await anna.run(anna.direct, "/challenge 3")
    offer = anna.direct.board
    code = offer.text.rpartition("/accept ")[2].split()[0].strip()
    await bea.run(bea.direct, f"/accept {code}")
    copy = bea.direct.board
    await press_op(bea, bea.direct, "menu")
    five = next(key for key in copy.keys if isinstance(key.press, InvitePress) and key.press.arg == "5")
    await bea.press(bea.direct, five)
    assert "5 points" in offer.text
    assert "5 Punkte" in copy.text
    await press_op(bea, bea.direct, "withdraw")
    assert not offers(offer, "accept")
    assert not offers(copy, "accept")
    assert "withdrawn" in offer.text
    assert "zurückgezogen" in copy.text


CHALLENGE_SCENARIOS: Mapping[str, Scenario] = {
    "a challenge is accepted": Scenario(a_challenge_is_accepted, ((3, 1),)),
    "a challenge is declined": Scenario(a_challenge_is_declined, ((3, 1),)),
    "a challenge is withdrawn": Scenario(a_challenge_is_withdrawn, ((3, 1),)),
    "a challenge is withdrawn too late": Scenario(a_challenge_is_withdrawn_too_late, ((3, 1),)),
    "a challenge is countered": Scenario(a_challenge_is_countered, ((3, 1),)),
    "a challenge expires": Scenario(a_challenge_expires, ((3, 1),)),
    "a challenge is accepted too late": Scenario(a_challenge_is_accepted_too_late, ((3, 1),)),
    "a challenge expires while nobody serves": Scenario(a_challenge_expires_while_nobody_serves, ((3, 1),)),
    "a challenge is accepted by command": Scenario(a_challenge_is_accepted_by_command, ((3, 1),)),
    "a challenge is answered in another chat": Scenario(a_challenge_is_answered_in_another_chat, ((3, 1),)),
}
