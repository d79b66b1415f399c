"""Every code that reading an id or a score file can raise has its sentence."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from bot.cli_score import ScoreError, run_score
from bot.cli_words import MESSAGES, message, score_sentence
from bot.game.formats.xgid import FIELDS
from bot.game.violations import BadInput
from bot.ui.texts import texts

BOT = Path(__file__).parents[1] / "bot"
READERS = (*sorted((BOT / "game" / "formats").glob("*.py")), BOT / "cli_score.py")
RAISED = {"BadInput", "_bad", "ScoreError"}


def codes() -> set[str]:
    """The literal codes in the readers, and a code for each field of an XGID."""
    calls = [node for path in READERS for node in ast.walk(ast.parse(path.read_text("utf-8")))]
    literal = {
        call.args[0].value
        for call in calls
        if isinstance(call, ast.Call)
        and call.args
        and getattr(call.func, "id", getattr(call.func, "attr", "")) in RAISED
        and isinstance(call.args[0], ast.Constant)
        and isinstance(call.args[0].value, str)
    }
    return literal | {f"xgid.{field}" for field in FIELDS}


def test_every_code_of_a_reader_has_a_sentence() -> None:
    assert len(codes()) > 20
    assert {code for code in codes() - MESSAGES.keys() if f"violation.{code}" not in texts("en")} == set()


def test_a_long_input_is_quoted_shortened_and_on_one_line() -> None:
    said = message(BadInput("position_id.missing", {"input": "word\nword " * 100}))
    assert said is not None
    assert "\n" not in said
    assert len(said) < 250


def test_a_member_whose_cube_the_box_has_is_named() -> None:
    taken = {"double": ["C"], "take": ["C"]}
    with pytest.raises(ScoreError) as refused:
        run_score({"line": ["B", "C", "X"], "games": [{"events": [taken, taken], "winner": "box"}]})
    assert score_sentence(refused.value) == "Game 1, event 2: The box has the cube of C, who cannot double."


@pytest.mark.parametrize(
    "event,words",
    [
        ({"double": "box", "take": ["C"]}, "X"),
        ({"double": ["Q"], "drop": ["Q"]}, "team"),
        ({"double": ["C"], "beaver": ["C"]}, "eavers"),
        ({"double": "box", "drop": ["C", "C", "X", "B"]}, "answer"),
        ({"take": ["C"]}, "who doubles"),
        ({"double": []}, "doubles"),
        ({"double": 5}, "double cannot be 5"),
        ({"dubble": ["C"]}, "'dubble'"),
        ({"double": ["C"], "take": ["C"], "extra": ["X"]}, "extras"),
    ],
)
def test_an_event_that_is_not_allowed_is_named_with_its_game_and_the_reason(
    event: object, words: str
) -> None:
    games = [{"events": [], "winner": "box"}, {"events": [event], "winner": "box"}]
    with pytest.raises(ScoreError) as refused:
        run_score({"line": ["B", "C", "X"], "games": games})
    told = score_sentence(refused.value)
    assert told.startswith("Game 2, event 1: ")
    assert words in told
    assert "violation" not in told
    assert "You" not in told
