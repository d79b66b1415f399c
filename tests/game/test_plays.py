"""Legal plays: the tables of known positions, drafts, and the container."""

import random
from collections import Counter
from itertools import combinations_with_replacement, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.game.dice import Roll
from bot.game.formats.xgid import parse_xgid
from bot.game.notation import format_play
from bot.game.plays import LegalPlays, Move, Play, is_deadlocked
from bot.game.position import BAR, BAR_START, CHECKERS, OFF, STANDARD_START, Position
from bot.game.rules import BearOff, Contact
from bot.game.violations import BadInput, RuleViolation

FROM_THE_START = {
    (2, 1): 15, (3, 1): 16, (4, 1): 14, (5, 1): 8, (6, 1): 10, (3, 2): 17, (4, 2): 18, (5, 2): 8, (6, 2): 14,
    (4, 3): 17, (5, 3): 9, (6, 3): 14, (5, 4): 9, (6, 4): 14, (6, 5): 7,
    (1, 1): 42, (2, 2): 75, (3, 3): 73, (4, 4): 52, (5, 5): 4, (6, 6): 11,
}  # fmt: skip
ALL_ROLLS = list(combinations_with_replacement(range(1, 7), 2))

BY_THEME = {
    "either die alone, not both: the higher": ("--DC-Cc-----ccb----D-d---A:0:0:1:65", ["bar/19"]),
    "either die alone, from the field": ("-ABBG---aA-d-e---Bb-----c-:0:0:1:64", ["9/3"]),
    "only the lower die": ("-dD-------caC-D-----beB--B:0:0:1:52", ["bar/23"]),
    "one order only": ("-ED-b----C-c---c---bbc--BA:0:0:1:42", ["bar/23 9/5"]),
    "cannot enter": ("---be-D----BCBb-C--b--bb-A:0:0:1:63", []),
    "doubles, one step only": ("-bBCaBA--bc-c--F----ca--A-:0:0:1:66", ["24/18"]),
    "doubles, three steps": ("-EC--B-bC-caA---d-e----A--:0:0:1:55", ["8/3(3)"]),
    "bear off from the highest with bigger dice": ("--A-B---------------b-----:0:0:1:65", ["4/off(2)"]),
    "which die bears which": ("----AA--------------b-----:0:0:1:64", ["5/off 4/off", "5/1 4/off"]),
    "outside checker home and off": ("---B---A------------b-----:0:0:1:61", ["7/off", "7/1 3/2"]),
    "contact bear-off": ("-aAaB-B-------------------:0:0:1:53", ["6/1* 4/1", "6/3* 6/1*"]),
}


def legal(xgid: str) -> LegalPlays:
    info = parse_xgid(f"{xgid}:0:0:0:0:10")
    assert info.roll is not None
    return LegalPlays(info.position, info.roll)


def board(
    own: dict[int, int],
    opp: dict[int, int],
    own_pinned: tuple[int, ...] = (),
    opp_pinned: tuple[int, ...] = (),
) -> Position:
    """A position from the checkers on the board; all others are off."""

    def side(counts: dict[int, int]) -> tuple[int, ...]:
        return tuple(counts.get(p, 0) if p else CHECKERS - sum(counts.values()) for p in range(BAR + 1))

    return Position(side(own), side(opp), sum(1 << p for p in own_pinned), sum(1 << p for p in opp_pinned))


def some_position(
    seed: int, contact: Contact, bear_off: BearOff, *, start: Position = STANDARD_START
) -> LegalPlays:
    """A position of a random game with a roll that can be played."""
    rng = random.Random(seed)
    position, playable = start, None
    for _ in range(rng.randint(1, 70)):
        plays = LegalPlays(position, (rng.randint(1, 6), rng.randint(1, 6)), contact, bear_off)
        if plays:
            playable = plays
            position = rng.choice(list(plays)).position
            if position.own[OFF] == CHECKERS:
                break
        position = position.mirrored()
    return playable or LegalPlays(start, (2, 1), contact, bear_off)


played = st.builds(
    some_position,
    st.integers(0, 2**32),
    st.sampled_from(Contact),
    st.sampled_from(BearOff),
    start=st.sampled_from([STANDARD_START, BAR_START]),
)


