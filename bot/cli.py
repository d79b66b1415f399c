"""The command line: ``chouette`` and ``python -m bot``.

An error is one sentence on stderr and exit status 2, never a traceback. What a command needs is loaded only
when that command is given, so that none waits for another's libraries.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING

import click

from bot import __version__

if TYPE_CHECKING:
    from bot.settings import Settings

COMMANDS = {
    "position": "bot.cli_position:position",
    "check-match": "bot.cli_matches:check",
    "export": "bot.cli_matches:export",
    "score": "bot.cli_scoring:score",
    "backup": "bot.cli_store:backup",
    "restore": "bot.cli_store:restore",
    "migrate": "bot.cli_store:migrate_command",
    "doctor": "bot.cli_store:doctor",
    "standings": "bot.cli_standings:standings",
}
"""Where the commands are that are loaded when they are given."""


class Commands(click.Group):
    """A group that finds its commands in ``COMMANDS`` besides those it has."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted({*super().list_commands(ctx), *COMMANDS})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name in COMMANDS and cmd_name not in self.commands:
            module, _, name = COMMANDS[cmd_name].partition(":")
            self.add_command(getattr(import_module(module), name))
        return super().get_command(ctx, cmd_name)


@click.group(cls=Commands, invoke_without_command=True)
@click.version_option(version=__version__)
@click.pass_context
def cli(context: click.Context) -> None:
    """Chouette, a backgammon bot. Without a command: serve."""
    if context.invoked_subcommand is None:
        context.invoke(run)


@cli.command()
def run() -> None:
    """Serve; the page is at the address that is printed."""
    import asyncio

    from bot.serve import serve
    from bot.settings import read_settings

    settings = read_settings()
    _log(settings)
    asyncio.run(serve(settings))


def _log(settings: Settings) -> None:
    logging.basicConfig(
        level=settings.log_level.upper(), format="%(asctime)s %(levelname)s %(name)s: %(message)s"
    )
    logging.getLogger("alembic").setLevel(logging.WARNING)
    from bot.adapters.http_noise import ClientNoise
    from bot.adapters.redaction import Redaction

    ClientNoise().install()
    secrets = (settings.telegram_token, settings.discord_token, settings.telegram_webhook_secret)
    Redaction(secret.get_secret_value() for secret in secrets if secret).install()


def main(arguments: Sequence[str] | None = None) -> None:
    """The entry point of the installed command."""
    given = list(arguments) if arguments is not None else None
    try:
        status = cli.main(args=given, prog_name="chouette", standalone_mode=False)
    except click.exceptions.Abort:
        sys.exit(130)
    except click.ClickException as error:
        fail(error.format_message())
    except expected() as error:
        fail(sentence(error))
    else:
        sys.exit(status if isinstance(status, int) else 0)


def expected() -> tuple[type[Exception], ...]:
    """What is the operator's or the input's fault: one sentence, no traceback."""
    from bot.adapters.web import WebError
    from bot.game.violations import BadInput
    from bot.settings import BadSettings
    from bot.store.errors import StoreError

    return BadSettings, StoreError, WebError, BadInput, OSError


def sentence(error: Exception) -> str:
    """An expected error in English words, on one line."""
    from bot.cli_words import message
    from bot.game.violations import RuleViolation
    from bot.ui.refusals import refusal_text
    from bot.ui.texts import texts

    if not isinstance(error, RuleViolation):
        return " ".join(str(error).split())
    return message(error) or refusal_text(texts("en"), error)


def fail(text: str) -> None:
    """One sentence on stderr, exit status 2."""
    click.echo(f"chouette: {text}", err=True)
    sys.exit(2)
