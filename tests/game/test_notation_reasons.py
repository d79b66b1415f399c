"""Why a typed play is not legal: the reason told is that of the step at fault, where it stands."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.game.dice import Roll
from bot.game.formats.xgid import parse_xgid
from bot.game.notation import BadNotation, format_moves, parse_play
from bot.game.plays import LegalPlays, Move
from bot.game.position import BAR, BAR_START, CHECKERS, OFF, STANDARD_START, Position
from bot.game.rules import BearOff, Contact


def legal(board: str, roll: Roll) -> LegalPlays:
    return LegalPlays(parse_xgid(f"{board}:0:0:1:00:0:0:0:0:10").position, roll)


def refusal(text: str, plays: LegalPlays) -> BadNotation | None:
    try:
        parse_play(text, plays)
    except BadNotation as refused:
        return refused
    return None


def illegal(text: str, plays: LegalPlays) -> tuple[object, object]:
    refused = refusal(text, plays)
    assert refused is not None
    assert refused.code == "notation.illegal"
    return refused.facts["part"], refused.facts["reason"]


@pytest.mark.parametrize(
    "text,part,reason",
    [
        ("bar/23 13/9", "13/9", "no_checker"),
        ("bar/23 6/2", "6/2", "no_checker"),
        ("bar/21 9/7", "bar/21", "blocked"),
        ("9/5 9/7", "9/7", "bar_first"),
    ],
)
def test_once_the_bar_is_empty_another_reason_is_told(text: str, part: str, reason: str) -> None:
    assert illegal(text, legal("-ED-b----C-c---c---bbc--BA", (4, 2))) == (part, reason)


def test_two_checkers_on_the_bar_come_in_before_another_moves() -> None:
    assert illegal("bar/20 13/10", legal("-b----E-C---eC---c-e----BB", (5, 3))) == ("13/10", "bar_first")


@pytest.mark.parametrize(
    "board,roll,text,part,reason",
    [
        ("----AA-A------------b-----", (6, 1), "7/6 4/off", "4/off", "higher_first"),
        ("----AA-B------------b-----", (6, 1), "7/6 4/off", "4/off", "not_home"),
        ("-b----E-A---eE---c-e----B-", (3, 3), "8/5(2)", "8/5", "no_checker"),
    ],
)
def test_the_reason_is_that_of_the_board_after_the_steps_before(
    board: str, roll: Roll, text: str, part: str, reason: str
) -> None:
    assert illegal(text, legal(board, roll)) == (part, reason)


@given(st.integers(0, 2**32), st.sampled_from(Contact), st.sampled_from(BearOff))
def test_the_reason_told_for_single_steps_is_true(seed: int, contact: Contact, bear_off: BearOff) -> None:
    rng = random.Random(seed)
    position = rng.choice([STANDARD_START, BAR_START])
    for _ in range(rng.randint(1, 60)):
        plays = LegalPlays(position, (rng.randint(1, 6), rng.randint(1, 6)), contact, bear_off)
        dice = rng.sample(plays.dice, rng.randint(1, len(plays.dice)))
        typed = [Move(origin, max(origin - die, OFF)) for die in dice for origin in [rng.randint(1, BAR)]]
        refused = refusal(format_moves(typed, whole=True), plays)
        assert refused is None or is_true(refused, typed, position)
        if not plays:
            break
        position = rng.choice(list(plays)).position
        if position.own[OFF] == CHECKERS:
            break
        position = position.mirrored()


def is_true(refused: BadNotation, typed: list[Move], position: Position) -> bool:
    """Whether the reason fits one of the steps at least, by the board before and what the others change."""
    own, reason = position.own, refused.facts.get("reason")

    def short(point: int) -> bool:
        """More checkers leave than stand there or arrive."""
        leave = sum(move.origin == point for move in typed)
        return leave > own[point] + sum(move.target == point for move in typed)

    outside = sum(own[7:]) - sum(move.origin > 6 >= move.target for move in typed)
    off = any(move.target == OFF for move in typed)
    match reason:
        case "bar_first":
            return own[BAR] > sum(move.origin == BAR for move in typed)
        case "no_checker":
            return any(short(move.origin) for move in typed)
        case "not_home":
            return off and outside > 0
        case "higher_first":
            return off and outside <= 0
        case "blocked":
            return any(
                position.opp[BAR - move.target] > 1 or position.own_pinned >> move.target & 1
                for move in typed
                if move.target != OFF
            )
        case "pinned":
            return any(position.own_pinned >> move.origin & 1 for move in typed)
        case _:
            return refused.code != "notation.illegal"
