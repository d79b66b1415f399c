"""What finished games of a match or session count for the standings, told from the events that ended them.

A match's Elo changes once, with its last game and by its length; a session's with each game, as one point.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.app.ports import PersonId
from bot.app.ratings import Finished
from bot.app.table import Table
from bot.game.events import GameEnded, MatchEnded, MatchEvent
from bot.game.match import Match, evolve
from bot.game.result import How, Kind, Result
from bot.game.rules import Rules, Scoring
from bot.game.side import Side

LONGEST = 25
"""The longest match that the Elo formula was made for."""
CHECKERS_A_GAME = 15


def finished_games(before: Table, events: Sequence[MatchEvent], at: int) -> tuple[Finished, ...]:
    """The games that the events finish: at most one, and none where a table ends without a result."""
    return tuple(_finished(before, events, at))


def _finished(before: Table, events: Sequence[MatchEvent], at: int) -> Iterator[Finished]:
    match = before.state
    ended: tuple[Match, Result] | None = None
    for event in events:
        assert match is None or isinstance(match, Match)
        match = evolve(match, event)
        if isinstance(event, GameEnded):
            ended = (match, event.result)
        if isinstance(event, MatchEnded) and match.rules.is_match and event.winner is not None:
            over, result = ended or (match, _forfeited(event.winner, event.how))
            yield _row(before, over, result, elo_length(match.rules), at)
            return
    if ended is not None:
        yield _row(before, *ended, 0 if ended[0].rules.is_match else 1, at)


def _forfeited(winner: Side, how: How | None) -> Result:
    """The running game of a match that was forfeited: it scores nothing, so it has no height either."""
    return Result(winner, Kind.SINGLE, how or How.LEAVING, 0)


def _row(before: Table, match: Match, result: Result, length: int, at: int) -> Finished:
    """A match that is left between two games ends with a game that was not played."""
    time, state = before.time, before.state
    played = isinstance(state, Match) and state.running is not None
    game = match.game if played else None
    newest = match.game.number if match.game else 0
    return Finished(
        game=newest if played else newest + 1,
        winner=_person(before, result.winner),
        loser=_person(before, result.winner.other),
        kind=result.kind.name.lower(),
        how=result.how,
        points=result.points,
        cube=game.stake.value if game else 1,
        started_at=time.game_started_at if played else at,
        played_ms=time.played_ms(at) if played else 0,
        moves=game.turn.plays if game else 0,
        elo_length=length,
        elo_ms=time.series_ms(at) if match.rules.is_match else time.played_ms(at),
        rated=match.rules.rated,
    )


def _person(table: Table, side: Side) -> PersonId | None:
    seat = table.seat(side)
    return None if seat.level is not None else seat.person


def elo_length(rules: Rules) -> int:
    """The length of a match for the Elo formula: its points or wins; by checkers, what they make in games."""
    length = rules.length or 1
    if rules.scoring is Scoring.CHECKERS:
        length = max(1, round(length / CHECKERS_A_GAME))
    return min(length, LONGEST)
