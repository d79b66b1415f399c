"""Keeping score of a chouette at a real board: the cubes, sheet, rotation and settlement without the moves.

The same stakes as in a played game, filled from what people say has happened. ``check`` refuses what the
rules do not allow, ``evolve`` trusts; ``enter`` does both. Whose turn it is at the board is not known here.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import assert_never

from bot.chouette.conclude import outcome_of
from bot.chouette.game import Offered
from bot.chouette.judge_table import partner_for
from bot.chouette.rotation import rotated
from bot.chouette.rules import ChouetteRules, Extras
from bot.chouette.score_entries import (
    Entry,
    ScoreAnswered,
    ScoreAutomatic,
    ScoreDoubled,
    ScoreExtra,
    ScoreGameEnded,
    ScoreJoined,
    ScoreLeft,
    ScoreOpened,
    ScorePartner,
    ScoreRaccooned,
    ScoreUndone,
)
from bot.chouette.seats import PARTNER_FROM, Line, Seat
from bot.chouette.settlement import Payment, final_payments, settle_leaver
from bot.chouette.sheet import EMPTY, GameRow, SettlementRow, Sheet
from bot.chouette.stakes import (
    BOX,
    TEAM,
    Answer,
    Reply,
    Stakes,
    box_shares,
    compelled_beaver,
    keeps_captain_rule,
    lone_taker,
    team_points,
)
from bot.game.result import Kind
from bot.game.side import Side
from bot.game.violations import RuleViolation


@dataclass(frozen=True, slots=True)
class Scorekeeper:
    """What is on the scorekeeper's paper. A game is always open, ``touched`` once a cube was turned in it.

    ``offered`` waits for answers. ``beavered``, ``lone`` and ``dropped``: what the last round leaves open.
    ``last`` are the cubes of the newest finished game. ``before`` is the paper before the last entry.
    """

    rules: ChouetteRules
    line: Line
    number: int
    stakes: Stakes
    partner: Seat | None = None
    touched: bool = False
    automatic_doubles: int = 0
    offered: Offered | None = None
    beavered: tuple[Seat, ...] = ()
    lone: Seat | None = None
    dropped: tuple[Seat, ...] = ()
    newcomers: tuple[Seat, ...] = ()
    leaving: tuple[Seat, ...] = ()
    sheet: Sheet = EMPTY
    last: Stakes | None = None
    before: Scorekeeper | None = None

    @property
    def box(self) -> Seat:
        """Who plays alone."""
        return self.line[0]

    @property
    def begun(self) -> bool:
        """Cubes were turned or doubled automatically: whoever comes or goes waits for the game's end."""
        return self.touched or self.automatic_doubles > 0

    @property
    def acting_captain(self) -> Seat:
        """The highest-ranked member in."""
        return self.stakes.playing[0].seat

    @property
    def payments(self) -> tuple[Payment, ...]:
        """A shortest list that would bring every balance to 0 now."""
        return final_payments(self.sheet.balances)


def enter(score: Scorekeeper | None, entry: Entry) -> Scorekeeper:
    """The paper with one more entry. Raises ``RuleViolation`` for what cannot have happened."""
    check(score, entry)
    return evolve(score, entry)


def replay(entries: Iterable[Entry]) -> Scorekeeper:
    """The paper that a log leads to; its first entry must be ``ScoreOpened``."""
    score: Scorekeeper | None = None
    for entry in entries:
        score = evolve(score, entry)
    if score is None:
        raise ValueError("a log without entries")
    return score


def check(score: Scorekeeper | None, entry: Entry) -> None:
    """Raises ``RuleViolation`` with the rule that the entry breaks."""
    if isinstance(entry, ScoreOpened):
        _check_line(entry.line)
        return
    assert score is not None, "a log starts with ScoreOpened"
    if len(score.line) < 2 and not isinstance(entry, ScoreJoined | ScoreLeft | ScoreUndone):
        raise RuleViolation("chouette.too_few", {"players": len(score.line), "needed": 2})
    match entry:
        case ScorePartner() | ScoreAutomatic() | ScoreJoined() | ScoreLeft():
            _check_table(score, entry)
        case ScoreDoubled():
            _check_doubled(score, entry)
        case ScoreAnswered(answers):
            _check_answered(score, answers)
        case ScoreRaccooned(seat):
            if seat not in score.beavered or score.rules.beavers < 2:
                raise RuleViolation("chouette.no_raccoon", {"seat": seat})
            if not score.stakes.member(seat).cube.can_grow(score.rules.cap):
                raise RuleViolation("cube.cap", {"seat": seat})
        case ScoreExtra(seat):
            _check_extra(score, seat)
        case ScoreGameEnded():
            _check_nothing_open(score)
        case ScoreUndone():
            if score.before is None:
                raise RuleViolation("chouette.score_nothing")
        case _:
            assert_never(entry)


