"""The rules card of a chouette in words, its settings as buttons, and words as a card.

Both languages are understood at once in commands. Must not know what a rule does: ``bot.chouette.rules``
judges what can be.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from bot.chouette.rules import SEED_RULES, AnswerOrder, ChouetteRules, Consulting, Extras, Retention
from bot.game.rules import BearOff, Contact, Start, Timeout
from bot.game.violations import BadInput, RuleViolation
from bot.ui.texts import Texts


@dataclass(frozen=True, slots=True)
class Option:
    """One field of the card: its name in buttons, and what can be chosen, each with its line of text."""

    field: str
    label: str
    values: Mapping[Any, tuple[str, str]]
    """A value's short name for the button, and its sentence on the card."""

    @property
    def choices(self) -> tuple[Any, ...]:
        """The values in the order in which a button goes through them."""
        return tuple(self.values)


def _switch(field: str, label: str, on: str, off: str) -> Option:
    return Option(field, label, {False: ("rule.off", off), True: ("rule.on", on)})


OPTIONS: tuple[Option, ...] = (
    _switch("jacoby", "rule.jacoby", "card.jacoby", "card.no_jacoby"),
    Option(
        "beavers",
        "rule.beavers",
        {
            0: ("rule.off", "card.no_beavers"),
            1: ("rule.beavers.1", "card.beavers"),
            2: ("rule.beavers.2", "card.raccoons"),
        },
    ),
    Option(
        "automatic_doubles",
        "rule.automatic",
        {
            0: ("rule.off", "card.no_automatic"),
            1: ("rule.automatic.1", "card.automatic.1"),
            3: ("rule.automatic.3", "card.automatic.3"),
        },
    ),
    Option(
        "extras",
        "rule.extras",
        {
            Extras.OFF: ("rule.off", "card.no_extras"),
            Extras.OPTIONAL: ("rule.extras.may", "card.extras.may"),
            Extras.MANDATORY: ("rule.extras.must", "card.extras.must"),
        },
    ),
    Option(
        "order",
        "rule.order",
        {
            AnswerOrder.RANK: ("rule.order.rank", "card.order.rank"),
            AnswerOrder.REVERSE: ("rule.order.reverse", "card.order.reverse"),
            AnswerOrder.SEALED: ("rule.order.sealed", "card.order.sealed"),
        },
    ),
    Option(
        "retention",
        "rule.retention",
        {
            Retention.SEED: ("rule.retention.seed", "card.retention.seed"),
            Retention.NOT_NEGATIVE: ("rule.retention.not_negative", "card.retention.not_negative"),
            Retention.POSITIVE: ("rule.retention.positive", "card.retention.positive"),
            Retention.DUEL: ("rule.retention.duel", "card.retention.duel"),
        },
    ),
    Option(
        "consulting",
        "rule.consulting",
        {
            Consulting.AFTER_DOUBLE: ("rule.consulting.after", "card.consulting.after"),
            Consulting.ALWAYS: ("rule.consulting.always", "card.consulting.always"),
            Consulting.NEVER: ("rule.consulting.never", "card.consulting.never"),
        },
    ),
    _switch("lone_taker_must_beaver", "rule.lone", "card.lone", "card.no_lone"),
    _switch("captain_must_be_taken", "rule.captain", "card.captain", "card.no_captain"),
    Option(
        "cap",
        "rule.cap",
        {
            None: ("rule.off", "card.no_cap"),
            8: ("rule.cap.8", "card.cap.8"),
            16: ("rule.cap.16", "card.cap.16"),
            64: ("rule.cap.64", "card.cap.64"),
        },
    ),
    Option(
        "grace_s",
        "rule.grace",
        {
            10: ("rule.grace.10", "card.grace.10"),
            30: ("rule.grace.30", "card.grace.30"),
            0: ("rule.grace.0", "card.grace.0"),
        },
    ),
    Option(
        "move_s",
        "rule.time",
        {
            300: ("rule.time.300", "card.time.300"),
            60: ("rule.time.60", "card.time.60"),
            86400: ("rule.time.86400", "card.time.86400"),
        },
    ),
)
"""What the card's menu offers, in its order."""

_BOARD: tuple[tuple[str, Any, str], ...] = (
    ("start", Start.BAR, "rules.start"),
    ("contact", Contact.PIN, "rules.contact"),
    ("bear_off", BearOff.FREE, "rules.bear_off"),
    ("timeout", Timeout.CLAIM, "card.claim"),
)
"""House rules of the board, which only words can ask for."""


def card_lines(rules: ChouetteRules, texts: Texts) -> list[str]:
    """The whole card, a sentence for each field."""
    return [*(_sentence(option, rules, texts) for option in OPTIONS), *_house_rules(rules, texts)]


def card_in_brief(rules: ChouetteRules, texts: Texts) -> str:
    """What the card has that is not usual, in one line."""
    unusual = [
        texts("rule.value", rule=texts(option.label), value=_short(option, rules, texts))
        for option in OPTIONS
        if getattr(rules, option.field) != getattr(SEED_RULES, option.field)
    ]
    unusual += [sentence.rstrip(".") for sentence in _house_rules(rules, texts)]
    return texts("card.brief", rules="; ".join(unusual)) if unusual else texts("card.usual")


def _sentence(option: Option, rules: ChouetteRules, texts: Texts) -> str:
    value = getattr(rules, option.field)
    if value in option.values:
        return texts(option.values[value][1])
    return texts("rule.value", rule=texts(option.label), value=_short(option, rules, texts))


