"""Tables of a room and a person's record as screens: a picture, the same in words, buttons to turn pages.

Must not know how standings are kept, platforms or storage.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, tzinfo

from bot.app.ports import Chat
from bot.app.screen import Button, Rows, Screen, Tone
from bot.app.standings import Line, Order, Page, Period, Question, Record
from bot.render.view import Curve, Figure, Outcome, ProfileView, ResultView, TableRow, TableView, ThemeName
from bot.ui.captions import fitting
from bot.ui.kinds import Viewer
from bot.ui.next_steps import beginning
from bot.ui.press import MenuPress
from bot.ui.standings_words import elo_text
from bot.ui.texts import LANGUAGES, Texts

HERE, EVERYWHERE = "here", "all"
PICTURED = ("points", "elo", "games", "wins", "streak", "in_box", "box_points", "best")
"""Columns that a picture has room for on a telephone; the words have all."""


@dataclass(frozen=True, slots=True)
class Asked:
    """Which table is asked for: of this chat or everywhere, and as text alone. ``language``: in which one
    it was first shown to a room, which does not change with whoever turns the page.
    """

    here: bool
    period: Period = Period.ALL
    order: Order = Order.POINTS
    page: int = 0
    words: bool = False
    language: str | None = None

    def __str__(self) -> str:
        parts = (HERE if self.here else EVERYWHERE, self.period, self.order, str(self.page))
        return ".".join(
            (*parts, *(("t",) if self.words else ()), *((self.language,) if self.language else ()))
        )

    def question(self, chat: Chat) -> Question:
        """The question behind it, asked in a chat."""
        return Question(chat if self.here else None, self.period, self.order, self.page)


def read_asked(arg: str) -> Asked | None:
    """The inverse of ``str``; None for what no button carries."""
    scope, *rest = arg.split(".")
    language = rest.pop() if rest[-1:] and rest[-1] in LANGUAGES else None
    words = rest[-1:] == ["t"]
    if words:
        rest.pop()
    if scope not in (HERE, EVERYWHERE) or len(rest) != 3 or not rest[2].isdecimal():
        return None
    period = next((one for one in Period if one == rest[0]), None)
    order = next((one for one in Order if one == rest[1]), None)
    if period is None or order is None or len(rest[2]) > 4:
        return None
    return Asked(scope == HERE, period, _order_in(period, order), int(rest[2]), words, language)


def standings_screen(page: Page, asked: Asked, viewer: Viewer, *, room: bool) -> Screen:
    """A page of a table. ``room``: it is asked for in a room, which has a table of its own."""
    texts = viewer.texts
    asked = replace(asked, page=page.question.page)
    page = replace(page, mine=page.mine if viewer.person else None)  # a room has no "you"
    columns = _columns(page, texts)
    pictured = tuple(column for column in columns if column.name in PICTURED)
    scope = HERE if asked.here else EVERYWHERE
    chouettes = page.question.order is Order.CHOUETTE
    title = texts(f"standings.chouettes.{scope}" if chouettes else f"standings.title.{scope}")
    subtitle = texts(f"standings.period.{asked.period}")
    lines, mine = tuple(_said(page, columns, texts)), tuple(_mine(page, texts))
    view = TableView(
        title=title,
        headings=tuple(column.heading for column in pictured),
        rows=tuple(
            TableRow(
                texts.number(line.rank),
                line.name,
                tuple(column.values[at] for column in pictured),
                own=line.person == viewer.person,
            )
            for at, line in enumerate(page.lines)
        ),
        name_heading=texts("standings.name"),
        subtitle=subtitle,
        footer=_footer(page, texts),
        empty=texts("standings.empty"),
        main=_main(page.question.order, pictured),
        theme=ThemeName(viewer.theme),
    )
    headline = texts("standings.headline", title=title, period=subtitle)
    shown = (*lines, *mine, texts("standings.legend")) if asked.words else mine
    return Screen(
        headline=headline,
        lines=shown,
        picture=None if asked.words else view,
        alt=" ".join((headline, *fitting(headline, lines, mine), *mine)),
        rows=_rows(page, asked, texts, room=room),
        quiet=True,
    )


@dataclass(frozen=True, slots=True)
class _Column:
    """A column of numbers."""

    name: str
    heading: str
    values: tuple[str, ...]


def _columns(page: Page, texts: Texts) -> tuple[_Column, ...]:
    names = _names(page)
    return tuple(
        _Column(
            name, texts(f"standings.column.{name}"), tuple(_value(name, line, texts) for line in page.lines)
        )
        for name in names
    )


def _names(page: Page) -> tuple[str, ...]:
    if page.question.order is Order.CHOUETTE:
        return ("points", "games", "in_box", "box_points", "best")
    chouette = ("chouette",) if any(line.chouette is not None for line in page.lines) else ()
    if page.question.period is Period.ALL:
        return ("points", "elo", "games", "wins", "gammons", "streak", "opponents", *chouette)
    return ("points", "games", "wins", "gammons", *chouette)


def _value(name: str, line: Line, texts: Texts) -> str:
    match name:
        case "points":
            return texts.signed(line.points)
        case "elo":
            return "–" if line.elo is None else elo_text(line.elo) + ("?" if line.provisional else "")
        case "games":
            return texts.number(line.games)
        case "wins":
            return texts.number(line.wins)
        case "gammons":
            return texts.number(line.gammons)
        case "streak":
            return texts.signed(line.streak)
        case "opponents":
            return texts.number(line.opponents)
        case "in_box":
            return texts.number(line.in_box)
        case "box_points":
            return texts.signed(line.box_points)
        case "best":
            return texts.signed(line.best)
        case _:
            return "–" if line.chouette is None else texts.signed(line.chouette)


def _main(order: Order, columns: Sequence[_Column]) -> int:
    wanted = "elo" if order is Order.ELO else "points"
    return next(at for at, column in enumerate(columns) if column.name == wanted)


def _said(page: Page, columns: Sequence[_Column], texts: Texts) -> Iterator[str]:
    if not page.lines:
        yield texts("standings.empty")
    for at, line in enumerate(page.lines):
        told = ", ".join(f"{column.heading} {column.values[at]}" for column in columns)
        yield texts("standings.line", rank=line.rank, name=line.name, numbers=told)


def _mine(page: Page, texts: Texts) -> Iterator[str]:
    """Where the asker stands, if that is on another page."""
    if page.mine is not None and all(line.person != page.mine.person for line in page.lines):
        yield texts("standings.mine", rank=page.mine.rank, points=texts.signed(page.mine.points))


def _footer(page: Page, texts: Texts) -> str:
    parts = [texts.n("standings.people", page.total)]
    if page.pages > 1:
        parts.insert(0, texts("standings.page", page=page.question.page + 1, pages=page.pages))
    if any(line.provisional and line.elo is not None for line in page.lines):
        parts.append(texts("standings.provisional"))
    return " · ".join(parts)


def _rows(page: Page, asked: Asked, texts: Texts, *, room: bool) -> Rows:
    def button(label: str, to: Asked, *, chosen: bool = False) -> Button:
        shown = texts("setting.chosen", value=label) if chosen else label
        return Button(shown, str(MenuPress("table", str(to))), Tone.GOOD if chosen else Tone.PLAIN)

    first = replace(asked, page=0)
    periods = tuple(
        button(
            texts(f"standings.button.{period}"),
            replace(first, period=period, order=_order_in(period, asked.order)),
            chosen=period is asked.period,
        )
        for period in Period
    )
    orders = tuple(
        button(texts(f"standings.order.{order}"), replace(first, order=order), chosen=order is asked.order)
        for order in Order
        if _order_in(asked.period, order) is order
    )
    turns = []
    if page.question.page > 0:
        turns.append(button(texts("standings.before"), replace(asked, page=asked.page - 1)))
    if page.question.page + 1 < page.pages:
        turns.append(button(texts("standings.after"), replace(asked, page=asked.page + 1)))
    scope: tuple[Button, ...] = ()
    if room:
        label = texts(f"standings.scope.{EVERYWHERE if asked.here else HERE}")
        scope = (button(label, replace(first, here=not asked.here)),)
    words = button(
        texts("standings.picture" if asked.words else "standings.words"),
        replace(asked, words=not asked.words),
    )
    last = (*turns, *scope, words)
    if page.total:
        return (periods, orders, last)
    return (periods, orders, last, (beginning("challenge", texts), beginning("chouette", texts)))


def _order_in(period: Period, order: Order) -> Order:
    """By Elo only for all time."""
    return Order.POINTS if order is Order.ELO and period is not Period.ALL else order


def profile_screen(record: Record, viewer: Viewer, tz: tzinfo = UTC) -> Screen:
    """A person's record: figures, the Elo curve, the last games, and how the asker has fared."""
    texts, line = viewer.texts, record.line
    figures = _figures(record, texts)
    view = ProfileView(
        title=line.name,
        subtitle=" · ".join(_subtitle(record, texts)),
        figures=figures,
        curve=_curve(record, texts, tz),
        curve_empty=texts("profile.no_curve"),
        results_label=_last_games(record, texts),
        results=tuple(
            ResultView(
                Outcome.WON if past.won else Outcome.LOST,
                texts("profile.won" if past.won else "profile.lost"),
                past.counted,
            )
            for past in record.last
        ),
        theme=ThemeName(viewer.theme),
    )
    told = [
        f"{figure.label} {figure.value}" + (f" ({figure.note})" if figure.note else "") for figure in figures
    ]
    lines = tuple(_more(record, texts))
    return Screen(
        headline=texts("profile.headline", name=line.name),
        lines=lines,
        picture=view,
        alt=". ".join((texts("profile.headline", name=line.name), ", ".join(told))),
        quiet=True,
    )


