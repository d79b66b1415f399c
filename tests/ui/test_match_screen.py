from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.app.ports import PersonId
from bot.app.screen import Screen
from bot.game import actions as act
from bot.game.judge import SERVICE_ACTIONS, allowed, decide
from bot.game.match import Match
from bot.game.plays import Move
from bot.game.position import Position
from bot.game.result import How, Kind
from bot.game.rules import MONEY, SPEEDGAMEZ, TOURNAMENT, Count, Rules
from bot.game.side import Side
from bot.game.turn import legal_plays
from bot.game.violations import RuleViolation
from bot.render.view import BoardView, CubeLabel, CubeView, HomeSide, Shade, ThemeName
from bot.render.view import Side as Place
from bot.ui.kinds import Look, Viewer
from bot.ui.match_press import Op
from bot.ui.press import TablePress, parse_press
from bot.ui.texts import Texts
from tests.support.dice import FreshDice, ScriptedDice
from tests.support.match_tables import (
    AGAINST_COMPUTER,
    ANN,
    BEA,
    DE,
    EN,
    NOW,
    UI,
    any_rules,
    buttons,
    match_table,
    offered,
    screen_of,
)
from tests.support.matches import Driver, random_walk

X, O = Side.X, Side.O  # noqa: E741
SESSION = replace(MONEY, beavers=2)
CAPTION, LABEL, MOST_ROWS, MOST_IN_ROW = 1024, 80, 5, 5


def driver(rules: Rules = TOURNAMENT, *rolls: tuple[int, int]) -> Driver:
    """A series in its first game; the first roll is the opening throw."""
    started = Driver(rules, ScriptedDice(rolls) if rolls else FreshDice(1))
    started.do(X, act.StartGame())
    return started


def at_roll(rules: Rules = TOURNAMENT, *rolls: tuple[int, int]) -> Driver:
    """X opened with 31 and made the five point; O is to roll."""
    started = driver(rules, (3, 1), *rolls)
    started.do(X, act.Play((Move(8, 5), Move(6, 5))))
    return started


def labels(screen: Screen) -> list[str]:
    return [button.label for button in buttons(screen)]


def presses(screen: Screen) -> list[str]:
    return [button.press for button in buttons(screen)]


def picture(screen: Screen) -> BoardView:
    assert isinstance(screen.picture, BoardView)
    return screen.picture


def plain(text: str) -> str:
    return text.replace("\u2068", "").replace("\u2069", "")


# Every phase, every rule set


@given(any_rules(), st.integers(0, 10**6), st.integers(1, 60))
@settings(max_examples=40)
def test_every_phase_can_be_shown_within_the_platforms_limits(rules: Rules, seed: int, steps: int) -> None:
    for at in islice(random_walk(rules, seed), steps, steps + 12):
        for texts in (EN, DE):
            table = match_table(at.match, due_at=NOW + 300_000)
            for screen in (
                UI.screen(table, Viewer(texts), Look()),
                UI.screen(table, Viewer(texts, ANN, "dark", "left", own_side_down=True), Look()),
                UI.text_board(table, Viewer(texts, BEA, own_side_down=True)),
            ):
                assert_fits(screen)


def assert_fits(screen: Screen) -> None:
    assert screen.headline
    assert len(screen.text) <= CAPTION or not screen.rows
    assert len(screen.alt) <= 1000
    assert (screen.picture is None) == (screen.alt == "")
    assert len(screen.rows) <= MOST_ROWS
    assert all(0 < len(row) <= MOST_IN_ROW for row in screen.rows)
    assert len(set(presses(screen))) == len(presses(screen))
    for button in buttons(screen):
        assert 0 < len(button.label) <= LABEL
        assert parse_press(button.press) is not None


@given(any_rules(), st.integers(0, 10**6), st.integers(1, 80))
@settings(max_examples=15)
def test_every_button_is_accepted_and_everything_allowed_has_one(rules: Rules, seed: int, steps: int) -> None:
    for at in islice(random_walk(rules, seed), steps, steps + 3):
        table, done = match_table(at.match), set[tuple[Side, type]]()
        for one in offered(table, Viewer(EN)):
            takers = [side for side in Side if takes(at.match, side, one.press)]
            assert takers, f"nobody can press {one.button}"
            for side in takers:
                asked = UI.press(table, side, one.press.op, one.press.arg)
                if not isinstance(asked, Look):
                    done.add((side, type(asked)))
        wanted = {(side, kind) for side in Side for kind in allowed(at.match, side) - SERVICE_ACTIONS}
        assert done == wanted


