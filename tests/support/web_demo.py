"""The web page with a made-up bot behind it: realistic screens without any game, to look at and to test.

``python -m tests.support.web_demo`` serves it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace

from bot.adapters.web import CommandHint, MemoryHistory, WebAdapter, WebHistory, WebSettings, Wishes
from bot.app.ports import (
    Answer,
    Chat,
    Clock,
    Command,
    Incoming,
    Mention,
    MessageRef,
    Outgoing,
    Press,
    Retire,
    Said,
    Visitor,
)
from bot.app.screen import Button, Screen, Tone
from bot.render.board import draw_board
from bot.render.specimens import doubled_board, match_board
from bot.render.view import ThemeName
from tests.support.web_texts import page_texts

HINTS = (
    CommandHint("play", "A game against the computer", "[level] [rules]"),
    CommandHint("challenge", "Challenge a person, or anyone", "[who] [length] [rules]", names_person=True),
    CommandHint("chouette", "Gather a chouette here", "[rules]"),
    CommandHint("board", "The current board again", "[text]"),
    CommandHint("move", "Play by notation", "PLAY"),
    CommandHint("games", "Your running games"),
    CommandHint("help", "How everything works"),
)


class SystemClock:
    """The machine's time."""

    def now_ms(self) -> int:
        return time.time_ns() // 1_000_000

    def monotonic(self) -> float:
        return time.monotonic()


@dataclass(frozen=True, slots=True)
class Drawing:
    """Stands for the board of a turn."""

    turn: int


def paint(drawing: Drawing) -> bytes:
    """A board as PNG, another one each turn."""
    boards = (match_board(), doubled_board(ThemeName.LIGHT))
    return draw_board(boards[drawing.turn % len(boards)])


async def prepare(screen: Screen) -> Outgoing:
    """Paint an answer's screen."""
    if isinstance(screen.picture, Drawing):
        return Outgoing(screen, paint(screen.picture), f"demo-{screen.picture.turn}")
    return Outgoing(screen)


WELCOME = Screen(
    "Welcome to the table",
    (
        "Play the computer: the first board is one press away.",
        "Challenge someone: a person here accepts, and you play.",
        "Open a chouette: three or more around one board.",
    ),
    rows=(
        (Button("Play the computer", "play", Tone.PRIMARY),),
        (Button("Challenge someone", "challenge"), Button("Open a chouette", "chouette")),
    ),
)


def rolling(turn: int, name: str) -> Screen:
    """A turn before the roll."""
    return Screen(
        f"{name} to roll or double",
        ("Game 2 of a match to 5 · 2–1", "Bea played 13/7* 8/7"),
        picture=Drawing(turn),
        alt=f"Backgammon board. {name} has 141 pips, Bea 152. The cube is in the middle.",
        rows=(
            (Button("Roll", f"roll:{turn}", Tone.PRIMARY), Button("Double", f"double:{turn}")),
            (Button("Resign …", f"resign:{turn}"), Button("Menu", f"menu:{turn}")),
        ),
    )


def moving(turn: int, name: str, steps: Sequence[str]) -> Screen:
    """A play half made."""
    left = [step for step in ("24/18", "13/7", "8/2", "13/9", "24/20", "8/4", "6/2") if step not in steps]
    buttons = tuple(Button(step, f"step:{turn}:{'+'.join((*steps, step))}") for step in left)
    done = (Button("Done", f"done:{turn}", Tone.GOOD),) if len(steps) == 2 else ()
    undo = (Button("Undo", f"undo:{turn}", Tone.DANGER),) if steps else ()
    return Screen(
        f"{name} to play 6-4",
        (f"So far: {' '.join(steps)}" if steps else "Press a step, or type a play such as 24/14.",),
        picture=Drawing(turn + len(steps)),
        alt=f"Backgammon board. {name} has rolled 6 and 4.",
        rows=tuple(row for row in ((*buttons[:4],), (*buttons[4:],), undo + done) if row and len(steps) < 3),
    )


