"""Every screen of random games fits Telegram: caption, text, keyboard, button data."""

import pytest

from bot.adapters.telegram.drawing import CAPTION, TEXT, keyboard, markup_text
from bot.app.ports import Mention, Outgoing
from bot.app.screen import Screen
from tests.support.match_tables import buttons
from tests.support.screen_walk import LONG, screens_of_a_random_game
from tests.support.telegram import limits

MENTIONS = (Mention("4503599627370495", LONG),)


def check(screen: Screen) -> None:
    """The screen as a picture with a caption, and in words."""
    message = Outgoing(screen, mentions=MENTIONS)
    for most, in_words in ((CAPTION, False), (TEXT, True)):
        text = markup_text(message, most, in_words=in_words)
        plain, entities = limits.formatted(text, "HTML", None, most)
        assert plain
        assert "…" not in plain, "something had to be cut"
        assert len(entities) <= limits.ENTITIES
    drawn = keyboard(screen.rows)
    if drawn is not None:
        limits.keyboard(drawn.to_dict())
        assert sum(map(len, drawn.inline_keyboard)) == len(buttons(screen)), "a button was left out"


@pytest.mark.parametrize("seed", range(12))
def test_the_screens_of_a_random_game_fit(seed: int) -> None:
    for screen in screens_of_a_random_game(seed, 120):
        check(screen)


@pytest.mark.slow
def test_the_screens_of_five_hundred_random_games_fit() -> None:
    for seed in range(500):
        for screen in screens_of_a_random_game(1000 + seed, 400):
            check(screen)
