"""The command line: ``chouette`` and ``python -m bot``.

An error is one sentence on stderr and exit status 2, never a traceback.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Sequence

import click

from bot import __version__
from bot.adapters.web import WebError
from bot.cli_matches import check, export
from bot.cli_position import position
from bot.cli_store import backup, doctor, migrate_command
from bot.game.violations import BadInput, RuleViolation
from bot.settings import BadSettings, Settings, read_settings
from bot.store.errors import StoreError
from bot.ui.refusals import refusal_text
from bot.ui.texts import texts


@click.group(invoke_without_command=True)
@click.version_option(version=__version__)
@click.pass_context
def cli(context: click.Context) -> None:
    """Chouette, a backgammon bot. Without a command: serve."""
    if context.invoked_subcommand is None:
        context.invoke(run)


@cli.command()
def run() -> None:
    """Serve; the page is at the address that is printed."""
    settings = read_settings()
    _log(settings)
    from bot.serve import serve

    asyncio.run(serve(settings))


def _log(settings: Settings) -> None:
    logging.basicConfig(
        level=settings.log_level.upper(), format="%(asctime)s %(levelname)s %(name)s: %(message)s"
    )
    for chatty in ("httpx", "httpcore", "alembic", "aiohttp.access"):
        logging.getLogger(chatty).setLevel(logging.WARNING)


cli.add_command(position)
cli.add_command(check)
cli.add_command(export)
cli.add_command(backup)
cli.add_command(migrate_command)
cli.add_command(doctor)

EXPECTED = (BadSettings, StoreError, WebError, BadInput, OSError)
"""What is the operator's or the input's fault: one sentence, no traceback."""


def main(arguments: Sequence[str] | None = None) -> None:
    """The entry point of the installed command."""
    given = list(arguments) if arguments is not None else None
    try:
        status = cli.main(args=given, prog_name="chouette", standalone_mode=False)
    except click.exceptions.Abort:
        sys.exit(130)
    except click.ClickException as error:
        fail(error.format_message())
    except EXPECTED as error:
        fail(sentence(error))
    else:
        sys.exit(status if isinstance(status, int) else 0)


def sentence(error: Exception) -> str:
    """An expected error in English words."""
    return refusal_text(texts("en"), error) if isinstance(error, RuleViolation) else str(error)


def fail(text: str) -> None:
    """One sentence on stderr, exit status 2."""
    click.echo(f"chouette: {text}", err=True)
    sys.exit(2)
