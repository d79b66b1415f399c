"""How a person known on two platforms becomes one: a code that works once, for ten minutes.

Only a hash of the code is kept. Who gave the code stays; seats, games and results of the other follow.
"""

from __future__ import annotations

import hashlib
import secrets
from collections import deque

from bot.app.archive import Archive, Together, Unknown
from bot.app.people import People
from bot.app.ports import Clock, PersonId
from bot.app.refused import Refused
from bot.app.tables import Tables

LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""Characters that cannot be taken for one another."""
LENGTH = 8
GOOD_MS = 10 * 60_000
TRIES, TRIES_MS = 5, 60_000
MOST_TRYING = 10_000


class Linking:
    """Gives codes and takes them."""

    def __init__(self, archive: Archive, people: People, tables: Tables, clock: Clock) -> None:
        self._archive, self._people, self._tables, self._clock = archive, people, tables, clock
        self._tries: dict[PersonId, deque[int]] = {}

    async def code(self, person: PersonId) -> str:
        """A new code that means this person; earlier ones are void."""
        code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
        await self._archive.put_link_code(person, _hash(code), self._clock.now_ms() + GOOD_MS)
        return f"{code[:4]}-{code[4:]}"

    async def redeem(self, person: PersonId, typed: str) -> PersonId:
        """Join this person to the one whom the code means. Raises ``Refused``."""
        self._count(person)
        code = "".join(character for character in typed.upper() if character in LETTERS)
        try:
            owner = await self._archive.redeem_link_code(person, _hash(code), self._clock.now_ms())
        except Together:
            raise Refused("link.together") from None
        except Unknown:
            raise Refused("link.unknown") from None
        for one in (person, owner):
            self._people.forget(one)
        self._tables.forget()
        return owner

    def _count(self, person: PersonId) -> None:
        """Guessing is slow."""
        now = self._clock.now_ms()
        if len(self._tries) > MOST_TRYING:
            self._tries.clear()
        tries = self._tries.setdefault(person, deque(maxlen=TRIES))
        if len(tries) == TRIES and now - tries[0] < TRIES_MS:
            raise Refused("link.too_often")
        tries.append(now)


def _hash(code: str) -> str:
    return hashlib.sha256(code.encode()).hexdigest()
