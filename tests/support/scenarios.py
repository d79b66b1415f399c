"""What conversations that every platform must carry are made of: stages, people, buttons, playing on.

A `Stage` is a running service with people in front of one platform's clients: the chat in memory, Telegram,
Discord. A `Scenario` is one text for all of them; those of a subject are in a module of their own, and a test
of a platform runs them on its own stage. Nothing here knows a platform.
"""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from bot.app.ports import PersonId, TableId, Visitor
from bot.app.table import Status, Table
from bot.game.dice import Dice
from bot.game.match import Match
from bot.ui.press import InvitePress, MenuPress, Parsed, TablePress, parse_press
from bot.wiring import Service
from tests.support.dice import FreshDice, ScriptedDice


@dataclass(frozen=True, slots=True)
class Key:
    """A button as somebody sees it: its label, and what it sends."""

    label: str
    data: str

    @property
    def press(self) -> Parsed | None:
        """What the data means."""
        return parse_press(self.data)


class Shown(Protocol):
    """A message on a screen."""

    @property
    def text(self) -> str:
        """Headline and lines, without formatting."""

    @property
    def keys(self) -> Sequence[Key]:
        """The buttons that can be pressed, row by row."""

    @property
    def has_picture(self) -> bool:
        """Whether it shows a picture."""


class Spot(Protocol):
    """A room or a direct chat."""

    @property
    def board(self) -> Shown:
        """The newest message that everybody there sees and that has buttons."""

    @property
    def newest(self) -> Shown:
        """The newest message that everybody there sees."""


class Actor(Protocol):
    """Somebody in front of a client. Each deed returns when the service has come to rest."""

    @property
    def visitor(self) -> Visitor:
        """As the platform tells the service of this person."""

    @property
    def direct(self) -> Spot:
        """The person's own chat with the bot."""

    @property
    def notices(self) -> Sequence[str]:
        """The sentences that this person alone was shown, oldest first."""

    def privates(self, spot: Spot) -> Sequence[Shown]:
        """The screens that this person alone was shown, newest first: there, or, where the platform has
        nothing private in a room, in the direct chat.
        """

    async def say(self, spot: Spot, text: str) -> None:
        """Write plain text to the bot."""

    async def run(self, spot: Spot, command: str, target: Actor | None = None) -> None:
        """Run a command, such as ``/challenge 3``, perhaps naming a person."""

    async def press(self, spot: Spot, key: Key, on: Shown | None = None, times: int = 1) -> None:
        """Press a button of the newest board, or of another message on the screen; ``times`` at once."""


class Stage(Protocol):
    """A running service on one platform."""

    @property
    def service(self) -> Service:
        """The service behind it."""

    def actor(self, name: str, language: str = "en") -> Actor:
        """A new person, whose direct chat with the bot is open."""

    def room(self, title: str, *members: Actor) -> Spot:
        """A new room with these people and the bot in it."""

    async def pass_time(self, seconds: float) -> None:
        """Let time go by."""

    async def restart(self) -> None:
        """Stop the service and start it over the same database; chats and their messages stay."""


DiceFor = Callable[[TableId], Dice]
StageMaker = Callable[[Path, DiceFor], AbstractAsyncContextManager[Stage]]


@dataclass(frozen=True, slots=True)
class Scenario:
    """A conversation and the dice it is thrown."""

    run: Callable[[Stage], Awaitable[None]]
    rolls: tuple[tuple[int, ...], ...] = ()
    seed: int = 0

    def dice(self) -> DiceFor:
        """Fresh dice: the scripted rolls, or seeded ones."""
        thrown: Dice = ScriptedDice(self.rolls) if self.rolls else FreshDice(self.seed)
        return lambda _: thrown


# What people look for


def labels(shown: Shown) -> list[str]:
    """The labels of a message's buttons."""
    return [key.label for key in shown.keys]


def key_of(shown: Shown, label: str) -> Key:
    """The button with this label. Raises ``LookupError``."""
    for key in shown.keys:
        if key.label == label:
            return key
    raise LookupError(f"no button {label!r} among {labels(shown)}")


def key_for(shown: Shown, op: str) -> Key:
    """The button that does this. Raises ``LookupError``."""
    for key in shown.keys:
        if isinstance(key.press, TablePress | MenuPress | InvitePress) and key.press.op == op:
            return key
    raise LookupError(f"no button does {op!r} among {labels(shown)}")


def offers(shown: Shown, op: str) -> bool:
    """Whether a button does this."""
    return any(
        isinstance(key.press, TablePress | MenuPress | InvitePress) and key.press.op == op
        for key in shown.keys
    )


async def press_label(actor: Actor, spot: Spot, label: str) -> None:
    """Press the newest board's button of this label."""
    await actor.press(spot, key_of(spot.board, label))


async def press_op(actor: Actor, spot: Spot, op: str) -> None:
    """Press the newest board's button that does this."""
    await actor.press(spot, key_for(spot.board, op))


async def table_of(stage: Stage, actor: Actor) -> Table:
    """The newest table of a person."""
    known = await stage.service.people.meet(actor.visitor)
    ids = await stage.service.archive.tables_of(known.person.id)
    return await stage.service.tables.load(ids[0])


def match_of(table: Table) -> Match:
    """The match of a table."""
    assert isinstance(table.state, Match)
    return table.state


async def challenged(stage: Stage, rules: str = "3") -> tuple[Spot, Actor, Actor]:
    """Anna has challenged, Bea has accepted; they play in a room."""
    anna, bea = stage.actor("Anna"), stage.actor("Bea")
    room = stage.room("Club", anna, bea)
    await anna.run(room, f"/challenge {rules}")
    await press_label(bea, room, "Accept")
    return room, anna, bea


async def tables_of(stage: Stage, actor: Actor) -> int:
    """At how many tables a person sits."""
    known = await stage.service.people.meet(actor.visitor)
    return len(await stage.service.archive.tables_of(known.person.id))


# Playing on


_ORDER = ("play", "take", "accept", "roll", "next")


async def play_by_buttons(
    stage: Stage, table: TableId, spot: Spot, actors: Sequence[Actor], chance: random.Random
) -> None:
    """Press what the newest board offers until the table is over."""
    people = {(await stage.service.people.meet(one.visitor)).person.id: one for one in actors}
    for _ in range(4000):
        now = await stage.service.tables.load(table)
        if now.status is not Status.OPEN:
            return
        acting = stage.service.tables.kind(now.kind).to_act(now.state)
        mine = [PersonId(seat.person) for seat in now.seats if seat.key in acting and seat.person in people]
        key = next_key(spot.board, chance)
        assert key is not None, f"nothing to press on {labels(spot.board)}: {spot.board.text}"
        await (people[mine[0]] if mine else actors[0]).press(spot, key)
    raise AssertionError(f"not over: {spot.board.text}")


def next_key(board: Shown, chance: random.Random) -> Key | None:
    """What a player presses next: early doubles, the plain thing, else some next step."""
    at_table = [(key.press, key) for key in board.keys if isinstance(key.press, TablePress)]
    if chance.random() < 0.5:  # early doubles make short matches
        for press, key in at_table:
            if press.op == "double":
                return key
    for op in _ORDER:
        for press, key in at_table:
            if press.op == op:
                return key
    drafts = [(press.arg, key) for press, key in at_table if press.op == "draft" and press.arg]
    if not drafts:
        return None
    longest = max(len(arg) for arg, _ in drafts)
    return chance.choice([key for arg, key in drafts if len(arg) == longest])
