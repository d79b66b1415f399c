"""Time as conversations: reminder, claim, forfeit, pause, leaving, ending unscored, the live clock."""

from __future__ import annotations

from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType

import pytest

from bot.adapters.testchat import TestChat
from bot.adapters.testchat.messages import Place
from bot.adapters.testchat.person import Person
from bot.app.table import Status, Table
from bot.game.match import Match
from bot.game.side import Side
from bot.wiring import Service
from tests.support.deadlines import left_ms
from tests.support.dice import ScriptedDice
from tests.support.plain import plain
from tests.support.players import press
from tests.support.service import HandClock, service_over


@dataclass
class Evening:
    """Anna and Bea at a table in a room, a clock that goes when it is told to; Anna is to play 3-1."""

    path: Path
    rules: str = "3 30s"
    locale: str = "en"
    rolls: tuple[tuple[int, int], ...] = ((3, 1), (6, 5), (4, 3), (5, 2), (4, 3), (5, 2), (6, 1))
    clock: HandClock = field(default_factory=HandClock)
    stack: AsyncExitStack = field(default_factory=AsyncExitStack)
    service: Service = field(init=False)
    chat: TestChat = field(init=False)
    room: Place = field(init=False)
    anna: Person = field(init=False)
    bea: Person = field(init=False)

    async def __aenter__(self) -> Evening:
        dice = ScriptedDice(self.rolls)
        over = service_over(self.path / "t.sqlite", clock=self.clock, dice=lambda _: dice)
        self.service, self.chat = await self.stack.enter_async_context(over)
        self.room = self.chat.room("club")
        self.anna, self.bea = self.chat.person("Anna", self.locale), self.chat.person("Bea", self.locale)
        for person in (self.anna, self.bea):
            await person.runs("/join")
        await self.anna.runs(f"/challenge {self.rules}", self.room)
        await self.bea.presses(self.room, "Accept" if self.locale == "en" else "Annehmen")
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stack.aclose()

    async def passes(self, seconds: float) -> None:
        """Time passes, and the service looks at its alarms until none rings."""
        self.clock.pass_s(seconds)
        await self.ring()

    async def ring(self) -> None:
        before = -1
        while (now := (await self.table()).number) != before:
            before = now
            await self.service.uptime.watch()
            await self.service.alarms.ring()
        await self.service.settle()

    async def table(self) -> Table:
        ids = await self.service.archive.table_ids()
        return await self.service.tables.load(ids[-1])

    async def match(self) -> Match:
        state = (await self.table()).state
        assert isinstance(state, Match)
        return state

    async def plays_two_minutes(self) -> None:
        """Anna plays, Bea is given time again and again: what follows is a loss."""
        await self.anna.says(self.room, "8/5 6/5")
        for _ in range(5):
            await self.passes(33)
            await press(self.anna, self.room, "give")


async def test_a_reminder_goes_out_once_at_half_the_time_to_the_one_who_is_late(tmp_path: Path) -> None:
    async with Evening(tmp_path) as evening:
        await evening.anna.says(evening.room, "8/5 6/5")
        told = len(evening.bea.notified)
        await evening.passes(14)
        assert len(evening.bea.notified) == told
        await evening.passes(1)
        assert "Bea is to decide: 15 seconds left." in plain(evening.bea.notified[-1].text)
        count = len(evening.bea.notified)
        await evening.passes(5)
        assert len(evening.bea.notified) == count


async def test_a_reminder_leaves_a_half_made_play_on_the_board(tmp_path: Path) -> None:
    async with Evening(tmp_path, "3 10min") as evening:
        await evening.anna.presses(evening.room, "8/5")
        board, labels = evening.room.board, evening.room.board.labels
        await evening.passes(900)
        assert "left" in evening.anna.notified[-1].text
        assert board.labels == labels
        await evening.anna.presses(evening.room, "6/5", message=board)
        await press(evening.anna, evening.room, "play")
        game = (await evening.match()).running
        assert game is not None
        assert game.turn.on_roll is Side.O


