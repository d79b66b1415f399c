"""A whole match as Jellyfish text (.mat): its neutral structure, and how it is written.

Two columns, one for each player; who sits on which side of our boards is the caller's business.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bot.game.dice import Roll
from bot.game.plays import Move

MAX_SIZE = 2 * 1024 * 1024
MAX_NAME_BYTES = 31
FIRST_COLUMN, SECOND_COLUMN = 5, 34
AUTOMATIC_DOUBLES = "AutomaticDoubles"
"""The comment that names the games with automatic doubles, and how many: ``game 2: 1, game 5: 3``."""


@dataclass(frozen=True, slots=True)
class Rolls:
    """A throw and the play as written, empty for a throw that cannot be moved."""

    dice: Roll
    play: str = ""


@dataclass(frozen=True, slots=True)
class Doubles:
    """A double or redouble to ``value`` (None where the file does not say)."""

    value: int | None


@dataclass(frozen=True, slots=True)
class Takes:
    """The double is accepted."""


@dataclass(frozen=True, slots=True)
class Drops:
    """The double is refused."""


@dataclass(frozen=True, slots=True)
class Beavers:
    """Accepted and redoubled at once to ``value``, or, as an answer to that, the raccoon."""

    value: int | None


@dataclass(frozen=True, slots=True)
class Wins:
    """The end of a game; ``match`` if the line says that it ends the match."""

    points: int
    match: bool = False


Entry = Rolls | Doubles | Takes | Drops | Beavers | Wins


@dataclass(frozen=True, slots=True)
class MatCell:
    """One entry in ``column`` 0 or 1; ``line`` of the file from 1, 0 if it comes from no file."""

    column: int
    entry: Entry
    line: int = 0


@dataclass(frozen=True, slots=True)
class MatGame:
    """One game; ``scores`` as they stand before it. ``line`` has its number, ``names_line`` the scores."""

    number: int
    scores: tuple[int, int]
    cells: tuple[MatCell, ...]
    line: int = 0
    names_line: int = 0


@dataclass(frozen=True, slots=True)
class MatMatch:
    """``length`` 0 is a money session. ``comments`` are the lines after a semicolon, without it."""

    players: tuple[str, str]
    length: int
    games: tuple[MatGame, ...]
    comments: tuple[str, ...] = ()


def mat_play(moves: Sequence[Move], hits: Iterable[int] = ()) -> str:
    """Single moves as this format lists them: one by one, the bar as 25, off as 0, a star at each hit."""
    to_hit = set(hits)
    steps = []
    for origin, target in sorted(moves, reverse=True):
        steps.append(f"{origin}/{target}{'*' * (target in to_hit)}")
        to_hit.discard(target)
    return " ".join(steps)


def write_mat(match: MatMatch) -> str:
    """The file's text; ``read_mat`` and GNU Backgammon read it back."""
    lines = [f"; {_one_line(comment)}" for comment in match.comments]
    lines += [""] * bool(lines) + [f" {match.length} point match", ""]
    names = tuple(mat_name(name, i) for i, name in enumerate(match.players))
    for game in match.games:
        lines.append(f" Game {game.number}")
        heads = [f"{name} : {score}" for name, score in zip(names, game.scores, strict=True)]
        lines.append(f" {heads[0]:<{SECOND_COLUMN - 2}} {heads[1]}")
        lines += _rows(game.cells)
        lines.append("")
    return "\n".join(lines)


def mat_name(name: str, column: int) -> str:
    """The name as the format can hold it: one line, no colon, at most 31 bytes, never empty."""
    plain = _one_line(name).replace(":", ".").lstrip(";").strip()
    cut = plain.encode()[:MAX_NAME_BYTES].decode(errors="ignore").strip()
    return cut or f"Player {column + 1}"


def _one_line(text: str) -> str:
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def _rows(cells: Sequence[MatCell]) -> list[str]:
    rows: list[list[MatCell]] = []
    for cell in cells:
        if not rows or cell.column <= rows[-1][-1].column:
            rows.append([])
        rows[-1].append(cell)
    return [_row(i, row) for i, row in enumerate(rows, start=1)]


def _row(number: int, row: Sequence[MatCell]) -> str:
    alone = len(row) == 1 and isinstance(row[0].entry, Wins)
    line = " " * 4 if alone else f"{number:3})"
    for cell in row:
        start = SECOND_COLUMN if cell.column else FIRST_COLUMN
        line = f"{line:<{start - 1}} {_entry(cell.entry)}"
    return line


def _entry(entry: Entry) -> str:
    match entry:
        case Rolls(dice, play):
            return f"{max(dice)}{min(dice)}: {play}".rstrip()
        case Doubles(value):
            return f" Doubles => {value}"
        case Beavers(value):
            return f" Beavers => {value}"
        case Takes():
            return " Takes"
        case Drops():
            return " Drops"
        case Wins(points, ends_match):
            return f" Wins {points} point{'s' * (points != 1)}{' and the match' * ends_match}"
