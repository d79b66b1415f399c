"""``chouette backup``, ``restore``, ``migrate`` and ``doctor``: care for what is stored and what is set."""

from __future__ import annotations

import os
import sys
from datetime import UTC, datetime
from pathlib import Path

import click

from bot.adapters.web import WebError, WebSettings
from bot.cli_findings import FINE, NEXT, NOTE, WRONG, Finding
from bot.cli_platforms import platforms
from bot.cli_settings import sources
from bot.settings import Settings, read_settings
from bot.store.backup import backup as copy_database
from bot.store.database import lock_path
from bot.store.engine import database_path, sqlite_advice
from bot.store.errors import DatabaseNewer, StoreError, StoreInUse
from bot.store.filelock import FileLock, FileLocked
from bot.store.migrate import HEAD, is_known, migrate, schema_version
from bot.store.restoring import restore as restore_database


@click.command()
@click.argument("file", required=False, type=click.Path(path_type=Path, dir_okay=False))
def backup(file: Path | None) -> None:
    """Copy the database, also while it is served; the copy is checked."""
    source = database_path(read_settings().database_url)
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    report = copy_database(source, file or source.with_name(f"{source.stem}-{stamp}{source.suffix}"))
    click.echo(
        f"{report.path}: {report.tables} tables, {report.events} events, {report.size:,} bytes, sound."
    )


@click.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
def restore(file: Path) -> None:
    """Put a copy in the place of the database, which is kept; the service must be stopped."""
    path = database_path(read_settings().database_url)
    restored = restore_database(file, path)
    held = restored.copy
    click.echo(f"{path} holds what {file} holds: {held.tables} tables, {held.events} events.")
    if held.schema != HEAD:
        click.echo(f"It was brought from schema {held.schema} to {HEAD}.")
    if restored.kept is not None:
        click.echo(f"The former database is kept as {restored.kept}.")


@click.command("migrate")
def migrate_command() -> None:
    """Bring the database up to date (serving does so by itself); a copy is made first."""
    path = database_path(read_settings().database_url)
    if not path.is_file():
        raise click.ClickException(f"There is no database {path} yet; serving makes one.")
    try:
        lock = FileLock(lock_path(path))
    except FileLocked as held:
        raise StoreInUse(path, held.pid) from None
    try:
        copy = migrate(path)
    finally:
        lock.release()
    click.echo(f"{path} has schema {HEAD}." + (f" The copy from before is {copy}." if copy else ""))


@click.command()
def doctor() -> None:
    """Check settings, database, fonts, languages and tokens, and say what to do; status 1 if one is wrong."""
    settings = read_settings()
    findings = [
        *sources(Path.cwd(), os.environ),
        *_web(settings),
        *_database(settings),
        *_pictures(),
        *_languages(),
        *platforms(settings),
    ]
    wrong = any(finding.mark == WRONG for finding in findings)
    for finding in (*findings, _next(settings, wrong)):
        click.echo(f"{finding.mark} {finding.text}")
    if wrong:
        sys.exit(1)


def _next(settings: Settings, wrong: bool) -> Finding:
    if wrong:
        return Finding(NEXT, "Mend what is marked WRONG, then ask the doctor again.")
    if _is_served(settings):
        return Finding(NEXT, "Chouette is running. After a change of settings, stop it and start it again.")
    return Finding(NEXT, "Start it: make run.")


def _is_served(settings: Settings) -> bool:
    """Whether a process serves this database now."""
    lock = lock_path(database_path(settings.database_url))
    if not lock.is_file():
        return False
    try:
        FileLock(lock).release()
    except FileLocked:
        return True
    return False


def _web(settings: Settings) -> list[Finding]:
    page = WebSettings(settings.web_host, settings.web_port, settings.web_open, settings.web_origin)
    try:
        page.check()
    except WebError as error:
        return [Finding(WRONG, str(error))]
    where = f"The page will be at http://{settings.web_host}:{settings.web_port}"
    if page.own:
        return [Finding(FINE, f"{where}, for this machine only.")]
    if page.local:
        return [Finding(NOTE, f"{where}, for everybody who comes by {page.public_origin}.")]
    return [Finding(NOTE, f"{where}, for everybody who can reach this machine.")]


def _database(settings: Settings) -> list[Finding]:
    try:
        path = database_path(settings.database_url)
        findings = [_schema(path)]
    except StoreError as error:
        return [Finding(WRONG, f"BOT_DATABASE_URL: {error}")]
    advice = sqlite_advice()
    return [*findings, Finding(NOTE, advice)] if advice else findings


def _schema(path: Path) -> Finding:
    """Raises ``StoreError`` where a start would."""
    found = schema_version(path) if path.is_file() else None
    if found is None:
        return Finding(FINE, f"The database {path} will be made at the first start.")
    if found == HEAD:
        return Finding(FINE, f"The database {path} has the right schema ({HEAD}).")
    if not is_known(found):
        raise DatabaseNewer(path, found, HEAD)
    return Finding(NOTE, f"The database {path} has schema {found}; the next start brings it to {HEAD}.")


def _pictures() -> list[Finding]:
    from PIL import features

    from bot.render.board import draw_board
    from bot.render.view import BoardView, SeatView, Shade

    view = BoardView(SeatView("Ω Ж", Shade.DARK), SeatView("Äß", Shade.LIGHT))
    drawn = Finding(FINE, f"Fonts are there; a picture was drawn ({len(draw_board(view)):,} bytes).")
    if features.check("raqm"):
        return [drawn]
    return [drawn, Finding(NOTE, "Pillow has no Raqm here: Arabic names come out unjoined.")]


def _languages() -> list[Finding]:
    from bot.ui.texts import LANGUAGES, catalogue

    counts = {language: len(list(catalogue(language))) - 1 for language in LANGUAGES}
    told = ", ".join(f"{language} {count}" for language, count in counts.items())
    if len(set(counts.values())) > 1:
        return [Finding(WRONG, f"The text catalogues differ in size: {told}.")]
    return [Finding(FINE, f"Texts are there in all languages: {told}.")]
