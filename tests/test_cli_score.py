from __future__ import annotations

import json
from collections.abc import Mapping

import pytest

from bot.cli_score import ScoreError, run_score

Given = Mapping[str, object]


def game(*events: Given, winner: str | None = None, **more: object) -> Given:
    return {"events": list(events), **({"winner": winner} if winner else {}), **more}


def score(*games: Given, line: str = "BCXY", **more: object) -> dict[str, object]:
    return run_score({"line": list(line), "partner": None, "rules": {}, "games": list(games), **more})


C_DROPS: Given = {"double": "box", "take": ["X", "Y"], "drop": ["C"]}
ALL_TAKE: Given = {"double": "box", "take": ["C", "X", "Y"], "drop": []}
C_IS_TAKEN: Given = {"double": ["C"], "take": ["C"]}


@pytest.mark.parametrize(
    "played, row, line",
    [
        pytest.param(
            game(winner="box", kind="gammon"), {"C": -1, "X": -1, "Y": -1, "B": 3}, "BXYC", id="example 1"
        ),
        pytest.param(
            game({"double": ["X"], "take": ["X"]}, winner="box", kind="backgammon"),
            {"C": -1, "X": -6, "Y": -1, "B": 8},
            "BXYC",
            id="example 2",
        ),
        pytest.param(
            game(C_DROPS, winner="team"), {"C": -1, "X": 2, "Y": 2, "B": -3}, "XYCB", id="example 3"
        ),
        pytest.param(
            game({"double": "box", "take": ["X"], "drop": ["Y", "C"]}, winner="team"),
            {"C": -1, "X": 2, "Y": -1, "B": 0},
            "XYCB",
            id="example 4",
        ),
        pytest.param(
            game(C_DROPS, winner="box"), {"C": -1, "X": -2, "Y": -2, "B": 5}, "BXYC", id="example 5"
        ),
        pytest.param(
            game({"double": ["C"], "drop": ["C"]}, winner="box"),
            {"C": 1, "X": -1, "Y": -1, "B": 1},
            "BXYC",
            id="example 6, the box wins",
        ),
        pytest.param(
            game({"double": ["C"], "drop": ["C"]}, winner="team"),
            {"C": 1, "X": 1, "Y": 1, "B": -3},
            "CXYB",
            id="example 6, the team wins",
        ),
        pytest.param(
            game(ALL_TAKE, {"double": ["X"], "take": ["X"]}, {"double": "box", "take": "X"}, winner="team"),
            {"C": 2, "X": 8, "Y": 2, "B": -12},
            "CXYB",
            id="example 7",
        ),
        pytest.param(
            game(C_IS_TAKEN, ALL_TAKE, winner="box"),
            {"C": -4, "X": -2, "Y": -2, "B": 8},
            "BXYC",
            id="example 8, double all",
        ),
        pytest.param(
            game(C_IS_TAKEN, {"double": "box-initial", "take": ["X", "Y"]}, winner="box"),
            {"C": -2, "X": -2, "Y": -2, "B": 6},
            "BXYC",
            id="example 8, initial doubles only",
        ),
        pytest.param(
            game({"double": "box", "drop": ["C", "X", "Y"]}),
            {"C": -1, "X": -1, "Y": -1, "B": 3},
            "BXYC",
            id="all dropped",
        ),
    ],
)
def test_the_examples_of_the_design(played: Given, row: dict[str, int], line: str) -> None:
    told = score(played)
    assert told["rows"] == [row]
    assert told["lines"] == [list(line)]


@pytest.mark.parametrize(
    "line, row",
    [
        ("BCXYZP", {"B": -2, "P": -2, "C": 1, "X": 1, "Y": 1, "Z": 1}),
        ("BCXYZWP", {"B": -3, "P": -2, "C": 1, "X": 1, "Y": 1, "Z": 1, "W": 1}),
    ],
)
def test_example_9_the_partner_has_half_and_the_box_the_odd_point(line: str, row: dict[str, int]) -> None:
    assert score(game(winner="team"), line=line, partner="P")["rows"] == [row]


