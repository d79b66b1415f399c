"""Which command, menu button and typed text leads to which handling."""

from __future__ import annotations

from collections.abc import Mapping

from bot.app.people import Known
from bot.app.ports import Answer, Chat, Command, Press, Said
from bot.app.tables import Refused
from bot.ui import chouette_commands as at_chouette
from bot.ui import identity_commands as identities
from bot.ui import link_commands as links
from bot.ui import lobby_commands as lobby
from bot.ui import page_commands as pages
from bot.ui import room_commands as at_room
from bot.ui import score_commands as at_score
from bot.ui import standings_commands as at_standings
from bot.ui import table_commands as at_table
from bot.ui import time_commands as at_time
from bot.ui.context import Asked, Context, Handling
from bot.ui.next_steps import BEGINNINGS
from bot.ui.room_policy import admitted

COMMANDS: Mapping[str, Handling] = {
    "start": links.start,
    "accept": links.accept,
    "position": links.position,
    "help": pages.help_page,
    "rules": pages.rules,
    "settings": pages.settings,
    "name": pages.name,
    "join": pages.join,
    "play": lobby.play,
    "challenge": lobby.challenge,
    "chouette": at_chouette.chouette,
    "away": at_chouette.away,
    "back": at_chouette.back,
    "leave": at_time.leave,
    "end": at_time.end,
    "pause": at_time.pause,
    "resume": at_time.resume,
    "draw": at_time.unscored,
    "room": at_room.room,
    "link": identities.link,
    "standings": at_standings.standings,
    "profile": at_standings.profile,
    "sheet": at_chouette.sheet,
    "score": at_score.score,
    "games": at_table.games,
    "board": at_table.board,
    "move": at_table.move,
    "resign": at_table.resign,
    "roll": at_table.word("roll"),
    "double": at_table.word("double"),
    "take": at_table.word("take"),
    "drop": at_table.word("drop"),
}
"""Commands by name, the same on all platforms."""

WORDS_OF_THE_GAME = ("roll", "double", "take", "drop")
SUGGESTED = tuple(name for name in COMMANDS if name not in WORDS_OF_THE_GAME)
"""What platforms suggest while a command is typed; each has a text ``command.<name>``."""

OPENERS = (*BEGINNINGS, "rematch", "again", "score_again")
"""Menu buttons that open something new: a second press at once is the same press."""

FOR_ADMINS = ("room",)
"""Commands that only the admins of a room can use."""

MENUS: Mapping[str, Handling] = {
    "welcome": pages.welcome,
    "how_long": pages.how_long,
    "help": pages.help_page,
    "rules": pages.rules,
    "settings": pages.settings,
    "set": pages.setting,
    "play": lobby.play,
    "challenge": lobby.challenge,
    "rematch": lobby.rematch,
    "again": lobby.again,
    "chouette": at_chouette.chouette,
    "sit": at_chouette.sit,
    "fill": at_chouette.fill,
    "unfill": at_chouette.unfill,
    "sheet": at_chouette.sheet,
    "score_again": at_score.again,
    "games": at_table.games,
    "show": at_table.show,
    "board": at_table.board,
    "time": at_time.answer,
    "table": at_standings.turn,
    "room": at_room.room,
    "room_set": at_room.change,
    "room_end": at_room.end,
    "room_end_now": at_room.end_now,
    "room_place": at_room.place,
}
"""Buttons that stand for commands, by their operation."""

LONGEST_TEXT, LONGEST_ARGS = 400, 1000


def readable(text: str, longest: int) -> str:
    """What was typed, without what cannot be stored (half a surrogate pair), no longer than anybody needs:
    thousands of digits are no number.
    """
    return text[:longest].encode("utf-8", "replace").decode().strip()


async def command(context: Context, known: Known, what: Command) -> Answer:
    """A slash command. Raises refusals."""
    name = what.name.casefold()
    handling = COMMANDS.get(name)
    if handling is None:
        raise Refused("command.unknown", input=what.name[:30])
    asked = Asked(
        known, what.chat, readable(what.args, LONGEST_ARGS), what.origin, what, context.presenter.tz
    )
    return await handling(context, await admitted(context, asked, name))


async def menu(context: Context, known: Known, press: Press, op: str, arg: str) -> Answer:
    """A button that stands for a command. Raises refusals."""
    handling = MENUS.get(op)
    if handling is None:
        raise Refused("press.unknown")
    asked = Asked(known, press.chat, arg, press.origin, tz=context.presenter.tz)
    return await handling(context, await admitted(context, asked, op))


async def said(context: Context, known: Known, what: Said) -> Answer:
    """Plain text: a command, a play or a word of the game; in a room anything else is talk."""
    text = readable(what.text.strip(), LONGEST_TEXT)
    if text.startswith("/"):
        name, _, args = text[1:].partition(" ")
        typed = Command(what.origin, what.visitor, what.chat, name.split("@")[0], args.strip())
        return await command(context, known, typed)
    asked = Asked(known, what.chat, text, what.origin, tz=context.presenter.tz)
    if not text:
        return Answer()
    if what.chat.private:
        return await at_table.typed(context, asked)
    return await at_table.talked(context, asked)


async def completions(context: Context, known: Known, chat: Chat, prefix: str) -> list[str]:
    """Plays to complete while typing; empty where nothing can be played."""
    asked = Asked(known, chat, readable(prefix, LONGEST_TEXT), "")
    try:
        table = await context.table_here(asked)
    except Refused:
        return []
    return context.ui(table).completions(table, context.seat(table, asked).key, prefix)