@pytest.mark.parametrize("roll,count", FROM_THE_START.items(), ids=str)
def test_the_opening_position_has_the_known_number_of_plays(roll: Roll, count: int) -> None:
    assert len(LegalPlays(STANDARD_START, roll)) == count


def test_the_opening_position_has_447_plays_over_all_rolls() -> None:
    assert sum(len(LegalPlays(STANDARD_START, roll)) for roll in ALL_ROLLS) == 447


def test_two_plies_from_the_start_have_the_known_number_of_plays() -> None:
    by_opening = {
        opening: sum(
            len(LegalPlays(play.position.mirrored(), roll))
            for play in LegalPlays(STANDARD_START, opening)
            for roll in ALL_ROLLS
        )
        for opening in ALL_ROLLS
    }
    assert sum(by_opening.values()) == 202_782
    assert sum(count for (a, b), count in by_opening.items() if a != b) == 89_153


@pytest.mark.parametrize("xgid,expected", BY_THEME.values(), ids=BY_THEME.keys())
def test_positions_by_theme(xgid: str, expected: list[str]) -> None:
    assert sorted(format_play(play) for play in legal(xgid)) == sorted(expected)


def test_both_dice_can_be_played_several_ways() -> None:
    assert len(legal("-b----cC-acDAAA--Dbd-----A:0:0:1:63")) == 5


def test_a_double_can_have_more_than_two_thousand_results() -> None:
    own = dict.fromkeys([4, 5, 7, 8, 10, 11, 13, 14, 16, 17, 19, 20, 21, 22, 24], 1)
    plays = LegalPlays(board(own, {24: 15}), (1, 1))
    assert len(plays) > 2000
    assert len({play.position for play in plays}) == len(plays)


@pytest.mark.parametrize("closed", range(7))
def test_one_checker_enters_against_k_closed_points_with_36_less_k_squared_rolls(closed: int) -> None:
    opp = dict.fromkeys(range(1, closed + 1), 2)
    position = board({BAR: 1, 1: 14}, opp)
    enters = sum(bool(LegalPlays(position, (a, b))) for a in range(1, 7) for b in range(1, 7))
    assert enters == 36 - closed**2


SHOTS = {
    1: 11, 2: 12, 3: 14, 4: 15, 5: 15, 6: 17, 7: 6, 8: 6, 9: 5, 10: 3, 11: 2, 12: 3,
    15: 1, 16: 1, 18: 1, 20: 1, 24: 1,
}  # fmt: skip


@pytest.mark.parametrize("away,rolls", [*SHOTS.items(), (13, 0), (14, 0), (19, 0)])
def test_rolls_that_hit_a_lone_blot(away: int, rolls: int) -> None:
    origin = away + 1
    position = board({origin: 1}, {BAR - 1: 1})
    hitting = sum(
        any(play.hits for play in LegalPlays(position, (a, b))) for a in range(1, 7) for b in range(1, 7)
    )
    assert hitting == rolls


OFF_IN_ONE = {
    (1, 1): 36, (1, 2): 36, (1, 3): 34, (1, 4): 29, (1, 5): 23, (1, 6): 15,
    (2, 2): 26, (2, 3): 25, (2, 4): 23, (2, 5): 19, (2, 6): 13,
    (3, 3): 17, (3, 4): 17, (3, 5): 14, (3, 6): 10,
    (4, 4): 11, (4, 5): 10, (4, 6): 8, (5, 5): 6, (5, 6): 6, (6, 6): 4,
    (1,): 36, (2,): 36, (3,): 36, (4,): 34, (5,): 31, (6,): 27,
}  # fmt: skip


@pytest.mark.parametrize("points,rolls", OFF_IN_ONE.items(), ids=str)
def test_rolls_that_bear_off_one_or_two_checkers_at_once(points: tuple[int, ...], rolls: int) -> None:
    position = board({p: points.count(p) for p in points}, {1: 2})
    off = sum(
        any(play.position.own[OFF] == CHECKERS for play in LegalPlays(position, (a, b)))
        for a in range(1, 7)
        for b in range(1, 7)
    )
    assert off == rolls


def test_a_higher_die_must_move_up_a_checker_that_stands_further_back() -> None:
    position, moved_up, borne_off = board({6: 1, 2: 1}, {1: 2}), board({2: 1}, {1: 2}), board({3: 1}, {1: 2})
    assert {play.position for play in LegalPlays(position, (4, 3))} == {moved_up}
    free = LegalPlays(position, (4, 3), bear_off=BearOff.FREE)
    assert {play.position for play in free} == {moved_up, borne_off}


