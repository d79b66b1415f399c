"""Match files: read as many programs write them, written, and replayed against the rules."""

import time
from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.game.formats.mat import (
    MAX_SIZE,
    Beavers,
    Doubles,
    Drops,
    MatCell,
    MatGame,
    MatMatch,
    Rolls,
    Takes,
    Wins,
    mat_name,
    mat_play,
    write_mat,
)
from bot.game.formats.mat_check import MatchReport, check_match
from bot.game.formats.mat_problems import BadMat
from bot.game.formats.mat_reader import decode_mat, read_mat
from bot.game.plays import Move
from tests.support.mat_games import random_mat

MATCH = """\
; [EventDate "2025.11.08"]

 3 point match

 Game 1
 Al Pha : 0                          Bob B : 0
  1)                                 31: 8/5 6/5
  2) 66: 24/18 24/18 13/7 13/7       64: 24/14
  3)  Doubles => 2                    Takes
  4) 55: 18/13 18/13 13/8 13/8        Doubles => 4
  5)  Drops                           Wins 2 points

 Game 2
 Al Pha : 0                          Bob B : 2
  1) 42: 8/4 6/4                     66: 24/18 24/18 13/7 13/7
     Wins 1 point

 Game 3
 Al Pha : 1                          Bob B : 2
  1) 31: 8/5 6/5                     42: 8/4 6/4
  2)  Doubles => 2                    Drops
     Wins 1 point
"""


def unlined(match: MatMatch) -> MatMatch:
    """Without line numbers, as a match made by hand."""
    games = tuple(
        replace(game, line=0, names_line=0, cells=tuple(replace(cell, line=0) for cell in game.cells))
        for game in match.games
    )
    return replace(match, games=games)


def errors(text: str) -> list[tuple[int, str]]:
    return [(problem.line, problem.message) for problem in check_match(text).errors]


def sound(text: str) -> MatchReport:
    report = check_match(text)
    assert [(problem.line, problem.message) for problem in report.errors] == []
    return report


def one_game(*rows: str, length: int = 0, scores: tuple[int, int] = (0, 0), number: int = 1) -> str:
    """A file with one game: each row's columns are separated by a bar; its first row is line 5."""
    lines = [f" {length} point match", "", f" Game {number}"]
    lines.append(f" {f'Ann : {scores[0]}':<33}Bo : {scores[1]}")
    for i, row in enumerate(rows, start=1):
        left, _, right = row.partition("|")
        lines.append(f"{i:3}) {left.strip():<29}{right.strip()}".rstrip())
    return "\n".join(lines) + "\n"


def test_a_match_is_read_into_its_parts() -> None:
    match = read_mat(MATCH)
    assert (match.players, match.length) == (("Al Pha", "Bob B"), 3)
    assert match.comments == ('[EventDate "2025.11.08"]',)
    assert [(game.number, game.scores, game.line) for game in match.games] == [
        (1, (0, 0), 5),
        (2, (0, 2), 13),
        (3, (1, 2), 18),
    ]
    assert match.games[0].cells == (
        MatCell(1, Rolls((3, 1), "8/5 6/5"), 7),
        MatCell(0, Rolls((6, 6), "24/18 24/18 13/7 13/7"), 8),
        MatCell(1, Rolls((6, 4), "24/14"), 8),
        MatCell(0, Doubles(2), 9),
        MatCell(1, Takes(), 9),
        MatCell(0, Rolls((5, 5), "18/13 18/13 13/8 13/8"), 10),
        MatCell(1, Doubles(4), 10),
        MatCell(0, Drops(), 11),
        MatCell(1, Wins(2), 11),
    )


def test_a_replay_tells_winner_points_and_score_of_each_game() -> None:
    report = sound(MATCH)
    assert [(game.winner, game.points, game.score) for game in report.games] == [
        (1, 2, (0, 2)),
        (0, 1, (1, 2)),
        (0, 1, (2, 2)),
    ]


def test_what_is_written_is_read_back() -> None:
    match = unlined(read_mat(MATCH))
    assert unlined(read_mat(write_mat(match))) == match


