"""Random chouettes of three to ten under random rules: what holds after every single step."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from bot.chouette import actions as act
from bot.chouette.deadlines import waiting_for
from bot.chouette.deciders import decider, decisions, to_act
from bot.chouette.judge import allowed
from bot.chouette.seats import Seat
from bot.chouette.session import replay
from tests.support.chouettes import (
    Table,
    choices,
    gathered,
    play_out,
    random_rules,
    seats,
    service_offers,
)
from tests.support.dice import FreshDice

NEWCOMERS = [Seat("N1"), Seat("N2"), Seat("N3")]


class Chouettes(RuleBasedStateMachine):
    """Anybody does anything that he may, decisions first."""

    table: Table
    chance: random.Random

    @initialize(seed=st.integers(0, 2**32), players=st.integers(3, 10))
    def gather(self, seed: int, players: int) -> None:
        self.chance = random.Random(seed)
        self.table = gathered(seats("ABCDEFGHIJ"[:players]), random_rules(self.chance), FreshDice(seed))
        self.table.do("A", act.DrawSeats())

    def act_as(self, by: Seat | None, *kinds: type[act.Action]) -> None:
        session = self.table.session
        found = service_offers(session) if by is None else choices(session, by, self.chance)
        wanted = [action for action in found if not kinds or isinstance(action, kinds)]
        if wanted:
            self.table.do(by, self.chance.choice(list(wanted)))

    @precondition(lambda self: bool(to_act(self.table.session)))
    @rule(pick=st.integers(0, 9))
    def somebody_decides(self, pick: int) -> None:
        must = sorted(to_act(self.table.session))
        by = must[pick % len(must)]
        talk = (act.GoAway, act.Leave, act.ProposeEnd, act.ProposeRules, act.NotNow, act.Suggest)
        found = [a for a in choices(self.table.session, by, self.chance) if not isinstance(a, talk)]
        self.table.do(by, self.chance.choice(found))

    @rule(pick=st.integers(0, 9))
    def somebody_does_something(self, pick: int) -> None:
        everyone = self.table.session.everyone
        if everyone:
            self.act_as(everyone[pick % len(everyone)])

    @precondition(lambda self: self.table.session.drawn and not self.table.session.running)
    @rule()
    def the_next_game_starts(self) -> None:
        for seat in self.table.session.present:
            if act.StartGame in allowed(self.table.session, seat):
                self.table.do(seat, act.StartGame())
                return

    @rule(who=st.sampled_from(NEWCOMERS))
    def somebody_joins_or_leaves(self, who: Seat) -> None:
        self.act_as(who, act.Join, act.Leave)

    @rule()
    def time_passes(self) -> None:
        self.act_as(None)

    @rule(pick=st.integers(0, 9))
    def somebody_goes_away_or_comes_back(self, pick: int) -> None:
        everyone = self.table.session.everyone
        if everyone:
            self.act_as(everyone[pick % len(everyone)], act.GoAway, act.ComeBack)

    @rule(pick=st.integers(0, 1))
    def somebody_resigns(self, pick: int) -> None:
        game = self.table.session.running
        if game:
            side = list(type(game.turn.on_roll))[pick]
            by = decider(self.table.session, game.speaker(side))
            self.act_as(by, act.OfferResignation, act.AcceptResignation)

    @invariant()
    def every_row_sums_to_zero(self) -> None:
        sheet = self.table.session.sheet
        assert all(sum(share.points for share in row.shares) == 0 for row in sheet.rows)
        assert sum(sheet.balances.values()) == 0

    @invariant()
    def who_is_gone_has_a_balance_of_zero(self) -> None:
        session = self.table.session
        gone = set(session.sheet.columns) - set(session.everyone)
        assert not any(session.sheet.balances[seat] for seat in gone)

    @invariant()
    def each_decision_has_exactly_one_person_who_can_make_it(self) -> None:
        session = self.table.session
        made = decisions(session)
        assert len({(d.question, d.seat) for d in made}) == len(made)
        assert all(d.by in session.everyone for d in made)
        if session.running:
            assert waiting_for(session), "a running game waits for somebody or for the grace"

    @invariant()
    def the_replay_equals_the_live_state(self) -> None:
        if len(self.table.log) % 7 == 0:
            assert replay(self.table.log) == self.table.session


Chouettes.TestCase.settings = settings(
    max_examples=40, stateful_step_count=60, deadline=None, suppress_health_check=list(HealthCheck)
)
TestChouettes = Chouettes.TestCase


def complete_chouette(seed: int) -> None:
    """Gathered, drawn, played game after game by whoever must decide, to the end that was set."""
    chance = random.Random(seed)
    table = gathered(seats("ABCDEFGHIJ"[: 3 + seed % 8]), random_rules(chance), FreshDice(seed))
    table.do("A", act.DrawSeats())
    for number in range(1, 3):
        if len(table.session.line) >= 6 and chance.random() < 0.5:
            table.do(table.session.line[0], act.NamePartner())
        table.do(table.session.line[0], act.StartGame())
        play_out(table, chance)
        assert table.session.sheet.games[-1].number == number
    while len(table.session.line) > 1:
        table.do(chance.choice(table.session.line), act.Leave())
    assert table.session.over is not None
    assert not any(table.session.sheet.balances.values())
    assert replay(table.log) == table.session


@pytest.mark.parametrize("block", range(10))
def test_random_chouettes_come_to_their_end(block: int) -> None:
    for seed in range(block * 20, block * 20 + 10):
        complete_chouette(seed)


@pytest.mark.slow
@pytest.mark.parametrize("block", range(20))
def test_two_thousand_random_chouettes_come_to_their_end(block: int) -> None:
    for seed in range(1000 + block * 100, 1000 + block * 100 + 100):
        complete_chouette(seed)
