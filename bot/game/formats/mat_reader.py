"""Reading Jellyfish text (.mat) as many programs write it: tabs, CRLF, odd spacing, synonyms.

Takes the file apart into cells; whether the moves are legal is ``mat_check``'s business.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from bot.game.formats.mat import (
    FIRST_COLUMN,
    MAX_SIZE,
    SECOND_COLUMN,
    Beavers,
    Doubles,
    Drops,
    Entry,
    MatCell,
    MatGame,
    MatMatch,
    Rolls,
    Takes,
    Wins,
)
from bot.game.formats.mat_problems import BadMat, MatProblem
from bot.game.violations import Fact

MAX_LINE, MAX_PROBLEMS = 1000, 100
NEAR = 2
"""How far an entry may stand from its column: doubles and answers are often one further in."""

_LINE_END = re.compile(r"\r\n|\n|\r")
_LENGTH = re.compile(r"\s*(\d{1,5})[\s-]*points?[\s-]*match\b.*", re.IGNORECASE)
_MONEY = re.compile(r"\s*(?:money|unlimited)\s+(?:session|match|game)\b.*", re.IGNORECASE)
_COMMENT = re.compile(r"\s*(?:;+(.*)|(?=\[)(.*\])\s*)")
_GAME = re.compile(r"\s*game\s+(\d{1,5})\s*[.:]?\s*", re.IGNORECASE)
_NAMES = re.compile(r"\s*(\S.*?)\s*:\s*(\d{1,9})(?:,\s*|\s+)(\S.*?)\s*:\s*(\d{1,9})\s*")
_NUMBERED = re.compile(r"\s*\d{1,5}\)")
_ENTRY = re.compile(
    r"(?<![\d/])(?P<dice>\d-?\d)\s*:"
    r"|\b(?:re)?double[sd]?\b(?:\s*(?:=>|->|to|:)?\s*(?P<double>\d+))?"
    r"|\b(?:beaver|raccoon)s?\b(?:\s*(?:=>|->|to|:)?\s*(?P<beaver>\d+))?"
    r"|\b(?P<take>takes?|accepts?)\b"
    r"|\b(?P<drop>drops?|passes|rejects?|declines?)\b"
    r"|\b(?P<resign>resign(?:s|ed)?)\b(?:\s+(?:a\s+)?(?:single|gammon|backgammon)\b)?"
    r"|\bwins?\s+(?P<points>\d+)\s+points?\b(?P<match>\s+and\s+(?:the\s+)?match\b)?",
    re.IGNORECASE,
)
_CANNOT_MOVE = re.compile(
    r"\(?(?:(?:can\s?not|can[’']t|no)\s+(?:legal\s+)?(?:moves?|plays?)|dance[sd]?|fans?|-+)?\)?\.?",
    re.IGNORECASE,
)


def decode_mat(data: bytes) -> str:
    """The text of a file of unknown encoding: Unicode by its mark, UTF-8, else Western European."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", errors="replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")


def read_mat(text: str) -> MatMatch:
    """The match in the file. Raises ``BadMat`` with the first line that cannot be read."""
    match, problems = take_apart(text)
    if problems:
        raise BadMat(problems[0])
    return match


def take_apart(text: str) -> tuple[MatMatch, list[MatProblem]]:
    """All that can be read, and what cannot, in the order of lines."""
    reader = _Reader()
    if len(text) > MAX_SIZE:
        reader.problem(1, "file_size", size=len(text), most=MAX_SIZE)
    else:
        for number, line in enumerate(_LINE_END.split(text.removeprefix("\ufeff")), start=1):
            if not reader.stopped:
                reader.line(number, line.expandtabs().rstrip())
    return reader.match(), reader.problems


@dataclass(slots=True)
class _Draft:
    """A game being read. ``second`` is where the second column was seen to begin; ``seen`` are the places of
    both columns in its last full line.
    """

    number: int
    line: int
    scores: tuple[int, int] | None = None
    names_line: int = 0
    cells: list[MatCell] = field(default_factory=list)
    second: int = SECOND_COLUMN
    seen: tuple[int, int] | None = None
    unclear: bool = False

    def lone_column(self, start: int, entry: Entry) -> int:
        """The column of an entry alone on its line: where full lines have it, else turns alternate, answers
        to doubles included (but whoever raccoons rolls next). A game's first entry and its result belong to
        where they stand.
        """
        if self.seen and not isinstance(entry, Wins):
            for column, place in enumerate(self.seen):
                if abs(start - place) <= NEAR:
                    return column
        if self.cells and not isinstance(entry, Wins):
            raccooned = [isinstance(cell.entry, Beavers) for cell in self.cells[-2:]] == [True, True]
            return self.cells[-1].column if raccooned else 1 - self.cells[-1].column
        middle = (FIRST_COLUMN + self.second) / 2
        self.unclear = not self.cells and FIRST_COLUMN + 2 < start < middle
        return int(start > middle)

    def settle_first(self) -> None:
        """A first entry between the columns is the second player's, now that the first player's follows."""
        if self.unclear and len(self.cells) == 1:
            self.cells[0] = replace(self.cells[0], column=1)