def takes(match: Match, side: Side, press: TablePress) -> bool:
    """Whether a press by ``side`` leads somewhere: to an action that the core accepts, or to a screen."""
    table = match_table(match)
    try:
        asked = UI.press(table, side, press.op, press.arg)
        if isinstance(asked, Look):
            assert_fits(UI.screen(table, Viewer(DE), asked))
        else:
            decide(match, side, cast(act.MatchAction, asked), FreshDice(1))
    except RuleViolation:
        return False
    return True


@given(any_rules(), st.integers(0, 10**6))
@settings(max_examples=10)
def test_by_steps_exactly_the_legal_plays_can_be_made(rules: Rules, seed: int) -> None:
    for at in random_walk(rules, seed, steps=40):
        game = at.match.running
        if game is None or act.Play not in allowed(at.match, game.turn.on_roll):
            continue
        plays = legal_plays(game.turn, rules)
        if len(plays) > 20:
            continue
        table = match_table(at.match)
        made = {
            str(asked.moves and plays.after(asked.moves))
            for one in offered(table, Viewer(EN, confirm=False), most_looks=10_000)
            if one.press.op == Op.PLAY
            and isinstance(asked := UI.press(table, game.turn.on_roll, one.press.op, one.press.arg), act.Play)
        }
        assert made == ({str(play.position) for play in plays} or {"()"})


@given(st.integers(0, 10**6), st.text("abcdefghijklmnopqrstuvwxyzR12", max_size=9), st.sampled_from(Op))
def test_forged_presses_are_refused_or_harmless(seed: int, arg: str, op: Op) -> None:
    at = list(random_walk(TOURNAMENT, seed, steps=seed % 40))[-1]
    for side in Side:
        try:
            asked = UI.press(match_table(at.match), side, op, arg)
            if isinstance(asked, Look):
                assert_fits(UI.screen(match_table(at.match), Viewer(EN), asked))
            else:
                decide(at.match, side, cast(act.MatchAction, asked), FreshDice(1))
        except RuleViolation:
            pass


@given(st.integers(0, 10**6), st.text(max_size=12))
def test_a_look_that_does_not_fit_shows_the_table_as_it_stands(seed: int, arg: str) -> None:
    at = list(random_walk(TOURNAMENT, seed, steps=seed % 20))[-1]
    assert_fits(screen_of(at.match, EN, arg))


# What is said


def test_before_the_first_game_both_can_start_it() -> None:
    screen = screen_of(Driver(TOURNAMENT, FreshDice(1)).match)
    assert labels(screen) == ["Start"]
    assert screen.picture is None
    assert screen.actors == (ANN, BEA)


def test_the_headline_says_whose_turn_it_is_and_what_to_press() -> None:
    opened = driver(TOURNAMENT, (3, 1))
    assert plain(screen_of(opened.match).headline) == "Ann rolled 3-1: choose a step."
    assert plain(screen_of(opened.match, DE).headline) == "Ann hat 3-1 geworfen: Wähle einen Schritt."
    assert plain(screen_of(at_roll().match).headline) == "Bea is to roll or double."
    assert plain(screen_of(at_roll(replace(TOURNAMENT, length=1)).match).headline) == "Bea is to roll."


def test_the_opening_throw_is_told_die_by_die() -> None:
    assert "Opening throw: Ann 3, Bea 1." in plain(screen_of(driver(TOURNAMENT, (3, 1)).match).text)


def test_the_last_play_is_told_in_notation_of_its_own_side() -> None:
    assert "Ann played 3-1: 8/5 6/5." in plain(screen_of(at_roll().match).text)
    assert "Ann zog 3-1: 8/5 6/5." in plain(screen_of(at_roll().match, DE).text)


