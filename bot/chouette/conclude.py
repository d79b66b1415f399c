"""What follows by itself from what was just decided: the end of a game, departures, votes, the end of all.

Deciders say only what somebody did; here the same consequences are drawn for all of them.
"""

from __future__ import annotations

from collections.abc import Iterator

from bot.chouette import events as ev
from bot.chouette.deciders import is_represented, may_ask_to_wait
from bot.chouette.ending import When
from bot.chouette.game import ChouetteGame, ExtrasOpen, OnTurn
from bot.chouette.rotation import Outcome, rotated
from bot.chouette.seats import Line, Seat
from bot.chouette.session import Session, evolve
from bot.chouette.settlement import final_payments, settle_leaver
from bot.chouette.stakes import TEAM, Exit, Stakes, box_shares, team_points
from bot.game.dice import Dice
from bot.game.plays import is_deadlocked
from bot.game.result import How, Kind
from bot.game.rules import Contact
from bot.game.scoring import forfeit_height
from bot.game.side import Side
from bot.game.turn import BorneOff, throw

Events = tuple[ev.Event, ...]


def fold(session: Session, events: Events) -> Session:
    """The session after these events."""
    for event in events:
        session = evolve(session, event)
    return session


def concluded(before: Session, events: Events, dice: Dice) -> Events:
    """The events with all that follows from them."""
    state = fold(before, events)
    while following := next(_following(before, state, dice), None):
        events = (*events, following)
        state = evolve(state, following)
    return events


def _following(before: Session, state: Session, dice: Dice) -> Iterator[ev.Event]:
    """What comes next by itself, the most pressing first."""
    if state.over:
        return
    if state.running:
        yield from _in_game(before.running or state.running, state, state.running, dice)
    elif state.drawn:
        yield from _between_games(state)
    elif not state.line:
        yield ev.ChouetteEnded(())
    yield from _votes(state)


def _in_game(earlier: ChouetteGame, state: Session, game: ChouetteGame, dice: Dice) -> Iterator[ev.Event]:
    won = game.turn.phase
    if game.stakes.all_out:
        yield game_finished(state, earlier, game, None, Kind.SINGLE, How.DROP)
    elif isinstance(won, BorneOff):
        yield game_finished(state, earlier, game, won.winner, won.kind, How.BORNE_OFF)
    elif (deserted := _deserted_by(state, game)) is not None:
        height = forfeit_height(game.turn, deserted)
        yield game_finished(state, earlier, game, deserted.other, height, How.LEAVING)
    elif _is_locked(state, game):
        yield game_finished(state, earlier, game, None, Kind.SINGLE, None)
    captain = game.acting_captain
    if not is_represented(state, captain) and any(
        is_represented(state, m.seat)
        for m in game.stakes.playing
        if m.seat not in (captain, *game.passed_over)
    ):
        yield ev.CaptainPassed(captain)
    if isinstance(game.phase, ExtrasOpen) and not is_represented(state, game.phase.asked[0]):
        yield ev.ExtraKept(game.phase.asked[0])
    if isinstance(game.phase, OnTurn) and game.phase.asked and is_free_to_roll(state, game.phase):
        yield throw(game.turn, dice)


def _is_locked(state: Session, game: ChouetteGame) -> bool:
    """Neither side can ever move again (house rule *pin*); a play without moves shows it."""
    last, board = game.turn.last, state.rules.board
    if board.contact is not Contact.PIN or last is None or last.moves:
        return False
    return is_deadlocked(game.turn.position, board.contact, board.bear_off)


def _deserted_by(state: Session, game: ChouetteGame) -> Side | None:
    """The side that everyone is leaving (chouette.md §8)."""
    for side in Side:
        if all(seat in state.leaving for seat in game.players if game.side_of(seat) is side):
            return side
    return None


def leaves_nobody(state: Session, seat: Seat) -> bool:
    """Whether his side has nobody left if he announces that he leaves, so that it loses at once."""
    game = state.running
    side = game.side_of(seat) if game else None
    if game is None or side is None:
        return False
    return all(s in (seat, *state.leaving) for s in game.players if game.side_of(s) is side)


def is_last_in(game: ChouetteGame, seat: Seat) -> bool:
    """Whether nobody of the team plays on if this member gives up his cube."""
    return tuple(member.seat for member in game.stakes.playing) == (seat,)


def is_free_to_roll(session: Session, phase: OnTurn) -> bool:
    """Nobody holds the captain's roll, and nobody is given time to."""
    return not phase.waits and not may_ask_to_wait(session)


def game_finished(
    session: Session,
    earlier: ChouetteGame,
    game: ChouetteGame,
    winner: Side | None,
    kind: Kind,
    how: How | None,
) -> ev.GameFinished:
    """The row and the next line. ``earlier`` is the game before the decision that ended it: who was acting
    captain then has finished it, and only who was out by then has left it to others. ``how`` None: a game
    that nobody can win wins nothing for those in it, and leaves the line as it was (ruling).
    """
    shares, total = team_points(session.rules, game.stakes, winner, kind)
    row = (*box_shares(total, game.box, game.partner), *shares)
    line = session.line if how is None else next_line(session, earlier, game.stakes, winner, total)
    return ev.GameFinished(winner, kind, how, row, line)


def next_line(
    session: Session, earlier: ChouetteGame, stakes: Stakes, winner: Side | None, total: int
) -> Line:
    """The rotation (Ch. 5) as this game leads to it."""
    outcome = outcome_of(earlier.stakes, stakes, earlier.acting_captain, winner, total)
    return rotated(session.line, outcome, session.rules.retention)


def outcome_of(earlier: Stakes, stakes: Stakes, finisher: Seat, winner: Side | None, total: int) -> Outcome:
    """What the rotation needs to know of a finished game."""
    captain = stakes.members[0]
    won = winner is TEAM if captain.exit is None else captain.exit is Exit.BOX_DROPPED
    left = earlier.members[0].exit is not None
    return Outcome(captain.seat, finisher, won, left, total)


def _between_games(state: Session) -> Iterator[ev.Event]:
    for seat in state.leaving:
        yield ev.Departed(seat, settle_leaver(state.sheet.balances, seat))
    if len(state.line) < 2:
        yield ev.ChouetteEnded(final_payments(state.sheet.balances), "chouette.too_few")
    elif is_time_to_end(state):
        yield ev.ChouetteEnded(final_payments(state.sheet.balances))


def is_time_to_end(state: Session) -> bool:
    """Whether the ending that was set is reached, between two games."""
    played = state.game.number if state.game else 0
    match state.ending:
        case None:
            return False
        case ending if ending.when is When.AFTER_THIS_GAME:
            return played > 0
        case ending:
            return ending.when is When.AFTER_GAME and played >= ending.number


def _votes(state: Session) -> Iterator[ev.Event]:
    card, vote = state.card, state.end_vote
    if state.drawn and not state.running and card and set(state.line) <= set(card.accepted):
        yield ev.RulesChanged(card.rules)
    if vote is None:
        return
    voters = set(state.present)
    if len(voters & set(vote.confirmed)) * 2 > len(voters):
        yield ev.EndingSet(vote.ending)
    elif len(voters - set(vote.refused)) * 2 <= len(voters):
        yield ev.EndRejected()
