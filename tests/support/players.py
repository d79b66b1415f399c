"""People who play in the chat in memory: by whatever buttons the newest board offers, or by typing."""

from __future__ import annotations

import random
from collections.abc import Mapping

from bot.adapters.testchat.messages import Place, Posted
from bot.adapters.testchat.person import Person
from bot.app.ports import PersonId
from bot.app.screen import Button
from bot.game.actions import Double, Roll, StartGame, Take
from bot.game.judge import allowed
from bot.game.match import Match
from bot.game.notation import format_play
from bot.game.side import Side
from bot.game.turn import ToPlay, legal_plays
from bot.ui.press import MenuPress, TablePress, parse_press
from bot.wiring import Service

ORDER = ("play", "take", "accept", "roll", "next")


def button_to_press(board: Posted, chance: random.Random | None = None) -> Button | None:
    """What a player presses next: the whole play if complete, else the next step, else the plain thing."""
    found = [(parse_press(button.press), button) for button in board.buttons()]
    at_table = [(press, button) for press, button in found if isinstance(press, TablePress)]
    if chance is not None and chance.random() < 0.5:
        doubles = [button for press, button in at_table if press.op == "double"]
        if doubles and chance.random() < 0.3:
            return doubles[0]
    for op in ORDER:
        for press, button in at_table:
            if press.op == op:
                return button
    drafts = [(press.arg, button) for press, button in at_table if press.op == "draft" and press.arg]
    if not drafts:
        return None
    longest = max(len(arg) for arg, _ in drafts)
    steps = [button for arg, button in drafts if len(arg) == longest]
    return (chance or random).choice(steps)


def actor(board: Posted, people: Mapping[PersonId, Person]) -> Person | None:
    """Who is to act at the board, of the people given."""
    acting = [people[PersonId(one)] for one in board.screen.actors if PersonId(one) in people]
    return acting[0] if acting else None


async def known_people(service: Service, *persons: Person) -> dict[PersonId, Person]:
    """The persons by the id that the service knows them by."""
    return {(await service.people.meet(one.visitor, None)).person.id: one for one in persons}


async def play_by_buttons(
    service: Service, place: Place, *persons: Person, presses: int = 4000, chance: random.Random | None = None
) -> int:
    """Press until the newest board offers nothing more to play; how many presses it took."""
    people = await known_people(service, *persons)
    for count in range(presses):
        board = place.board
        button = button_to_press(board, chance)
        who = actor(board, people)
        if button is None or who is None:
            return count
        await who.presses(place, data=button.press, message=board)
    raise AssertionError(f"not over after {presses} presses: {place.board.text}")


def what_to_type(match: Match, seat: str, chance: random.Random) -> str | None:
    """What a player at ``seat`` types next; None if nothing is asked of that side."""
    may = allowed(match, Side(seat))
    game = match.running
    if Take in may:
        return "take"
    if Double in may and chance.random() < 0.1:
        return "double"
    if Roll in may:
        return "roll"
    if game is None and StartGame in may:
        return "next"
    if game is not None and isinstance(game.turn.phase, ToPlay) and game.turn.on_roll == seat:
        plays = legal_plays(game.turn, match.rules)
        return format_play(chance.choice(list(plays)), plays) if plays else "pass"
    return None


def rematch_button(board: Posted) -> Button | None:
    """The button that offers the same again."""
    for button in board.buttons():
        press = parse_press(button.press)
        if isinstance(press, MenuPress) and press.op == "rematch":
            return button
    return None


async def press(person: Person, place: Place, op: str) -> None:
    """Press the button of the newest board that does ``op``."""
    for button in place.board.buttons():
        found = parse_press(button.press)
        if isinstance(found, TablePress | MenuPress) and found.op == op:
            await person.presses(place, data=button.press, message=place.board)
            return
    raise LookupError(f"no button does {op!r} on {place.board.labels}")
