"""Chouettes as tables with people at them, and what their screens offer: for tests of the presenter."""

from __future__ import annotations

from collections.abc import Iterator

from bot.app.chouette_kind import ChouetteKind, InTurn
from bot.app.ports import PersonId, TableId
from bot.app.refused import Refused
from bot.app.screen import Screen
from bot.app.table import AtOnce, Seat, Table
from bot.app.table_time import TimeAction, TimeDecided, decide_time
from bot.chouette.actions import Action
from bot.chouette.session import Session
from bot.game.dice import Dice
from bot.game.violations import RuleViolation
from bot.ui.chouette_press import Page
from bot.ui.chouette_screen import ChouetteUi
from bot.ui.kinds import Aside, Look, Then, Viewer
from bot.ui.press import TablePress, parse_press
from bot.ui.texts import Texts

UI, KIND = ChouetteUi(), ChouetteKind()
NAMES = ("Anna", "Bernadette", "Carl", "Dora", "Maximiliane", "Friedrich-Wilhelm", "Gül", "Hé", "Иван", "J")


def table_of(session: Session, keys: tuple[str, ...], computers: frozenset[str] = frozenset()) -> Table:
    """A table whose seats have these keys; a person at each, or the computer."""
    seats = tuple(
        Seat(
            key, PersonId(f"person-{key}"), NAMES[number % len(NAMES)], "medium" if key in computers else None
        )
        for number, key in enumerate(keys)
    )
    return Table(TableId("T" * 8), "chouette", 1, session, seats, None, 0, 0, due_at=300_000)


def viewer(language: str, key: str | None = None) -> Viewer:
    """The room as a reader, or the person at a seat in his own chat."""
    person = PersonId(f"person-{key}") if key else None
    return Viewer(Texts(language, strict=True), person, own_side_down=key is not None)


def presses(screen: Screen) -> Iterator[TablePress]:
    """What the table's own buttons on a screen carry."""
    for row in screen.rows:
        for button in row:
            press = parse_press(button.press)
            assert press is not None, button
            if isinstance(press, TablePress):
                yield press


def asked(
    table: Table, key: str, press: TablePress
) -> Action | InTurn | AtOnce | TimeAction | Look | Aside | None:
    """What a press means if ``key`` makes it; None where it is refused before the core."""
    try:
        wanted = UI.press(table, key, press.op, press.arg)
        return wanted.action if isinstance(wanted, Then) else wanted  # type: ignore[return-value]
    except RuleViolation:
        return None


def accepts(table: Table, key: str, press: TablePress, dice: Dice) -> bool:
    """Whether the press does something when ``key`` makes it."""
    wanted = asked(table, key, press)
    if wanted is None:
        return False
    if isinstance(wanted, Look | Aside):
        return True
    if isinstance(wanted, TimeAction):
        return _is_in_time(table, key, wanted)
    assert isinstance(table.state, Session)
    try:
        return bool(KIND.decide(table.state, key, wanted, dice))
    except RuleViolation:
        return False


def _is_in_time(table: Table, key: str, action: TimeAction) -> bool:
    try:
        return decide_time(KIND, table, key, action, 0) != TimeDecided()
    except Refused:
        return False


def pages(table: Table, key: str, language: str) -> Iterator[Screen]:
    """The own screen of a player and every page behind it."""
    for look in ("", *Page):
        yield UI.screen(table, viewer(language, key), Look(look))


def reachable(table: Table, key: str) -> set[object]:
    """The actions that a player's own screens offer by one press."""
    found: set[object] = set()
    for screen in pages(table, key, "en"):
        for press in presses(screen):
            wanted = asked(table, key, press)
            if wanted is not None and not isinstance(wanted, Look | Aside | TimeAction):
                found |= set(wanted.actions) if isinstance(wanted, InTurn) else {wanted}
    return found