@given(st.integers(0, 2**32), st.sampled_from([0, 1, 2, 3, 5, 7]))
def test_every_match_is_written_read_back_and_found_sound(seed: int, length: int) -> None:
    match = random_mat(seed, length)
    text = write_mat(match)
    assert unlined(read_mat(text)) == match
    report = sound(text)
    assert [game.winner for game in report.games] == [game.cells[-1].column for game in match.games]
    assert [game.points for game in report.games] == [
        game.cells[-1].entry.points for game in match.games if isinstance(game.cells[-1].entry, Wins)
    ]
    assert [game.score for game in report.games[:-1]] == [game.scores for game in match.games[1:]]


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("\n", "\r\n"),
        lambda text: "\ufeff" + text,
        lambda text: text.rstrip("\n"),
        lambda text: text.replace("\n\n", "\n\n\n"),
        lambda text: text.replace("\n\n", "\n"),
        lambda text: "\n".join(line + "   " for line in text.split("\n")),
        lambda text: text.replace("; [EventDate", ";[EventDate"),
        lambda text: text.replace(" 3 point match", "3 point match"),
        lambda text: text.replace(" 3 point match", " 3 Point Match"),
        lambda text: text.replace(" Game ", "Game "),
        lambda text: text.replace("       64:", "\t\t64:"),
        lambda text: text.replace("  1)                                 31", "  1)\t\t\t\t31"),
        lambda text: text.replace("  1)                                 31", "  1)\t31"),
        lambda text: text.replace('; [EventDate "2025.11.08"]', '[EventDate "2025.11.08"]'),
        lambda text: text.replace(" Al Pha", "\n Al Pha"),
        lambda text: text.replace("31: ", "31:"),
        lambda text: text.replace("31:", "13:"),
        lambda text: text.replace("13/7 13/7", "13/7(2)"),
        lambda text: text.replace("24/14", "24/20*/14"),
        lambda text: text.replace("24/14", "24/20 20/14"),
        lambda text: text.replace("Doubles =>", "doubles =>"),
        lambda text: text.replace("Wins 1 point\n", "Wins 1 point.\n"),
        lambda text: text.replace("Drops\n     Wins 1 point", "Drops\n  3)  Wins 1 point and the match"),
    ],
)  # fmt: skip
def test_other_ways_of_writing_give_the_same_report(change) -> None:  # type: ignore[no-untyped-def]
    changed = change(MATCH)
    assert changed != MATCH
    if "and the match" in changed:
        assert [code for _, code in errors(changed)] == [
            "the file says that this ends the match, but the score is 2 of 3"
        ]
    else:
        sound(changed)
    assert check_match(changed).games == check_match(MATCH).games


def test_bytes_of_several_encodings_become_text() -> None:
    text = MATCH.replace("Al Pha", "Ål Phä")
    for encoding in ("utf-8", "utf-8-sig", "utf-16", "cp1252"):
        assert decode_mat(text.encode(encoding)) == text


@pytest.mark.parametrize("bar", ["25", "bar", "Bar"])
@pytest.mark.parametrize("star", ["", "*"])
def test_the_bar_and_hits_may_be_written_either_way(bar: str, star: str) -> None:
    text = one_game(
        f"| 31: 8/5 6/5{star}",
        f"62: 24/18 13/11 | 61: 13/7{star} 8/7",
        f"43: {bar}/21 24/21 | 11: 6/5(2) 7/6(2)",
    )
    assert sound(text).games[0].winner is None


def test_an_own_line_or_a_cell_may_end_the_game_by_resignation() -> None:
    on_its_own = one_game("31: 8/5 6/5 | 42: 8/4 6/4") + "     Wins 2 points\n"
    in_a_cell = one_game("31: 8/5 6/5 | 42: 8/4 6/4", "Wins 2 points |")
    for text in (on_its_own, in_a_cell):
        assert [(game.winner, game.points) for game in sound(text).games] == [(0, 2)]
    theirs = one_game("31: 8/5 6/5 | 42: 8/4 6/4", "| Wins 3 points")
    assert [(game.winner, game.points) for game in sound(theirs).games] == [(1, 3)]


def test_a_turn_without_a_move_is_the_dice_alone_or_says_so() -> None:
    rows = [
        "61: 13/7 8/7 | 31: 8/5 6/5",
        "31: 8/5 6/5 | 11: 24/23(2) 6/5(2)",
        "44: 24/20(2) 13/9(2)",
    ]
    assert errors(one_game(*rows)) == [
        (7, "'24/20(2) 13/9(2)' is not legal with 44: 24/20 lands on a blocked point")
    ]


