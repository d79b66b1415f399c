"""XGID and GNU Backgammon ids, read and written."""

import random
from base64 import b64decode, b64encode

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bot.game.cube import Cube
from bot.game.formats.gnubg_ids import (
    format_gnubg_match_id,
    format_gnubg_position_id,
    parse_gnubg_match_id,
    parse_gnubg_position_id,
)
from bot.game.formats.position_ids import parse_position_id
from bot.game.formats.position_info import Offer, PositionInfo
from bot.game.formats.xgid import format_xgid, parse_xgid
from bot.game.notation import parse_play
from bot.game.plays import LegalPlays, Move
from bot.game.position import BAR, OFF, STANDARD_START, Position
from bot.game.side import Side
from bot.game.violations import BadInput

BEFORE = "XGID=-CBBBC-a-----Ba---bbbbbbaA:0:0:1:41:2:0:0:11:10"
AFTER = "XGID=aCBBBC-a-A---Aa---bbbbbbA-:0:0:-1:65:2:0:0:11:10"
BOARD = "-b----E-C---eE---c-e----B-"
START = f"XGID={BOARD}:0:0:1:00:0:0:0:0:10"
LATE = "XGID=-CB--A-------------b-b----:1:-1:1:00:6:6:0:7:10"


def xgid(board: str = BOARD, fields: str = "0:0:1:00:0:0:0:0:10") -> str:
    return f"XGID={board}:{fields}"


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """A position of a random game."""
    rng = random.Random(draw(st.integers(0, 2**32)))
    position = STANDARD_START
    for _ in range(rng.randint(0, 80)):
        plays = list(LegalPlays(position, (rng.randint(1, 6), rng.randint(1, 6))))
        if plays:
            position = rng.choice(plays).position
        if position.own[OFF] == 15:
            break
        position = position.mirrored()
    return position


@st.composite
def infos(draw: st.DrawFn) -> PositionInfo:
    length = draw(st.none() | st.integers(1, 25))
    score = st.integers(0, length - 1 if length else 99)
    roll = draw(st.none() | st.tuples(st.integers(1, 6), st.integers(1, 6)))
    owner = draw(st.sampled_from([None, Side.X, Side.O]))
    return PositionInfo(
        position=draw(positions()),
        on_roll=draw(st.sampled_from(Side)),
        cube=Cube(1 << draw(st.integers(0, 10)), owner, turned=owner is not None),
        roll=roll,
        offer=None if roll else draw(st.sampled_from([None, *Offer])),
        score_x=draw(score),
        score_o=draw(score),
        length=length,
        crawford=length is not None and draw(st.booleans()),
        jacoby=length is None and draw(st.booleans()),
        beavers=length is None and draw(st.booleans()),
        max_cube=1 << draw(st.integers(0, 12)),
    )


def test_an_xgid_is_read_as_it_stands_whoever_is_on_roll() -> None:
    before, after = parse_xgid(BEFORE), parse_xgid(AFTER)
    assert (before.on_roll, after.on_roll) == (Side.X, Side.O)
    assert (before.pips(Side.X), before.pips(Side.O)) == (87, 84)
    assert (after.pips(Side.X), after.pips(Side.O)) == (82, 108)
    assert (before.score_x, before.score_o, before.length, before.roll) == (2, 0, 11, (4, 1))


def test_a_play_leads_from_one_xgid_to_the_other() -> None:
    before, after = parse_xgid(BEFORE), parse_xgid(AFTER)
    assert before.roll is not None
    play = parse_play("bar/24* 13/9", LegalPlays(before.position, before.roll))
    assert play.position == after.seen_by(Side.X)
    assert play.position.mirrored() == after.position
    assert play.hits == (24,)


@pytest.mark.parametrize("text", [BEFORE, AFTER, START, LATE])
def test_an_xgid_is_written_as_it_was_read(text: str) -> None:
    assert format_xgid(parse_xgid(text)) == text
    assert format_xgid(parse_xgid(text), prefix=False) == text.removeprefix("XGID=")


def test_the_start_is_the_start() -> None:
    info = parse_xgid(START)
    assert info == PositionInfo(STANDARD_START)
    assert info.length is None


