"""The chouette as the service sees it: written down and read back, awaited seats, deadlines, results."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest

from bot.app.chouette_kind import CHOUETTE_EVENTS, ChouetteKind, InTurn, chouette_codec
from bot.app.codec import Stored, read, write
from bot.app.ports import Chat, PersonId, TableId
from bot.app.results import ChouettePoints
from bot.app.table import AtOnce, Seat, Status, Table
from bot.chouette import actions as act
from bot.chouette.rules import SEED_RULES
from bot.chouette.session import Session, replay
from bot.game.result import Kind
from bot.game.violations import RuleViolation
from tests.support.chouettes import (
    AnyDice,
    gathered,
    random_rules,
    random_step,
    seats,
    table_between_games,
    table_in_play,
)
from tests.support.dice import FreshDice

KIND = ChouetteKind()


@pytest.mark.parametrize("seed", range(6))
def test_every_event_and_state_of_random_chouettes_comes_back_from_json(seed: int) -> None:
    chance = random.Random(seed)
    played = gathered(seats("ABCDEFGH"[: 3 + seed % 6]), random_rules(chance), FreshDice(seed))
    for _ in range(250):
        if not random_step(played, chance):
            break
    codec = chouette_codec()
    stored = [codec.encode(event) for event in played.log]
    plain = [Stored(one.kind, one.version, json.loads(json.dumps(one.data))) for one in stored]
    assert [codec.decode(one) for one in plain] == played.log
    assert replay(codec.decode(one) for one in plain) == replay(played.log)  # type: ignore[misc]
    assert read(Session, json.loads(json.dumps(write(Session, played.session)))) == played.session


def test_no_two_events_share_a_name() -> None:
    assert len(set(CHOUETTE_EVENTS.values())) == len(CHOUETTE_EVENTS)


def test_several_actions_of_one_person_are_all_or_none() -> None:
    table = gathered(seats("ABC"), SEED_RULES, AnyDice())
    begin = InTurn((act.DrawSeats(), act.StartGame()))
    state = table.session
    for event in KIND.decide(state, "A", begin, AnyDice()):
        state = KIND.evolve(state, event)
    assert state.running is not None
    with pytest.raises(RuleViolation):
        KIND.decide(table.session, "A", InTurn((act.DrawSeats(), act.Roll())), AnyDice())


def test_of_what_several_say_at_once_only_what_no_longer_fits_is_left_out() -> None:
    table = table_in_play()
    table.team_rolls()
    said = AtOnce((("X", act.Double("X")), ("Y", act.NotNow("Y", for_game=True)), ("Y", act.AskToWait("Y"))))  # type: ignore[arg-type]
    state = table.session
    for event in KIND.decide(state, None, said, AnyDice()):
        state = KIND.evolve(state, event)
    assert KIND.to_act(state) == {"C"}
    assert state.running is not None
    assert state.running.quiet == ("Y",)
    with pytest.raises(RuleViolation):
        KIND.decide(state, None, AtOnce((("B", act.Roll()),)), AnyDice())


def test_advisers_who_could_double_may_speak_until_they_are_quiet() -> None:
    table = table_in_play()
    table.team_rolls()
    assert KIND.may_speak(table.session) >= {"X", "Y"}
    assert KIND.to_act(table.session) == {"C"}


def test_a_word_that_decides_nothing_buys_no_time() -> None:
    table = table_in_play()
    table.team_rolls()
    before = KIND.deadline_of(table.session)
    table.do("X", act.NotNow("X", for_game=True))  # type: ignore[arg-type]
    assert KIND.deadline_of(table.session) == before
    table.do("C", act.Double("C"))  # type: ignore[arg-type]
    assert KIND.deadline_of(table.session) != before


def test_the_grace_is_shorter_than_any_move_and_ends_by_the_services_word() -> None:
    table = table_in_play()
    table.team_rolls()
    assert KIND.time_allowed(table.session) == 900_000  # nobody has moved yet
    table.do("C", act.Roll())
    assert KIND.time_allowed(table.session) == 10_000
    assert KIND.on_time_up(table.session) == act.GraceOver()


def test_who_is_late_is_named_and_between_games_nobody_is() -> None:
    table = table_in_play()
    table.team_rolls()
    assert KIND.on_time_up(table.session) == act.Late("C")  # type: ignore[arg-type]
    resting = table_between_games().session
    assert KIND.time_allowed(resting) is None
    assert KIND.on_time_up(resting) is None


def test_a_finished_game_leaves_each_persons_points_and_nothing_of_the_computers() -> None:
    played = table_in_play()
    people = tuple(
        Seat(key, PersonId(f"person-{key}"), key, "medium" if key == "Y" else None) for key in "BCXY"
    )
    room = Chat("test", "club")
    played.box_rolls()
    played.do("B", act.OfferResignation(Kind.SINGLE))
    before = Table(TableId("T"), "chouette", 1, played.session, people, room, 0, 0)
    events = played.do("C", act.AcceptResignation())
    found = KIND.results(before, events, 77)
    assert {(one.person, one.points, one.was_box, one.box_points) for one in found} == {
        ("person-B", -3, True, -3),
        ("person-C", 1, False, 0),
        ("person-X", 1, False, 0),
    }
    assert all(one == replace(one, table=TableId("T"), room=room, game=1, ended_at=77) for one in found)
    assert all(isinstance(one, ChouettePoints) for one in found)


def test_a_chouette_that_ends_before_its_first_game_has_no_result() -> None:
    table = table_between_games()
    table.do(None, act.Abort("time.admin"))
    assert KIND.status(table.session) is Status.ABORTED