def test_free_bear_off_lets_a_higher_die_take_any_lower_checker() -> None:
    position = board({6: 2, 2: 1}, {1: 2, 24: 1})
    free = {play.moves for play in LegalPlays(position, (5, 4), bear_off=BearOff.FREE)}
    assert (Move(6, 1), Move(2, 0)) in free
    assert (Move(6, 1), Move(2, 0)) not in {play.moves for play in LegalPlays(position, (5, 4))}


def test_on_the_bar_start_nothing_moves_before_all_have_entered() -> None:
    (play,) = LegalPlays(BAR_START, (6, 4))
    assert play.moves == (Move(25, 21), Move(25, 19))
    assert all(move.origin == BAR for move in LegalPlays(play.position, (3, 3)).steps())


def test_landing_on_a_lone_checker_pins_it_and_leaving_frees_it() -> None:
    position = board({13: 2}, {BAR - 8: 1, 1: 2})
    pinning = LegalPlays(position, (5, 1), Contact.PIN).find([Move(13, 8), Move(13, 12)])
    assert pinning is not None
    assert pinning.position.opp[BAR - 8] == 1
    assert pinning.position.opp_pinned == 1 << BAR - 8
    assert pinning.hits == (8,)
    leaving = LegalPlays(pinning.position, (3, 1), Contact.PIN).find([Move(8, 5), Move(12, 11)])
    assert leaving is not None
    assert leaving.position.opp_pinned == 0
    assert leaving.hits == ()


def test_a_pinned_checker_cannot_move_and_its_owner_cannot_land_there() -> None:
    position = board({8: 1, 13: 1}, {BAR - 8: 1, 1: 2}, own_pinned=(8,))
    steps = LegalPlays(position, (5, 2), Contact.PIN).steps()
    assert steps == (Move(13, 11),)


def test_the_pinner_may_stack_checkers_on_a_pinned_one() -> None:
    position = board({8: 1, 13: 1}, {BAR - 8: 1, 1: 2}, opp_pinned=(BAR - 8,))
    play = LegalPlays(position, (5, 2), Contact.PIN).find([Move(13, 8), Move(8, 6)])
    assert play is not None
    assert play.position.opp_pinned == 1 << BAR - 8


def test_a_pinned_checker_outside_home_forbids_bearing_off() -> None:
    outside = board({7: 1, 6: 1}, {BAR - 7: 1, 1: 2}, own_pinned=(7,))
    assert not LegalPlays(outside, (6, 6), Contact.PIN)
    at_home = board({5: 1, 6: 1}, {BAR - 5: 1, 1: 2}, own_pinned=(5,))
    (play,) = LegalPlays(at_home, (6, 6), Contact.PIN)
    assert play.moves == (Move(6, 0),)


def test_a_pinned_checker_further_back_keeps_a_higher_die_from_bearing_off() -> None:
    position = board({5: 1, 3: 1}, {BAR - 5: 1, 1: 2}, own_pinned=(5,))
    assert not LegalPlays(position, (6, 6), Contact.PIN)
    assert len(LegalPlays(position, (6, 6), Contact.PIN, BearOff.FREE)) == 1


def test_a_board_on_which_nobody_can_ever_move_is_a_deadlock() -> None:
    position = board({1: 14, 24: 1}, {1: 14, 24: 1}, own_pinned=(24,), opp_pinned=(24,))
    assert is_deadlocked(position, Contact.PIN, BearOff.STRICT)
    assert not is_deadlocked(STANDARD_START, Contact.PIN, BearOff.STRICT)
    danced = board({BAR: 1, 1: 14}, dict.fromkeys(range(1, 7), 2))
    assert not is_deadlocked(danced, Contact.HIT, BearOff.STRICT)


def test_a_dance_is_empty_and_a_single_play_is_forced() -> None:
    dance = legal("---be-D----BCBb-C--b--bb-A:0:0:1:63")
    assert (len(dance), bool(dance), list(dance), dance.steps(), dance.forced) == (0, False, [], (), False)
    assert dance.find([]) is None
    assert legal("-dD-------caC-D-----beB--B:0:0:1:52").forced


