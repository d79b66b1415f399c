"""``allowed``, ``decide`` and ``offers`` agree in every state that random tables visit."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import get_args

import pytest

from bot.chouette import actions as act
from bot.chouette.deciders import decisions
from bot.chouette.ending import Ending
from bot.chouette.judge import allowed, decide
from bot.chouette.offers import offers
from bot.chouette.rules import AnswerOrder, ChouetteRules, Extras
from bot.chouette.seats import Seat
from bot.chouette.session import Session
from bot.game.dice import Dice
from bot.game.result import Kind
from bot.game.rules import Timeout
from bot.game.turn import ToPlay, legal_plays
from bot.game.violations import RuleViolation
from tests.support.chouettes import gathered, random_rules, random_step, seats, service_offers
from tests.support.dice import FreshDice

EVERY_KIND: tuple[type[act.Action], ...] = get_args(act.Action)
STRANGER = Seat("stranger")


def candidates(session: Session, kind: type[act.Action]) -> Iterator[act.Action]:
    """Actions of a kind in every form that could matter now."""
    people = (*session.everyone, STRANGER)
    names = set(kind.__dataclass_fields__)
    if kind in (act.Play, act.Suggest):
        game = session.running
        moves: list[tuple[object, ...]] = [()]
        if game and isinstance(game.turn.phase, ToPlay):
            moves += [play.moves for play in list(legal_plays(game.turn, session.rules.board))[:2]]
        yield from (kind(m) for m in moves)  # type: ignore[arg-type]
    elif kind is act.Leave:
        yield from (act.Leave(), act.Leave(now=True))
    elif kind is act.NotNow:
        yield from (act.NotNow(seat, for_game) for seat in people for for_game in (False, True))
    elif kind is act.OfferResignation:
        yield from (act.OfferResignation(height) for height in Kind)
    elif kind is act.ProposeRules:
        yield act.ProposeRules(ChouetteRules(beavers=1))
    elif kind is act.ProposeEnd:
        yield act.ProposeEnd(Ending())
    elif kind is act.Abort:
        yield act.Abort("test")
    elif kind in (act.GoAway, act.NamePartner):
        yield from (kind(seat) for seat in (None, *people))
    elif "seat" in names:
        yield from (kind(seat) for seat in people)  # type: ignore[call-arg, arg-type]
    else:
        yield kind()  # type: ignore[call-arg]


def accepted(session: Session, by: Seat | None, action: act.Action, dice: Dice) -> bool:
    try:
        return bool(decide(session, by, action, dice))
    except RuleViolation:
        return False


def visited(seed: int, steps: int, every: int) -> Iterator[Session]:
    """Every ``every``-th state of a random table."""
    chance = random.Random(seed)
    table = gathered(seats("ABCDEFGH"[: 3 + seed % 5]), random_rules(chance), FreshDice(seed))
    for step in range(steps):
        if not random_step(table, chance, [Seat("N1"), Seat("N2")]):
            break
        if step % every == 0:
            yield table.session


@pytest.mark.parametrize("seed", range(6))
def test_a_kind_of_action_is_accepted_in_some_form_exactly_where_it_is_allowed(seed: int) -> None:
    dice = FreshDice(seed)
    for session in visited(seed, steps=240, every=8):
        for by in (*session.everyone, STRANGER, None):
            possible = allowed(session, by)
            for kind in EVERY_KIND:
                found = any(accepted(session, by, action, dice) for action in candidates(session, kind))
                assert found is (kind in possible), (kind, by, session)


@pytest.mark.parametrize("seed", range(6, 12))
def test_every_offered_press_is_accepted(seed: int) -> None:
    dice = FreshDice(seed)
    for session in visited(seed, steps=400, every=3):
        for by in session.everyone:
            for action in offers(session, by):
                assert accepted(session, by, action, dice), (by, action, session)
        for action in service_offers(session):
            assert accepted(session, None, action, dice), (action, session)


@pytest.mark.parametrize("seed", range(12, 16))
def test_whoever_must_decide_can_and_nobody_else_can_do_it_for_him(seed: int) -> None:
    replies = (act.Take, act.Drop, act.KeepCube, act.LeaveBeaver, act.KeepOut, act.Release)
    deciding = {act.Roll, act.Play, *replies, act.AcceptRules, act.AcceptResignation}
    for session in visited(seed, steps=500, every=1):
        must = {decision.by for decision in decisions(session)}
        for seat in session.everyone:
            can = deciding & allowed(session, seat)
            if session.running and not _waits(session):
                assert bool(can) is (seat in must), (seat, can, session)


def _waits(session: Session) -> bool:
    """While the captain's roll waits, members may release it before anybody must."""
    phase = session.running and session.running.phase
    return bool(getattr(phase, "waits", ()))


def test_random_tables_reach_every_kind_of_question() -> None:
    rules = ChouetteRules(
        beavers=2, extras=Extras.OPTIONAL, order=AnswerOrder.SEALED, timeout=Timeout.CLAIM, grace_s=10
    )
    seen = set()
    for seed in range(12):
        chance = random.Random(seed)
        table = gathered(seats("ABCDE"), rules, FreshDice(seed))
        for _ in range(400):
            if not random_step(table, chance):
                break
            seen |= {decision.question for decision in decisions(table.session)}
    assert len(seen) >= 8, seen


@pytest.mark.parametrize("kind", EVERY_KIND, ids=lambda kind: kind.__name__)
def test_nothing_is_allowed_once_the_chouette_is_over(kind: type[act.Action]) -> None:
    table = gathered(seats("ABC"), ChouetteRules(), FreshDice(1))
    table.do(None, act.Abort("test"))
    for action in candidates(table.session, kind):
        with pytest.raises(RuleViolation) as refused:
            table.do("A", action)
        assert refused.value.code == "chouette.over"