async def test_who_wants_no_reminder_gets_none(tmp_path: Path) -> None:
    async with Evening(tmp_path) as evening:
        known = await evening.service.people.meet(evening.bea.visitor)
        await evening.service.people.change_settings(known.person.id, {"reminders": False})
        await evening.anna.says(evening.room, "8/5 6/5")
        messages = len(evening.room.messages)
        await evening.passes(16)
        assert len(evening.room.messages) == messages


async def test_when_time_is_up_the_other_may_claim_and_the_standings_move(tmp_path: Path) -> None:
    async with Evening(tmp_path) as evening:
        await evening.plays_two_minutes()
        await evening.passes(33)
        board = evening.room.board
        assert "Claim the win" in board.labels
        assert evening.anna.notified[-1] is board
        assert "time is up" in board.text
        await evening.bea.presses(evening.room, "Claim the win")
        assert (await evening.table()).status is Status.OPEN, "nobody claims against oneself"
        assert "Your own time is up" in evening.bea.notices[-1]
        await evening.anna.presses(evening.room, "Claim the win")
        table = await evening.table()
        assert table.status is Status.OVER
        assert "Counted:" in evening.room.board.text
        assert "Elo:" in evening.room.board.text
        assert table.verdict is not None
        assert [round(one.change, 4) for one in table.verdict.elo] == [17.3205, -17.3205]


async def test_before_two_minutes_a_claim_ends_without_a_result(tmp_path: Path) -> None:
    async with Evening(tmp_path) as evening:
        await evening.anna.says(evening.room, "8/5 6/5")
        await evening.passes(33)
        await evening.anna.presses(evening.room, "Claim the win")
        table = await evening.table()
        assert (table.status, table.verdict) == (Status.ABORTED, None)
        assert "nobody has lost" in evening.room.board.text


@pytest.mark.parametrize("offerer, answerer", [("anna", "bea"), ("bea", "anna")])
async def test_whoever_is_late_is_still_late_after_a_resignation_that_came_to_nothing(
    tmp_path: Path, offerer: str, answerer: str
) -> None:
    async with Evening(tmp_path) as evening:
        await evening.plays_two_minutes()
        await evening.passes(33)
        due_at = (await evening.table()).time.due_at
        await getattr(evening, offerer).runs("/resign", evening.room)
        asked = await evening.service.people.person((await evening.table()).seats[answerer == "bea"].person)
        assert asked.name.lower() == answerer
        assert evening.room.board.screen.actors == (str(asked.id),)
        await getattr(evening, answerer).presses(evening.room, "Play on")
        time = (await evening.table()).time
        assert (time.late, time.due_at) == ("o", due_at)
        await evening.anna.presses(evening.room, "Claim the win")
        over = (await evening.match()).over
        assert over is not None
        assert over.winner is Side.X


async def test_the_late_side_may_move_until_somebody_claims(tmp_path: Path) -> None:
    async with Evening(tmp_path) as evening:
        await evening.anna.says(evening.room, "8/5 6/5")
        await evening.passes(33)
        await evening.bea.says(evening.room, "roll")
        assert "Claim the win" not in evening.room.board.labels
        await evening.anna.runs("/board text", evening.room)
        assert (await evening.table()).status is Status.OPEN


async def test_time_that_is_given_runs_out_again(tmp_path: Path) -> None:
    async with Evening(tmp_path) as evening:
        await evening.anna.says(evening.room, "8/5 6/5")
        await evening.passes(33)
        await evening.anna.presses(evening.room, "Give more time")
        assert "Claim the win" not in evening.room.board.labels
        await evening.passes(33)
        assert "Claim the win" in evening.room.board.labels


async def test_with_automatic_timeout_the_late_side_loses_at_once(tmp_path: Path) -> None:
    async with Evening(tmp_path, "3 2min timeout") as evening:
        await evening.anna.says(evening.room, "8/5 6/5")
        await evening.passes(121)
        assert (await evening.table()).status is Status.OPEN, "there is a little grace"
        await evening.passes(1)
        assert (await evening.table()).status is Status.OVER
        assert "Counted:" in evening.room.board.text


async def test_nobody_loses_where_nobody_has_moved(tmp_path: Path) -> None:
    async with Evening(tmp_path, "3 2min timeout") as evening:
        await evening.passes(363)
        assert (await evening.table()).status is Status.ABORTED
        assert "Nobody had moved yet." in evening.room.board.text


