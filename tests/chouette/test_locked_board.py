from __future__ import annotations

from dataclasses import replace

from bot.chouette import actions as act
from bot.chouette.rules import ChouetteRules
from bot.chouette.seats import Seat
from bot.game.position import Position
from bot.game.rules import Contact
from bot.game.turn import ToPlay
from tests.support.chouettes import table_in_play

B, C = Seat("B"), Seat("C")


def test_a_game_that_nobody_can_win_wins_nothing_and_leaves_the_line_as_it_was() -> None:
    """Fourteen checkers of each side stand on its ace point, on top of the other's last one."""
    table = table_in_play(rules=ChouetteRules(contact=Contact.PIN))
    table.box_rolls()
    table.do(B, act.DoubleAll())
    table.do(C, act.Drop(C))
    for seat in "XY":
        table.do(seat, act.Take(Seat(seat)))
    stands = tuple({1: 14, 24: 1}.get(p, 0) for p in range(26))
    position = Position(stands, stands, own_pinned=1 << 24, opp_pinned=1 << 24)
    turn = replace(table.game.turn, position=position, phase=ToPlay((6, 4)))
    table.session = replace(table.session, game=replace(table.game, turn=turn))
    table.do(B, act.Play(()))
    assert table.row() == {"B": 1, "C": -1, "X": 0, "Y": 0}
    assert table.line == "BCXY"
