"""Routes about the bot itself, its commands, users, and the servers that it is in.

Must not know: messages, interactions.
"""

from tests.support.discord.backend import Answer, Backend, Request, Route
from tests.support.discord.errors import Refusal, missing_access
from tests.support.discord.world import Guild
from tests.support.standin import Json


async def get_me(backend: Backend, request: Request) -> Answer:
    me = {"verified": True, "mfa_enabled": False, "locale": "en-US", "flags": 0, "email": None}
    return 200, backend.bot.json() | me


async def get_application(backend: Backend, request: Request) -> Answer:
    return 200, application_json(backend)


def application_json(backend: Backend) -> Json:
    return {
        "id": str(backend.bot.id),
        "name": backend.bot.name,
        "icon": None,
        "description": "",
        "rpc_origins": [],
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "team": None,
        "flags": 0,
        "owner": backend.owner.json(),
        "summary": "",
        "hook": True,
        "integration_types_config": {"0": {}, "1": {}},
        "approximate_guild_count": len(backend.guilds),
        "bot": backend.bot.json(),
        "type": None,
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "event_webhooks_status": 1,
        "tags": [],
        **backend.portal,
    }


async def get_gateway_bot(backend: Backend, request: Request) -> Answer:
    start = {
        "total": 1000,
        "remaining": 1000 - backend.gateway.identifies,
        "reset_after": 86_400_000,
        "max_concurrency": 1,
    }
    return 200, {"url": gateway_url(backend), "shards": 1, "session_start_limit": start}


async def get_gateway(backend: Backend, request: Request) -> Answer:
    return 200, {"url": gateway_url(backend)}


def gateway_url(backend: Backend) -> str:
    return backend.root.replace("http://", "ws://") + "/gateway/"


def _scope(backend: Backend, request: Request) -> int | None:
    if request.number("application_id") != backend.bot.id:
        raise Refusal(403, 20012, "You are not authorized to perform this action on this application")
    if "guild_id" not in request.path:
        return None
    return _guild(backend, request).id


def _guild(backend: Backend, request: Request) -> Guild:
    guild = backend.guilds.get(request.number("guild_id"))
    if guild is None or backend.bot.id not in guild.members:
        raise missing_access()
    return guild


async def get_commands(backend: Backend, request: Request) -> Answer:
    return 200, backend.commands.by_scope.get(_scope(backend, request), [])


async def put_commands(backend: Backend, request: Request) -> Answer:
    return 200, backend.commands.overwrite(_scope(backend, request), request.body or [])


async def create_command(backend: Backend, request: Request) -> Answer:
    return 201, backend.commands.create(_scope(backend, request), request.body)


async def delete_command(backend: Backend, request: Request) -> Answer:
    backend.commands.delete(_scope(backend, request), request.path["command_id"])
    return 204, None


async def get_user(backend: Backend, request: Request) -> Answer:
    user = backend.users.get(request.number("user_id"))
    if user is None:
        raise Refusal(404, 10013, "Unknown User")
    return 200, user.json()


async def get_guild(backend: Backend, request: Request) -> Answer:
    return 200, _guild(backend, request).json()


async def get_guild_channels(backend: Backend, request: Request) -> Answer:
    guild = _guild(backend, request)
    return 200, [channel.json() for channel in guild.channels.values() if not channel.deleted]


async def get_member(backend: Backend, request: Request) -> Answer:
    member = _guild(backend, request).members.get(request.number("user_id"))
    if member is None:
        raise Refusal(404, 10007, "Unknown Member")
    return 200, member.json()


async def leave_guild(backend: Backend, request: Request) -> Answer:
    guild = _guild(backend, request)
    del guild.members[backend.bot.id]
    backend.gateway.dispatch("GUILD_DELETE", {"id": str(guild.id)}, guild=guild.id)
    return 204, None


_GLOBAL = "/applications/{application_id}/commands"
_GUILD = "/applications/{application_id}/guilds/{guild_id}/commands"
ROUTES: list[Route] = [
    Route("get_me", "GET", "/users/@me", get_me),
    Route("get_application", "GET", "/applications/@me", get_application),
    Route("get_application", "GET", "/oauth2/applications/@me", get_application),
    Route("get_gateway", "GET", "/gateway", get_gateway, with_token=False),
    Route("get_gateway_bot", "GET", "/gateway/bot", get_gateway_bot),
    Route("get_commands", "GET", _GLOBAL, get_commands),
    Route("put_commands", "PUT", _GLOBAL, put_commands),
    Route("create_command", "POST", _GLOBAL, create_command),
    Route("delete_command", "DELETE", _GLOBAL + "/{command_id}", delete_command),
    Route("get_guild_commands", "GET", _GUILD, get_commands, major="guild_id"),
    Route("put_guild_commands", "PUT", _GUILD, put_commands, major="guild_id"),
    Route("create_guild_command", "POST", _GUILD, create_command, major="guild_id"),
    Route("delete_guild_command", "DELETE", _GUILD + "/{command_id}", delete_command, major="guild_id"),
    Route("leave_guild", "DELETE", "/users/@me/guilds/{guild_id}", leave_guild, major="guild_id"),
    Route("get_user", "GET", "/users/{user_id}", get_user),
    Route("get_guild", "GET", "/guilds/{guild_id}", get_guild, major="guild_id"),
    Route("get_guild_channels", "GET", "/guilds/{guild_id}/channels", get_guild_channels, major="guild_id"),
    Route("get_member", "GET", "/guilds/{guild_id}/members/{user_id}", get_member, major="guild_id"),
]