def test_an_odd_point_won_is_the_box_s_as_well() -> None:
    rows = score(game(winner="box"), line="BCXYZWP", partner="P")["rows"]
    assert rows == [{"B": 3, "P": 2, "C": -1, "X": -1, "Y": -1, "Z": -1, "W": -1}]


def test_the_partner_at_the_head_of_the_file_is_of_the_first_box_only() -> None:
    told = score(game(winner="box"), game(winner="team"), game(winner="team"), line="BCXYZP", partner="P")
    assert told["rows"] == [
        {"B": 2, "P": 2, "C": -1, "X": -1, "Y": -1, "Z": -1},
        {"B": -2, "P": -2, "X": 1, "Y": 1, "Z": 1, "C": 1},
        {"X": -5, "Y": 1, "Z": 1, "P": 1, "C": 1, "B": 1},
    ]


def test_example_10_a_leaver_is_paid_by_the_largest_opposite_balance() -> None:
    """A +6, B −3, C −3, made by A as the box against two."""
    doubled: Given = {"double": "box", "take": ["B", "C"]}
    told = score(game(doubled, winner="box", kind="single"), game(winner="box"), line="ABC", leave=["A"])
    assert told["settlements"] == [
        {"from": "B", "to": "A", "points": 3},
        {"from": "C", "to": "A", "points": 3},
    ]
    assert told["totals"] == {"A": 0, "B": 0, "C": 0}
    assert told["payments"] == []


@pytest.mark.parametrize(
    "winner, row",
    [("team", {"A": 5, "X": -4, "Y": -1, "B": 0}), ("box", {"A": -3, "X": 0, "Y": -1, "B": 4})],
)
def test_example_11_extras(winner: str, row: dict[str, int]) -> None:
    event: Given = {"double": "box", "take": ["A"], "drop": ["X", "Y"], "extra": ["X"]}
    told = score(game(event, winner=winner), line="BAXY", rules={"extras": "optional"})
    assert told["rows"] == [row]


@pytest.mark.parametrize("kind, points", [("single", 8), ("gammon", 16)])
def test_example_13_beaver_and_raccoon(kind: str, points: int) -> None:
    event: Given = {"double": ["C"], "take": ["C"], "beaver": ["C"], "raccoon": ["C"]}
    told = score(game(event, winner="team", kind=kind), rules={"beavers": 2})
    assert told["rows"] == [{"C": points, "X": 1, "Y": 1, "B": -points - 2}]


def test_cubes_at_the_end_of_each_game_have_a_value_and_an_owner() -> None:
    told = score(game(C_IS_TAKEN, {"double": "box-initial", "take": ["X"], "drop": ["Y"]}, winner="box"))
    assert told["cubes"] == [
        {
            "C": {"value": 2, "owner": "box"},
            "X": {"value": 2, "owner": "member"},
            "Y": {"value": 1, "owner": "centre"},
        }
    ]


def test_without_jacoby_gammons_count_on_centred_cubes() -> None:
    told = score(game(winner="team", kind="gammon"), rules={"jacoby": False})
    assert told["rows"] == [{"C": 2, "X": 2, "Y": 2, "B": -6}]


def test_totals_payments_and_lines_run_over_games() -> None:
    told = score(game(winner="team"), game(winner="team"), game(winner="box", kind="gammon"))
    assert told["lines"] == [list("CXYB"), list("XYBC"), list("XBCY")]
    assert told["totals"] == {"B": -3, "C": -3, "X": 5, "Y": 1}
    assert told["payments"] == [
        {"from": "B", "to": "X", "points": 3},
        {"from": "C", "to": "X", "points": 2},
        {"from": "C", "to": "Y", "points": 1},
    ]
    assert json.loads(json.dumps(told)) == told


