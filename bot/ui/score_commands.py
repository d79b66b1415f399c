"""``/score``: keep the score of a chouette at a real board."""

from __future__ import annotations

from collections.abc import Iterable

from bot.app.codec import to_json
from bot.app.ports import Answer, TableId
from bot.app.score_kind import Paper, paper_of
from bot.app.table import Seat, Table
from bot.app.tables import Opening, Refused
from bot.chouette.score_entries import ScoreJoined, ScoreOpened
from bot.chouette.scorekeeper import enter
from bot.chouette.seats import Seat as Name
from bot.game.violations import BadInput
from bot.ui.chouette_rules import parse_card
from bot.ui.context import Asked, Context
from bot.ui.names import clean_name
from bot.ui.room_policy import require_place

MOST_NAMES = 10
LONGEST_NAME = 20


async def score(context: Context, asked: Asked) -> Answer:
    """``/score Anna Bea Carl; beavers`` opens a paper, the box first; ``/score + Dora`` adds a player to it.

    Without names the paper that is open here is shown again.
    """
    if not asked.args:
        table = await _paper_here(context, asked)
        await context.show(table, context.own_view(asked), anew=True)
        return Answer()
    if asked.args.startswith("+"):
        table = await _paper_here(context, asked)
        columns = paper_of(table).score.sheet.columns
        for name in names(asked.args[1:], columns):
            await context.tables.act(table.id, asked.person, ScoreJoined(name))
        return Answer()
    await require_place(context, asked)
    listed, _, card = asked.args.partition(";")
    opened = ScoreOpened(parse_card(card), names(listed))
    enter(None, opened)
    await context.tables.open(_opening(context, asked, opened), asked.person, asked.origin)
    return Answer()


async def again(context: Context, asked: Asked) -> Answer:
    """The button *New sheet* of a closed one: the same players in the order in which they sit now."""
    before = await context.tables.load(TableId(asked.args))
    if not isinstance(before.state, Paper):
        raise Refused("press.unknown")
    if before.seat_of(asked.person) is None and before.room != asked.chat:
        raise Refused("table.stranger")
    await require_place(context, asked)
    score = before.state.score
    players = tuple(name for name in (*score.line, *score.newcomers) if name not in score.leaving)
    opened = ScoreOpened(score.rules, players)
    enter(None, opened)
    await context.tables.open(_opening(context, asked, opened), asked.person, asked.origin)
    return Answer()


def _opening(context: Context, asked: Asked, opened: ScoreOpened) -> Opening:
    keeper = Seat("keeper", asked.person, asked.known.person.name)
    shown = (context.own_view(asked),)
    return Opening("score", (opened,), (keeper,), to_json(opened.rules), asked.chat, shown)


def names(text: str, written: Iterable[Name] = ()) -> tuple[Name, ...]:
    """The names in a text, set apart by commas or, where there is none, by spaces; one that differs only in
    capitals from another, or from one that is written already, is the same. Raises ``BadInput``.
    """
    parts = text.split(",") if "," in text else text.split()
    read = [Name(name) for part in parts if (name := clean_name(part)[:LONGEST_NAME].strip())]
    spelled = {name.casefold(): name for name in (*read[::-1], *written)}
    found = tuple(spelled[name.casefold()] for name in read)
    if not found:
        raise BadInput("score.no_names", {"input": text[:40]})
    if len(found) > MOST_NAMES:
        raise BadInput("score.too_many", {"most": MOST_NAMES})
    return found


async def _paper_here(context: Context, asked: Asked) -> Table:
    for table in await context.tables_here(asked):
        if isinstance(table.state, Paper):
            return table
    raise Refused("score.none")
