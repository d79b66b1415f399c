"""SIGKILL at random moments of a chouette with four computers: nothing lost, nothing twice, it goes on."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path


def test_sixty_kills_of_a_chouette_lose_nothing_and_it_goes_on(tmp_path: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "tests.support.killing_chouette", str(tmp_path), "60", "3"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    found = json.loads(ran.stdout)
    assert found["faults"] == []
    assert found["events"] > 100
