"""Who sits at the table: joining, leaving, the card, the draw, the partner, being away, the end of all."""

from __future__ import annotations

from collections.abc import Callable

from bot.chouette import actions as act
from bot.chouette import events as ev
from bot.chouette.conclude import Events, game_finished, is_last_in
from bot.chouette.ending import When
from bot.chouette.game import ChouetteGame, OnTurn
from bot.chouette.seats import MIN_PLAYERS, PARTNER_FROM, Seat, draw
from bot.chouette.session import Session
from bot.chouette.settlement import settle_leaver
from bot.chouette.stakes import BOX, TEAM
from bot.game.cube import Cube
from bot.game.dice import Dice
from bot.game.judge import opening
from bot.game.result import How
from bot.game.scoring import forfeit_height
from bot.game.turn import set_up
from bot.game.violations import BadInput, RuleViolation

ActionType = type[act.Action]
LAST_GAME = 9999
"""No chouette is agreed to last longer."""


def allowed_at_table(session: Session, by: Seat) -> set[ActionType]:
    """What a player may do apart from playing."""
    if by not in session.everyone:
        return {act.Join}
    mine: set[ActionType] = set() if by in session.leaving else {act.Leave}
    if not session.drawn:
        mine |= _while_gathering(session, by)
    else:
        mine.add(act.ComeBack if session.is_absent(by) else act.GoAway)
        if session.running is None and by not in session.away:
            mine |= _between_games(session, by)
    if not session.is_absent(by):
        mine |= _on_the_end(session, by)
    return mine


def _while_gathering(session: Session, by: Seat) -> set[ActionType]:
    assert session.card is not None
    mine: set[ActionType] = {act.ProposeRules}
    if by not in session.card.accepted:
        mine.add(act.AcceptRules)
    if why_no_draw(session) is None:
        mine.add(act.DrawSeats)
    return mine


def why_no_draw(session: Session) -> RuleViolation | None:
    """What is missing before seats can be drawn."""
    assert session.card is not None
    if len(session.line) < MIN_PLAYERS:
        return RuleViolation("chouette.too_few", {"players": len(session.line), "needed": MIN_PLAYERS})
    missing = [seat for seat in session.line if seat not in session.card.accepted]
    return RuleViolation("chouette.card_not_accepted", {"seat": missing[0]}) if missing else None


def _between_games(session: Session, by: Seat) -> set[ActionType]:
    mine: set[ActionType] = {act.StartGame, act.ProposeRules}
    if session.card:
        mine.add(act.RefuseRules)
        if by not in session.card.accepted:
            mine.add(act.AcceptRules)
    if by == session.line[0]:
        if len(session.line) >= PARTNER_FROM:
            mine.add(act.NamePartner)
        if session.partner:
            mine.add(act.PlayAlone)
    return mine


def _on_the_end(session: Session, by: Seat) -> set[ActionType]:
    mine: set[ActionType] = {act.ProposeEnd}
    vote = session.end_vote
    if vote:
        if by not in (*vote.confirmed, *vote.refused):
            mine |= {act.ConfirmEnd, act.RefuseEnd}
        if by in vote.confirmed[:1]:
            mine.add(act.RefuseEnd)
    return mine


def _join(session: Session, by: Seat, action: act.Join, dice: Dice) -> Events:
    return (ev.Joined(by),)


def _leave(session: Session, by: Seat, action: act.Leave, dice: Dice) -> Events:
    game = session.running
    if game is None or by in session.newcomers:
        payments = settle_leaver(session.sheet.balances, by) if session.drawn else ()
        return (ev.Departed(by, payments),)
    if not action.now:
        return (ev.LeaveAnnounced(by),)
    return _leave_now(session, game, by)


def _leave_now(session: Session, game: ChouetteGame, by: Seat) -> Events:
    """Gives up what is still at stake: one's own cube, or as a box without a partner who stays every cube
    that is still in; no gammon is dodged where nobody plays on. No roll waits for one who has gone.
    """
    if not isinstance(game.phase, OnTurn):
        raise RuleViolation("chouette.answer_open")
    announced = ev.LeaveAnnounced(by)
    if by == game.box and (game.partner is None or session.is_absent(game.partner)):
        height = forfeit_height(game.turn, BOX)
        return (announced, game_finished(session, game, game, TEAM, height, How.LEAVING))
    if is_last_in(game, by):
        height = forfeit_height(game.turn, TEAM)
        return (announced, game_finished(session, game, game, BOX, height, How.LEAVING))
    if by in game.stakes.seats and game.stakes.member(by).is_in:
        held = (ev.WaitEnded(by),) if by in game.phase.waits else ()
        return (announced, *held, ev.CubeGivenUp(by))
    return (announced,)


def _propose_rules(session: Session, by: Seat, action: act.ProposeRules, dice: Dice) -> Events:
    return (ev.RulesProposed(by, action.rules),)


def _accept_rules(session: Session, by: Seat, action: act.AcceptRules, dice: Dice) -> Events:
    return (ev.RulesAccepted(by),)


def _refuse_rules(session: Session, by: Seat, action: act.RefuseRules, dice: Dice) -> Events:
    return (ev.RulesRefused(by),)


