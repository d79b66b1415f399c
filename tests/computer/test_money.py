"""What becomes of the cubes of computers that play for money: some taken, some dropped, games played out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from bot.chouette import actions as chouette_actions
from bot.chouette import events as ev
from bot.chouette.deciders import decisions, to_act
from bot.chouette.rules import SEED_RULES
from bot.chouette.stakes import Reply
from bot.computer.chouette import choose_chouette
from bot.computer.player import MEDIUM, choose
from bot.game import actions as act
from bot.game.game import CubeOffered, Ended
from bot.game.result import How, Kind, Result
from bot.game.rules import MONEY
from bot.game.side import Side
from tests.support.chouettes import Table, table_between_games
from tests.support.dice import FreshDice
from tests.support.matches import Driver

GAMES = 60


@dataclass(frozen=True)
class Told:
    """A game's result, the cube at its end, and who answered each double how."""

    result: Result
    cube: int
    answers: tuple[tuple[Side, type[act.MatchAction]], ...]


@cache
def games() -> tuple[Told, ...]:
    return tuple(money_game(seed) for seed in range(GAMES))


def money_game(seed: int) -> Told:
    driver = Driver(MONEY, FreshDice(seed))
    driver.do(Side.X, act.StartGame())
    answers: list[tuple[Side, type[act.MatchAction]]] = []
    while (game := driver.match.running) is not None:
        asked = isinstance(game.phase, CubeOffered)
        side = game.turn.on_roll.other if asked else game.turn.on_roll
        action = choose(driver.match, side.value, MEDIUM)
        if asked:
            answers.append((side, type(action)))
        driver.do(side, action)
    ended = driver.match.game
    assert ended is not None
    assert isinstance(ended.phase, Ended)
    return Told(ended.phase.result, ended.stake.value, tuple(answers))


def test_of_first_doubles_a_sound_share_is_taken() -> None:
    firsts = [told.answers[0][1] for told in games() if told.answers]
    assert len(firsts) > GAMES * 0.8
    assert 0.3 < firsts.count(act.Take) / len(firsts) < 0.65


def test_some_games_end_by_a_drop_some_are_played_to_their_end_and_some_are_gammons() -> None:
    drops = sum(told.result.how is How.DROP for told in games())
    assert GAMES * 0.3 < drops < GAMES * 0.8
    assert any(told.result.kind > Kind.SINGLE and told.result.points >= 4 for told in games())
    assert any(told.cube >= 4 for told in games())


def test_who_has_taken_wins_as_often_as_a_take_needs() -> None:
    taken = [
        (side, told.result.winner)
        for told in games()
        for side, answer in told.answers[:1]
        if answer is act.Take
    ]
    won = sum(side is winner for side, winner in taken)
    assert len(taken) > 15
    assert 0.15 < won / len(taken) < 0.5


def chouette(seed: int) -> Iterator[tuple[Table, ev.Event]]:
    """One game of five computers, event by event."""
    table = table_between_games("BCXYZ", SEED_RULES, FreshDice(seed))
    table.do("B", chouette_actions.StartGame())
    while table.session.running is not None:
        awaited = decisions(table.session)
        for seat in set(table.session.everyone) - to_act(table.session):
            said = choose_chouette(table.session, seat, MEDIUM)
            if said is not None and not isinstance(said, chouette_actions.NotNow):
                for event in table.do(seat, said):
                    yield table, event
                break
        else:
            if not awaited:
                table.do(None, chouette_actions.GraceOver())
                continue
            action = choose_chouette(table.session, awaited[0].by, MEDIUM)
            assert action is not None
            for event in table.do(awaited[0].by, action):
                yield table, event


def test_in_a_chouette_some_take_while_others_drop_and_another_captain_plays_on() -> None:
    answers, rounds, captains, hows = Counter[Reply](), list[frozenset[Reply]](), set[str](), list[object]()
    for seed in range(12):
        for table, event in chouette(seed):
            if isinstance(event, ev.CubesSettled):
                answers.update(answer.reply for answer in event.answers)
                rounds.append(frozenset(answer.reply for answer in event.answers))
            if isinstance(event, ev.Played):
                captains.add(table.game.acting_captain)
            if isinstance(event, ev.GameFinished):
                hows.append(event.how)
    assert 0.25 < answers[Reply.TAKE] / answers.total() < 0.75
    assert frozenset({Reply.TAKE, Reply.DROP}) in rounds
    assert len(captains) > 1
    assert How.BORNE_OFF in hows
    assert How.DROP in hows
