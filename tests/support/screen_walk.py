"""The screens that people get to see in random matches: every stage, the menus behind the buttons, half-made
plays, in both languages, with names as long as they may be. Knows no platform.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from bot.app.screen import Screen
from bot.app.table import Seat
from bot.game.rules import MONEY, Rules
from bot.ui.kinds import Look, Viewer
from bot.ui.press import TablePress, parse_press
from tests.support.match_tables import ANN, BEA, DE, EN, UI, buttons, looks_behind, match_table
from tests.support.matches import random_walk

LONG = "W" * 32
SEATS = (Seat("x", ANN, LONG), Seat("o", BEA, "\u0639" * 32))
RULES = (Rules(length=1), Rules(length=5), Rules(length=25), MONEY)
LOOKS = 4  # half-made plays and menus that are looked at from one state
SEEN = 0.4  # of the states


def screens_of_a_random_game(seed: int, steps: int) -> Iterator[Screen]:
    """The screens of a match that is played at random for so many steps at most."""
    chance = random.Random(seed)
    viewer = Viewer(chance.choice((EN, DE)))
    for driver in random_walk(chance.choice(RULES), seed, steps):
        if chance.random() > SEEN:
            continue
        table = match_table(driver.match, SEATS, revision=36**6)
        look = ""
        for _ in range(LOOKS):
            screen = UI.screen(table, viewer, Look(look))
            yield screen
            behind = [
                after
                for button in buttons(screen)
                if isinstance(press := parse_press(button.press), TablePress)
                for after in looks_behind(table, press)
            ]
            if not behind:
                break
            look = chance.choice(behind)
