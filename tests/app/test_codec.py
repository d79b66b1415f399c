"""Events and states as plain data and back."""

from __future__ import annotations

import json
from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.app.codec import (
    MATCH_EVENTS,
    Codec,
    Stored,
    UnknownEvent,
    from_json,
    match_codec,
    read,
    to_json,
    write,
)
from bot.game.events import MatchEvent, Rolled
from bot.game.match import Match
from bot.game.rules import MONEY, SPEEDGAMEZ, Clock, Contact, Rules, Start
from tests.support.matches import random_walk

RULE_SETS = (
    Rules(length=3),
    MONEY,
    SPEEDGAMEZ,
    Rules(length=2, contact=Contact.PIN, start=Start.BAR, clock=Clock(12, 240)),
    Rules(length=None, beavers=2, automatic_doubles=2, jacoby=True),
)


@settings(max_examples=15, deadline=None)
@given(rules=st.sampled_from(RULE_SETS), seed=st.integers(0, 1000))
def test_every_event_and_state_of_random_games_comes_back_from_json(rules: Rules, seed: int) -> None:
    codec = match_codec()
    driver = None
    for count, driver in enumerate(random_walk(rules, seed, steps=150)):
        if count % 10 == 0:
            data = json.loads(json.dumps(write(Match, driver.match)))
            assert read(Match, data) == driver.match
    assert driver is not None
    for event in driver.log:
        stored = codec.encode(event)
        again = Stored(stored.kind, stored.version, json.loads(json.dumps(stored.data)))
        assert codec.decode(again) == event


def test_every_event_of_a_match_has_a_name() -> None:
    assert set(MATCH_EVENTS) == set(MatchEvent.__args__)
    assert len(set(MATCH_EVENTS.values())) == len(MATCH_EVENTS)


def test_fields_with_their_default_are_not_written() -> None:
    assert to_json(Rules(length=7)) == {"length": 7}
    assert from_json(Rules, {"length": 7}) == Rules(length=7)


@dataclass(frozen=True)
class Wager:
    """An event as it is today."""

    points: int


def test_data_of_an_older_version_is_lifted_before_it_is_read() -> None:
    codec = Codec("test.")
    codec.register(Wager, "wager", version=3)
    codec.upcast("wager", 1, lambda data: {"amount": data["sum"]})
    codec.upcast("wager", 2, lambda data: {"points": data["amount"]})
    assert codec.decode(Stored("test.wager", 1, {"sum": 5})) == Wager(5)
    assert codec.encode(Wager(5)) == Stored("test.wager", 3, {"points": 5})


@pytest.mark.parametrize(
    "stored", [Stored("match.flown", 1, {}), Stored("match.rolled", 2, {"dice": [1, 2]})]
)
def test_an_event_of_a_newer_program_is_not_guessed_at(stored: Stored) -> None:
    with pytest.raises(UnknownEvent):
        match_codec().decode(stored)


def test_names_in_the_log_are_explicit() -> None:
    assert match_codec().encode(Rolled((3, 1))) == Stored("match.rolled", 1, {"dice": [3, 1]})
