from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.game import actions as act
from bot.game.judge import allowed, decide
from bot.game.notation import BadNotation
from bot.game.plays import Move
from bot.game.result import Kind
from bot.game.rules import MONEY, TOURNAMENT, Rules
from bot.game.side import Side
from bot.game.violations import BadInput, RuleViolation
from bot.ui.kinds import Look, Viewer
from bot.ui.match_press import can_type, plays_now
from bot.ui.press import encode_draft
from bot.ui.refusals import refusal_text
from bot.ui.typed_words import TOLD_WORDS
from tests.support.dice import ScriptedDice
from tests.support.match_tables import DE, EN, UI, match_table
from tests.support.matches import Driver, random_walk

X, O = Side.X, Side.O  # noqa: E741


def at_play() -> Driver:
    """X has thrown 31 to open."""
    driver = Driver(TOURNAMENT, ScriptedDice([(3, 1)]))
    driver.do(X, act.StartGame())
    return driver


def at_roll(rules: Rules = TOURNAMENT) -> Driver:
    """X has opened; O is to roll."""
    driver = Driver(rules, ScriptedDice([(3, 1)]))
    driver.do(X, act.StartGame())
    driver.do(X, act.Play((Move(8, 5), Move(6, 5))))
    return driver


def doubled(rules: Rules = TOURNAMENT) -> Driver:
    driver = at_roll(rules)
    driver.do(O, act.Double())
    return driver


def resigned() -> Driver:
    driver = at_roll()
    driver.do(X, act.OfferResignation(Kind.SINGLE))
    return driver


def typed(driver: Driver, side: Side, text: str) -> act.MatchAction:
    return UI.typed(match_table(driver.match), side, text)


MAKE_FIVE = act.Play((Move(8, 5), Move(6, 5)))


@pytest.mark.parametrize("text", ["8/5 6/5", "31: 8/5 6/5", "8-5, 6-5", " 6/5 8/5 ", "8/5 6/5*"])
def test_a_whole_turn_can_be_typed(text: str) -> None:
    assert typed(at_play(), X, text) == MAKE_FIVE


@pytest.mark.parametrize(
    "text, action",
    [
        ("roll", act.Roll()),
        ("Würfeln!", act.Roll()),
        ("/roll", act.Roll()),
        ("double", act.Double()),
        ("VERDOPPELN", act.Double()),
        ("resign", act.OfferResignation(Kind.SINGLE)),
        ("resign gammon", act.OfferResignation(Kind.GAMMON)),
        ("resign  backgammon", act.OfferResignation(Kind.BACKGAMMON)),
        ("aufgeben", act.OfferResignation(Kind.SINGLE)),
        ("Partie aufgeben", act.OfferResignation(Kind.SINGLE)),
        ("Gammon aufgeben", act.OfferResignation(Kind.GAMMON)),
    ],
)
def test_words_of_both_languages_act_before_the_roll(text: str, action: act.MatchAction) -> None:
    assert typed(at_roll(), O, text) == action


@pytest.mark.parametrize(
    "text, action",
    [
        ("take", act.Take()),
        ("annehmen", act.Take()),
        ("drop", act.Drop()),
        ("pass", act.Drop()),
        ("Aufgeben", act.Drop()),
        ("ablehnen", act.Drop()),
        ("beaver", act.Beaver()),
        ("resign", act.OfferResignation(Kind.SINGLE)),
    ],
)
def test_words_of_both_languages_answer_a_double(text: str, action: act.MatchAction) -> None:
    assert typed(doubled(replace(MONEY, beavers=1)), X, text) == action


@pytest.mark.parametrize(
    "side, text, action",
    [
        (O, "accept", act.AcceptResignation()),
        (O, "annehmen", act.AcceptResignation()),
        (O, "ablehnen", act.RefuseResignation()),
        (O, "play on", act.RefuseResignation()),
        (X, "withdraw", act.WithdrawResignation()),
        (X, "zurückziehen", act.WithdrawResignation()),
    ],
)
def test_the_same_words_answer_a_resignation(side: Side, text: str, action: act.MatchAction) -> None:
    assert typed(resigned(), side, text) == action


def test_giving_up_does_not_answer_a_resignation() -> None:
    assert typed(resigned(), O, "aufgeben") == act.OfferResignation(Kind.SINGLE)


@pytest.mark.parametrize("word", ["keep", "take all", "warten"])
def test_a_word_of_the_chouette_is_none_of_a_match(word: str) -> None:
    refused = refusal(at_roll(), O, word)
    assert refused is not None
    assert refused.code == "typed.unknown"


def test_a_step_brings_along_what_alone_can_follow() -> None:
    at, plays, step = next(
        (at, plays, step)
        for seed in range(300)
        for at in random_walk(TOURNAMENT, seed, 150)
        if (plays := plays_now(at.match))
        for step in plays.steps()
        if len(plays.filled([step])) > 1 and len(plays.steps()) > 1
    )
    assert at.match.running is not None
    table, seat = match_table(at.match), at.match.running.turn.on_roll
    look = UI.press(table, seat, "draft", encode_draft([step]))
    whole = plays.filled([step])
    assert look == Look(encode_draft(whole))
    done, undo = UI.screen(table, Viewer(EN), look).rows[-2]
    assert done.press.endswith(encode_draft(whole))
    assert undo.press.endswith(":")