@pytest.mark.parametrize("written", ["", "Cannot Move", "cannot move", "(no play)", "-", "No move", "dances"])
def test_a_dance_may_be_written_in_several_ways(written: str) -> None:
    rows = [
        "31: 8/5 6/5 | 62: 24/18 13/11",
        "55: 8/3(2) 6/1*(2) | 66: Cannot Move",
        f"42: 13/9 13/11 | 33: {written}",
    ]
    assert sound(one_game(*rows)).games[0].winner is None


def test_a_roll_that_can_be_played_must_be_played() -> None:
    assert errors(one_game("31: | 42: 8/4 6/4")) == [(5, "31 can be played, for example 24/23 24/21")]


@pytest.mark.parametrize(
    "play,reason",
    [
        ("8/5", "more of the dice can be played"),
        ("8/4 6/5", "the dice do not allow 8/4 6/5"),
        ("24/20", None),
        ("12/9 6/5", "there is no checker to move 12/9"),
        ("13/12 13/10", "13/12 lands on a blocked point"),
        ("6/off 6/5", "the dice do not allow 6/5 6/off"),
        ("5/8 5/6", "it moves backwards"),
        ("8/5 nonsense", "it cannot be read"),
        ("8/5 6/5 6/3", "the dice do not allow 8/5 6/5 6/3"),
    ],
)
def test_an_illegal_play_is_named_with_its_line_and_reason(play: str, reason: str | None) -> None:
    found = errors(one_game(f"31: {play} | 42: 8/4 6/4"))
    expected = [(5, f"'{play}' is not legal with 31: {reason}")] if reason else []
    assert found == expected


def test_one_mistake_is_told_once_and_the_last_line_still_says_who_won() -> None:
    text = one_game("31: 8/4 6/5 | 42: 8/4 6/4", "66: 1/off | Wins 2 points")
    report = check_match(text)
    assert [problem.line for problem in report.errors] == [5]
    assert [(game.winner, game.points) for game in report.games] == [(1, 2)]


OPENED = "31: 8/5 6/5 | 42: 8/4 6/4"
DOUBLED = "31: 8/5 6/5 | Doubles => 2"


@pytest.mark.parametrize(
    "rows,length,line,message",
    [
        (["33: 8/5(2) 6/3(2)"], 0, 5, "the first roll of a game is never a double"),
        (["70: 8/1"], 0, 5, "no dice show 70"),
        (["Doubles => 2 | Takes"], 0, 5, "nobody may double before the first roll"),
        ([DOUBLED, "64: 24/14"], 0, 6, "the double has not been answered"),
        (["31: 8/5 6/5 | Doubles => 4", "Takes"], 0, 5, "the double should be to 2, not 4"),
        (["31: 8/5 6/5 | Takes"], 0, 5, "there is no double to answer"),
        (["31: 8/5 6/5 | Drops"], 0, 5, "there is no double to answer"),
        ([DOUBLED], 1, 5, "a 1-point match is played without a cube"),
        ([DOUBLED, "Takes | 42: 8/4 6/4", "61: 13/7 8/7 | Doubles => 4"], 0, 7,
         "the cube belongs to the other player"),
        ([DOUBLED, "Beavers => 4 | 42: 8/4 6/4"], 5, 6,
         "a beaver answers a double, and only in a money session"),
        ([DOUBLED, "Beavers => 8 | 42: 8/4 6/4"], 0, 6, "the double should be to 4, not 8"),
        ([OPENED, "Wins 4 points"], 0, 6, "4 is not 1, 2 or 3 times the cube at 1"),
        ([DOUBLED, "Drops | Wins 2 points"], 0, 6, "this game counts 1, not 2"),
        ([DOUBLED, "Drops | Wins 1 point", "42: 8/4 6/4"], 0, 7, "the game was over before this"),
        ([DOUBLED, "Drops |", "Wins 1 point"], 0, 7, "the other player has won this game"),
        (["31: 8/5 6/5 | 42: 8/4 6/4 61: 13/7 8/7"], 0, 5, "more than two entries on one line"),
        (["31: 8/5 6/5 |", "42: 8/4 6/4 | 61: 13/7 8/7"], 0, 6, "it is the other player's turn"),
        (["what is this"], 0, 5, "'what is this' cannot be read"),
        (["31: 8/5 6/5 | Wins 1 point and the match"], 5, 5,
         "the file says that this ends the match, but the score is 1 of 5"),
    ],
)  # fmt: skip
def test_what_the_rules_forbid_is_named_with_its_line(
    rows: list[str], length: int, line: int, message: str
) -> None:
    assert errors(one_game(*rows, length=length)) == [(line, message)]


