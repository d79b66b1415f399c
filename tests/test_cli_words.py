"""Every code that reading an id or a score file can raise has its sentence."""

from __future__ import annotations

import ast
from pathlib import Path

from bot.cli_words import MESSAGES, message
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
