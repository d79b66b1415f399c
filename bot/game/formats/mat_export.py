"""A series of our own as a match file: from its events to the cells of ``.mat``.

The format knows standard boards and scores; anything else is said in a comment of the file.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from bot.game import events as ev
from bot.game.formats.mat import (
    AUTOMATIC_DOUBLES,
    Beavers,
    Doubles,
    Drops,
    Entry,
    MatCell,
    MatGame,
    MatMatch,
    Rolls,
    Takes,
    Wins,
    mat_play,
)
from bot.game.game import Game
from bot.game.match import Match, evolve
from bot.game.rules import Count, Scoring
from bot.game.side import Side
from bot.game.turn import ToPlay


def mat_of(
    events: Iterable[ev.MatchEvent], players: tuple[str, str], comments: tuple[str, ...] = ()
) -> MatMatch:
    """The whole series; ``players`` are X's and O's names. An unfinished game ends where it stands."""
    games: list[MatGame] = []
    automatic: Counter[int] = Counter()
    state: Match | None = None
    for event in events:
        before, state = state, evolve(state, event)
        if isinstance(event, ev.GameStarted):
            games.append(MatGame(event.number, (state.points.x, state.points.o), ()))
        elif isinstance(event, ev.DoubledAutomatically):
            automatic[games[-1].number] += 1
        elif before is not None and before.game is not None and games:
            cells = tuple(_cells(before, before.game, state, event))
            games[-1] = replace(games[-1], cells=games[-1].cells + cells)
    if state is None:
        raise ValueError("a log without events")
    remarks = (*comments, *_remarks(state), *_doubled(automatic))
    return MatMatch(players, _length(state), tuple(games), remarks)


def _length(match: Match) -> int:
    countable = match.rules.count is Count.POINTS and match.rules.scoring is Scoring.STANDARD
    return match.rules.length or 0 if countable else 0


def _remarks(match: Match) -> tuple[str, ...]:
    """What a reader of the file must know and its cells do not say."""
    rules = match.rules
    crawford = () if rules.has_crawford or not rules.is_match else ('[Crawford "Off"]',)
    if rules.is_standard_board and rules.scoring is Scoring.STANDARD and rules.count is Count.POINTS:
        return crawford
    words = (rules.start, rules.contact, rules.bear_off, rules.scoring, rules.count)
    return (*crawford, f'[Variation "house rules: {" ".join(words)}"]')


def _doubled(automatic: Counter[int]) -> Iterable[str]:
    """The games whose cube began above 1, for which the format has no cell."""
    if automatic:
        games = ", ".join(f"game {number}: {times}" for number, times in automatic.items())
        yield f'[{AUTOMATIC_DOUBLES} "{games}"]'


def _column(side: Side) -> int:
    return 0 if side is Side.X else 1


def _cells(before: Match, game: Game, after: Match, event: ev.MatchEvent) -> Iterable[MatCell]:
    mover = game.turn.on_roll
    answerer = mover.other
    value = game.stake.value
    match event:
        case ev.Played(moves):
            assert isinstance(game.turn.phase, ToPlay)
            last = after.game.turn.last if after.game else None
            text = mat_play(moves, last.hits if last else ())
            yield MatCell(_column(mover), Rolls(game.turn.phase.roll, text))
        case ev.Doubled():
            yield MatCell(_column(mover), Doubles(value * 2))
        case ev.Taken():
            yield MatCell(_column(answerer), Takes())
        case ev.Dropped():
            yield MatCell(_column(answerer), Drops())
        case ev.Beavered():
            yield MatCell(_column(answerer), Beavers(value * 4))
        case ev.Raccooned():
            yield MatCell(_column(mover), Beavers(value * 2))
        case ev.GameEnded(result):
            wins: Entry = Wins(result.points, match=_ends_match(after))
            yield MatCell(_column(result.winner), wins)
        case _:
            return


def _ends_match(match: Match) -> bool:
    away = [match.away(side) for side in Side]
    return any(one is not None and one <= 0 for one in away)
