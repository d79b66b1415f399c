"""Routes about channels, their messages and threads, and direct messages.

Must not know: interactions.
"""

from tests.support.discord.backend import Answer, Backend, Request, Route
from tests.support.discord.errors import Refusal, invalid, missing_permissions, not_the_author
from tests.support.discord.gateway import GUILDS
from tests.support.discord.limits import NONCE
from tests.support.discord.messages import EPHEMERAL, Message
from tests.support.discord.permissions import has
from tests.support.discord.world import Channel, Kind
from tests.support.standin import Json

_READ = "read_message_history"


async def create_message(backend: Backend, request: Request) -> Answer:
    channel = backend.channel(request.number("channel_id"))
    backend.may_send(channel, files=bool(request.uploads))
    body = request.body or {}
    nonce = body.get("nonce")
    if nonce is not None and len(str(nonce)) > NONCE:
        raise invalid("nonce", f"Must be {NONCE} or fewer in length.")
    if body.get("enforce_nonce") and nonce is not None:
        for message in channel.messages.values():
            if message.nonce == str(nonce) and message.author is backend.bot:
                return 200, message.json()
    if (body.get("flags") or 0) & EPHEMERAL:
        raise invalid("flags", "only answers to interactions can be ephemeral")
    draft = backend.composer.compose(body, request.uploads)
    reply_to = _reply_to(backend, channel, body)
    message = backend.post(
        channel,
        backend.bot,
        draft,
        nonce=None if nonce is None else str(nonce),
        reply_to=reply_to,
        kind=19 if reply_to else 0,
    )
    return 200, message.json()


def _reply_to(backend: Backend, channel: Channel, body: Json) -> int | None:
    reference = body.get("message_reference") or {}
    if not reference.get("message_id"):
        return None
    number = int(reference["message_id"])
    known = channel.messages.get(number)
    if known is None or known.deleted:
        if reference.get("fail_if_not_exists") is False:
            return None
        raise invalid("message_reference", "Unknown message")
    return number


def _own_message(backend: Backend, request: Request) -> Message:
    channel = backend.channel(request.number("channel_id"))
    return backend.message(channel, request.number("message_id"))


async def edit_message(backend: Backend, request: Request) -> Answer:
    message = _own_message(backend, request)
    if message.author is not backend.bot:
        raise not_the_author()
    if message.channel.is_thread and message.channel.locked:
        raise Refusal(403, 160005, "Thread is locked")
    if message.channel.is_thread and message.channel.archived:
        raise Refusal(400, 50083, "Thread is archived")
    backend.composer.compose(request.body or {}, request.uploads, message).fill(message, backend.users)
    backend.edited(message)
    return 200, message.json()


async def get_message(backend: Backend, request: Request) -> Answer:
    channel = backend.channel(request.number("channel_id"), _READ)
    return 200, backend.message(channel, request.number("message_id")).json()


async def get_messages(backend: Backend, request: Request) -> Answer:
    channel = backend.channel(request.number("channel_id"), _READ)
    seen = [m for m in channel.messages.values() if not m.deleted and m.ephemeral_to is None]
    return 200, [message.json() for message in reversed(seen)][: int(request.query.get("limit", 50))]


async def delete_message(backend: Backend, request: Request) -> Answer:
    message = _own_message(backend, request)
    if message.author is not backend.bot and not has(
        message.channel.permissions(backend.bot), "manage_messages"
    ):
        raise missing_permissions()
    backend.delete(message)
    return 204, None


async def type_in(backend: Backend, request: Request) -> Answer:
    backend.channel(request.number("channel_id")).typing += 1
    return 204, None


async def get_channel(backend: Backend, request: Request) -> Answer:
    return 200, backend.channel(request.number("channel_id")).json(backend.bot)


async def edit_channel(backend: Backend, request: Request) -> Answer:
    channel = backend.channel(request.number("channel_id"))
    body = request.body or {}
    own = channel.is_thread and channel.owner == backend.bot.id
    if not own and not has(
        channel.permissions(backend.bot), "manage_threads" if channel.is_thread else "manage_channels"
    ):
        raise missing_permissions()
    channel.name = body.get("name") or channel.name
    channel.archived = body.get("archived", channel.archived)
    channel.locked = body.get("locked", channel.locked)
    backend.tell(channel, "THREAD_UPDATE" if channel.is_thread else "CHANNEL_UPDATE", channel.json(), GUILDS)
    return 200, channel.json()


