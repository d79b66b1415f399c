"""Conversations at a match that every platform must carry: turns, presses that come too late, whole matches.

Knows no platform.
"""

from __future__ import annotations

import random
from collections.abc import Mapping

from bot.app.table import Status
from bot.game.side import Side
from tests.support.challenge_scenarios import CHALLENGE_SCENARIOS
from tests.support.players import what_to_type
from tests.support.scenarios import (
    Actor,
    Scenario,
    Stage,
    challenged,
    key_for,
    key_of,
    labels,
    match_of,
    offers,
    play_by_buttons,
    press_label,
    press_op,
    table_of,
)


async def a_turn_takes_few_presses(stage: Stage) -> None:
    """Steps are shown in place; a turn that has passed makes a new board and strips the old one."""
    room, anna, bea = await challenged(stage)
    first = room.board
    await press_label(anna, room, "8/5")
    await press_label(anna, room, "6/5")
    assert room.board.text == first.text, "a half-made play is shown in place"
    await press_op(anna, room, "play")
    assert not first.keys, "the old board has lost its buttons"
    await press_op(bea, room, "roll")
    game = match_of(await table_of(stage, bea)).running
    assert game is not None
    assert game.turn.on_roll is Side.O


async def a_step_is_taken_back(stage: Stage) -> None:
    """Undo shows what was there before."""
    room, anna, _ = await challenged(stage)
    before = labels(room.board)
    await press_label(anna, room, "8/5")
    assert labels(room.board) != before
    await press_label(anna, room, "Undo")
    assert labels(room.board) == before


async def a_double_press_acts_once(stage: Stage) -> None:
    """The others are told that they came too late."""
    room, anna, bea = await challenged(stage)
    await anna.run(room, "/move 8/5 6/5")
    before = (await table_of(stage, anna)).revision
    told = len(bea.notices)
    await bea.press(room, key_for(room.board, "roll"), times=5)
    assert (await table_of(stage, anna)).revision == before + 1
    assert len(bea.notices) == told + 4
    assert "too late" in bea.notices[-1]


async def a_stale_press_changes_nothing(stage: Stage) -> None:
    """A button of an old board is answered harmlessly."""
    room, anna, bea = await challenged(stage)
    old, step = room.board, key_of(room.board, "8/5")
    await anna.run(room, "/move 8/5 6/5")
    await press_op(bea, room, "roll")
    before = (await table_of(stage, anna)).revision
    await anna.press(room, step, on=old)
    assert "too late" in anna.notices[-1]
    assert (await table_of(stage, anna)).revision == before


async def strangers_cannot_press(stage: Stage) -> None:
    """Neither somebody else nor the one who is not to play; each hears why, in his language."""
    anna, bea, carl = stage.actor("Anna"), stage.actor("Bea"), stage.actor("Carl", "de")
    room = stage.room("Club", anna, bea, carl)
    await anna.run(room, "/challenge 3")
    await press_label(bea, room, "Accept")
    before = (await table_of(stage, anna)).revision
    step = key_of(room.board, "8/5")
    await carl.press(room, step)
    assert "spielst" in carl.notices[-1]
    await bea.press(room, step)
    assert "Anna" in bea.notices[-1] or "turn" in bea.notices[-1]
    assert (await table_of(stage, anna)).revision == before


async def a_restart_in_mid_turn(stage: Stage) -> None:
    """Old buttons act on: the half-made play is in them."""
    room, anna, _ = await challenged(stage)
    await press_label(anna, room, "8/5")
    await stage.restart()
    await press_label(anna, room, "6/5")
    await press_op(anna, room, "play")
    game = match_of(await table_of(stage, anna)).running
    assert game is not None
    assert game.turn.on_roll is Side.O


async def a_match_by_buttons(stage: Stage) -> None:
    """A whole match by whatever the newest board offers."""
    room, anna, bea = await challenged(stage)
    table = await table_of(stage, anna)
    await play_by_buttons(stage, table.id, room, (anna, bea), random.Random(5))
    after = await stage.service.tables.load(table.id)
    assert after.status is Status.OVER
    assert offers(room.board, "rematch")


async def a_match_by_typing(stage: Stage, rules: str = "1") -> None:
    """A whole match by typed words, as one writes in a direct chat or to the bot; each does something."""
    chance = random.Random(3)
    room, anna, bea = await challenged(stage, rules)
    now = await table_of(stage, anna)
    seats: Mapping[str, Actor] = {Side.X: anna, Side.O: bea}
    while now.status is Status.OPEN:
        typed = {seat: what_to_type(match_of(now), seat, chance) for seat in seats}
        seat, text = next((seat, text) for seat, text in typed.items() if text is not None)
        before, told = now, len(seats[seat].notices)
        await seats[seat].say(room, text)
        now = await stage.service.tables.load(before.id)
        assert now.revision > before.revision, f"{text!r} changes nothing: {seats[seat].notices[told:]}"
        assert len(seats[seat].notices) == told, seats[seat].notices[-1]
    assert now.status is Status.OVER


async def a_match_against_the_computer(stage: Stage) -> None:
    """In a direct chat, one point."""
    anna = stage.actor("Anna")
    await anna.run(anna.direct, "/play 1")
    table = await table_of(stage, anna)
    await play_by_buttons(stage, table.id, anna.direct, (anna,), random.Random(1))
    assert (await stage.service.tables.load(table.id)).status is Status.OVER


MATCH_SCENARIOS: Mapping[str, Scenario] = {
    "a turn takes few presses": Scenario(a_turn_takes_few_presses, ((3, 1), (6, 5))),
    "a step is taken back": Scenario(a_step_is_taken_back, ((3, 1),)),
    "a double press acts once": Scenario(a_double_press_acts_once, ((3, 1), (6, 5), (4, 4))),
    "a stale press changes nothing": Scenario(a_stale_press_changes_nothing, ((3, 1), (6, 5), (4, 4))),
    "strangers cannot press": Scenario(strangers_cannot_press, ((3, 1),)),
    "a restart in mid-turn": Scenario(a_restart_in_mid_turn, ((3, 1), (6, 5))),
    "a match by buttons": Scenario(a_match_by_buttons, seed=13),
    "a match by typing": Scenario(a_match_by_typing, seed=12),
    "a match against the computer": Scenario(a_match_against_the_computer, seed=4),
}
SCENARIOS = {**CHALLENGE_SCENARIOS, **MATCH_SCENARIOS}
"""From the challenge to the end of a match: the main flows."""
