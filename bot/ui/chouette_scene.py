"""A chouette with its reader: names as they fit, who decides for whom, who has to act.

What words, buttons and pictures of a chouette share. Must not know any of the three.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from bot.app.agreement import offerer
from bot.app.chouette_seats import session_of
from bot.app.table import Table
from bot.chouette.deciders import Decision, decisions, to_act, to_be_asked
from bot.chouette.game import ChouetteGame, OnTurn
from bot.chouette.seats import Seat
from bot.chouette.session import Session
from bot.game.turn import ToPlay
from bot.ui.board import Drafted
from bot.ui.chouette_press import Shown
from bot.ui.kinds import Viewer
from bot.ui.texts import Texts, isolated

NOTHING = Shown()
LENGTHS = ((5, 24), (7, 16), (99, 12))
"""Up to how many players a name may have how many characters: a caption is 1024 long."""


def shown_names(table: Table) -> dict[str, str]:
    """Each seat's name as it fits; a second player of the same name has a number."""
    players = len(session_of(table).everyone)
    most = next(length for fewer, length in LENGTHS if players <= fewer)
    shown: dict[str, str] = {}
    for seat in table.seats:
        name = seat.name if len(seat.name) <= most else seat.name[: most - 1].rstrip() + "…"
        number, told = 1, name
        while told in shown.values():
            number += 1
            told = f"{name} {number}"
        shown[seat.key] = told
    return shown


def names_of(table: Table, seats: Iterable[Seat]) -> dict[Seat, tuple[str, ...]]:
    """What each of these players can be called when a name is typed: as shown, and in full."""
    shown = shown_names(table)
    return {seat: (shown[seat], table.seat(seat).name) for seat in seats}


@dataclass(frozen=True)
class Scene:
    """A table as one reader sees it, with what a look adds."""

    table: Table
    viewer: Viewer
    shown: Shown = NOTHING

    @property
    def texts(self) -> Texts:
        """The words of the reader."""
        return self.viewer.texts

    @cached_property
    def session(self) -> Session:
        """The table's state."""
        return session_of(self.table)

    @property
    def game(self) -> ChouetteGame | None:
        """The game that is being played, if any."""
        return self.session.running

    @cached_property
    def me(self) -> Seat | None:
        """The seat of a reader who reads alone and takes part; None for a room and for strangers."""
        seat = self.table.seat_of(self.viewer.person)
        return Seat(seat.key) if seat and seat.key in self.session.everyone else None

    @cached_property
    def computers(self) -> frozenset[str]:
        """The seats that the computer plays."""
        return frozenset(seat.key for seat in self.table.seats if seat.level)

    @cached_property
    def people(self) -> tuple[Seat, ...]:
        """Who sits at the table and is a person, in the order of the line."""
        return tuple(seat for seat in self.session.everyone if seat not in self.computers)

    @cached_property
    def readers(self) -> tuple[Seat, ...]:
        """Whose buttons stand on the screen: the one reader's, or everybody's."""
        if self.viewer.person is None:
            return self.people
        return (self.me,) if self.me else ()

    @cached_property
    def _names(self) -> Mapping[str, str]:
        return shown_names(self.table)

    def name(self, seat: Seat) -> str:
        """Who sits there, shortened where there are many."""
        return self._names[seat]

    def names(self, seats: Iterable[Seat]) -> str:
        """Several names as a list in a sentence."""
        return self.texts.list([isolated(self.name(seat)) for seat in seats])

    def decides(self, decision: Decision) -> str:
        """The name of who decides; "Anna for Bob" where it is not his own decision."""
        return self.speaks(decision.by, decision.seat)

    def speaks(self, by: Seat, seat: Seat) -> str:
        """The name of ``by``, and for whom, if not for himself."""
        if by == seat:
            return self.name(by)
        return self.texts("chouette.for", who=self.name(by), other=self.name(seat))

    @cached_property
    def decisions(self) -> tuple[Decision, ...]:
        """What is to be decided now."""
        return decisions(self.session)

    @cached_property
    def actors(self) -> tuple[str, ...]:
        """The persons who have to decide, the computer left out. While something is offered that all must
        agree to, all who are there: then the board that says so stays, whoever answers.
        """
        acting, time = to_act(self.session), self.table.time
        if time.paused_at is not None:
            acting = frozenset()
        if by := offerer(time):
            acting |= {seat for seat in self.session.present if seat != by}
        return self._persons(acting)

    @cached_property
    def called(self) -> tuple[str, ...]:
        """The persons who are asked one after the other, now or soon; nobody outside of such a round."""
        time = self.table.time
        rests = time.paused_at is not None or offerer(time) is not None
        return () if rests else self._persons(to_be_asked(self.session))

    def _persons(self, seats: Collection[Seat]) -> tuple[str, ...]:
        """Who sits there, the computer left out."""
        found = [seat for seat in self.table.seats if seat.key in seats and seat.level is None]
        return tuple(dict.fromkeys(str(seat.person) for seat in found))

    @cached_property
    def drafted(self) -> Drafted | None:
        """The board with the half-made play on it; that of the last game between two games."""
        game = self.session.game
        return Drafted(game.turn, self.session.rules.board, self.shown.draft) if game else None

    @property
    def is_playing(self) -> bool:
        """Whether checkers are to be moved now."""
        game = self.game
        return game is not None and isinstance(game.phase, OnTurn) and isinstance(game.turn.phase, ToPlay)