def _last_games(record: Record, texts: Texts) -> str:
    if not record.last:
        return ""
    return texts("profile.last" if all(past.counted for past in record.last) else "profile.last_grey")


def _subtitle(record: Record, texts: Texts) -> Iterator[str]:
    yield texts("profile.subtitle", experience=record.experience)
    if record.line.provisional:
        yield texts("profile.provisional")
    elif record.line.elo is not None:
        yield texts("profile.best", elo=elo_text(record.best_elo))


def _figures(record: Record, texts: Texts) -> tuple[Figure, ...]:
    line = record.line
    share = round(100 * line.wins / line.games) if line.games else 0
    rank = "–" if record.rank is None else texts.number(record.rank)
    elo = elo_text(line.elo) if line.elo is not None else "–"
    return (
        Figure(texts.signed(line.points), texts("standings.column.points")),
        Figure(elo, texts("standings.column.elo")),
        Figure(rank, texts("profile.rank"), texts("profile.of", n=record.ranked) if record.rank else ""),
        Figure(texts.signed(line.streak), texts("standings.column.streak")),
        Figure(texts.number(line.games), texts("standings.column.games")),
        Figure(texts.number(line.wins), texts("standings.column.wins"), f"{share} %" if line.games else ""),
        Figure(texts.number(line.gammons), texts("standings.column.gammons")),
        Figure(texts.number(line.opponents), texts("profile.opponents")),
        *(_chouette_figures(record, texts) if record.chouette_games else ()),
    )


