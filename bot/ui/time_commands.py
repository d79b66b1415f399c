"""Commands about a table’s time: pause, go on, end without a result, leave; answers to such offers."""

from __future__ import annotations

from collections.abc import Mapping

from bot.app.agreement import offerer
from bot.app.ports import Answer
from bot.app.refused import Refused
from bot.app.screen import Button, Screen, Tone
from bot.app.table import Status, Table
from bot.app.table_time import Decline, EndUnscored, Leave, Pause, Resume, TimeAction, decide_time, is_alone
from bot.game.actions import Abort, Forfeit
from bot.game.game import Game
from bot.game.match import Match
from bot.game.result import Kind
from bot.game.scoring import counted_height, points_for_win
from bot.ui import chouette_commands as at_chouette
from bot.ui import table_commands as at_table
from bot.ui.context import Asked, Context
from bot.ui.next_steps import nothing_here
from bot.ui.texts import Texts
from bot.ui.time_words import read_time_press, time_press


async def _act(context: Context, asked: Asked, action: TimeAction) -> tuple[Table, Table]:
    """The person's table here before and after the action."""
    before = await context.table_here(asked)
    after = await context.tables.act(before.id, asked.person, action, origin=asked.origin)
    return before, after


async def pause(context: Context, asked: Asked) -> Answer:
    """``/pause``: offer one, or agree to the one that is offered."""
    _, after = await _act(context, asked, Pause())
    agreed = after.time.paused_at is not None
    return Answer(notice=asked.texts("time.done.paused" if agreed else _waits(after, asked)))


async def resume(context: Context, asked: Asked) -> Answer:
    """``/resume``: end the pause."""
    await _act(context, asked, Resume())
    return Answer()


async def unscored(context: Context, asked: Asked) -> Answer:
    """``/draw``: offer to end without a result, or agree to it."""
    _, after = await _act(context, asked, EndUnscored())
    return Answer(notice=None if after.status != "open" else asked.texts(_waits(after, asked)))


def _waits(table: Table, asked: Asked) -> str:
    """Which sentence says that others have yet to agree."""
    if isinstance(table.state, Match):
        return "time.done.offered"
    seat = table.seat_of(asked.person)
    mine = seat is not None and seat.key == offerer(table.time)
    return "time.done.offered_to_all" if mine else "time.done.agreed"


async def end(context: Context, asked: Asked) -> Answer:
    """``/end``: a chouette after this game, a session between two games, anything else without a result."""
    table = await context.table_here(asked)
    if not isinstance(table.state, Match):
        return await at_chouette.end(context, asked)
    if table.state.running is None and not table.state.rules.is_match:
        return await at_table.typed(context, asked.with_args("end"))
    return await unscored(context, asked)


async def leave(context: Context, asked: Asked) -> Answer:
    """``/leave``: first says what leaving costs now."""
    table = await context.table_here(asked)
    if not isinstance(table.state, Match):
        return await at_chouette.leave(context, asked)
    texts = asked.texts
    buttons = (
        Button(texts("button.leave"), time_press("leave", table.id, table.revision), Tone.DANGER),
        Button(texts("button.stay"), time_press("stay", table.id, table.revision)),
    )
    seat, kind = context.seat(table, asked), context.tables.kind(table.kind)
    follows = decide_time(kind, table, seat.key, Leave(), context.clock.now_ms()).then
    cost = _cost(table, table.state, follows, texts)
    return Answer(private=Screen(texts("leave.headline"), (cost,), rows=(buttons,), quiet=True))


def _cost(table: Table, state: Match, follows: object, texts: Texts) -> str:
    """What leaving costs, of which ``follows`` is what the service would do then."""
    match follows:
        case Abort():
            return texts("leave.alone" if is_alone(table) else "leave.early")
        case Forfeit() if state.rules.is_match:
            return texts("leave.match")
        case Forfeit() if state.running is not None:
            return _lost_game(state, state.running, follows, texts)
        case _:
            return texts("leave.between")


def _lost_game(match: Match, game: Game, forfeit: Forfeit, texts: Texts) -> str:
    """The height and the points at which the running game of a session is forfeited."""
    kind = forfeit.kind or Kind.SINGLE
    points = points_for_win(match.rules, game.stake, kind, game.turn.off(forfeit.side))
    height = counted_height(match.rules, game.stake, kind)
    return texts.n(f"leave.game.{height.name.lower()}", points)


_ANSWERS: Mapping[str, tuple[TimeAction, str]] = {
    "pause": (Pause(), "time.agreed.pause"),
    "unscored": (EndUnscored(), "time.agreed.end"),
    "decline": (Decline(), "time.agreed.no"),
    "leave": (Leave(), "leave.done"),
}


async def answer(context: Context, asked: Asked) -> Answer:
    """A button of a line that asks something."""
    pressed = read_time_press(asked.args)
    if pressed is None:
        raise Refused("press.unknown")
    op, table_id, revision = pressed
    if op == "stay":
        return Answer(edit=Screen(asked.texts("leave.stayed"), quiet=True))
    if op not in _ANSWERS:
        raise Refused("press.unknown")
    action, said = _ANSWERS[op]
    context.seat(await context.tables.load(table_id), asked)
    texts = asked.texts if op == "leave" else (await context.viewer_here(asked)).texts
    try:
        after = await context.tables.act(
            table_id, asked.person, action, revision=None if op == "leave" else revision, origin=asked.origin
        )
    except Refused as refused:
        if refused.code not in _GONE:
            raise
        return Answer(edit=Screen(texts(_GONE[refused.code]), quiet=True))
    if op == "leave" and after.status is not Status.OPEN:
        return Answer(edit=nothing_here(texts(said), texts))
    return Answer(edit=Screen(texts(said), quiet=True))


_GONE: Mapping[str, str] = {
    "time.no_offer": "refused.time.no_offer",
    "table.stale": "refused.time.no_offer",
    "table.over": "refused.table.over",
}
"""Refusals after which a line that asks something has nothing to ask any more, and what it says then."""
