"""Which texts the program asks for: read from its source, so that the catalogues can be held against it.

Found are calls of a ``Texts`` with a literal key (``texts("button.roll")``, ``texts.n("line.points", n)``),
codes of refusals (``RuleViolation("turn.not_yours")``), and any string that is a key of the catalogue. A key
put together (``f"reason.{word}"`` or ``"reason." + word``) belongs to a *family*: its members stand in
``FAMILIES`` below.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from bot.adapters.web import PAGE_TEXTS
from bot.app.ratings import Reason
from bot.app.standings import Order, Period
from bot.game.result import How, Kind
from bot.render.view import Shade
from bot.ui import next_steps, pages
from bot.ui.commands import SUGGESTED
from bot.ui.invite_screen import PRESET_BUTTONS
from bot.ui.room_page import ROOM_SETTINGS, ROOM_TABS
from bot.ui.typed_words import TOLD_WORDS

BOT = Path(__file__).parents[2] / "bot"
CODE = re.compile(r"[a-z_0-9]+(\.[a-z_0-9]+)+")

HEIGHTS = tuple(kind.name.lower() for kind in Kind)

FAMILIES: Mapping[str, tuple[str, ...]] = {
    "counted.not.": tuple(Reason),
    "standings.title.": ("here", "all"),
    "standings.chouettes.": ("here", "all"),
    "standings.scope.": ("here", "all"),
    "standings.period.": tuple(Period),
    "standings.button.": tuple(Period),
    "standings.order.": tuple(Order),
    "standings.column.": (
        *("points", "elo", "games", "wins", "gammons", "streak", "opponents", "chouette"),
        *("in_box", "box_points", "best"),
    ),
    "aborted.": (
        "time.nobody_moved",
        *(f"time.{why}" for why in ("early", "left", "agreed", "alone", "admin")),
    ),
    "button.offer.": HEIGHTS,
    "button.menu.": ("welcome", "how_long", "help", "rules", "settings"),
    "command.": SUGGESTED,
    "factor.": ("gammon", "backgammon"),
    "help.command.": pages.HELP,
    "headline.match_": (How.TIMEOUT, How.LEAVING),
    "headline.resigning.": HEIGHTS,
    "how.": tuple(str(how) if how is How.DROP else f"{how}.{height}" for how in How for height in HEIGHTS),
    "leave.game.": HEIGHTS,
    "level.": ("easy", "medium", "strong", "world"),
    "page.rules.": pages.RULES,
    "preset.": tuple(PRESET_BUTTONS),
    "reason.": ("dice", "bar_first", "pinned", "no_checker", "not_home", "higher_first", "blocked"),
    "setting.": (
        *pages.SETTINGS,
        *(f"{name}.{said}" for name, values in pages.SETTINGS.items() for said in values),
    ),
    "settings.tab.": tuple(pages.SETTING_TABS),
    "room.": (
        *ROOM_SETTINGS,
        *(f"{name}.{said}" for name, values in ROOM_SETTINGS.items() for said in values),
    ),
    "room.tab.": tuple(ROOM_TABS),
    "shade.": tuple(Shade),
    "typed.": (*TOLD_WORDS, "nothing"),
    "usage.": (
        "play",
        "challenge",
        "board",
        "move",
        "resign",
        "chouette",
        "position",
        "accept",
        "name",
        "away",
        "end",
    ),
    "web.": PAGE_TEXTS,
    "welcome.button.": next_steps.BEGINNINGS,
    "welcome.line.": next_steps.BEGINNINGS,
}
"""Prefix of a key that is put together in the code, and all that can follow."""

CODES_OF = {
    "RuleViolation": "violation.",
    "BadInput": "violation.",
    "BadNotation": "violation.",
    "Refused": "refused.",
}
"""Exceptions that carry a code, and where its text is."""

NO_CODES = frozenset({"formats"})
"""Packages of the core whose codes go to the command line, which has sentences of its own."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A key that the code asks for; ``facts`` None where they are not plain in the call."""

    key: str
    where: str
    facts: frozenset[str] | None = None
    plural: bool | None = None


@dataclass(frozen=True, slots=True)
class Prefix:
    """A key that is put together."""

    prefix: str
    where: str


@cache
def sources() -> tuple[tuple[Path, ast.Module], ...]:
    return tuple((path, ast.parse(path.read_text("utf-8"))) for path in sorted(BOT.rglob("*.py")))


@cache
def asked() -> tuple[Asked | Prefix, ...]:
    """All that the code asks for, families as prefixes."""
    return tuple(_asked())


def _asked() -> Iterator[Asked | Prefix]:
    for path, tree in sources():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                yield from _from_call(node, f"{path.relative_to(BOT.parent)}:{node.lineno}")
        if path.parent in (BOT / "game", BOT / "chouette"):
            yield from _codes_of_core(path, tree)


def _from_call(call: ast.Call, where: str) -> Iterator[Asked | Prefix]:
    plural = isinstance(call.func, ast.Attribute) and call.func.attr == "n"
    target = call.func.value if plural and isinstance(call.func, ast.Attribute) else call.func
    if not call.args:
        return
    if _is_texts(target):
        facts = None if any(word.arg is None for word in call.keywords) else _names(call)
        for key in _keys(call.args[0], where):
            yield key if isinstance(key, Prefix) else Asked(key, where, facts, plural)
    name = target.id if isinstance(target, ast.Name) else getattr(target, "attr", "")
    if name in CODES_OF and not any(package in where for package in NO_CODES):
        for key in _keys(call.args[0], where):
            if isinstance(key, str):
                yield Asked(CODES_OF[name] + key, where, _facts_of_refusal(call))


def _names(call: ast.Call) -> frozenset[str]:
    return frozenset(str(word.arg) for word in call.keywords)


def _is_texts(node: ast.expr) -> bool:
    """``texts``, ``self._texts``, ``told.texts``, ``texts_for(…)``: by name, as the whole code calls them."""
    if isinstance(node, ast.Name):
        return node.id in ("texts", "_texts")
    if isinstance(node, ast.Attribute):
        return node.attr in ("texts", "_texts")
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "texts_for"


def _keys(node: ast.expr, where: str) -> Iterator[str | Prefix]:
    match node:
        case ast.Constant(value=str(key)) if "." in key:
            yield key
        case ast.IfExp(body=body, orelse=orelse):
            yield from _keys(body, where)
            yield from _keys(orelse, where)
        case ast.BoolOp(values=values):
            for value in values:
                yield from _keys(value, where)
        case ast.JoinedStr(values=[ast.Constant(value=str(prefix)), *_]):
            yield Prefix(prefix, where)
        case ast.BinOp(left=ast.Constant(value=str(prefix)), op=ast.Add()):
            yield Prefix(prefix, where)


def _facts_of_refusal(call: ast.Call) -> frozenset[str] | None:
    if len(call.args) > 1:
        facts = call.args[1]
        if not isinstance(facts, ast.Dict) or any(key is None for key in facts.keys):
            return None
        return frozenset(str(key.value) for key in facts.keys if isinstance(key, ast.Constant))
    return None if any(word.arg is None for word in call.keywords) else _names(call)


def _codes_of_core(path: Path, tree: ast.Module) -> Iterator[Asked]:
    """In the core any string of the form "word.word" is a code of a refusal."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and CODE.fullmatch(node.value):
            yield Asked("violation." + node.value, f"{path.relative_to(BOT.parent)}:{node.lineno}")


@cache
def strings() -> frozenset[str]:
    """Every string in the code, for keys that are kept in a variable before they are asked for."""
    return frozenset(
        node.value
        for _, tree in sources()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )
