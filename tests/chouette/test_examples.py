"""The worked examples of chouette.md, played through the judge: numbers and next lines exactly so."""

from __future__ import annotations

import pytest

from bot.chouette import actions as act
from bot.chouette.conclude import outcome_of
from bot.chouette.judge import allowed
from bot.chouette.rotation import rotated
from bot.chouette.rules import ChouetteRules, Extras
from bot.chouette.seats import Seat
from bot.chouette.settlement import Payment, settle_leaver
from bot.chouette.stakes import BOX, TEAM, Exit, Member, Stakes, team_points
from bot.game.cube import Cube
from bot.game.result import Kind
from bot.game.side import Side
from tests.support.chouettes import Table, seats, table_between_games, table_in_play

B, C, X, Y, A = (Seat(name) for name in "BCXYA")


def box_doubles(table: Table, takers: str, droppers: str = "") -> None:
    """The box doubles all; members answer in rank order."""
    table.box_rolls()
    table.do(B, act.DoubleAll())
    for seat in table.game.stakes.seats:
        if seat in takers:
            table.do(seat, act.Take(seat))
        elif seat in droppers:
            table.do(seat, act.Drop(seat))


def alone_doubles(table: Table, doubler: Seat) -> None:
    """One member doubles, the others asked do not."""
    table.team_rolls()
    table.do(doubler, act.Double(doubler))
    for seat in "CXY":
        if act.KeepCube in allowed(table.session, Seat(seat)):
            table.do(seat, act.KeepCube(Seat(seat)))


def test_1_a_gammon_of_the_box_counts_single_where_no_cube_was_turned() -> None:
    table = table_in_play()
    table.bears_off(BOX, loser_off=0)
    assert table.row() == {"B": 3, "C": -1, "X": -1, "Y": -1}
    assert table.line == "BXYC"


def test_2_a_backgammon_counts_thrice_only_for_the_member_who_doubled() -> None:
    table = table_in_play()
    alone_doubles(table, X)
    table.do(B, act.Take(X))
    table.bears_off(BOX, loser_off=0, loser_at=23)
    assert table.row() == {"B": 8, "C": -1, "X": -6, "Y": -1}
    assert table.line == "BXYC"


def test_3_the_member_who_played_on_for_a_captain_who_dropped_wins_the_box() -> None:
    table = table_in_play()
    box_doubles(table, takers="XY", droppers="C")
    assert table.game.acting_captain == X
    table.bears_off(TEAM)
    assert table.row() == {"B": -3, "C": -1, "X": 2, "Y": 2}
    assert table.line == "XYCB"


def test_4_a_total_of_zero_does_not_keep_the_box() -> None:
    table = table_in_play()
    box_doubles(table, takers="X", droppers="CY")
    table.bears_off(TEAM)
    assert table.row() == {"B": 0, "C": -1, "X": 2, "Y": -1}
    assert table.line == "XYCB"


def test_5_a_positive_total_keeps_the_box() -> None:
    table = table_in_play()
    box_doubles(table, takers="XY", droppers="C")
    table.bears_off(BOX)
    assert table.row() == {"B": 5, "C": -1, "X": -2, "Y": -2}
    assert table.line == "BXYC"


@pytest.mark.parametrize(
    "winner, row, line",
    [
        (BOX, {"B": 1, "C": 1, "X": -1, "Y": -1}, "BXYC"),
        (TEAM, {"B": -3, "C": 1, "X": 1, "Y": 1}, "CXYB"),
    ],
    ids=["the box wins", "the team wins"],
)
def test_6_a_captain_whose_cube_the_box_dropped_leaves_the_game_to_the_next(
    winner: Side, row: dict[str, int], line: str
) -> None:
    table = table_in_play()
    alone_doubles(table, C)
    table.do(B, act.Drop(C))
    assert table.game.acting_captain == X
    table.bears_off(winner)
    assert table.row() == row
    assert table.line == line


def test_7_the_box_cannot_redouble_cubes_of_members_and_turns_only_the_one_it_owns() -> None:
    table = table_in_play()
    box_doubles(table, takers="CXY")
    table.box_rolls()
    assert not {act.DoubleAll, act.DoubleInitial} & allowed(table.session, B)
    alone_doubles(table, X)
    table.do(B, act.Take(X))
    assert table.game.stakes.member(X).cube == Cube(4, BOX, turned=True)
    table.box_rolls()
    table.do(B, act.DoubleAll())
    assert act.Take not in allowed(table.session, C)
    table.do(X, act.Take(X))
    assert [m.cube.value for m in table.game.stakes.members] == [2, 8, 2]