async def delete_channel(backend: Backend, request: Request) -> Answer:
    channel = backend.channel(request.number("channel_id"))
    if channel.guild is not None and not has(channel.permissions(backend.bot), "manage_channels"):
        raise missing_permissions()
    channel.deleted = True
    return 200, channel.json(backend.bot)


async def create_thread(backend: Backend, request: Request) -> Answer:
    parent = backend.channel(request.number("channel_id"))
    body = request.body or {}
    kind = Kind(body.get("type") or Kind.PRIVATE_THREAD)
    needed = "create_public_threads" if kind is Kind.PUBLIC_THREAD else "create_private_threads"
    return 201, _thread(backend, parent, kind, body, needed, backend.snowflakes.new()).json()


async def create_thread_from_message(backend: Backend, request: Request) -> Answer:
    message = _own_message(backend, request)
    if message.thread is not None:
        raise Refusal(400, 160004, "A thread has already been created for this message")
    body = request.body or {}
    thread = _thread(backend, message.channel, Kind.PUBLIC_THREAD, body, "create_public_threads", message.id)
    message.thread = thread
    return 201, thread.json()


def _thread(backend: Backend, parent: Channel, kind: Kind, body: Json, needed: str, number: int) -> Channel:
    if parent.guild is None or parent.is_thread:
        raise Refusal(400, 50024, "Cannot execute action on this channel type", blame=True)
    if not has(parent.permissions(backend.bot), needed):
        raise missing_permissions()
    if not 1 <= len(body.get("name") or "") <= 100:
        raise invalid("name", "Must be between 1 and 100 in length.")
    archive = body.get("auto_archive_duration") or 1440
    if archive not in (60, 1440, 4320, 10080):
        raise invalid("auto_archive_duration", "one of 60, 1440, 4320, 10080")
    return backend.thread(parent, body["name"], kind, backend.bot, number, archive)


async def add_thread_member(backend: Backend, request: Request) -> Answer:
    thread = backend.channel(request.number("channel_id"))
    if thread.archived:
        raise Refusal(400, 50083, "Thread is archived")
    thread.thread_members.add(request.number("user_id") or backend.bot.id)
    return 204, None


async def remove_thread_member(backend: Backend, request: Request) -> Answer:
    thread = backend.channel(request.number("channel_id"))
    thread.thread_members.discard(request.number("user_id") or backend.bot.id)
    return 204, None


async def create_dm(backend: Backend, request: Request) -> Answer:
    recipient = str((request.body or {}).get("recipient_id") or "")
    person = backend.users.get(int(recipient) if recipient.isdecimal() else 0)
    if person is None or person.is_bot:
        raise Refusal(400, 50033, "Invalid Recipient(s)")
    return 200, backend.dm(person).json(backend.bot)


_CHANNEL = "/channels/{channel_id}"
_MESSAGE = _CHANNEL + "/messages/{message_id}"
ROUTES: list[Route] = [
    Route("get_channel", "GET", _CHANNEL, get_channel, major="channel_id"),
    Route("edit_channel", "PATCH", _CHANNEL, edit_channel, major="channel_id"),
    Route("delete_channel", "DELETE", _CHANNEL, delete_channel, major="channel_id"),
    Route("type", "POST", _CHANNEL + "/typing", type_in, major="channel_id"),
    Route("get_messages", "GET", _CHANNEL + "/messages", get_messages, major="channel_id"),
    Route("create_message", "POST", _CHANNEL + "/messages", create_message, major="channel_id"),
    Route("get_message", "GET", _MESSAGE, get_message, major="channel_id"),
    Route("edit_message", "PATCH", _MESSAGE, edit_message, major="channel_id"),
    Route("delete_message", "DELETE", _MESSAGE, delete_message, major="channel_id"),
    Route("create_thread", "POST", _CHANNEL + "/threads", create_thread, major="channel_id"),
    Route("create_thread", "POST", _MESSAGE + "/threads", create_thread_from_message, major="channel_id"),
    Route(
        "join_thread", "PUT", _CHANNEL + "/thread-members/{user_id}", add_thread_member, major="channel_id"
    ),
    Route(
        "leave_thread",
        "DELETE",
        _CHANNEL + "/thread-members/{user_id}",
        remove_thread_member,
        major="channel_id",
    ),
    Route("create_dm", "POST", "/users/@me/channels", create_dm),
]
