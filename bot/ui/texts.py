"""Every word that people read: catalogues of texts, and numbers, lists and times in the reader's language.

The catalogues are gettext files (``locale/en.po``, ``locale/de.po``, and parts such as ``en.web.po``) read at
run time, no compile step. A message's id is a key such as ``button.roll``; both languages give its text. To
add one: put it under the comment of its section in *both* files, with the same ``{placeholders}``;
``tests/ui/test_texts.py`` says what is missing, unused or badly formatted. Must not know games or chats.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime, tzinfo
from functools import cache
from gettext import c2py
from pathlib import Path
from typing import Literal

from babel import Locale
from babel.dates import format_date, format_time, get_timezone_name
from babel.lists import format_list
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from babel.numbers import format_decimal
from babel.units import format_unit

LANGUAGES = ("en", "de")
FALLBACK = "en"
CATALOGUES = Path(__file__).parent / "locale"

FORMATS = {"en": "en_GB", "de": "de_DE"}
"""Whose customs of lists, times and numbers go with a language: English ones without a.m. and p.m."""

PERSONS = frozenset({"name", "who", "other", "winner", "loser"})
"""Placeholders that hold a person's name, which is kept apart from the sentence's writing direction."""

FIRST_STRONG_ISOLATE, POP_ISOLATE = "\u2068", "\u2069"
MINUS = "−"
UNREADABLE, FLOATS = 10**15, 10**300

_UNITS = (("day", 86400), ("hour", 3600), ("minute", 60), ("second", 1))
_log = logging.getLogger(__name__)


class MissingText(LookupError):
    """No catalogue has a text for this key."""


def isolated(name: str) -> str:
    """A name that may run in another direction than the sentence around it (FSI … PDI)."""
    if name.startswith(FIRST_STRONG_ISOLATE):
        return name
    return f"{FIRST_STRONG_ISOLATE}{name}{POP_ISOLATE}"


@cache
def catalogue(language: str) -> Catalog:
    """The parsed catalogue of a language: ``<language>.po`` and the parts ``<language>.<subject>.po``."""
    whole = Catalog(locale=language)
    for path in sorted(CATALOGUES.glob(f"{language}.*po")):
        with path.open("rb") as file:
            part = read_po(file, locale=language, abort_invalid=True)
        for message in part:
            if message.id and message.id in whole:
                raise ValueError(f"{path.name}: {message.id!r} stands in another part too")
            if message.id:
                whole[message.id if isinstance(message.id, str) else message.id[0]] = message
    return whole


class Texts:
    """The texts of one language. ``strict`` (tests) raises ``MissingText``; otherwise English stands in."""

    def __init__(self, language: str, *, strict: bool = False) -> None:
        if language not in LANGUAGES:
            raise ValueError(f"no catalogue for {language!r}, only for {', '.join(LANGUAGES)}")
        self.language = language
        self._strict = strict
        self._locale = Locale.parse(FORMATS[language])

    def __repr__(self) -> str:
        return f"Texts({self.language!r})"

    def __call__(self, key: str, /, **facts: object) -> str:
        """The text of ``key`` with its placeholders filled in; without facts, as it stands."""
        return self._filled(self._forms(key)[0], facts)

    def n(self, key: str, n: int, /, **facts: object) -> str:
        """The text of ``key`` in the plural form of ``n``, which also fills the placeholder ``{n}``."""
        forms = self._forms(key)
        form = _plural_form(self.language)(n) if len(forms) > 1 else 0
        return self._filled(forms[min(form, len(forms) - 1)], {"n": self.number(n), **facts})

    def __contains__(self, key: object) -> bool:
        return isinstance(key, str) and bool(_strings(self.language, key))

    def list(self, items: Iterable[str], style: Literal["standard", "or"] = "standard") -> str:
        """“A, B and C”; ``style`` "or" for “A, B or C”."""
        return format_list(list(items), style=style, locale=self._locale)

    def number(self, n: float) -> str:
        """A number with the language's separators and a real minus sign."""
        if isinstance(n, int) and -1000 < n < 1000:  # nearly all: no separators, and the formatter is slow
            return str(n).replace("-", MINUS)
        if abs(n) >= UNREADABLE:  # the formatter takes no more than 28 digits
            return f"{n:.0e}".replace("-", MINUS) if abs(n) < FLOATS else "∞"
        return format_decimal(n, locale=self._locale).replace("-", MINUS)

    def signed(self, n: float) -> str:
        """A number with its sign, + or −; nothing before zero."""
        return f"+{self.number(n)}" if n > 0 else self.number(n)

    def duration(self, seconds: float) -> str:
        """A time span in its two largest units: “1 hour 30 minutes”."""
        left = max(round(seconds), 0)
        parts: list[str] = []
        for unit, size in _UNITS:
            count, left = divmod(left, size)
            if count and len(parts) < 2:
                parts.append(format_unit(count, f"duration-{unit}", "long", locale=self._locale))
        return " ".join(parts) or format_unit(0, "duration-second", "long", locale=self._locale)

    def datetime(self, ms: int, tz: tzinfo = UTC) -> str:
        """Date and time of day of a moment (ms since 1970), with the zone's name."""
        return f"{self.date(ms, tz)}, {self.time(ms, tz)}"

    def date(self, ms: int, tz: tzinfo = UTC) -> str:
        """The day of a moment (ms since 1970)."""
        return format_date(datetime.fromtimestamp(ms / 1000, tz), "medium", locale=self._locale)

    def time(self, ms: int, tz: tzinfo = UTC) -> str:
        """Time of day of a moment (ms since 1970), with the zone's name."""
        at = datetime.fromtimestamp(ms / 1000, tz)
        zone = get_timezone_name(at, "short", locale=self._locale)
        if not zone[0].isalpha():  # the language has no short name, only the difference to UTC
            zone = at.tzname() or zone
        return f"{format_time(at, 'short', locale=self._locale)} {zone}"

    def _forms(self, key: str) -> tuple[str, ...]:
        for language in (self.language,) if self._strict else (self.language, FALLBACK):
            if strings := _strings(language, key):
                return strings
        if self._strict:
            raise MissingText(f"{key!r} has no text in {self.language}.po")
        _log.error("no text for the key %s", key)
        return (key,)

    def _filled(self, text: str, facts: Mapping[str, object]) -> str:
        if not facts:
            return text
        shown = {name: self._shown(name, fact) for name, fact in facts.items()}
        return text.format_map(shown if self._strict else _Forgiving(shown))

    def _shown(self, name: str, fact: object) -> object:
        if name in PERSONS:
            return isolated(str(fact))
        if isinstance(fact, int) and not isinstance(fact, bool):
            return self.number(fact)
        return fact


@cache
def _plural_form(language: str) -> Callable[[int], int]:
    """Which of a message's forms goes with a number: the catalogue's own expression."""
    return c2py(catalogue(language).plural_expr)


class _Forgiving(dict[str, object]):
    """At run time a fact that was not given leaves a gap in the sentence, not an error."""

    def __missing__(self, name: str) -> str:
        _log.error("no fact {%s} for a text", name)
        return "…"


def _strings(language: str, key: str) -> tuple[str, ...]:
    message = catalogue(language).get(key)
    if message is None or not message.string:
        return ()
    return (message.string,) if isinstance(message.string, str) else tuple(message.string)


@cache
def texts(language: str) -> Texts:
    """The texts of a language, made once."""
    return Texts(language)


def texts_for(locale: str | None) -> Texts:
    """The texts for a client's locale ("de-AT", "en_US", None): German for any German one, else English."""
    wanted = (locale or "").replace("_", "-").split("-")[0].casefold()
    return texts(wanted if wanted in LANGUAGES else FALLBACK)
