"""Conversations at a chouette that every platform must carry, besides the evening: agreeing, advice, seats.

Knows no platform.
"""

from __future__ import annotations

from collections.abc import Mapping

from bot.app.chouette_seats import session_of
from bot.app.table import Status
from bot.app.timekeeping import PAUSE_MS
from bot.game.plays import Move
from bot.ui.press import encode_draft
from tests.support.chouette_evening import Evening, gathered
from tests.support.plain import plain
from tests.support.scenarios import Scenario, Stage, key_of, offers

THREE = ("Anna", "Bea", "Carl")
SEATS = ((6,), (5,), (4,))
"""Anna is in the box, Bea is captain."""


async def a_pause_needs_everyone(stage: Stage) -> None:
    """One no is enough; the game goes on meanwhile, then everything rests until somebody resumes."""
    here = await gathered(stage, THREE)
    await here.press("Anna", "begin")
    await here.run("Anna", "/pause")
    here.shows("Anna would like a pause; still to agree: Bea and Carl.")
    await here.press("Bea", "agree")
    here.shows("still to agree: Carl.")
    await here.press("Carl", "decline")
    assert "would like" not in plain(here.room.board.text)
    await here.run("Carl", "/pause")
    await here.say("Anna", "8/5 6/5")
    here.shows("Carl would like a pause; still to agree: Anna and Bea.")
    await here.press("Anna", "agree")
    await here.run("Bea", "/pause")
    await _rests(here)
    await here.press("Carl", "resume")
    here.asks("Bea")
    await here.press("Bea", "roll")


async def _rests(here: Evening) -> None:
    """Nothing moves for a day, and no time is lost."""
    here.asks("The game is paused.")
    assert not offers(here.room.board, "roll")
    time = (await here.table()).time
    assert time.due_at is not None
    assert time.paused_at is not None
    left = time.due_at - time.paused_at
    await here.stage.pass_time(86_400)
    await here.stage.service.alarms.ring()
    await here.say("Bea", "roll")
    assert "press “Resume” first" in " ".join(here.people["Bea"].notices)
    await here.press("Anna", "resume")
    time = (await here.table()).time
    assert time.due_at is not None
    assert time.due_at - time.begun_at == left
    await here.run("Anna", "/pause")
    for name in ("Bea", "Carl"):
        await here.press(name, "agree")
    here.asks("The game is paused.")


async def a_pause_ends_by_itself(stage: Stage) -> None:
    """A week later; then the captain has his time again."""
    here = await gathered(stage, THREE)
    await here.press("Anna", "begin")
    await here.run("Bea", "/pause")
    for name in ("Anna", "Carl"):
        await here.press(name, "agree")
    here.asks("The game is paused.")
    await here.stage.pass_time(PAUSE_MS / 1000 + 1)
    await here.stage.service.alarms.ring()
    await here.stage.pass_time(0)
    here.asks("Anna")
    assert (await here.table()).due_at is not None


async def an_end_without_a_result_needs_everyone(stage: Stage) -> None:
    """The running game counts for nobody; what the sheet says is paid."""
    here = await gathered(stage, THREE)
    await here.press("Anna", "begin")
    await here.resign("Anna", "1")
    await here.press("Bea", "accept")
    await here.press("Bea", "next")
    await here.press("Carl", "mine", "")
    await here.press("Carl", "mine", "E")
    await here.press("Carl", "unscored")
    here.shows("Carl would like to stop without a result for this game; still to agree: Anna and Bea.")
    await here.run("Anna", "/draw")
    assert (await here.table()).status is Status.OPEN
    await here.press("Bea", "agree")
    table = await here.table()
    assert table.status is Status.OVER
    assert len(session_of(table).sheet.games) == 1
    here.shows(
        "The chouette is over after one game.",
        "All wanted to stop: a game that was running does not count.",
        "To pay: Anna pays Bea 1, Anna pays Carl 1.",
    )


async def a_suggestion_is_looked_at_and_played(stage: Stage) -> None:
    """The captain sees the board after it by himself, and plays it there by one press."""
    here = await gathered(stage, THREE, "no grace, consulting")
    await here.press("Anna", "begin")
    await here.say("Carl", "8/5 6/5")
    here.shows("Carl suggests 8/5 6/5")
    before = here.room.board.text
    await here.press("Bea", "mine", "S" + encode_draft((Move(8, 5), Move(6, 5))))
    shown = here.people["Bea"].privates(here.room)[0]
    assert shown.has_picture
    assert "Carl suggests 8/5 6/5." in plain(shown.text)
    assert here.room.board.text == before, "nobody else sees it"
    await here.people["Bea"].press(here.room, key_of(shown, "Play 8/5 6/5"), on=shown)
    assert (await here.game()).turn.plays == 1


async def a_computer_is_sent_away(stage: Stage) -> None:
    """Too many were set down: the last one goes, people may come; who sits already is told so."""
    here = await gathered(stage, THREE[:1])
    assert not offers(here.room.board, "unfill")
    await here.press("Anna", "fill")
    await here.press("Anna", "unfill")
    await here.press("Anna", "unfill")
    assert await _sitting(here) == ["Anna", "Ada", "Bruno"]
    await here.press("Anna", "fill")
    assert await _sitting(here) == ["Anna", "Ada", "Bruno", "Clara", "Dario"]
    for _ in range(3):
        await here.press("Anna", "unfill")
    await here.press("Anna", "sit")
    assert "You are playing here already." in here.people["Anna"].notices
    assert await _sitting(here) == ["Anna", "Ada"]


async def _sitting(here: Evening) -> list[str]:
    table = await here.table()
    return [table.seat(seat).name for seat in session_of(table).everyone]


CHOUETTE_SCENARIOS: Mapping[str, Scenario] = {
    "a pause needs everyone": Scenario(a_pause_needs_everyone, (*SEATS, (3, 1), (6, 5))),
    "a pause ends by itself": Scenario(a_pause_ends_by_itself, (*SEATS, (3, 1))),
    "an end without a result needs everyone": Scenario(
        an_end_without_a_result_needs_everyone, (*SEATS, (3, 1), (3, 1))
    ),
    "a suggestion is looked at and played": Scenario(a_suggestion_is_looked_at_and_played, (*SEATS, (1, 3))),
    "a computer is sent away": Scenario(a_computer_is_sent_away, (*SEATS, (3, 1))),
}
