"""Driving a chouette in tests: apply actions, bring a table to play, walk random ones."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from bot.chouette import actions as act
from bot.chouette import events as ev
from bot.chouette.deciders import to_act
from bot.chouette.ending import Ending, When
from bot.chouette.game import ChouetteGame, OnTurn
from bot.chouette.judge import allowed, decide
from bot.chouette.judge_time import can_be_late
from bot.chouette.offers import offers
from bot.chouette.rules import (
    SEED_RULES,
    AnswerOrder,
    ChouetteRules,
    Consulting,
    Extras,
    Retention,
)
from bot.chouette.seats import Line, Seat
from bot.chouette.session import Session, evolve, replay, start
from bot.chouette.stakes import BOX, TEAM
from bot.game.dice import Dice, Label
from bot.game.position import Position
from bot.game.rules import BearOff, Contact, Start, Timeout
from bot.game.side import Side
from bot.game.turn import ToPlay, ToRoll, legal_plays


def seats(*names: str) -> Line:
    """Seats named by single letters or words: ``seats("BCXY")`` or ``seats("p1", "p2")``."""
    return tuple(Seat(name) for name in (names[0] if len(names) == 1 else names))


class AnyDice:
    """Throws what a test does not care about."""

    def throw(self, label: Label, n: int, count: int) -> tuple[int, ...]:
        return (3, 1)[:count] if count == 2 else (1 + n % 6,)


@dataclass
class Table:
    """A running chouette with its log."""

    log: list[ev.Event]
    dice: Dice = field(default_factory=AnyDice)
    session: Session = field(init=False)

    def __post_init__(self) -> None:
        self.session = replay(self.log)

    def do(self, by: Seat | str | None, *actions: act.Action) -> tuple[ev.Event, ...]:
        """One after the other; the events of the last one."""
        events: tuple[ev.Event, ...] = ()
        for action in actions:
            events = decide(self.session, None if by is None else Seat(by), action, self.dice)
            for event in events:
                self.session = evolve(self.session, event)
            self.log.extend(events)
        return events

    @property
    def game(self) -> ChouetteGame:
        assert self.session.game is not None
        return self.session.game

    def side_rolls(self, side: Side) -> None:
        """Puts the side on turn before its roll, whatever the board was: a test about cubes begins here."""
        game = self.game
        turn = replace(game.turn, on_roll=side, phase=ToRoll())
        self.session = replace(self.session, game=replace(game, turn=turn, phase=OnTurn()))

    def team_rolls(self) -> None:
        self.side_rolls(TEAM)

    def box_rolls(self) -> None:
        self.side_rolls(BOX)

    def bears_off(self, winner: Side, loser_off: int = 1, loser_at: int = 1) -> tuple[ev.Event, ...]:
        """The winner bears off his last checker: a single game, a gammon (``loser_off`` 0), or a backgammon
        (the loser besides at his point ``loser_at``, 19 or more).
        """
        game = self.game
        own = tuple({0: 14, 1: 1}.get(p, 0) for p in range(26))
        at = 15 - loser_off
        opp = tuple({0: loser_off}.get(p, 0) + (at if p == loser_at else 0) for p in range(26))
        turn = replace(game.turn, position=Position(own, opp), on_roll=winner, phase=ToPlay((2, 1)))
        self.session = replace(self.session, game=replace(game, turn=turn, phase=OnTurn()))
        speaker = game.speaker(winner)
        (play,) = legal_plays(turn, self.session.rules.board)
        return self.do(speaker, act.Play(play.moves))

    def row(self) -> dict[str, int]:
        """The newest game's row."""
        return {share.seat: share.points for share in self.session.sheet.games[-1].shares}

    @property
    def line(self) -> str:
        return "".join(self.session.line)


def table_in_play(line: str = "BCXY", rules: ChouetteRules = SEED_RULES, dice: Dice | None = None) -> Table:
    """A chouette whose first game has just been opened, in this line."""
    table = table_between_games(line, rules, dice)
    table.do(line[0], act.StartGame())
    return table


def table_between_games(
    line: str = "BCXY", rules: ChouetteRules = SEED_RULES, dice: Dice | None = None
) -> Table:
    """A chouette whose seats are drawn in this line."""
    players = seats(line)
    log: list[ev.Event] = [*start(rules, *players), ev.SeatsDrawn(players)]
    return Table(log, dice or AnyDice())


