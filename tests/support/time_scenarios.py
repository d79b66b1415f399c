"""Conversations about time, standings and settings that every platform must carry: one text, several stages.

The service's alarms are rung by hand when the stage's clock has come to their moment, so that no test waits.
Knows no platform.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.app.ports import TableId
from bot.app.table import Status, Table
from bot.app.timekeeping import GRACE_MS, PAUSE_MS, Timekeeping
from bot.store.standings import verify
from tests.support.plain import plain
from tests.support.scenarios import (
    Actor,
    Scenario,
    Shown,
    Spot,
    Stage,
    key_of,
    labels,
    press_label,
    press_op,
    table_of,
)

LEAVING_COUNTS_MS = 120_000


@dataclass(slots=True)
class Club:
    """Anna and Bea in a room, at their newest table ``id``."""

    stage: Stage
    room: Spot
    anna: Actor
    bea: Actor
    id: TableId = field(init=False)

    async def begin(self, rules: str) -> None:
        """Anna challenges, Bea accepts."""
        await self.anna.run(self.room, f"/challenge {rules}")
        await press_label(self.bea, self.room, "Accept")
        self.id = (await table_of(self.stage, self.anna)).id

    async def table(self) -> Table:
        """The newest table, as it is stored."""
        return await self.stage.service.tables.load(self.id)

    async def ended(self, status: Status, *sentences: str) -> None:
        """The table is closed, and the newest board says so."""
        assert (await self.table()).status is status
        self.board_says(*sentences)

    async def time(self) -> Timekeeping:
        """Its time."""
        return (await self.table()).time

    def now_ms(self) -> int:
        """The service's clock."""
        return self.stage.service.clock.now_ms()

    async def until(self, moment_ms: int) -> None:
        """It becomes that late, and the service looks at its alarms until none rings."""
        await self.stage.pass_time(0)
        await self.stage.pass_time(max(0, moment_ms + 1 - self.now_ms()) / 1000)
        await self.ring()

    async def ring(self) -> None:
        """The service looks at its alarms until none rings."""
        before = -1
        while (now := (await self.table()).number) != before:
            before = now
            await self.stage.service.alarms.ring()
            await self.stage.pass_time(0)

    async def until_reminded(self) -> None:
        """Half of the time is over."""
        time = await self.time()
        assert time.remind_at is not None
        await self.until(time.remind_at)

    async def until_late(self) -> None:
        """The time is over, and what a press may take on its way; what was credited meanwhile is over too."""
        for _ in range(5):
            time = await self.time()
            assert time.due_at is not None
            await self.until(time.due_at + GRACE_MS)
            table = await self.table()
            if table.status is not Status.OPEN or table.time.late is not None:
                return
        raise AssertionError("nobody is late")

    def board_says(self, *sentences: str) -> None:
        """The newest board says so."""
        for sentence in sentences:
            assert sentence in plain(self.room.board.text), self.room.board.text

    async def resigns(self, rules: str, after_s: float) -> None:
        """A match that Bea resigns after so long."""
        await self.begin(rules)
        await self.stage.pass_time(after_s)
        await self.bea.run(self.room, "/resign")
        await press_op(self.anna, self.room, "accept")


async def club(stage: Stage) -> Club:
    """Anna and Bea have joined, so that their games count."""
    anna, bea = stage.actor("Anna"), stage.actor("Bea")
    room = stage.room("Club", anna, bea)
    for one in (anna, bea):
        await one.run(room, "/join")
    return Club(stage, room, anna, bea)


async def a_late_player_loses_to_a_claim(stage: Stage) -> None:
    """Thirty seconds a move: reminded at half, given time, claimed from at last; the standings move."""
    here = await club(stage)
    room, anna, bea = here.room, here.anna, here.bea
    await here.begin("3 30s")
    await anna.say(room, "8/5 6/5")
    await here.until_reminded()
    reminder = room.newest
    assert "Bea is to decide: 15 seconds left" in plain(reminder.text), reminder.text
    await here.until((await here.time()).due_at or 0)
    assert room.newest.text == reminder.text, "one reminder for a decision"
    await here.until_late()
    while (await here.time()).series_ms(here.now_ms()) < LEAVING_COUNTS_MS:
        await press_label(anna, room, "Give more time")
        assert "Claim the win" not in labels(room.board)
        await here.until_late()
    here.board_says("time is up")
    told = len(bea.notices)
    await bea.press(room, key_of(room.board, "Claim the win"))
    assert len(bea.notices) == told + 1, "nobody claims against oneself"
    await press_label(anna, room, "Claim the win")
    await here.ended(Status.OVER, "Counted: Anna gets 10 points, Bea loses 10.", "Elo: Anna 1517 (+17.3)")
    await _standings_say(here, "1. Anna: Points +10, Elo 1517?", "2. Bea: Points −10, Elo 1483?")
    assert await stage.service.store.read(verify) == []


async def results_say_why_they_do_not_count(stage: Stage) -> None:
    """A claim too early, a game too short, a game unrated; then one that counts."""
    here = await club(stage)
    await here.begin("3 30s")
    await here.anna.say(here.room, "8/5 6/5")
    await here.until_late()
    await press_label(here.anna, here.room, "Claim the win")
    await here.ended(Status.ABORTED, "nobody has lost")
    await here.resigns("1", 30)
    await here.ended(Status.OVER, "less than a minute")
    await here.resigns("1 unrated", 90)
    await here.ended(Status.OVER, "agreed to be unrated")
    await here.resigns("1", 90)
    await here.ended(Status.OVER, "Counted: Anna gets 10 points, Bea loses 10.")
    await _standings_say(here, "1. Anna: Points +10, Elo 1510?, Games 1, Wins 1")


