"""Telegram's side of the world: people, chats, topics, messages, files.

Must not know: HTTP, updates, methods. What a bot sees of a message is `Message.seen_by_bot_api`.
"""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from tests.support.standin import Json


class ChatKind(StrEnum):
    PRIVATE = "private"
    GROUP = "group"
    SUPERGROUP = "supergroup"


@dataclass(slots=True)
class User:
    id: int
    first_name: str
    username: str | None = None
    language: str | None = "en"
    is_bot: bool = False
    deactivated: bool = False
    blocks_bot: bool = False
    started: bool = False  # has spoken to the bot in private, so that the bot may write to him
    last_name: str | None = None

    def json(self) -> Json:
        optional = {"last_name": self.last_name, "username": self.username}
        if not self.is_bot:
            optional["language_code"] = self.language
        named = {key: value for key, value in optional.items() if value}
        return {"id": self.id, "is_bot": self.is_bot, "first_name": self.first_name, **named}


@dataclass(slots=True)
class StoredFile:
    file_id: str
    name: str
    data: bytes
    kind: str  # photo, document, animation
    width: int = 0
    height: int = 0

    def json(self) -> Json | list[Json]:
        base: Json = {
            "file_id": self.file_id,
            "file_unique_id": f"u{self.file_id}",
            "file_size": len(self.data),
        }
        if self.kind == "photo":
            return [{**base, "width": self.width, "height": self.height}]
        if self.kind == "animation":
            return {**base, "width": self.width, "height": self.height, "duration": 1, "file_name": self.name}
        return {**base, "file_name": self.name}


@dataclass(slots=True)
class Message:
    id: int
    chat: "Chat"
    sender: User
    date: int
    text: str | None = None
    entities: list[Json] = field(default_factory=list)
    media: StoredFile | None = None
    markup: Json | None = None
    thread: int | None = None
    reply_to: int | None = None
    service: Json = field(default_factory=dict)
    edited: int | None = None
    edits: int = 0
    deleted: bool = False
    silent: bool = False
    via_bot: bool = False
    inline_id: str | None = None
    reaction: list[Json] = field(default_factory=list)

    @property
    def rows(self) -> list[list[Json]]:
        rows: list[list[Json]] = (self.markup or {}).get("inline_keyboard", [])
        return rows

    @property
    def labels(self) -> list[list[str]]:
        """The inline keyboard as a person reads it."""
        return [[str(button["text"]) for button in row] for row in self.rows]

    @property
    def buttons(self) -> Iterator[Json]:
        return itertools.chain.from_iterable(self.rows)

    @property
    def picture(self) -> bytes | None:
        return self.media.data if self.media else None

    def seen_by_bot_api(self, with_reply: bool = True) -> Json:
        seen: Json = {
            "message_id": self.id,
            "date": self.date,
            "chat": self.chat.json(),
            "from": self.sender.json(),
        }
        if self.thread is not None:
            seen |= {"message_thread_id": self.thread, "is_topic_message": True}
        if self.media is not None:
            seen[self.media.kind] = self.media.json()
            if self.media.kind == "animation":
                seen["document"] = {**base} if isinstance(base := self.media.json(), dict) else {}
                for extra in ("width", "height", "duration"):
                    seen["document"].pop(extra, None)
        if self.text:
            seen["caption" if self.media else "text"] = self.text
        if self.entities:
            seen["caption_entities" if self.media else "entities"] = self.entities
        if self.rows:
            seen["reply_markup"] = self.markup
        if self.edited is not None:
            seen["edit_date"] = self.edited
        if with_reply and self.reply_to is not None and (answered := self.chat.messages.get(self.reply_to)):
            seen["reply_to_message"] = answered.seen_by_bot_api(with_reply=False)
        return seen | self.service


@dataclass(slots=True)
class Topic:
    id: int
    name: str
    closed: bool = False


@dataclass(slots=True)
class Chat:
    id: int
    kind: ChatKind
    title: str = ""
    is_forum: bool = False
    members: dict[int, str] = field(default_factory=dict)  # user id -> status
    people: dict[int, User] = field(default_factory=dict)
    topics: dict[int, Topic] = field(default_factory=dict)
    messages: dict[int, Message] = field(default_factory=dict)
    next_message: int = 1
    migrated_to: int | None = None
    migrated_from: int | None = None
    deleted: bool = False
    muted_bot: set[str] = field(default_factory=set)  # rights taken from the bot, like can_send_photos
    last_bot: int | None = None  # the bot that spoke last, for plain commands under privacy mode
    actions: list[str] = field(default_factory=list)

    @property
    def is_group(self) -> bool:
        return self.kind is not ChatKind.PRIVATE

    @property
    def peer(self) -> User:
        """The person of a private chat."""
        return self.people[self.id]

    def json(self) -> Json:
        if self.kind is ChatKind.PRIVATE:
            shown = {key: value for key, value in self.peer.json().items() if key in
                     ("first_name", "last_name", "username")}  # fmt: skip
            return {"id": self.id, "type": "private", **shown}
        return {"id": self.id, "type": str(self.kind), "title": self.title} | (
            {"is_forum": True} if self.is_forum else {}
        )

    def live(self) -> list[Message]:
        """The messages a client shows, oldest first."""
        return [message for message in self.messages.values() if not message.deleted]

    def add(self, sender: User, date: int) -> Message:
        message = Message(self.next_message, self, sender, date)
        self.messages[message.id] = message
        self.next_message += 1
        return message


class World:
    def __init__(self, bot: User) -> None:
        self.bot = bot
        self.users: dict[int, User] = {bot.id: bot}
        self.chats: dict[int, Chat] = {}
        self.files: dict[str, StoredFile] = {}
        self.inline: dict[str, Message] = {}
        self._user_ids = itertools.count(700_000_001)
        self._group_ids = itertools.count(4_100_000_001)
        self._file_ids = itertools.count(1)

    def add_user(self, first_name: str, username: str | None, language: str | None) -> User:
        user = User(next(self._user_ids), first_name, username, language)
        self.users[user.id] = user
        chat = Chat(user.id, ChatKind.PRIVATE, people={user.id: user})
        self.chats[chat.id] = chat
        return user

    def add_group(self, kind: ChatKind, title: str, is_forum: bool) -> Chat:
        number = next(self._group_ids)
        chat_id = -number if kind is ChatKind.GROUP else -1_000_000_000_000 - number % 1_000_000_000
        chat = Chat(chat_id, kind, title, is_forum)
        self.chats[chat.id] = chat
        return chat

    def store(self, kind: str, name: str, data: bytes, size: tuple[int, int] = (0, 0)) -> StoredFile:
        stored = StoredFile(f"AgAC{next(self._file_ids):08d}{kind}", name, data, kind, *size)
        self.files[stored.file_id] = stored
        return stored
