"""Whom a typed name means, among those whom it can mean.

Must not know where the names come from, nor who may be named for what.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from bot.game.violations import BadInput

AMONG = "\n"
"""Stands between the names in the fact ``names``; no name contains it."""

Who = TypeVar("Who", bound=str)


def meant(typed: str, names: Mapping[Who, tuple[str, ...]], *, whole: bool = False) -> Who | None:
    """Who is called so, by one of his names: exactly, else by how a name begins; None for nobody.

    Each one's first name is the one that he is shown with. ``whole``: the beginning of a name is none.
    Raises ``BadInput`` (``typed.whom``) where it can be several.
    """
    wanted = " ".join(typed.split()).removeprefix("@").casefold()
    if not wanted:
        return None
    called = {who: tuple(name.casefold() for name in several) for who, several in names.items()}
    levels = (
        [who for who, (shown, *_) in called.items() if shown == wanted],
        [who for who, several in called.items() if wanted in several],
        [who for who, several in called.items() if any(name.startswith(wanted) for name in several)],
    )[: 2 if whole else 3]
    found = next((level for level in levels if level), [])
    if len(found) > 1:
        raise BadInput(
            "typed.whom", {"input": typed[:40], "names": AMONG.join(names[who][0] for who in found)}
        )
    return found[0] if found else None
