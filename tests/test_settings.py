"""Settings that cannot be are one sentence for the operator, whatever they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.settings import BadSettings, read_settings
from bot.store.database import Store
from bot.store.engine import database_path
from bot.store.errors import NotWritable, UnsupportedDatabase


@pytest.mark.parametrize("zone", ["nonsense", "", "/etc/passwd", "../UTC", "Europe"])
def test_a_time_zone_that_is_none_is_refused_by_name(monkeypatch: pytest.MonkeyPatch, zone: str) -> None:
    monkeypatch.setenv("BOT_TIME_ZONE", zone)
    with pytest.raises(BadSettings, match=r"^BOT_TIME_ZONE: there is no such time zone"):
        read_settings()


def test_a_file_of_settings_in_another_encoding_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / ".env").write_bytes("BOT_LOG_LEVEL=INFO # für alle".encode("utf-16"))
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BadSettings, match="UTF-8"):
        read_settings()


@pytest.mark.parametrize("given", [None, "", "  "])
def test_a_secret_of_a_webhook_is_made_where_none_is_set(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, given: str | None
) -> None:
    monkeypatch.chdir(tmp_path)
    if given is not None:
        monkeypatch.setenv("BOT_TELEGRAM_WEBHOOK_SECRET", given)
    made = {read_settings().telegram_webhook_secret.get_secret_value() for _ in range(2)}
    assert [len(one) for one in made] == [64, 64]
    monkeypatch.setenv("BOT_TELEGRAM_WEBHOOK_SECRET", "s" * 40)
    assert read_settings().telegram_webhook_secret.get_secret_value() == "s" * 40


@pytest.mark.parametrize("url", ["", "nonsense", "sqlite", "postgresql://host/name", "sqlite://"])
def test_an_address_of_no_usable_database_is_refused(url: str) -> None:
    with pytest.raises(UnsupportedDatabase, match="not supported"):
        database_path(url)


async def test_a_database_that_cannot_be_written_is_told_in_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "c.sqlite"
    store = await Store.open(f"sqlite:///{path}", now=1)
    await store.close()
    (tmp_path / "c.sqlite-wal").mkdir()  # where the log of writes should be, there can be none
    with pytest.raises(NotWritable, match=r"c\.sqlite cannot be used: "):
        await Store.open(f"sqlite:///{path}", now=2)
    (tmp_path / "c.sqlite-wal").rmdir()
    store = await Store.open(f"sqlite:///{path}", now=3)  # and nothing is held any more
    await store.close()
