"""What is said about counting: under a finished game, points and Elo, or why it counts nothing.

Must not know how ratings are kept.
"""

from __future__ import annotations

from collections.abc import Iterator

from bot.app.ports import PersonId
from bot.app.ratings import POINTS, Verdict
from bot.app.table import Table
from bot.game.match import Match
from bot.ui.names import seat_name
from bot.ui.texts import Texts


def verdict_lines(table: Table, texts: Texts) -> Iterator[str]:
    """What became of the game that the table shows as finished."""
    verdict, match = table.verdict, table.state
    assert isinstance(match, Match)
    newest = match.game.number if match.game else 0
    if verdict is None or verdict.game < newest or match.running is not None:
        return
    if match.over is not None and match.over.aborted is not None:
        return
    names = {"winner": _name(table, verdict.winner, texts), "loser": _name(table, verdict.loser, texts)}
    if verdict.reason is None:
        yield texts("counted.points", points=POINTS, **names)
    else:
        yield texts(f"counted.not.{verdict.reason}")
    if verdict.elo:
        yield _elo(verdict, texts, names)


def _elo(verdict: Verdict, texts: Texts, names: dict[str, str]) -> str:
    won, lost = verdict.elo
    return texts(
        "counted.elo",
        up=elo_text(won.after),
        gained=texts.signed(round(won.change, 1)),
        down=elo_text(lost.after),
        given=texts.signed(round(lost.change, 1)),
        **names,
    )


def elo_text(elo: float) -> str:
    """An Elo number as it is shown: whole, without separators."""
    return str(round(elo))


def _name(table: Table, person: PersonId | None, texts: Texts) -> str:
    seat = next((seat for seat in table.seats if (None if seat.level else seat.person) == person), None)
    return seat_name(seat, texts) if seat is not None else ""
