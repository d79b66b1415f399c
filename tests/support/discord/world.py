"""Discord's side of the world: users, guilds, roles, channels, threads, and their JSON.

Must not know: HTTP, interactions. Messages are in `messages.py`.
"""

from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import IntEnum
from typing import TYPE_CHECKING

from tests.support.discord.permissions import ALL, EVERYDAY, Overwrite, in_channel
from tests.support.standin import Json

if TYPE_CHECKING:
    from tests.support.discord.messages import Message


class Kind(IntEnum):
    TEXT = 0
    DM = 1
    GROUP_DM = 3
    PUBLIC_THREAD = 11
    PRIVATE_THREAD = 12


THREADS = (Kind.PUBLIC_THREAD, Kind.PRIVATE_THREAD)
JOINED = "2026-01-01T00:00:00+00:00"


def timestamp(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat()


@dataclass(slots=True, eq=False)
class User:
    id: int
    name: str
    display_name: str | None = None
    locale: str = "en-US"
    is_bot: bool = False
    closed_dms: bool = False
    installed_app: bool = False

    def json(self) -> Json:
        return {
            "id": str(self.id),
            "username": self.name,
            "global_name": self.display_name,
            "discriminator": "0",
            "avatar": None,
            "public_flags": 0,
            "bot": self.is_bot,
        }


@dataclass(slots=True, eq=False)
class Role:
    id: int
    name: str
    permissions: int

    def json(self) -> Json:
        return {
            "id": str(self.id),
            "name": self.name,
            "permissions": str(self.permissions),
            "color": 0,
            "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
            "hoist": False,
            "position": 0,
            "managed": False,
            "mentionable": False,
            "flags": 0,
        }


@dataclass(slots=True, eq=False)
class Member:
    user: User
    roles: list[Role] = field(default_factory=list)
    nick: str | None = None

    def json(self) -> Json:
        return {
            "user": self.user.json(),
            "nick": self.nick,
            "roles": [str(role.id) for role in self.roles],
            "joined_at": JOINED,
            "deaf": False,
            "mute": False,
            "flags": 0,
            "avatar": None,
            "banner": None,
            "premium_since": None,
            "communication_disabled_until": None,
            "pending": False,
        }


@dataclass(slots=True, eq=False)
class Guild:
    id: int
    name: str
    owner: User
    everyone: Role
    locale: str = "en-US"
    members: dict[int, Member] = field(default_factory=dict)
    channels: dict[int, "Channel"] = field(default_factory=dict)
    roles: dict[int, Role] = field(default_factory=dict)
    system_channel: int | None = None

    def base(self, user: User) -> int:
        """A member's permissions in the whole server; 0 for others."""
        member = self.members.get(user.id)
        if member is None:
            return 0
        if user is self.owner:
            return ALL
        held = self.everyone.permissions
        for role in member.roles:
            held |= role.permissions
        return held

    def json(self) -> Json:
        return {
            "id": str(self.id),
            "name": self.name,
            "icon": None,
            "splash": None,
            "discovery_splash": None,
            "owner_id": str(self.owner.id),
            "afk_channel_id": None,
            "afk_timeout": 300,
            "verification_level": 0,
            "default_message_notifications": 1,
            "explicit_content_filter": 0,
            "emojis": [],
            "stickers": [],
            "roles": [role.json() for role in [self.everyone, *self.roles.values()]],
            "features": [],
            "mfa_level": 0,
            "application_id": None,
            "system_channel_id": str(self.system_channel) if self.system_channel else None,
            "system_channel_flags": 0,
            "rules_channel_id": None,
            "vanity_url_code": None,
            "description": None,
            "banner": None,
            "premium_tier": 0,
            "premium_subscription_count": 0,
            "preferred_locale": self.locale,
            "public_updates_channel_id": None,
            "nsfw_level": 0,
            "premium_progress_bar_enabled": False,
            "safety_alerts_channel_id": None,
        }

    def create_json(self, bot: User) -> Json:
        """What GUILD_CREATE adds."""
        channels = [channel for channel in self.channels.values() if not channel.deleted]
        return self.json() | {
            "joined_at": JOINED,
            "large": False,
            "unavailable": False,
            "member_count": len(self.members),
            "members": [self.members[bot.id].json()] if bot.id in self.members else [],
            "channels": [channel.json() for channel in channels if channel.kind not in THREADS],
            "threads": [
                channel.json() for channel in channels if channel.kind in THREADS and not channel.archived
            ],
            "presences": [],
            "voice_states": [],
            "stage_instances": [],
            "guild_scheduled_events": [],
            "soundboard_sounds": [],
        }


@dataclass(slots=True, eq=False)
class Channel:
    id: int
    kind: Kind
    name: str = ""
    guild: Guild | None = None
    parent: "Channel | None" = None
    recipients: list[User] = field(default_factory=list)
    overwrites: list[Overwrite] = field(default_factory=list)
    messages: dict[int, "Message"] = field(default_factory=dict)
    archived: bool = False
    locked: bool = False
    deleted: bool = False
    owner: int = 0
    auto_archive: int = 1440
    typing: int = 0
    thread_members: set[int] = field(default_factory=set)

    @property
    def is_thread(self) -> bool:
        return self.kind in THREADS

    def permissions(self, user: User) -> int:
        """In direct messages everybody who takes part may do everything that exists there."""
        if self.guild is None:
            return EVERYDAY
        member = self.guild.members.get(user.id)
        roles = [role.id for role in member.roles] if member else []
        source = self.parent or self
        return in_channel(self.guild.base(user), roles, user.id, self.guild.id, source.overwrites)

    def json(self, seen_by: User | None = None) -> Json:
        shown: Json = {"id": str(self.id), "type": int(self.kind), "last_message_id": None, "flags": 0}
        if self.guild is None:
            others = [user.json() for user in self.recipients if user is not seen_by]
            shown |= {"recipients": others}
            if self.kind is Kind.GROUP_DM:
                shown |= {"name": self.name or None, "icon": None, "owner_id": str(self.recipients[0].id)}
            return shown
        shown |= {"guild_id": str(self.guild.id), "name": self.name, "rate_limit_per_user": 0}
        if self.is_thread:
            return shown | self._thread_json()
        return shown | {
            "position": 0,
            "parent_id": None,
            "topic": None,
            "nsfw": False,
            "default_auto_archive_duration": 1440,
            "permission_overwrites": [
                {"id": str(o.target), "type": int(o.is_member), "allow": str(o.allow), "deny": str(o.deny)}
                for o in self.overwrites
            ],
        }

    def _thread_json(self) -> Json:
        assert self.parent is not None
        return {
            "parent_id": str(self.parent.id),
            "owner_id": str(self.owner),
            "message_count": len(self.messages),
            "member_count": len(self.thread_members),
            "total_message_sent": len(self.messages),
            "thread_metadata": {
                "archived": self.archived,
                "auto_archive_duration": self.auto_archive,
                "locked": self.locked,
                "archive_timestamp": JOINED,
                "create_timestamp": JOINED,
            },
        }
