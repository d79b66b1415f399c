"""People in front of their Telegram clients: they write, press, ask inline, join, leave and block.

Must not know: HTTP, methods. What a bot gets to see of it under privacy mode is decided here.
"""

import itertools
import re
from dataclasses import dataclass

from tests.support.standin import Json
from tests.support.telegram.backend import Backend, InlineQuery, Press
from tests.support.telegram.entities import entities_of_typed_text
from tests.support.telegram.limits import TEXT, formatted
from tests.support.telegram.rooms import INACCESSIBLE, Room
from tests.support.telegram.world import ChatKind, Message, User

_numbers = itertools.count(4_000_000_000_000_001)
_COMMAND = re.compile(r"/[A-Za-z0-9_]+(?:@(\w+))?")


@dataclass(frozen=True, slots=True)
class InlineAnswer:
    """What hangs above the input line after an inline query."""

    query: InlineQuery
    results: list[Json]
    options: Json

    @property
    def titles(self) -> list[str]:
        return [str(result.get("title", "")) for result in self.results]


class Person:
    def __init__(self, backend: Backend, user: User, *, privacy: bool) -> None:
        self._backend = backend
        self._privacy = privacy
        self.user = user

    @property
    def id(self) -> int:
        return self.user.id

    @property
    def private(self) -> Room:
        """His chat with the bot."""
        return Room(self._backend, self._backend.world.chats[self.user.id])

    # Writing

    def starts(self, payload: str = "") -> Message:
        """Opens the chat with the bot, perhaps by a deep link."""
        return self.says(self.private, f"/start {payload}".strip())

    def says(
        self, room: Room, text: str, *, thread: int | None = None, reply_to: Message | None = None
    ) -> Message:
        """Writes a message; the bot is told if privacy mode lets it see it."""
        chat = room.chat
        if chat.kind is ChatKind.PRIVATE:
            self.user.started = True
        else:
            assert chat.members.get(self.id, "left") not in ("left", "kicked"), "not a member of this chat"
            assert not chat.topics.get(thread or 0) or not chat.topics[thread or 0].closed, (
                "the topic is closed"
            )
        message = chat.add(self.user, self._backend.date)
        message.text, message.entities = text, entities_of_typed_text(text)
        message.thread, message.reply_to = thread, reply_to.id if reply_to else None
        if self._bot_sees(message, reply_to):
            self._backend.feed.push("message", message.seen_by_bot_api())
        return message

    def _bot_sees(self, message: Message, reply_to: Message | None) -> bool:
        chat, bot = message.chat, self._backend.world.bot
        if chat.kind is ChatKind.PRIVATE:
            return not self.user.blocks_bot
        status = chat.members.get(bot.id, "left")
        if status in ("left", "kicked"):
            return False
        if status == "administrator" or not self._privacy:
            return True
        if reply_to is not None and reply_to.sender is bot:
            return True
        command = _COMMAND.match(message.text or "")
        if command is None:
            return False
        if command.group(1):
            return command.group(1).lower() == (bot.username or "").lower()
        return chat.last_bot == bot.id

    # Pressing

    async def presses(self, message: Message, button: str, within: float = 5.0) -> Press:
        """Presses the button with this label (or this data) and waits for the bot's answer."""
        return await self.answered(self.press(message, button), within)

    async def answered(self, press: Press, within: float = 5.0) -> Press:
        await self._backend.pulse.until(
            lambda: press.answered, within, f"an answer to the press {press.data!r}"
        )
        return press

    def press(self, message: Message, button: str) -> Press:
        """As `presses`, without waiting."""
        for field in ("text", "callback_data"):
            for shown in message.buttons:
                if shown.get(field) == button:
                    assert "callback_data" in shown, f"{button} is not a callback button: {shown}"
                    return self.press_data(message, shown["callback_data"])
        raise AssertionError(f"no button {button!r} among {message.labels} on {message.text!r}")

    def press_data(self, message: Message, data: str) -> Press:
        """Sends any data as if it were on a button of `message`: an old button, or a hostile client."""
        press = Press(str(next(_numbers)), self.user, data, self._backend.clock.now())
        self._backend.presses[press.id] = press
        body: Json = {
            "id": press.id,
            "from": self.user.json(),
            "chat_instance": str(message.chat.id),
            "data": data,
        }
        if message.inline_id is not None:
            body["inline_message_id"] = message.inline_id
        else:
            body["message"] = self._shown(message)
        self._backend.feed.push("callback_query", body)
        return press

    def _shown(self, message: Message) -> Json:
        if message.deleted or self._backend.clock.now() - message.date > INACCESSIBLE:
            return {"chat": message.chat.json(), "message_id": message.id, "date": 0}
        return message.seen_by_bot_api()

    # Inline mode

    async def asks_inline(self, text: str, room: Room | None = None, within: float = 5.0) -> InlineAnswer:
        """Types "@bot text" in `room` and waits for the results."""
        query = InlineQuery(str(next(_numbers)), self.user, text[:256], self._backend.clock.now())
        self._backend.inline[query.id] = query
        kind = str(room.chat.kind) if room and room.chat.is_group else "sender"
        body = {
            "id": query.id,
            "from": self.user.json(),
            "query": query.query,
            "offset": "",
            "chat_type": kind,
        }
        self._backend.feed.push("inline_query", body)
        pulse = self._backend.pulse
        await pulse.until(
            lambda: query.results is not None, within, f"an answer to the inline query {text!r}"
        )
        return InlineAnswer(query, query.results or [], query.options)

    def chooses(self, answer: InlineAnswer, number: int, room: Room) -> Message:
        """Sends the result `number` into `room`, where the bot need not be."""
        result = answer.results[number]
        message = room.chat.add(self.user, self._backend.date)
        message.via_bot, message.markup = True, result.get("reply_markup")
        content = result.get("input_message_content") or {}
        if "photo_file_id" in result:
            message.media = self._backend.world.files[result["photo_file_id"]]
        text = content.get("message_text") or result.get("caption") or ""
        mode = content.get("parse_mode") or result.get("parse_mode")
        message.text, message.entities = formatted(text, mode, content.get("entities"), TEXT)
        chosen: Json = {"result_id": result["id"], "from": self.user.json(), "query": answer.query.query}
        if message.rows:
            message.inline_id = f"BAAA{next(_numbers)}"
            self._backend.world.inline[message.inline_id] = message
            chosen["inline_message_id"] = message.inline_id
        self._backend.feed.push("chosen_inline_result", chosen)
        return message

    # Membership

    def joins(self, room: Room) -> None:
        room.set_status(self.user, "member", self.user)

    def leaves(self, room: Room) -> None:
        room.set_status(self.user, "left", self.user)

    def adds_bot(self, room: Room) -> None:
        room.set_status(self._backend.world.bot, "member", self.user)

    def kicks_bot(self, room: Room) -> None:
        room.set_status(self._backend.world.bot, "kicked", self.user)

    def kicks(self, other: "Person", room: Room) -> None:
        room.set_status(other.user, "kicked", self.user)

    def blocks_bot(self) -> None:
        self.user.blocks_bot = True
        self._private_membership("member", "kicked")

    def unblocks_bot(self) -> None:
        self.user.blocks_bot = False
        self._private_membership("kicked", "member")

    def _private_membership(self, before: str, after: str) -> None:
        bot = self._backend.world.bot.json()
        states = {"member": {"status": "member", "user": bot},
                  "kicked": {"status": "kicked", "user": bot, "until_date": 0}}  # fmt: skip
        body = {"chat": self.private.chat.json(), "from": self.user.json(), "date": self._backend.date}
        self._backend.feed.push(
            "my_chat_member", body | {"old_chat_member": states[before], "new_chat_member": states[after]}
        )

    def deactivates(self) -> None:
        self.user.deactivated = True
