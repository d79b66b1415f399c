from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.app.ports import TableId
from bot.ui.press import (
    MAX_BYTES,
    InviteId,
    InvitePress,
    MenuPress,
    TablePress,
    base36,
    decode_draft,
    decode_place,
    encode_draft,
    encode_place,
    parse_press,
)

IDS = st.text("23456789abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ", min_size=8, max_size=8)
OPS = st.text("abcdefghijklmnopqrstuvwxyz_", min_size=1, max_size=12).filter(lambda op: op[0] != "_")
ARGS = st.text("abcdefghijklmnopqrstuvwxyz0123456789=-.", max_size=20)
REVISIONS = st.integers(0, 36**7 - 1)
PLACES = st.integers(0, 25)


@given(IDS, REVISIONS, OPS, ARGS)
def test_a_press_comes_back_as_it_was_sent(table: str, revision: int, op: str, arg: str) -> None:
    for press in (
        TablePress(TableId(table), revision, op, arg),
        TablePress(TableId(table), revision, op, arg, card=True),
        InvitePress(InviteId(table), revision, op, arg),
        InvitePress(InviteId(table), revision, op, arg, card=True),
        MenuPress(op, arg),
    ):
        data = str(press)
        assert len(data.encode("ascii")) <= MAX_BYTES
        assert parse_press(data) == press


@given(st.text(max_size=80))
@example("t:Ab3dEf7h:5:roll:\n")
@example("t:Ab3dEf7h:5:roll:x\x00")
@example("t:Ab3dEf7h:٣:roll:")
@example("t:Ab3dEf7h:05:roll:")
@example("t:Ab3dEf7h:-5:roll:")
@example("t:Ab3dEf7h:zzzzzzzzz:roll:")
@example("t:Ab3dEf7h:5:ROLL:")
@example("t:Ab3dEf7h:5:roll")
@example("t:Ab3dEf7h:5:roll::")
@example(" t:Ab3dEf7h:5:roll:")
@example("t:../../etc:5:roll:")
@example("c:set:theme=dark;--")
@example("x:play:")
@example("c::")
@example("")
@example("c:play:" + "a" * 80)
def test_what_stands_on_no_button_is_nothing_and_never_an_error(data: str) -> None:
    assert parse_press(data) is None


@given(st.binary(max_size=64).map(lambda raw: raw.decode("latin-1")) | st.from_regex(r"[tpijc]:[ -~]*"))
def test_whatever_is_read_is_written_the_same_way(data: str) -> None:
    press = parse_press(data)
    assert press is None or str(press) == data


def test_a_button_that_could_not_come_back_is_a_fault_at_once() -> None:
    with pytest.raises(ValueError, match="cannot be a button's data"):
        str(MenuPress("play", "ä"))
    with pytest.raises(ValueError, match="cannot be a button's data"):
        str(TablePress(TableId("a" * 24), 36**7 - 1, "operation", "x" * 30))


@given(st.integers(0, 2**40))
def test_revisions_in_base_36_read_back(n: int) -> None:
    assert int(base36(n), 36) == n


@given(st.lists(st.tuples(PLACES, PLACES), max_size=4))
def test_a_draft_is_two_letters_a_move_and_reads_back(moves: list[tuple[int, int]]) -> None:
    letters = encode_draft(moves)
    assert len(letters) == 2 * len(moves)
    assert decode_draft(letters) == tuple(moves)


@pytest.mark.parametrize("letters", ["a", "A1", "aä", "ab" * 5, "ab cd", "{a"])
def test_other_letters_are_no_draft(letters: str) -> None:
    assert decode_draft(letters) is None


@pytest.mark.parametrize("letter", ["", "ab", "A", "ß", "1", "\n"])
def test_other_letters_are_no_place(letter: str) -> None:
    assert decode_place(letter) is None


@given(PLACES)
def test_places_read_back(place: int) -> None:
    assert decode_place(encode_place(place)) == place
