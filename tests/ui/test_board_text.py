from __future__ import annotations

import pytest

from bot.app.screen import Screen
from bot.chouette import actions as chouette
from bot.chouette.seats import Seat
from bot.game import actions as act
from bot.game.result import How, Kind
from bot.game.rules import TOURNAMENT
from bot.game.side import Side
from bot.render.view import BoardView, DiceView
from bot.ui.kinds import Look
from bot.ui.texts import Texts
from tests.support.chouette_tables import UI as CHOUETTE_UI
from tests.support.chouette_tables import table_of, viewer
from tests.support.chouettes import table_in_play
from tests.support.dice import ScriptedDice
from tests.support.match_tables import DE, EN, screen_of
from tests.support.matches import Driver

X, O = Side.X, Side.O  # noqa: E741
MAY_MOVE = {EN: "May move from", DE: "Kann ziehen von"}
IS_TO_PLAY = {EN: "is to play 3-1", DE: "ist am Zug mit 3-1"}


def thrown() -> Driver:
    """X has thrown 31 to open."""
    driver = Driver(TOURNAMENT, ScriptedDice([(3, 1)]))
    driver.do(X, act.StartGame())
    return driver


def alt_of(screen: Screen) -> str:
    return screen.alt.replace("\u2068", "").replace("\u2069", "")


def dice_of(screen: Screen) -> DiceView:
    assert isinstance(screen.picture, BoardView)
    assert screen.picture.dice is not None
    return screen.picture.dice


def assert_nobody_is_to_play(screen: Screen, texts: Texts) -> None:
    assert IS_TO_PLAY[texts] not in alt_of(screen)
    assert MAY_MOVE[texts] not in alt_of(screen)


@pytest.mark.parametrize(
    "resigner, texts, told",
    [
        (X, EN, "Ann: resigns. Awaited: Bea (accept?). Thrown: 3-1. "),
        (X, DE, "Ann: gibt auf. Gefragt ist Bea (annehmen?). Geworfen: 3-1. "),
        (O, EN, "Bea: resigns. Awaited: Ann (accept?). Thrown: 3-1. "),
        (O, DE, "Bea: gibt auf. Gefragt ist Ann (annehmen?). Geworfen: 3-1. "),
    ],
)
def test_while_a_resignation_is_offered_the_words_ask_for_the_answer_and_for_no_play(
    resigner: Side, texts: Texts, told: str
) -> None:
    at = thrown()
    at.do(resigner, act.OfferResignation(Kind.SINGLE))
    screen = screen_of(at.match, texts)
    assert alt_of(screen).startswith(told)
    assert_nobody_is_to_play(screen, texts)
    assert dice_of(screen).used == (False, False)


@pytest.mark.parametrize(
    "texts, told", [(EN, "The game is over. Bea: won. "), (DE, "Die Partie ist zu Ende. ")]
)
def test_a_game_that_was_resigned_after_the_roll_is_told_as_over_and_its_dice_have_faded(
    texts: Texts, told: str
) -> None:
    at = thrown()
    at.do(X, act.OfferResignation(Kind.SINGLE))
    at.do(O, act.AcceptResignation())
    screen = screen_of(at.match, texts)
    assert alt_of(screen).startswith(told)
    assert_nobody_is_to_play(screen, texts)
    assert dice_of(screen).used == (True, True)


@pytest.mark.parametrize(
    "action", [act.Forfeit(X, How.TIMEOUT), act.Forfeit(X, How.LEAVING), act.Abort("time.admin")]
)
def test_so_is_a_match_that_ended_in_the_middle_of_a_game(action: act.MatchAction) -> None:
    at = thrown()
    at.do(None, action)
    screen = screen_of(at.match)
    assert alt_of(screen).startswith("The game is over. ")
    assert_nobody_is_to_play(screen, EN)
    assert dice_of(screen).used == (True, True)


@pytest.mark.parametrize("language, texts", [("en", EN), ("de", DE)])
def test_it_is_the_same_at_a_chouette(language: str, texts: Texts) -> None:
    keys = "BCXY"
    at = table_in_play(keys)
    at.do("B", chouette.OfferResignation(Kind.SINGLE))

    def shown() -> Screen:
        return CHOUETTE_UI.screen(table_of(at.session, tuple(keys)), viewer(language), Look())

    assert_nobody_is_to_play(shown(), texts)
    assert texts("alt.thrown", dice="3-1") in alt_of(shown())
    assert dice_of(shown()).used == (False, False)
    at.do(Seat("C"), chouette.AcceptResignation())
    assert_nobody_is_to_play(shown(), texts)
    assert alt_of(shown()).startswith(texts("alt.over"))
    assert dice_of(shown()).used == (True, True)