@pytest.mark.parametrize(
    "fields,expected",
    [
        ("1:1:1:00:0:0:0:5:10", {"cube": Cube(2, Side.X, turned=True), "length": 5}),
        (
            "3:-1:-1:D:1:2:0:5:10",
            {"cube": Cube(8, Side.O, turned=True), "offer": Offer.DOUBLE, "on_roll": Side.O},
        ),
        ("0:0:1:B:0:0:2:0:10", {"offer": Offer.BEAVER, "beavers": True, "jacoby": False}),
        ("0:0:1:R:0:0:3:0:10", {"offer": Offer.RACCOON, "beavers": True, "jacoby": True}),
        ("0:0:1:62:4:0:1:5:10", {"roll": (6, 2), "crawford": True, "jacoby": False, "score_x": 4}),
        ("0:0:1:00:0:0:1:0:6", {"jacoby": True, "crawford": False, "max_cube": 64, "length": None}),
    ],
)
def test_each_field_of_an_xgid_is_read(fields: str, expected: dict[str, object]) -> None:
    info = parse_xgid(xgid(fields=fields))
    assert {name: getattr(info, name) for name in expected} == expected
    assert format_xgid(info) == xgid(fields=fields)


@pytest.mark.parametrize(
    "text,code",
    [
        (xgid(BOARD[1:]), "xgid.length"),
        (xgid(BOARD + "-"), "xgid.length"),
        (xgid("-P----E-C---eE---c-e----B-"), "xgid.letter"),
        (xgid("-p----E-C---eE---c-e----B-"), "xgid.letter"),
        (xgid("-?----E-C---eE---c-e----B-"), "xgid.letter"),
        (xgid("Ab----E-C---eD---c-e----B-"), "xgid.letter"),
        (xgid("-a----E-C---eE---c-e----Ba"), "xgid.letter"),
        (xgid("-b----F-C---eE---c-e----B-"), "xgid.checkers"),
        (xgid("-c----E-C---eE---c-e----B-"), "xgid.checkers"),
        (xgid("ab----E-C---eE---c-e----B-"), "xgid.checkers"),
        (xgid(fields="0:0:0:00:0:0:0:0:10"), "xgid.turn"),
        (xgid(fields="0:0:2:00:0:0:0:0:10"), "xgid.turn"),
        (xgid(fields="0:2:1:00:0:0:0:0:10"), "xgid.owner"),
        (xgid(fields="0:0:1:70:0:0:0:0:10"), "xgid.dice"),
        (xgid(fields="0:0:1:60:0:0:0:0:10"), "xgid.dice"),
        (xgid(fields="0:0:1:6:0:0:0:0:10"), "xgid.dice"),
        (xgid(fields="0:0:1:611:0:0:0:0:10"), "xgid.dice"),
        (xgid(fields="0:0:1:X:0:0:0:0:10"), "xgid.dice"),
        (xgid(fields="0:0:1::0:0:0:0:10"), "xgid.dice"),
        (xgid(fields="0:0:1:00:0:0:0:0"), "xgid.fields"),
        (xgid(fields="0:0:1:00:0:0:0:0:10:1"), "xgid.fields"),
        ("XGID=" + BOARD, "xgid.fields"),
        (xgid(fields="0:0:1:00:-1:0:0:0:10"), "xgid.score_x"),
        (xgid(fields="0:0:1:00:0:-2:0:0:10"), "xgid.score_o"),
        (xgid(fields="0:0:1:00:0:x:0:0:10"), "xgid.score_o"),
        (xgid(fields="0:0:1:00:0:0:2:5:10"), "xgid.flag"),
        (xgid(fields="0:0:1:00:0:0:4:0:10"), "xgid.flag"),
        (xgid(fields="0:0:1:00:0:0:0:-5:10"), "xgid.match_length"),
        (xgid(fields="-1:0:1:00:0:0:0:0:10"), "xgid.cube"),
        (xgid(fields="0:0:1:00:0:0:0:0:99"), "xgid.max_cube"),
    ],
)
def test_a_bad_xgid_is_refused_with_the_reason_and_the_input(text: str, code: str) -> None:
    for parse in (parse_xgid, parse_position_id):
        with pytest.raises(BadInput) as refused:
            parse(text)
        assert refused.value.code == code
        assert refused.value.facts["input"] == text


@pytest.mark.parametrize(
    "text",
    [
        START,
        START.removeprefix("XGID="),
        f"  {START}\n",
        f"`{START}`",
        f"```\n{START}\n```",
        f"what would you play here: {START} please?",
        f"see {START.removeprefix('XGID=')} and tell me",
        f"({START}).",
        START.replace("XGID", "xgid"),
        START.replace("=", " = "),
        START.replace("--", "—"),
        "4HPwATDgc/ABMA",
        "`4HPwATDgc/ABMA`",
        "4HPwATDgc/ABMA:cAkAAAAAAAAE",
        " 4HPwATDgc/ABMA : cAkAAAAAAAAE ",
        "position 4HPwATDgc/ABMA:cAkAAAAAAAAE, what now?",
        "GNU Backgammon  Position ID: 4HPwATDgc/ABMA\n                 Match ID   : cAkAAAAAAAAE",
        "Position ID: 4HPwATDgc/ABMA",
        "(4HPwATDgc/ABMA)",
    ],
)
def test_an_id_is_found_in_whatever_it_was_pasted_with(text: str) -> None:
    assert parse_position_id(text) == PositionInfo(STANDARD_START)


