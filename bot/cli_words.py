"""What is wrong with an id or a score file, in one English sentence for the terminal.

Only for what a command reads; most refusals of the rules have their sentences in the catalogues of
:mod:`bot.ui`, but those speak to a player at the table.
"""

from __future__ import annotations

from collections.abc import Mapping

from bot.cli_score import ScoreError
from bot.game.violations import Fact, RuleViolation
from bot.ui.refusals import refusal_text
from bot.ui.texts import FIRST_STRONG_ISOLATE, POP_ISOLATE, texts

MESSAGES: Mapping[str, str] = {
    "gnubg.checkers": "{input} has {count} checkers of one side, more than {most}.",
    "gnubg.dice": "The match id {input} has the dice {value}, which do not exist.",
    "gnubg.length": "{input} has {length} characters, not {expected}.",
    "gnubg.letter": "{input} has characters that no id of GNU Backgammon has.",
    "gnubg.owner": "The match id {input} gives the cube to player {value}, not 0, 1 or 3 (the centre).",
    "gnubg.pinned": "An id of GNU Backgammon cannot hold pinned checkers.",
    "gnubg.position_id": "The position id {input} goes on behind the last checker.",
    "gnubg.range": "A match id of GNU Backgammon cannot hold {value} as its {field}.",
    "gnubg.shared_point": "{input} has checkers of both sides on one point.",
    "position_id.missing": "There is neither an XGID nor an id of GNU Backgammon in {input!r}.",
    "position_id.too_long": "The text has {length} characters, more than {most}.",
    "xgid.checkers": "{input} has {count} checkers of side {side}, more than {most}.",
    "xgid.cube": "{input} has the cube {value!r}, not the exponent of a power of 2, 0 to {highest}.",
    "xgid.dice": "{input} has the dice {value!r}, not 00, two of 1 to 6, D, B or R.",
    "xgid.fields": "{input} has {count} fields behind the board, not {expected}.",
    "xgid.flag": "{input} has the flag {value!r}, not 0 to {highest}.",
    "xgid.length": "{input} has {length} characters for the board, not {expected}.",
    "xgid.letter": "{input} has {letter!r} at place {at} of the board, no checker that can be there.",
    "xgid.match_length": "{input} has the match length {value!r}, not 0 to {highest}.",
    "xgid.max_cube": "{input} has the highest cube {value!r}, not an exponent of 2 from 0 to {highest}.",
    "xgid.owner": "{input} has the cube's owner {value!r}, not 1, 0 or -1.",
    "xgid.pinned": "An XGID cannot hold pinned checkers.",
    "xgid.score_o": "{input} has the score {value!r} for O, not 0 to {highest}.",
    "xgid.score_x": "{input} has the score {value!r} for X, not 0 to {highest}.",
    "xgid.turn": "{input} has the turn {value!r}, not 1 or -1.",
    "score.choice": "{field} is {value}, not one of {known}.",
    "score.no_double": "This event does not say who doubles.",
    "score.no_winner": "This game has no winner.",
    "score.not_json": "The file is no JSON: {problem}.",
    "score.unknown_field": "{where} has the unknown field {field!r}.",
    "score.wrong_value": "{field} cannot be {value}.",
    "cube.not_yours": "The box has the cube of {seat}, who cannot double.",
    "chouette.joined_already": "{seat} is named twice in the line.",
    "chouette.not_asked": "{seat} has no double to answer here.",
    "chouette.not_at_table": "{seat} is not at the table.",
    "chouette.not_in_team": "{seat} is not in the team of this game.",
    "chouette.unanswered": "{seat} has not answered the double.",
    "chouette.score_all_out": "The game was over before this: everybody in the team is out.",
}


def message(error: RuleViolation) -> str | None:
    """The sentence for what is wrong with the input, None where the catalogues have it."""
    sentence = MESSAGES.get(error.code)
    return None if sentence is None else sentence.format_map({**_shortened(error.facts)})


def score_sentence(error: ScoreError) -> str:
    """What is wrong with a score file and where: "Game 2, event 1: …"."""
    told = message(error) or for_terminal(refusal_text(texts("en"), error))
    place = [f"{name} {error.facts[name]}" for name in ("game", "event") if name in error.facts]
    return f"{', '.join(place).capitalize()}: {told}" if place else told


def for_terminal(text: str) -> str:
    """A text of the catalogues without the marks that only a screen for chats needs around names."""
    return text.replace(FIRST_STRONG_ISOLATE, "").replace(POP_ISOLATE, "")


def _shortened(facts: Mapping[str, Fact]) -> dict[str, Fact]:
    return {name: fact if isinstance(fact, int) else _quoted(fact) for name, fact in facts.items()}


def _quoted(text: str, most: int = 120) -> str:
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[:most]}…"
