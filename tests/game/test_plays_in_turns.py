"""Plays as turns take them: typed in any order, logged in one that can be replayed."""

import random
from itertools import permutations

from bot.game.plays import LegalPlays, Move
from bot.game.position import CHECKERS, OFF, STANDARD_START
from bot.game.rules import Rules
from bot.game.side import Side
from bot.game.turn import ToPlay, Turn, evolve_turn, judge_play


def test_moves_in_an_order_that_no_hand_could_play_are_logged_in_one_that_can_be_replayed() -> None:
    turn = Turn(STANDARD_START, Side.X, ToPlay((6, 4)))
    played = judge_play(turn, Rules(), (Move(20, 14), Move(24, 20)))
    assert played.moves == (Move(24, 20), Move(20, 14))
    assert evolve_turn(turn, Rules(), played).position.opp[14] == 1


def test_every_order_of_every_play_leads_to_the_same_position() -> None:
    chance = random.Random(5)
    position = STANDARD_START
    for _ in range(40):
        roll = (chance.randint(1, 6), chance.randint(1, 6))
        plays = list(LegalPlays(position, roll))
        turn = Turn(position, Side.O, ToPlay(roll))
        for play in plays[:10]:
            after = {
                evolve_turn(turn, Rules(), judge_play(turn, Rules(), moves)).seen_by(Side.O)
                for moves in permutations(play.moves)
            }
            assert after == {play.position}
        if plays:
            position = chance.choice(plays).position
            if position.own[OFF] == CHECKERS:
                break
        position = position.mirrored()