def _chouette_figures(record: Record, texts: Texts) -> tuple[Figure, ...]:
    line = record.line
    games = texts.n("profile.chouette_games", record.chouette_games)
    return (
        Figure(texts.signed(line.chouette or 0), texts("profile.chouette_points"), games),
        Figure(texts.number(line.in_box), texts("profile.in_box"), texts.signed(line.box_points)),
        Figure(texts.signed(line.best), texts("profile.best_session")),
    )


def _curve(record: Record, texts: Texts, tz: tzinfo) -> Curve:
    points = ((0.0, 1500.0), *((float(at), elo) for at, (_, elo) in enumerate(record.curve, 1)))
    if not record.curve:
        return Curve((), texts("profile.curve"))
    first, last = record.curve[0][0], record.curve[-1][0]
    return Curve(points, texts("profile.curve"), texts.date(first, tz), texts.date(last, tz))


def _more(record: Record, texts: Texts) -> Iterator[str]:
    if record.chouette_games:
        line = record.line
        points, best = texts.signed(line.chouette or 0), texts.signed(line.best)
        box = {"box": texts.number(line.in_box), "box_points": texts.signed(line.box_points)}
        yield texts.n("profile.chouette", record.chouette_games, points=points, best=best, **box)
    if record.against is not None:
        wins, losses = record.against.losses, record.against.wins
        yield texts("profile.against", name=record.line.name, wins=wins, losses=losses)
