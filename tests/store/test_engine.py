import pytest

from bot.store.engine import sqlite_advice


@pytest.mark.parametrize(
    "version",
    [(3, 51, 3), (3, 52, 0), (3, 50, 7), (3, 44, 6), (4, 0, 0)],
    ids=lambda v: ".".join(map(str, v)),
)
def test_a_repaired_sqlite_needs_no_advice(version: tuple[int, int, int]) -> None:
    assert sqlite_advice(version) is None


@pytest.mark.parametrize(
    "version",
    [(3, 40, 1), (3, 44, 5), (3, 45, 0), (3, 50, 6), (3, 51, 2)],
    ids=lambda v: ".".join(map(str, v)),
)
def test_an_sqlite_with_the_wal_fault_is_named(version: tuple[int, int, int]) -> None:
    advice = sqlite_advice(version)
    assert advice is not None
    assert ".".join(map(str, version)) in advice
