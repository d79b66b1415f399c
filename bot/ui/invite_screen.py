"""The screens of a challenge: open, being changed, and what became of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bot.app.archive import Invitation
from bot.app.composer import Names
from bot.app.invitations import rules_of
from bot.app.screen import Button, Rows, Screen, Tone
from bot.game.rules import MONEY, SPEEDGAMEZ, Rules
from bot.ui.next_steps import beginning
from bot.ui.press import InviteId, InvitePress, MenuPress
from bot.ui.rules_text import describe
from bot.ui.texts import Texts

MENU = "menu"
"""The look of an open challenge that shows the rules to choose from, in place of the answers."""
LENGTHS = (1, 3, 5, 7, 9, 11)
PRESET_BUTTONS: Mapping[str, Rules] = {"money": MONEY, "speedgamez": SPEEDGAMEZ}


def invitation_screen(invitation: Invitation, names: Names, texts: Texts, look: str = "") -> Screen:
    """The invitation with its buttons, or with its ``MENU``."""
    if invitation.state != "open":
        return Screen(_became(invitation, names, texts), rows=_instead(invitation, texts), quiet=True)
    key = "invitation.to_anyone" if names.to is None else "invitation.to_you"
    if "challenger" in invitation.data and invitation.data["challenger"] != invitation.by:
        key = "invitation.counter"
    return Screen(
        headline=texts(key, name=names.by, other=names.to or ""),
        lines=(*describe(rules_of(invitation), texts), *_code(invitation, texts)),
        rows=_menu(invitation, texts) if look == MENU else _answers(invitation, texts),
        actors=(invitation.to,) if invitation.to else (),
    )


def _code(invitation: Invitation, texts: Texts) -> tuple[str, ...]:
    """How somebody who is not in this chat accepts a challenge that was made alone with the bot."""
    alone = invitation.chat is not None and invitation.chat.private and invitation.to is None
    return (texts("invitation.code", code=f"c_{invitation.id}"),) if alone else ()


def _became(invitation: Invitation, names: Names, texts: Texts) -> str:
    facts = {"name": names.by, "other": names.to or ""}
    match invitation.state:
        case "accepted":
            return texts("invitation.accepted", **facts)
        case "declined":
            return texts("invitation.declined", **facts)
        case "withdrawn":
            return texts("invitation.withdrawn", **facts)
        case _:
            return texts("invitation.ran_out", **facts)


def _instead(invitation: Invitation, texts: Texts) -> Rows:
    """What to do where no game has come of it."""
    if invitation.state == "accepted":
        return ()
    again = Button(texts("button.challenge_again"), str(MenuPress("again", invitation.id)))
    return ((again, beginning("play", texts)),)


def _answers(invitation: Invitation, texts: Texts) -> Rows:
    accept = _button(invitation, "accept", texts("button.accept_challenge"), Tone.GOOD)
    decline = _button(invitation, "decline", texts("button.decline_challenge"), Tone.DANGER)
    change = _button(invitation, "menu", texts("button.change_rules"))
    withdraw = _button(invitation, "withdraw", texts("button.withdraw_challenge"))
    first = (accept, decline) if invitation.to else (accept,)
    return (first, (change, withdraw))


def _menu(invitation: Invitation, texts: Texts) -> Rows:
    lengths = tuple(
        _button(invitation, "rules", texts.n("button.points", length), arg=str(length)) for length in LENGTHS
    )
    presets = tuple(
        _button(invitation, "rules", texts("preset." + name), arg=name) for name in PRESET_BUTTONS
    )
    back = _button(invitation, "back", texts("button.back"))
    return (lengths[:3], lengths[3:], presets, (back,))


def _button(invitation: Invitation, op: str, label: str, tone: Tone = Tone.PLAIN, arg: str = "") -> Button:
    press = InvitePress(InviteId(invitation.id), invitation.revision, op, arg)
    return Button(label, str(press), tone)


def chosen_rules(before: Rules, arg: str) -> Rules | None:
    """The rules behind a menu button: another length of a match, or a preset. What was offered of time, and
    whether it counts, stays.
    """
    if arg in PRESET_BUTTONS:
        chosen = PRESET_BUTTONS[arg]
    elif arg.isdecimal() and int(arg) in LENGTHS:
        chosen = replace(before if before.is_match else Rules(), length=int(arg))
    else:
        return None
    return replace(
        chosen,
        move_s=before.move_s,
        first_move_s=before.first_move_s,
        clock=before.clock,
        timeout=before.timeout,
        rated=before.rated,
    )
