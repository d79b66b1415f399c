"""Every screen that random games, pages and hands bring up fits Discord: components, texts, labels, data."""

from collections.abc import Iterable
from pathlib import Path

import pytest

from bot.adapters.discord.layout import DESCRIPTION, Drawn, drawn
from bot.app.ports import Mention, Outgoing
from bot.app.screen import Screen
from tests.support.discord.limits import check_message
from tests.support.discord.messages import BUTTON, GALLERY, TEXT, V2, walk
from tests.support.match_tables import buttons
from tests.support.page_walk import screens_of_random_hands
from tests.support.random_screens import FEW, HANDS, KINDS, MANY, SLOW_SEEDS
from tests.support.standin import Json

MENTIONS = (Mention("1152921504606846975", "Bea"), Mention("1152921504606846974", "Ann"))


def check(screen: Screen) -> None:
    """The screen as a picture with a description, in words, and without its buttons."""
    message = drawn(Outgoing(screen, b"png" if screen.picture is not None else None, mentions=MENTIONS))
    shown = components(message)
    assert all(one["label"] and one["label"] != "…" for one in shown if one["type"] == BUTTON)
    pressed = [one["custom_id"] for one in shown if "custom_id" in one]
    assert pressed == list(dict.fromkeys(one.press for one in buttons(screen))), "a button was left out"
    described = [item["description"] for one in shown if one["type"] == GALLERY for item in one["items"]]
    assert described == ([screen.alt] if screen.picture is not None else [])
    assert len(screen.alt) <= DESCRIPTION
    for other, told in (
        (shown, ""),
        (components(drawn(Outgoing(screen))), screen.alt if screen.picture is not None else ""),
        (components(message.stripped()), ""),
    ):
        texts = "".join(one["content"] for one in other if one["type"] == TEXT)
        assert texts.count("…") == (screen.text + told).count("…"), "something was cut"


def components(message: Drawn) -> list[Json]:
    """All components, as they go over the wire; Discord's limits hold for them."""
    sent: list[Json] = message.view().to_components()  # type: ignore[no-untyped-call]
    check_message("", [], sent, V2, len(message.files()))
    return list(walk(sent))


def check_all(screens: Iterable[Screen]) -> None:
    for screen in screens:
        check(screen)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("kind", KINDS)
async def test_the_screens_of_a_random_walk_fit(kind: str, seed: int) -> None:
    check_all(KINDS[kind](seed, FEW))


@pytest.mark.parametrize("seed", range(3))
async def test_whatever_random_hands_bring_up_fits(seed: int, tmp_path: Path) -> None:
    check_all(await screens_of_random_hands(tmp_path / "c.sqlite", seed, HANDS))


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
async def test_the_screens_of_five_hundred_random_walks_fit(kind: str) -> None:
    for seed in SLOW_SEEDS:
        check_all(KINDS[kind](seed, MANY))


@pytest.mark.slow
async def test_whatever_five_hundred_random_hands_bring_up_fits(tmp_path: Path) -> None:
    for seed in SLOW_SEEDS:
        check_all(await screens_of_random_hands(tmp_path / f"{seed}.sqlite", seed, HANDS))