def test_a_step_that_would_waste_a_die_is_refused_with_that_reason() -> None:
    plays = legal("-ED-b----C-c---c---bbc--BA:0:0:1:42")
    with pytest.raises(RuleViolation, match=r"play\.illegal"):
        plays.after([Move(9, 5)])
    higher_only = legal("-ABBG---aA-d-e---Bb-----c-:0:0:1:64")
    with pytest.raises(RuleViolation, match=r"play\.wastes_die"):
        higher_only.after([Move(9, 5)])
    assert higher_only.steps() == (Move(9, 3),)


def test_a_draft_tells_which_dice_are_used() -> None:
    plays = LegalPlays(STANDARD_START, (6, 1))
    assert plays.used_dice([]) == ()
    assert plays.used_dice([Move(8, 7)]) == (1,)
    assert plays.steps([Move(8, 7)])[0] == Move(24, 18)
    assert plays.complete([Move(8, 7)]) is None
    assert plays.after([Move(8, 7)]).own[7] == 1


def test_bearing_off_by_the_smaller_die_keeps_the_bigger_one_where_that_is_needed() -> None:
    plays = LegalPlays(board({6: 1, 4: 1}, {1: 2}), (6, 4))
    assert plays.used_dice([Move(4, 0)]) == (4,)
    assert plays.steps([Move(4, 0)]) == (Move(6, 0),)


@pytest.mark.parametrize("roll", [(0, 1), (7, 1), (1, -1)])
def test_dice_that_do_not_exist_are_refused(roll: Roll) -> None:
    with pytest.raises(BadInput, match=r"dice\.range"):
        LegalPlays(STANDARD_START, roll)


@given(played, st.randoms(use_true_random=False))
def test_any_walk_over_offered_steps_ends_in_a_legal_play(plays: LegalPlays, chance: random.Random) -> None:
    draft: list[Move] = []
    while steps := plays.steps(draft):
        assert plays.complete(draft) is None
        draft.append(chance.choice(steps))
        assert not Counter(plays.used_dice(draft)) - Counter(plays.dice)
    play = plays.complete(draft)
    assert play is not None
    assert play in plays
    assert play.position == plays.after(draft)


@given(played)
def test_every_play_is_found_by_its_moves_in_any_order(plays: LegalPlays) -> None:
    for play in list(plays)[:25]:
        for moves in set(permutations(play.moves)):
            assert moves in plays
            found = plays.find(moves)
            assert found is not None
            assert found.position == play.position
        assert plays.after(play.moves) == play.position
        assert play.position in plays
        assert play.moves[:-1] not in plays


@given(played)
def test_a_final_position_keeps_fifteen_checkers_a_side_and_passes_the_check(plays: LegalPlays) -> None:
    before = plays.position
    for play in plays:
        Position(play.position.own, play.position.opp, play.position.own_pinned, play.position.opp_pinned)
        assert play.position.pips < before.pips
        assert play.position.own_pinned == before.own_pinned


@given(played)
def test_hits_are_the_points_whose_blots_went_to_the_bar(plays: LegalPlays) -> None:
    for play in plays:
        sent = play.position.opp[BAR] - plays.position.opp[BAR]
        assert sent in (0, len(play.hits))
        for point in play.hits:
            assert plays.position.opp[BAR - point] == 1
            assert any(move.target == point for move in play.moves)


def test_other_things_are_not_in_the_container() -> None:
    plays = LegalPlays(STANDARD_START, (3, 1))
    assert "8/5 6/5" not in plays
    assert 7 not in plays
    assert STANDARD_START not in plays
    assert Play((), STANDARD_START) not in plays
    assert [Move(8, 5)] not in plays
    assert [Move(8, 5), Move(6, 5)] in plays


@given(played, st.randoms(use_true_random=False))
def test_what_alone_can_follow_is_filled_in_and_taken_back_together(
    plays: LegalPlays, chance: random.Random
) -> None:
    chosen: list[Move] = []
    drafts: list[tuple[Move, ...]] = [()]
    while len(steps := plays.steps(drafts[-1])) > 1 or (steps and not drafts[-1]):
        chosen.append(chance.choice(steps))
        drafts.append(plays.filled((*drafts[-1], chosen[-1])))
    assert plays.complete(drafts[-1]) is not None
    for later, earlier in zip(drafts[:0:-1], drafts[-2::-1], strict=True):
        assert plays.undone(later) == earlier
