"""What a link or a code leads to: a challenge made in another chat, a table, a position."""

from __future__ import annotations

from bot.app.archive import Unknown
from bot.app.people import Known
from bot.app.ports import Answer, PersonId, TableId, Visitor
from bot.app.tables import Refused
from bot.game.formats.position_ids import parse_position_id
from bot.game.violations import RuleViolation
from bot.ui import pages
from bot.ui.context import Asked, Context
from bot.ui.lobby_commands import invitation_page
from bot.ui.position_screen import position_screen
from bot.ui.rules_text import describe, parse_rules
from bot.ui.texts import texts_for

CHALLENGE, OFFER, TABLE, POSITION = "c_", "o_", "j_", "x_"
LONGEST_PAYLOAD = 64


async def start(context: Context, asked: Asked) -> Answer:
    """``/start [PAYLOAD]``: where a link leads; without one, what can be done here."""
    payload = asked.args
    kind, rest = payload[:2], payload[2:]
    if kind == CHALLENGE:
        return await accept(context, asked.with_args(rest))
    if kind == OFFER:
        return await _offered(context, asked, rest)
    if kind == TABLE:
        return await _table(context, asked, rest)
    if kind == POSITION:
        return await position(context, asked.with_args(rest.replace("_", ":")))
    return Answer(private=pages.welcome(asked.texts))


async def accept(context: Context, asked: Asked) -> Answer:
    """``/accept CODE``: the challenge behind a code, shown here to be accepted."""
    if not asked.args:
        raise Refused("accept.empty")
    invitation = await context.invitations.read(asked.args.removeprefix(CHALLENGE))
    return Answer(private=await invitation_page(context, invitation, asked.texts))


async def _offered(context: Context, asked: Asked, rest: str) -> Answer:
    """An offer that somebody has shared: it becomes a challenge to the one who follows the link."""
    person, _, words = rest.partition("_")
    try:
        challenger = (await context.people.person(PersonId(person))).id
        rules = parse_rules(words.replace("-", " "))
    except (Unknown, RuleViolation):
        raise Refused("link.nowhere") from None
    made = await context.invitations.challenge(challenger, asked.person, asked.chat, rules, asked.origin)
    return Answer(private=await invitation_page(context, made, asked.texts))


async def _table(context: Context, asked: Asked, rest: str) -> Answer:
    """A table that somebody has shared: shown to those who sit there, and to whoever may sit down."""
    table = await context.tables.load(TableId(rest))
    if table.seat_of(asked.person) is None and table.kind == "match":
        raise Refused("table.stranger")
    await context.show(table, context.own_view(asked), anew=True)
    return Answer()


async def position(context: Context, asked: Asked) -> Answer:
    """``/position ID``: a picture of an XGID or an id of GNU Backgammon, with its legal plays."""
    return Answer(public=position_screen(parse_position_id(asked.args), asked.viewer))


async def shared_offer(context: Context, visitor: Visitor, words: str) -> tuple[str, str] | None:
    """For sharing a challenge in any chat: the payload of a link that leads to it, and its rules in words."""
    try:
        rules = parse_rules(words)
    except RuleViolation:
        return None
    known: Known = await context.people.meet(visitor)
    payload = f"{OFFER}{known.person.id}_{'-'.join(words.split())}"
    if len(payload) > LONGEST_PAYLOAD:
        return None
    return payload, " ".join(describe(rules, texts_for(known.language)))
