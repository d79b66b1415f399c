"""``chouette standings`` as an operator uses it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import Connection, update

from bot.cli import main
from bot.store.database import Store
from bot.store.schema import rating
from tests.support.results import end, finished, people


def ran(capture: pytest.CaptureFixture[str], *arguments: str) -> tuple[object, str]:
    with pytest.raises(SystemExit) as left:
        main(arguments)
    return left.value.code, capture.readouterr().out


def test_ratings_changed_by_hand_are_found_and_mended(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    url = f"sqlite:///{tmp_path / 'c.sqlite'}"
    monkeypatch.setenv("BOT_DATABASE_URL", url)

    def spoil(conn: Connection) -> None:
        ann, bea = people(conn, ["ann", "bea"])
        end(conn, "t", finished(ann, bea))
        conn.execute(update(rating).values(points=7))

    async def prepare() -> None:
        store = await Store.open(url, now=0)
        await store.write(spoil)
        await store.close()

    asyncio.run(prepare())
    status, out = ran(capsys, "standings")
    assert status == 1
    assert "Differences: 4;" in out
    status, out = ran(capsys, "standings", "--rebuild")
    assert (status, out.splitlines()) == (
        0,
        ["Folded anew; results that count: 1.", "The ratings are what the results say."],
    )
