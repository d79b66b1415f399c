"""``chouette standings``: are the ratings what the finished games say, and fold them anew."""

from __future__ import annotations

import asyncio
import sys
import time

import click

from bot.settings import read_settings
from bot.store.database import Store
from bot.store.reading import Reading
from bot.store.refolding import rebuild
from bot.store.standings import verify

MOST_LINES = 20


@click.command()
@click.option("--rebuild", "anew", is_flag=True, help="Fold all ratings anew; the service must be stopped.")
def standings(anew: bool) -> None:
    """Compare the ratings with what the finished games say, to the last bit; status 1 if they differ."""
    url = read_settings().database_url
    if anew:
        click.echo(f"Folded anew; results that count: {asyncio.run(_rebuild(url)):,}.")
    faults = asyncio.run(_verify(url))
    for fault in faults[:MOST_LINES]:
        click.echo(fault)
    if faults:
        click.echo(f"Differences: {len(faults):,}; chouette standings --rebuild mends them.")
        sys.exit(1)
    click.echo("The ratings are what the results say.")


async def _rebuild(url: str) -> int:
    store = await Store.open(url, now=time.time_ns() // 1_000_000)
    try:
        return await store.write(rebuild)
    finally:
        await store.close()


async def _verify(url: str) -> list[str]:
    reading = await Reading.open(url)
    try:
        return await reading.read(verify)
    finally:
        await reading.close()
