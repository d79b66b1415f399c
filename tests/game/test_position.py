"""Positions: what stands on a board, counting, and what is refused."""

import pytest

from bot.game.plays import LegalPlays, Move
from bot.game.position import BAR, BAR_START, STANDARD_START, Position
from bot.game.violations import BadInput

START = STANDARD_START.own


def changed(**points: int) -> tuple[int, ...]:
    """The start with other numbers of checkers on some points: ``p6=4``."""
    counts = list(START)
    for name, count in points.items():
        counts[int(name[1:])] = count
    return tuple(counts)


def test_both_sides_start_with_167_pips() -> None:
    assert (STANDARD_START.pips, STANDARD_START.opp_pips) == (167, 167)


def test_three_one_to_the_five_point_leaves_163_pips() -> None:
    play = LegalPlays(STANDARD_START, (3, 1)).find([Move(8, 5), Move(6, 5)])
    assert play is not None
    assert (play.position.pips, play.position.opp_pips) == (163, 167)


def test_a_checker_on_the_bar_counts_25_pips() -> None:
    assert BAR_START.pips == 15 * 25


def test_mirroring_twice_gives_the_same_position() -> None:
    position = Position(changed(p6=4, p4=1), START)
    assert position.mirrored() != position
    assert position.mirrored().mirrored() == position


def test_positions_are_equal_by_value_and_can_be_typed_back() -> None:
    assert eval(repr(STANDARD_START), {"Position": Position}) == STANDARD_START  # noqa: S307


@pytest.mark.parametrize(
    "own,code",
    [
        (START[:-1], "position.length"),
        ((*START, 0), "position.length"),
        (changed(p6=4), "position.count"),
        (changed(p6=6), "position.count"),
        (changed(p6=6, p5=-1), "position.negative"),
        (changed(p6=4, p1=1), "position.shared_point"),
    ],
    ids=["too short", "too long", "14 checkers", "16 checkers", "negative", "two sides on one point"],
)
def test_what_cannot_stand_on_a_board_is_refused_with_the_rule_broken(
    own: tuple[int, ...], code: str
) -> None:
    with pytest.raises(BadInput) as refused:
        Position(own, START)
    assert refused.value.code == code


def test_a_pin_needs_one_pinned_checker_beneath_an_enemy() -> None:
    shared = changed(p6=4, p1=1)
    pinned = Position(shared, START, own_pinned=1 << 1)
    assert pinned.mirrored().opp_pinned == 1 << 1
    for pins in (
        {"own_pinned": 1 << 6},
        {"own_pinned": 1 << BAR},
        {"opp_pinned": 1 << 24},
        {"own_pinned": 1},
    ):
        with pytest.raises(BadInput):
            Position(shared, START, **pins)
