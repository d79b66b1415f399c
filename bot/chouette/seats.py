"""Seats of a chouette, and the draw for them (Ch. 1).

A seat stands for one player over the whole session; who he is, is not known here.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NewType

from bot.game.dice import Dice, Label

Seat = NewType("Seat", str)
"""A player's id within one session, given by the caller and stable for the whole of it."""

Line = tuple[Seat, ...]
"""Box, captain, advisers in rank order."""

Draw = tuple[tuple[Seat, int], ...]
"""Dice thrown for the seats, in the order in which they fell."""

MIN_PLAYERS = 3
PARTNER_FROM = 6
"""Players from which on the box may have a partner (Ch., introduction)."""


def draw(seats: Iterable[Seat], dice: Dice) -> tuple[Draw, Line]:
    """One die each, the highest first; the tied throw again, for the places that they tied for."""
    thrown: list[tuple[Seat, int]] = []
    places: list[list[Seat]] = [list(seats)]
    while any(len(tied) > 1 for tied in places):
        settled: list[list[Seat]] = []
        for tied in places:
            if len(tied) == 1:
                settled.append(tied)
                continue
            round_: dict[Seat, int] = {}
            for seat in tied:
                (round_[seat],) = dice.throw(Label.SEAT, len(thrown), 1)
                thrown.append((seat, round_[seat]))
            heights = sorted(set(round_.values()), reverse=True)
            settled += [[seat for seat in tied if round_[seat] == height] for height in heights]
        places = settled
    return tuple(thrown), tuple(place[0] for place in places)
