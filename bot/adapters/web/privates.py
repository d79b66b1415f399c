"""Screens that one person alone sees: the newest of each chat, in memory only.

As elsewhere such an answer does not outlive the service; asking again brings it back.
"""

from __future__ import annotations

import itertools
from collections import OrderedDict

from bot.adapters.web.messages import Body

KEPT = 1_000


class Privates:
    """Private messages by person and chat. Their numbers are small: no message of a chat has one of them."""

    def __init__(self) -> None:
        self._numbers = itertools.count(1)
        self._shown: OrderedDict[tuple[str, str], tuple[int, Body]] = OrderedDict()

    def put(self, person: str, address: str, body: Body) -> None:
        """Show a screen in place of the one before."""
        self._shown[person, address] = next(self._numbers), body
        self._shown.move_to_end((person, address))
        while len(self._shown) > KEPT:
            self._shown.popitem(last=False)

    def dismiss(self, person: str, address: str) -> None:
        """The person put it away."""
        self._shown.pop((person, address), None)

    def wire(self, person: str, address: str) -> dict[str, object] | None:
        """As the page gets it, None if there is nothing."""
        shown = self._shown.get((person, address))
        return {"id": shown[0], **shown[1]} if shown else None
