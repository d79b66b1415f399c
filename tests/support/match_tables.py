"""Tables of matches for tests of the presenter: seats, any rule set, and whatever its buttons lead to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hypothesis import strategies as st

from bot.app.ports import PersonId, TableId
from bot.app.screen import Button, Screen
from bot.app.table import Seat, Table
from bot.game.match import Match
from bot.game.rules import BearOff, Clock, Contact, Count, Opening, Rules, Scoring, Start, Timeout
from bot.game.violations import RuleViolation
from bot.ui.kinds import Look, Viewer
from bot.ui.match_screen import MatchUi
from bot.ui.press import TablePress, parse_press
from bot.ui.texts import Texts

ANN, BEA = PersonId("ann00000"), PersonId("bea00000")
SEATS = (Seat("x", ANN, "Ann"), Seat("o", BEA, "Bea"))
AGAINST_COMPUTER = (Seat("x", ANN, "Ann"), Seat("o", PersonId("ai:"), "", "medium"))
NOW = 1_800_000_000_000

EN, DE = Texts("en", strict=True), Texts("de", strict=True)
UI = MatchUi()


def match_table(
    match: Match, seats: tuple[Seat, ...] = SEATS, revision: int = 5, due_at: int | None = None
) -> Table:
    """A table in this state."""
    return Table(TableId("Ab3dEf7h"), "match", revision, match, seats, None, NOW, NOW, due_at=due_at)


def screen_of(match: Match, texts: Texts = EN, look: str = "") -> Screen:
    """The screen of a table in this state, as a room sees it."""
    return UI.screen(match_table(match), Viewer(texts), Look(look))


@st.composite
def any_rules(draw: st.DrawFn) -> Rules:
    """Any rule set that the constructor accepts."""
    unlimited, opening = draw(st.booleans()), draw(st.sampled_from(Opening))
    automatic = unlimited and opening is Opening.ROLL
    return Rules(
        length=None if unlimited else draw(st.integers(1, 9)),
        count=draw(st.sampled_from(Count)),
        opening=opening,
        start=draw(st.sampled_from(Start)),
        contact=draw(st.sampled_from(Contact)),
        bear_off=draw(st.sampled_from(BearOff)),
        scoring=draw(st.sampled_from(Scoring)),
        cube=draw(st.booleans()),
        cap=draw(st.sampled_from((None, 4, 64))),
        crawford=draw(st.booleans()),
        jacoby=unlimited and draw(st.booleans()),
        beavers=draw(st.integers(0, 2)) if unlimited else 0,
        automatic_doubles=draw(st.integers(0, 3)) if automatic else 0,
        clock=draw(st.sampled_from((None, Clock()))),
        timeout=draw(st.sampled_from(Timeout)),
        rated=draw(st.booleans()),
    )


@dataclass(frozen=True, slots=True)
class Offered:
    """A button somewhere behind a table's screen: the look it stands on, and what it carries."""

    look: str
    button: Button
    press: TablePress


def buttons(screen: Screen) -> list[Button]:
    """All buttons of a screen, row by row."""
    return [button for row in screen.rows for button in row]


def offered(table: Table, viewer: Viewer, most_looks: int = 60) -> Iterator[Offered]:
    """Every table button that can be reached from the table's screen through menus and half-made plays."""
    seen, open_looks = {""}, [""]
    while open_looks and len(seen) <= most_looks:
        look = open_looks.pop()
        for button in buttons(UI.screen(table, viewer, Look(look))):
            press = parse_press(button.press)
            if not isinstance(press, TablePress):
                continue
            yield Offered(look, button, press)
            for after in looks_behind(table, press):
                if after not in seen:
                    seen.add(after)
                    open_looks.append(after)


def looks_behind(table: Table, press: TablePress) -> Iterator[str]:
    """The looks that a button leads to, whoever presses it."""
    for seat in table.seats:
        try:
            asked = UI.press(table, seat.key, press.op, press.arg)
        except RuleViolation:
            continue
        if isinstance(asked, Look):
            yield asked.arg
