"""Random chouettes through the presenter: what is offered is accepted, what can be pressed is offered."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from bot.app.screen import Screen
from bot.app.timekeeping import Timekeeping
from bot.chouette import actions as act
from bot.chouette.game import Offered
from bot.chouette.offers import offers
from bot.chouette.rules import SEED_RULES
from bot.chouette.seats import Seat
from bot.chouette.session import Session
from bot.chouette.stakes import TEAM
from bot.ui.chouette_press import Page
from bot.ui.kinds import Look
from tests.support.chouette_tables import NAMES, UI, accepts, presses, reachable, table_of, viewer
from tests.support.chouettes import Table, gathered, random_rules, random_step
from tests.support.dice import FreshDice

STEPS = 220
KEYS = tuple(f"p{number}" for number in range(1, 13))
ON_NO_SCREEN = (act.Join, act.DoubleInitial, act.TakeAll, act.DropAll)
"""Who is not at the table joins by a button of its own kind; the others are left out where they would do the
same as the button beside them.
"""
FOR_FEW = (act.NotNow, act.AskToWait)
"""Buttons that a menu shows for a few absent members only: who decides for many finds them on the board."""


def fits(screen: Screen) -> None:
    assert len(screen.rows) <= 5
    assert all(1 <= len(row) <= 5 for row in screen.rows), screen.rows
    for row in screen.rows:
        for button in row:
            assert button.label
            assert len(button.label) <= 80
            assert len(button.press.encode()) <= 64
    if screen.picture is not None:
        assert len(screen.text) <= 1024, screen.text
        assert screen.alt


@pytest.mark.parametrize("seed", range(12))
def test_every_offered_button_is_accepted_and_every_press_is_offered(seed: int) -> None:
    chance = random.Random(seed)
    players = [Seat(key) for key in KEYS[: chance.randint(3, 10)]]
    dice = FreshDice(seed)
    played = gathered(players, random_rules(chance), dice)
    strangers = [Seat(key) for key in KEYS[len(players) : 11]]
    for step in range(STEPS):
        if not random_step(played, chance, strangers):
            break
        if step % 3 == 0 or played.session.running is None:
            check(played, chance, dice)


def check(played: Table, chance: random.Random, dice: FreshDice) -> None:
    session = played.session
    table = table_of(session, KEYS)
    if chance.random() < 0.2 and len(session.present) > 1 and session.drawn and not session.over:
        by, other = chance.sample(session.present, 2)
        offer = chance.choice([Timekeeping(pause_offer=by), Timekeeping(end_offer=by)])
        agreed = (other,) if len(session.present) > 2 else ()
        table = replace(table, time=replace(offer, offered=40, agreed=agreed))
    language = chance.choice(["en", "de"])
    room = UI.screen(table, viewer(language), Look())
    fits(room)
    for press in presses(room):
        assert press.revision == UI.stamp(table)
        assert any(accepts(table, seat, press, dice) for seat in session.everyone), (press, session)
    if not session.everyone or session.over:
        return
    one = chance.choice(session.everyone)
    for look in ("", *Page):
        screen = UI.screen(table, viewer(language, one), Look(look))
        fits(screen)
        for press in presses(screen):
            assert accepts(table, one, press, dice), (press, look, session)
    missing = {offer for offer in offers(session, one) if on_screen(session, offer)} - reachable(table, one)
    assert all(isinstance(offer, FOR_FEW) and len(session.away) > 2 for offer in missing), missing


def on_screen(session: Session, offer: act.Action) -> bool:
    """Whether one's own screens should show it; the box answers one cube after the other."""
    phase = session.running.phase if session.running else None
    if (
        isinstance(phase, Offered)
        and phase.by is TEAM
        and isinstance(offer, act.Take | act.Drop | act.Beaver)
    ):
        return offer.seat == phase.open[0]
    return not isinstance(offer, ON_NO_SCREEN)


@pytest.mark.parametrize("language", ["en", "de"])
def test_ten_players_fit_a_caption(language: str) -> None:
    rules = replace(SEED_RULES, consulting=random_rules(random.Random(1)).consulting)
    played = gathered([Seat(key) for key in KEYS[:10]], rules, FreshDice(5))
    played.do("p1", act.DrawSeats())
    played.do(played.session.line[0], act.StartGame())
    screen = UI.screen(table_of(played.session, KEYS), viewer(language), Look())
    fits(screen)
    for number in range(10):
        assert NAMES[number][:8] in screen.text
