"""Every button is of one kind: what it carries is what its screen gave it, so it acts after any restart.

Knows how discord.py hands presses over, and nothing of what they mean.
"""

from __future__ import annotations

import re
from typing import Any, Protocol, Self, cast

import discord
from discord import ui


class Takes(Protocol):
    """Who takes presses: the client."""

    async def take_press(self, interaction: discord.Interaction[Any], data: str) -> None:
        """Somebody pressed a button that carries ``data``."""


class PressButton(ui.DynamicItem[ui.Button[Any]], template=r"(?P<data>[a-z]:[!-~]{1,98})"):
    """One button."""

    def __init__(
        self, data: str, label: str = "…", style: discord.ButtonStyle = discord.ButtonStyle.secondary
    ) -> None:
        super().__init__(ui.Button(label=label, style=style, custom_id=data))
        self.data = data

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The button that was pressed, made from its data alone."""
        return cls(match["data"])

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Hand the press over; nothing else acts here, for discord.py swallows what fails here."""
        await cast(Takes, interaction.client).take_press(interaction, self.data)
