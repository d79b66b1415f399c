from __future__ import annotations

import pytest

from bot.app.archive import Identity, Person
from bot.app.people import Known
from bot.app.screen import Screen, Tone
from bot.chouette.rules import ChouetteRules
from bot.game import actions as act
from bot.game.rules import SPEEDGAMEZ
from bot.game.side import Side
from bot.ui.pages import (
    SETTINGS,
    chouette_rules_page,
    game_line,
    help_page,
    how_long,
    rules_page,
    setting_change,
    settings_page,
    welcome,
)
from bot.ui.press import MenuPress, parse_press
from bot.ui.texts import Texts
from tests.support.dice import FreshDice
from tests.support.match_tables import ANN, DE, EN, match_table
from tests.support.matches import Driver

MESSAGE = 4096


def menus(screen: Screen) -> list[MenuPress]:
    found = [parse_press(button.press) for row in screen.rows for button in row]
    assert all(isinstance(press, MenuPress) for press in found)
    return [press for press in found if isinstance(press, MenuPress)]


def test_a_newcomer_sees_three_ways_to_begin_with_a_line_each() -> None:
    screen = welcome(EN)
    assert [press.op for press in menus(screen)[:4]] == ["play", "how_long", "challenge", "chouette"]
    assert [len(row) for row in screen.rows[:3]] == [2, 1, 1]
    assert len(screen.lines) == 3


@pytest.mark.parametrize("texts", [EN, DE], ids=repr)
def test_pages_fit_one_message(texts: Texts) -> None:
    card = ChouetteRules(beavers=2, automatic_doubles=3, grace_s=30, cap=64, jacoby=False)
    for screen in (
        welcome(texts),
        how_long(texts),
        help_page(texts),
        rules_page(texts, SPEEDGAMEZ),
        rules_page(texts, None),
        chouette_rules_page(texts, card),
    ):
        assert len(screen.text) <= MESSAGE
        assert menus(screen)


def test_the_rules_page_says_the_running_games_rules_first_and_that_dice_rules_hold_by_themselves() -> None:
    page = rules_page(EN, SPEEDGAMEZ)
    assert page.lines[0].startswith("In your game: A session without a target")
    assert "The service throws the dice" in page.lines[-1]
    assert len(rules_page(EN, None).lines) == len(page.lines) - 1


def test_the_chouettes_page_says_the_card_first_and_leads_back_to_backgammon() -> None:
    page = chouette_rules_page(EN, ChouetteRules(jacoby=False))
    assert page.lines[0].startswith("Rules card: Jacoby: off.")
    assert MenuPress("rules", "backgammon") in menus(page)
    assert MenuPress("rules", "chouette") in menus(rules_page(EN, None))


def known(language: str | None = None, **own: str | bool) -> Known:
    person = Person(ANN, "Ann", language, own, guest=True)
    return Known(person, Identity("web", "1", ANN, None, "de"))


def test_settings_mark_what_is_chosen_and_the_default_where_nothing_is() -> None:
    chosen = [
        button.label
        for row in settings_page(known("de", theme="dark", confirm=False), EN).rows
        for button in row
        if button.tone is Tone.GOOD
    ]
    assert chosen == ["✓ Deutsch", "✓ Dark", "✓ Home right", "✓ At once"]


def test_every_button_of_the_settings_is_a_change() -> None:
    for press in menus(settings_page(known(), DE)):
        if press.op == "set":
            change = setting_change(press.arg)
            assert change is not None
            assert set(change) <= set(SETTINGS)


@pytest.mark.parametrize("arg", ["", "theme", "theme=pink", "name=Bob", "confirm=", "=", "language=fr"])
def test_a_forged_setting_is_none(arg: str) -> None:
    assert setting_change(arg) is None


def test_the_list_of_games_says_which_wait() -> None:
    driver = Driver(SPEEDGAMEZ, FreshDice(1))
    driver.do(Side.X, act.StartGame())
    table = match_table(driver.match)
    assert game_line(2, table, ANN, EN, waits=True).endswith("It is your turn.")
    assert "Bea" in game_line(2, table, ANN, DE, waits=False)