def hit_on_the_bar() -> Driver:
    """O ran to X's bar point with 64, X has thrown 61 and can hit; then O throws 43."""
    at = at_roll(TOURNAMENT, (6, 4), (6, 1), (4, 3))
    at.do(O, act.Roll())
    at.do(O, act.Play((Move(24, 18), Move(13, 9))))
    at.do(X, act.Roll())
    return at


def test_bar_and_off_are_spoken_in_the_readers_language() -> None:
    at = hit_on_the_bar()
    at.do(X, act.Play((Move(13, 7), Move(8, 7))))
    assert "Ann played 6-1: 13/7* 8/7." in plain(screen_of(at.match).text)
    at.do(O, act.Roll())
    assert "bar/21" in labels(screen_of(at.match))
    assert "Bar/21" in labels(screen_of(at.match, DE))


def test_the_first_plays_come_with_a_line_that_says_how_to_move() -> None:
    at = driver(TOURNAMENT, (3, 1))
    assert EN("line.first_hint") in screen_of(at.match).lines
    later = at_roll(TOURNAMENT, (3, 1), (6, 4))
    later.do(O, act.Roll())
    later.do(O, act.Play((Move(8, 5), Move(6, 5))))
    later.do(X, act.Roll())
    assert EN("line.first_hint") not in screen_of(later.match).lines


def test_a_deadline_is_told_as_a_span_and_a_time_of_day() -> None:
    screen = UI.screen(match_table(at_roll().match, due_at=NOW + 300_000), Viewer(EN), Look())
    assert "Time for this: 5 minutes, until 08:05 UTC." in screen.lines


def test_only_people_are_told_that_they_must_act() -> None:
    at = at_roll()
    assert UI.screen(match_table(at.match), Viewer(EN), Look()).actors == (BEA,)
    assert UI.screen(match_table(at.match, AGAINST_COMPUTER), Viewer(EN), Look()).actors == ()


def test_the_computer_is_named_in_the_readers_language() -> None:
    screen = UI.screen(match_table(at_roll().match, AGAINST_COMPUTER), Viewer(DE), Look())
    assert plain(screen.headline) == "Computer (mittel) überlegt."
    assert picture(screen).top.name == "Computer (mittel)"


# Half-made plays


def test_steps_are_buttons_of_whole_steps_by_falling_origin() -> None:
    screen = screen_of(driver(TOURNAMENT, (3, 1)).match)
    assert labels(screen)[:-2] == ["24/23", "24/21", "13/10", "8/7", "8/5", "6/5", "6/3"]
    assert [len(row) for row in screen.rows[:-1]] == [3, 4]


def test_rows_of_steps_are_of_like_length() -> None:
    steps = screen_of(driver(TOURNAMENT, (5, 1)).match).rows[:-1]
    assert [[button.label for button in row] for row in steps] == [["24/23", "13/8"], ["8/7", "8/3", "6/5"]]


def test_a_draft_moves_checkers_fades_its_dice_and_can_be_undone() -> None:
    match = driver(TOURNAMENT, (3, 1)).match
    look = UI.press(match_table(match), "x", Op.DRAFT, "if")
    assert look == Look("if")
    screen = screen_of(match, EN, "if")
    assert plain(screen.headline) == "Ann rolled 3-1: 8/5, and then?"
    board = picture(screen)
    assert board.point(8).count == 2
    assert board.point(5).count == 1
    assert board.dice is not None
    assert (board.dice.values, board.dice.used) == ((3, 1), (True, False))
    assert board.last is not None
    assert (board.last.origins, board.last.arrivals) == ((8,), (5,))
    assert "Undo" in labels(screen)
    undo = next(button for button in buttons(screen) if button.label == "Undo")
    assert undo.press.endswith(":draft:")


def test_done_is_offered_only_for_a_whole_play_which_the_board_shows() -> None:
    match = driver(TOURNAMENT, (3, 1)).match
    assert not any(label.startswith("Done") for label in labels(screen_of(match, EN, "if")))
    screen = screen_of(match, EN, "ifgf")
    assert labels(screen)[:2] == ["Done: 8/5 6/5", "Undo"]
    assert picture(screen).point(5).count == 2
    done = parse_press(buttons(screen)[0].press)
    assert isinstance(done, TablePress)
    assert UI.press(match_table(match), "x", done.op, done.arg) == act.Play((Move(8, 5), Move(6, 5)))


