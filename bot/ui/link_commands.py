"""What a link or a code leads to: a challenge made in another chat, a table, a position."""

from __future__ import annotations

import hashlib
import hmac
import secrets

from bot.app.archive import Invitation, Person, ShowIn, Unknown
from bot.app.ports import Answer, PersonId, TableId, Visitor
from bot.app.tables import Refused
from bot.game.formats.position_ids import parse_position_id
from bot.game.violations import BadInput, RuleViolation
from bot.ui import pages
from bot.ui.cards import card
from bot.ui.context import Asked, Context
from bot.ui.position_screen import position_screen
from bot.ui.press import base36
from bot.ui.room_policy import admitted
from bot.ui.rules_text import describe, parse_rules
from bot.ui.table_commands import typed
from bot.ui.texts import texts_for

CHALLENGE, OFFER, TABLE, POSITION = "c_", "o_", "j_", "x_"
LONGEST_PAYLOAD = 64
DAY, DAY_MS, SEAL = 4, 24 * 3600 * 1000, 12
"""An offer carries the day and a seal, in so many characters; it is good on that day and the next."""
OFFER_KEY = "offer_key"
"""The setting of a person that seals the offers."""


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
    """``/accept CODE``: the challenge behind a code, shown here to be accepted; ``/accept``: what the other
    side of one's table offers, or else the newest challenge here.
    """
    if not asked.args:
        return await _accept_here(context, asked)
    return await _show(
        context, asked, await context.invitations.as_of_now(asked.args.removeprefix(CHALLENGE))
    )


async def _show(context: Context, asked: Asked, invitation: Invitation) -> Answer:
    """In one's own chat as a message that goes on to say how the challenge stands; in a room for oneself."""
    if asked.chat.private and invitation.state == "open":
        await context.show(invitation, ShowIn(asked.chat, asked.person), anew=True)
        return Answer()
    return Answer(private=card(await context.composer.offer(invitation, asked.audience)))


async def _accept_here(context: Context, asked: Asked) -> Answer:
    try:
        return await typed(context, asked.with_args("accept"))
    except (Refused, RuleViolation):  # no table here, or nothing that it offers
        return await _accept_newest(context, asked)


async def _accept_newest(context: Context, asked: Asked) -> Answer:
    newest = await context.invitations.newest_for(asked.person, asked.chat)
    if newest is None:
        raise Refused("accept.empty")
    await context.invitations.accept(newest, asked.person, asked.origin)
    return Answer()


async def _offered(context: Context, asked: Asked, rest: str) -> Answer:
    """An offer that somebody has shared: a challenge to the one who follows the link, once. What is
    offered is sealed, so that nobody can be made to challenge by rules of another's choice.
    """
    person, _, sealed = rest.partition("_")
    day, seal, words = sealed[:DAY], sealed[DAY : DAY + SEAL], sealed[DAY + SEAL :]
    try:
        challenger = await context.people.person(PersonId(person))
        parse_rules(words.replace("-", " "))
    except (Unknown, RuleViolation):
        raise Refused("link.nowhere") from None
    today = context.clock.now_ms() // DAY_MS
    fresh = day in (_day(today), _day(today - 1))
    if not (fresh and hmac.compare_digest(seal.encode(), _seal(challenger, person, day, words).encode())):
        raise Refused("link.nowhere")
    here = await admitted(context, asked.with_args(words.replace("-", " ")), "challenge")
    rules = parse_rules(here.args)
    made = await context.invitations.challenge(
        challenger.id, asked.person, asked.chat, rules, f"{OFFER}{rest}:{asked.person}"
    )
    return await _show(context, asked, made)


def _day(number: int) -> str:
    return base36(number).rjust(DAY, "0")


def _seal(person: Person, ident: str, day: str, words: str) -> str:
    """Nobody knows the key but the service; for who has shared nothing, nothing fits."""
    key = str(person.settings.get(OFFER_KEY) or secrets.token_hex(16))
    return hmac.new(key.encode(), f"{ident} {day} {words}".encode(), hashlib.sha256).hexdigest()[:SEAL]


async def _table(context: Context, asked: Asked, rest: str) -> Answer:
    """A table that somebody has shared: shown to those who sit there, and to whoever may sit down."""
    table = await context.tables.load(TableId(rest))
    if table.seat_of(asked.person) is None and table.kind != "chouette":
        raise Refused("table.stranger")
    await context.show(table, context.own_view(asked), anew=True)
    return Answer()


async def position(context: Context, asked: Asked) -> Answer:
    """``/position ID``: a picture of an XGID or an id of GNU Backgammon, with its legal plays."""
    try:
        info = parse_position_id(asked.args)
    except BadInput:
        raise Refused("position.unreadable") from None
    return Answer(public=position_screen(info, await context.viewer_here(asked)))


async def shared_offer(context: Context, visitor: Visitor, words: str) -> tuple[str, str] | None:
    """For sharing a challenge in any chat: the payload of a link that leads to it, and its rules in words."""
    try:
        rules = parse_rules(words)
    except RuleViolation:
        return None
    known = await context.people.meet(visitor)
    person, said = known.person, "-".join(words.split())
    if OFFER_KEY not in person.settings:
        person = await context.people.change_settings(person.id, {OFFER_KEY: secrets.token_hex(16)})
    day = _day(context.clock.now_ms() // DAY_MS)
    payload = f"{OFFER}{person.id}_{day}{_seal(person, person.id, day, said)}{said}"
    if len(payload) > LONGEST_PAYLOAD:
        return None
    return payload, " ".join(describe(rules, texts_for(known.language)))
