"""The command line: ``chouette`` and ``python -m bot``.

An error is one sentence on stderr and exit status 2, never a traceback.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Sequence

import click

from bot.settings import BadSettings, Settings, read_settings


class Failed(click.ClickException):
    """A failure that is the operator's or the input's: its sentence, exit status 2."""

    exit_code = 2


@click.group(invoke_without_command=True)
@click.version_option(package_name="chouette")
@click.pass_context
def cli(context: click.Context) -> None:
    """Chouette, a backgammon bot. Without a command: serve."""
    if context.invoked_subcommand is None:
        context.invoke(run)


@cli.command()
def run() -> None:
    """Serve; the page is at the address that is printed."""
    settings = settings_or_fail()
    _log(settings)
    from bot.adapters.web import WebError
    from bot.serve import serve
    from bot.store.errors import StoreError

    try:
        asyncio.run(serve(settings))
    except (WebError, StoreError) as error:
        raise Failed(str(error)) from None


def settings_or_fail() -> Settings:
    """The settings; one clear sentence if they cannot be read."""
    try:
        return read_settings()
    except BadSettings as error:
        raise Failed(str(error)) from None


def _log(settings: Settings) -> None:
    logging.basicConfig(
        level=settings.log_level.upper(), format="%(asctime)s %(levelname)s %(name)s: %(message)s"
    )
    for chatty in ("httpx", "httpcore", "alembic", "aiohttp.access"):
        logging.getLogger(chatty).setLevel(logging.WARNING)


def main(arguments: Sequence[str] | None = None) -> None:
    """The entry point of the installed command."""
    try:
        cli.main(
            args=list(arguments) if arguments is not None else None,
            prog_name="chouette",
            standalone_mode=False,
        )
    except click.exceptions.Abort:
        sys.exit(130)
    except click.exceptions.Exit as leaving:
        sys.exit(leaving.exit_code)
    except click.ClickException as error:
        error.show(sys.stderr)
        sys.exit(2)