@pytest.mark.parametrize(
    "texts, headline",
    [(EN, "Ann rolled 3-1: 8/5 6/5."), (DE, "Ann hat 3-1 geworfen: 8/5 6/5.")],
)
def test_a_whole_play_is_told_as_it_may_stand_on_an_old_board(texts: Texts, headline: str) -> None:
    screen = screen_of(driver(TOURNAMENT, (3, 1)).match, texts, "ifgf")
    assert plain(screen.headline) == headline
    assert texts("line.first_hint") not in screen.lines


def test_who_does_not_want_to_confirm_plays_with_the_last_step() -> None:
    match = driver(TOURNAMENT, (3, 1)).match
    screen = UI.screen(match_table(match), Viewer(EN, confirm=False), Look("if"))
    step = next(button for button in buttons(screen) if button.label == "6/5")
    assert ":play:ifgf" in step.press


def test_a_draft_pressed_by_the_other_side_is_refused() -> None:
    with pytest.raises(RuleViolation, match=r"turn\.not_yours"):
        UI.press(match_table(driver(TOURNAMENT, (3, 1)).match), "o", Op.DRAFT, "if")


@pytest.mark.parametrize("arg", ["ia", "zy", "gf" * 4, "ifi", "R", "Rq", "z"])
def test_a_draft_that_begins_no_legal_play_is_stale(arg: str) -> None:
    match = driver(TOURNAMENT, (6, 5)).match
    with pytest.raises(RuleViolation, match=r"press\.stale"):
        UI.press(match_table(match), "x", Op.DRAFT, arg)


def test_a_forced_play_is_one_button() -> None:
    match = next(
        at.match
        for seed in range(200)
        for at in random_walk(TOURNAMENT, seed, 120)
        if any(label.startswith("Forced") for label in labels(screen_of(at.match)))
    )
    screen = screen_of(match)
    assert len(screen.rows[0]) == 1
    press = parse_press(screen.rows[0][0].press)
    assert isinstance(press, TablePress)
    assert match.running is not None
    plays = legal_plays(match.running.turn, match.rules)
    asked = UI.press(match_table(match), match.running.turn.on_roll, press.op, press.arg)
    assert asked == act.Play(next(iter(plays)).moves)
    assert len(plays) == 1


def test_who_cannot_move_passes_by_one_button() -> None:
    match = next(
        at.match
        for seed in range(200)
        for at in random_walk(TOURNAMENT, seed, 120)
        if "Cannot move – pass" in labels(screen_of(at.match))
    )
    assert match.running is not None
    assert UI.press(match_table(match), match.running.turn.on_roll, Op.PLAY, "") == act.Play(())
    assert "cannot move" in screen_of(match).headline


def test_more_steps_than_fit_are_chosen_by_origin_first() -> None:
    own = tuple({6: 6, **dict.fromkeys((24, 21, 19, 17, 15, 13, 11, 9, 8), 1)}.get(p, 0) for p in range(26))
    opp = tuple({0: 14, 3: 1}.get(p, 0) for p in range(26))
    match = driver(TOURNAMENT, (2, 1)).match
    assert match.game is not None
    turn = replace(match.game.turn, position=Position(own, opp))
    match = replace(match, game=replace(match.game, turn=turn))
    screen = screen_of(match)
    assert labels(screen)[:3] == ["from 24…", "from 21…", "from 19…"]
    assert_fits(screen)
    press = parse_press(buttons(screen)[0].press)
    assert isinstance(press, TablePress)
    look = UI.press(match_table(match), "x", press.op, press.arg)
    assert isinstance(look, Look)
    narrowed = screen_of(match, EN, look.arg)
    assert labels(narrowed)[:3] == ["24/23", "24/22*", "Back"]


# The picture


def test_x_sits_below_with_light_checkers_and_numbers_are_the_movers() -> None:
    board = picture(screen_of(at_roll().match))
    assert (board.bottom.name, board.bottom.shade) == ("Ann", Shade.LIGHT)
    assert (board.top.name, board.top.acting, board.top.tag) == ("Bea", True, "to roll")
    assert board.numbers_for is Place.TOP
    assert board.point(5).count == 2
    assert board.centre == ("5", "points")
    assert (board.bottom.pips, board.top.pips) == (163, 167)


