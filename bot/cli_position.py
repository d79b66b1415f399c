"""``chouette position``: a board, its counts, ids and legal plays, in words, as data or as a picture."""

from __future__ import annotations

import json
from pathlib import Path

import click

from bot.cli_words import for_terminal
from bot.game.formats.gnubg_ids import format_gnubg_match_id, format_gnubg_position_id
from bot.game.formats.position_ids import parse_position_id
from bot.game.formats.position_info import PositionInfo
from bot.game.formats.xgid import format_xgid
from bot.game.notation import format_play
from bot.game.plays import LegalPlays
from bot.game.side import Side
from bot.ui.board import board_view
from bot.ui.board_text import board_lines, cube_text, dice_text
from bot.ui.position_screen import drafted_of, frame_of, headline
from bot.ui.texts import texts


def facts(info: PositionInfo) -> dict[str, object]:
    """What ``--json`` prints."""
    return {
        "xgid": format_xgid(info),
        "gnubg_position_id": format_gnubg_position_id(info),
        "gnubg_match_id": format_gnubg_match_id(info),
        "pips": {"x": info.pips(Side.X), "o": info.pips(Side.O)},
        "on_roll": info.on_roll.value,
        "plays": plays(info),
    }


def plays(info: PositionInfo) -> list[str]:
    """The legal plays of the id's dice, one for each distinct final position; none without dice or where
    nothing can be moved.
    """
    if info.roll is None:
        return []
    return sorted(format_play(play) for play in LegalPlays(info.position, info.roll))


def text(info: PositionInfo) -> str:
    """Board, counts, ids and plays for a terminal."""
    words = texts("en")
    told = facts(info)
    found = plays(info)
    frame = frame_of(info, words)
    lines = [
        *board_lines(drafted_of(info), frame, words),
        "",
        for_terminal(headline(info, words)),
        f"X {info.pips(Side.X)} pips, O {info.pips(Side.O)} pips.",
        for_terminal(cube_text(frame, words) or words("rules.no_cube")),
        str(told["xgid"]),
        f"GNU Backgammon {told['gnubg_position_id']}:{told['gnubg_match_id']}",
    ]
    if info.roll:
        count = "1 legal play" if len(found) == 1 else f"{len(found)} legal plays"
        lines.append(f"{count} of {dice_text(info.roll)}:")
        lines += [f"  {play}" for play in found] or ["  none: the side on roll cannot move"]
    return "\n".join(lines)


@click.command(context_settings={"ignore_unknown_options": True})  # an XGID may begin with hyphens
@click.argument("ident", metavar="ID")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option(
    "--png", type=click.Path(path_type=Path, dir_okay=False), help="Write the picture to this file."
)
def position(ident: str, as_json: bool, png: Path | None) -> None:
    """Show the position behind an XGID or a GNU Backgammon id (position, or position:match)."""
    info = parse_position_id(ident)
    if png is not None:
        from bot.render.board import draw_board

        words = texts("en")
        view = board_view(drafted_of(info), frame_of(info, words), words)
        try:
            png.write_bytes(draw_board(view))
        except OSError as error:
            raise click.ClickException(f"{png} cannot be written: {error.strerror}.") from None
    click.echo(json.dumps(facts(info), indent=2) if as_json else text(info))
