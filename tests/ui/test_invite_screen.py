from __future__ import annotations

from dataclasses import fields, replace

import pytest

from bot.game.rules import MONEY, SPEEDGAMEZ, TOURNAMENT, Clock, Contact, Rules, Timeout
from bot.ui.invite_screen import LENGTHS, PRESET_BUTTONS, chosen_rules

OFFERED = replace(TOURNAMENT, move_s=86_400, first_move_s=172_800, rated=False, timeout=Timeout.AUTOMATIC)
KEPT = ("move_s", "first_move_s", "clock", "timeout", "rated")
CHOICES = (*PRESET_BUTTONS, *map(str, LENGTHS))


@pytest.mark.parametrize("arg", CHOICES)
@pytest.mark.parametrize(
    "before",
    [
        OFFERED,
        replace(OFFERED, length=None, crawford=False),
        replace(OFFERED, clock=Clock(12, 360), timeout=Timeout.CLAIM),
        replace(MONEY, move_s=60, rated=False, clock=Clock()),
        replace(SPEEDGAMEZ, move_s=60),
    ],
)
def test_a_counter_offer_is_about_what_is_played_and_keeps_time_and_rating(before: Rules, arg: str) -> None:
    after = chosen_rules(before, arg)
    assert after is not None
    assert {name: getattr(after, name) for name in KEPT} == {name: getattr(before, name) for name in KEPT}


@pytest.mark.parametrize("arg, preset", PRESET_BUTTONS.items())
def test_a_preset_is_taken_with_all_its_other_rules(arg: str, preset: Rules) -> None:
    after = chosen_rules(replace(OFFERED, contact=Contact.PIN), arg)
    others = [field.name for field in fields(Rules) if field.name not in KEPT]
    assert [getattr(after, name) for name in others] == [getattr(preset, name) for name in others]


def test_another_length_keeps_the_house_rules_of_a_match_and_makes_one_of_a_session() -> None:
    pinning = replace(OFFERED, contact=Contact.PIN)
    assert chosen_rules(pinning, "7") == replace(pinning, length=7)
    assert chosen_rules(replace(OFFERED, length=None), "7") == replace(OFFERED, length=7)


@pytest.mark.parametrize("arg", ["", "2", "chess", "-1", "99"])
def test_a_choice_that_was_not_offered_is_none(arg: str) -> None:
    assert chosen_rules(OFFERED, arg) is None
