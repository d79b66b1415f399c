"""Every screen that random games, pages and hands bring up fits Telegram: caption, text, keyboard, data."""

from collections.abc import Iterable
from pathlib import Path

import pytest

from bot.adapters.telegram.drawing import CAPTION, TEXT, keyboard, markup_text
from bot.app.ports import Mention, Outgoing
from bot.app.screen import Screen
from tests.support.chouette_screen_walk import CLEAN
from tests.support.match_tables import buttons
from tests.support.page_walk import screens_of_random_hands
from tests.support.random_screens import FEW, HANDS, KINDS, MANY, SLOW_SEEDS
from tests.support.screen_walk import LONG
from tests.support.telegram import limits

LAST_ID = 2**52 - 1


def check(screen: Screen) -> None:
    """The screen as a picture with a caption, and in words."""
    called = [actor if actor in CLEAN else LONG for actor in screen.actors]
    mentions = tuple(Mention(str(LAST_ID - number), name) for number, name in enumerate(called))
    message = Outgoing(screen, mentions=mentions)
    captioned = screen.picture is not None or bool(screen.files)
    for most, in_words in (((CAPTION, False),) if captioned else ()) + ((TEXT, True),):
        text = markup_text(message, most, in_words=in_words)
        plain, entities = limits.formatted(text, "HTML", None, most)
        assert plain
        told = screen.alt if in_words and screen.picture is not None else ""
        assert plain.count("…") == (screen.text + told).count("…"), "something had to be cut"
        assert len(entities) <= limits.ENTITIES
    drawn = keyboard(screen.rows)
    if drawn is not None:
        limits.keyboard(drawn.to_dict())
        assert sum(map(len, drawn.inline_keyboard)) == len(buttons(screen)), "a button was left out"


def check_all(screens: Iterable[Screen]) -> None:
    for screen in screens:
        check(screen)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("kind", KINDS)
def test_the_screens_of_a_random_walk_fit(kind: str, seed: int) -> None:
    check_all(KINDS[kind](seed, FEW))


@pytest.mark.parametrize("seed", range(3))
async def test_whatever_random_hands_bring_up_fits(seed: int, tmp_path: Path) -> None:
    check_all(await screens_of_random_hands(tmp_path / "c.sqlite", seed, HANDS))


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_the_screens_of_five_hundred_random_walks_fit(kind: str) -> None:
    for seed in SLOW_SEEDS:
        check_all(KINDS[kind](seed, MANY))


@pytest.mark.slow
async def test_whatever_five_hundred_random_hands_bring_up_fits(tmp_path: Path) -> None:
    for seed in SLOW_SEEDS:
        check_all(await screens_of_random_hands(tmp_path / f"{seed}.sqlite", seed, HANDS))
