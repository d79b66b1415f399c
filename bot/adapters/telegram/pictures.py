"""Pictures that Telegram has already: their file ids by the key of their content.

A file id is good for this bot for ever; the newest thousands are remembered, so that a known board costs no
upload. Also which chats take no pictures at present.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable

REMEMBERED = 5_000
NO_PICTURES_S = 600.0


class Pictures:
    """``now`` gives seconds that never jump."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._ids: OrderedDict[str, str] = OrderedDict()
        self._without: dict[str, float] = {}

    def known(self, key: str) -> str | None:
        """The file id of a picture, if it was sent before."""
        found = self._ids.get(key) if key else None
        if found is not None:
            self._ids.move_to_end(key)
        return found

    def learn(self, key: str, file_id: str) -> None:
        """The picture of this key is now known."""
        if key:
            self._ids[key] = file_id
            while len(self._ids) > REMEMBERED:
                self._ids.popitem(last=False)

    def forget(self, key: str) -> None:
        """The file id was not accepted."""
        self._ids.pop(key, None)

    def refused(self, chat: str) -> None:
        """This chat takes no pictures; it is asked again after a while."""
        self._without[chat] = self._now() + NO_PICTURES_S

    def welcome(self, chat: str) -> bool:
        """Whether pictures may be tried in a chat."""
        until = self._without.get(chat)
        if until is None:
            return True
        if until <= self._now():
            del self._without[chat]
            return True
        return False
