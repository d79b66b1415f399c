"""Replaying a match file of any program against the rules: plays, cube, Crawford, points and score.

A game with a mistake is followed no further, but its own last line still says who won, so that one mistake
is one line of the report.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import assert_never

from bot.game.formats.mat import (
    AUTOMATIC_DOUBLES,
    Beavers,
    Doubles,
    Drops,
    MatCell,
    MatGame,
    MatMatch,
    Rolls,
    Takes,
    Wins,
)
from bot.game.formats.mat_problems import REASONS, MatProblem
from bot.game.formats.mat_reader import take_apart
from bot.game.notation import BadNotation, format_play, parse_play
from bot.game.plays import LegalPlays, Play
from bot.game.position import CHECKERS, OFF, STANDARD_START
from bot.game.result import Kind
from bot.game.turn import height
from bot.game.violations import Fact
from bot.game.written import read_written

_AUTOMATIC = re.compile(r"\bgame\s+(\d{1,5}):\s*(\d)\b")
_SETTING = re.compile(r'\[\s*(\w+)\s*"([^"]*)"\s*\]')


@dataclass(frozen=True, slots=True)
class GameReport:
    """``winner`` is a column, None for a game without an end; ``score`` stands after the game."""

    number: int
    winner: int | None
    points: int
    score: tuple[int, int]


@dataclass(frozen=True, slots=True)
class MatchReport:
    """Everything that a replay found."""

    players: tuple[str, str]
    length: int
    games: tuple[GameReport, ...]
    errors: tuple[MatProblem, ...]


def check_match(text: str) -> MatchReport:
    """Replay the file. Never raises for what the file holds: all mistakes are in ``errors``, by line."""
    match, problems = take_apart(text)
    reports, found = _check_games(match)
    errors = sorted((*problems, *found), key=lambda problem: problem.line) or _nothing_played(match)
    return MatchReport(match.players, match.length, tuple(reports), tuple(errors))


def _check_games(match: MatMatch) -> tuple[list[GameReport], list[MatProblem]]:
    settings = {
        name.casefold(): value.casefold() for line in match.comments for name, value in _SETTING.findall(line)
    }
    reports: list[GameReport] = []
    automatic = _automatic_doubles(match, settings)
    problems = _check_variation(match, settings.get("variation", "backgammon"))
    score = match.games[0].scores if match.games else (0, 0)
    crawford_to_come = settings.get("crawford") != "off" and match.length - 1 not in score
    jacoby = False
    for i, game in enumerate(match.games):
        crawford = crawford_to_come and match.length - 1 in score
        crawford_to_come = crawford_to_come and not crawford
        problems += _check_heading(match, i, reports[-1] if reports else None, score)
        replay = _Replay(match.length, score, crawford=crawford, cube=1 << automatic.get(game.number, 0))
        replay.run(game, is_last=i == len(match.games) - 1)
        problems += replay.problems
        jacoby = replay.settle_jacoby(_gained(match, i, replay.winner), known=jacoby)
        if replay.winner is not None:
            gained = (replay.points, 0) if replay.winner == 0 else (0, replay.points)
            score = (score[0] + gained[0], score[1] + gained[1])
        reports.append(GameReport(game.number, replay.winner, replay.points, score))
    return reports, problems


def _nothing_played(match: MatMatch) -> list[MatProblem]:
    """A file of headings alone is no record of anything; behind a game, a heading is where it was cut off."""
    if any(game.cells for game in match.games):
        return []
    return [MatProblem(match.games[0].line if match.games else 1, "nothing_played", {})]


def _gained(match: MatMatch, i: int, winner: int | None) -> int | None:
    """What game ``i`` brought its winner by the next game's heading; None where there is none."""
    if winner is None or i + 1 == len(match.games):
        return None
    return match.games[i + 1].scores[winner] - match.games[i].scores[winner]


def _automatic_doubles(match: MatMatch, settings: Mapping[str, str]) -> dict[int, int]:
    """How many automatic doubles a game began with, by its number; our own files say it in a comment."""
    told = "" if match.length else settings.get(AUTOMATIC_DOUBLES.casefold(), "")
    return {int(number): int(times) for number, times in _AUTOMATIC.findall(told)}


def _check_variation(match: MatMatch, variation: str) -> list[MatProblem]:
    if variation == "backgammon":
        return []
    return [MatProblem(1, "variation", {"variation": variation})]


