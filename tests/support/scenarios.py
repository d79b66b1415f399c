"""Conversations that every platform must carry: one text, several stages.

A `Stage` is a running service with people in front of one platform's clients: the chat in memory, Telegram,
Discord. `SCENARIOS` holds the main flows; a test of a platform runs all of them on its own stage. Nothing
here knows a platform.
"""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from bot.app.ports import PersonId, TableId, Visitor
from bot.app.table import Status, Table
from bot.game.dice import Dice
from bot.game.match import Match
from bot.game.side import Side
from bot.ui.press import InvitePress, MenuPress, Parsed, TablePress, parse_press
from bot.wiring import Service
from tests.support.dice import FreshDice, ScriptedDice
from tests.support.players import what_to_type


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


# Conversations


async def a_challenge_is_accepted(stage: Stage) -> None:
    """The first board shows who is to play, and has a picture."""
    room, anna, _ = await challenged(stage)
    assert room.board.has_picture
    assert "Anna" in room.board.text
    assert match_of(await table_of(stage, anna)).rules.length == 3


async def a_challenge_is_declined(stage: Stage) -> None:
    """Only the one who was named can; nobody plays then."""
    anna, bea, carl = stage.actor("Anna"), stage.actor("Bea"), stage.actor("Carl")
    room = stage.room("Club", anna, bea, carl)
    await anna.run(room, "/challenge 3", target=bea)
    offer = room.board
    await carl.press(room, key_for(offer, "accept"))
    assert carl.notices
    await press_op(bea, room, "decline")
    assert not offers(room.newest, "accept")
    assert await _tables(stage, anna) == 0


async def a_challenge_is_withdrawn(stage: Stage) -> None:
    """Nobody plays, and the challenge has no buttons any more."""
    anna, bea = stage.actor("Anna"), stage.actor("Bea")
    room = stage.room("Club", anna, bea)
    await anna.run(room, "/challenge 3")
    await press_op(anna, room, "withdraw")
    assert not offers(room.newest, "accept")
    assert await _tables(stage, anna) == 0


async def a_challenge_is_withdrawn_too_late(stage: Stage) -> None:
    """Whoever presses the old button hears why nothing happens."""
    anna, bea = stage.actor("Anna"), stage.actor("Bea")
    room = stage.room("Club", anna, bea)
    await anna.run(room, "/challenge 3")
    offer = room.board
    accept, withdraw = key_for(offer, "accept"), key_for(offer, "withdraw")
    await bea.press(room, accept)
    await anna.press(room, withdraw, on=offer)
    assert anna.notices
    assert await _tables(stage, anna) == 1


async def a_challenge_is_countered(stage: Stage) -> None:
    """Bea asks for another length; Anna accepts that."""
    anna, bea = stage.actor("Anna"), stage.actor("Bea")
    room = stage.room("Club", anna, bea)
    await anna.run(room, "/challenge 3")
    await press_op(bea, room, "menu")
    five = next(key for key in room.board.keys if isinstance(key.press, InvitePress) and key.press.arg == "5")
    await bea.press(room, five)
    assert "Bea" in room.board.text
    await press_op(anna, room, "accept")
    assert match_of(await table_of(stage, bea)).rules.length == 5


async def a_challenge_expires(stage: Stage) -> None:
    """A day later it cannot be accepted any more."""
    anna, bea = stage.actor("Anna"), stage.actor("Bea")
    room = stage.room("Club", anna, bea)
    await anna.run(room, "/challenge 3")
    accept = key_for(room.board, "accept")
    offer = room.board
    await stage.pass_time(25 * 3600)
    await bea.press(room, accept, on=offer)
    assert bea.notices
    assert await _tables(stage, anna) == 0


async def a_turn_takes_few_presses(stage: Stage) -> None:
    """Steps are shown in place; a turn that has passed makes a new board and strips the old one."""
    room, anna, bea = await challenged(stage)
    first = room.board
    await press_label(anna, room, "8/5")
    await press_label(anna, room, "6/5")
    assert room.board.text == first.text, "a half-made play is shown in place"
    await press_op(anna, room, "play")
    assert not first.keys, "the old board has lost its buttons"
    await press_op(bea, room, "roll")
    game = match_of(await table_of(stage, bea)).running
    assert game is not None
    assert game.turn.on_roll is Side.O


async def a_step_is_taken_back(stage: Stage) -> None:
    """Undo shows what was there before."""
    room, anna, _ = await challenged(stage)
    before = labels(room.board)
    await press_label(anna, room, "8/5")
    assert labels(room.board) != before
    await press_label(anna, room, "Undo")
    assert labels(room.board) == before


async def a_double_press_acts_once(stage: Stage) -> None:
    """The others are told that they came too late."""
    room, anna, bea = await challenged(stage)
    await anna.run(room, "/move 8/5 6/5")
    before = (await table_of(stage, anna)).revision
    told = len(bea.notices)
    await bea.press(room, key_for(room.board, "roll"), times=5)
    assert (await table_of(stage, anna)).revision == before + 1
    assert len(bea.notices) == told + 4
    assert "too late" in bea.notices[-1]


