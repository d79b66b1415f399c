"""SIGKILL at random moments of matches: nothing lost, nothing twice, the same buttons act."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest


def killed(folder: Path, kills: int, seed: int) -> dict[str, object]:
    """What the kill loop found."""
    ran = subprocess.run(
        [sys.executable, "-m", "tests.support.killing", str(folder), str(kills), str(seed)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    found: dict[str, object] = json.loads(ran.stdout)
    return found


def test_two_hundred_kills_lose_nothing_and_do_nothing_twice(tmp_path: Path) -> None:
    found = killed(tmp_path, 200, 1)
    assert found["faults"] == []
    assert found["longest"]


@pytest.mark.slow
def test_a_thousand_kills_lose_nothing_and_do_nothing_twice(tmp_path: Path) -> None:
    assert killed(tmp_path, 1000, 2)["faults"] == []
