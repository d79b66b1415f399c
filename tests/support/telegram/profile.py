"""Methods about the bot itself, its updates, and the chats that it is in.

Must not know: HTTP, messages.
"""

import json
import re

from tests.support.standin import Json
from tests.support.telegram import limits
from tests.support.telegram.backend import Backend, Method, Result
from tests.support.telegram.errors import bad_request
from tests.support.telegram.feed import Webhook
from tests.support.telegram.params import Params
from tests.support.telegram.world import Chat, ChatKind

_ADMINISTRATOR = (
    "can_be_edited", "is_anonymous", "can_manage_chat", "can_delete_messages", "can_manage_video_chats",
    "can_restrict_members", "can_promote_members", "can_change_info", "can_invite_users", "can_post_stories",
    "can_edit_stories", "can_delete_stories",
)  # fmt: skip
_SCOPES = {"default", "all_private_chats", "all_group_chats", "all_chat_administrators", "chat",
           "chat_administrators", "chat_member"}  # fmt: skip
_GIFTS = ("unlimited_gifts", "limited_gifts", "unique_gifts", "premium_subscription",
          "gifts_from_channels")  # fmt: skip
_TEXT_LIMITS = {"name": 64, "description": 512, "short_description": 120}


async def get_me(backend: Backend, params: Params) -> Result:
    return backend.world.bot.json() | {
        "can_join_groups": True, "can_read_all_group_messages": False, "supports_inline_queries": True,
    }  # fmt: skip


async def get_updates(backend: Backend, params: Params) -> Result:
    _remember_kinds(backend, params)
    timeout = params.number("timeout") or 0
    return await backend.feed.poll(params.number("offset") or 0, params.number("limit") or 100, timeout)


def _remember_kinds(backend: Backend, params: Params) -> None:
    kinds = params.get("allowed_updates")
    if kinds is not None:
        backend.feed.allowed = frozenset(kinds)


async def set_webhook(backend: Backend, params: Params) -> Result:
    url = params.text("url") or ""
    secret = params.text("secret_token")
    if secret is not None and not re.fullmatch(r"[A-Za-z0-9_-]{1,256}", secret):
        raise bad_request("secret token contains unallowed characters", blame=True)
    if url and not re.match(r"https://|http://(?:127\.0\.0\.1|localhost|\[::1\])[:/]", url):
        raise bad_request("bad webhook: HTTPS url must be provided for webhook", blame=True)
    connections = params.number("max_connections") or 40
    if not 1 <= connections <= 100:
        raise bad_request("bad webhook: max_connections must be from 1 to 100", blame=True)
    _remember_kinds(backend, params)
    if params.flag("drop_pending_updates"):
        backend.feed.drop_pending()
    backend.feed.set_webhook(Webhook(url, secret, connections) if url else None)
    return True


async def delete_webhook(backend: Backend, params: Params) -> Result:
    if params.flag("drop_pending_updates"):
        backend.feed.drop_pending()
    backend.feed.set_webhook(None)
    return True


async def get_webhook_info(backend: Backend, params: Params) -> Result:
    hook = backend.feed.webhook
    info: Json = {
        "url": hook.url if hook else "",
        "has_custom_certificate": False,
        "pending_update_count": len(backend.feed.pending),
    }
    if hook and hook.last_error:
        info |= {"last_error_date": hook.last_error_at, "last_error_message": hook.last_error}
    return info


def _scope(params: Params) -> tuple[str, str]:
    scope = params.get("scope") or {"type": "default"}
    if scope.get("type") not in _SCOPES:
        raise bad_request("unsupported BotCommandScope type", blame=True)
    language = params.text("language_code") or ""
    if not limits.LANGUAGE.fullmatch(language):
        raise bad_request("LANGUAGE_CODE_INVALID", blame=True)
    return json.dumps(scope, sort_keys=True), language


async def set_my_commands(backend: Backend, params: Params) -> Result:
    commands = params.get("commands") or []
    names = [str(command.get("command", "")).removeprefix("/") for command in commands]
    if len(commands) > limits.COMMANDS:
        raise bad_request("BOT_COMMANDS_TOO_MUCH", blame=True)
    if any(not limits.COMMAND.fullmatch(name) for name in names) or len(set(names)) != len(names):
        raise bad_request("BOT_COMMAND_INVALID", blame=True)
    if any(not 1 <= len(command.get("description", "").strip()) <= 256 for command in commands):
        raise bad_request("BOT_COMMAND_DESCRIPTION_INVALID", blame=True)
    backend.commands[_scope(params)] = commands
    return True


