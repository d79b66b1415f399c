"""Whole chouettes of computers from the draw to the payments: nothing is ever stuck."""

from __future__ import annotations

import random

import pytest

from bot.chouette import actions as act
from bot.chouette.deciders import decisions, to_act
from bot.chouette.ending import Ending, When
from bot.chouette.seats import Seat
from bot.computer.chouette import choose_chouette
from tests.support.chouettes import Table, gathered, random_rules, seats
from tests.support.dice import FreshDice

LEVEL = "medium"
MOST_ACTIONS = 4_000
"""Far more than a chouette of three games takes."""


def the_next(table: Table) -> tuple[Seat | None, act.Action]:
    """What happens next: who must decide does so, the grace passes, and between games the box starts one."""
    session = table.session
    if session.running is None:
        return session.line[0], act.StartGame()
    awaited = decisions(session)
    if not awaited:
        return None, act.GraceOver()
    action = choose_chouette(session, awaited[0].by, LEVEL)
    assert action is not None, f"{awaited[0]} is not decided"
    return awaited[0].by, action


def played_to_the_end(seed: int) -> Table:
    """A chouette of three to ten computers under some card, which is agreed to end after one to three games.
    Some say unasked what they may, one may leave in between.
    """
    chance = random.Random(seed)
    players = seats("ABCDEFGHIJ"[: chance.randint(3, 10)])
    table = gathered(players, random_rules(chance), FreshDice(seed))
    table.do("A", act.DrawSeats(), act.ProposeEnd(Ending(When.AFTER_GAME, chance.randint(1, 3))))
    for _ in range(MOST_ACTIONS):
        session = table.session
        if session.over:
            return table
        speaker = chance.choice(session.everyone)
        said = choose_chouette(session, speaker, LEVEL) if speaker not in to_act(session) else None
        if said is not None:
            table.do(speaker, said)
        elif session.running is None and len(session.sheet.games) == 1 and chance.random() < 0.2:
            table.do(speaker, act.Leave())
        else:
            table.do(*the_next(table))
    raise AssertionError(f"chouette {seed} is not over after {MOST_ACTIONS} actions: {table.session}")


def is_paid(table: Table) -> bool:
    """Whether the payments at the end bring every column to 0."""
    left = dict(table.session.sheet.balances)
    assert table.session.over is not None
    for payment in table.session.over.payments:
        left[payment.payer] += payment.points
        left[payment.payee] -= payment.points
    return not any(left.values())


def check(chouettes: range) -> None:
    for seed in chouettes:
        table = played_to_the_end(seed)
        assert table.session.sheet.games, seed
        assert all(sum(share.points for share in row.shares) == 0 for row in table.session.sheet.rows), seed
        assert is_paid(table), seed


@pytest.mark.parametrize("first", range(0, 60, 10))
def test_chouettes_of_computers_come_to_their_end(first: int) -> None:
    check(range(first, first + 10))


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 2_000, 100))
def test_two_thousand_chouettes_of_computers_come_to_their_end(first: int) -> None:
    check(range(1_000 + first, 1_100 + first))
