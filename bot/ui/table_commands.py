"""Commands and words at a table: moves by notation, words of the game, the board again."""

from __future__ import annotations

from bot.app.ports import Answer, TableId
from bot.app.screen import Button, Screen
from bot.app.table import Table
from bot.app.tables import Refused
from bot.game.actions import Play
from bot.game.violations import RuleViolation
from bot.ui import pages
from bot.ui.cards import card
from bot.ui.context import Asked, Context, Handling
from bot.ui.kinds import Look
from bot.ui.next_steps import nothing_here
from bot.ui.press import MenuPress

TEXT_WORDS = ("text", "t")
LISTED = 10


async def typed(context: Context, asked: Asked) -> Answer:
    """Carry out typed words at the table that they mean."""
    table = await context.table_here(asked)
    action = context.ui(table).typed(table, context.seat(table, asked).key, asked.args)
    await _follow(context, asked, table)
    await context.tables.act(table.id, asked.person, action, origin=asked.origin)
    return Answer()


async def _follow(context: Context, asked: Asked, table: Table) -> None:
    """Who plays from a direct chat sees the board there from then on."""
    if not asked.chat.private:
        return
    if all(place.chat != asked.chat for place in await context.archive.places(table.id)):
        await context.show(table, context.own_view(asked), anew=False)


TALK = frozenset({"yes", "no", "ja", "nein", "r", "t", "d", "w", "pass", "passen"})
"""Words of the game that are everyday words too: in a room they are taken for talk."""
IN_SEASON = frozenset({"accept", "start", "weiter", "end", "schluss"})
"""Such words that are taken for talk only where they would do nothing now."""


async def talked(context: Context, asked: Asked) -> Answer:
    """Plain text in a room: carried out where it clearly is a play or a word of the game, else only talk."""
    said = asked.args.casefold().strip(" .!")
    if said in TALK and not await _must_pass(context, asked):
        return Answer()
    try:
        return await typed(context, asked)
    except (Refused, RuleViolation) as refused:
        if said in IN_SEASON or refused.code in ("table.none", "typed.unknown", "notation.unreadable"):
            return Answer()
        raise


async def _must_pass(context: Context, asked: Asked) -> bool:
    """Whether "pass" is said by one who is to move and cannot: that is no talk."""
    try:
        table = await context.table_here(asked)
        action = context.ui(table).typed(table, context.seat(table, asked).key, asked.args)
    except (Refused, RuleViolation):
        return False
    return action == Play(()) and context.awaits(table, asked.person)


async def move(context: Context, asked: Asked) -> Answer:
    """``/move PLAY``."""
    if not asked.args:
        raise Refused("move.empty")
    return await typed(context, asked)


def word(said: str) -> Handling:
    """A command that is a word of the game, such as ``/roll``."""

    async def run(context: Context, asked: Asked) -> Answer:
        return await typed(context, asked.with_args(said))

    return run


async def resign(context: Context, asked: Asked) -> Answer:
    """``/resign [single|gammon|backgammon]``."""
    height = asked.args.casefold().replace("einfach", "single").strip()
    return await typed(context, asked.with_args(f"resign {height}".strip()))


async def board(context: Context, asked: Asked) -> Answer:
    """``/board [text]``: the board again, at the bottom of the chat; or in words, privately."""
    words = asked.args.casefold()
    if words and words not in TEXT_WORDS:
        table = await context.tables.load(TableId(asked.args))
        context.seat(table, asked)
    else:
        table = await context.table_here(asked)
    if words in TEXT_WORDS:
        return Answer(private=context.ui(table).text_board(table, asked.viewer))
    await context.show(table, context.own_view(asked), anew=True)
    return Answer()


async def games(context: Context, asked: Asked) -> Answer:
    """``/games``: one's running games, those waiting for one first, each with a button that shows it."""
    ids = await context.archive.tables_of(asked.person)
    loaded = [await context.tables.load(table) for table in ids]
    listed = sorted(loaded, key=lambda table: not context.awaits(table, asked.person))[:LISTED]
    texts = asked.texts
    lines = tuple(
        pages.game_line(number, table, asked.person, texts, waits=context.awaits(table, asked.person))
        for number, table in enumerate(listed, 1)
    )
    rows = tuple(
        (Button(texts("button.show_game", number=number), str(MenuPress("show", table.id))),)
        for number, table in enumerate(listed, 1)
    )
    if not listed:
        return Answer(private=nothing_here(texts("games.none"), texts))
    return Answer(private=Screen(texts.n("games.some", len(loaded)), lines, rows=rows, quiet=True))


async def show(context: Context, asked: Asked) -> Answer:
    """Show one of one's games here: in a direct chat as a live board, in a room for oneself alone."""
    table = await context.tables.load(TableId(asked.args))
    context.seat(table, asked)
    if asked.chat.private:
        await context.show(table, context.own_view(asked), anew=True)
        return Answer()
    return Answer(private=card(context.ui(table).screen(table, asked.viewer, Look())))
