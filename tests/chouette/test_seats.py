from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.chouette import actions as act
from bot.chouette import events as ev
from bot.chouette.rules import SEED_RULES, ChouetteRules
from bot.chouette.seats import Seat, draw
from bot.chouette.stakes import BOX
from bot.game.dice import Label
from bot.game.violations import RuleViolation
from tests.support.chouettes import gathered, seats, table_between_games
from tests.support.dice import FreshDice, ScriptedDice


def dice(*thrown: int) -> ScriptedDice:
    return ScriptedDice([(die,) for die in thrown])


@pytest.mark.parametrize(
    "thrown, line",
    [
        pytest.param((1, 6, 3), "BCA", id="the highest is box, then captain, then advisers"),
        pytest.param((4, 6, 4, 2, 5), "BCA", id="the tied throw again among themselves"),
        pytest.param((5, 5, 6, 3, 3, 1, 2), "CBA", id="again until they differ"),
        pytest.param((2, 2, 2, 6, 1, 6, 3, 5), "CAB", id="who falls behind in a tie keeps his place"),
    ],
)
def test_seats_are_drawn_by_the_highest_die(thrown: tuple[int, ...], line: str) -> None:
    assert draw(seats("ABC"), dice(*thrown))[1] == seats(line)


def test_the_outcome_of_a_tie_stays_between_the_places_tied_for() -> None:
    thrown, line = draw(seats("ABCD"), dice(5, 3, 5, 1, 1, 2))
    assert line == seats("CABD")
    assert [seat for seat, _ in thrown] == list("ABCDAC")


@given(st.integers(0, 10_000), st.integers(2, 10))
def test_a_draw_is_a_permutation_and_asks_for_its_dice_one_by_one(seed: int, players: int) -> None:
    line = tuple(Seat(f"p{n}") for n in range(players))
    thrown, drawn = draw(line, FreshDice(seed))
    assert sorted(drawn) == sorted(line)
    first = dict(thrown[:players])
    assert [first[seat] for seat in drawn] == sorted(first.values(), reverse=True)


def test_the_draw_is_shown_die_by_die() -> None:
    script = dice(2, 6, 4)
    table = gathered(seats("ABC"), SEED_RULES, script)
    events = table.do("A", act.DrawSeats())
    assert events == (
        ev.SeatThrown(Seat("A"), 2),
        ev.SeatThrown(Seat("B"), 6),
        ev.SeatThrown(Seat("C"), 4),
        ev.SeatsDrawn(seats("BCA")),
    )
    assert script.asked == [(Label.SEAT, n, 1) for n in range(3)]


def test_a_chouette_needs_three_players() -> None:
    table = gathered(seats("AB"), SEED_RULES, dice())
    with pytest.raises(RuleViolation) as refused:
        table.do("A", act.DrawSeats())
    assert refused.value.code == "chouette.too_few"


def test_the_card_is_accepted_by_every_player_before_the_draw_and_again_when_it_changes() -> None:
    table = gathered(seats("ABC"), SEED_RULES, dice(1, 2, 3))
    table.do("A", act.ProposeRules(ChouetteRules(beavers=1)))
    assert table.session.rules.beavers == 1
    with pytest.raises(RuleViolation) as refused:
        table.do("A", act.DrawSeats())
    assert refused.value.code == "chouette.card_not_accepted"
    table.do("B", act.AcceptRules())
    table.do("C", act.AcceptRules(), act.DrawSeats())
    assert table.session.drawn


def test_between_games_a_new_card_needs_everyone_and_a_started_game_keeps_the_old_one() -> None:
    table = table_between_games("BCX")
    table.do("C", act.ProposeRules(ChouetteRules(beavers=1)))
    table.do("B", act.AcceptRules())
    assert table.session.rules.beavers == 0
    table.do("X", act.AcceptRules())
    assert table.session.rules.beavers == 1
    table.do("C", act.ProposeRules(ChouetteRules(beavers=2)))
    table.do("X", act.RefuseRules())
    table.do("C", act.ProposeRules(ChouetteRules(beavers=2)))
    table.do("B", act.StartGame())
    assert (table.session.rules.beavers, table.session.card) == (1, None)


@pytest.mark.parametrize(
    "line, by, partner, code",
    [
        ("BCXYZ", "B", None, "chouette.partner_few"),
        ("BCXYZP", "C", None, "chouette.box_only"),
        ("BCXYZP", "B", "B", "chouette.partner_who"),
        ("BCXYZP", "B", "Q", "chouette.partner_who"),
    ],
)
def test_only_the_box_names_a_partner_and_only_from_six_players_on(
    line: str, by: str, partner: str | None, code: str
) -> None:
    table = table_between_games(line)
    with pytest.raises(RuleViolation) as refused:
        table.do(by, act.NamePartner(Seat(partner) if partner else None))
    assert refused.value.code == code


def test_the_partner_leaves_the_team_for_one_game_and_goes_back_to_his_place() -> None:
    table = table_between_games("BCXYZW")
    table.do("B", act.NamePartner(Seat("X")), act.StartGame())
    assert table.game.stakes.seats == seats("CYZW")
    table.bears_off(BOX)
    assert table.line == "BXYZWC"
    assert table.session.partner is None
