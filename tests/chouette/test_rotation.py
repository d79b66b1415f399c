from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.chouette.rotation import Outcome, rotated
from bot.chouette.rules import Retention
from bot.chouette.seats import Seat
from tests.support.chouettes import seats

LINE = seats("BCXY")
C, X, Y = LINE[1:]


def outcome(won: bool, left: bool = False, total: int = 0, finisher: Seat = C) -> Outcome:
    return Outcome(C, finisher, won, left, total)


@pytest.mark.parametrize(
    "ended, line",
    [
        pytest.param(outcome(won=False, total=3), "BXYC", id="box wins: the captain is the last adviser"),
        pytest.param(outcome(won=False, total=-1), "BXYC", id="the captain's own game decides"),
        pytest.param(outcome(won=True, total=-3), "CXYB", id="captain wins: he is box, the box last adviser"),
        pytest.param(
            outcome(won=False, left=True, total=1, finisher=X), "BXYC", id="captain dropped, box positive"
        ),
        pytest.param(
            outcome(won=False, left=True, total=0, finisher=X), "XYCB", id="captain dropped, box at zero"
        ),
        pytest.param(
            outcome(won=False, left=True, total=-3, finisher=Y), "YXCB", id="the last adviser finished"
        ),
        pytest.param(
            outcome(won=True, left=True, total=1, finisher=X), "BXYC", id="box dropped his cube, positive"
        ),
        pytest.param(
            outcome(won=True, left=True, total=-3, finisher=X), "CXYB", id="box dropped his cube, at a loss"
        ),
    ],
)
def test_the_seed_s_rotation(ended: Outcome, line: str) -> None:
    assert rotated(LINE, ended) == seats(line)


@pytest.mark.parametrize(
    "retention, ended, line",
    [
        (Retention.POSITIVE, outcome(won=True, total=1), "BXYC"),
        (Retention.POSITIVE, outcome(won=False, total=0), "CXYB"),
        (Retention.NOT_NEGATIVE, outcome(won=False, left=True, total=0, finisher=X), "BXYC"),
        (Retention.NOT_NEGATIVE, outcome(won=False, left=True, total=-1, finisher=X), "XYCB"),
        (Retention.DUEL, outcome(won=False, left=True, total=-9, finisher=X), "BXYC"),
        (Retention.DUEL, outcome(won=True, left=True, total=9, finisher=X), "CXYB"),
    ],
)
def test_other_ways_to_keep_the_box(retention: Retention, ended: Outcome, line: str) -> None:
    assert rotated(LINE, ended, retention) == seats(line)


def test_with_two_players_the_winner_is_the_box() -> None:
    assert rotated(seats("BC"), outcome(won=True, total=-1)) == seats("CB")
    assert rotated(seats("BC"), outcome(won=False, total=1)) == seats("BC")


@given(st.data(), st.integers(2, 12), st.booleans(), st.integers(-20, 20), st.sampled_from(Retention))
def test_every_rotation_is_a_permutation_with_somebody_of_the_game_in_the_box(
    data: st.DataObject, players: int, won: bool, total: int, retention: Retention
) -> None:
    line = tuple(Seat(f"p{n}") for n in range(players))
    captain = data.draw(st.sampled_from(line[1:]))
    left = players > 2 and data.draw(st.booleans())
    others = [seat for seat in line[1:] if seat != captain]
    finisher = data.draw(st.sampled_from(others)) if left else captain
    after = rotated(line, Outcome(captain, finisher, won, left, total), retention)
    assert sorted(after) == sorted(line)
    assert after[0] in (line[0], captain, finisher)
    assert after[0] == line[0] or after[-1] == line[0]