@pytest.mark.parametrize(
    "games, more, code, facts",
    [
        ([game(C_IS_TAKEN, C_IS_TAKEN, winner="box")], {}, "cube.not_yours", {"game": 1, "event": 2}),
        ([game(ALL_TAKE, ALL_TAKE, winner="box")], {}, "chouette.box_has_no_cube", {"game": 1, "event": 2}),
        (
            [game(winner="box"), game({"double": ["B"], "take": ["B"]}, winner="box")],
            {},
            "chouette.not_in_team",
            {"game": 2, "event": 1, "seat": "B"},
        ),
        ([game({"double": "box", "take": ["X", "Y"]})], {}, "chouette.unanswered", {"seat": "C"}),
        ([game({"double": ["X"], "take": ["X", "Y"]})], {}, "chouette.not_asked", {"seat": "Y"}),
        ([game({"double": ["X"], "beaver": ["X"]}, winner="box")], {}, "chouette.no_beavers", {"seat": "X"}),
        ([game({"double": "box", "drop": ["C", "X", "Y"]}, winner="box")], {}, "chouette.score_all_out", {}),
        (
            [game({"double": "box", "drop": ["C", "X", "Y"]}, C_IS_TAKEN)],
            {},
            "chouette.score_all_out",
            {"event": 2},
        ),
        ([game()], {}, "score.no_winner", {"game": 1}),
        ([game(winner="X")], {}, "score.choice", {"field": "winner", "known": "box, team"}),
        ([game(winner="box", kind="huge")], {}, "score.choice", {"field": "kind"}),
        ([game({"take": ["X"]}, winner="box")], {}, "score.no_double", {"event": 1}),
        ([game({"dubble": "box"}, winner="box")], {}, "score.unknown_field", {"field": "dubble"}),
        ([], {"rules": {"beavers": 7}}, "rules.range", {"beavers": 7}),
        ([], {"rules": {"extras": "often"}}, "score.wrong_value", {"field": "rules.extras"}),
        ([], {"rules": {"jacobi": True}}, "score.unknown_field", {"field": "jacobi"}),
        ([], {"line": "BB"}, "chouette.joined_already", {"seat": "B"}),
        ([game(winner="box")], {"partner": "C"}, "chouette.partner_few", {"game": 1}),
        ([], {"leave": ["Z"]}, "chouette.not_at_table", {"seat": "Z"}),
    ],
)
def test_what_the_rules_or_the_form_do_not_allow_is_an_error_that_says_why(
    games: list[Given], more: dict[str, object], code: str, facts: dict[str, object]
) -> None:
    with pytest.raises(ScoreError) as refused:
        score(*games, **more)  # type: ignore[arg-type]
    assert refused.value.code == code
    assert facts.items() <= refused.value.facts.items()


def test_everyone_may_leave_at_the_end() -> None:
    told = score(game(winner="team"), leave=list("BCXY"))
    assert told["totals"] == dict.fromkeys("BCXY", 0)


@pytest.mark.parametrize("data", [None, [], "x", {"games": 3}, {"line": [1, 2]}, {"line": ["B"]}])
def test_a_file_of_another_form_is_refused(data: object) -> None:
    with pytest.raises(ScoreError):
        run_score(data)


@pytest.mark.parametrize(
    "event",
    [
        {"double": ["C", "X"], "take": ["X"], "drop": ["B"]},
        {"double": ["C", "X"], "take": ["B"], "drop": ["C"]},
        {"double": ["C", "X"], "take": "X", "drop": "C"},
    ],
)
def test_the_box_answers_by_its_own_name_for_all_cubes_not_named(event: Given) -> None:
    told = score(game(event, winner="box"))
    assert told["rows"] == [{"C": 1, "X": -2, "Y": -1, "B": 2}]


def test_the_box_may_beaver_by_its_own_name() -> None:
    told = score(game({"double": ["X"], "beaver": ["B"]}, winner="team"), rules={"beavers": 1})
    assert told["rows"] == [{"C": 1, "X": 4, "Y": 1, "B": -6}]


def test_the_box_does_not_answer_its_own_double() -> None:
    with pytest.raises(ScoreError, match="not_asked"):
        score(game({"double": "box", "take": ["B"]}, winner="team"))