@pytest.mark.parametrize("text", ["", "hello", "what is the best play for 31?", "13/7 8/7"])
def test_text_without_an_id_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match=r"position_id\.missing"):
        parse_position_id(text)


def test_a_position_id_with_a_damaged_match_id_is_refused() -> None:
    with pytest.raises(BadInput, match=r"gnubg\.length"):
        parse_position_id("4HPwATDgc/ABMA:cAkAAAAAAAA")


def after_three_one() -> Position:
    play = LegalPlays(STANDARD_START, (3, 1)).find([Move(8, 5), Move(6, 5)])
    assert play is not None
    return play.position


def test_the_side_that_is_not_on_roll_comes_first_in_a_position_id() -> None:
    moved = after_three_one()
    assert format_gnubg_position_id(STANDARD_START) == "4HPwATDgc/ABMA"
    assert format_gnubg_position_id(moved.mirrored()) == "sGfwATDgc/ABMA"
    assert format_gnubg_position_id(moved) == "4HPwATCwZ/ABMA"
    assert parse_gnubg_position_id("sGfwATDgc/ABMA") == moved.mirrored()
    assert parse_gnubg_position_id("4HPwATCwZ/ABMA") == moved


def test_a_late_bear_off_has_the_position_id_that_the_program_shows() -> None:
    info = parse_xgid(LATE)
    assert format_gnubg_position_id(info) == "mAEA4EYAAAAAAA"
    assert parse_gnubg_position_id("mAEA4EYAAAAAAA") == info.position


MATCH_IDS = {
    "cAkAAAAAAAAE": PositionInfo(STANDARD_START),
    "cAmgAAAAAAAE": PositionInfo(STANDARD_START, length=5),
    "8ImqACAAIAAE": PositionInfo(STANDARD_START, roll=(5, 2), score_o=2, score_x=4, length=5, crawford=True),
    "QQnzACAAGAAE": PositionInfo(
        STANDARD_START, cube=Cube(2, Side.O, turned=True), roll=(6, 4), score_o=2, score_x=3, length=7
    ),
    "MBkAAAAAAAAA": PositionInfo(STANDARD_START, on_roll=Side.O, offer=Offer.DOUBLE, jacoby=True),
    "EREAAAAAAAAA": PositionInfo(STANDARD_START, on_roll=Side.O, offer=Offer.BEAVER, jacoby=True),
    "EhkAAAAAAAAA": PositionInfo(STANDARD_START, on_roll=Side.O, offer=Offer.RACCOON, jacoby=True),
    "MAELAAAAAAAA": PositionInfo(STANDARD_START, on_roll=Side.O, roll=(6, 2), jacoby=True),
}


@pytest.mark.parametrize("match_id,info", MATCH_IDS.items(), ids=MATCH_IDS.keys())
def test_known_match_ids_are_read_and_written(match_id: str, info: PositionInfo) -> None:
    assert parse_gnubg_match_id(match_id, STANDARD_START) == info
    assert format_gnubg_match_id(info) == match_id


@pytest.mark.parametrize(
    "text,code",
    [
        ("4HPwATDgc/ABM", "gnubg.length"),
        ("4HPwATDgc/ABMAA", "gnubg.length"),
        ("4HPwATDgc_ABMA", "gnubg.letter"),
        ("//////////////", "gnubg.checkers"),
        ("//8AAAAAAAAAAA", "gnubg.checkers"),
        ("AQAACAAAAAAAgA", "gnubg.position_id"),
        ("AQAAAAAAAgAAAA", "gnubg.shared_point"),
    ],
)
def test_a_bad_position_id_is_refused_with_the_reason(text: str, code: str) -> None:
    with pytest.raises(BadInput) as refused:
        parse_gnubg_position_id(text)
    assert refused.value.code == code
    assert refused.value.facts["input"] == text


@pytest.mark.parametrize(
    "text,code",
    [("cAkAAAAAAAA", "gnubg.length"), ("cAkAAAAAAA-E", "gnubg.letter"), ("YAkAAAAAAAAE", "gnubg.owner"),
     ("cIkHAAAAAAAE", "gnubg.dice"), ("cAkDAAAAAAAE", "gnubg.dice")],
)  # fmt: skip
def test_a_bad_match_id_is_refused_with_the_reason(text: str, code: str) -> None:
    with pytest.raises(BadInput) as refused:
        parse_gnubg_match_id(text)
    assert refused.value.code == code