def test_in_ones_own_chat_ones_own_side_is_below() -> None:
    table = match_table(at_roll().match)
    own = picture(UI.screen(table, Viewer(EN, BEA, "cb", "left", own_side_down=True), Look()))
    assert (own.bottom.name, own.top.name, own.theme, own.home) == ("Bea", "Ann", ThemeName.CB, HomeSide.LEFT)
    assert own.point(20).count == 2
    stranger = picture(UI.screen(table, Viewer(EN, own_side_down=True), Look()))
    assert stranger.bottom.name == "Ann"


def test_against_the_computer_the_person_sits_below_on_whichever_side() -> None:
    table = match_table(at_roll().match)
    against = replace(table, seats=(replace(table.seats[0], level="medium"), table.seats[1]))
    assert picture(UI.screen(against, Viewer(EN), Look())).bottom.name == "Bea"


def test_the_last_play_and_its_faded_dice_stay_until_the_next_roll() -> None:
    board = picture(screen_of(at_roll().match))
    assert board.last is not None
    assert (board.last.by, board.last.origins, board.last.arrivals) == (Place.BOTTOM, (6, 8), (5, 5))
    assert board.dice is not None
    assert (board.dice.by, board.dice.values, board.dice.used) == (Place.BOTTOM, (3, 1), (True, True))


def test_movable_checkers_landings_and_hits_are_marked_in_the_pictures_count() -> None:
    at = hit_on_the_bar()
    below = picture(screen_of(at.match)).choices
    assert below is not None
    assert below.by is Place.BOTTOM
    assert below.movable == {24, 13, 8, 6, 5}
    assert below.hits == {7}
    at = driver(TOURNAMENT, (6, 2), (6, 1))
    at.do(X, act.Play((Move(24, 18), Move(13, 11))))
    at.do(O, act.Roll())
    above = picture(screen_of(at.match)).choices
    assert above is not None
    assert above.by is Place.TOP
    assert 18 in above.hits


def test_the_cube_is_shown_where_it_lies() -> None:
    at = at_roll()
    assert picture(screen_of(at.match)).cube == CubeView(1)
    at.do(O, act.Double())
    offered_cube = picture(screen_of(at.match))
    assert offered_cube.cube == CubeView(2, offered_to=Place.BOTTOM)
    assert offered_cube.dice is None
    assert (offered_cube.bottom.tag, offered_cube.top.tag) == ("take or drop?", "doubles to 2")
    assert offered_cube.bottom.acting
    at.do(X, act.Take())
    assert picture(screen_of(at.match)).cube == CubeView(2, owner=Place.BOTTOM)


def test_a_crawford_game_says_so_in_the_cubes_place() -> None:
    at = at_roll(replace(TOURNAMENT, length=2), (6, 5))
    at.do(O, act.OfferResignation(Kind.SINGLE))
    at.do(X, act.AcceptResignation())
    assert EN("line.crawford_next") in screen_of(at.match).lines
    at.do(X, act.StartGame())
    screen = screen_of(at.match)
    assert picture(screen).cube == CubeLabel(("CRAW", "FORD"))
    assert EN("line.crawford") in screen.lines
    assert "Crawford game, no cube." in screen.alt


def test_who_starts_has_the_light_checkers_where_the_opening_alternates() -> None:
    at = driver(SPEEDGAMEZ)
    assert picture(screen_of(at.match)).bottom.shade is Shade.LIGHT
    at.do(X, act.OfferResignation(Kind.SINGLE))
    at.do(O, act.AcceptResignation())
    at.do(O, act.StartGame())
    board = picture(screen_of(at.match))
    assert (board.bottom.shade, board.top.shade) == (Shade.DARK, Shade.LIGHT)


def test_the_words_beside_a_picture_say_all_that_it_shows() -> None:
    at = driver(TOURNAMENT, (3, 1))
    alt = plain(screen_of(at.match).alt)
    for told in (
        "Ann is to play 3-1.",
        "Score: Ann 0, Bea 0 (5 points).",
        "Cube at 1 in the middle.",
        "Points as Ann counts them.",
        "Ann (light, 167 pips): 24: 2, 13: 5, 8: 3, 6: 5.",
        "Bea (dark, 167 pips): 1: 2, 12: 5, 17: 3, 19: 5.",
        "May move from 24, 13, 8 and 6.",
    ):
        assert told in alt


