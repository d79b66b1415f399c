"""Who may do what now in a series between two sides, and what it leads to.

One table, phase → allowed actions, drives refusals and buttons alike. A refusal raises ``RuleViolation`` and
changes nothing. The service itself acts as nobody (``by`` None): it may forfeit and abort, and between two
games set up the next one or close the session.
"""

from __future__ import annotations

from collections.abc import Callable

from bot.game import actions as act
from bot.game import events as ev
from bot.game.cube import Cube
from bot.game.dice import Dice
from bot.game.game import CubeOffered, Ended, Game, Locked, OnTurn, Resigning
from bot.game.match import Match, evolve, next_game, over_with
from bot.game.result import How, Kind, Result
from bot.game.rules import Count, Opening, Rules
from bot.game.scoring import forfeit_height, points_for_drop, points_for_win
from bot.game.side import Side
from bot.game.turn import BorneOff, ToOpen, ToPlay, Turn, is_locked, judge_play, throw, throw_opening
from bot.game.violations import RuleViolation

ActionType = type[act.MatchAction]
SERVICE_ACTIONS: frozenset[ActionType] = frozenset({act.Forfeit, act.Abort})


def allowed(match: Match, by: Side | None) -> frozenset[ActionType]:
    """The kinds of action that ``by`` may take now."""
    if match.over:
        return frozenset()
    service = SERVICE_ACTIONS if by is None else frozenset[ActionType]()
    if match.running is None:
        closes = {act.EndSession} if not match.rules.is_match and match.game else set()
        return frozenset({act.StartGame, *closes, *service})
    return service if by is None else _allowed_in(match, match.running, by)


def _allowed_in(match: Match, game: Game, by: Side) -> frozenset[ActionType]:
    on_roll = game.turn.on_roll
    match game.phase:
        case Resigning(resigner):
            if by is resigner:
                return frozenset({act.WithdrawResignation})
            return frozenset({act.AcceptResignation, act.RefuseResignation})
        case CubeOffered():
            mine: set[ActionType] = set()
            if by is not on_roll:
                mine = {act.Take, act.Drop}
                if match.rules.beavers and game.stake.taken_by(by).can_grow(match.rules.cap):
                    mine.add(act.Beaver)
            return frozenset({act.OfferResignation, *mine})
        case OnTurn(raccoon):
            mine = _allowed_on_turn(match, game, raccoon) if by is on_roll else set()
            return frozenset({act.OfferResignation, *mine})
        case Ended() | Locked():
            return frozenset()


def _allowed_on_turn(match: Match, game: Game, raccoon: bool) -> set[ActionType]:
    if isinstance(game.turn.phase, ToPlay):
        return {act.Play}
    mine: set[ActionType] = {act.Roll}
    if why_no_double(match) is None:
        mine.add(act.Double)
    if raccoon and match.rules.beavers == 2 and game.stake.can_grow(match.rules.cap):
        mine.add(act.Raccoon)
    return mine


def why_no_double(match: Match) -> str | None:
    """The code of what keeps the side on roll from doubling before its roll; None if nothing does."""
    game = match.running
    if game is None or game.cube is None:
        return "cube.crawford" if game and game.crawford else "cube.none"
    doubler = game.turn.on_roll
    if not game.cube.accessible_to(doubler):
        return "cube.not_yours"
    if not game.cube.can_grow(match.rules.cap):
        return "cube.cap"
    away = match.away(doubler)
    if away is not None and away <= _least_worth(match, game):
        return "cube.dead"
    return None


def _least_worth(match: Match, game: Game) -> int:
    """The least that a win of this game counts towards the target without a double."""
    if match.rules.count is Count.WINS:
        return 1
    return game.stake.value


def decide(match: Match, by: Side | None, action: act.MatchAction, dice: Dice) -> tuple[ev.MatchEvent, ...]:
    """The events of the action, or ``RuleViolation`` with the rule that it breaks."""
    kind = type(action)
    if kind not in allowed(match, by):
        raise _refusal(match, by, kind)
    decider: Callable[..., _Events] = _DECIDERS[kind]
    return decider(match, by, action, dice)


