"""Random matches in the neutral structure of match files, played by the rules."""

import random
from dataclasses import dataclass, field

from bot.game.formats.mat import (
    Doubles,
    Drops,
    Entry,
    MatCell,
    MatGame,
    MatMatch,
    Rolls,
    Takes,
    Wins,
    mat_play,
)
from bot.game.plays import LegalPlays
from bot.game.position import CHECKERS, OFF, STANDARD_START
from bot.game.result import Kind
from bot.game.turn import height


@dataclass
class _Table:
    chance: random.Random
    length: int
    quiet: bool = False
    score: list[int] = field(default_factory=lambda: [0, 0])
    crawford_was: bool = False
    cells: list[MatCell] = field(default_factory=list)

    def write(self, column: int, entry: Entry) -> None:
        self.cells.append(MatCell(column, entry))

    def wins(self, column: int, points: int) -> None:
        self.score[column] += points
        self.write(column, Wins(points, match=0 < self.length <= self.score[column]))

    def roll(self, *, opening: bool) -> tuple[int, int]:
        dice = self.chance.randint(1, 6), self.chance.randint(1, 6)
        return self.roll(opening=True) if opening and dice[0] == dice[1] else dice

    def game(self, number: int) -> MatGame:
        before = (self.score[0], self.score[1])
        self.cells = []
        self._play_out(may_double=self._cube_in_play())
        return MatGame(number, before, tuple(self.cells))

    def _cube_in_play(self) -> bool:
        crawford = self.length > 1 and not self.crawford_was and max(self.score) == self.length - 1
        self.crawford_was |= crawford
        return not crawford and self.length != 1 and not self.quiet

    def _play_out(self, *, may_double: bool) -> None:
        position, mover = STANDARD_START, self.chance.randrange(2)
        cube, owner = 1, None
        opening = True
        while True:
            if may_double and not opening and owner in (None, mover) and self.chance.random() < 0.03:
                self.write(mover, Doubles(cube * 2))
                if self.chance.random() < 0.4:
                    self.write(1 - mover, Drops())
                    return self.wins(mover, cube)
                self.write(1 - mover, Takes())
                cube, owner = cube * 2, 1 - mover
            dice = self.roll(opening=opening)
            opening = False
            plays = list(LegalPlays(position, dice))
            if plays:
                play = self.chance.choice(plays)
                self.write(mover, Rolls((max(dice), min(dice)), mat_play(play.moves, play.hits)))
                position = play.position
                if position.own[OFF] == CHECKERS:
                    return self.wins(mover, cube * height(position.mirrored()))
            else:
                self.write(mover, Rolls((max(dice), min(dice))))
            position, mover = position.mirrored(), 1 - mover
            if not self.quiet and self.chance.random() < 0.01:
                return self.wins(mover, cube * self.chance.choice(list(Kind)))


def random_mat(seed: int, length: int, games: int = 3, *, quiet: bool = False) -> MatMatch:
    """A match to its end, or ``games`` games of a money session (length 0); ``quiet``: all are played to
    the last checker, without cube and resignations.
    """
    table = _Table(random.Random(seed), length, quiet)
    played = [table.game(1)]
    while max(table.score) < length if length else len(played) < games:
        played.append(table.game(len(played) + 1))
    return MatMatch(("Ann Lee", "Bo"), length, tuple(played), ('[Site "here"]',))