# One reader alone


@given(any_rules(), st.integers(0, 10**6), st.integers(1, 80))
@settings(max_examples=15)
def test_who_reads_alone_has_just_the_buttons_that_he_may_press(rules: Rules, seed: int, steps: int) -> None:
    for at in islice(random_walk(rules, seed), steps, steps + 3):
        table = match_table(at.match)
        for side, person in ((X, ANN), (O, BEA)):
            done = set[type]()
            for one in offered(table, Viewer(EN, person)):
                assert takes(at.match, side, one.press), one.button
                asked = UI.press(table, side, one.press.op, one.press.arg)
                if not isinstance(asked, Look):
                    done.add(type(asked))
            assert done == allowed(at.match, side) - SERVICE_ACTIONS


def test_who_waits_sees_the_board_and_whose_turn_it_is_and_is_told_of_no_step() -> None:
    table = match_table(driver(TOURNAMENT, (3, 1)).match)
    waiting = UI.screen(table, Viewer(EN, BEA, own_side_down=True), Look())
    assert plain(waiting.headline) == "Ann rolled 3-1 and is to play."
    assert labels(waiting) == ["Resign…", "Board again"]
    assert picture(waiting).choices is None
    assert EN("line.first_hint") not in waiting.lines
    playing = UI.screen(table, Viewer(EN, ANN, own_side_down=True), Look())
    assert "8/5" in labels(playing)
    assert picture(playing).choices is not None
    assert EN("line.first_hint") in playing.lines


def test_a_double_or_a_resignation_asks_only_the_one_who_must_answer() -> None:
    at = at_roll()
    at.do(O, act.Double())
    table = match_table(at.match)
    assert labels(UI.screen(table, Viewer(EN, BEA), Look())) == ["Resign…", "Board again"]
    assert labels(UI.screen(table, Viewer(EN, ANN), Look()))[:2] == ["Take (at 2)", "Drop (lose 1)"]
    at.do(X, act.OfferResignation(Kind.SINGLE))
    table = match_table(at.match)
    assert labels(UI.screen(table, Viewer(EN, ANN), Look())) == ["Withdraw the offer"]
    assert labels(UI.screen(table, Viewer(EN, BEA), Look())) == ["Accept", "Play on"]


def test_only_the_one_who_waits_may_claim_when_time_is_up() -> None:
    table = match_table(at_roll().match)
    late = replace(table, time=replace(table.time, late="o"))
    assert "Claim the win" in labels(UI.screen(late, Viewer(EN, ANN), Look()))
    assert "Claim the win" not in labels(UI.screen(late, Viewer(EN, BEA), Look()))


def test_a_stranger_has_no_buttons() -> None:
    table = match_table(at_roll().match)
    assert labels(UI.screen(table, Viewer(EN, PersonId("carl0000")), Look())) == []


# Cube, resignation, results


def test_a_double_is_answered_by_take_drop_and_where_agreed_beaver() -> None:
    at = at_roll()
    at.do(O, act.Double())
    screen = screen_of(at.match)
    assert labels(screen) == ["Take (at 2)", "Drop (lose 1)", "Resign…", "Board again"]
    assert screen.actors == (ANN,)
    money = at_roll(SESSION)
    money.do(O, act.Double())
    assert "Beaver (to 4)" in labels(screen_of(money.match))
    money.do(X, act.Beaver())
    beavered = screen_of(money.match)
    assert labels(beavered)[:2] == ["Roll", "Raccoon (to 8)"]
    assert "Ann beavered: the cube is at 4." in plain(beavered.text)


@pytest.mark.parametrize("texts, drop", [(EN, "Drop (lose 26)"), (DE, "Ablehnen (26 verlieren)")])
def test_the_buttons_that_give_a_game_up_name_what_the_rules_then_count(texts: Texts, drop: str) -> None:
    at = driver(SPEEDGAMEZ)
    at.do(X, act.Double())
    at.do(O, act.Take())
    game = at.match.game
    assert game is not None
    two_off = tuple({0: 2, 6: 13}.get(p, 0) for p in range(26))
    turn = replace(game.turn, position=Position(two_off, two_off), on_roll=O)
    at.match = replace(at.match, game=replace(game, turn=turn))
    at.do(O, act.Double())
    assert drop in labels(screen_of(at.match, texts))
    priced = UI.screen(match_table(at.match), Viewer(texts), Look("Rx"))
    assert labels(priced)[0].endswith("(26)")
    at.do(X, act.Drop())
    assert at.match.points.of(O) == 26


