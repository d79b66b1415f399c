"""The few sentences that the adapter says itself; the composition root gives their words in each language."""

from __future__ import annotations

from collections.abc import Callable, Mapping

DISCORD_TEXTS = (
    "discord.fault",
    "discord.bot_named",
    "discord.thread",
    "discord.menu.challenge",
    "discord.option.play",
    "discord.option.play_about",
    "discord.option.rules",
    "discord.option.rules_about",
    "discord.option.who",
    "discord.option.who_about",
    "discord.option.how",
    "discord.option.how_about",
    "discord.option.text",
    "discord.option.text_about",
    "discord.choice.text",
    "discord.choice.single",
    "discord.choice.gammon",
    "discord.choice.backgammon",
)
"""Their keys in the catalogue."""

Words = Callable[[str | None], Mapping[str, str]]
"""The words of ``DISCORD_TEXTS`` for a client's locale, with their ``{placeholders}``, and what each command
does (``command.<name>``).
"""
