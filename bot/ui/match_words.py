"""A match table in words: whose turn it is and what to press, what was done last, how it stands, who won.

Must not know buttons' data, pictures or platforms.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, tzinfo

from bot.app.table import Table
from bot.app.table_time import is_alone
from bot.game import actions as act
from bot.game.game import CubeOffered, Ended, Game, Locked, OnTurn, Resigning
from bot.game.judge import allowed
from bot.game.match import Match, next_game
from bot.game.notation import format_moves, format_play
from bot.game.plays import LegalPlays
from bot.game.result import How, Kind, Result
from bot.game.rules import Count, Opening, Rules, Scoring
from bot.game.scoring import counted_height, points_for_win
from bot.game.side import Side
from bot.game.turn import ToPlay
from bot.ui.board import Drafted
from bot.ui.board_text import dice_text, words
from bot.ui.match_buttons import only_play
from bot.ui.match_press import match_of
from bot.ui.names import seat_name
from bot.ui.standings_words import verdict_lines
from bot.ui.texts import Texts
from bot.ui.time_words import time_lines


@dataclass(frozen=True, slots=True)
class Told:
    """What the words are about: a table, in one language, with the half-made play on its board.

    ``readers`` are the sides that read them; only who is to play is told what to press.
    """

    table: Table
    texts: Texts
    drafted: Drafted | None = None
    resigning: Side | None = None
    tz: tzinfo = UTC
    readers: tuple[Side, ...] = tuple(Side)

    @property
    def match(self) -> Match:
        """The table's state."""
        return match_of(self.table)

    def name(self, side: Side) -> str:
        """Who sits on this side."""
        return seat_name(self.table.seat(side), self.texts)


def headline(told: Told) -> str:
    """One sentence: who must do what now, or how it ended."""
    match, game = told.match, told.match.game
    if match.over:
        return _over(told)
    if told.table.time.paused_until is not None:
        return told.texts("headline.paused")
    if game is None:
        return told.texts("headline.start", name=told.name(Side.X), other=told.name(Side.O))
    if told.resigning:
        return told.texts("headline.resign_menu", who=told.name(told.resigning))
    match game.phase:
        case Ended(result):
            return _won_game(told, game, result)
        case Locked():
            return told.texts("headline.locked")
        case Resigning(by, kind):
            return _resigning(told, game, by, kind)
        case CubeOffered():
            doubler = game.turn.on_roll
            facts = {"who": told.name(doubler), "other": told.name(doubler.other)}
            return told.texts("headline.offered", value=game.stake.value * 2, **facts)
        case OnTurn():
            return _on_turn(told, game)


def _over(told: Told) -> str:
    match, texts = told.match, told.texts
    assert match.over
    winner = match.over.winner
    if match.over.aborted is not None:
        return texts("headline.aborted")
    if not match.rules.is_match:
        return _session_over(told)
    assert winner is not None
    mine, others = match.score.of(winner), match.score.of(winner.other)
    if match.over.how in (How.TIMEOUT, How.LEAVING):
        key = f"headline.match_{match.over.how}"
        return texts(key, winner=told.name(winner), loser=told.name(winner.other))
    return texts("headline.match_won", winner=told.name(winner), mine=mine, others=others)


def _session_over(told: Told) -> str:
    match = told.match
    ahead = match.score.x - match.score.o
    if ahead == 0:
        return told.texts("headline.session_level")
    winner = Side.X if ahead > 0 else Side.O
    key = "headline.session_points" if match.rules.count is Count.POINTS else "headline.session_wins"
    return told.texts.n(key, abs(ahead), winner=told.name(winner))


def _won_game(told: Told, game: Game, result: Result) -> str:
    facts = {"winner": told.name(result.winner), "game": game.number}
    return told.texts.n("headline.game_won", result.points, **facts)


def _resigning(told: Told, game: Game, by: Side, kind: Kind) -> str:
    points = points_for_win(told.match.rules, game.stake, kind, game.turn.off(by))
    facts = {"who": told.name(by), "other": told.name(by.other)}
    return told.texts.n(f"headline.resigning.{kind.name.lower()}", points, **facts)


def _on_turn(told: Told, game: Game) -> str:
    texts, who, drafted = told.texts, told.name(game.turn.on_roll), told.drafted
    if told.table.seat(game.turn.on_roll).level is not None:
        return _thinking(told, game, who)
    if drafted is not None and drafted.plays is not None and isinstance(game.turn.phase, ToPlay):
        return _to_play(told, drafted, drafted.plays, dice_text(game.turn.phase.roll))
    may_double = act.Double in allowed(told.match, game.turn.on_roll)
    return texts("headline.roll_or_double" if may_double else "headline.roll", who=who)


def _thinking(told: Told, game: Game, who: str) -> str:
    if isinstance(game.turn.phase, ToPlay):
        return told.texts("headline.thinks_over", who=who, dice=dice_text(game.turn.phase.roll))
    return told.texts("headline.thinks", who=who)


def _to_play(told: Told, drafted: Drafted, plays: LegalPlays, dice: str) -> str:
    texts, who = told.texts, told.name(drafted.turn.on_roll)
    if not plays:
        return texts("headline.dance", who=who, dice=dice)
    if drafted.turn.on_roll not in told.readers:
        return texts("headline.to_play", who=who, dice=dice)
    if not drafted.moves:
        key = "headline.forced" if only_play(drafted) else "headline.play"
        return texts(key, who=who, dice=dice)
    complete = plays.complete(drafted.moves)
    if complete:
        return texts("headline.done", who=who, dice=dice, play=format_play(complete, words=words(texts)))
    so_far = format_moves(drafted.moves, words=words(texts))
    return texts("headline.drafting", who=who, dice=dice, play=so_far)


