"""The few sentences that the adapter says itself; the composition root gives their words in each language."""

from __future__ import annotations

from collections.abc import Callable, Mapping

TELEGRAM_TEXTS = (
    "telegram.answered_privately",
    "telegram.open_chat",
    "telegram.open_chat_button",
    "telegram.unknown_username",
    "telegram.anonymous",
    "telegram.fault",
    "telegram.description",
    "telegram.short_description",
    "telegram.inline.challenge_title",
    "telegram.inline.challenge_about",
    "telegram.inline.challenge_text",
    "telegram.inline.challenge_button",
    "telegram.inline.position_title",
    "telegram.inline.position_text",
    "telegram.inline.position_button",
)
"""Their keys in the catalogue."""

Words = Callable[[str | None], Mapping[str, str]]
"""The words of ``TELEGRAM_TEXTS`` for a client's locale, with their ``{placeholders}``."""
