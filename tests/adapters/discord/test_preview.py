"""A whole match on simcord's page, as Discord's clients draw it, pressed with the mouse by two people."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.ui.texts import isolated
from tests.support.browser import Browser
from tests.support.dice import ScriptedDice
from tests.support.preview_hands import Watcher, come
from tests.support.simcord_stage import on_simcord, previewed

pytestmark = [pytest.mark.browser, pytest.mark.platforms]

OPENING, ANSWER, AGAIN = (6, 4), (6, 5), (3, 1)
ANNA, BEA = isolated("Anna"), isolated("Bea")


async def press(who: Watcher, *labels: str) -> None:
    for label in labels:
        await who.press(label)


async def told(who: Watcher, text: str) -> None:
    """The newest board says so."""
    await who.look()
    seen = await who.seen()
    assert text in seen.text, seen


async def a_doubled_game_that_is_dropped(anna: Watcher, bea: Watcher) -> None:
    await press(anna, "24/18", "Undo", "24/18", "18/14", "Done")
    await press(bea, "Double to 2")
    await told(anna, f"{BEA} doubles to 2. {ANNA}: take or drop?")
    await press(anna, "Drop (lose 1)")
    await told(bea, f"{BEA} wins game 1 and 1 point.")


async def a_taken_double_and_a_redouble(anna: Watcher, bea: Watcher) -> None:
    await press(anna, "24/18", "18/14", "Done")
    await press(bea, "Double to 2")
    await press(anna, "Take (at 2)")
    await press(bea, "Roll", "24/18", "18/13", "Done")
    await press(anna, "Double to 4")
    await press(bea, "Drop (lose 2)")
    await told(anna, f"{ANNA} wins game 2 and 2 points.")


async def a_crawford_game_that_is_resigned(anna: Watcher, bea: Watcher) -> None:
    await press(anna, "8/5", "6/5", "Done")
    await told(bea, f"{BEA} is to roll.")
    assert "Double to 2" not in (await bea.seen()).labels
    await press(bea, "Resign…", "Single (1)")
    await press(anna, "Accept")


async def test_a_match_is_played_to_its_end_on_the_page(browser: Browser, tmp_path: Path) -> None:
    dice = ScriptedDice([OPENING, OPENING, ANSWER, AGAIN, AGAIN])
    async with (
        on_simcord(tmp_path / "c.sqlite", lambda _: dice) as (service, env),
        previewed(env, "Anna", "Bea") as (address, numbers),
    ):
        anna = await come(browser, address, numbers["Anna"], service, width=1280)
        bea = await come(browser, address, numbers["Bea"], service, width=400)
        await anna.command("challenge", rules="3")
        await press(bea, "Accept")
        await a_doubled_game_that_is_dropped(anna, bea)
        await press(bea, "Next game")
        await a_taken_double_and_a_redouble(anna, bea)
        await press(anna, "Next game")
        await a_crawford_game_that_is_resigned(anna, bea)
        for who in (anna, bea):
            await told(who, f"{ANNA} wins the match")
        assert any(label.startswith("Rematch") for label in (await bea.seen()).labels)
