"""Set-up that all tests share: how long hypothesis searches, and that no setting of the machine leaks in."""

import os

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "quick", deadline=None, max_examples=50, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("long", parent=settings.get_profile("quick"), max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))


@pytest.fixture(autouse=True)
def _no_settings_from_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    """A developer's own tokens and database must never meet a test."""
    for name in [name for name in os.environ if name.startswith("BOT_")]:
        monkeypatch.delenv(name)
