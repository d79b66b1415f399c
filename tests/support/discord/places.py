"""Servers and their channels from their owners' side: channels, roles, permissions, joining and leaving.

Must not know: HTTP, messages' content.
"""

from tests.support.discord.backend import Backend
from tests.support.discord.gateway import GUILDS
from tests.support.discord.people import Person
from tests.support.discord.permissions import EVERYDAY, Overwrite, bits
from tests.support.discord.world import Channel, Guild, Kind, Member, Role


class Server:
    """A guild, as its owner runs it."""

    def __init__(self, backend: Backend, guild: Guild) -> None:
        self._backend = backend
        self.guild = guild

    @classmethod
    def found(cls, backend: Backend, name: str, owner: Person, locale: str) -> "Server":
        number = backend.snowflakes.new()
        guild = Guild(number, name, owner.user, Role(number, "@everyone", EVERYDAY), locale)
        guild.members[owner.id] = Member(owner.user)
        backend.guilds[guild.id] = guild
        return cls(backend, guild)

    @property
    def id(self) -> int:
        return self.guild.id

    def channel(self, name: str) -> Channel:
        channel = Channel(self._backend.snowflakes.new(), Kind.TEXT, name, self.guild)
        self.guild.channels[channel.id] = self._backend.channels[channel.id] = channel
        self._backend.tell(channel, "CHANNEL_CREATE", channel.json(), GUILDS)
        return channel

    def news_in(self, channel: Channel) -> None:
        """The channel where the server's own news appear; to be set before the bot joins."""
        self.guild.system_channel = channel.id

    def thread(self, parent: Channel, name: str, creator: Person) -> Channel:
        number = self._backend.snowflakes.new()
        return self._backend.thread(parent, name, Kind.PUBLIC_THREAD, creator.user, number, 1440)

    def archive(self, thread: Channel, *, locked: bool = False) -> None:
        thread.archived, thread.locked = True, locked
        self._backend.tell(thread, "THREAD_UPDATE", thread.json(), GUILDS)

    def delete(self, channel: Channel) -> None:
        channel.deleted = True
        self._backend.tell(channel, "CHANNEL_DELETE", channel.json(), GUILDS)

    def join(self, *people: Person) -> None:
        for person in people:
            self.guild.members[person.id] = Member(person.user)

    def leave(self, person: Person) -> None:
        del self.guild.members[person.id]

    def role(self, name: str, *permissions: str) -> Role:
        role = Role(self._backend.snowflakes.new(), name, bits(permissions))
        self.guild.roles[role.id] = role
        self._tell_role("GUILD_ROLE_CREATE", role)
        return role

    def give(self, person: Person, *roles: Role) -> None:
        self.guild.members[person.id].roles.extend(roles)

    def nickname(self, person: Person, nick: str) -> None:
        self.guild.members[person.id].nick = nick

    def forbid_everyone(self, *permissions: str) -> None:
        """In the whole server."""
        self.guild.everyone.permissions &= ~bits(permissions)
        self._tell_role("GUILD_ROLE_UPDATE", self.guild.everyone)

    def forbid_bot(self, channel: Channel, *permissions: str) -> None:
        """In one channel, for example view_channel or send_messages."""
        channel.overwrites.append(Overwrite(self._backend.bot.id, is_member=True, deny=bits(permissions)))
        if self._backend.bot.id in self.guild.members:
            body = channel.json() | {"guild_id": str(self.id)}
            self._backend.gateway.dispatch("CHANNEL_UPDATE", body, guild=self.id, intent=GUILDS)

    def add_bot(self) -> None:
        """A server that is new to the bot says nothing of being available."""
        bot = self._backend.bot
        self.guild.members[bot.id] = Member(bot)
        body = self.guild.create_json(bot)
        del body["unavailable"]
        self._backend.gateway.dispatch("GUILD_CREATE", body, guild=self.id, intent=GUILDS)

    def kick_bot(self) -> None:
        self.guild.members.pop(self._backend.bot.id, None)
        self._backend.gateway.dispatch("GUILD_DELETE", {"id": str(self.id)}, guild=self.id, intent=GUILDS)

    def _tell_role(self, event: str, role: Role) -> None:
        body = {"guild_id": str(self.id), "role": role.json()}
        self._backend.gateway.dispatch(event, body, guild=self.id, intent=GUILDS)
