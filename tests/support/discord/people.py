"""People in front of their Discord clients: they run commands, complete, press, fill in forms, write.

A `Person` looks at a channel through a `Window`, which shows what he sees there, also what is for him
alone. Must not know: HTTP.
"""

from collections.abc import Callable
from typing import Any

from tests.support.discord import invoking
from tests.support.discord.backend import Backend
from tests.support.discord.commands import CHAT, MESSAGE, USER
from tests.support.discord.interactions import Interaction, Kind
from tests.support.discord.messages import BUTTON, Message
from tests.support.discord.permissions import has
from tests.support.discord.world import Channel, Guild, User
from tests.support.discord.world import Kind as ChannelKind
from tests.support.standin import Json

ATTACHMENT_LIMIT = 10 * 1024 * 1024
HERE, BOT_DM, ELSEWHERE = 0, 1, 2  # the contexts of a command


class Person:
    def __init__(self, backend: Backend, user: User) -> None:
        self._backend = backend
        self.user = user

    @property
    def id(self) -> int:
        return self.user.id

    @property
    def mention(self) -> str:
        return f"<@{self.id}>"

    def at(self, channel: Channel) -> "Window":
        """Looks at a channel."""
        return Window(self._backend, self, channel)

    @property
    def dm(self) -> "Window":
        """Looks at his direct messages with the bot."""
        return self.at(self._backend.dm(self.user))

    def installs_app(self) -> None:
        """For himself: its commands come with him everywhere."""
        self.user.installed_app = True

    def closes_dms(self) -> None:
        self.user.closed_dms = True