def test_the_menu_of_resignation_belongs_to_who_opened_it() -> None:
    table = match_table(at_roll().match)
    menu = UI.press(table, "x", Op.RESIGN, "")
    assert menu == Look("Rx")
    screen = UI.screen(table, Viewer(EN), Look("Rx"))
    assert labels(screen) == ["Single (1)", "Gammon (2)", "Backgammon (3)", "Back"]
    assert max(map(len, screen.rows)) == 2, "three would be cut on a phone"
    assert UI.press(table, "x", Op.OFFER, "x2") == act.OfferResignation(Kind.GAMMON)
    with pytest.raises(RuleViolation, match=r"resignation\.not_your_menu"):
        UI.press(table, "o", Op.OFFER, "x2")
    with pytest.raises(RuleViolation, match=r"press\.stale"):
        UI.press(table, "x", Op.OFFER, "x4")
    assert UI.press(table, "o", Op.BACK, "") == Look()


def test_a_resignation_is_accepted_refused_or_withdrawn() -> None:
    at = at_roll()
    at.do(X, act.OfferResignation(Kind.GAMMON))
    screen = screen_of(at.match)
    assert plain(screen.headline) == "Ann offers to resign a gammon (2 points). Bea: accept or play on?"
    assert labels(screen) == ["Accept", "Play on", "Withdraw the offer"]
    assert screen.actors == (BEA,)


@pytest.mark.parametrize(
    "how, told",
    [
        ("drop", "Ann dropped the double."),
        ("resign", "Bea resigned a gammon."),
    ],
)
def test_after_a_game_it_is_told_who_won_what_and_why(how: str, told: str) -> None:
    at = at_roll()
    if how == "drop":
        at.do(O, act.Double())
        at.do(X, act.Drop())
    else:
        at.do(O, act.OfferResignation(Kind.GAMMON))
        at.do(X, act.AcceptResignation())
    screen = screen_of(at.match)
    assert told in plain(screen.text)
    assert "wins game 1 and" in plain(screen.headline)
    assert labels(screen) == ["Next game"]
    assert screen.actors == (ANN, BEA)


def test_a_product_shows_what_made_the_points() -> None:
    at = at_roll(replace(TOURNAMENT, length=9))
    at.do(O, act.Double())
    at.do(X, act.Take())
    at.do(O, act.OfferResignation(Kind.BACKGAMMON))
    at.do(X, act.AcceptResignation())
    assert "3 (backgammon) × 2 (cube) = 6 points." in screen_of(at.match).lines
    assert plain(screen_of(at.match).headline) == "Ann wins game 1 and 6 points."


def test_by_checkers_the_loser_pays_for_each_that_is_left() -> None:
    at = driver(SPEEDGAMEZ)
    at.do(X, act.OfferResignation(Kind.GAMMON))
    at.do(O, act.AcceptResignation())
    assert "(15 − 0 borne off) × 2 (gammon) = 30 points." in screen_of(at.match).lines


def test_a_gammon_without_a_turned_cube_is_single_under_jacoby_and_said_so() -> None:
    at = at_roll(MONEY)
    at.do(O, act.OfferResignation(Kind.GAMMON))
    at.do(X, act.AcceptResignation())
    screen = screen_of(at.match)
    assert EN("line.jacoby") in screen.lines
    assert plain(screen.headline) == "Ann wins game 1 and 1 point."
    assert "Session: Ann +1, Bea −1." in plain(screen.text)
    assert labels(screen) == ["Next game", "End the session"]