def test_pass_is_the_play_of_who_cannot_move() -> None:
    stuck = next(
        at
        for seed in range(300)
        for at in random_walk(TOURNAMENT, seed, 150)
        if (game := at.match.running)
        and allowed(at.match, game.turn.on_roll) >= {act.Play}
        and not UI.completions(match_table(at.match), game.turn.on_roll, "")
    )
    game = stuck.match.running
    assert game is not None
    assert typed(stuck, game.turn.on_roll, "pass") == act.Play(())
    assert typed(stuck, game.turn.on_roll, "aussetzen") == act.Play(())


def beavered(rules: Rules) -> Driver:
    driver = doubled(rules)
    driver.do(X, act.Beaver())
    return driver


NO_BEAVERS, BEAVERS, RACCOONS = MONEY, replace(MONEY, beavers=1), replace(MONEY, beavers=2)


@pytest.mark.parametrize(
    "at, side, text, code",
    [
        (at_play(), X, "pass", "play.can_move"),
        (at_play(), X, "passe", "play.can_move"),
        (at_play(), X, "kein Zug", "play.can_move"),
        (at_play(), O, "passen", "turn.not_yours"),
        (at_roll(), O, "pass", "turn.not_rolled"),
        (at_roll(), O, "drop", "cube.not_offered"),
        (doubled(NO_BEAVERS), X, "beaver", "cube.no_beavers"),
        (doubled(replace(BEAVERS, cap=2)), X, "Biber", "cube.cap"),
        (doubled(BEAVERS), X, "roll", "cube.answer_first"),
        (beavered(BEAVERS), O, "raccoon", "cube.no_raccoons"),
        (beavered(replace(RACCOONS, cap=4)), O, "Waschbär", "cube.cap"),
        (at_roll(RACCOONS), O, "raccoon", "cube.not_beavered"),
    ],
)
def test_a_word_that_cannot_be_meant_now_is_refused_with_the_reason_that_holds(
    at: Driver, side: Side, text: str, code: str
) -> None:
    with pytest.raises(RuleViolation) as caught:
        decide(at.match, side, typed(at, side, text), ScriptedDice([]))
    assert caught.value.code == code
    assert all(refusal_text(texts, caught.value) for texts in (EN, DE))


def test_pass_answers_the_question_that_is_open_and_else_passes_a_play() -> None:
    assert typed(doubled(), X, "passe") == act.Drop()
    assert typed(resigned(), O, "pass") == act.RefuseResignation()
    assert typed(resigned(), O, "aussetzen") == act.Play(())


def test_an_unknown_word_is_answered_with_what_can_be_typed_now() -> None:
    with pytest.raises(BadInput) as caught:
        typed(at_roll(), O, "hello there")
    told = refusal_text(EN, caught.value)
    assert told == "I do not understand “hello there”. Now you can type: “roll”, “double” or “resign”."
    assert "„würfeln“, „verdoppeln“ oder „partie aufgeben“" in refusal_text(DE, caught.value)


def test_a_bad_play_is_answered_with_the_nearest_legal_ones() -> None:
    with pytest.raises(BadNotation) as caught:
        typed(at_play(), X, "8/4 6/5")
    told = refusal_text(EN, caught.value)
    assert told.startswith("8/4 6/5 is not possible: the dice do not allow it. Near to it: ")
    with pytest.raises(BadNotation) as caught:
        typed(at_play(), X, "8/5")
    assert "leaves 1 step open" in refusal_text(EN, caught.value)
    assert "lässt noch 1 Schritt offen" in refusal_text(DE, caught.value)


def test_a_play_typed_out_of_turn_or_before_the_roll_says_so() -> None:
    with pytest.raises(RuleViolation, match=r"turn\.not_yours"):
        typed(at_play(), O, "8/5 6/5")
    with pytest.raises(RuleViolation, match=r"turn\.not_rolled"):
        typed(at_roll(), O, "8/5 6/5")


def test_completions_are_legal_plays_that_go_on_from_what_was_typed() -> None:
    table = match_table(at_play().match)
    found = UI.completions(table, "x", "8/5")
    assert found[0].startswith("8/5")
    assert "8/5 6/5" in found
    assert len(UI.completions(table, "x", "")) <= 25
    assert UI.completions(table, "o", "8/5") == []
    assert UI.completions(match_table(at_roll().match), "o", "8/5") == []


@given(st.integers(0, 10**6))
def test_each_word_that_is_named_does_something(seed: int) -> None:
    at = list(random_walk(replace(MONEY, beavers=2), seed, steps=seed % 60))[-1]
    for side in Side:
        for word in can_type(at.match, side):
            assert word in TOLD_WORDS
            if word not in ("play", "pass"):
                assert type(UI.typed(match_table(at.match), side, word)) in allowed(at.match, side)


@given(st.text(max_size=60))
def test_whatever_is_typed_is_an_action_or_a_refusal_in_words(text: str) -> None:
    for driver in (at_play(), at_roll(), doubled(), resigned()):
        for side in Side:
            refused = refusal(driver, side, text)
            assert refused is None or all(refusal_text(texts, refused) for texts in (EN, DE))


def refusal(driver: Driver, side: Side, text: str) -> RuleViolation | None:
    try:
        typed(driver, side, text)
    except RuleViolation as refused:
        return refused
    return None