def gathered(players: Iterable[Seat], rules: ChouetteRules, dice: Dice) -> Table:
    """Everyone has sat down and accepted the card."""
    table = Table(list(start(rules)), dice)
    for seat in players:
        table.do(seat, act.Join(), act.AcceptRules())
    return table


RARE: dict[type[act.Action], float] = {
    act.Leave: 0.01,
    act.GoAway: 0.02,
    act.OfferResignation: 0.01,
    act.ProposeEnd: 0.01,
    act.ProposeRules: 0.01,
    act.Join: 0.01,
    act.Late: 0.02,
    act.Drop: 0.3,
    act.DropAll: 0.3,
    act.TimeIsUp: 0.1,
}
"""How often a random table considers what would otherwise happen all the time."""


def choices(session: Session, by: Seat, chance: random.Random) -> list[act.Action]:
    """Everything that a person may do now, with a random play and random proposals."""
    kinds = allowed(session, by)
    found = list(offers(session, by))
    game = session.running
    if game and {act.Play, act.Suggest} & kinds:
        plays = list(legal_plays(game.turn, session.rules.board))
        moves = chance.choice(plays).moves if plays else ()
        found += [kind(moves) for kind in (act.Play, act.Suggest) if kind in kinds]
    if act.ProposeEnd in kinds:
        number = session.game.number if session.game else 0
        found.append(act.ProposeEnd(Ending(When.AFTER_GAME, number + chance.randint(1, 3))))
    if act.ProposeRules in kinds:
        found.append(act.ProposeRules(random_rules(chance)))
    return found


def service_offers(session: Session) -> tuple[act.Action, ...]:
    """What the service itself may say now, except an abort."""
    kinds = allowed(session, None)
    words: tuple[act.Action, ...] = (act.GraceOver(), act.TimeIsUp())
    found = [word for word in words if type(word) in kinds]
    if act.Late in kinds:
        found += [act.Late(seat) for seat in sorted(can_be_late(session))]
    return tuple(found)


def random_rules(chance: random.Random) -> ChouetteRules:
    """Any combination of the fields."""
    pick = chance.choice
    return ChouetteRules(
        jacoby=pick([True, False]),
        beavers=pick([0, 1, 2]),
        automatic_doubles=pick([0, 1, 3]),
        extras=pick(list(Extras)),
        order=pick(list(AnswerOrder)),
        retention=pick(list(Retention)),
        consulting=pick(list(Consulting)),
        lone_taker_must_beaver=pick([True, False]),
        captain_must_be_taken=pick([True, False]),
        cap=pick([None, 4, 64]),
        grace_s=pick([0, 10]),
        timeout=pick(list(Timeout)),
        start=pick(list(Start)),
        contact=pick(list(Contact)),
        bear_off=pick(list(BearOff)),
    )


def random_step(table: Table, chance: random.Random, strangers: Iterable[Seat] = ()) -> bool:
    """One random action of somebody, mostly of who must decide; False where nobody can do anything."""
    session = table.session
    people: list[Seat | None] = [*session.everyone, *strangers, None, *sorted(to_act(session)) * 4]
    chance.shuffle(people)
    for patient in (True, False):
        for by in people:
            options = service_offers(session) if by is None else choices(session, by, chance)
            likely = [o for o in options if not patient or chance.random() < RARE.get(type(o), 1.0)]
            if likely:
                table.do(by, chance.choice(likely))
                return True
    return False


def players_only(session: Session, chance: random.Random) -> Iterator[tuple[Seat, act.Action]]:
    """What those who must decide may do about it: no leaving, no talking."""
    talk = (act.ProposeEnd, act.ProposeRules, act.NotNow, act.Suggest)
    skip = (act.Leave, act.GoAway, act.OfferResignation, *talk)
    for seat in sorted(to_act(session)):
        for action in choices(session, seat, chance):
            if not isinstance(action, skip):
                yield seat, action


def play_out(table: Table, chance: random.Random, steps: int = 5000) -> int:
    """Those who must decide do so at random until the running game is over; the number of steps."""
    for step in range(steps):
        if table.session.running is None:
            return step
        options = list(players_only(table.session, chance))
        if options:
            table.do(*chance.choice(options))
        else:
            table.do(None, act.GraceOver())
    raise AssertionError(f"not over after {steps} steps: {table.game}")
