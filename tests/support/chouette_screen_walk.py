"""The screens that people get to see in random chouettes of three to ten, and on the paper of one at a real
board: every phase, the pages behind the buttons, the sheet, the end; with names that are as bad as they come.

Knows no platform.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace

from bot.app.ports import PersonId, TableId
from bot.app.score_kind import Paper, ScoreKind
from bot.app.screen import Screen
from bot.app.table import Seat as Place
from bot.app.table import Table
from bot.app.timekeeping import Timekeeping
from bot.chouette import actions as act
from bot.chouette.ending import Ending, When
from bot.chouette.score_entries import ScoreJoined, ScoreOpened
from bot.chouette.seats import Seat
from bot.chouette.session import Session, start
from bot.game.violations import RuleViolation
from bot.ui.chouette_screen import ChouetteUi
from bot.ui.kinds import Aside, Look, TableUi, Then, Viewer
from bot.ui.names import clean_name
from bot.ui.press import TablePress, parse_press
from bot.ui.score_screen import ScoreUi
from tests.support import chouettes
from tests.support.dice import FreshDice
from tests.support.match_tables import DE, EN, buttons

NASTY = (
    "W" * 32,
    "\u0639" * 32,
    "😀" * 32,
    "*_~`|<&>\\" * 4,
    "@everyone <@1234567890123456789>",
    "</b><script>alert(1)</script>",
    "\u202eevil\u202c [x](http://x)",
    "Z\u0351\u0363\u0357a\u0316\u0330l" * 10,
    "# - > 1. ||spoiler|| ```code```",
    "Ángström-Ñandú-Łódź-Øresund-Įžuol",
)
"""One for each of ten seats; a service shows them as ``clean_name`` makes them."""
CLEAN = tuple(clean_name(raw) for raw in NASTY)
"""The names; also the ids of these people, so that a test knows who is called."""
SEEN = 0.25  # of the states
LOOKS = 4  # pages that are turned from one state
HUGE = 36**6


def names(chance: random.Random, count: int) -> list[str]:
    """So many different names."""
    return chance.sample(CLEAN, count)


def screens_of_a_random_chouette(seed: int, steps: int) -> Iterator[Screen]:
    """The screens of a chouette that is played at random for so many steps, and then brought to its end."""
    chance = random.Random(seed)
    keys = tuple(f"p{number}" for number in range(1, 11))
    count = chance.randint(3, 10)
    played = chouettes.Table(list(start(chouettes.random_rules(chance))), FreshDice(seed))
    seats = tuple(Place(key, PersonId(name), name) for key, name in zip(keys, names(chance, 10), strict=True))
    for key in keys[:count]:
        yield from screens_of(_table(played.session, seats), chance)
        played.do(key, act.Join(), act.AcceptRules())
    strangers = [Seat(key) for key in keys[count:]]
    for _ in range(steps):
        if not chouettes.random_step(played, chance, strangers):
            break
        if chance.random() < SEEN or played.session.running is None:
            yield from screens_of(_table(played.session, seats, chance), chance)
    _end(played)
    yield from screens_of(_table(played.session, seats), chance)


def _end(played: chouettes.Table) -> None:
    """Everybody agrees to stop, as far as the state allows it."""
    number = played.session.game.number if played.session.game else 0
    for seat in played.session.everyone:
        for action in (act.ProposeEnd(Ending(When.AFTER_GAME, number)), act.ConfirmEnd(), act.Leave()):
            if not played.session.over:
                try:
                    played.do(seat, action)
                except RuleViolation:
                    continue


def _table(session: Session, seats: Sequence[Place], chance: random.Random | None = None) -> Table:
    """The table in the store; now and then somebody has asked for a pause or an end."""
    table = Table(TableId("T" * 8), "chouette", HUGE, session, tuple(seats), None, 0, 0, due_at=300_000)
    if chance is None or len(session.present) < 2 or session.over or chance.random() > 0.2:
        return table
    by = chance.choice(session.present)
    offer = chance.choice((Timekeeping(pause_offer=by), Timekeeping(end_offer=by)))
    return replace(table, time=replace(offer, offered=40))


def screens_of(table: Table, chance: random.Random, ui: TableUi | None = None) -> Iterator[Screen]:
    """What the room and one of the seats see of a table, and a few pages further on each."""
    ui = ui or ChouetteUi()
    readers: list[Place | None] = [None, *([chance.choice(table.seats)] if table.seats else [])]
    for seat in readers:
        viewer = Viewer(
            chance.choice((EN, DE)), seat.person if seat else None, own_side_down=seat is not None
        )
        yield ui.text_board(table, viewer)
        if isinstance(ui, ChouetteUi):
            yield ui.sheet(table, viewer)
        look = ""
        for _ in range(LOOKS):
            screen = ui.screen(table, viewer, Look(look))
            yield screen
            behind = sorted(_looks_behind(ui, table, screen, seat or (table.seats or (None,))[0]))
            if not behind:
                break
            look = chance.choice(behind)


def _looks_behind(ui: TableUi, table: Table, screen: Screen, seat: Place | None) -> set[str]:
    """What the buttons of a screen open without an action."""
    found: set[str] = set()
    for button in buttons(screen):
        press = parse_press(button.press)
        if not isinstance(press, TablePress) or seat is None:
            continue
        try:
            wanted = ui.press(table, seat.key, press.op, press.arg)
        except RuleViolation:
            continue
        if isinstance(wanted, Then):
            wanted = wanted.look
        if isinstance(wanted, Look | Aside):
            found.add(wanted.arg)
    return found


def screens_of_a_random_paper(seed: int, steps: int) -> Iterator[Screen]:
    """The screens of a scorekeeper who writes down whatever the buttons offer."""
    chance, ui, kind = random.Random(seed), ScoreUi(), ScoreKind()
    line = [Seat(name) for name in names(chance, 10)]
    count = chance.randint(3, 9)
    paper = kind.evolve(None, ScoreOpened(chouettes.random_rules(chance), tuple(line[:count])))
    keeper = Place("keeper", PersonId("keeper"), "Keeper")
    look = ""
    for _ in range(steps):
        table = Table(TableId("T" * 8), "score", HUGE, paper, (keeper,), None, 0, 0)
        viewer = Viewer(chance.choice((EN, DE)), chance.choice((None, keeper.person)))
        screen = ui.screen(table, viewer, Look(look))
        yield from (screen, ui.text_board(table, viewer), ui.sheet(table, viewer))
        if paper.closed:
            return
        look, paper = _written(ui, kind, table, paper, screen, chance)
        if line[count:] and chance.random() < 0.02:
            paper = kind.evolve(paper, ScoreJoined(line[count]))
            count += 1


def _written(
    ui: ScoreUi, kind: ScoreKind, table: Table, paper: Paper, screen: Screen, chance: random.Random
) -> tuple[str, Paper]:
    """The look and the paper after one of the buttons; the same where it cannot be."""
    found = [press for one in buttons(screen) if isinstance(press := parse_press(one.press), TablePress)]
    rare = [press for press in found if press.op not in ("close", "undo") or chance.random() < 0.05]
    press = chance.choice(rare or found)
    try:
        wanted = ui.press(table, "keeper", press.op, press.arg)
        if isinstance(wanted, Look):
            return wanted.arg, paper
        (event,) = kind.decide(paper, "keeper", wanted, FreshDice(1))
    except RuleViolation:
        return "", paper
    return "", kind.evolve(paper, event)