def _short(option: Option, rules: ChouetteRules, texts: Texts) -> str:
    value = getattr(rules, option.field)
    if value in option.values:
        return texts(option.values[value][0])
    return texts.duration(value) if option.field in ("move_s", "grace_s") else texts.number(value)


def _house_rules(rules: ChouetteRules, texts: Texts) -> Iterator[str]:
    for field, unusual, key in _BOARD:
        if getattr(rules, field) == unusual:
            yield texts(key)


def menu_choices(rules: ChouetteRules, texts: Texts) -> Iterator[tuple[str, str]]:
    """A button's label and argument for each option: what it is, and what a press makes of it."""
    for number, option in enumerate(OPTIONS):
        label = texts("rule.value", rule=texts(option.label), value=_short(option, rules, texts))
        value, choices = getattr(rules, option.field), option.choices
        at = choices.index(value) + 1 if value in choices else 0
        yield label, f"{number}.{at % len(choices)}"


def changed_card(rules: ChouetteRules, arg: str) -> ChouetteRules:
    """The card after a press of such a button. Raises ``RuleViolation`` (``press.stale``)."""
    number, _, choice = arg.partition(".")
    if not (number.isdecimal() and choice.isdecimal() and int(number) < len(OPTIONS)):
        raise RuleViolation("press.stale")
    option = OPTIONS[int(number)]
    if int(choice) >= len(option.choices):
        raise RuleViolation("press.stale")
    return with_change(rules, {option.field: option.choices[int(choice)]})


def with_change(rules: ChouetteRules, changes: Mapping[str, Any]) -> ChouetteRules:
    """The card with other fields; the first move always has at least the time of a move."""
    first = max(rules.first_move_s, int(changes.get("move_s", rules.move_s)))
    return replace(rules, **{"first_move_s": first, **changes})


_SAID: Mapping[str, Mapping[str, Any]] = {
    "jacoby": {"jacoby": True},
    "no jacoby": {"jacoby": False},
    "ohne jacoby": {"jacoby": False},
    "beavers": {"beavers": 1},
    "beaver": {"beavers": 1},
    "biber": {"beavers": 1},
    "raccoons": {"beavers": 2},
    "waschbären": {"beavers": 2},
    "automatic": {"automatic_doubles": 1},
    "automatics": {"automatic_doubles": 1},
    "automatisch": {"automatic_doubles": 1},
    "extras": {"extras": Extras.OPTIONAL},
    "mandatory extras": {"extras": Extras.MANDATORY},
    "pflicht extras": {"extras": Extras.MANDATORY},
    "sealed": {"order": AnswerOrder.SEALED},
    "verdeckt": {"order": AnswerOrder.SEALED},
    "reverse": {"order": AnswerOrder.REVERSE},
    "umgekehrt": {"order": AnswerOrder.REVERSE},
    "duel": {"retention": Retention.DUEL},
    "duell": {"retention": Retention.DUEL},
    "positive": {"retention": Retention.POSITIVE},
    "positiv": {"retention": Retention.POSITIVE},
    "not negative": {"retention": Retention.NOT_NEGATIVE},
    "nicht negativ": {"retention": Retention.NOT_NEGATIVE},
    "consulting": {"consulting": Consulting.ALWAYS},
    "beraten": {"consulting": Consulting.ALWAYS},
    "no consulting": {"consulting": Consulting.NEVER},
    "ohne beratung": {"consulting": Consulting.NEVER},
    "lone beaver": {"lone_taker_must_beaver": True},
    "einzelbiber": {"lone_taker_must_beaver": True},
    "take captain": {"captain_must_be_taken": True},
    "käpten zuerst": {"captain_must_be_taken": True},
    "no grace": {"grace_s": 0},
    "ohne bedenkzeit": {"grace_s": 0},
    "pin": {"contact": Contact.PIN},
    "blocken": {"contact": Contact.PIN},
    "bar": {"start": Start.BAR},
    "bank": {"start": Start.BAR},
    "free": {"bear_off": BearOff.FREE},
    "ohne aufrücken": {"bear_off": BearOff.FREE},
    "claim": {"timeout": Timeout.CLAIM},
    "reklamieren": {"timeout": Timeout.CLAIM},
    "and": {},
    "und": {},
    "with": {},
    "mit": {},
}
MOST_WORDS = 40


def parse_card(text: str) -> ChouetteRules:
    """The card that a command asks for; without a word the seed's. Raises ``BadInput`` (``rules.word``)."""
    words = [word.strip(",;.()") for word in text.casefold().split()][:MOST_WORDS]
    changes, at = dict[str, Any](), 0
    while at < len(words):
        phrase = next((n for n in (2, 1) if " ".join(words[at : at + n]) in _SAID), 0)
        if phrase:
            changes |= _SAID[" ".join(words[at : at + phrase])]
        else:
            changes |= _seconds(words[at])
        at += phrase or 1
    return with_change(SEED_RULES, changes)


def _seconds(word: str) -> Mapping[str, Any]:
    """ "5min" is the time for a move, "cap64" the highest cube."""
    if word.startswith("cap") and word[3:].isdecimal():
        return {"cap": int(word[3:])}
    for unit, seconds in (("min", 60), ("h", 3600), ("s", 1), ("d", 86400)):
        number = word.removesuffix(unit)
        if number != word and number.isdecimal() and len(number) < 6:
            return {"move_s": int(number) * seconds}
    raise BadInput("rules.word", {"word": word[:30]})