def lines(told: Told, first_hint: bool = True) -> Iterator[str]:
    """The sentences under the headline: last action, result, score, cube, time."""
    match, game = told.match, told.match.game
    if game is not None:
        last = last_action(told, game)
        if last:
            yield last
        if isinstance(game.phase, Ended):
            if match.over and not match.rules.is_match:
                yield _won_game(told, game, game.phase.result)
            yield from result_lines(told, game, game.phase.result)
    if match.over and match.over.aborted is not None:
        yield from _why_aborted(told, match.over.aborted)
    yield from verdict_lines(told.table, told.texts)
    yield standing(told)
    if match.running is not None:
        yield from _notes(told, match.running)
        yield from deadline(told)
        if first_hint and _asks_for_steps(told) and _is_first_play(match.running):
            yield told.texts("line.first_hint")
    elif game is not None and not match.over and next_game(match).crawford:
        yield told.texts("line.crawford_next")


def _asks_for_steps(told: Told) -> bool:
    """Whether a reader is on roll and has not put a whole play together; that board stays in the chat."""
    game, drafted = told.match.running, told.drafted
    whole = drafted is not None and drafted.plays is not None and drafted.plays.complete(drafted.moves)
    return game is not None and game.turn.on_roll in told.readers and not whole


def last_action(told: Told, game: Game) -> str:
    """The opening throw or the last play in words; "" before either."""
    turn, texts = game.turn, told.texts
    if turn.last is not None:
        facts = {"who": told.name(turn.last.side), "dice": dice_text(turn.last.roll)}
        if not turn.last.moves:
            return texts("line.danced", **facts)
        return texts(
            "line.played", play=format_moves(turn.last.moves, turn.last.hits, words=words(texts)), **facts
        )
    if isinstance(turn.phase, ToPlay) and told.match.rules.opening is Opening.ROLL:
        x, o = turn.phase.roll
        return texts("line.opening", name=told.name(Side.X), x=x, other=told.name(Side.O), o=o)
    return ""


def _why_aborted(told: Told, reason: str) -> Iterator[str]:
    key = f"aborted.{reason}"
    if key in told.texts:
        yield told.texts(key)


def standing(told: Told) -> str:
    """The score: with what each still needs in a match, as totals in a session."""
    match, texts = told.match, told.texts
    names = {"name": told.name(Side.X), "other": told.name(Side.O)}
    if match.rules.length is None:
        ahead = match.score.x - match.score.o
        if match.rules.count is Count.WINS:
            return texts("line.session_wins", x=match.wins.x, o=match.wins.o, **names)
        return texts("line.session", x=texts.signed(ahead), o=texts.signed(-ahead), **names)
    facts = {"length": match.rules.length, "x": match.score.x, "o": match.score.o, **names}
    if match.over or match.score.x == match.score.o == 0:
        key = "line.match" if match.rules.count is Count.POINTS else "line.match_wins"
        return texts.n(key, match.rules.length, **facts)
    away = {"x_away": match.away(Side.X), "o_away": match.away(Side.O)}
    key = "line.match_away" if match.rules.count is Count.POINTS else "line.match_wins_away"
    return texts(key, **facts, **away)


def _notes(told: Told, game: Game) -> Iterator[str]:
    """What is special about the running game's cube."""
    texts = told.texts
    if game.crawford:
        yield texts("line.crawford")
    if game.automatic_doubles:
        yield texts.n("line.automatic", game.automatic_doubles)
    if game.cube and game.cube.owner:
        yield texts("line.cube_owned", who=told.name(game.cube.owner), value=game.cube.value)
    elif game.cube and game.cube.value > 1:
        yield texts("line.cube_centre", value=game.cube.value)
    if isinstance(game.phase, OnTurn) and game.phase.raccoon:
        yield texts("line.beavered", who=told.name(game.turn.on_roll.other), value=game.stake.value)


def deadline(told: Told) -> Iterator[str]:
    """How long the awaited decision may take, and until when; nothing against the computer."""
    if not is_alone(told.table):
        yield from time_lines(told.table, told.texts, told.tz, told.name)


def _is_first_play(game: Game) -> bool:
    return game.number == 1 and game.turn.plays < 2 and isinstance(game.turn.phase, ToPlay)


def result_lines(told: Told, game: Game, result: Result) -> Iterator[str]:
    """How a game ended and what made up its points."""
    yield _how(told, result)
    rules = told.match.rules
    height = counted_height(rules, game.stake, result.kind)
    if height is not result.kind:
        yield told.texts("line.jacoby")
    made = _product(told, game, result, height, rules)
    if made:
        yield made


def _how(told: Told, result: Result) -> str:
    facts = {"winner": told.name(result.winner), "loser": told.name(result.winner.other)}
    if result.how is How.DROP:
        return told.texts("how.drop", **facts)
    return told.texts(f"how.{result.how}.{result.kind.name.lower()}", **facts)


def _product(told: Told, game: Game, result: Result, kind: Kind, rules: Rules) -> str:
    """The points as a product of what they are made of; "" where there is but one factor."""
    texts, factors = told.texts, []
    if rules.scoring is Scoring.CHECKERS:
        factors.append(texts("factor.checkers", off=game.turn.off(result.winner.other)))
    if kind is not Kind.SINGLE:
        factors.append(texts(f"factor.{kind.name.lower()}", n=int(kind)))
    if game.stake.value > 1:
        factors.append(texts("factor.cube", value=game.stake.value))
    if len(factors) < 2 and rules.scoring is Scoring.STANDARD:
        return ""
    return texts.n("line.product", result.points, factors=" × ".join(factors))