async def test_a_claim_that_nobody_makes_is_made_after_a_week(tmp_path: Path) -> None:
    async with Evening(tmp_path) as evening:
        await evening.plays_two_minutes()
        await evening.passes(33)
        await evening.passes(7 * 86_400 + 3)
        assert (await evening.table()).status is Status.OVER


async def test_a_pause_is_agreed_stops_the_clock_and_ends_by_a_press(tmp_path: Path) -> None:
    async with Evening(tmp_path) as evening:
        await evening.anna.says(evening.room, "8/5 6/5")
        await evening.passes(10)
        await evening.bea.runs("/pause", evening.room)
        offer = evening.room.newest
        assert "would like a pause" in offer.text
        assert evening.anna.notified[-1] is offer
        await evening.anna.presses(evening.room, "Agree", message=offer)
        assert evening.room.board.labels == ("Resume",)
        await evening.bea.says(evening.room, "roll")
        assert "paused" in evening.bea.notice
        await evening.passes(86_400)
        assert (await evening.table()).status is Status.OPEN
        await evening.bea.presses(evening.room, "Resume")
        left = left_ms((await evening.table()).time, evening.clock.now_ms())
        assert left == 20_000
        await evening.bea.presses(evening.room, "Roll")


async def test_a_pause_ends_by_itself_after_a_week(tmp_path: Path) -> None:
    async with Evening(tmp_path) as evening:
        await evening.anna.says(evening.room, "8/5 6/5")
        await evening.anna.runs("/pause", evening.room)
        await evening.bea.runs("/pause", evening.room)
        assert (await evening.table()).time.paused_at is not None
        await evening.passes(7 * 86_400)
        assert (await evening.table()).time.paused_at is None


async def test_an_offer_is_declined_or_lapses_with_the_next_move(tmp_path: Path) -> None:
    async with Evening(tmp_path) as evening:
        await evening.anna.runs("/pause", evening.room)
        await evening.bea.presses(evening.room, "No")
        assert "rather go on" in evening.anna.notified[-1].text
        await evening.anna.runs("/pause", evening.room)
        offer = evening.room.newest
        await evening.anna.runs("/pause", evening.room)
        assert "already" in evening.anna.notice
        await evening.anna.says(evening.room, "8/5 6/5")
        await evening.bea.presses(evening.room, "Agree", message=offer)
        assert (await evening.table()).time.paused_at is None


async def test_both_agree_to_end_without_a_result(tmp_path: Path) -> None:
    async with Evening(tmp_path) as evening:
        await evening.plays_two_minutes()
        await evening.bea.runs("/draw", evening.room)
        assert (await evening.table()).status is Status.OPEN
        await evening.anna.presses(evening.room, "Agree")
        table = await evening.table()
        assert (table.status, table.verdict) == (Status.ABORTED, None)
        assert "Both agreed" in evening.room.board.text


async def test_leaving_says_what_it_costs_before_it_does(tmp_path: Path) -> None:
    async with Evening(tmp_path) as evening:
        await evening.bea.runs("/leave", evening.room)
        assert "without a result" in evening.bea.privates(evening.room)[-1].text
        await evening.bea.presses(evening.room, "Stay")
        await evening.plays_two_minutes()
        await evening.bea.runs("/leave", evening.room)
        assert "lose the match" in evening.bea.privates(evening.room)[-1].text
        await evening.bea.presses(evening.room, "Leave the game")
        assert (await evening.table()).status is Status.OVER
        over = (await evening.match()).over
        assert over is not None
        assert over.winner is Side.X


async def test_leaving_a_session_loses_the_running_game_and_closes_it(tmp_path: Path) -> None:
    async with Evening(tmp_path, "money 10min") as evening:
        await evening.anna.says(evening.room, "8/5 6/5")
        await evening.passes(121)
        await evening.anna.runs("/leave", evening.room)
        await evening.anna.presses(evening.room, "Leave the game")
        match = await evening.match()
        assert match.over is not None
        assert match.over.winner is Side.O
        verdict = (await evening.table()).verdict
        assert verdict is not None
        assert [round(one.change, 4) for one in verdict.elo] == [10, -10]