async def get_my_commands(backend: Backend, params: Params) -> Result:
    return backend.commands.get(_scope(params), [])


async def delete_my_commands(backend: Backend, params: Params) -> Result:
    backend.commands.pop(_scope(params), None)
    return True


def _text_setter(name: str) -> Method:
    async def set_text(backend: Backend, params: Params) -> Result:
        value = params.text(name) or ""
        if len(value) > _TEXT_LIMITS[name]:
            raise bad_request(f"{name} is too long", blame=True)
        backend.texts[name, params.text("language_code") or ""] = value
        return True

    return set_text


def _text_getter(name: str) -> Method:
    async def get_text(backend: Backend, params: Params) -> Result:
        default = backend.texts.get((name, ""), "")
        return {name: backend.texts.get((name, params.text("language_code") or ""), default)}

    return get_text


async def get_chat(backend: Backend, params: Params) -> Result:
    chat = backend.chat(params)
    return chat.json() | {
        "accent_color_id": 0, "max_reaction_count": 11, "accepted_gift_types": dict.fromkeys(_GIFTS, False),
    }  # fmt: skip


def member_json(backend: Backend, chat: Chat, user_id: int) -> Json:
    status = chat.members.get(user_id, "left")
    member: Json = {"status": status, "user": backend.world.users[user_id].json()}
    if status == "creator":
        member["is_anonymous"] = False
    elif status == "administrator":
        member |= dict.fromkeys(_ADMINISTRATOR, False) | {
            "can_manage_chat": True,
            "can_delete_messages": True,
        }
    elif status == "kicked":
        member["until_date"] = 0
    return member


async def get_chat_member(backend: Backend, params: Params) -> Result:
    chat = backend.chat(params)
    user_id = params.number("user_id") or 0
    if user_id not in backend.world.users:
        raise bad_request("invalid user_id specified")
    return member_json(backend, chat, user_id)


async def get_chat_administrators(backend: Backend, params: Params) -> Result:
    chat = backend.chat(params)
    if chat.kind is ChatKind.PRIVATE:
        raise bad_request("there are no administrators in the private chat")
    chiefs = [user for user, status in chat.members.items() if status in ("creator", "administrator")]
    return [member_json(backend, chat, user) for user in chiefs]


async def get_chat_member_count(backend: Backend, params: Params) -> Result:
    return sum(status not in ("left", "kicked") for status in backend.chat(params).members.values())


async def leave_chat(backend: Backend, params: Params) -> Result:
    backend.chat(params).members[backend.world.bot.id] = "left"
    return True


async def send_chat_action(backend: Backend, params: Params) -> Result:
    chat = backend.chat(params)
    backend.thread(chat, params)
    chat.actions.append(params.need_text("action", "wrong parameter action in request"))
    return True


async def set_message_reaction(backend: Backend, params: Params) -> Result:
    message = backend.chat(params).messages.get(params.number("message_id") or 0)
    if message is None or message.deleted:
        raise bad_request("message to react not found")
    reactions: list[Json] = params.get("reaction") or []
    if len(reactions) > 1:
        raise bad_request("REACTIONS_TOO_MANY", blame=True)
    message.reaction = reactions
    return True


async def get_file(backend: Backend, params: Params) -> Result:
    stored = backend.world.files.get(params.text("file_id") or "")
    if stored is None:
        raise bad_request("wrong file_id or the file is temporarily unavailable")
    shown = stored.json()
    first = shown[0] if isinstance(shown, list) else shown
    wanted = ("file_id", "file_unique_id", "file_size")
    return {name: first[name] for name in wanted} | {"file_path": f"files/{stored.file_id}"}


METHODS: dict[str, Method] = {
    "getMe": get_me,
    "getUpdates": get_updates,
    "setWebhook": set_webhook,
    "deleteWebhook": delete_webhook,
    "getWebhookInfo": get_webhook_info,
    "setMyCommands": set_my_commands,
    "getMyCommands": get_my_commands,
    "deleteMyCommands": delete_my_commands,
    "setMyName": _text_setter("name"),
    "setMyDescription": _text_setter("description"),
    "setMyShortDescription": _text_setter("short_description"),
    "getMyName": _text_getter("name"),
    "getMyDescription": _text_getter("description"),
    "getMyShortDescription": _text_getter("short_description"),
    "getChat": get_chat,
    "getChatMember": get_chat_member,
    "getChatAdministrators": get_chat_administrators,
    "getChatMemberCount": get_chat_member_count,
    "leaveChat": leave_chat,
    "sendChatAction": send_chat_action,
    "setMessageReaction": set_message_reaction,
    "getFile": get_file,
}
