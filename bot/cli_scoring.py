"""The command ``score``: a chouette from a JSON file, its sheet as JSON on stdout."""

from __future__ import annotations

import json
import sys
from typing import TextIO

import click


@click.command("score")
@click.argument("file", type=click.File(encoding="utf-8-sig"))
def score(file: TextIO) -> None:
    """Rows, lines, cubes, settlements, totals and payments of the chouette in FILE (- for stdin)."""
    from bot.cli_score import ScoreError, run_score
    from bot.cli_words import score_sentence

    try:
        told = run_score(_read(file))
    except ScoreError as error:
        click.echo(f"chouette: {score_sentence(error)}", err=True)
        sys.exit(1)
    click.echo(json.dumps(told, ensure_ascii=False, indent=2))


def _read(file: TextIO) -> object:
    """The JSON value of the file. Raises ``ScoreError``."""
    from bot.cli_score import ScoreError

    try:
        value: object = json.load(file)
    except (ValueError, RecursionError) as problem:
        raise ScoreError("score.not_json", {"problem": str(problem) or "nested too deeply"}) from None
    return value