class Window:
    def __init__(self, backend: Backend, person: Person, channel: Channel) -> None:
        self._backend = backend
        self.person = person
        self.channel = channel

    # Reading

    @property
    def messages(self) -> list[Message]:
        """What is on the screen, oldest first: public messages, and ephemeral ones for this person."""
        user = self.person.user
        return [
            message
            for message in self.channel.messages.values()
            if not message.deleted and message.ephemeral_to in (None, user)
        ]

    @property
    def from_bot(self) -> list[Message]:
        return [message for message in self.messages if message.author is self._backend.bot]

    @property
    def newest(self) -> Message:
        return self.from_bot[-1]

    async def shows(
        self, condition: Callable[[Message], object], within: float = 5.0, what: str = "a message"
    ) -> Message:
        """The newest message of the bot for which `condition` holds, waiting for it."""

        def newest() -> Message | None:
            return next((message for message in reversed(self.from_bot) if condition(message)), None)

        found = await self._backend.pulse.until(newest, within, f"{what} in channel {self.channel.id}")
        assert found is not None
        return found

    # Writing

    def writes(self, text: str, reply_to: Message | None = None) -> Message:
        """An ordinary message; the bot gets its content in direct messages and on mention only."""
        message = Message(self._backend.snowflakes.new(), self.channel, self.person.user, text)
        message.reply_to = reply_to.id if reply_to else None
        if f"<@{self._backend.bot.id}>" in text:
            message.mentions = [self._backend.bot]
        self.channel.messages[message.id] = message
        self._backend.tell_message(message, "MESSAGE_CREATE")
        return message

    def deletes(self, message: Message) -> None:
        self._backend.delete(message)

    # Commands

    async def runs(self, command: str, within: float = 5.0, **options: Any) -> Interaction:
        """ "/move" or "/room defaults", with options by name; waits until it is answered for good."""
        return await self.settled(self.run(command, **options), within)

    def run(self, command: str, **options: Any) -> Interaction:
        """As `runs`, without waiting."""
        name, *path = command.removeprefix("/").split()
        found = self._command(CHAT, name)
        data = invoking.command_data(found, path, options, self.channel.guild, None)
        return self._interact(Kind.COMMAND, data, command=found)

    async def completes(self, command: str, within: float = 5.0, **options: Any) -> list[Json]:
        """The choices offered while the last of `options` is being typed."""
        name, *path = command.removeprefix("/").split()
        found = self._command(CHAT, name)
        focused = list(options)[-1]
        data = invoking.command_data(found, path, options, self.channel.guild, focused)
        interaction = self._interact(Kind.AUTOCOMPLETE, data, command=found)
        await self.acknowledged(interaction, within)
        return interaction.choices or []

    async def uses_on(self, command: str, target: "Person | Message", within: float = 5.0) -> Interaction:
        """An entry of the context menu of a person or a message."""
        kind = USER if isinstance(target, Person) else MESSAGE
        found = self._command(kind, command)
        resolved: Json = {}
        if isinstance(target, Person):
            invoking.resolve_user(target.user, self.channel.guild, resolved)
        else:
            resolved["messages"] = {str(target.id): target.json()}
        data = {
            "id": found["id"],
            "name": found["name"],
            "type": kind,
            "target_id": str(target.id),
            "resolved": resolved,
        }
        return await self.settled(self._interact(Kind.COMMAND, data, command=found), within)

    def _command(self, kind: int, name: str) -> Json:
        guild = self.channel.guild
        found = self._backend.commands.find(kind, name, guild.id if guild and self._bot_here else None)
        assert found is not None, f"there is no command {name}"
        contexts = found.get("contexts")
        assert contexts is None or self._context in contexts, f"{name} is not offered in this place"
        installations = found.get("integration_types") or [0]
        for_server = self._bot_here and 0 in installations
        for_person = self.person.user.installed_app and 1 in installations
        assert for_server or for_person, f"{name} is not installed here"
        needed = found.get("default_member_permissions")
        if guild is not None and needed is not None:
            held = self.channel.permissions(self.person.user)
            assert held & int(needed) == int(needed), f"{name} is not for this person"
        return found

    # Components and forms

    async def presses(self, message: Message, button: str, within: float = 5.0) -> Interaction:
        """Presses the button with this label and waits until it is answered for good."""
        return await self.settled(self.press(message, button), within)

    def press(self, message: Message, button: str) -> Interaction:
        """As `presses`, without waiting."""
        component = invoking.find_button(message, button)
        return self.press_id(message, component["custom_id"], component["id"])

    def press_id(self, message: Message, custom_id: str, number: int = 1) -> Interaction:
        """Sends any custom id as if it were on a button of `message`: an old button, or a hostile client."""
        assert message.ephemeral_to in (None, self.person.user), "he does not see this message"
        data = {"component_type": BUTTON, "custom_id": custom_id, "id": number}
        return self._interact(Kind.COMPONENT, data, message)

    async def selects(
        self, message: Message, *picked: str, placeholder: str | None = None, within: float = 5.0
    ) -> Interaction:
        """Picks options by label."""
        select = invoking.find_select(message, placeholder)
        data = {
            "component_type": select["type"],
            "custom_id": select["custom_id"],
            "id": select["id"],
            "values": invoking.option_values(select, picked),
        }
        return await self.settled(self._interact(Kind.COMPONENT, data, message), within)

    async def submits(self, opened: Interaction, filled: dict[str, str], within: float = 5.0) -> Interaction:
        """Fills in the form that `opened` brought up, its fields by custom id or label."""
        assert opened.modal is not None, "no form is open"
        data = invoking.modal_data(opened.modal, filled, self._backend.snowflakes.new)
        return await self.settled(self._interact(Kind.MODAL, data, opened.message), within)

    # Waiting

    async def settled(self, interaction: Interaction, within: float = 5.0) -> Interaction:
        await self._backend.pulse.until(
            lambda: interaction.settled, within, f"an answer to {interaction.data}"
        )
        return interaction

    async def acknowledged(self, interaction: Interaction, within: float = 5.0) -> Interaction:
        await self._backend.pulse.until(
            lambda: interaction.acknowledged, within, f"an answer to {interaction.data}"
        )
        return interaction

    # The interaction itself

    @property
    def _bot_here(self) -> bool:
        guild = self.channel.guild
        return (
            self._backend.bot.id in guild.members if guild else self._backend.bot in self.channel.recipients
        )

    @property
    def _context(self) -> int:
        if self.channel.guild is not None:
            return HERE
        return BOT_DM if self.channel.kind is ChannelKind.DM and self._bot_here else ELSEWHERE

    def _interact(
        self, kind: Kind, data: Json, message: Message | None = None, command: Json | None = None
    ) -> Interaction:
        backend, user, guild = self._backend, self.person.user, self.channel.guild
        interaction = Interaction(
            backend.snowflakes.new(),
            kind,
            user,
            self.channel,
            data,
            backend.clock.now(),
            guild,
            message,
            foreign=not self._bot_here,
            forced_private=self._forced_private(guild),
        )
        backend.interactions[interaction.id] = backend.by_token[interaction.token] = interaction
        backend.gateway.dispatch(
            "INTERACTION_CREATE", self._json(interaction, command), guild=guild.id if guild else None
        )
        return interaction

    def _forced_private(self, guild: Guild | None) -> bool:
        """An app that only the person installed may answer in public only with this permission."""
        if guild is None or self._bot_here:
            return False
        return not has(self.channel.permissions(self.person.user), "use_external_apps")

    def _json(self, interaction: Interaction, command: Json | None) -> Json:
        backend, user, guild = self._backend, self.person.user, self.channel.guild
        owners: Json = {}
        installations = (command or {}).get("integration_types") or [0, 1]
        if self._bot_here and 0 in installations:
            owners["0"] = str(guild.id) if guild else "0"
        if user.installed_app and 1 in installations:
            owners["1"] = str(user.id)
        shown: Json = {
            "id": str(interaction.id),
            "application_id": str(backend.bot.id),
            "type": int(interaction.kind),
            "data": interaction.data,
            "token": interaction.token,
            "version": 1,
            "locale": user.locale,
            "channel_id": str(self.channel.id),
            "channel": self._channel_json(),
            "entitlements": [],
            "app_permissions": str(self.channel.permissions(backend.bot)),
            "context": self._context,
            "authorizing_integration_owners": owners,
            "attachment_size_limit": ATTACHMENT_LIMIT,
        }
        if interaction.message is not None:
            shown["message"] = interaction.message.json()
        if guild is None:
            return shown | {"user": user.json()}
        member = guild.members[user.id].json() | {"permissions": str(self.channel.permissions(user))}
        partial = {"id": str(guild.id), "locale": guild.locale, "features": []}
        return shown | {
            "guild_id": str(guild.id),
            "guild": partial,
            "guild_locale": guild.locale,
            "member": member,
        }

    def _channel_json(self) -> Json:
        permissions = str(self.channel.permissions(self.person.user))
        return self.channel.json(self.person.user) | {"permissions": permissions}