def _draw_seats(session: Session, by: Seat, action: act.DrawSeats, dice: Dice) -> Events:
    thrown, line = draw(session.line, dice)
    return (*(ev.SeatThrown(seat, die) for seat, die in thrown), ev.SeatsDrawn(line))


def partner_for(line: tuple[Seat, ...], wanted: Seat | None) -> Seat:
    """The partner whom the box may name: from six players on, by default the lowest-ranked adviser."""
    if len(line) < PARTNER_FROM:
        raise RuleViolation("chouette.partner_few", {"players": len(line), "needed": PARTNER_FROM})
    partner = line[-1] if wanted is None else wanted
    if partner not in line[1:]:
        raise RuleViolation("chouette.partner_who", {"seat": partner})
    return partner


def _name_partner(session: Session, by: Seat, action: act.NamePartner, dice: Dice) -> Events:
    return (ev.PartnerNamed(partner_for(session.line, action.seat)),)


def _play_alone(session: Session, by: Seat, action: act.PlayAlone, dice: Dice) -> Events:
    return (ev.PartnerNamed(None),)


def _start_game(session: Session, by: Seat, action: act.StartGame, dice: Dice) -> Events:
    number = session.game.number + 1 if session.game else 1
    partner = session.partner if len(session.line) >= PARTNER_FROM else None
    box, *others = session.line
    team = tuple(seat for seat in others if seat != partner)
    started = ev.ChouetteGameStarted(number, session.rules, box, partner, team)
    board = session.rules.board
    return (started, *opening(set_up(board), board, Cube(), dice))


def _go_away(session: Session, by: Seat, action: act.GoAway, dice: Dice) -> Events:
    deputy, game = action.deputy, session.running
    if deputy is not None:
        if deputy == by or deputy not in session.everyone:
            raise RuleViolation("chouette.deputy_who", {"seat": deputy})
        if game and by in game.players and game.side_of(deputy) is not game.side_of(by):
            raise RuleViolation("chouette.deputy_side", {"seat": deputy})
        if session.is_absent(deputy):
            raise RuleViolation("chouette.deputy_away", {"seat": deputy})
    return (ev.WentAway(by, deputy),)


def _come_back(session: Session, by: Seat, action: act.ComeBack, dice: Dice) -> Events:
    return (ev.CameBack(by),)


def _propose_end(session: Session, by: Seat, action: act.ProposeEnd, dice: Dice) -> Events:
    played = session.game.number if session.game else 0
    if action.ending.when is When.AFTER_GAME and action.ending.number < played:
        raise RuleViolation("chouette.ending_past", {"played": played})
    if action.ending.when is When.AFTER_GAME and action.ending.number > LAST_GAME:
        raise BadInput("chouette.ending_number", {"value": action.ending.number})
    return (ev.EndProposed(by, action.ending),)


def _confirm_end(session: Session, by: Seat, action: act.ConfirmEnd, dice: Dice) -> Events:
    return (ev.EndConfirmed(by),)


def _refuse_end(session: Session, by: Seat, action: act.RefuseEnd, dice: Dice) -> Events:
    assert session.end_vote is not None
    return (ev.EndRejected(),) if by in session.end_vote.confirmed[:1] else (ev.EndRefused(by),)


def refusal_at_table(session: Session, by: Seat, kind: ActionType) -> RuleViolation:
    """Why this cannot be done at the table now."""
    if by not in session.everyone:
        return RuleViolation("chouette.not_at_table")
    if kind is act.Join:
        return RuleViolation("chouette.joined_already")
    if kind is act.DrawSeats and not session.drawn:
        return why_no_draw(session) or RuleViolation("chouette.drawn_already")
    if kind is act.DrawSeats:
        return RuleViolation("chouette.drawn_already")
    if kind is act.Leave:
        return RuleViolation("chouette.leaving_already")
    if kind is act.ComeBack:
        return RuleViolation("chouette.not_away")
    if session.is_absent(by):
        return RuleViolation("chouette.away")
    if kind in (act.NamePartner, act.PlayAlone) and session.drawn and not session.running:
        if by != session.line[0]:
            return RuleViolation("chouette.box_only")
        if kind is act.PlayAlone:
            return RuleViolation("chouette.no_partner")
        return RuleViolation("chouette.partner_few", {"players": len(session.line), "needed": PARTNER_FROM})
    if kind in (act.ConfirmEnd, act.RefuseEnd):
        return RuleViolation("chouette.voted_already" if session.end_vote else "chouette.no_proposal")
    if session.running:
        return RuleViolation("game.running")
    if not session.drawn:
        return RuleViolation("chouette.gathering")
    return RuleViolation("chouette.accepted_already" if session.card else "chouette.no_proposal")


DECIDERS: dict[ActionType, Callable[..., Events]] = {
    act.Join: _join,
    act.Leave: _leave,
    act.ProposeRules: _propose_rules,
    act.AcceptRules: _accept_rules,
    act.RefuseRules: _refuse_rules,
    act.DrawSeats: _draw_seats,
    act.NamePartner: _name_partner,
    act.PlayAlone: _play_alone,
    act.StartGame: _start_game,
    act.GoAway: _go_away,
    act.ComeBack: _come_back,
    act.ProposeEnd: _propose_end,
    act.ConfirmEnd: _confirm_end,
    act.RefuseEnd: _refuse_end,
}
