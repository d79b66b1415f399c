"""The command ``score`` as a script runs it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bot.cli import main

GAME: dict[str, object] = {
    "events": [{"double": "box", "take": ["X", "Y"], "drop": ["C"]}],
    "winner": "team",
    "kind": "single",
}
FILE: dict[str, object] = {
    "line": ["B", "C", "X", "Y"],
    "partner": None,
    "rules": {},
    "games": [GAME],
    "leave": ["X"],
}


def run(path: Path, value: object, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    path.write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")
    with pytest.raises(SystemExit) as ended:
        main(["score", str(path)])
    out, err = capsys.readouterr()
    return int(ended.value.code or 0), out, err


def test_a_file_becomes_its_sheet_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(tmp_path / "score.json", FILE, capsys)
    told = json.loads(out)
    assert (status, err) == (0, "")
    assert told["rows"] == [{"C": -1, "X": 2, "Y": 2, "B": -3}]
    assert told["lines"] == [["X", "Y", "C", "B"]]
    assert told["settlements"] == [{"from": "B", "to": "X", "points": 2}]
    assert told["totals"] == {"B": -1, "C": -1, "X": 0, "Y": 2}
    assert told["payments"] == [
        {"from": "B", "to": "Y", "points": 1},
        {"from": "C", "to": "Y", "points": 1},
    ]


@pytest.mark.parametrize(
    "value, said",
    [
        pytest.param("{", "JSON", id="no JSON"),
        pytest.param(
            {**FILE, "games": [{"events": [{"double": ["B"]}], "winner": "box"}]},
            "Game 1, event 1: B is not in the team",
            id="the box has no cube of its own",
        ),
        pytest.param({**FILE, "games": [{"events": []}]}, "Game 1: This game has no winner.", id="no winner"),
        pytest.param({**FILE, "line": ["B"]}, "There must be 2 players; here are 1.", id="alone"),
        pytest.param({**FILE, "colour": 1}, "colour", id="unknown field"),
    ],
)
def test_what_the_rules_or_the_form_do_not_allow_is_one_sentence_and_status_1(
    value: object, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, err = run(tmp_path / "score.json", value, capsys)
    assert (status, out) == (1, "")
    assert said in err
    assert err.startswith("chouette: ")
    assert err.count("\n") == 1