@pytest.mark.parametrize(
    "rules, locale, asked, told",
    [
        (
            "speedgamez 10min",
            "en",
            "lose the running game as a gammon (30 points)",
            ["Bea wins game 1 and 30 points.", "Anna left the game: a gammon, ", "× 2 (gammon) = 30 points."],
        ),
        (
            "speedgamez 10min",
            "de",
            "die laufende Partie mit Gammon verlieren (30 Punkte)",
            ["Bea gewinnt Partie 1 und 30 Punkte.", "Anna hat die Partie verlassen: ein Gammon, "],
        ),
        (
            "money no jacoby 10min",
            "en",
            "lose the running game as a gammon (2 points)",
            ["Bea wins game 1 and 2 points.", "Anna left the game: a gammon, "],
        ),
        (
            "money 10min",
            "en",
            "lose the running game (1 point)",
            ["Bea wins game 1 and 1 point.", "Anna left the game: a gammon, ", "Jacoby rule: "],
        ),
        (
            "money 10min",
            "de",
            "die laufende Partie verlieren (1 Punkt)",
            ["Bea gewinnt Partie 1 und 1 Punkt.", "Jacoby-Regel: "],
        ),
    ],
)
async def test_leaving_a_session_names_height_and_points_before_and_after(
    tmp_path: Path, rules: str, locale: str, asked: str, told: list[str]
) -> None:
    async with Evening(tmp_path, rules, locale) as evening:
        if rules.startswith("speedgamez"):
            await press(evening.anna, evening.room, "roll")
        await evening.anna.says(evening.room, "8/5 6/5")
        await evening.passes(121)
        await evening.anna.runs("/leave", evening.room)
        card = evening.anna.privates(evening.room)[-1]
        assert asked in plain(card.text)
        await evening.anna.presses(evening.room, card.labels[0], message=card)
        board = plain(evening.room.board.text)
        assert [line for line in told if line not in board] == []


async def test_the_next_game_of_a_match_begins_by_itself(tmp_path: Path) -> None:
    async with Evening(tmp_path, "3 2min") as evening:
        await evening.anna.runs("/resign", evening.room)
        await evening.bea.presses(evening.room, "Accept")
        match = await evening.match()
        assert match.running is None
        await evening.passes(363)
        running = (await evening.match()).running
        assert running is not None
        assert running.number == 2


async def test_a_clock_takes_from_the_bank_after_the_delay_and_shows_it(tmp_path: Path) -> None:
    async with Evening(tmp_path, "5 clock") as evening:
        await evening.anna.says(evening.room, "8/5 6/5")
        evening.clock.pass_s(42)
        await evening.bea.presses(evening.room, "Roll")
        table = await evening.table()
        assert table.time.bank("o", 0) == 570_000
        assert left_ms(table.time, evening.clock.now_ms()) == 570_000, "the delay of this turn is used up"
        assert "9:30" in evening.room.board.text
        assert "9:30" in str(evening.room.board.screen.picture)
        await evening.bea.says(evening.room, "24/18 13/8")
        await evening.anna.presses(evening.room, "Roll")
        await evening.passes(11)
        assert left_ms((await evening.table()).time, evening.clock.now_ms()) == 601_000
        await evening.passes(603)
        assert "Claim the win" in evening.room.board.labels


@pytest.mark.parametrize("seconds", [1, 60, 24 * 3600])
async def test_time_in_which_the_service_was_away_is_given_back(tmp_path: Path, seconds: int) -> None:
    clock = HandClock()
    async with Evening(tmp_path, "3 2min timeout", clock=clock) as evening:
        await evening.anna.says(evening.room, "8/5 6/5")
        await evening.passes(100)
        await evening.service.archive.beat(clock.now_ms())
        chat = evening.chat
    clock.pass_s(seconds)
    dice = ScriptedDice([(6, 5)])
    async with service_over(tmp_path / "t.sqlite", clock=clock, chat=chat, dice=lambda _: dice) as (
        service,
        _,
    ):
        await service.uptime.started()
        table = await service.tables.load((await service.archive.table_ids())[-1])
        assert left_ms(table.time, clock.now_ms()) == 20_000
        clock.pass_s(15)
        await service.alarms.ring()
        await chat.person("Bea").presses(chat.room("club"), "Roll")
        game = (await service.tables.load(table.id)).state
        assert isinstance(game, Match)
        assert game.running is not None
        assert game.running.turn.throws == 1, "the old button still acts"


