"""The end of a race, counted out."""

from __future__ import annotations

import pytest

from bot.computer.bear_off import can_be_counted, first_off, standing


@pytest.mark.parametrize(
    "checkers,rolls",
    [
        ((1,), 36),
        ((2, 1), 36),
        ((3, 2), 25),
        ((4, 1), 29),
        ((5, 2), 19),
        ((6, 1), 15),
        ((6, 6), 4),
        ((6,), 27),
    ],
)
def test_so_many_of_36_rolls_take_one_or_two_checkers_off(checkers: tuple[int, ...], rolls: int) -> None:
    assert first_off(checkers, (1,)) * 36 == pytest.approx(rolls)


def test_with_two_rolls_each_the_first_is_far_ahead_and_four_on_the_ace_point_need_two() -> None:
    assert first_off((1, 1, 1), (1, 1, 1)) == pytest.approx(1 - 30 / 36 * 6 / 36)
    assert first_off((1, 1, 1, 1, 1), ()) == 0.0


def test_only_a_few_checkers_all_at_home_are_counted_out() -> None:
    def side(points: dict[int, int]) -> tuple[int, ...]:
        return tuple(points.get(p, 0) for p in range(26))

    assert can_be_counted(side({0: 12, 6: 2, 3: 1}))
    assert standing(side({0: 12, 6: 2, 3: 1})) == (6, 6, 3)
    assert not can_be_counted(side({0: 13, 7: 1, 3: 1}))
    assert not can_be_counted(side({0: 9, 1: 6}))
