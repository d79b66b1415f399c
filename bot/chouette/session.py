"""A whole chouette: gathering, line, games, sheet, and what the players have agreed on.

``evolve`` trusts events; ``bot.chouette.judge`` judges actions. Persons, names and time are not known here.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import assert_never

from bot.chouette import events as ev
from bot.chouette.ending import Ending
from bot.chouette.game import ChouetteGame, Ended, evolve_game
from bot.chouette.rules import ChouetteRules
from bot.chouette.seats import Draw, Line, Seat
from bot.chouette.settlement import Payment
from bot.chouette.sheet import EMPTY, GameRow, SettlementRow, Sheet
from bot.chouette.stakes import Stakes
from bot.game.turn import set_up


@dataclass(frozen=True, slots=True)
class Deputy:
    """Whom ``seat`` has named to decide for him."""

    seat: Seat
    deputy: Seat


@dataclass(frozen=True, slots=True)
class Card:
    """A rules card and who has accepted it."""

    rules: ChouetteRules
    accepted: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class EndVote:
    """A proposed ending, who is for it (the proposer first) and who against."""

    ending: Ending
    confirmed: tuple[Seat, ...]
    refused: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class Over:
    """The chouette is finished; ``reason`` is a code where the players did not end it."""

    payments: tuple[Payment, ...]
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Session:
    """The state of a chouette.

    ``line`` is everyone who plays, in rank order (before the draw: in the order of coming); during a game
    it is the line with which it began, and ``newcomers`` wait behind it. ``card`` is the one to be accepted:
    while gathering the one in force, between games a proposed one. ``game`` is the running or the newest
    game. ``step`` counts decisions: a deadline runs anew with each. ``late`` may be claimed against,
    ``extended`` have been given a last deadline; both until the next step.
    """

    rules: ChouetteRules
    line: Line = ()
    drawn: bool = False
    draw: Draw = ()
    newcomers: tuple[Seat, ...] = ()
    card: Card | None = None
    partner: Seat | None = None
    game: ChouetteGame | None = None
    sheet: Sheet = EMPTY
    away: tuple[Seat, ...] = ()
    deputies: tuple[Deputy, ...] = ()
    leaving: tuple[Seat, ...] = ()
    ending: Ending | None = None
    end_vote: EndVote | None = None
    step: int = 0
    late: tuple[Seat, ...] = ()
    extended: tuple[Seat, ...] = ()
    over: Over | None = None

    @property
    def running(self) -> ChouetteGame | None:
        """The game that is being played now, if any."""
        if self.over or self.game is None or isinstance(self.game.phase, Ended):
            return None
        return self.game

    @property
    def everyone(self) -> tuple[Seat, ...]:
        """All who sit at the table, newcomers last."""
        return (*self.line, *self.newcomers)

    def is_absent(self, seat: Seat) -> bool:
        """Others decide for him: he is away, or has said that he goes."""
        return seat in self.away or seat in self.leaving

    @property
    def present(self) -> tuple[Seat, ...]:
        """Who sits at the table and decides for himself."""
        return tuple(seat for seat in self.everyone if not self.is_absent(seat))


def start(rules: ChouetteRules, *seats: Seat) -> tuple[ev.Event, ...]:
    """A new table with whoever opens it."""
    return (ev.ChouetteOpened(rules), *(ev.Joined(seat) for seat in seats))


def replay(events: Iterable[ev.Event]) -> Session:
    """The state that a log leads to; its first event must be ``ChouetteOpened``."""
    state: Session | None = None
    for event in events:
        state = evolve(state, event)
    if state is None:
        raise ValueError("a log without events")
    return state


STEPS = (
    ev.ChouetteGameStarted,
    ev.OpeningThrown,
    ev.Rolled,
    ev.Played,
    ev.RollAsked,
    ev.RoundOpened,
    ev.MemberDoubled,
    ev.MemberKept,
    ev.CubesOffered,
    ev.Answered,
    ev.CubesSettled,
    ev.ExtrasOffered,
    ev.ExtraGiven,
    ev.ExtraKept,
    ev.RaccoonsOffered,
    ev.RaccoonDecided,
    ev.GameFinished,
)
"""Decisions after which deadlines start again; offering to resign is none, or it would buy time."""


def evolve(session: Session | None, event: ev.Event) -> Session:
    """The chouette after the event; trusts it."""
    if isinstance(event, ev.ChouetteOpened):
        return Session(event.rules, card=Card(event.rules))
    assert session is not None, "a log starts with ChouetteOpened"
    if isinstance(event, STEPS):
        session = replace(session, step=session.step + 1, late=(), extended=())
    match event:
        case ev.Joined() | ev.Departed() | ev.WentAway() | ev.CameBack() | ev.LeaveAnnounced():
            return _evolve_people(session, event)
        case ev.RulesProposed() | ev.RulesAccepted() | ev.RulesRefused() | ev.RulesChanged():
            return _evolve_card(session, event)
        case ev.EndProposed() | ev.EndConfirmed() | ev.EndRefused() | ev.EndRejected() | ev.EndingSet():
            return _evolve_ending(session, event)
        case ev.SeatThrown(seat, die):
            return replace(session, draw=(*session.draw, (seat, die)))
        case ev.SeatsDrawn(line):
            return replace(session, line=line, drawn=True, card=None, sheet=Sheet(line))
        case ev.PartnerNamed(seat):
            return replace(session, partner=seat)
        case ev.LateNoted(seat):
            return replace(session, late=(*session.late, seat))
        case ev.DeadlineExtended(seat):
            extended, late = (*session.extended, seat), _without(session.late, seat)
            return replace(session, extended=extended, late=late, step=session.step + 1)
        case ev.ChouetteGameStarted(number, rules, box, partner, team):
            game = ChouetteGame(number, box, partner, set_up(rules.board), Stakes.of(team))
            return replace(session, rules=rules, game=game, card=None)
        case ev.GameFinished():
            return _finished(session, event)
        case ev.ChouetteEnded(payments, reason):
            return replace(session, over=Over(payments, reason))
        case _:
            assert session.game is not None
            return replace(session, game=evolve_game(session.game, session.rules, event))


def _evolve_people(
    session: Session, event: ev.Joined | ev.Departed | ev.WentAway | ev.CameBack | ev.LeaveAnnounced
) -> Session:
    seat = event.seat
    match event:
        case ev.Joined():
            return _joined(session, seat)
        case ev.Departed(_, payments):
            return _departed(session, seat, payments)
        case ev.WentAway(_, deputy, late):
            kept = session.deputies if late else _without_deputy(session, seat)
            named = (Deputy(seat, deputy),) if deputy else ()
            return replace(session, away=(*_without(session.away, seat), seat), deputies=(*kept, *named))
        case ev.CameBack():
            away, leaving = _without(session.away, seat), _without(session.leaving, seat)
            return replace(session, away=away, leaving=leaving)
        case ev.LeaveAnnounced():
            return replace(session, leaving=(*session.leaving, seat))
        case _:
            assert_never(event)


def _joined(session: Session, seat: Seat) -> Session:
    if not session.drawn:
        return replace(session, line=(*session.line, seat))
    sheet = session.sheet.with_column(seat)
    if session.running:
        return replace(session, newcomers=(*session.newcomers, seat), sheet=sheet)
    return replace(session, line=(*session.line, seat), sheet=sheet)


def _departed(session: Session, seat: Seat, payments: tuple[Payment, ...]) -> Session:
    sheet = session.sheet.with_row(SettlementRow(seat, payments)) if payments else session.sheet
    card, vote = session.card, session.end_vote
    return replace(
        session,
        line=_without(session.line, seat),
        newcomers=_without(session.newcomers, seat),
        partner=None if seat in (session.partner, session.line[0]) else session.partner,
        sheet=sheet,
        away=_without(session.away, seat),
        leaving=_without(session.leaving, seat),
        deputies=_without_deputy(session, seat),
        card=card and replace(card, accepted=_without(card.accepted, seat)),
        end_vote=vote
        and replace(vote, confirmed=_without(vote.confirmed, seat), refused=_without(vote.refused, seat)),
    )


def _without(seats: tuple[Seat, ...], gone: Seat) -> tuple[Seat, ...]:
    return tuple(seat for seat in seats if seat != gone)


def _without_deputy(session: Session, seat: Seat) -> tuple[Deputy, ...]:
    return tuple(entry for entry in session.deputies if entry.seat != seat)


def _evolve_card(
    session: Session, event: ev.RulesProposed | ev.RulesAccepted | ev.RulesRefused | ev.RulesChanged
) -> Session:
    match event:
        case ev.RulesProposed(seat, rules):
            in_force = session.rules if session.drawn else rules
            return replace(session, rules=in_force, card=Card(rules, (seat,)))
        case ev.RulesAccepted(seat):
            assert session.card is not None
            return replace(session, card=replace(session.card, accepted=(*session.card.accepted, seat)))
        case ev.RulesRefused():
            return replace(session, card=None)
        case ev.RulesChanged(rules):
            return replace(session, rules=rules, card=None)
        case _:
            assert_never(event)


def _evolve_ending(
    session: Session, event: ev.EndProposed | ev.EndConfirmed | ev.EndRefused | ev.EndRejected | ev.EndingSet
) -> Session:
    vote = session.end_vote
    match event:
        case ev.EndProposed(seat, ending):
            return replace(session, end_vote=EndVote(ending, (seat,)))
        case ev.EndConfirmed(seat):
            assert vote is not None
            return replace(session, end_vote=replace(vote, confirmed=(*vote.confirmed, seat)))
        case ev.EndRefused(seat):
            assert vote is not None
            return replace(session, end_vote=replace(vote, refused=(*vote.refused, seat)))
        case ev.EndRejected():
            return replace(session, end_vote=None)
        case ev.EndingSet(ending):
            return replace(session, ending=ending, end_vote=None)
        case _:
            assert_never(event)


def _finished(session: Session, event: ev.GameFinished) -> Session:
    """The row is written, the line has moved, newcomers sit behind it; the partner was for this game."""
    game = session.game
    assert game is not None
    row = GameRow(game.number, game.box, game.partner, event.shares)
    return replace(
        session,
        game=replace(game, phase=Ended(event.winner, event.kind, event.how)),
        sheet=session.sheet.with_row(row),
        line=(*event.line, *session.newcomers),
        newcomers=(),
        partner=None,
    )


__all__ = ["Card", "Deputy", "EndVote", "Over", "Session", "evolve", "replay", "start"]
