"""Chats and messages of Telegram as the ports name them, and back.

The General topic of a forum is no topic: naming it is refused ("message thread not found").
"""

from __future__ import annotations

import telegram

from bot.app.ports import Around, Chat, ChatClosed, MessageGone, MessageRef

PLATFORM = "telegram"
GENERAL = 1
GENERAL_NAME = "General"


def chat_of(chat: telegram.Chat, thread: int | None = None, name: str = "") -> Chat:
    """A chat as Telegram tells it; ``thread`` (and the topic's ``name``, where it is told) only where the
    message belongs to a forum's topic.
    """
    private = chat.type == telegram.Chat.PRIVATE
    topic = None if private or thread in (None, GENERAL) else str(thread)
    around = Around(str(chat.id), name if topic else GENERAL_NAME) if chat.is_forum else None
    return Chat(PLATFORM, str(chat.id), topic, private, around)


def chat_of_message(message: telegram.Message) -> Chat:
    """Where a message stands. Outside forums a thread is only a chain of replies."""
    if not message.is_topic_message:
        return chat_of(message.chat)
    return chat_of(message.chat, message.message_thread_id, _topic_name(message))


def _topic_name(message: telegram.Message) -> str:
    """What is no answer in a topic is one to the message that opened it, and so tells its name."""
    first = message.reply_to_message
    created = None if first is None else first.forum_topic_created
    return "" if created is None else created.name


def direct_chat(user_id: str) -> Chat:
    """A person's own chat with the bot: it has the person's id."""
    return Chat(PLATFORM, user_id, None, private=True)


def chat_id(chat: Chat) -> int:
    """The number of a chat. Raises ``ChatClosed`` for what is no chat of Telegram."""
    try:
        return int(chat.chat)
    except ValueError:
        raise ChatClosed(f"no chat of Telegram: {chat.chat!r}") from None


def thread_id(chat: Chat) -> int | None:
    """The topic's number, None where none is to be named."""
    return int(chat.topic) if chat.topic and chat.topic.isdecimal() and int(chat.topic) != GENERAL else None


def message_id(ref: MessageRef) -> int:
    """The number of a message. Raises ``MessageGone`` for what is none."""
    if not ref.message.isdecimal():
        raise MessageGone(ref.message)
    return int(ref.message)
