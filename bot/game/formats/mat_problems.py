"""What can be wrong with a match file, in words for the person who wrote the file.

The one place of the core with sentences: they go with a line number into a report about a file, in the
English that the format itself is written in.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.game.violations import BadInput, Fact

MESSAGES: Mapping[str, str] = {
    "after_end": "the game was over before this",
    "backwards": "'{play}' moves backwards",
    "beaver": "a beaver answers a double, and only in a money session",
    "columns": "more than two entries on one line",
    "crawford": "nobody may double in the Crawford game",
    "cube_owner": "the cube belongs to the other player",
    "cube_value": "the double should be to {expected}, not {value}",
    "dice": "no dice show {dice}",
    "double_first": "nobody may double before the first roll",
    "double_open": "the double has not been answered",
    "empty": "there is no game in this file",
    "file_size": "the file has {size} characters, more than {most}",
    "game_heading": "there is no game that this line belongs to",
    "game_number": "game {number} follows game {previous}",
    "match_over": "the match was over before this game",
    "match_unfinished": "the file says that this ends the match, but the score is {score} of {length}",
    "must_play": "{dice} can be played, for example {example}",
    "names": "game {number} has no line with the players' names and scores",
    "names_changed": "the players were {players}",
    "no_cube": "a 1-point match is played without a cube",
    "no_double": "there is no double to answer",
    "no_length": "there is no line with the length of the match",
    "nothing_played": "nothing is played in this file: no roll follows its headings",
    "opening_double": "the first roll of a game is never a double",
    "play": "'{play}' is not legal with {dice}: {reason}",
    "points": "this game counts {expected}, not {points}",
    "resignation": "{points} is not 1, 2 or 3 times the cube at {cube}",
    "score": "the score should be {expected}, not {score}",
    "second_match": "a second match begins here",
    "turn": "it is the other player's turn",
    "unfinished": "game {number} has no end",
    "unreadable": "'{text}' cannot be read",
    "variation": "only standard backgammon is known, not {variation}",
    "winner": "the other player has won this game",
}

REASONS: Mapping[str, str] = {
    "notation.ambiguous": "more than one play fits",
    "notation.backwards": "it moves backwards",
    "notation.cannot_move": "no move is possible",
    "notation.dice": "the dice are different",
    "notation.incomplete": "more of the dice can be played",
    "notation.too_long": "it is too long",
    "notation.unreadable": "it cannot be read",
    "notation.wastes_die": "another way plays more of the dice, or the higher one",
    "bar_first": "a checker on the bar must enter first",
    "blocked": "{part} lands on a blocked point",
    "dice": "the dice do not allow {part}",
    "higher_first": "a checker stands further back than {part}",
    "no_checker": "there is no checker to move {part}",
    "not_home": "not all checkers are home",
    "pinned": "the checker is pinned",
}


@dataclass(frozen=True, slots=True)
class MatProblem:
    """One thing wrong, at ``line`` of the file (from 1)."""

    line: int
    code: str
    facts: Mapping[str, Fact] = field(default_factory=dict)

    @property
    def message(self) -> str:
        """One English sentence without a full stop."""
        return MESSAGES[self.code].format(**self.facts)


class BadMat(BadInput):
    """A match file that cannot be read. ``line`` counts from 1."""

    def __init__(self, problem: MatProblem) -> None:
        super().__init__(f"mat.{problem.code}", {"line": problem.line, **problem.facts})
        self.line = problem.line
        self.message = problem.message

    def __str__(self) -> str:
        return f"line {self.line}: {self.message}"