def test_a_match_id_with_a_doubled_cube_has_no_dice() -> None:
    bits = int.from_bytes(b64decode("MBkAAAAAAAAA"), "little") | 3 << 15 | 1 << 18
    with_dice = b64encode(bits.to_bytes(9, "little")).decode()
    assert parse_gnubg_match_id(with_dice) == parse_gnubg_match_id("MBkAAAAAAAAA")


def test_a_score_that_the_match_id_cannot_hold_is_refused() -> None:
    with pytest.raises(BadInput, match=r"gnubg\.range"):
        format_gnubg_match_id(PositionInfo(STANDARD_START, score_x=1 << 15))


def test_a_pinned_checker_has_no_place_in_any_id() -> None:
    own = tuple({1: 14, 24: 1}.get(p, 0) for p in range(BAR + 1))
    pinned = Position(own, own, own_pinned=1 << 24, opp_pinned=1 << 24)
    for write in (format_xgid, format_gnubg_position_id):
        with pytest.raises(BadInput, match="pinned"):
            write(PositionInfo(pinned))


@given(infos())
def test_every_position_comes_back_from_its_xgid(info: PositionInfo) -> None:
    assert parse_xgid(format_xgid(info)) == info


@given(infos())
def test_every_position_comes_back_from_its_gnu_ids(info: PositionInfo) -> None:
    if info.offer in (Offer.BEAVER, Offer.RACCOON):
        assume(info.cube.owner is (info.on_roll if info.cube.value > 1 else None))
    elif info.offer:
        assume(info.cube.owner is not info.on_roll.other)
    again = parse_position_id(f"{format_gnubg_position_id(info)}:{format_gnubg_match_id(info)}")
    known = (
        again.position,
        again.on_roll,
        again.cube,
        again.offer,
        again.score_x,
        again.score_o,
        again.length,
    )
    assert known == (
        info.position, info.on_roll, info.cube, info.offer, info.score_x, info.score_o, info.length
    )  # fmt: skip
    assert (again.crawford, again.jacoby) == (info.crawford, info.jacoby)
    assert sorted(again.roll or ()) == sorted(info.roll or ())


@given(
    st.text(max_size=80) | st.from_regex(r"(XGID=)?[-A-Oa-o]{25,27}(:-?[0-9DBR]{1,2}){8,10}", fullmatch=True)
)
def test_any_text_is_a_position_or_bad_input(text: str) -> None:
    try:
        info = parse_position_id(text)
    except BadInput as bad:
        assert bad.code  # noqa: PT017
    else:
        assert info.position.mirrored().mirrored() == info.position


XG = f"{BOARD}:1:-1:-1:31:2:1:0:7:10"
IDS = ("4HPwATDgc/ABMA", "cAmgAAAAAAAE")


@pytest.mark.parametrize(
    "text",
    [
        "{}",
        "XGID={}",
        "xgid={}",
        "XGID: {}",
        "XGID = {}",
        "`{}`",
        "```{}```",
        "`XGID={}`",
        "XGID=`{}`",
        "**{}**",
        "*XGID={}*",
        "_{}_",
        "~~{}~~",
        "<b>{}</b>",
        "({})",
        "[XGID={}]",
        "'{}'",
        "what about {}, please?",
        "see XGID={}.",
        "Position:{}",
        "http://board.example/?xgid={}&theme=dark",
        "  {}\n",
        "first line\nXGID={}\nX to play",
    ],
)
def test_an_xgid_is_found_however_a_chat_line_wraps_it(text: str) -> None:
    assert parse_position_id(text.format(XG)) == parse_xgid(XG)


@pytest.mark.parametrize(
    "text",
    [
        "{0}:{1}",
        "{1}:{0}",
        "{0} {1}",
        "{1} {0}",
        "`{0}:{1}`",
        "{0} : {1}",
        "GNUBGID {0}:{1}",
        "GNUID={0}:{1}",
        "look at {1}:{0}, X?",
        "Position ID: {0} Match ID: {1}",
        "Position ID: {0}\nMatch ID   : {1}",
        "Match ID: {1}\nPosition ID: {0}",
    ],
)
def test_a_gnu_position_id_and_its_match_id_are_read_in_either_order(text: str) -> None:
    info = parse_position_id(text.format(*IDS))
    assert (info.length, info.jacoby, info.position) == (5, False, STANDARD_START)
