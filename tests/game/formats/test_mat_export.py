"""Our own series as match files, read back by the checker of anybody's files."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.game import actions as act
from bot.game.formats.mat import write_mat
from bot.game.formats.mat_check import check_match
from bot.game.formats.mat_export import mat_of
from bot.game.plays import Move
from bot.game.rules import MONEY, Contact, Rules
from bot.game.side import Side
from tests.support.dice import ScriptedDice
from tests.support.matches import Driver, random_walk


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(
    "rules",
    [
        Rules(length=1),
        Rules(length=3),
        Rules(length=4, crawford=False),
        replace(MONEY, jacoby=False, cap=64),
        replace(MONEY, automatic_doubles=3),
    ],
    ids=str,
)
def test_a_written_series_is_found_legal_with_the_same_score(rules: Rules, seed: int) -> None:
    *_, driver = random_walk(rules, seed, steps=900)
    report = check_match(write_mat(mat_of(driver.log, ("Anna", "Bea"))))
    finished = [game for game in report.games if game.winner is not None]
    unfinished = [error for error in report.errors if error.code != "unfinished"]
    assert not unfinished
    assert report.players == ("Anna", "Bea")
    assert finished[-1].score == (driver.match.points.of(Side.X), driver.match.points.of(Side.O))


def test_house_rules_are_said_in_the_file() -> None:
    *_, driver = random_walk(Rules(length=1, contact=Contact.PIN), 1, steps=40)
    assert "pin" in write_mat(mat_of(driver.log, ("Anna", "Bea")))


def test_games_that_began_with_automatic_doubles_are_named_in_the_file() -> None:
    dice = ScriptedDice([(4, 4), (2, 2), (6, 1)])
    driver = Driver(replace(MONEY, automatic_doubles=3), dice)
    driver.do(None, act.StartGame())
    driver.do(Side.X, act.Play((Move(13, 7), Move(8, 7))))
    driver.do(Side.O, act.Double())
    driver.do(Side.X, act.Drop())
    text = write_mat(mat_of(driver.log, ("Anna", "Bea")))
    assert '[AutomaticDoubles "game 1: 2"]' in text
    assert " Doubles => 8" in text
    report = check_match(text)
    assert report.errors == ()
    assert report.games[0].points == 4