class _Reader:
    """Goes through the lines once, in order."""

    def __init__(self) -> None:
        self.problems: list[MatProblem] = []
        self.stopped = False
        self._length: int | None = None
        self._players: tuple[str, str] | None = None
        self._comments: list[str] = []
        self._games: list[_Draft] = []

    def problem(self, line: int, code: str, **facts: Fact) -> None:
        self.problems.append(MatProblem(line, code, facts))
        self.stopped = self.stopped or len(self.problems) >= MAX_PROBLEMS

    def match(self) -> MatMatch:
        if not self._games and not self.problems:
            self.problem(1, "empty")
        for game in self._games[:-1]:  # the last one may be cut off behind its heading
            if game.scores is None:
                self.problem(game.line, "names", number=game.number)
        games = tuple(
            MatGame(g.number, g.scores, tuple(g.cells), g.line, g.names_line)
            for g in self._games
            if g.scores is not None
        )
        return MatMatch(self._players or ("", ""), self._length or 0, games, tuple(self._comments))

    def line(self, number: int, line: str) -> None:
        if not line.strip():
            return
        if len(line) > MAX_LINE:
            self.problem(number, "unreadable", text=_quoted(line))
        elif found := _COMMENT.fullmatch(line):
            self._comments.append((found[1] or found[2] or "").strip())
        elif found := _LENGTH.fullmatch(line):
            self._begin(number, int(found[1]))
        elif _MONEY.fullmatch(line):
            self._begin(number, 0)
        elif found := _GAME.fullmatch(line):
            self._open_game(number, int(found[1]))
        elif not self._games:
            self.problem(number, "unreadable", text=_quoted(line))
        elif self._games[-1].scores is None:
            self._names(number, line)
        else:
            self._entries(number, line)

    def _begin(self, number: int, length: int) -> None:
        if self._length is not None:
            self.problem(number, "second_match")
            self.stopped = True
            return
        self._length = length

    def _open_game(self, number: int, game: int) -> None:
        if self._length is None:
            self.problem(number, "no_length")
            self._length = 0
        if self._games and game != self._games[-1].number + 1:
            self.problem(number, "game_number", number=game, previous=self._games[-1].number)
        self._games.append(_Draft(game, number))

    def _names(self, number: int, line: str) -> None:
        game = self._games[-1]
        found = _NAMES.fullmatch(line)
        game.names_line = number
        if not found:
            self.problem(number, "names", number=game.number)
            game.scores = (0, 0)
            self._entries(number, line)
            return
        game.scores = (int(found[2]), int(found[4]))
        game.second = max(found.start(3), 8)
        players = (found[1], found[3])
        if self._players is None:
            self._players = players
        elif self._players != players:
            self.problem(number, "names_changed", players=" and ".join(self._players))

    def _entries(self, number: int, line: str) -> None:
        """The one or two cells of a line."""
        game = self._games[-1]
        found = list(self._parts(number, line))
        result = found.pop() if len(found) == 3 and isinstance(found[-1][1], Wins) else None
        if len(found) > 2:
            self.problem(number, "columns")
        if len(found) == 2:
            game.settle_first()
            if not isinstance(found[1][1], Wins):
                game.second = found[1][0]
                game.seen = found[0][0], found[1][0]
        for i, (start, entry) in enumerate(found[:2]):
            column = i if len(found) > 1 else game.lone_column(start, entry)
            game.cells.append(MatCell(column, entry, number))
        if result:
            game.cells.append(MatCell(1, result[1], number))

    def _parts(self, number: int, line: str) -> Iterator[tuple[int, Entry]]:
        """Each entry with the place where it begins."""
        numbered = _NUMBERED.match(line)
        at = numbered.end() if numbered else 0
        entries = list(_ENTRY.finditer(line, at))
        if line[at : entries[0].start() if entries else None].strip():
            self.problem(number, "unreadable", text=_quoted(line[at:]))
            return
        for found, following in zip(entries, [*entries[1:], None], strict=False):
            rest = line[found.end() : following.start() if following else None].strip()
            entry = self._entry(number, found, rest)
            if entry:
                yield found.start(), entry

    def _entry(self, number: int, found: re.Match[str], rest: str) -> Entry | None:
        if dice := found["dice"]:
            first, second = int(dice[0]), int(dice[-1])
            if not (1 <= first <= 6 and 1 <= second <= 6):
                self.problem(number, "dice", dice=dice)
            return Rolls((first, second), "" if _CANNOT_MOVE.fullmatch(rest) else rest)
        if rest.strip("."):
            self.problem(number, "unreadable", text=_quoted(rest))
        if found["points"]:
            return Wins(int(found["points"]), match=bool(found["match"]))
        if found["resign"]:
            return None  # the result that follows says it
        if found["take"]:
            return Takes()
        if found["drop"]:
            return Drops()
        if found[0].casefold().startswith(("beaver", "raccoon")):
            return Beavers(_value(found["beaver"]))
        return Doubles(_value(found["double"]))


def _value(digits: str | None) -> int | None:
    return int(digits) if digits else None


def _quoted(text: str) -> str:
    return " ".join(text.split())[:80]
