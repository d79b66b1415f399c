"""Offers to play: made, answered, countered, withdrawn, expired. An accepted one becomes a table.

Two presses at once are settled by the invitation's revision; table and acceptance are one transaction.
"""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Awaitable, Callable
from dataclasses import replace

from bot.app.archive import Archive, Invitation, ShowIn, Stale
from bot.app.codec import from_json, to_json
from bot.app.people import People
from bot.app.ports import Chat, Clock, PersonId
from bot.app.table import Seat, Table
from bot.app.tables import Opening, Refused, Tables
from bot.game import actions as act
from bot.game import match
from bot.game.rules import Rules
from bot.game.side import Side

EXPIRES_AFTER_MS = 24 * 3600 * 1000
MOST_OPEN = 5
Secret = Callable[[], Awaitable[bytes]]
"""Gives what only this installation knows, the same for ever; 64 bytes at most."""


class Invitations:
    """The book of challenges. ``changed``: told when the messages of one have something new to show."""

    def __init__(
        self,
        archive: Archive,
        tables: Tables,
        people: People,
        clock: Clock,
        secret: Secret,
        changed: Callable[[], None],
    ) -> None:
        self._archive, self._tables, self._people = archive, tables, people
        self._clock, self._secret, self._changed = clock, secret, changed

    async def challenge(
        self,
        by: PersonId,
        to: PersonId | None,
        chat: Chat,
        rules: Rules,
        origin: str,
        show_in: tuple[ShowIn, ...] = (),
    ) -> Invitation:
        """A new challenge, to one person or to anyone in the chat, shown in these places; the same one for
        the same origin.
        """
        if by == to:
            raise Refused("invitation.oneself")
        now, ident = self._clock.now_ms(), id_of(origin, await self._secret())
        open_now = await self._archive.invitations_of(by)
        mine = [one for one in open_now if one.by == by and (one.expires_at is None or one.expires_at > now)]
        if len(mine) >= MOST_OPEN and all(one.id != ident for one in mine):
            raise Refused("invitation.too_many", most=MOST_OPEN)
        made = Invitation(ident, 0, "match", "open", chat, by, to, to_json(rules), {}, now + EXPIRES_AFTER_MS)
        kept = await self._archive.invite(made, now, show_in)
        self._changed()
        return kept

    async def read(self, invitation: str) -> Invitation:
        """An invitation by id. Raises ``Unknown``."""
        return await self._archive.invitation(invitation)

    async def as_of_now(self, invitation: str) -> Invitation:
        """The same, ended if nobody has answered it in time. Raises ``Unknown``."""
        found = await self.read(invitation)
        if found.state == "open" and self._is_late(found):
            await self.expire()
            return await self.read(invitation)
        return found

    async def newest_for(self, person: PersonId, chat: Chat) -> Invitation | None:
        """The newest challenge in a chat that a person may accept."""
        now = self._clock.now_ms()
        return next(
            (
                one
                for one in reversed(await self._archive.invitations_in(chat))
                if one.by != person and one.to in (None, person) and (one.expires_at or now + 1) > now
            ),
            None,
        )

    async def accept(self, invitation: Invitation, person: PersonId, origin: str) -> Table:
        """Sit down and play: the table is opened in the invitation's chat, the first game set up."""
        self._require_answerer(invitation, person)
        challenger = challenger_of(invitation)
        other = invitation.by if person == challenger else person
        x, o = await self._people.person(challenger), await self._people.person(other)
        assert invitation.chat is not None
        opening = Opening(
            "match",
            match.start(rules_of(invitation)),
            (Seat(Side.X, x.id, x.name), Seat(Side.O, o.id, o.name)),
            invitation.rules,
            invitation.chat,
            await self._places(invitation, person),
            accepts=invitation.id,
            first=(Side.X.value, act.StartGame()),
        )
        return await self._open(opening, person, origin)

    async def _places(self, invitation: Invitation, person: PersonId) -> tuple[ShowIn, ...]:
        """The room; or, for a challenge made in a direct chat, the direct chats of both, anywhere."""
        assert invitation.chat is not None
        if not invitation.chat.private:
            return (ShowIn(invitation.chat),)
        places: list[ShowIn] = []
        for one in dict.fromkeys((invitation.by, person)):
            chat = await self._people.any_own_chat(one, invitation.chat.platform)
            if chat is not None:
                places.append(ShowIn(chat, one))
        return tuple(places)

    async def decline(self, invitation: Invitation, person: PersonId) -> Invitation:
        """Say no. Only the person challenged can; a challenge to anyone is nobody's to decline."""
        self._require_answerer(invitation, person)
        if invitation.to is None:
            raise Refused("invitation.not_to_you")
        return await self._change(replace(invitation, state="declined"))

    async def withdraw(self, invitation: Invitation, person: PersonId) -> Invitation:
        """Take the offer back."""
        self._require_open(invitation)
        if person != invitation.by:
            raise Refused("invitation.not_yours")
        return await self._change(replace(invitation, state="withdrawn"))

    async def counter(self, invitation: Invitation, person: PersonId, rules: Rules) -> Invitation:
        """Offer other rules: the two change places, and the first one must answer (Speedgamez). The one
        who offered may change his own offer as well.
        """
        self._require_open(invitation)
        if person == invitation.by:
            return await self._change(replace(invitation, rules=to_json(rules)))
        self._require_answerer(invitation, person)
        challenger = challenger_of(invitation)
        swapped = replace(
            invitation,
            by=person,
            to=invitation.by,
            rules=to_json(rules),
            data={**invitation.data, "challenger": challenger},
        )
        return await self._change(swapped)

    async def expire(self) -> int:
        """End what nobody has answered in time; how many those were."""
        now, ended = self._clock.now_ms(), 0
        while due := await self._archive.expired_invitations(now):
            for one in due:
                with contextlib.suppress(Stale):  # answered at the last moment
                    await self._archive.answer_invitation(replace(one, state="expired"), now)
                    ended += 1
        if ended:
            self._changed()
        return ended

    async def _change(self, changed: Invitation) -> Invitation:
        try:
            await self._archive.answer_invitation(changed, self._clock.now_ms())
        except Stale:
            raise Refused("invitation.changed") from None
        self._changed()
        return replace(changed, revision=changed.revision + 1)

    async def _open(self, opening: Opening, person: PersonId, origin: str) -> Table:
        try:
            return await self._tables.open(opening, person, origin)
        except Stale:
            raise Refused("invitation.over") from None

    def _require_open(self, invitation: Invitation) -> None:
        if invitation.state != "open":
            raise Refused("invitation.over")
        if self._is_late(invitation):
            raise Refused("invitation.expired")

    def _is_late(self, invitation: Invitation) -> bool:
        return invitation.expires_at is not None and invitation.expires_at <= self._clock.now_ms()

    def _require_answerer(self, invitation: Invitation, person: PersonId) -> None:
        self._require_open(invitation)
        if person == invitation.by:
            raise Refused("invitation.own")
        if invitation.to is not None and person != invitation.to:
            raise Refused("invitation.not_to_you")


def id_of(origin: str, secret: bytes) -> str:
    """The same id for the same press or message, so that a repeated one challenges nobody twice; nobody can
    compute it who does not know the secret.
    """
    return hashlib.blake2b(origin.encode(), key=secret, digest_size=9).hexdigest()


def challenger_of(invitation: Invitation) -> PersonId:
    """Who has challenged: the one who offers, unless he answers by other rules."""
    return PersonId(str(invitation.data.get("challenger", invitation.by)))


def rules_of(invitation: Invitation) -> Rules:
    """The rules on offer."""
    rules: Rules = from_json(Rules, dict(invitation.rules))
    return rules
