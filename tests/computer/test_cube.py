"""What a cube is worth: windows for money, and what scores, caps and Jacoby make of them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bot.computer.cube import Bet, Ends, Win, take_point
from bot.computer.match_equity import match_equity
from bot.computer.stakes import money

USE = 0.7
EVEN = Win(share=0.2)


def ends(mine: Win = EVEN, theirs: Win = EVEN, cap: int = 32, use: float = USE) -> Ends:
    return Ends(mine, theirs, money, cap, use)


def at(away: int, their: int, *, crawford: bool = True) -> Ends:
    """In a match, with gammons as often as usual."""

    def worth(points: float) -> float:
        return match_equity(away - max(points, 0), their - max(-points, 0), crawford=crawford)

    return Ends(EVEN, EVEN, worth, 1 << 20, USE)


def first(gains: Callable[[float], float]) -> float | None:
    """The lowest chance, in hundredths, from which there is a gain."""
    return next((chance / 100 for chance in range(101) if gains(chance / 100) > 1e-6), None)


def doubles_from(of: Ends, value: int = 1, *, owned: bool = False, jacoby: bool = False) -> float | None:
    return first(lambda chance: Bet(of, value, owned, chance, jacoby).gain_by_doubling())


def test_without_gammons_a_double_is_taken_between_the_perfect_and_the_dead_cubes_points() -> None:
    plain = Win()
    assert take_point(ends(plain, plain, use=0), 1) == pytest.approx(0.25)
    assert take_point(ends(plain, plain, use=1), 1) == pytest.approx(0.2, abs=0.001)
    assert 0.2 < take_point(ends(plain, plain), 1) < 0.25


def test_between_the_first_double_and_the_drop_there_is_a_window_and_a_redouble_wants_more() -> None:
    initial, again = doubles_from(ends()), doubles_from(ends(), 2, owned=True)
    assert initial is not None
    assert again is not None
    assert 0.66 <= initial <= 0.72
    assert again > initial
    assert 1 - take_point(ends(), 1) - initial > 0.03


def test_the_more_gammons_one_wins_the_sooner_one_doubles_and_the_less_the_other_takes() -> None:
    dangerous = ends(Win(share=0.4), Win(share=0.1))
    early, usual = doubles_from(dangerous), doubles_from(ends())
    assert early is not None
    assert usual is not None
    assert early < usual
    assert take_point(dangerous.mirrored(), 1) > take_point(ends(), 1)


def test_one_who_wins_gammons_anyway_is_too_good_to_double_but_not_where_jacoby_stops_them() -> None:
    crushing = ends(Win(share=0.7), Win(share=0))
    assert Bet(crushing, 1, owned=False, chance=0.97).gain_by_doubling() < 0
    assert Bet(crushing, 1, owned=False, chance=0.97, jacoby=True).gain_by_doubling() > 0


def test_a_beaver_is_for_the_favourite_and_a_raccoon_against_one_who_is_none() -> None:
    assert Bet(ends(), 1, owned=False, chance=0.6).gain_by_beavering() > 0
    assert Bet(ends(), 1, owned=False, chance=0.35).gain_by_beavering() < 0
    assert Bet(ends(), 4, owned=True, chance=0.7).gain_by_raccoon() > 0
    assert Bet(ends(), 4, owned=True, chance=0.45).gain_by_raccoon() < 0


def test_at_the_cap_a_cube_is_dead() -> None:
    assert take_point(ends(Win(), Win(), cap=2), 1) == pytest.approx(0.25)


def test_the_trailer_doubles_at_once_after_the_crawford_game_and_the_leader_never() -> None:
    for away in range(2, 9):
        score = at(away, 1, crawford=False)
        assert Bet(score, 1, owned=False, chance=0.5).gain_by_doubling() > 0, away
        assert doubles_from(score.mirrored()) is None, away


def test_two_points_before_the_end_both_double_with_any_lead() -> None:
    assert doubles_from(at(2, 2)) == pytest.approx(0.51)
    assert take_point(at(2, 2), 1) == pytest.approx(0.31, abs=0.03)


def test_a_cube_that_cannot_be_used_any_more_is_not_turned() -> None:
    assert doubles_from(at(2, 5), 2, owned=True) is None
    assert doubles_from(at(1, 1)) is None


def test_the_leader_doubles_later_than_the_trailer_and_the_trailer_takes_sooner() -> None:
    leader, trailer = at(2, 4), at(4, 2)
    late, early = doubles_from(leader), doubles_from(trailer)
    assert late is not None
    assert early is not None
    assert early < 0.6 < 0.7 < late
    assert take_point(trailer, 1) < 0.22 < 0.3 < take_point(leader, 1)


def test_nobody_drops_what_loses_the_match_either_way() -> None:
    assert take_point(at(3, 2), 2) == 0
    assert Bet(at(3, 2), 2, owned=True, chance=0.01).gain_by_taking() >= 0


@pytest.mark.parametrize("away", range(1, 16))
@pytest.mark.parametrize("their", range(1, 16))
@pytest.mark.parametrize("crawford", [True, False])
def test_match_equities_of_both_add_up_and_a_point_never_harms(away: int, their: int, crawford: bool) -> None:
    assert match_equity(away, their, crawford=crawford) + match_equity(
        their, away, crawford=crawford
    ) == pytest.approx(1)
    if away > 2:
        nearer = match_equity(away - 1, their, crawford=crawford)
        assert nearer >= match_equity(away, their, crawford=crawford) - 1e-9


@pytest.mark.parametrize(
    "away,their,crawford,equity",
    [
        (2, 1, True, 0.32),
        (3, 1, True, 0.25),
        (4, 1, True, 0.17),
        (3, 1, False, 0.31),
        (2, 3, True, 0.6),
        (2, 4, True, 0.67),
        (3, 5, True, 0.65),
        (5, 5, True, 0.5),
    ],
)
def test_match_equities_are_near_those_of_published_tables(
    away: int, their: int, crawford: bool, equity: float
) -> None:
    assert match_equity(away, their, crawford=crawford) == pytest.approx(equity, abs=0.025)
