"""``chouette check-match`` and ``chouette export``: match files in and out."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

import click

from bot.app.archive import Unknown
from bot.app.codec import Stored, match_codec
from bot.app.ports import TableId
from bot.game.events import MatchEvent
from bot.game.formats.mat import write_mat
from bot.game.formats.mat_check import MatchReport, check_match
from bot.game.formats.mat_export import mat_of
from bot.game.formats.mat_reader import decode_mat
from bot.settings import read_settings
from bot.store.archive import read_log
from bot.store.played import Played, last_played
from bot.store.reading import Reading

LISTED = 20
"""So many matches to choose from."""


@click.command("check-match")
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def check(file: Path, as_json: bool) -> None:
    """Replay a match file (.mat) made by any program; exit status 1 if anything in it is illegal."""
    report = check_match(decode_mat(file.read_bytes()))
    click.echo(json.dumps(facts(report), indent=2, ensure_ascii=False) if as_json else text(report))
    if report.errors:
        sys.exit(1)


def facts(report: MatchReport) -> dict[str, object]:
    """What ``--json`` prints; a ``winner`` is a player's name, None for a game without an end."""
    return {
        "players": list(report.players),
        "length": report.length,
        "games": [
            {"winner": _name(report, game.winner), "points": game.points, "score": list(game.score)}
            for game in report.games
        ],
        "errors": [{"line": error.line, "message": error.message} for error in report.errors],
    }


def _name(report: MatchReport, player: int | None) -> str | None:
    return None if player is None else report.players[player]


def text(report: MatchReport) -> str:
    """The report for a terminal."""
    series = f"{report.length}-point match" if report.length else "money session"
    lines = [f"{report.players[0]} against {report.players[1]}, {series}"] if any(report.players) else []
    for game in report.games:
        score = f"{game.score[0]}–{game.score[1]}"
        winner = _name(report, game.winner)
        won = "has no winner" if winner is None else f"{winner} wins {game.points}"
        lines.append(f"Game {game.number}: {won}, score {score}")
    lines += [f"Line {error.line}: {error.message}" for error in report.errors]
    return "\n".join(map(_harmless, lines))


def _harmless(line: str) -> str:
    """The line without what would command the terminal: the file may be anybody's."""
    return "".join(one if one.isprintable() else "�" for one in line)


@click.command()
@click.argument("table", required=False)
@click.option("--output", "-o", type=click.Path(path_type=Path, dir_okay=False), help="Write to this file.")
def export(table: str | None, output: Path | None) -> None:
    """Write the match of a table as a .mat file; without TABLE, list those that were played at last."""
    content = asyncio.run(_listed() if table is None else _export(table))
    if output is None:
        click.echo(content, nl=False)
    else:
        output.write_text(content, encoding="utf-8")


async def _listed() -> str:
    reading = await Reading.open(read_settings().database_url)
    try:
        played = await reading.read(lambda conn: last_played(conn, "match", LISTED))
    finally:
        await reading.close()
    return "".join(map(_line, played)) or "No match has been played yet.\n"


def _line(table: Played) -> str:
    day = datetime.fromtimestamp(table.updated_at / 1000).astimezone()
    against = " against ".join(name or "Computer" for name in table.names)
    return _harmless(f"{table.id}  {day:%Y-%m-%d %H:%M}  {table.status.value:7}  {against}") + "\n"


async def _export(table: str) -> str:
    reading = await Reading.open(read_settings().database_url)
    try:
        stored, log = await reading.read(lambda conn: read_log(conn, TableId(table)))
    except Unknown:
        raise click.ClickException(f"There is no table {table!r}.") from None
    finally:
        await reading.close()
    if stored.kind != "match":
        raise click.ClickException(f"Table {table!r} is a {stored.kind}, which the format cannot hold.")
    x, o = (seat.name or "Computer" for seat in stored.seats)
    return mat_text(log, (x, o))


def mat_text(log: Sequence[Stored], players: tuple[str, str]) -> str:
    """The match file of a log."""
    codec = match_codec()
    events: list[MatchEvent] = [codec.decode(event) for event in log if codec.knows(event)]  # type: ignore[misc]
    return write_mat(mat_of(events, players))