class DemoBot:
    """Answers like a bot of one never-ending game. ``heard`` keeps what came; ``answer`` comes first."""

    def __init__(self) -> None:
        self.heard: list[Incoming] = []
        self.turn = 0
        self.board: MessageRef | None = None
        self.wishes = Wishes()
        self.answer: Callable[[Incoming], Awaitable[Answer | None]] | None = None
        self.adapter: WebAdapter

    async def __call__(self, what: Incoming) -> Answer:
        self.heard.append(what)
        if self.answer is not None and (given := await self.answer(what)) is not None:
            return given
        match what:
            case Command(name="start"):
                return Answer(private=WELCOME)
            case Press(data=data):
                return await self._pressed(what, data)
            case Command(name="games"):
                return Answer(private=Screen("Your games", ("Match to 5 with Bea: your turn",)))
            case Command(name="play" | "challenge" | "board"):
                await self.post_turn(what.chat, what.visitor)
                return Answer()
            case Command():
                return Answer(notice=f"/{what.name} is not part of the demonstration.")
            case Said():
                return Answer()

    async def wished(self, _visitor: Visitor) -> Wishes:
        """What everybody has set."""
        return self.wishes

    async def post_turn(self, chat: Chat, visitor: Visitor) -> None:
        """A new board; the old one loses its buttons."""
        self.turn += 1
        message = await prepare(rolling(self.turn, visitor.name))
        message = replace(message, mentions=(Mention(visitor.external_id, visitor.name),))
        old, self.board = self.board, await self.adapter.post(chat, message)
        if old is not None:
            await self.adapter.retire(old, Retire.STRIP)

    async def _pressed(self, press: Press, data: str) -> Answer:
        operation, _, rest = data.partition(":")
        match operation:
            case "play" | "done":
                await self.post_turn(press.chat, press.visitor)
                return Answer()
            case "roll" | "undo":
                return Answer(edit=moving(self.turn, press.visitor.name, ()))
            case "step":
                return Answer(edit=moving(self.turn, press.visitor.name, rest.partition(":")[2].split("+")))
            case "resign":
                rows = ((Button("Yes, resign", "yes", Tone.DANGER), Button("No", "no")),)
                return Answer(private=Screen("Resign this game?", ("Bea wins 1 point.",), rows=rows))
            case _:
                return Answer(notice="Bea is to roll.")


async def complete(_visitor: Visitor, _chat: Chat, text: str) -> Sequence[str]:
    """Plays that begin as the text does."""
    plays = ("13/7 8/7", "13/7 13/9", "24/18 13/9", "24/14")
    head = "/move " if text.startswith("/move ") else ""
    return [head + play for play in plays if play.startswith(text.removeprefix(head))]


def clean_name(raw: str) -> str:
    """Enough of cleaning for a demonstration."""
    return " ".join("".join(letter for letter in raw if letter.isprintable()).split())[:32] or "Player 1"


def demo(
    bot: DemoBot,
    settings: WebSettings | None = None,
    history: WebHistory | None = None,
    clock: Clock | None = None,
) -> WebAdapter:
    """The page with the bot behind it."""

    async def repaint(key: str) -> bytes | None:
        number = key.removeprefix("demo-")
        return paint(Drawing(int(number))) if number.isdecimal() else None

    bot.adapter = WebAdapter(
        bot,
        settings or WebSettings(port=0),
        history=history or MemoryHistory(),
        clock=clock or SystemClock(),
        prepare=prepare,
        page_texts=page_texts,
        clean_name=clean_name,
        commands=lambda _language: HINTS,
        complete=complete,
        wished=bot.wished,
        repaint=repaint,
    )
    return bot.adapter


async def _serve() -> None:
    async with demo(DemoBot(), WebSettings(port=8099)) as adapter:
        print(adapter.address)  # noqa: T201 - a demonstration for people
        await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(_serve())
