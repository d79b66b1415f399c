"""Plays as turns take them: typed in any order, logged in one that can be replayed."""

import random
from itertools import permutations

import pytest

from bot.game.notation import format_moves
from bot.game.plays import LegalPlays, Move
from bot.game.position import BAR_START, CHECKERS, OFF, STANDARD_START, Position
from bot.game.rules import Contact, Rules
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


def test_a_blot_that_a_checker_only_passes_under_the_pin_rule_is_not_told_as_pinned() -> None:
    own = tuple({13: 2, 8: 3, 6: 5, 24: 5}.get(p, 0) for p in range(26))
    opp = tuple({20: 1, 24: 2, 7: 5, 9: 3, 2: 4}.get(p, 0) for p in range(26))
    turn = Turn(Position(own, opp), Side.X, ToPlay((3, 1)))
    told = {}
    for contact in Contact:
        rules = Rules(contact=contact)
        last = evolve_turn(turn, rules, judge_play(turn, rules, (Move(8, 5), Move(5, 4)))).last
        assert last
        told[contact] = format_moves(last.moves, last.hits)
    assert told == {Contact.HIT: "8/5*/4", Contact.PIN: "8/4"}


@pytest.mark.parametrize("start", [STANDARD_START, BAR_START], ids=["standard", "bar"])
@pytest.mark.parametrize("contact", Contact)
def test_the_last_play_hits_and_pins_what_the_play_does(contact: Contact, start: Position) -> None:
    chance, rules, hits = random.Random(8), Rules(contact=contact), 0
    for _ in range(3):
        position = start
        for _ in range(60):
            roll = (chance.randint(1, 6), chance.randint(1, 6))
            plays = list(LegalPlays(position, roll, contact))
            turn = Turn(position, Side.O, ToPlay(roll))
            for play in chance.sample(plays, min(len(plays), 6)):
                last = evolve_turn(turn, rules, judge_play(turn, rules, play.moves)).last
                assert last
                assert last.hits == play.hits
                hits += len(last.hits)
            position = chance.choice(plays).position if plays else position
            if position.own[OFF] == CHECKERS:
                break
            position = position.mirrored()
    assert hits > 30
