"""What all methods of the stand-in work on, and the checks that most of them share.

Must not know: HTTP, the people's side.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from tests.support.standin import Json, Ledger, Pulse, StandInClock
from tests.support.telegram.errors import bad_request, forbidden
from tests.support.telegram.feed import Feed
from tests.support.telegram.params import Params
from tests.support.telegram.rates import Rates
from tests.support.telegram.world import Chat, ChatKind, Message, User, World

Result = Json | list[Json] | bool | int
CALLBACK_WINDOW = 15.0  # seconds; unpublished, reports range upward from about 10
INLINE_WINDOW = 10.0


@dataclass(slots=True)
class Press:
    """One press of a button, and what the bot answered to it."""

    id: str
    user: User
    data: str
    at: float
    answered: bool = False
    answered_after: float = 0.0  # seconds
    text: str | None = None
    alert: bool = False
    url: str | None = None
    answers: int = 0


@dataclass(slots=True)
class InlineQuery:
    id: str
    user: User
    query: str
    at: float
    results: list[Json] | None = None
    options: Json = field(default_factory=dict)


@dataclass(slots=True)
class Backend:
    world: World
    feed: Feed
    rates: Rates
    clock: StandInClock
    ledger: Ledger
    pulse: Pulse
    presses: dict[str, Press] = field(default_factory=dict)
    inline: dict[str, InlineQuery] = field(default_factory=dict)
    commands: dict[tuple[str, str], list[Json]] = field(default_factory=dict)  # scope as JSON, language
    texts: dict[tuple[str, str], str] = field(default_factory=dict)  # name, description…, language

    @property
    def date(self) -> int:
        return int(self.clock.now())

    def chat(self, params: Params) -> Chat:
        """The chat that a call names, if the bot may act in it."""
        chat = self.world.chats.get(params.get("chat_id"))
        if chat is None:
            raise bad_request("chat not found")
        if chat.kind is ChatKind.PRIVATE:
            return self._private(chat)
        if chat.migrated_to is not None:
            raise bad_request(
                "group chat was upgraded to a supergroup chat",
                parameters={"migrate_to_chat_id": chat.migrated_to},
            )
        if chat.deleted:
            raise forbidden("the group chat was deleted")
        status = chat.members.get(self.world.bot.id, "left")
        if status == "kicked":
            raise forbidden(f"bot was kicked from the {chat.kind} chat")
        if status == "left":
            raise forbidden(f"bot is not a member of the {chat.kind} chat")
        return chat

    def _private(self, chat: Chat) -> Chat:
        if chat.peer.deactivated:
            raise forbidden("user is deactivated")
        if chat.peer.blocks_bot:
            raise forbidden("bot was blocked by the user")
        if not chat.peer.started:
            raise forbidden("bot can't initiate conversation with a user")
        return chat

    def thread(self, chat: Chat, params: Params) -> int | None:
        """The topic that a call names; General is named by leaving it out."""
        number = params.number("message_thread_id")
        if number is None:
            return None
        topic = chat.topics.get(number)
        if topic is None:
            raise bad_request("message thread not found")
        if topic.closed and chat.members.get(self.world.bot.id) != "administrator":
            raise bad_request("TOPIC_CLOSED")
        return number

    def own_message(self, params: Params) -> Message:
        """The message that an edit names."""
        inline_id = params.text("inline_message_id")
        if inline_id is not None:
            if inline_id not in self.world.inline:
                raise bad_request("MESSAGE_ID_INVALID")
            return self.world.inline[inline_id]
        message = self.chat(params).messages.get(params.number("message_id") or 0)
        if message is None or message.deleted:
            raise bad_request("message to edit not found")
        if message.sender is not self.world.bot or message.service or (message.markup and not message.rows):
            raise bad_request("message can't be edited")
        return message

    def admit(self, message_chat: Chat, *, inline: bool = False) -> None:
        """Counts a message or edit against the rates; an inline message only over all."""
        inside = self.rates.inside_penalty
        try:
            self.rates.admit(
                0 if inline else message_chat.id, message_chat.is_group and not inline, self.clock.now()
            )
        finally:
            if self.rates.inside_penalty > inside:
                self.ledger.violation("rates", f"a request to chat {message_chat.id} inside its penalty")


Method = Callable[[Backend, Params], Awaitable[Result]]