async def test_nobody_loses_within_thirty_seconds_of_a_start(tmp_path: Path) -> None:
    clock = HandClock()
    async with Evening(tmp_path, "3 2min timeout", clock=clock) as evening:
        await evening.anna.says(evening.room, "8/5 6/5")
        await evening.passes(119)
        await evening.service.archive.beat(clock.now_ms())
    async with service_over(tmp_path / "t.sqlite", clock=clock) as (service, _):
        await service.uptime.started()
        clock.pass_s(29)
        assert await service.alarms.ring(), "it is left to be looked at again"
        table = await service.tables.load((await service.archive.table_ids())[-1])
        assert table.status is Status.OPEN
        clock.pass_s(1)
        await service.alarms.ring()
        assert (await service.tables.load(table.id)).status is Status.OVER


async def test_nobody_loses_while_something_is_left_in_the_inbox(tmp_path: Path) -> None:
    async with Evening(tmp_path, "3 2min timeout") as evening:
        full = True

        async def is_empty() -> bool:
            return not full

        evening.service.uptime.inbox_empty = is_empty
        await evening.anna.says(evening.room, "8/5 6/5")
        await evening.passes(200)
        assert (await evening.table()).status is Status.OPEN
        full = False
        await evening.ring()
        assert (await evening.table()).status is Status.OVER


@pytest.mark.parametrize("jump", [3600, -3600, 61])
async def test_a_clock_that_is_set_moves_the_deadlines_along(tmp_path: Path, jump: int) -> None:
    async with Evening(tmp_path, "3 2min timeout") as evening:
        await evening.anna.says(evening.room, "8/5 6/5")
        await evening.passes(60)
        evening.clock.jump_s(jump)
        await evening.ring()
        table = await evening.table()
        assert table.status is Status.OPEN
        left = left_ms(table.time, evening.clock.now_ms())
        assert left == pytest.approx(60_000, abs=2_000), "the steady clock of the test is a real one"
        await evening.passes(65)
        assert (await evening.table()).status is Status.OVER


async def test_an_outage_of_the_platform_is_given_back_where_the_table_is_shown(tmp_path: Path) -> None:
    async with Evening(tmp_path, "3 2min timeout") as evening:
        await evening.anna.says(evening.room, "8/5 6/5")
        uptime = evening.service.uptime
        for platform in ("test", "elsewhere"):
            uptime.lost(platform)
        await evening.passes(100)
        for platform in ("test", "elsewhere"):
            await uptime.back(platform)
        await uptime.started()
        assert left_ms((await evening.table()).time, evening.clock.now_ms()) == 120_000


async def test_nobody_loses_while_the_platform_of_the_table_is_out_of_reach(tmp_path: Path) -> None:
    async with Evening(tmp_path, "3 2min timeout") as evening:
        uptime = evening.service.uptime
        await evening.anna.says(evening.room, "8/5 6/5")
        await evening.passes(100)
        uptime.lost("test")
        await evening.passes(500)
        uptime.lost("test")
        assert (await evening.table()).status is Status.OPEN
        await uptime.back("test")
        await uptime.started()
        assert left_ms((await evening.table()).time, evening.clock.now_ms()) == 20_000
        uptime.lost("elsewhere")
        await evening.passes(23)
        assert (await evening.table()).status is Status.OPEN, "the way there is to have been open for a while"
        await evening.passes(8)
        assert (await evening.table()).status is Status.OVER


async def test_in_german_everything_is_said_in_german(tmp_path: Path) -> None:
    async with Evening(tmp_path, locale="de") as evening:
        await evening.anna.says(evening.room, "8/5 6/5")
        await evening.passes(15)
        assert "Bea ist am Zug: noch 15 Sekunden." in plain(evening.bea.notified[-1].text)
        await evening.passes(18)
        assert "Sieg beanspruchen" in evening.room.board.labels
        await evening.anna.presses(evening.room, "Zeit geben")
        await evening.bea.runs("/pause", evening.room)
        await evening.anna.presses(evening.room, "Einverstanden")
        assert evening.room.board.labels == ("Weiterspielen",)
