"""What Telegram tells, in the words of the ports: commands, presses, plain text, and news about chats.

Pure: no call, no waiting. What concerns nobody (other bots' commands, talk in groups that happens to be seen,
service messages) becomes None.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

import telegram
from telegram import MessageEntity

from bot.adapters.telegram.chats import PLATFORM, chat_of, chat_of_message
from bot.adapters.telegram.people import ANONYMOUS, Usernames, visitor_of
from bot.app.ports import Chat, Command, MessageRef, Press, Said, Visitor

COMMAND = re.compile(r"/([A-Za-z0-9_]{1,64})(?:@(\w{1,64}))?(?:\s+(.*))?", re.DOTALL | re.ASCII)
LONGEST_TEXT = 4096
RUN = "do_"  # a deep link "do_games" is the command /games


@dataclass(frozen=True, slots=True)
class Pressed:
    """A press with what is needed to answer it."""

    press: Press
    query: str
    inline: str | None


@dataclass(frozen=True, slots=True)
class Wrote:
    """A command or plain text with what is needed to reply to it."""

    what: Command | Said
    message: int


@dataclass(frozen=True, slots=True)
class NobodyKnown:
    """A command names a person by a username that was not seen yet."""

    visitor: Visitor
    chat: Chat
    message: int
    username: str


@dataclass(frozen=True, slots=True)
class Anonymous:
    """Somebody commands in a chat's name: nobody can play under it."""

    chat: Chat
    message: int


@dataclass(frozen=True, slots=True)
class Asking:
    """An inline query."""

    query: str
    visitor: Visitor
    text: str


@dataclass(frozen=True, slots=True)
class Moved:
    """A group has become a supergroup."""

    old: Chat
    new: Chat


@dataclass(frozen=True, slots=True)
class Membership:
    """The bot was let in or put out, by somebody with this language."""

    chat: Chat
    open: bool
    group: bool
    locale: str | None


News = Pressed | Wrote | NobodyKnown | Anonymous | Asking | Moved | Membership | None


@dataclass(frozen=True, slots=True)
class Self:
    """The bot, as others address it; ``naming`` are the commands that take a person."""

    id: int
    username: str
    naming: Collection[str] = ("challenge", "profile", "away")


def translate(update: telegram.Update, me: Self, usernames: Usernames) -> News:
    """What an update says, None if it concerns nobody here."""
    user = update.effective_user
    if user is not None:
        usernames.see(user)
    origin = f"tg:{me.id}:{update.update_id}"
    if update.callback_query is not None:
        return _pressed(update.callback_query, origin)
    if update.message is not None:
        return _message(update.message, origin, me, usernames)
    if update.inline_query is not None:
        query = update.inline_query
        return Asking(query.id, visitor_of(query.from_user), _sound(query.query))
    if update.my_chat_member is not None:
        return _membership(update.my_chat_member)
    return None


def _pressed(query: telegram.CallbackQuery, origin: str) -> Pressed | None:
    message = query.message
    if message is None:
        # A message that somebody sent through the bot: nobody knows where it stands.
        chat, ref = Chat(PLATFORM, str(query.from_user.id), None, private=True), None
    else:
        chat = chat_of_message(message) if isinstance(message, telegram.Message) else chat_of(message.chat)
        ref = MessageRef(chat, str(message.message_id))
    press = Press(origin, visitor_of(query.from_user), chat, _sound(query.data or ""), ref)
    return Pressed(press, query.id, query.inline_message_id)


def _message(message: telegram.Message, origin: str, me: Self, usernames: Usernames) -> News:
    if message.migrate_to_chat_id:
        return Moved(chat_of(message.chat), Chat(PLATFORM, str(message.migrate_to_chat_id)))
    if message.migrate_from_chat_id:
        return Moved(Chat(PLATFORM, str(message.migrate_from_chat_id)), chat_of(message.chat))
    user, chat = message.from_user, chat_of_message(message)
    text = _sound((message.text or "")[:LONGEST_TEXT])
    if user is None or not text or message.via_bot is not None:
        return None
    command = COMMAND.fullmatch(text.strip())
    if command is not None and not _for_me(command.group(2), me):
        return None
    if user.id in ANONYMOUS or user.is_bot:
        return Anonymous(chat, message.message_id) if command and user.id in ANONYMOUS else None
    if command is None:
        return _said(message, origin, chat, text, me)
    return _command(message, origin, chat, command, me, usernames)


def _for_me(name: str | None, me: Self) -> bool:
    return name is None or name.casefold() == me.username.casefold()


def _said(message: telegram.Message, origin: str, chat: Chat, text: str, me: Self) -> Wrote | None:
    """In a direct chat everything; in a group only what replies to the bot."""
    assert message.from_user is not None
    if not chat.private and not _replies_to_me(message, me):
        return None
    what = Said(origin, visitor_of(message.from_user), chat, text)
    return Wrote(what, message.message_id)


def _replies_to_me(message: telegram.Message, me: Self) -> bool:
    replied = message.reply_to_message
    return replied is not None and replied.from_user is not None and replied.from_user.id == me.id


def _command(
    message: telegram.Message,
    origin: str,
    chat: Chat,
    command: re.Match[str],
    me: Self,
    usernames: Usernames,
) -> Wrote | NobodyKnown:
    assert message.from_user is not None
    visitor = visitor_of(message.from_user)
    name, args = command.group(1).casefold(), (command.group(3) or "").strip()
    if name == "start" and args.startswith(RUN):
        name, args = args.removeprefix(RUN), ""
    target: Visitor | None = None
    if name in me.naming:
        found, args = _target(message, args, usernames)
        if isinstance(found, str):
            return NobodyKnown(visitor, chat, message.message_id, found)
        target = found
    what = Command(origin, visitor, chat, name, args, target)
    return Wrote(what, message.message_id)


def _target(message: telegram.Message, args: str, usernames: Usernames) -> tuple[Visitor | str | None, str]:
    """The person whom a command means and the arguments without the name; a username that nobody is known by
    comes back as text.
    """
    for entity, words in message.parse_entities([MessageEntity.TEXT_MENTION]).items():
        if entity.user is not None and not entity.user.is_bot:
            return visitor_of(entity.user), args.replace(_sound(words), "", 1).strip()
    for words in message.parse_entities([MessageEntity.MENTION]).values():
        if words in args:
            rest = args.replace(words, "", 1).strip()
            return usernames.find(words) or words, rest
    replied = message.reply_to_message
    if replied is not None and replied.from_user is not None and not replied.from_user.is_bot:
        return visitor_of(replied.from_user), args
    return None, args


def _membership(change: telegram.ChatMemberUpdated) -> Membership | None:
    gone = (telegram.ChatMember.LEFT, telegram.ChatMember.BANNED)
    before, after = change.old_chat_member.status in gone, change.new_chat_member.status in gone
    if before is after:
        return None
    group = change.chat.type in (telegram.Chat.GROUP, telegram.Chat.SUPERGROUP)
    return Membership(chat_of(change.chat), not after, group, change.from_user.language_code)


def _sound(text: str) -> str:
    return text.encode("utf-8", "replace").decode("utf-8")
