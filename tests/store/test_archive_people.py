"""Persons as the use cases meet them."""

from __future__ import annotations

from pathlib import Path

from bot.app.ports import Visitor
from bot.store.archive import StoreArchive
from bot.store.database import Store


async def test_a_message_without_a_locale_does_not_take_the_known_one(tmp_path: Path) -> None:
    store = await Store.open(f"sqlite:///{tmp_path / 'c.sqlite'}", now=1)
    archive = StoreArchive(store)
    await archive.meet(Visitor("test", "1", "Anna", "de"), "Anna", None, 1)
    _, identity = await archive.meet(Visitor("test", "1", "Anna", None), "Anna", None, 2)
    assert identity.locale == "de"
    _, identity = await archive.meet(Visitor("test", "1", "Anna", "en"), "Anna", None, 3)
    assert identity.locale == "en"
    await store.close()
