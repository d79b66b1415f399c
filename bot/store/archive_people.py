"""The archive port over the store: persons, invitations and rooms."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Sequence

from sqlalchemy import Connection

from bot.app import archive as port
from bot.app.ports import Chat, PersonId, TableId, Visitor
from bot.store import invitations, linking, persons, rooms, showing, tables
from bot.store.database import Store
from bot.store.errors import Conflict, SeatedTogether, UnknownRow
from bot.store.ids import InvitationId
from bot.store.invitations import InvitationState
from bot.store.refolding import Refolder

EXPIRED_AT_ONCE = 100
ROOMS_REMEMBERED = 1000


class PeopleArchive:
    """Persons, invitations and rooms of ``bot.app.archive.Archive``."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.refolder = Refolder(store)
        self._room_settings: OrderedDict[Chat, port.Json] = OrderedDict()

    async def meet(
        self, visitor: Visitor, name: str, chat: Chat | None, now: int
    ) -> tuple[port.Person, port.Identity]:
        met = await self._store.read(lambda conn: _known_so(conn, visitor, name, chat))
        if met is None:
            met = await self._store.write(lambda conn: _meet(conn, visitor, name, chat, now))
        return met

    async def person(self, person: PersonId) -> port.Person:
        try:
            return _person(await self._store.read(lambda conn: persons.load_person(conn, person)))
        except UnknownRow as unknown:
            raise port.Unknown(unknown.what, unknown.key) from None

    async def last_over(self, person: PersonId, room: Chat | None, kinds: Collection[str]) -> TableId | None:
        return await self._store.read(lambda conn: tables.last_over(conn, person, room, kinds))

    async def identities(self, person: PersonId) -> Sequence[port.Identity]:
        found = await self._store.read(lambda conn: persons.identities_of(conn, person))
        return [_identity(one) for one in found]

    async def change_settings(self, person: PersonId, changes: port.Json) -> port.Person:
        def run(conn: Connection) -> persons.Person:
            own = dict(changes)
            if "language" in own:
                persons.set_language(conn, person, own.pop("language"))
            if "name" in own:
                persons.rename(conn, person, str(own.pop("name")))
            if own:
                persons.change_settings(conn, person, own)
            return persons.load_person(conn, person)

        return _person(await self._store.write(run))

    async def accept_rules(self, person: PersonId, now: int) -> None:
        await self._store.write(lambda conn: persons.accept_rules(conn, person, now))

    async def invite(
        self, invitation: port.Invitation, now: int, show_in: Sequence[port.ShowIn] = ()
    ) -> port.Invitation:
        return _invitation(await self._store.write(lambda conn: _invite(conn, invitation, now, show_in)))

    async def invitation(self, invitation: str) -> port.Invitation:
        try:
            found = await self._store.read(
                lambda conn: invitations.load_invitation(conn, InvitationId(invitation))
            )
        except UnknownRow as unknown:
            raise port.Unknown(unknown.what, unknown.key) from None
        return _invitation(found)

    async def answer_invitation(self, invitation: port.Invitation, now: int) -> None:
        def run(conn: Connection) -> None:
            before = invitations.load_invitation(conn, InvitationId(invitation.id))
            if before.revision != invitation.revision or before.state is not InvitationState.OPEN:
                raise Conflict("invitation", before.id, invitation.revision, before.revision)
            invitations.change_invitation(
                conn,
                before,
                state=InvitationState(invitation.state),
                by=invitation.by,
                to=invitation.to,
                rules=invitation.rules,
                data=invitation.data,
                expires_at=invitation.expires_at,
                table_id=invitation.table,
            )
            showing.queue_invitation(conn, before.id, now)

        try:
            await self._store.write(run)
        except Conflict:
            raise port.Stale from None

    async def invitations_of(self, person: PersonId) -> Sequence[port.Invitation]:
        found = await self._store.read(lambda conn: invitations.open_invitations_of(conn, person))
        return [_invitation(one) for one in found]

    async def invitations_in(self, room: Chat) -> Sequence[port.Invitation]:
        found = await self._store.read(lambda conn: invitations.open_invitations_in(conn, room))
        return [_invitation(one) for one in found]

    async def expired_invitations(self, now: int) -> Sequence[port.Invitation]:
        found = await self._store.read(
            lambda conn: invitations.expired_invitations(conn, now, EXPIRED_AT_ONCE)
        )
        return [_invitation(one) for one in found]

    async def room_settings(self, room: Chat) -> port.Json:
        known = self._room_settings.get(room)
        if known is None:
            known = (await self._store.read(lambda conn: rooms.load_room(conn, room))).settings
            self._remember(room, known)
        return known

    async def change_room(self, room: Chat, changes: port.Json, by: PersonId, now: int) -> port.Json:
        settings = await self._store.write(
            lambda conn: rooms.change_room_settings(conn, room, changes, by=by, now=now)
        )
        self._remember(room, settings)
        return settings

    def _remember(self, room: Chat, settings: port.Json) -> None:
        """Every board of a room asks for them; this process alone changes them."""
        self._room_settings[room] = settings
        self._room_settings.move_to_end(room)
        if len(self._room_settings) > ROOMS_REMEMBERED:
            self._room_settings.popitem(last=False)

    async def room_log(self, room: Chat, limit: int) -> Sequence[port.RoomChange]:
        found = await self._store.read(lambda conn: rooms.room_entries(conn, room, limit))
        return [port.RoomChange(one.at, one.by, one.kind, one.data) for one in found]

    async def note_in_room(self, room: Chat, kind: str, data: port.Json, by: PersonId, now: int) -> None:
        await self._store.write(
            lambda conn: rooms.log_in_room(conn, room, at=now, by=by, kind=kind, data=data)
        )

    async def put_link_code(self, person: PersonId, code_hash: str, expires_at: int) -> None:
        await self._store.write(lambda conn: linking.put_link_code(conn, person, code_hash, expires_at))

    async def redeem_link_code(self, person: PersonId, code_hash: str, now: int) -> PersonId:
        try:
            owner = await self._store.write(lambda conn: _redeem(conn, person, code_hash, now))
        except SeatedTogether:
            raise port.Together from None
        self.refolder.wake()
        return owner


