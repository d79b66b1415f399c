"""Every screen of random games fits Discord: components, text, description, labels, button data."""

import pytest

from bot.adapters.discord.layout import DESCRIPTION, Drawn, drawn
from bot.app.ports import Mention, Outgoing
from bot.app.screen import Screen
from tests.support.discord.limits import check_message
from tests.support.discord.messages import BUTTON, GALLERY, TEXT, V2, walk
from tests.support.match_tables import buttons
from tests.support.screen_walk import screens_of_a_random_game
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
    for other in (shown, components(drawn(Outgoing(screen))), components(message.stripped())):
        assert not any("…" in one["content"] for one in other if one["type"] == TEXT), "something was cut"


def components(message: Drawn) -> list[Json]:
    """All components, as they go over the wire; Discord's limits hold for them."""
    sent: list[Json] = message.view().to_components()  # type: ignore[no-untyped-call]
    check_message("", [], sent, V2, len(message.files()))
    return list(walk(sent))


@pytest.mark.parametrize("seed", range(12))
async def test_the_screens_of_a_random_game_fit(seed: int) -> None:
    for screen in screens_of_a_random_game(seed, 120):
        check(screen)


@pytest.mark.slow
async def test_the_screens_of_five_hundred_random_games_fit() -> None:
    for seed in range(500):
        for screen in screens_of_a_random_game(1000 + seed, 400):
            check(screen)
