"""The screens beside the boards: standings, records, positions and pages with random contents, and whatever
people with bad names get to see who run any command and press any button. Knows no platform.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from bot.adapters.testchat import TestChat
from bot.adapters.testchat.messages import Place
from bot.adapters.testchat.person import Person
from bot.app.archive import Identity
from bot.app.archive import Person as Somebody
from bot.app.people import Known
from bot.app.ports import Chat, PersonId
from bot.app.screen import Screen
from bot.app.standings import (
    CURVE_POINTS,
    LAST_RESULTS,
    PAGE,
    HeadToHead,
    Line,
    Order,
    Page,
    Past,
    Period,
    Question,
    Record,
)
from bot.game.cube import Cube
from bot.game.formats.position_info import Offer, PositionInfo
from bot.game.formats.xgid import format_xgid
from bot.game.plays import LegalPlays
from bot.game.position import OFF, STANDARD_START, Position
from bot.game.rules import MONEY, SPEEDGAMEZ, Rules
from bot.game.side import Side
from bot.ui import pages
from bot.ui.commands import SUGGESTED
from bot.ui.kinds import Viewer
from bot.ui.position_screen import position_screen
from bot.ui.standings_screen import Asked, profile_screen, read_asked, standings_screen
from tests.support.chouette_screen_walk import NASTY, names
from tests.support.chouettes import random_rules
from tests.support.match_tables import DE, EN, NOW
from tests.support.service import service_over

ROOM = Chat("test", "club", private=False)
ARGUMENTS = (
    "",
    "",
    "",
    "3",
    "5 crawford",
    "money",
    "speedgamez",
    "text",
    "all",
    "elo",
    "chouette",
    "week",
    "xyz" * 90,
)
"""What is typed behind a command."""


def random_pages(seed: int) -> Iterator[Screen]:
    """One of each kind, for a reader of one language."""
    chance = random.Random(seed)
    viewer = Viewer(
        chance.choice((EN, DE)), chance.choice((None, PersonId("p0"))), chance.choice(("light", "dark", "cb"))
    )
    yield from (pages.welcome(viewer.texts), pages.help_page(viewer.texts))
    yield pages.rules_page(viewer.texts, chance.choice((None, Rules(length=25), MONEY, SPEEDGAMEZ)))
    yield pages.chouette_rules_page(viewer.texts, random_rules(chance))
    yield from _settings(chance, viewer)
    for _ in range(3):
        yield from _standings(chance, viewer)
        yield profile_screen(_record(chance), viewer)
        yield position_screen(random_position(chance), viewer)


def _settings(chance: random.Random, viewer: Viewer) -> Iterator[Screen]:
    chosen = {
        name: chance.choice(list(values.values()))
        for name, values in pages.SETTINGS.items()
        if name != "language"
    }
    person = Somebody(PersonId("p0"), names(chance, 1)[0], chance.choice((None, "de")), chosen, False)
    known = Known(person, Identity("test", "1", person.id, None, "de"))
    for tab in pages.SETTING_TABS:
        yield pages.settings_page(known, viewer.texts, tab)


def _line(chance: random.Random, rank: int, name: str) -> Line:
    games = chance.choice((0, 1, 77, 123_456))
    return Line(
        rank,
        PersonId(f"p{rank}"),
        name,
        chance.choice((-1_234_560, -10, 0, 9_999_990)),
        games,
        chance.randint(0, games),
        chance.randint(0, games),
        chance.choice((-120, 0, 1, 999)),
        chance.choice((0, 1, 2_000)),
        chance.choice((None, 1500.0, 2345.678)),
        chance.random() < 0.5,
        chance.choice((None, -99_999, 12)),
    )


def _standings(chance: random.Random, viewer: Viewer) -> Iterator[Screen]:
    pressed = Asked(chance.random() < 0.5, chance.choice(list(Period)), chance.choice(list(Order)))
    asked = read_asked(str(pressed))
    assert asked is not None
    count, page = chance.choice((0, 1, PAGE)), chance.choice((0, 1, 998))
    lines = tuple(_line(chance, page * PAGE + at + 1, name) for at, name in enumerate(names(chance, count)))
    question = Question(ROOM if asked.here else None, asked.period, asked.order, page)
    mine = chance.choice((None, _line(chance, 9_999, names(chance, 1)[0])))
    total = page * PAGE + count + chance.choice((0, 12_345))
    for words in (False, True):
        said = replace(asked, page=page, words=words, language=chance.choice((None, "de")))
        yield standings_screen(Page(question, lines, total, mine), said, viewer, room=chance.random() < 0.5)


def _record(chance: random.Random) -> Record:
    line = _line(chance, 1, names(chance, 1)[0])
    changes = chance.choice((0, 1, CURVE_POINTS))
    return Record(
        line,
        chance.choice((None, 1, 12_345)),
        99_999,
        chance.randint(0, 9_999),
        1500.0 + chance.randint(0, 900),
        tuple((NOW + at * 60_000, chance.uniform(900, 2_300)) for at in range(changes)),
        tuple(
            Past(chance.random() < 0.5, chance.choice((None, PersonId("p1"))), chance.random() < 0.5, NOW)
            for _ in range(chance.choice((0, 1, LAST_RESULTS)))
        ),
        chance.choice((0, 1, 4_321)),
        chance.choice((None, HeadToHead(1, 9_999))),
    )


def random_position(chance: random.Random) -> PositionInfo:
    """A position of a random game, with any cube, dice, score and rules."""
    length = chance.choice((None, 1, 7, 25))
    owner = chance.choice((None, Side.X, Side.O))
    roll = chance.choice((None, (chance.randint(1, 6), chance.randint(1, 6))))
    return PositionInfo(
        position=_board(chance),
        on_roll=chance.choice(list(Side)),
        cube=Cube(1 << chance.randint(0, 10), owner, turned=owner is not None),
        roll=roll,
        offer=None if roll else chance.choice((None, *Offer)),
        score_x=chance.randint(0, length - 1 if length else 99),
        score_o=chance.randint(0, length - 1 if length else 99),
        length=length,
        crawford=length is not None and chance.random() < 0.5,
        jacoby=length is None and chance.random() < 0.5,
        beavers=length is None and chance.random() < 0.5,
        max_cube=1 << chance.randint(0, 12),
    )


def _board(chance: random.Random) -> Position:
    position = STANDARD_START
    for _ in range(chance.randint(0, 80)):
        plays = list(LegalPlays(position, (chance.randint(1, 6), chance.randint(1, 6))))
        position = chance.choice(plays).position if plays else position
        if position.own[OFF] == 15:
            break
        position = position.mirrored()
    return position


async def screens_of_random_hands(path: Path, seed: int, acts: int) -> list[Screen]:
    """All that three people get to see, one of them an admin, who command and press so often what they like,
    in a room and alone with the bot.
    """
    chance = random.Random(seed)
    async with service_over(path) as (_, chat):
        room, people = chat.room("club"), _people(chat, chance)
        places = [room, *(one.direct for one in people)]
        for _ in range(acts):
            person = chance.choice(people)
            place = chance.choice((room, person.direct))
            await _some_act(chance, person, place)
        return [version.screen for one in places for message in one.messages for version in message.versions]


def _people(chat: TestChat, chance: random.Random) -> list[Person]:
    raw = chance.sample(NASTY, 3)
    return [
        chat.person(name, chance.choice(("en", "de")), admin=number == 0, external_id=f"n{number}")
        for number, name in enumerate(raw)
    ]


async def _some_act(chance: random.Random, person: Person, place: Place) -> None:
    """A press on one of the newest messages, mostly; else a command."""
    seen = [message for message in place.seen_by(person.visitor.external_id) if message.buttons()][:3]
    if seen and chance.random() < 0.7:
        message = chance.choice(seen)
        button = chance.choice([one for one in message.buttons() if one.press] or [None])
        if button is not None:
            await person.presses(place, data=button.press, message=message)
        return
    command, argument = chance.choice(tuple(SUGGESTED)), chance.choice(ARGUMENTS)
    if command == "position":
        argument = format_xgid(random_position(chance))
    await person.runs(f"/{command} {argument}".strip(), place)