def _redeem(conn: Connection, person: PersonId, code_hash: str, now: int) -> PersonId:
    owner = linking.redeem_link_code(conn, code_hash, now)
    if owner is None:
        raise port.Unknown("link code", "")
    linking.merge_persons(conn, gone=person, into=owner)
    return owner


def _invite(
    conn: Connection, made: port.Invitation, now: int, show_in: Sequence[port.ShowIn]
) -> invitations.Invitation:
    ident = InvitationId(made.id)
    try:
        return invitations.load_invitation(conn, ident)
    except UnknownRow:
        invitations.create_invitation(
            conn,
            ident,
            made.kind,
            by=made.by,
            to=made.to,
            room=made.chat,
            rules=made.rules,
            data=made.data,
            now=now,
            expires_at=made.expires_at,
        )
        for where in show_in:
            showing.open_place(conn, made, where)
        showing.queue_invitation(conn, ident, now)
        return invitations.load_invitation(conn, ident)


Met = tuple[port.Person, port.Identity]


def _known(conn: Connection, visitor: Visitor) -> Met | None:
    identity = persons.identity_of(conn, visitor.platform, visitor.external_id)
    if identity is None:
        return None
    return _person(persons.load_person(conn, identity.person_id)), _identity(identity)


def _known_so(conn: Connection, visitor: Visitor, name: str, chat: Chat | None) -> Met | None:
    """The person behind a visitor, if there is nothing new to be kept of either."""
    met = _known(conn, visitor)
    if met is None:
        return None
    identity = met[1]
    moved = chat is not None and identity.direct_chat != chat.chat
    speaks = visitor.locale is not None and identity.locale != visitor.locale
    return None if moved or speaks or _renamed(conn, met, name) else met


def _renamed(conn: Connection, met: Met, name: str) -> bool:
    """Whether the person goes by this name from now on."""
    person, identity = met
    return person.name != name and persons.gives_name(
        conn, person.id, identity.platform, identity.external_id
    )


def _meet(conn: Connection, visitor: Visitor, name: str, chat: Chat | None, now: int) -> Met:
    platform, external = visitor.platform, visitor.external_id
    person = persons.person_for_identity(conn, platform, external, name=name, locale=visitor.locale, now=now)
    if person.name != name and persons.gives_name(conn, person.id, platform, external):
        persons.rename(conn, person.id, name)
    if visitor.locale is not None:  # not every message tells it
        persons.set_locale(conn, platform, external, visitor.locale)
    if chat is not None:
        persons.set_direct_chat(conn, platform, external, chat.chat)
    met = _known(conn, visitor)
    assert met is not None
    return met


def _person(row: persons.Person) -> port.Person:
    return port.Person(row.id, row.name, row.language, row.settings, row.rules_accepted_at is None)


def _identity(row: persons.Identity) -> port.Identity:
    return port.Identity(row.platform, row.external_id, row.person_id, row.direct_chat, row.locale)


def _invitation(row: invitations.Invitation) -> port.Invitation:
    return port.Invitation(
        row.id,
        row.revision,
        row.kind,
        row.state.value,
        row.room,
        row.by_person,
        row.to_person,
        row.rules,
        row.data,
        row.expires_at,
        row.table_id,
    )