_Events = tuple[ev.MatchEvent, ...]


def _refusal(match: Match, by: Side | None, kind: ActionType) -> RuleViolation:
    if match.over:
        return RuleViolation("match.over")
    game = match.running
    if game is None:
        return RuleViolation("game.over")
    if by is None or kind in SERVICE_ACTIONS:
        return RuleViolation("turn.not_yours")
    if isinstance(game.phase, Resigning):
        return RuleViolation("resignation.open")
    if isinstance(game.phase, CubeOffered):
        if by is game.turn.on_roll:
            return RuleViolation("cube.wait_answer")
        return RuleViolation(_why_no_beaver(match) if kind is act.Beaver else "cube.answer_first")
    if by is not game.turn.on_roll:
        return RuleViolation("turn.not_yours")
    return RuleViolation(_refusal_on_turn(match, game, kind))


def _refusal_on_turn(match: Match, game: Game, kind: ActionType) -> str:
    thrown = isinstance(game.turn.phase, ToPlay)
    if kind is act.Double:
        return "cube.after_roll" if thrown else why_no_double(match) or "cube.none"
    if kind is act.Roll:
        return "turn.rolled_already"
    if kind is act.Play:
        return "turn.not_rolled"
    if kind is act.Raccoon:
        return _why_no_raccoon(match, game)
    if kind in (act.Take, act.Drop, act.Beaver):
        return "cube.not_offered"
    if kind in (act.AcceptResignation, act.RefuseResignation, act.WithdrawResignation):
        return "resignation.none"
    return "game.running"


def _why_no_beaver(match: Match) -> str:
    return "cube.cap" if match.rules.beavers else "cube.no_beavers"


def _why_no_raccoon(match: Match, game: Game) -> str:
    if match.rules.beavers < 2:
        return "cube.no_raccoons"
    return "cube.cap" if game.phase == OnTurn(raccoon=True) else "cube.not_beavered"


def _roll(match: Match, by: Side, action: act.Roll, dice: Dice) -> _Events:
    game = _game(match)
    if isinstance(game.turn.phase, ToOpen):
        return throw_opening(game.turn, dice)
    return (throw(game.turn, dice),)


def _start_game(match: Match, by: Side, action: act.StartGame, dice: Dice) -> _Events:
    started = next_game(match)
    if match.rules.opening is Opening.ALTERNATE:
        return (started,)
    game = _game(evolve(match, started))
    return (started, *opening(game.turn, match.rules, game.cube, dice))


def opening(
    turn: Turn, rules: Rules, cube: Cube | None, dice: Dice
) -> tuple[ev.OpeningThrown | ev.DoubledAutomatically, ...]:
    """The opening throws; equal dice double the cube, if there is one, as often as the rules say."""
    events: list[ev.OpeningThrown | ev.DoubledAutomatically] = []
    left = rules.automatic_doubles
    for thrown in throw_opening(turn, dice):
        events.append(thrown)
        tie = thrown.dice[0] == thrown.dice[1]
        if tie and cube and left and cube.can_grow(rules.cap):
            cube, left = cube.doubled_automatically(), left - 1
            events.append(ev.DoubledAutomatically())
    return tuple(events)


def _play(match: Match, by: Side, action: act.Play, dice: Dice) -> _Events:
    played = judge_play(_game(match).turn, match.rules, action.moves)
    after = _game(evolve(match, played))
    if isinstance(after.turn.phase, BorneOff):
        won = after.turn.phase
        return (played, *_ends(match, after, won.winner, won.kind, How.BORNE_OFF))
    if not played.moves and is_locked(after.turn, match.rules):
        return (played, ev.GameLocked())
    return (played,)


def _double(match: Match, by: Side, action: act.Double, dice: Dice) -> _Events:
    return (ev.Doubled(),)


def _take(match: Match, by: Side, action: act.Take, dice: Dice) -> _Events:
    return (ev.Taken(),)


