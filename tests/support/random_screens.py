"""Every kind of screen that can be made at random, by name: a platform shows with them that all fit."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from bot.app.screen import Screen
from tests.support.chouette_screen_walk import screens_of_a_random_chouette, screens_of_a_random_paper
from tests.support.page_walk import random_pages
from tests.support.screen_walk import screens_of_a_random_game

KINDS: Mapping[str, Callable[[int, int], Iterator[Screen]]] = {
    "match": screens_of_a_random_game,
    "chouette": screens_of_a_random_chouette,
    "scorekeeper": screens_of_a_random_paper,
    "pages": lambda seed, _steps: random_pages(seed),
}
"""The screens for a seed and so many steps."""
FEW, MANY = 80, 400
"""Steps of a short walk and of a long one."""
SLOW_SEEDS = range(1000, 1500)
HANDS = 60
"""What three people do with any command and button, in one walk."""
