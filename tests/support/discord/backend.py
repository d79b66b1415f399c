"""What all routes of the stand-in work on, and the checks that several share.

Must not know: HTTP, the people's side.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tests.support.discord.commands import Commands
from tests.support.discord.composition import Composer, Draft, Upload
from tests.support.discord.errors import (
    Refusal,
    closed_to_you,
    missing_access,
    missing_permissions,
    unknown_channel,
    unknown_message,
)
from tests.support.discord.gateway import DIRECT_MESSAGES, GUILD_MESSAGES, GUILDS, Gateway
from tests.support.discord.messages import EPHEMERAL, Message
from tests.support.discord.permissions import has
from tests.support.discord.rates import Rates
from tests.support.discord.snowflakes import Snowflakes
from tests.support.discord.world import Channel, Guild, Kind, User
from tests.support.standin import Json, Ledger, Pulse, StandInClock

if TYPE_CHECKING:
    from tests.support.discord.interactions import Interaction


@dataclass(frozen=True, slots=True)
class Request:
    """One call, decoded. `path` holds the parts of the route's template."""

    path: dict[str, str]
    query: dict[str, str]
    body: Any
    uploads: dict[int, Upload]

    def number(self, name: str) -> int:
        text = self.path[name]
        return int(text) if text.isdecimal() else 0


Answer = tuple[int, Any]  # status and JSON body; None for no body
Handler = Callable[["Backend", Request], Awaitable[Answer]]


@dataclass(frozen=True, slots=True)
class Route:
    name: str
    method: str
    template: str
    handler: Handler
    with_token: bool = True  # the bot's; interaction routes carry their own in the path
    major: str = ""  # the path part that separates rate limit buckets


@dataclass(slots=True)
class Backend:
    clock: StandInClock
    ledger: Ledger
    pulse: Pulse
    snowflakes: Snowflakes
    gateway: Gateway
    rates: Rates
    commands: Commands
    composer: Composer
    bot: User
    owner: User
    root: str = ""
    users: dict[int, User] = field(default_factory=dict)
    guilds: dict[int, Guild] = field(default_factory=dict)
    channels: dict[int, Channel] = field(default_factory=dict)
    interactions: dict[int, "Interaction"] = field(default_factory=dict)
    by_token: dict[str, "Interaction"] = field(default_factory=dict)
    portal: Json = field(default_factory=dict)  # what the owner has set otherwise in the developer portal

    def complain(self, text: str) -> None:
        self.ledger.violation("rules", text)

    # Channels

    def channel(self, number: int, *needed: str) -> Channel:
        """The channel, if the bot may see it and has the permissions `needed` there."""
        channel = self.channels.get(number)
        if channel is None or channel.deleted:
            raise unknown_channel()
        if channel.guild is None:
            if self.bot not in channel.recipients:
                raise missing_access()
            return channel
        held = channel.permissions(self.bot)
        if not has(held, "view_channel"):
            raise missing_access()
        if not has(held, *needed):
            raise missing_permissions()
        return channel

    def may_send(self, channel: Channel, *, files: bool) -> None:
        if channel.kind is Kind.DM:
            person = next(user for user in channel.recipients if user is not self.bot)
            if person.closed_dms or not (person.installed_app or self._share_guild(person)):
                raise closed_to_you()
            return
        held = channel.permissions(self.bot)
        sending = "send_messages_in_threads" if channel.is_thread else "send_messages"
        if not has(held, sending) or (files and not has(held, "attach_files")):
            raise missing_permissions()
        if channel.is_thread and channel.locked and not has(held, "manage_threads"):
            raise Refusal(403, 160005, "Thread is locked")

    def _share_guild(self, person: User) -> bool:
        return any(person.id in g.members and self.bot.id in g.members for g in self.guilds.values())

    def message(self, channel: Channel, number: int) -> Message:
        """A message that the channel's own routes can reach: no ephemeral one."""
        message = channel.messages.get(number)
        if message is None or message.deleted or message.ephemeral_to is not None:
            raise unknown_message()
        return message

    def dm(self, person: User) -> Channel:
        for channel in self.channels.values():
            if channel.kind is Kind.DM and person in channel.recipients and self.bot in channel.recipients:
                return channel
        channel = Channel(self.snowflakes.new(), Kind.DM, recipients=[person, self.bot])
        self.channels[channel.id] = channel
        return channel

    def thread(
        self, parent: Channel, name: str, kind: Kind, creator: User, number: int, archive: int
    ) -> Channel:
        assert parent.guild is not None
        thread = Channel(number, kind, name, parent.guild, parent, owner=creator.id, auto_archive=archive)
        thread.thread_members = {creator.id, self.bot.id}
        self.channels[thread.id] = parent.guild.channels[thread.id] = thread
        self.tell(thread, "THREAD_CREATE", thread.json() | {"newly_created": True}, GUILDS)
        return thread

    # Messages

    def post(self, channel: Channel, author: User, draft: Draft | None, **more: Any) -> Message:
        """A new message; everybody's clients and the gateway hear of it, unless it is ephemeral."""
        message = Message(self.snowflakes.new(), channel, author, **more)
        if draft is not None:
            draft.fill(message, self.users)
        if message.ephemeral_to is not None:
            message.flags |= EPHEMERAL
        channel.messages[message.id] = message
        if channel.is_thread:
            channel.archived = False
        if message.ephemeral_to is None:
            self.tell_message(message, "MESSAGE_CREATE")
        self.pulse.beat()
        return message

    def edited(self, message: Message) -> None:
        message.edited = self.clock.now()
        message.edits += 1
        if message.ephemeral_to is None:
            self.tell_message(message, "MESSAGE_UPDATE")
        self.pulse.beat()

    def delete(self, message: Message) -> None:
        message.deleted = True
        body = {"id": str(message.id), "channel_id": str(message.channel.id)}
        if message.ephemeral_to is None:
            self.tell(message.channel, "MESSAGE_DELETE", body, GUILD_MESSAGES)
        self.pulse.beat()

    def tell_message(self, message: Message, event: str) -> None:
        """With the content left out where the bot lacks the privileged intent for it."""
        shown = message.json()
        guild = message.channel.guild
        if guild is not None and message.author.id in guild.members:
            member = guild.members[message.author.id].json()
            shown["member"] = {key: value for key, value in member.items() if key != "user"}
        mentioned = self.bot in message.mentions
        if guild is not None and message.author is not self.bot and not mentioned:
            shown |= {"content": "", "embeds": [], "attachments": [], "components": []}
        self.tell(message.channel, event, shown, GUILD_MESSAGES)

    def tell(self, channel: Channel, event: str, body: Json, intent: int) -> None:
        """To the gateway, if the bot is where the channel is."""
        if channel.guild is None:
            if self.bot in channel.recipients:
                self.gateway.dispatch(event, body, intent=DIRECT_MESSAGES if intent == GUILD_MESSAGES else 0)
        elif self.bot.id in channel.guild.members and has(channel.permissions(self.bot), "view_channel"):
            body = body | {"guild_id": str(channel.guild.id)}
            self.gateway.dispatch(event, body, guild=channel.guild.id, intent=intent)
