"""Private cards: what one person alone is shown of a table or a challenge, beside the messages for all.

A platform does not tell whether a pressed message is one's own, so the buttons of a card say it themselves:
what is pressed on a card is answered by changing the card, and a message for all is never changed so.
"""

from __future__ import annotations

from dataclasses import replace

from bot.app.screen import Button, Screen
from bot.ui.press import InvitePress, TablePress, parse_press


def card(screen: Screen) -> Screen:
    """The screen for one person alone, outside of the places where its table is kept up to date."""
    return replace(screen, rows=tuple(tuple(_on_card(button) for button in row) for row in screen.rows))


def _on_card(button: Button) -> Button:
    press = parse_press(button.press)
    if not isinstance(press, TablePress | InvitePress):
        return button
    return replace(button, press=str(replace(press, card=True)))
