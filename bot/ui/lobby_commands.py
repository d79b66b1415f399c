"""Commands that bring people to a table: against the computer, by challenge, once more."""

from __future__ import annotations

from dataclasses import replace

from bot.app.codec import to_json
from bot.app.invitations import rules_of
from bot.app.ports import Answer, PersonId, TableId
from bot.app.table import Seat, Table
from bot.app.tables import Opening, Refused
from bot.game import actions as act
from bot.game import match
from bot.game.rules import Rules
from bot.game.side import Side
from bot.ui.context import Asked, Context
from bot.ui.rules_text import parse_rules, split_rules

LEVEL_WORDS = {"easy": "easy", "leicht": "easy", "medium": "medium", "mittel": "medium"}
LEVELS = ("medium",)
COMPUTER = PersonId("ai:")
MOST_TABLES = 50  # that one person has open at a time


async def play(context: Context, asked: Asked) -> Answer:
    """``/play [level] [rules]``: against the computer; the person starts where that alternates."""
    words = asked.args.split()
    level = LEVELS[0]
    if words and words[0].casefold() in LEVEL_WORDS:
        level = LEVEL_WORDS[words.pop(0).casefold()]
    if level not in LEVELS:
        raise Refused("play.level", input=level)
    rules = replace(parse_rules(" ".join(words)), rated=False)
    seats = (Seat(Side.X, asked.person, asked.known.person.name), Seat(Side.O, COMPUTER, "", level))
    await sit_down(context, asked, rules, seats)
    return Answer()


async def sit_down(context: Context, asked: Asked, rules: Rules, seats: tuple[Seat, ...]) -> Table:
    """Open a match table here and set up its first game."""
    if len(await context.archive.tables_of(asked.person)) >= MOST_TABLES:
        raise Refused("play.too_many", most=MOST_TABLES)
    shown = (context.own_view(asked),)
    opening = Opening("match", match.start(rules), seats, to_json(rules), asked.chat, shown, rules.rated)
    first = (Side.X.value, act.StartGame())
    return await context.tables.open(replace(opening, first=first), asked.person, asked.origin)


async def rematch(context: Context, asked: Asked) -> Answer:
    """The same two, the same rules, once more: at once against the computer, else as a challenge."""
    before = await context.tables.load(TableId(asked.args))
    mine = context.seat(before, asked)
    if not isinstance(before.state, match.Match):  # only a match has this button
        raise Refused("press.unknown")
    rules = await _rated_as_here(context, asked, before.state.rules)
    other = next(seat for seat in before.seats if seat.key != mine.key)
    if other.level is None:
        return await _challenge(context, asked, other.person, rules)
    swapped = tuple(replace(seat, key=Side(seat.key).other) for seat in before.seats)
    await sit_down(context, asked, rules, swapped)
    return Answer()


async def _rated_as_here(context: Context, asked: Asked, rules: Rules) -> Rules:
    """Rules of an earlier game: whether games count is for the room to say."""
    if not asked.chat.private and (await context.archive.room_settings(asked.chat)).get("rated") is False:
        return replace(rules, rated=False)
    return rules


async def again(context: Context, asked: Asked) -> Answer:
    """The same challenge once more: to the other of the two; by somebody else, to anyone here."""
    before = await context.invitations.read(asked.args)
    to = {before.by: before.to, before.to: before.by}.get(asked.person)
    return await _challenge(context, asked, to, await _rated_as_here(context, asked, rules_of(before)))


async def challenge(context: Context, asked: Asked) -> Answer:
    """``/challenge [who] [length] [rules]``."""
    target = asked.command.target if asked.command else None
    name, rules = split_rules(asked.args)
    if name and target is None:
        raise Refused("challenge.who", input=name[:40])
    to = None if target is None else (await context.people.meet(target)).person.id
    return await _challenge(context, asked, to, rules)


async def _challenge(context: Context, asked: Asked, to: PersonId | None, rules: Rules) -> Answer:
    shown = (context.own_view(asked),)
    await context.invitations.challenge(asked.person, to, asked.chat, rules, asked.origin, shown)
    return Answer()
