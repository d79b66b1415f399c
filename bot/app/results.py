"""What a finished game leaves behind for standings and records, as plain values.

Kinds of tables fill them from their events; the archive keeps them in the transaction that ended the game.
Which of them counts, and for how much, is decided elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.app.ports import Chat, PersonId, TableId


@dataclass(frozen=True, slots=True)
class ChouettePoints:
    """What one game of a chouette brought one person; ``box_points`` is the part won or lost in the box."""

    table: TableId
    game: int
    person: PersonId
    room: Chat | None
    points: int
    was_box: bool
    box_points: int
    ended_at: int