def test_nobody_doubles_in_the_crawford_game_and_only_there() -> None:
    crawford = MATCH.replace("66: 24/18 24/18 13/7 13/7\n     Wins 1 point", "Doubles => 2\n  2) Drops")
    assert (15, "nobody may double in the Crawford game") in errors(crawford)
    off = '; [Crawford "Off"]\n' + crawford
    assert "nobody may double in the Crawford game" not in [message for _, message in errors(off)]


def test_the_score_of_each_game_must_follow_from_the_one_before() -> None:
    assert errors(
        MATCH.replace("Al Pha : 0                          Bob B : 2", "Al Pha : 1      Bob B : 2")
    ) == [
        (14, "the score should be 0–2, not 1–2"),
        (19, "the score should be 2–2, not 1–2"),
    ]
    assert errors(one_game("31: 8/5 6/5 | 42: 8/4 6/4", scores=(1, 0))) == [
        (4, "the score should be 0–0, not 1–0")
    ]


def test_a_file_may_begin_in_the_middle_of_a_match() -> None:
    text = one_game("31: 8/5 6/5 | Doubles => 2", "Drops | Wins 1 point", length=5, scores=(2, 3), number=4)
    assert sound(text).games[0].score == (2, 4)


def test_no_game_follows_the_end_of_the_match() -> None:
    text = MATCH.replace("3 point match", "2 point match")
    assert (13, "the match was over before this game") in errors(text)


def test_games_are_numbered_without_a_gap_and_all_but_the_last_have_an_end() -> None:
    assert errors(MATCH.replace("Game 3", "Game 4")) == [(18, "game 4 follows game 2")]
    unfinished = MATCH.replace("     Wins 1 point\n\n Game 3", "\n Game 3").replace("Pha : 1", "Pha : 0")
    assert errors(unfinished) == [(15, "game 2 has no end")]


def test_players_keep_their_names() -> None:
    assert errors(MATCH.replace(" Al Pha : 1", " Alfred : 1")) == [(19, "the players were Al Pha and Bob B")]


@pytest.mark.parametrize(
    "text,line,message",
    [
        ("", 1, "there is no game in this file"),
        ("hello", 1, "'hello' cannot be read"),
        (" Game 1\n A : 0      B : 0\n", 1, "there is no line with the length of the match"),
        (" 3 point match\n\n Game 1\n", 3, None),
        (" 3 point match\n\n Game 1\n  1) 31: 8/5 6/5\n", 4,
         "game 1 has no line with the players' names and scores"),
        (MATCH + "\n 5 point match\n\n Game 1\n A : 0      B : 0\n", 24, "a second match begins here"),
        (" 3 point match\n" + "x" * 1001, 2, f"'{'x' * 80}' cannot be read"),
        ("x" * (MAX_SIZE + 1), 1, f"the file has {MAX_SIZE + 1} characters, more than {MAX_SIZE}"),
    ],
)  # fmt: skip
def test_a_file_that_cannot_be_read_says_where_and_why(text: str, line: int, message: str | None) -> None:
    if message is None:
        assert read_mat(text).games == ()
        return
    with pytest.raises(BadMat) as refused:
        read_mat(text)
    assert (refused.value.line, refused.value.message) == (line, message)
    assert refused.value.facts["line"] == line
    assert (line, message) in errors(text)


def test_another_variation_of_the_game_is_refused() -> None:
    assert errors('; [Variation "NackGammon"]\n' + MATCH)[0] == (
        1,
        "only standard backgammon is known, not nackgammon",
    )
    sound('; [Variation "Backgammon"]\n' + MATCH)