@pytest.mark.parametrize(
    "double, asked, values",
    [(act.DoubleAll(), "CXY", [4, 2, 2]), (act.DoubleInitial(), "XY", [2, 2, 2])],
    ids=["double all", "initial doubles only"],
)
def test_8_the_box_may_give_initial_doubles_without_redoubling(
    double: act.Action, asked: str, values: list[int]
) -> None:
    table = table_in_play()
    alone_doubles(table, C)
    table.do(B, act.Take(C))
    table.box_rolls()
    table.do(B, double)
    for seat in asked:
        table.do(seat, act.Take(Seat(seat)))
    assert [m.cube.value for m in table.game.stakes.members] == values
    assert table.game.stakes.member(C).cube.owner is (TEAM if "C" in asked else BOX)


@pytest.mark.parametrize(
    "line, row",
    [
        ("BCXYZP", {"B": -2, "P": -2, "C": 1, "X": 1, "Y": 1, "Z": 1}),
        ("BCXYZWP", {"B": -3, "P": -2, "C": 1, "X": 1, "Y": 1, "Z": 1, "W": 1}),
    ],
    ids=["six players", "seven players"],
)
def test_9_the_partner_shares_half_and_the_odd_point_is_the_box_s(line: str, row: dict[str, int]) -> None:
    table = table_between_games(line)
    table.do(B, act.NamePartner(), act.StartGame())
    table.bears_off(TEAM)
    assert table.row() == row
    assert table.line == line[1:] + "B"


def test_10_the_largest_opposite_balance_pays_a_leaver_and_nobody_changes_his_sign() -> None:
    assert settle_leaver({A: 5, B: -8, C: 3}, A) == (Payment(B, A, 5),)
    assert settle_leaver({A: 6, B: -3, C: -3}, A) == (Payment(B, A, 3), Payment(C, A, 3))
    assert settle_leaver({A: -5, B: 8, C: -3}, A) == (Payment(A, B, 5),)


@pytest.mark.parametrize(
    "winner, row",
    [(TEAM, {"B": 0, "A": 5, "X": -4, "Y": -1}), (BOX, {"B": 4, "A": -3, "X": 0, "Y": -1})],
    ids=["A's side wins", "B's side wins"],
)
def test_11_an_extra_costs_a_point_and_is_scored_between_giver_and_lone_taker(
    winner: Side, row: dict[str, int]
) -> None:
    table = table_in_play("BAXY", ChouetteRules(extras=Extras.OPTIONAL))
    box_doubles(table, takers="A", droppers="XY")
    table.do(X, act.GiveExtra(X))
    table.do(Y, act.KeepOut(Y))
    table.bears_off(winner)
    assert table.row() == row


@pytest.mark.parametrize(
    "winner, points, total, line",
    [(BOX, {A: -4, X: -1, Y: -1}, 6, "BXYA"), (TEAM, {A: 4, X: 1, Y: -1}, -4, "AXYB")],
    ids=["the box wins a gammon", "the box loses a gammon"],
)
def test_12_jacoby_is_a_matter_of_each_cube(
    winner: Side, points: dict[Seat, int], total: int, line: str
) -> None:
    members = (Member(A, Cube(2, BOX, turned=True)), Member(X), Member(Y, exit=Exit.DROPPED))
    stakes = Stakes(members)
    shares, box_total = team_points(ChouetteRules(), stakes, winner, Kind.GAMMON)
    assert {share.seat: share.points for share in shares} == points
    assert box_total == total
    assert rotated(seats("BAXY"), outcome_of(stakes, stakes, A, winner, box_total)) == seats(line)


@pytest.mark.parametrize("off, points", [(1, 8), (0, 16)], ids=["single", "gammon"])
def test_13_double_beaver_raccoon_make_eight(off: int, points: int) -> None:
    table = table_in_play(rules=ChouetteRules(beavers=2))
    alone_doubles(table, C)
    table.do(B, act.Beaver(C))
    assert table.game.stakes.member(C).cube == Cube(4, BOX, turned=True)
    table.do(C, act.Raccoon(C))
    assert table.game.stakes.member(C).cube == Cube(8, BOX, turned=True)
    table.bears_off(BOX, loser_off=off)
    assert table.row()["C"] == -points
