"""What a match table says about time: deadline, clocks, a pause, whose time is up; and lines to one person.

Must not know how time is kept, platforms or storage.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import tzinfo

from bot.app.ports import TableId
from bot.app.screen import Button, Screen, Tone
from bot.app.table import Table
from bot.game.match import Match
from bot.game.rules import Clock
from bot.game.side import Side
from bot.ui.press import MenuPress, base36
from bot.ui.texts import Texts

DAY_MS = 86_400_000
OFFERS: Mapping[str, str] = {"time.pause_offered": "pause", "time.end_offered": "unscored"}
"""Lines that ask something, and the operation of their answer."""
TOLD = ("time.reminder", "time.pause_offered", "time.end_offered", "time.declined")
"""All lines that tell a person of time."""


def time_lines(table: Table, texts: Texts, tz: tzinfo, name: Callable[[Side], str]) -> Iterator[str]:
    """How long the awaited decision may take, and what stands in its way."""
    time = table.time
    if time.paused_until is not None:
        yield pause_line(table, time.paused_until, texts, tz)
    elif time.late is not None:
        late = Side(time.late)
        yield texts("line.late", who=name(late), other=name(late.other))
    elif table.due_at is not None:
        yield _deadline(table, texts, tz)
    assert isinstance(table.state, Match)
    clock = table.state.rules.clock
    if clock is not None and table.due_at is not None:
        x, o = (bank_text(table, clock, side) for side in Side)
        yield texts("line.clock", name=name(Side.X), x=x, other=name(Side.O), o=o, delay=clock.delay_s)


def pause_line(table: Table, until: int, texts: Texts, tz: tzinfo) -> str:
    """How long the pause is at most, and whether it is one that nobody here can end."""
    at = moment(texts, until, table.updated_at, tz)
    return texts("line.unseen", until=at) if table.time.unseen else texts("line.paused", until=at)


def _deadline(table: Table, texts: Texts, tz: tzinfo) -> str:
    assert table.due_at is not None
    seconds = max(table.due_at - table.updated_at, 0) / 1000
    until = moment(texts, table.due_at, table.updated_at, tz)
    return texts("line.deadline", time=texts.duration(seconds), until=until)


def moment(texts: Texts, at: int, now: int, tz: tzinfo) -> str:
    """A time of day, with its date where it is not soon."""
    return texts.time(at, tz) if at - now < DAY_MS // 2 else texts.datetime(at, tz)


def bank_text(table: Table, clock: Clock, side: Side) -> str:
    """What is left in a side's bank, "9:30"."""
    left = table.time.bank(side, 1000 * clock.bank_s) // 1000
    return f"{left // 60}:{left % 60:02}"


def clock_tag(table: Table, match: Match, side: Side) -> str:
    """The bank beside a name in the picture; "" without a clock."""
    return bank_text(table, match.rules.clock, side) if match.rules.clock and not match.over else ""


def told(code: str, facts: Mapping[str, object], texts: Texts) -> Screen:
    """A line of time to one person, with buttons where it asks something."""
    table, revision = TableId(str(facts["table"])), int(str(facts["revision"]))
    if code == "time.reminder":
        left = texts.duration(int(str(facts["left"])))
        return Screen(texts("time.reminder", who=facts["who"], left=left))
    line = texts(code, who=facts["who"])
    if code not in OFFERS:
        return Screen(line)
    yes = time_press(OFFERS[code], table, revision)
    no = time_press("decline", table, revision)
    answers = (
        Button(texts("button.agree"), yes, Tone.GOOD),
        Button(texts("button.decline_offer"), no),
    )
    return Screen(line, rows=(answers,))


def time_press(op: str, table: TableId, revision: int) -> str:
    """A button of a line that asks something: it stands outside the table's boards."""
    return str(MenuPress("time", f"{op}.{table}.{base36(revision)}"))


def read_time_press(arg: str) -> tuple[str, TableId, int] | None:
    """The inverse of ``time_press``; None for what no button carries."""
    op, _, rest = arg.partition(".")
    table, _, revision = rest.rpartition(".")
    if not table or not revision.isalnum() or len(revision) > 7:
        return None
    return op, TableId(table), int(revision, 36)