def test_a_beaver_keeps_the_cube_and_a_raccoon_doubles_again() -> None:
    beavered = one_game("31: 8/5 6/5 | Doubles => 2", "Beavers => 4 | 42: 8/4 6/4", "Wins 4 points")
    assert sound(beavered).games[0].points == 4
    redoubled = one_game(
        "31: 8/5 6/5 | Doubles => 2", "Beavers => 4 | 42: 8/4 6/4", "Doubles => 8 | Drops", "Wins 4 points"
    )
    assert sound(redoubled).games[0].points == 4
    raccoon = one_game(
        "31: 8/5 6/5 | Doubles => 2", "Beavers => 4 | Raccoons => 8", "| 42: 8/4 6/4", "Wins 8 points"
    )
    assert errors(raccoon) == []


def test_a_joined_step_without_a_star_takes_the_way_that_does_not_hit() -> None:
    rows = ["| 41: 24/20 6/5", "64: 24/14 | 21: 13/11 6/5"]
    assert sound(one_game(*rows)).games[0].winner is None


def test_gammons_and_backgammons_are_counted_by_the_board() -> None:
    games = [random_mat(seed, 0, games=2, quiet=True) for seed in range(12)]
    counted = {game.points for match in games for game in sound(write_mat(match)).games}
    assert counted >= {1, 2}


def a_gammon() -> MatMatch:
    matches = (random_mat(seed, 0, games=1, quiet=True) for seed in range(100))
    return next(match for match in matches if match.games[0].cells[-1].entry == Wins(2))


def ending(match: MatMatch, wins: Wins) -> str:
    (game,) = match.games
    cells = (*game.cells[:-1], replace(game.cells[-1], entry=wins))
    return write_mat(replace(match, games=(replace(game, cells=cells),)))


def test_jacoby_may_make_a_gammon_without_a_turned_cube_count_once() -> None:
    assert sound(ending(a_gammon(), Wins(1))).games[0].points == 1
    assert [message for _, message in errors(ending(a_gammon(), Wins(3)))] == ["this game counts 2, not 3"]


def test_a_match_may_count_no_more_points_than_it_still_needed() -> None:
    one_point = replace(a_gammon(), length=1)
    assert sound(ending(one_point, Wins(1, match=True))).games[0].points == 1
    assert sound(ending(one_point, Wins(2, match=True))).games[0].points == 2
    five_points = ending(replace(a_gammon(), length=5), Wins(1))
    assert [message for _, message in errors(five_points)] == ["this game counts 2, not 1"]


def test_single_moves_are_listed_one_by_one() -> None:
    assert mat_play([Move(6, 3), Move(8, 5), Move(8, 5), Move(6, 3)], (5,)) == "8/5* 8/5 6/3 6/3"
    assert mat_play([Move(25, 20), Move(6, 0)]) == "25/20 6/0"
    assert mat_play([]) == ""


@pytest.mark.parametrize(
    "name,written",
    [
        ("Ann", "Ann"),
        ("Ann : Lee", "Ann . Lee"),
        ("; Ann", "Ann"),
        (" Ann\n Lee\t", "Ann Lee"),
        ("", "Player 1"),
        ("\u202e\n", "Player 1"),
        ("日" * 40, "日" * 10),
        ("x" * 99, "x" * 31),
    ],
)
def test_names_are_made_to_fit_the_format(name: str, written: str) -> None:
    assert mat_name(name, 0) == written


@given(st.text(max_size=50), st.text(max_size=50))
@example("", ",0")
@example(",", ", Ann")
def test_a_match_is_read_back_whatever_the_players_are_called(one: str, two: str) -> None:
    cells = (MatCell(0, Rolls((3, 1), "8/5 6/5")), MatCell(0, Wins(1, match=True)))
    match = MatMatch((one, two), 1, (MatGame(1, (0, 0), cells),))
    again = read_mat(write_mat(match))
    assert unlined(again).games == match.games
    assert again.players == (mat_name(one, 0), mat_name(two, 1))


def test_a_heading_without_a_game_is_told_where_it_stands() -> None:
    report = check_match(" 3 point match\n\n Game 1\n Game 2\n A : 0                   B : 0\n")
    assert [problem.line for problem in report.errors if problem.code == "names"] == [3]


