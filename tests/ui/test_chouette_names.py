"""Names at a chouette: short where there are many, and never twice the same."""

from __future__ import annotations

from bot.app.ports import PersonId, TableId
from bot.app.table import Seat, Table
from bot.chouette.rules import SEED_RULES
from bot.ui.chouette_scene import Scene
from bot.ui.kinds import Viewer
from bot.ui.texts import Texts
from tests.support.chouettes import AnyDice, gathered, seats


def scene(*names: str) -> Scene:
    keys = [f"p{number}" for number in range(1, len(names) + 1)]
    played = gathered(seats(*keys), SEED_RULES, AnyDice())
    people = tuple(Seat(key, PersonId(key), name) for key, name in zip(keys, names, strict=True))
    table = Table(TableId("T"), "chouette", 1, played.session, people, None, 0, 0)
    return Scene(table, Viewer(Texts("en", strict=True)))


def test_players_of_the_same_name_are_numbered_as_they_came() -> None:
    shown = scene("Kim", "Kim", "Bo", "Kim")
    assert [shown.name(seat) for seat in shown.session.line] == ["Kim", "Kim 2", "Bo", "Kim 3"]


def test_names_that_become_the_same_when_shortened_stay_apart() -> None:
    long = [f"Maximilian-Alexander {number}" for number in range(9)]
    shown = scene(*long)
    told = [shown.name(seat) for seat in shown.session.line]
    assert len(set(told)) == 9
    assert all(len(name) <= 14 for name in told)


def test_few_players_keep_their_names() -> None:
    shown = scene("Maximilian-Alexander", "Bo", "Cy")
    assert shown.name(shown.session.line[0]) == "Maximilian-Alexander"