async def a_stale_press_changes_nothing(stage: Stage) -> None:
    """A button of an old board is answered harmlessly."""
    room, anna, bea = await challenged(stage)
    old, step = room.board, key_of(room.board, "8/5")
    await anna.run(room, "/move 8/5 6/5")
    await press_op(bea, room, "roll")
    before = (await table_of(stage, anna)).revision
    await anna.press(room, step, on=old)
    assert "too late" in anna.notices[-1]
    assert (await table_of(stage, anna)).revision == before


async def strangers_cannot_press(stage: Stage) -> None:
    """Neither somebody else nor the one who is not to play; each hears why, in his language."""
    anna, bea, carl = stage.actor("Anna"), stage.actor("Bea"), stage.actor("Carl", "de")
    room = stage.room("Club", anna, bea, carl)
    await anna.run(room, "/challenge 3")
    await press_label(bea, room, "Accept")
    before = (await table_of(stage, anna)).revision
    step = key_of(room.board, "8/5")
    await carl.press(room, step)
    assert "spielst" in carl.notices[-1]
    await bea.press(room, step)
    assert "Anna" in bea.notices[-1] or "turn" in bea.notices[-1]
    assert (await table_of(stage, anna)).revision == before


async def a_restart_in_mid_turn(stage: Stage) -> None:
    """Old buttons act on: the half-made play is in them."""
    room, anna, _ = await challenged(stage)
    await press_label(anna, room, "8/5")
    await stage.restart()
    await press_label(anna, room, "6/5")
    await press_op(anna, room, "play")
    game = match_of(await table_of(stage, anna)).running
    assert game is not None
    assert game.turn.on_roll is Side.O


async def a_match_by_buttons(stage: Stage) -> None:
    """A whole match by whatever the newest board offers."""
    room, anna, bea = await challenged(stage)
    table = await table_of(stage, anna)
    await play_by_buttons(stage, table.id, room, (anna, bea), random.Random(5))
    after = await stage.service.tables.load(table.id)
    assert after.status is Status.OVER
    assert offers(room.board, "rematch")


async def a_match_by_typing(stage: Stage) -> None:
    """A whole match of one point by typed words, as one writes in a direct chat or to the bot."""
    chance = random.Random(3)
    room, anna, bea = await challenged(stage, "1")
    table = await table_of(stage, anna)
    seats: Mapping[str, Actor] = {Side.X: anna, Side.O: bea}
    while (now := await stage.service.tables.load(table.id)).status is Status.OPEN:
        if match_of(now).running is None:
            await bea.say(room, "next")
            continue
        for seat, actor in seats.items():
            text = what_to_type(match_of(now), seat, chance)
            if text is not None:
                told = len(actor.notices)
                await actor.say(room, text)
                assert len(actor.notices) == told, actor.notices[-1]
                break
    assert now.status is Status.OVER


async def a_match_against_the_computer(stage: Stage) -> None:
    """In a direct chat, one point."""
    anna = stage.actor("Anna")
    await anna.run(anna.direct, "/play 1")
    table = await table_of(stage, anna)
    await play_by_buttons(stage, table.id, anna.direct, (anna,), random.Random(1))
    assert (await stage.service.tables.load(table.id)).status is Status.OVER


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


async def _tables(stage: Stage, actor: Actor) -> int:
    known = await stage.service.people.meet(actor.visitor)
    return len(await stage.service.archive.tables_of(known.person.id))


SCENARIOS: Mapping[str, Scenario] = {
    "a challenge is accepted": Scenario(a_challenge_is_accepted, ((3, 1),)),
    "a challenge is declined": Scenario(a_challenge_is_declined, ((3, 1),)),
    "a challenge is withdrawn": Scenario(a_challenge_is_withdrawn, ((3, 1),)),
    "a challenge is withdrawn too late": Scenario(a_challenge_is_withdrawn_too_late, ((3, 1),)),
    "a challenge is countered": Scenario(a_challenge_is_countered, ((3, 1),)),
    "a challenge expires": Scenario(a_challenge_expires, ((3, 1),)),
    "a turn takes few presses": Scenario(a_turn_takes_few_presses, ((3, 1), (6, 5))),
    "a step is taken back": Scenario(a_step_is_taken_back, ((3, 1),)),
    "a double press acts once": Scenario(a_double_press_acts_once, ((3, 1), (6, 5), (4, 4))),
    "a stale press changes nothing": Scenario(a_stale_press_changes_nothing, ((3, 1), (6, 5), (4, 4))),
    "strangers cannot press": Scenario(strangers_cannot_press, ((3, 1),)),
    "a restart in mid-turn": Scenario(a_restart_in_mid_turn, ((3, 1), (6, 5))),
    "a match by buttons": Scenario(a_match_by_buttons, seed=13),
    "a match by typing": Scenario(a_match_by_typing, seed=12),
    "a match against the computer": Scenario(a_match_against_the_computer, seed=4),
}
