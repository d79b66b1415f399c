"""The computer at a chouette: in any seat, under any card, it always has an answer that the rules allow."""

from __future__ import annotations

import random

import pytest

from bot.chouette import actions as act
from bot.chouette.deciders import decisions
from bot.chouette.ending import Ending
from bot.chouette.rules import SEED_RULES
from bot.chouette.seats import Seat
from bot.computer.chouette import choose_chouette
from tests.support.chouettes import AnyDice, gathered, random_rules, random_step, seats, table_in_play
from tests.support.dice import FreshDice

MOST_ACTIONS = 3_000


@pytest.mark.parametrize("seed", range(8))
def test_computers_play_a_whole_game_under_any_card(seed: int) -> None:
    chance = random.Random(seed)
    table = gathered(seats("ABCDEFGHIJ"[: 3 + seed % 8]), random_rules(chance), FreshDice(seed))
    table.do("A", act.DrawSeats(), act.StartGame()) if table.session.line[0] == "A" else table.do(
        "A", act.DrawSeats()
    )
    if table.session.game is None:
        table.do(table.session.line[0], act.StartGame())
    for _ in range(MOST_ACTIONS):
        if table.session.running is None:
            break
        awaited = decisions(table.session)
        if not awaited:
            table.do(None, act.GraceOver())
            continue
        action = choose_chouette(table.session, awaited[0].by, "medium")
        assert action is not None
        table.do(awaited[0].by, action)
    assert table.session.sheet.games
    assert sum(table.row().values()) == 0


@pytest.mark.parametrize("seed", range(6))
def test_in_any_situation_what_the_computer_says_is_allowed(seed: int) -> None:
    chance = random.Random(100 + seed)
    table = gathered(seats("ABCDEF"), random_rules(chance), FreshDice(seed))
    for _ in range(150):
        if not random_step(table, chance) or table.session.over:
            return
        by = chance.choice(table.session.everyone)
        action = choose_chouette(table.session, by, "medium")
        if action is not None:
            table.do(by, action)


def test_it_agrees_to_a_card_and_to_an_ending() -> None:
    table = gathered(seats("ABC"), SEED_RULES, AnyDice())
    table.do("A", act.DrawSeats())
    table.do("A", act.ProposeRules(random_rules(random.Random(1))))
    assert choose_chouette(table.session, "B", "medium") == act.AcceptRules()
    table.do("B", act.RefuseRules())
    table.do("A", act.ProposeEnd(Ending()))
    assert choose_chouette(table.session, "C", "medium") == act.ConfirmEnd()


def test_it_keeps_no_roll_waiting_and_doubles_for_itself_only_when_ahead() -> None:
    table = table_in_play()
    table.team_rolls()
    assert choose_chouette(table.session, "X", "medium") == act.NotNow(Seat("X"), for_game=True)
    table.do("X", act.NotNow(Seat("X"), for_game=True))
    assert choose_chouette(table.session, "X", "medium") is None


def test_it_answers_for_an_absent_member_in_his_name() -> None:
    table = table_in_play()
    table.box_rolls()
    table.do("X", act.GoAway(Seat("Y")))
    table.do("B", act.DoubleAll())
    table.do("C", act.Take(Seat("C")))
    action = choose_chouette(table.session, "Y", "medium")
    assert isinstance(action, act.Take | act.Drop)
    assert action.seat == "X"


def test_there_is_no_level_that_does_not_exist() -> None:
    with pytest.raises(ValueError, match="no level"):
        choose_chouette(table_in_play().session, "C", "divine")
