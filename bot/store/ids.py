"""The ids the store hands out, beside those the ports name. Knows nothing about what they are used for."""

import secrets
from typing import NewType

from bot.app.ports import PersonId, TableId

PlaceId = NewType("PlaceId", int)
OutboxId = NewType("OutboxId", int)
InboxId = NewType("InboxId", int)
InvitationId = NewType("InvitationId", str)

# Ids travel in button data and in links, and are read aloud now and then: no 0/O, 1/l/I.
_ALPHABET = "23456789abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ"
_LENGTH = 8  # 57 ** 8 = 1.1e14; a collision is refused by the primary key


def _short_id() -> str:
    return "".join(secrets.choice(_ALPHABET) for _ in range(_LENGTH))


def new_table_id() -> TableId:
    """A fresh random id, url-safe, 8 characters."""
    return TableId(_short_id())


def new_person_id() -> PersonId:
    """A fresh random id, url-safe, 8 characters."""
    return PersonId(_short_id())
