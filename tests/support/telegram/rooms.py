"""A chat as its members' clients show it, and what happens to it from their side.

Must not know: HTTP, methods.
"""

from collections.abc import Callable

from tests.support.standin import Json
from tests.support.telegram.backend import Backend
from tests.support.telegram.profile import member_json
from tests.support.telegram.world import Chat, ChatKind, Message, Topic, User

INACCESSIBLE = 48 * 3600  # seconds; older messages come without content in callback queries


class Room:
    """One chat. `messages` is what is on the screen, oldest first; deleted ones are gone."""

    def __init__(self, backend: Backend, chat: Chat) -> None:
        self._backend = backend
        self.chat = chat

    @property
    def id(self) -> int:
        return self.chat.id

    @property
    def messages(self) -> list[Message]:
        return self.chat.live()

    @property
    def from_bot(self) -> list[Message]:
        return [message for message in self.messages if message.sender is self._backend.world.bot]

    @property
    def newest(self) -> Message:
        return self.from_bot[-1]

    def with_buttons(self) -> list[Message]:
        return [message for message in self.from_bot if message.rows]

    async def shows(
        self,
        condition: Callable[[Message], object],
        within: float = 5.0,
        what: str = "a message",
    ) -> Message:
        """The newest message of the bot for which `condition` holds, waiting for it."""

        def newest() -> Message | None:
            return next((message for message in reversed(self.from_bot) if condition(message)), None)

        found = await self._backend.pulse.until(newest, within, f"{what} in {self.chat.title or self.id}")
        assert found is not None
        return found

    # What administrators do

    def topic(self, name: str) -> int:
        """Opens a topic; its message_thread_id."""
        number = self.chat.next_message
        self.chat.topics[number] = Topic(number, name)
        self._service({"forum_topic_created": {"name": name, "icon_color": 7322096}}, thread=number)
        return number

    def close_topic(self, thread: int) -> None:
        self.chat.topics[thread].closed = True
        self._service({"forum_topic_closed": {}}, thread=thread)

    def mute_bot(self, *rights: str) -> None:
        """Takes rights like can_send_photos from the bot."""
        self.chat.muted_bot.update(rights)

    def promote_bot(self) -> None:
        self.set_status(self._backend.world.bot, "administrator", self._chief())

    def delete(self) -> None:
        """The group is deleted; its members hear no more of it."""
        self.chat.deleted = True

    def delete_message(self, message: Message) -> None:
        """Somebody deletes a message by hand: bots are not told."""
        message.deleted = True
        self._backend.pulse.beat()

    def migrate(self) -> "Room":
        """The group becomes a supergroup: a new chat with a new id, message ids beginning anew."""
        old = self.chat
        new = self._backend.world.add_group(ChatKind.SUPERGROUP, old.title, is_forum=False)
        new.members, new.people, new.migrated_from = dict(old.members), dict(old.people), old.id
        old.migrated_to = new.id
        self._service({"migrate_to_chat_id": new.id})
        room = Room(self._backend, new)
        room._service({"migrate_from_chat_id": old.id})
        return room

    def set_status(self, user: User, status: str, by: User) -> None:
        """Membership changes: my_chat_member for the bot, chat_member and service messages for people."""
        before = member_json(self._backend, self.chat, user.id)
        self.chat.members[user.id] = status
        self.chat.people[user.id] = user
        is_bot = user is self._backend.world.bot
        self._backend.feed.push(
            "my_chat_member" if is_bot else "chat_member",
            {
                "chat": self.chat.json(),
                "from": by.json(),
                "date": self._backend.date,
                "old_chat_member": before,
                "new_chat_member": member_json(self._backend, self.chat, user.id),
            },
        )
        if status == "member" and before["status"] in ("left", "kicked"):
            self._service({"new_chat_members": [user.json()]}, by)
        elif status in ("left", "kicked") and not is_bot:
            self._service({"left_chat_member": user.json()}, by)

    def _chief(self) -> User:
        number = next((user for user, status in self.chat.members.items() if status == "creator"), None)
        return self.chat.people[number] if number is not None else self._backend.world.bot

    def _service(self, body: Json, by: User | None = None, thread: int | None = None) -> None:
        message = self.chat.add(by or self._chief(), self._backend.date)
        message.service, message.thread = body, thread
        if self.chat.members.get(self._backend.world.bot.id, "left") not in ("left", "kicked"):
            self._backend.feed.push("message", message.seen_by_bot_api())
