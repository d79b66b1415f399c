"""Discord's permission bits and how they add up in a channel.

Must not know: people, messages.
"""

from collections.abc import Iterable
from dataclasses import dataclass

BITS = {
    "create_instant_invite": 0,
    "kick_members": 1,
    "administrator": 3,
    "manage_channels": 4,
    "manage_guild": 5,
    "view_channel": 10,
    "send_messages": 11,
    "manage_messages": 13,
    "embed_links": 14,
    "attach_files": 15,
    "read_message_history": 16,
    "mention_everyone": 17,
    "use_external_emojis": 18,
    "use_application_commands": 31,
    "manage_threads": 34,
    "create_public_threads": 35,
    "create_private_threads": 36,
    "send_messages_in_threads": 38,
    "use_external_apps": 50,
}
ALL = sum(1 << bit for bit in BITS.values())
EVERYDAY = ALL & ~sum(
    1 << BITS[name]
    for name in (
        "administrator",
        "kick_members",
        "manage_channels",
        "manage_guild",
        "manage_messages",
        "manage_threads",
        "mention_everyone",
    )
)


def bits(names: Iterable[str]) -> int:
    return sum(1 << BITS[name] for name in set(names))


@dataclass(slots=True)
class Overwrite:
    """For a role (or everyone: the guild's id) or a member in one channel."""

    target: int
    is_member: bool
    allow: int = 0
    deny: int = 0


def in_channel(
    base: int, roles: Iterable[int], member: int, everyone: int, overwrites: Iterable[Overwrite]
) -> int:
    """What `base` permissions become in a channel: everyone, then roles together, then the member."""
    if base & bits(["administrator"]):
        return ALL
    known = list(overwrites)
    held = set(roles)
    steps = (
        [o for o in known if not o.is_member and o.target == everyone],
        [o for o in known if not o.is_member and o.target in held and o.target != everyone],
        [o for o in known if o.is_member and o.target == member],
    )
    for step in steps:
        for overwrite in step:
            base &= ~overwrite.deny
        for overwrite in step:
            base |= overwrite.allow
    return base if base & bits(["view_channel"]) else 0


def has(permissions: int, *names: str) -> bool:
    return all(permissions & 1 << BITS[name] for name in names)