@pytest.mark.parametrize(
    "texts, kind, told",
    [
        (EN, Kind.SINGLE, "Ann ran out of time."),
        (EN, Kind.GAMMON, "Ann ran out of time: a gammon, which nobody avoids that way."),
        (DE, Kind.GAMMON, "Die Zeit von Ann ist abgelaufen: ein Gammon, dem man so nicht entgeht."),
        (DE, Kind.BACKGAMMON, "Die Zeit von Ann ist abgelaufen: ein Backgammon, dem man so nicht entgeht."),
    ],
)
def test_a_game_that_was_lost_on_time_names_its_height(texts: Texts, kind: Kind, told: str) -> None:
    at = at_roll(replace(MONEY, jacoby=False))
    at.do(None, act.Forfeit(X, How.TIMEOUT, kind))
    screen = screen_of(at.match, texts)
    assert told in [plain(line) for line in screen.lines]
    assert plain(screen.headline) == plain(texts.n("headline.game_won", int(kind), winner="Bea", game=1))


def test_at_the_end_of_a_match_a_rematch_is_one_press_and_so_is_another_opponent() -> None:
    at = at_roll(replace(TOURNAMENT, length=1))
    at.do(O, act.OfferResignation(Kind.SINGLE))
    at.do(X, act.AcceptResignation())
    screen = screen_of(at.match)
    assert plain(screen.headline) == "Ann wins the match 1–0."
    assert presses(screen) == ["c:rematch:Ab3dEf7h", "c:play:"]
    against = replace(match_table(at.match), seats=AGAINST_COMPUTER)
    assert presses(UI.screen(against, Viewer(EN), Look())) == ["c:rematch:Ab3dEf7h", "c:challenge:"]
    assert screen.actors == ()
    assert not picture(screen).top.acting


@pytest.mark.parametrize(
    "action, headline",
    [
        (act.Forfeit(X, How.TIMEOUT), "Ann ran out of time: Bea wins the match."),
        (act.Forfeit(X, How.LEAVING), "Ann left: Bea wins the match."),
        (act.Abort("time.nobody_moved"), "Ended without a result."),
        (act.Abort("something new"), "Ended without a result."),
    ],
)
def test_a_match_that_ends_otherwise_says_how(action: act.MatchAction, headline: str) -> None:
    at = at_roll()
    at.do(None, action)
    assert plain(screen_of(at.match).headline) == headline


def test_why_a_match_was_aborted_is_said_where_it_is_known() -> None:
    at = at_roll()
    at.do(None, act.Abort("time.nobody_moved"))
    assert "Nobody had moved yet." in screen_of(at.match).lines


@pytest.mark.parametrize(
    "ahead, headline",
    [
        (None, "The session is over, and level."),
        (O, "The session is over: Bea is 1 point ahead."),
        (X, "The session is over: Ann is 1 point ahead."),
    ],
)
def test_a_session_ends_with_who_is_ahead(ahead: Side | None, headline: str) -> None:
    at = at_roll(MONEY, (3, 1))
    losers = {None: (X, O), O: (X,), X: (O,)}[ahead]
    for number, loser in enumerate(losers):
        if number:
            at.do(X, act.StartGame())
        at.do(loser, act.OfferResignation(Kind.SINGLE))
        at.do(loser.other, act.AcceptResignation())
    at.do(X, act.EndSession())
    assert plain(screen_of(at.match).headline) == headline


def test_a_series_for_wins_counts_wins() -> None:
    at = at_roll(replace(TOURNAMENT, count=Count.WINS, length=3))
    at.do(O, act.OfferResignation(Kind.GAMMON))
    at.do(X, act.AcceptResignation())
    screen = screen_of(at.match)
    assert "Series to 3 wins: Ann 1 (2 away), Bea 0 (3 away)." in plain(screen.text)
    assert picture(screen).centre == ("3", "wins")


def test_the_board_in_characters_is_read_from_top_to_bottom() -> None:
    lines = UI.text_board(match_table(driver(TOURNAMENT, (3, 1)).match), Viewer(EN)).fixed
    assert lines[0] == "O Bea  0  167 pips  bar 0, off 0"
    assert lines[1].split() == [str(p) for p in range(13, 25)]
    assert lines[2].split() == ["X", ".", ".", ".", "O", ".", "|", "O", ".", ".", ".", ".", "X"]
    assert lines[-2].split() == [str(p) for p in range(12, 0, -1)]
    assert lines[-1] == "X Ann  0  (to play)  167 pips  bar 0, off 0"
