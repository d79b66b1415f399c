"""Plays in notation: written in the usual way, read in every usual way, refused with a reason."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.game.dice import Roll
from bot.game.formats.xgid import parse_xgid
from bot.game.notation import (
    BadNotation,
    Words,
    completions,
    format_move,
    format_moves,
    format_play,
    parse_play,
)
from bot.game.plays import LegalPlays, Move, Play
from bot.game.position import BAR_START, CHECKERS, OFF, STANDARD_START
from bot.game.rules import BearOff, Contact
from bot.game.violations import BadInput

GERMAN = Words(bar="Bar", off="aus")


def legal(board: str, roll: Roll) -> LegalPlays:
    return LegalPlays(parse_xgid(f"{board}:0:0:1:00:0:0:0:0:10").position, roll)


START = "-b----E-C---eE---c-e----B-"
ON_BAR = "-b----E-C---eD---c-e----BA"
BEARING_OFF = "-CBB--D-----------------b-"
TWO_WAYS = "-----------a-E-a-----E--E-"
"""Blots of the other side on the 15 and the 11 point: 21/11 with 64 goes over the 15 or over the 17."""
ONE_HITS = "-------------E-a-----E--E-"
"""The same with a blot on the 15 point alone."""


def made(text: str, plays: LegalPlays) -> str:
    return format_play(parse_play(text, plays))


@pytest.mark.parametrize(
    "moves,hits,text",
    [
        ([(13, 7), (8, 7)], (), "13/7 8/7"),
        ([(8, 7), (13, 7)], (), "13/7 8/7"),
        ([(13, 8), (8, 5)], (), "13/5"),
        ([(13, 7), (7, 5)], (7,), "13/7*/5"),
        ([(13, 7), (7, 5)], (7, 5), "13/7*/5*"),
        ([(8, 5), (8, 5)], (), "8/5(2)"),
        ([(8, 5)] * 2 + [(6, 3)] * 2, (3,), "8/5(2) 6/3*(2)"),
        ([(13, 11), (11, 9)] * 2, (), "13/9(2)"),
        ([(13, 7), (13, 7), (7, 1)], (7,), "13/7*/1 13/7"),
        ([(25, 20), (13, 10)], (), "bar/20 13/10"),
        ([(25, 20)], (20,), "bar/20*"),
        ([(6, 0), (5, 0)], (), "6/off 5/off"),
        ([(4, 0), (4, 0)], (), "4/off(2)"),
        ([(25, 21), (21, 17)], (), "bar/17"),
        ([], (), ""),
    ],
)
def test_plays_are_written_the_usual_way(
    moves: list[tuple[int, int]], hits: tuple[int, ...], text: str
) -> None:
    assert format_moves([Move(*move) for move in moves], hits) == text


def test_bar_off_and_dance_are_written_in_the_readers_words() -> None:
    play = Play((Move(25, 20), Move(6, 0)), STANDARD_START, (20,))
    assert format_play(play, words=GERMAN) == "Bar/20* 6/aus"
    assert format_play(Play((), STANDARD_START), dance="kein Zug") == "kein Zug"


def test_a_button_shows_one_step() -> None:
    assert format_move(Move(13, 7)) == "13/7"
    assert format_move(Move(25, 20), hit=True) == "bar/20*"
    assert format_move(Move(6, 0), words=GERMAN) == "6/aus"


@pytest.mark.parametrize(
    "text",
    [
        "13/7 8/7",
        "8/7 13/7",
        "13-7, 8-7",
        "13-7,8-7",
        "13/7;8/7",
        "  13/7    8/7  ",
        "13/7 8/7.",
        "13/7, 8/7!",
        "13→7 8→7",
        "13 → 7, 8 → 7",
        "13->7 8->7",
        "13 -> 7 , 8 -> 7",
        "13>7 8>7",
        "13–7 8—7",
        "13−7 8‑7",
        "13 / 7  8 / 7",
        "１３／７　８／７",
        "13/7* 8/7*",
        "61: 13/7 8/7",
        "61 13/7 8/7",
        "16: 13/7 8/7",
        "6-1: 13-7 8-7",
        "6 1: 13/7 8/7",
        "(6-1): 13/7 8/7",
        "6-1 13/7 8/7",
        "1-6 13/7 8/7",
        "6–1, 13-7 8-7",
        "(6-1) 8/7 13/7",
        "`13/7 8/7`",
        '"13/7 8/7"',
        "13/7 and 8/7",
        "13/7 und 8/7",
        "13 7 8 7",
        "13\\7 8\\7",
        "13/7\n8/7",
        "13/7 8/7\t",
        "13/7 * 8/7 *",
        "13 auf 7, 8 auf 7",
        "13 to 7 and 8 to 7",
    ],
)
def test_a_typed_play_is_forgiven_its_spelling(text: str) -> None:
    assert made(text, legal(START, (6, 1))) == "13/7 8/7"


@pytest.mark.parametrize(
    "text, roll, play",
    [
        ("3-3 8/5(2) 6/3(2)", (3, 3), "8/5(2) 6/3(2)"),
        ("6-4 24/14", (6, 4), "24/14"),
        ("2-1 13/11", (2, 1), "notation.incomplete"),
        ("6-5 13/8", (5, 1), "13/8 6/5"),
        ("6-4 24/14", (6, 1), "notation.illegal"),
        ("6-1 13/7 12/11", (6, 1), "notation.illegal"),
    ],
)
def test_dice_in_front_as_the_bot_writes_them_are_no_step_unless_that_is_legal(
    text: str, roll: Roll, play: str
) -> None:
    plays = legal(START, roll)
    if play.startswith("notation."):
        assert refusal(text, plays).code == play
    else:
        assert made(text, plays) == play


@pytest.mark.parametrize(
    "text", ["24/14", "24/20/14", "24/18/14", "24-14", "64: 24/14", "64 24/14", "24/18 18/14", "18/14 24/18"]
)
def test_a_checker_that_moves_on_may_be_written_joined_or_step_by_step(text: str) -> None:
    assert made(text, legal("-b----E-C---eE---c-e----B-", (6, 4))) == "24/14"


@pytest.mark.parametrize(
    "text",
    [
        "6/4(2) 13/11(2)",
        "6/4 (2), 13/11 (2)",
        "6/4x2 13/11x2",
        "6/4×2 13/11 x2",
        "6/4 6/4 13/11 13/11",
        "13/11(2)6/4(2)",
    ],
)
def test_repeats_may_be_counted_in_several_ways(text: str) -> None:
    assert made(text, legal(START, (2, 2))) == "13/11(2) 6/4(2)"


@pytest.mark.parametrize("bar", ["bar", "Bar", "BAR", "b", "25", "Bank"])
@pytest.mark.parametrize("separator", ["/", "-", " → "])
def test_the_bar_has_several_names(bar: str, separator: str) -> None:
    assert made(f"{bar}{separator}20 13/10", legal(ON_BAR, (5, 3))) == "bar/20 13/10"


@pytest.mark.parametrize("text", ["bar 20 13/10", "bar20 13/10", "Bar 20, 13-10"])
def test_the_bar_may_be_written_without_a_separator(text: str) -> None:
    assert made(text, legal(ON_BAR, (5, 3))) == "bar/20 13/10"


@pytest.mark.parametrize("off", ["off", "OFF", "Off", "aus", "Aus", "ab", "0", "raus", "out"])
def test_bearing_off_has_several_names(off: str) -> None:
    assert made(f"6/{off}, 3/{off}", legal(BEARING_OFF, (6, 3))) == "6/off 3/off"
    assert made(f"6-{off} 3-{off}", legal(BEARING_OFF, (6, 3))) == "6/off 3/off"


@pytest.mark.parametrize("text", ["6 off 3 aus", "6off 3off", "6 ab, 3 ab"])
def test_off_may_be_written_without_a_separator(text: str) -> None:
    assert made(text, legal(BEARING_OFF, (6, 3))) == "6/off 3/off"


def test_one_checker_may_go_home_and_off_in_one_step() -> None:
    assert made("7/off", legal("---B---A------------b-----", (6, 1))) == "7/off"


def refusal(text: str, plays: LegalPlays) -> BadNotation:
    with pytest.raises(BadNotation) as refused:
        parse_play(text, plays)
    assert refused.value.facts["input"] == text
    assert all(play in plays for play in refused.value.nearest)
    return refused.value


@pytest.mark.parametrize(
    "text,code,facts",
    [
        ("", "unreadable", {}),
        ("hello", "unreadable", {"part": "hello"}),
        ("13/7 8", "unreadable", {"part": "8"}),
        ("13/26", "unreadable", {"part": "13/26"}),
        ("off/6", "unreadable", {"part": "off/6"}),
        ("7/13", "backwards", {"part": "7/13"}),
        ("13/13", "backwards", {"part": "13/13"}),
        ("64: 24/14", "dice", {"dice": "64", "thrown": "61"}),
        ("13/7", "incomplete", {"missing": 1}),
        ("13/8 6/5", "illegal", {"reason": "dice"}),
        ("13/7 8/7 6/5", "illegal", {"reason": "dice"}),
        ("12/6 8/7", "illegal", {"part": "12/6", "reason": "no_checker"}),
        ("13/12 24/18", "illegal", {"part": "13/12", "reason": "blocked"}),
        ("6/off 8/7", "illegal", {"part": "6/off", "reason": "not_home"}),
    ],
)
def test_a_play_that_does_not_fit_is_refused_with_the_reason(
    text: str, code: str, facts: dict[str, object]
) -> None:
    refused = refusal(text, legal(START, (6, 1)))
    assert refused.code == f"notation.{code}"
    assert facts.items() <= refused.facts.items()


def test_a_refusal_is_bad_input_and_a_value_error() -> None:
    refused = refusal("13/9", legal(START, (6, 1)))
    assert isinstance(refused, BadInput)
    assert isinstance(refused, ValueError)


def test_a_checker_on_the_bar_comes_first() -> None:
    refused = refusal("13/8 13/10", legal(ON_BAR, (5, 3)))
    assert (refused.code, refused.facts["reason"]) == ("notation.illegal", "bar_first")


def test_a_checker_further_back_is_borne_off_first() -> None:
    refused = refusal("3/off 2/1", legal("--BBB---------------b-----", (5, 1)))
    assert (refused.code, refused.facts["reason"]) == ("notation.illegal", "higher_first")


def test_the_lower_die_alone_is_refused_where_the_higher_one_can_be_played() -> None:
    refused = refusal("9/5", legal("-ABBG---aA-d-e---Bb-----c-", (6, 4)))
    assert refused.code == "notation.wastes_die"
    assert [format_play(play) for play in refused.nearest] == ["9/3"]


def test_without_any_legal_play_the_answer_says_so() -> None:
    assert refusal("13/7", legal("---be-D----BCBb-C--b--bb-A", (6, 3))).code == "notation.cannot_move"


def test_too_much_text_is_refused() -> None:
    plays = legal(START, (6, 1))
    with pytest.raises(BadNotation, match="too_long"):
        parse_play("13/7 " * 100, plays)


def test_the_nearest_plays_are_those_that_move_the_same_checkers() -> None:
    refused = refusal("13/7 8/6", legal(START, (6, 1)))
    assert format_play(refused.nearest[0]) == "13/7 8/7"
    assert len(refused.nearest) == 3


@pytest.mark.parametrize(
    "board,ways", [(TWO_WAYS, ["21/11*", "21/15*/11*"]), (ONE_HITS, ["21/15*/11", "21/17/11"])]
)
def test_a_joined_step_that_fits_two_positions_is_ambiguous_and_both_are_told(
    board: str, ways: list[str]
) -> None:
    plays = legal(board, (6, 4))
    refused = refusal("21/11", plays)
    assert refused.code == "notation.ambiguous"
    told = [format_play(play, plays) for play in refused.nearest]
    assert sorted(told) == ways
    assert [parse_play(text, plays) for text in told] == list(refused.nearest)


def test_stars_decide_between_two_ways() -> None:
    plays = legal(TWO_WAYS, (6, 4))
    assert parse_play("21/11*", plays).hits == (11,)
    assert parse_play("21/15*/11*", plays).hits == (15, 11)
    assert parse_play("21/17/11", plays).hits == (11,)


def test_two_ways_to_one_position_are_no_ambiguity_under_the_pin_rule() -> None:
    standard = legal(TWO_WAYS, (6, 4))
    plays = LegalPlays(standard.position, (6, 4), Contact.PIN)
    assert parse_play("21/11", plays).hits == (11,)


@given(
    st.integers(0, 2**32),
    st.sampled_from(Contact),
    st.sampled_from(BearOff),
    st.sampled_from([STANDARD_START, BAR_START]),
    st.sampled_from([Words(), GERMAN]),
)
def test_every_legal_play_is_found_again_by_its_own_text(
    seed: int, contact: Contact, bear_off: BearOff, start: object, words: Words
) -> None:
    rng = random.Random(seed)
    position = STANDARD_START if start is STANDARD_START else BAR_START
    for _ in range(rng.randint(1, 60)):
        plays = LegalPlays(position, (rng.randint(1, 6), rng.randint(1, 6)), contact, bear_off)
        found = list(plays)
        for play in rng.sample(found, min(len(found), 3)):
            assert parse_play(format_play(play, plays, words=words), plays).position == play.position
        if found:
            position = rng.choice(found).position
            if position.own[OFF] == CHECKERS:
                break
        position = position.mirrored()


def test_nothing_typed_offers_up_to_25_plays() -> None:
    offered = completions("", legal(START, (2, 2)))
    assert len(offered) == len(set(offered)) == 25


def test_completions_go_on_from_what_was_typed() -> None:
    plays = legal(START, (6, 1))
    assert completions("13/7", plays)[0].startswith("13/7")
    assert completions("8/7 13", plays)[0] == "13/7 8/7"
    assert completions("13-7, 8", plays) == ["13/7 8/7"]
    assert completions("61: 13/7 8/7", plays)[0] == "13/7 8/7"
    assert completions("6-1 13/7 8", plays) == ["13/7 8/7"]
    assert completions("23/", plays) == []


def test_completions_offer_a_play_typed_in_another_form_first() -> None:
    plays = legal(START, (6, 4))
    assert completions("24/18/14", plays)[0] == "24/14"


def test_completions_speak_the_readers_words() -> None:
    assert completions("b", legal(ON_BAR, (5, 3)), words=GERMAN)[0].startswith("Bar/")
    assert all(text.count("aus") for text in completions("6/a", legal(BEARING_OFF, (6, 3)), words=GERMAN))


ANYTHING = st.text(max_size=60) | st.text(alphabet="0123456789/-*(),:x baroff→;", max_size=40)


@given(ANYTHING)
def test_any_text_is_a_play_or_a_refusal(text: str) -> None:
    plays = LegalPlays(STANDARD_START, (3, 1))
    offered = completions(text, plays)
    assert len(offered) <= 25
    try:
        play = parse_play(text, plays)
    except BadNotation:
        refusal(text, plays)
    else:
        assert play in plays
        assert offered[0] == format_play(play, plays)


@given(ANYTHING)
def test_a_side_that_cannot_move_has_no_play_for_any_text(text: str) -> None:
    plays = legal("---be-D----BCBb-C--b--bb-A", (6, 3))
    assert (refusal(text, plays).code, refusal(text, plays).nearest) == ("notation.cannot_move", ())
    assert completions(text, plays) == []
