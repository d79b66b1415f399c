"""Every screen of random games fits Telegram: caption, text, keyboard, button data."""

import random

import pytest

from bot.adapters.telegram.drawing import CAPTION, TEXT, keyboard, markup_text
from bot.app.ports import Mention, Outgoing
from bot.app.screen import Screen
from bot.app.table import Seat
from bot.game.rules import MONEY, Rules
from bot.ui.kinds import Look, Viewer
from bot.ui.press import TablePress, parse_press
from tests.support.match_tables import ANN, BEA, DE, EN, UI, buttons, looks_behind, match_table
from tests.support.matches import random_walk
from tests.support.telegram import limits

LONG = "W" * 32
SEATS = (Seat("x", ANN, LONG), Seat("o", BEA, "\u0639" * 32))
RULES = (Rules(length=1), Rules(length=5), Rules(length=25), MONEY)
MENTIONS = (Mention("4503599627370495", LONG),)
LOOKS = 4  # half-made plays and menus that are looked at from one state


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


def walk(seed: int, steps: int) -> None:
    chance = random.Random(seed)
    viewer = Viewer(chance.choice((EN, DE)))
    for driver in random_walk(chance.choice(RULES), seed, steps):
        if chance.random() < 0.6:
            continue
        table = match_table(driver.match, SEATS, revision=36**6)
        look = ""
        for _ in range(LOOKS):
            screen = UI.screen(table, viewer, Look(look))
            check(screen)
            behind = [
                after
                for button in buttons(screen)
                if isinstance(press := parse_press(button.press), TablePress)
                for after in looks_behind(table, press)
            ]
            if not behind:
                break
            look = chance.choice(behind)


@pytest.mark.parametrize("seed", range(12))
def test_the_screens_of_a_random_game_fit(seed: int) -> None:
    walk(seed, 120)


@pytest.mark.slow
def test_the_screens_of_five_hundred_random_games_fit() -> None:
    for seed in range(500):
        walk(1000 + seed, 400)