def _check_line(line: Line) -> None:
    if len(line) < 2:
        raise RuleViolation("chouette.too_few", {"players": len(line), "needed": 2})
    twice = [seat for seat in line if line.count(seat) > 1]
    if twice:
        raise RuleViolation("chouette.joined_already", {"seat": twice[0]})


def _check_table(score: Scorekeeper, entry: ScorePartner | ScoreAutomatic | ScoreJoined | ScoreLeft) -> None:
    match entry:
        case ScorePartner(seat):
            if seat is not None:
                partner_for(score.line, seat)
            if score.touched:
                raise RuleViolation("chouette.score_running")
        case ScoreAutomatic():
            if score.automatic_doubles >= score.rules.automatic_doubles:
                raise RuleViolation("chouette.no_automatic", {"limit": score.rules.automatic_doubles})
            if score.touched:
                raise RuleViolation("chouette.score_running")
            if not score.stakes.members[0].cube.can_grow(score.rules.cap):
                raise RuleViolation("cube.cap", {"seat": score.stakes.captain})
        case ScoreJoined(seat):
            if seat in (*score.line, *score.newcomers):
                raise RuleViolation("chouette.joined_already", {"seat": seat})
        case ScoreLeft(seat):
            if seat not in (*score.line, *score.newcomers):
                raise RuleViolation("chouette.not_at_table", {"seat": seat})
            if seat in score.leaving:
                raise RuleViolation("chouette.leaving_already", {"seat": seat})
            if not {*score.line, *score.newcomers} - {*score.leaving, seat}:
                raise RuleViolation("chouette.too_few", {"players": 0, "needed": 1})
        case _:
            assert_never(entry)


def _check_nothing_open(score: Scorekeeper) -> None:
    if score.offered:
        raise RuleViolation("chouette.unanswered", {"seat": score.offered.open[0]})


def _check_doubled(score: Scorekeeper, entry: ScoreDoubled) -> None:
    _check_nothing_open(score)
    if entry.by is BOX:
        if not score.stakes.open_to_box(score.rules, entry.initial):
            raise RuleViolation("chouette.box_has_no_cube", {"seat": score.box})
        return
    if not entry.seats:
        raise RuleViolation("chouette.nobody_doubled")
    for seat in entry.seats:
        member = score.stakes.member(seat)
        if not member.is_in:
            raise RuleViolation("chouette.member_out", {"seat": seat})
        if not member.cube.accessible_to(TEAM):
            raise RuleViolation("cube.not_yours", {"seat": seat})
        if not member.cube.can_grow(score.rules.cap):
            raise RuleViolation("cube.cap", {"seat": seat})


def _check_answered(score: Scorekeeper, answers: tuple[Answer, ...]) -> None:
    offered, rules = score.offered, score.rules
    if offered is None:
        raise RuleViolation("cube.not_offered")
    for position, answer in enumerate(answers):
        if answer.seat not in offered.open or answer.seat in {a.seat for a in answers[:position]}:
            raise RuleViolation("chouette.not_asked", {"seat": answer.seat})
    complete = (*offered.answers, *answers)
    must = compelled_beaver(rules, score.stakes, complete) if offered.by is BOX else None
    if must and len(complete) == len(offered.seats):
        raise RuleViolation("chouette.must_beaver", {"seat": must})
    for answer in answers:
        if answer.reply is Reply.BEAVER:
            _check_beaver(score, offered, answer.seat, complete)
    if offered.by is TEAM and not keeps_captain_rule(rules, score.acting_captain, complete):
        raise RuleViolation("chouette.captain_must_be_taken", {"seat": score.acting_captain})


def _check_beaver(score: Scorekeeper, offered: Offered, seat: Seat, complete: tuple[Answer, ...]) -> None:
    compelled = score.rules.lone_taker_must_beaver and offered.by is BOX and lone_taker(complete) == seat
    if not score.rules.beavers and not compelled:
        raise RuleViolation("chouette.no_beavers", {"seat": seat})
    if not score.stakes.beaver_fits(score.rules, seat, offered.by.other):
        raise RuleViolation("cube.cap", {"seat": seat})


def _check_extra(score: Scorekeeper, seat: Seat) -> None:
    if score.rules.extras is Extras.OFF:
        raise RuleViolation("chouette.no_extras", {"seat": seat})
    given = {extra.giver for extra in score.stakes.extras}
    if score.lone is None or seat not in score.dropped or seat in given:
        raise RuleViolation("chouette.no_extra_from", {"seat": seat})


def evolve(score: Scorekeeper | None, entry: Entry) -> Scorekeeper:
    """The paper after the entry; trusts it."""
    if isinstance(entry, ScoreOpened):
        return _next_game(Scorekeeper(entry.rules, entry.line, 0, Stakes(()), sheet=Sheet(entry.line)))
    assert score is not None, "a log starts with ScoreOpened"
    if isinstance(entry, ScoreUndone):
        assert score.before is not None
        return score.before
    return replace(_evolve(score, entry), before=score)