def _beaver(match: Match, by: Side, action: act.Beaver, dice: Dice) -> _Events:
    return (ev.Beavered(),)


def _raccoon(match: Match, by: Side, action: act.Raccoon, dice: Dice) -> _Events:
    return (ev.Raccooned(),)


def _drop(match: Match, by: Side, action: act.Drop, dice: Dice) -> _Events:
    game = _game(match)
    points = points_for_drop(match.rules, game.stake, game.turn.off(by))
    return (ev.Dropped(), *_ended(match, Result(by.other, Kind.SINGLE, How.DROP, points)))


def _offer_resignation(match: Match, by: Side, action: act.OfferResignation, dice: Dice) -> _Events:
    if action.kind not in resignation_kinds(_game(match), by):
        raise RuleViolation("resignation.kind")
    return (ev.ResignationOffered(by, action.kind),)


def resignation_kinds(game: Game, by: Side) -> tuple[Kind, ...]:
    """The heights that ``by`` may offer: no gammon once it has borne off a checker."""
    return (Kind.SINGLE,) if game.turn.off(by) else tuple(Kind)


def _withdraw(match: Match, by: Side, action: act.WithdrawResignation, dice: Dice) -> _Events:
    return (ev.ResignationWithdrawn(),)


def _refuse(match: Match, by: Side, action: act.RefuseResignation, dice: Dice) -> _Events:
    return (ev.ResignationRefused(),)


def _accept(match: Match, by: Side, action: act.AcceptResignation, dice: Dice) -> _Events:
    game = _game(match)
    assert isinstance(game.phase, Resigning)
    return _ends(match, game, by, game.phase.kind, How.RESIGNATION)


def _end_session(match: Match, by: Side, action: act.EndSession, dice: Dice) -> _Events:
    return (ev.MatchEnded(_ahead(match)),)


def _ahead(match: Match) -> Side | None:
    ahead = match.score.x - match.score.o
    return None if ahead == 0 else Side.X if ahead > 0 else Side.O


def _forfeit(match: Match, by: None, action: act.Forfeit, dice: Dice) -> _Events:
    """A match is lost as a whole; in a session the running game is (rules.md §4), and leaving closes it."""
    if match.rules.is_match:
        return (ev.MatchEnded(action.side.other, action.how),)
    game = match.running
    if game is None:
        return (ev.MatchEnded(_ahead(match), action.how),)
    height = action.kind or forfeit_height(game.turn, action.side)
    lost = _ends(match, game, action.side.other, height, action.how)
    if action.how is not How.LEAVING:
        return lost
    after = match
    for event in lost:
        after = evolve(after, event)
    return (*lost, ev.MatchEnded(_ahead(after), action.how))


def _abort(match: Match, by: None, action: act.Abort, dice: Dice) -> _Events:
    return (ev.MatchAborted(action.reason),)


def _game(match: Match) -> Game:
    assert match.game is not None
    return match.game


def _ends(match: Match, game: Game, winner: Side, kind: Kind, how: How) -> _Events:
    points = points_for_win(match.rules, game.stake, kind, game.turn.off(winner.other))
    return _ended(match, Result(winner, kind, how, points))


def _ended(match: Match, result: Result) -> _Events:
    ended = ev.GameEnded(result)
    winner = over_with(evolve(match, ended))
    return (ended,) if winner is None else (ended, ev.MatchEnded(winner))


_DECIDERS: dict[ActionType, Callable[..., _Events]] = {
    act.Roll: _roll,
    act.Play: _play,
    act.Double: _double,
    act.Take: _take,
    act.Drop: _drop,
    act.Beaver: _beaver,
    act.Raccoon: _raccoon,
    act.OfferResignation: _offer_resignation,
    act.WithdrawResignation: _withdraw,
    act.AcceptResignation: _accept,
    act.RefuseResignation: _refuse,
    act.StartGame: _start_game,
    act.EndSession: _end_session,
    act.Forfeit: _forfeit,
    act.Abort: _abort,
}