def _check_heading(
    match: MatMatch, i: int, before: GameReport | None, score: tuple[int, int]
) -> list[MatProblem]:
    """A game's own score must follow from the one before it, so that a wrong one is told only once."""
    game = match.games[i]
    problems = []
    if before is None:
        expected = (0, 0) if game.number == 1 else game.scores
    else:
        gained = (before.points * (before.winner == 0), before.points * (before.winner == 1))
        previous = match.games[i - 1].scores
        expected = (previous[0] + gained[0], previous[1] + gained[1])
    if game.scores != expected:
        facts: dict[str, Fact] = {"expected": _score(expected), "score": _score(game.scores)}
        problems.append(MatProblem(game.names_line, "score", facts))
    told = before is None and bool(problems)
    if match.length and max(score) >= match.length and not told:
        problems.append(MatProblem(game.line, "match_over", {}))
    return problems


def _score(score: Sequence[int]) -> str:
    return "–".join(map(str, score))


class _Replay:
    """One game on the board. Players are columns; ``_mover`` is None before the first roll."""

    def __init__(self, length: int, score: tuple[int, int], *, crawford: bool, cube: int) -> None:
        self.problems: list[MatProblem] = []
        self.winner: int | None = None
        self.points = 0
        self._length = length
        self._score = score
        self._crawford = crawford
        self._position = STANDARD_START
        self._mover: int | None = None
        self._cube = cube
        self._owner: int | None = None
        self._offer: tuple[int, int] | None = None
        self._beavered: int | None = None
        self._kind: Kind | None = None
        self._told = self._lost = self._resigning = False

    def run(self, game: MatGame, *, is_last: bool) -> None:
        entries = Counter(cell.line for cell in game.cells)
        for cell, following in zip_longest(game.cells, game.cells[1:]):
            self._resigning = following is not None and isinstance(following.entry, Wins)
            if isinstance(cell.entry, Wins):
                self._wins(cell, cell.entry, alone=entries[cell.line] == 1)
            elif not (self.problems or self._lost):
                self._step(cell)
        if self.winner is None and not (self.problems or self._lost or is_last):
            line = game.cells[-1].line if game.cells else game.line
            self._problem(line, "unfinished", number=game.number)

    def settle_jacoby(self, gained: int | None, *, known: bool) -> bool:
        """Some programs name a gammon with an untouched cube but score it as single, by the Jacoby rule.

        ``gained`` is what the next heading counts, ``known`` whether an earlier game showed the rule.
        Answers whether the rule is known now.
        """
        if self._length or self.problems or self._owner is not None or self.points <= self._cube:
            return known
        if gained == self._cube or (gained is None and known):
            self.points = self._cube
            return True
        return known

    def _step(self, cell: MatCell) -> None:
        if self.winner is not None:
            self._problem(cell.line, "after_end")
            return
        match cell.entry:
            case Rolls(dice, play):
                self._rolls(cell, dice, play)
            case Doubles(value):
                self._doubles(cell, value)
            case Beavers(value):
                self._beavers(cell, value)
            case Takes() | Drops():
                self._answers(cell, takes=isinstance(cell.entry, Takes))
            case Wins():
                raise AssertionError(cell)
            case _:
                assert_never(cell.entry)

    def _rolls(self, cell: MatCell, dice: tuple[int, int], written: str) -> None:
        if not all(1 <= die <= 6 for die in dice):
            self._lost = True  # the reader has told it
            return
        if self._mover is None:
            self._mover = cell.column
            if dice[0] == dice[1]:
                self._problem(cell.line, "opening_double")
        elif not self._may_act(cell):
            return
        self._beavered = None
        plays = LegalPlays(self._position, dice)
        play = self._read(cell, written, plays)
        if play is not None and play.position.own[OFF] == CHECKERS:
            self._kind = height(play.position.mirrored())
            self._end(cell.column, self._cube * self._kind)
        position = play.position if play else self._position
        self._position, self._mover = position.mirrored(), 1 - cell.column

    def _may_act(self, cell: MatCell) -> bool:
        if self._offer is not None:
            self._problem(cell.line, "double_open")
        elif cell.column != self._mover:
            self._problem(cell.line, "turn")
        else:
            return True
        return False

    def _read(self, cell: MatCell, written: str, plays: LegalPlays) -> Play | None:
        if not written:
            if plays and not self._resigning:
                facts = {"dice": _dice(plays.roll), "example": format_play(next(iter(plays)))}
                self.problems.append(MatProblem(cell.line, "must_play", facts))
            return None
        try:
            return parse_play(written, plays)
        except BadNotation as bad:
            if bad.code == "notation.ambiguous":
                return _as_starred(written, bad.nearest)
            facts = {"play": written[:80], "dice": _dice(plays.roll), "reason": _reason(bad)}
            self.problems.append(MatProblem(cell.line, "play", facts))
            return None

    def _doubles(self, cell: MatCell, value: int | None) -> None:
        if self._offer is not None and cell.column != self._offer[0]:
            self._beavers(cell, value)
            return
        if self._mover is None:
            self._problem(cell.line, "double_first")
            return
        if not self._may_act(cell):
            return
        if self._length == 1:
            self._problem(cell.line, "no_cube")
        elif self._crawford:
            self._problem(cell.line, "crawford")
        elif self._owner == 1 - cell.column:
            self._problem(cell.line, "cube_owner")
        elif value not in (None, self._cube * 2):
            self._problem(cell.line, "cube_value", expected=self._cube * 2, value=value or 0)
        self._offer = (cell.column, self._cube * 2)

    def _beavers(self, cell: MatCell, value: int | None) -> None:
        """The answerer keeps the cube at twice what was offered; the raccoon to it doubles once more."""
        to_double = self._offer is not None and cell.column != self._offer[0]
        if self._length or not (to_double or cell.column == self._beavered):
            self._problem(cell.line, "beaver")
            return
        reached = self._cube * (4 if to_double else 2)
        if value not in (None, reached):
            self._problem(cell.line, "cube_value", expected=reached, value=value or 0)
        self._cube, self._offer = reached, None
        if to_double:
            self._owner, self._beavered = cell.column, 1 - cell.column
        else:
            self._beavered = None

    def _answers(self, cell: MatCell, *, takes: bool) -> None:
        """An answer to the double; to a beaver some programs write one too."""
        if self._offer is not None and cell.column != self._offer[0]:
            if takes:
                self._cube, self._owner, self._offer = self._offer[1], cell.column, None
            else:
                self._end(self._offer[0], self._cube)
        elif cell.column == self._beavered:
            self._beavered = None
            if not takes:
                self._end(1 - cell.column, self._cube // 2)
        else:
            self._problem(cell.line, "no_double")

    def _end(self, winner: int, points: int) -> None:
        self.winner, self.points = winner, points

    def _wins(self, cell: MatCell, wins: Wins, *, alone: bool) -> None:
        """The file's own result, against what the board says; without an end of play, a resignation.

        ``alone`` on its line the result stands in the winner's column; behind another entry some programs
        write it anywhere.
        """
        if self._told:
            self._problem(cell.line, "after_end")
            return
        self._told = True
        if self.winner is None:
            self._resigned(cell, wins)
        elif alone and cell.column != self.winner:
            self._problem(cell.line, "winner")
        elif not self.problems:
            self._check_points(cell, wins)
        reached = self._score[self.winner or 0] + self.points
        if wins.match and not self.problems and reached < self._length:
            self._problem(cell.line, "match_unfinished", score=reached, length=self._length)

    def _resigned(self, cell: MatCell, wins: Wins) -> None:
        allowed = [self._cube * kind for kind in Kind]
        if (
            not self.problems
            and wins.points not in allowed
            and not self._just_enough(cell.column, wins.points)
        ):
            self._problem(cell.line, "resignation", points=wins.points, cube=self._cube)
        self._end(cell.column, wins.points)

    def _check_points(self, cell: MatCell, wins: Wins) -> None:
        winner = self.winner or 0
        jacoby = (
            not self._length and self._kind is not None and self._owner is None and wins.points == self._cube
        )
        if wins.points == self.points:
            return
        if jacoby or (wins.points < self.points and self._just_enough(winner, wins.points)):
            self.points = wins.points
        else:
            self._problem(cell.line, "points", expected=self.points, points=wins.points)

    def _just_enough(self, winner: int, points: int) -> bool:
        """Some programs write no more points than the match still needed."""
        return self._length > 0 and self._score[winner] + points == self._length

    def _problem(self, line: int, code: str, **facts: Fact) -> None:
        self.problems.append(MatProblem(line, code, facts))


def _as_starred(written: str, fits: Sequence[Play]) -> Play:
    """Where a joined step could go two ways, the one that hits least beside the stars: a hit is written."""
    stars = read_written(written).hits
    return min(fits, key=lambda play: (len(set(play.hits) ^ stars), len(play.hits)))


def _reason(bad: BadNotation) -> str:
    reason = str(bad.facts.get("reason", bad.code))
    return REASONS[reason].format(part=bad.facts.get("part", ""))


def _dice(dice: Sequence[int]) -> str:
    return "".join(map(str, sorted(dice, reverse=True)))
