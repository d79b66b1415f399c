"""Whatever a chouette's log and buttons hold can be written down from its type hints alone."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from enum import Enum
from types import NoneType, UnionType
from typing import Union, get_args, get_origin, get_type_hints

import pytest

from bot.chouette.actions import Action
from bot.chouette.events import Event
from bot.chouette.score_entries import Entry

KINDS: tuple[type, ...] = (*get_args(Event), *get_args(Action), *get_args(Entry))


def is_plain(hint: object) -> bool:
    """Words, numbers, yes or no, choices, nothing, and tuples and frozen records of these."""
    hint = getattr(hint, "__supertype__", hint)
    if hint in (str, int, bool, NoneType, Ellipsis):
        return True
    if isinstance(hint, UnionType) or get_origin(hint) in (tuple, Union):
        return all(is_plain(part) for part in get_args(hint))
    if isinstance(hint, type) and issubclass(hint, Enum):
        return issubclass(hint, str | int)
    if isinstance(hint, type) and issubclass(hint, tuple):
        return all(is_plain(part) for part in get_type_hints(hint).values())
    return is_record(hint)


def is_record(kind: object) -> bool:
    if not isinstance(kind, type) or not is_dataclass(kind):
        return False
    frozen = kind.__dataclass_params__.frozen  # type: ignore[attr-defined]
    return bool(frozen) and hasattr(kind, "__slots__") and all(map(is_plain, get_type_hints(kind).values()))


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_it_is_a_frozen_record_of_plain_values(kind: type) -> None:
    assert is_record(kind), {field.name: field.type for field in fields(kind)}


def test_names_of_kinds_differ_within_actions_and_events() -> None:
    for union in (Event, Action, Entry):
        names = [kind.__name__ for kind in get_args(union)]
        assert len(names) == len(set(names))