def _evolve(
    score: Scorekeeper,
    entry: ScorePartner
    | ScoreAutomatic
    | ScoreDoubled
    | ScoreAnswered
    | ScoreRaccooned
    | ScoreExtra
    | ScoreGameEnded
    | ScoreJoined
    | ScoreLeft,
) -> Scorekeeper:
    match entry:
        case ScorePartner(seat):
            return _with_partner(score, seat)
        case ScoreAutomatic():
            times = score.automatic_doubles + 1
            return replace(score, stakes=score.stakes.doubled_automatically(), automatic_doubles=times)
        case ScoreDoubled(by, seats, initial):
            turned = seats if by is TEAM else score.stakes.open_to_box(score.rules, initial)
            return replace(score, offered=Offered(by, turned, initial), touched=True)
        case ScoreAnswered(answers):
            return _answered(score, answers)
        case ScoreRaccooned(seat):
            beavered = tuple(s for s in score.beavered if s != seat)
            return replace(score, stakes=score.stakes.redoubled(seat), beavered=beavered)
        case ScoreExtra(seat):
            assert score.lone is not None
            return replace(score, stakes=score.stakes.with_extra(seat, score.lone))
        case ScoreGameEnded(winner, kind):
            return _finished(score, score.stakes, winner, kind)
        case ScoreJoined(seat):
            return _joined(score, seat)
        case ScoreLeft(seat):
            leaving = replace(score, leaving=(*score.leaving, seat))
            return leaving if score.begun else _left_early(leaving)
        case _:
            assert_never(entry)


def _with_partner(score: Scorekeeper, partner: Seat | None) -> Scorekeeper:
    team = (seat for seat in score.line[1:] if seat != partner)
    return replace(score, partner=partner, stakes=Stakes.of(team, score.automatic_doubles))


def _joined(score: Scorekeeper, seat: Seat) -> Scorekeeper:
    score = replace(score, sheet=score.sheet.with_column(seat))
    if score.begun:
        return replace(score, newcomers=(*score.newcomers, seat))
    return _with_partner(replace(score, line=(*score.line, seat)), score.partner)


def _left_early(score: Scorekeeper) -> Scorekeeper:
    """Somebody goes before the game has begun; the box keeps its partner if both stay and may have one."""
    after = _departed(score)
    keeps = len(after.line) >= PARTNER_FROM and score.box == after.box and score.partner in after.line
    return _with_partner(after, score.partner) if keeps else after


def _answered(score: Scorekeeper, answers: tuple[Answer, ...]) -> Scorekeeper:
    offered = score.offered
    assert offered is not None
    complete = (*offered.answers, *answers)
    if len(complete) < len(offered.seats):
        return replace(score, offered=replace(offered, answers=complete))
    earlier, stakes = score.stakes, score.stakes.answered(offered.by, complete)
    settled = replace(
        score,
        stakes=stakes,
        offered=None,
        beavered=tuple(a.seat for a in complete if a.reply is Reply.BEAVER),
        lone=lone_taker(complete) if offered.by is BOX else None,
        dropped=tuple(a.seat for a in complete if a.reply is Reply.DROP),
    )
    if stakes.all_out:
        return _finished(settled, earlier, None, Kind.SINGLE)
    if score.rules.extras is Extras.MANDATORY and settled.lone:
        for seat in settled.dropped:
            stakes = stakes.with_extra(seat, settled.lone)
    return replace(settled, stakes=stakes)


def _finished(score: Scorekeeper, earlier: Stakes, winner: Side | None, kind: Kind) -> Scorekeeper:
    """The row, the next line, and who goes; ``earlier``: the cubes before the answers that ended it all."""
    shares, total = team_points(score.rules, score.stakes, winner, kind)
    row = GameRow(
        score.number, score.box, score.partner, (*box_shares(total, score.box, score.partner), *shares)
    )
    outcome = outcome_of(earlier, score.stakes, earlier.playing[0].seat, winner, total)
    line = (*rotated(score.line, outcome, score.rules.retention), *score.newcomers)
    sheet = score.sheet.with_row(row)
    return _departed(replace(score, line=line, newcomers=(), sheet=sheet, last=score.stakes))


def _departed(score: Scorekeeper) -> Scorekeeper:
    """After those who leave were paid; the next game is set up."""
    sheet = score.sheet
    for seat in score.leaving:
        payments = settle_leaver(sheet.balances, seat)
        sheet = sheet.with_row(SettlementRow(seat, payments)) if payments else sheet
    line = tuple(seat for seat in score.line if seat not in score.leaving)
    number = max((row.number for row in sheet.games), default=0)
    return _next_game(replace(score, line=line, leaving=(), sheet=sheet, number=number))


def _next_game(score: Scorekeeper) -> Scorekeeper:
    return Scorekeeper(
        score.rules,
        score.line,
        score.number + 1,
        Stakes.of(score.line[1:]),
        sheet=score.sheet,
        last=score.last,
    )
