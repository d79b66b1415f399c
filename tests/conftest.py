"""Set-up that all tests share: how long hypothesis searches, no setting from outside, the browser."""

import os
from collections.abc import AsyncIterator, Iterator

import pytest
from hypothesis import HealthCheck, settings

from tests.support.browser import PROGRAMS, Browser, chromium, running

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


@pytest.fixture(scope="session")
def chromium_address() -> Iterator[str]:
    """The one headless Chromium of this run (of each worker)."""
    if program := chromium():
        with running(program) as address:
            yield address
        return
    reason = f"no Chromium on this machine (none of {', '.join(PROGRAMS)} is in the PATH)"
    pytest.fail(reason) if os.environ.get("CI") else pytest.skip(reason)


@pytest.fixture
async def browser(chromium_address: str) -> AsyncIterator[Browser]:
    """A headless Chromium; each page opened in it is a visitor of its own."""
    async with Browser(chromium_address) as connected:
        yield connected