def test_a_file_that_is_cut_off_behind_a_heading_has_no_such_game() -> None:
    report = check_match(MATCH + "\n Game 9\n")
    assert all(game.number != 9 for game in report.games)


@example([" Game 1", " Al Pha : 1                          Bob B : 2", " Game 3"])
@given(
    st.lists(
        st.sampled_from(MATCH.splitlines())
        | st.text(alphabet="0123456789):/ DoublesTakWin*;\t", max_size=40),
        max_size=30,
    )
)
def test_any_file_gets_a_report(lines: list[str]) -> None:
    text = "\n".join(lines)
    report = check_match(text)
    assert all(1 <= problem.line <= len(lines) + 1 and problem.message for problem in report.errors)


def test_a_beaver_is_written_and_read_back() -> None:
    cells = (
        MatCell(0, Rolls((3, 1), "8/5 6/5")),
        MatCell(1, Doubles(2)),
        MatCell(0, Beavers(4)),
        MatCell(1, Rolls((4, 2), "8/4 6/4")),
        MatCell(0, Wins(4)),
    )
    match = MatMatch(("Ann", "Bo"), 0, (MatGame(1, (0, 0), cells),))
    assert unlined(read_mat(write_mat(match))) == match


def test_a_long_hopeless_file_is_given_up_after_a_hundred_lines() -> None:
    assert len(errors(" 3 point match\n" + "nonsense\n" * 20_000)) == 100


def test_a_result_said_ten_thousand_times_is_told_in_a_time_that_grows_with_the_lines() -> None:
    began = time.process_time()
    assert len(errors(one_game("31: 8/5 6/5 | 42: 8/4 6/4") + "Wins 1 point\n" * 10_000)) == 9_999
    assert time.process_time() - began < 8


TWO_ROWS = """\
 5 point match

 Game 1
 Anna : 0                            Bea : 0
  1) 31: 8/5 6/5                     64: 24/14
"""


@pytest.mark.parametrize(
    "row", ["  2)", "  2)      ", "  2) ;", "   ", "  )", "Wins", "  2) Resigns", "\f", "  2)\t"]
)
def test_a_row_without_an_entry_makes_no_fault_of_its_own(row: str) -> None:
    report = check_match(f"{TWO_ROWS}{row}\n     Wins 1 point\n")
    assert [(game.winner, game.points) for game in report.games] == [(0, 1)]


@pytest.mark.parametrize(
    "row",
    [
        "  2)                                 52: 13/11 13/8",
        "  2)                                  Doubles => 2",
    ],
)
def test_an_entry_alone_in_the_wrong_column_is_the_wrong_players(row: str) -> None:
    assert [(e.line, e.code) for e in check_match(f"{TWO_ROWS}{row}\n").errors] == [(6, "turn")]


def test_the_result_may_stand_behind_a_drop_on_its_line() -> None:
    row = "  2)  Doubles => 2                    Drops   Wins 1 point\n"
    report = check_match(TWO_ROWS + row)
    assert (report.errors, report.games[0].winner, report.games[0].points) == ((), 0, 1)


def test_who_has_thrown_may_resign_before_moving() -> None:
    report = check_match(f"{TWO_ROWS}  2) 52:\n                                      Wins 1 point\n")
    assert (report.errors, report.games[0].winner) == ((), 1)


def test_a_gammon_that_the_next_score_counts_once_was_played_by_jacoby() -> None:
    text = """\
 0 point match

 Game 1
 Anna : 0                            Bea : 0
  1) 31: 8/5 6/5                     64: 24/14
     Wins 2 points

 Game 2
 Anna : 1                            Bea : 0
  1) 31: 8/5 6/5                     64: 24/14
     Wins 3 points
"""
    report = check_match(text)
    assert report.errors == ()
    assert [(game.points, game.score) for game in report.games] == [(1, (1, 0)), (1, (2, 0))]
    plain = check_match(text.replace("Anna : 1", "Anna : 2"))
    assert [(game.points, game.score) for game in plain.games] == [(2, (2, 0)), (3, (5, 0))]


def test_a_wrong_first_score_is_told_once() -> None:
    text = TWO_ROWS.replace("5 point", "1 point").replace("Bea : 0", "Bea : 1")
    assert [e.code for e in check_match(text).errors] == ["score"]