async def a_guest_counts_for_nobody(stage: Stage) -> None:
    """Who has not agreed to the rules of the standings is told so with the result."""
    anna, bea = stage.actor("Anna"), stage.actor("Bea")
    here = Club(stage, stage.room("Club", anna, bea), anna, bea)
    await anna.run(here.room, "/join")
    await here.resigns("1", 90)
    await here.ended(Status.OVER, "a guest was at the table")


async def automatic_time_ends_the_match(stage: Stage) -> None:
    """Where the rules say so, nobody has to claim; over a restart, by what is stored."""
    here = await club(stage)
    await here.begin("1 2min timeout")
    await here.anna.say(here.room, "8/5 6/5")
    await stage.restart()
    await here.until_late()
    await here.ended(Status.OVER, "Counted: Anna gets 10 points, Bea loses 10.")


async def a_pause_is_agreed(stage: Stage) -> None:
    """It is offered, agreed to, stops everything, and ends by a press or, a week later, by itself."""
    here = await club(stage)
    room, anna, bea = here.room, here.anna, here.bea
    await here.begin("3 30s")
    await anna.say(room, "8/5 6/5")
    await bea.run(room, "/pause")
    assert "would like a pause" in plain(room.newest.text)
    await press_label(anna, room, "Agree")
    assert labels(room.board) == ["Resume"]
    left = (await here.time()).paused_at
    assert left is not None
    left_ms = ((await here.time()).due_at or 0) - left
    await here.until(here.now_ms() + 86_400_000)
    told = len(bea.notices)
    await bea.say(room, "roll")
    assert "paused" in bea.notices[told]
    await press_label(bea, room, "Resume")
    time = await here.time()
    assert time.due_at is not None
    assert time.due_at - time.begun_at == left_ms
    await anna.run(room, "/pause")
    await press_label(bea, room, "Agree")
    await here.until(here.now_ms() + PAUSE_MS)
    assert (await here.time()).paused_at is None
    await press_op(bea, room, "roll")


async def an_end_without_a_result_is_agreed(stage: Stage) -> None:
    """Declined once, agreed to the second time."""
    here = await club(stage)
    await here.begin("3 30s")
    await here.anna.say(here.room, "8/5 6/5")
    await here.bea.run(here.room, "/draw")
    await press_label(here.anna, here.room, "No")
    assert (await here.table()).status is Status.OPEN
    await here.anna.run(here.room, "/draw")
    await press_label(here.bea, here.room, "Agree")
    await here.ended(Status.ABORTED, "Both agreed")


async def leaving_says_what_it_costs(stage: Stage) -> None:
    """Before anything happens; who stays has lost nothing, who leaves has lost."""
    here = await club(stage)
    room, bea = here.room, here.bea
    await here.begin("1 10min")
    await bea.run(room, "/leave")
    assert "without a result" in bea.privates(room)[0].text
    await _press_own(bea, room, "Stay")
    await here.anna.say(room, "8/5 6/5")
    await stage.pass_time(125)
    await bea.run(room, "/leave")
    assert "lose the match" in bea.privates(room)[0].text
    await _press_own(bea, room, "Leave the game")
    await here.ended(Status.OVER, "Counted: Anna gets 10 points, Bea loses 10.")


async def settings_act_at_once(stage: Stage) -> None:
    """Three pages in place; who wants no reminder gets none, who wants dice rolled has them rolled."""
    here = await club(stage)
    room, bea = here.room, here.bea
    await bea.run(room, "/settings")
    for label in ("By itself", "Roll for me", "Time", "22–7", "Tokyo"):
        await _press_own(bea, room, label)
    page = bea.privates(room)[0]
    assert "Asia/Tokyo" in page.text
    assert "✓ 22–7" in labels(page)
    known = await stage.service.people.meet(bea.visitor)
    settings = (await stage.service.people.person(known.person.id)).settings
    assert settings == {"auto_roll": True, "quiet": "22-7", "time_zone": "Asia/Tokyo"}
    await here.begin("1 30s")
    await here.anna.say(room, "8/5 6/5")
    assert "Roll" not in labels(room.board), "without a cube there is nothing to decide"
    await bea.run(room, "/settings")
    await _press_own(bea, room, "Deutsch")
    assert "Deine Einstellungen" in bea.privates(room)[0].text


async def _press_own(actor: Actor, room: Spot, label: str) -> None:
    """Press a button of the newest screen that this person alone sees."""
    shown = actor.privates(room)[0]
    await actor.press(room, key_of(shown, label), on=shown)


async def _standings_say(here: Club, *lines: str) -> None:
    """The table as a picture, then as text."""
    await here.anna.run(here.room, "/standings")
    shown: Shown = here.room.newest
    assert shown.has_picture
    await here.anna.press(here.room, key_of(shown, "As text"), on=shown)
    text = plain(here.room.newest.text)
    for line in lines:
        assert line in text, text


TIME_SCENARIOS: Mapping[str, Scenario] = {
    "a late player loses to a claim": Scenario(a_late_player_loses_to_a_claim, ((3, 1), (6, 5))),
    "results say why they do not count": Scenario(results_say_why_they_do_not_count, ((3, 1),) * 4),
    "a guest counts for nobody": Scenario(a_guest_counts_for_nobody, ((3, 1),)),
    "automatic time ends the match": Scenario(automatic_time_ends_the_match, ((3, 1),)),
    "a pause is agreed": Scenario(a_pause_is_agreed, ((3, 1), (6, 5))),
    "an end without a result is agreed": Scenario(an_end_without_a_result_is_agreed, ((3, 1),)),
    "leaving says what it costs": Scenario(leaving_says_what_it_costs, ((3, 1),)),
    "settings act at once": Scenario(settings_act_at_once, ((3, 1), (6, 5))),
}
