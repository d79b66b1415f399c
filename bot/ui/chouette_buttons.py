"""The buttons of a chouette: what the readers of a screen may do now, in rows that fit every platform.

In a room the buttons of all persons stand side by side, and the core judges who presses; in one's own chat
only one's own. Never more than five rows of five. Must not know platforms, or texts beyond labels.
"""

from __future__ import annotations

from collections.abc import Iterator

from bot.app.chouette_seats import MOST_PLAYERS
from bot.app.screen import Button, Rows, Tone
from bot.chouette import actions as act
from bot.chouette.game import (
    ChouetteGame,
    DoublingRound,
    ExtrasOpen,
    Offered,
    OnTurn,
    RaccoonsOpen,
    Resigning,
)
from bot.chouette.judge import allowed
from bot.chouette.judge_board import asking_to_wait, can_be_quiet, may_suggest
from bot.chouette.judge_cubes import asked_to_double, box_doubles, doubling, extras, raccoons
from bot.chouette.judge_time import claimable
from bot.chouette.seats import Seat
from bot.chouette.session import Session
from bot.chouette.stakes import BOX
from bot.game.turn import ToPlay
from bot.ui.chouette_advice import suggested_row
from bot.ui.chouette_agreement import offer_row, paused_row
from bot.ui.chouette_answers import answer_rows
from bot.ui.chouette_panel import Panel, Row
from bot.ui.chouette_press import Op, Page, vote_code, waiting
from bot.ui.chouette_scene import Scene
from bot.ui.match_buttons import in_rows, play_rows
from bot.ui.press import MenuPress


def rows(scene: Scene) -> Rows:
    """All buttons of the table as it stands."""
    panel = Panel(scene)
    if scene.session.over:
        return (_after_the_end(panel),)
    if not scene.session.drawn:
        return tuple(row for row in _gathering(panel) if row)
    if scene.table.time.paused_at is not None:
        ending = () if scene.table.time.unseen else paused_row(panel)
        return tuple(row for row in (ending, _always(panel)) if row)
    game = scene.game
    made = _between_games(panel) if game is None else _in_game(panel, game)
    return tuple(row for row in (*made, _always(panel)) if row)


def _after_the_end(panel: Panel) -> Row:
    again = Button(panel.texts("chouette.button.again"), str(MenuPress("chouette")), Tone.PRIMARY)
    return (again, panel.menu("sheet", panel.texts("chouette.button.sheet")))


def _always(panel: Panel) -> Row:
    """What is there in every phase; while something is offered, the answers to it instead of the rest."""
    texts = panel.texts
    op = Op.MINE if panel.scene.viewer.person is None else Op.MENU
    mine = [panel.button(op, texts("chouette.button.mine"))] if panel.scene.readers else []
    if offered := offer_row(panel):
        return (*offered, *mine)
    sheet = panel.menu("sheet", texts("chouette.button.sheet"))
    is_open = len(panel.session.everyone) < MOST_PLAYERS and not (mine and panel.scene.viewer.person)
    join = [panel.menu("sit", texts("chouette.button.join"))] if is_open else []
    return (*mine, sheet, panel.menu("board", texts("chouette.button.board")), *join)


def _gathering(panel: Panel) -> Iterator[Row]:
    texts, session = panel.texts, panel.session
    join = panel.menu("sit", texts("chouette.button.join"), tone=Tone.GOOD)
    is_room = panel.scene.viewer.person is None
    seated = panel.scene.readers
    fill = panel.menu("fill", texts("chouette.button.fill"))
    empty = panel.menu("unfill", texts("chouette.button.unfill"))
    yield (*((join,) if is_room or not seated else ()), *((fill,) if seated else ()))
    yield (empty,) if seated and any(seat in panel.scene.computers for seat in session.line) else ()
    yield (
        *(
            (panel.button(Op.CARD, texts("chouette.button.accept_card")),)
            if panel.may(act.AcceptRules)
            else ()
        ),
        *(
            (panel.button(Op.BEGIN, texts("chouette.button.begin"), tone=Tone.PRIMARY),)
            if panel.may(act.DrawSeats)
            else ()
        ),
    )
    card = panel.button(Op.MINE, texts("chouette.button.card"), Page.CARD)
    yield (
        *((card,) if seated and session.card else ()),
        *((panel.button(Op.LEAVE, texts("chouette.button.leave")),) if panel.may(act.Leave) else ()),
    )


def _between_games(panel: Panel) -> Iterator[Row]:
    texts = panel.texts
    first = panel.session.game is None
    label = texts("chouette.button.first") if first else texts("button.next")
    yield (
        *((panel.button(Op.NEXT, label, tone=Tone.PRIMARY),) if panel.may(act.StartGame) else ()),
        *(
            (panel.button(Op.MINE, texts("chouette.button.partner"), Page.PARTNER),)
            if panel.may(act.NamePartner)
            else ()
        ),
        *((panel.button(Op.ALONE, texts("chouette.button.alone")),) if panel.may(act.PlayAlone) else ()),
    )
    accept, refuse = texts("chouette.button.accept_card"), texts("chouette.button.keep_card")
    yield (
        *((panel.button(Op.CARD, accept, tone=Tone.GOOD),) if panel.may(act.AcceptRules) else ()),
        *((panel.button(Op.NO_CARD, refuse),) if panel.may(act.RefuseRules) else ()),
    )
    yield vote_row(panel)


def vote_row(panel: Panel) -> Row:
    """Yes and no to a proposed end."""
    vote, texts = panel.session.end_vote, panel.texts
    if vote is None:
        return ()
    code = vote_code(vote.ending)
    yes = panel.button(Op.YES, texts("chouette.button.yes"), code, Tone.GOOD)
    no = panel.button(Op.NO, texts("chouette.button.no"), code)
    return (
        *((yes,) if panel.may(act.ConfirmEnd) else ()),
        *((no,) if panel.may(act.RefuseEnd) else ()),
    )


def _in_game(panel: Panel, game: ChouetteGame) -> Iterator[Row]:
    match game.phase:
        case OnTurn() if isinstance(game.turn.phase, ToPlay):
            yield from _to_play(panel, game)
            return
        case OnTurn() as phase:
            yield from _before_roll(panel, game, phase)
        case DoublingRound():
            double, keep = "chouette.button.double", "chouette.button.keep"
            yield (
                *panel.on_cubes(Op.DOUBLE, doubling, double, "chouette.button.double_for", Tone.PRIMARY),
                *panel.on_cubes(Op.KEEP, _asked, keep, "chouette.button.keep_for"),
            )
        case Offered() as offered:
            yield from answer_rows(panel, game, offered)
        case ExtrasOpen():
            give, out = "chouette.button.extra", "chouette.button.out"
            yield (
                *panel.on_cubes(Op.EXTRA, extras, give, "chouette.button.extra_for", Tone.PRIMARY),
                *panel.on_cubes(Op.OUT, extras, out, "chouette.button.out_for"),
            )
        case RaccoonsOpen(_, seats):
            yield _raccoon(panel, seats[0])
        case Resigning():
            yield _resignation(panel)
        case _:
            return
    yield claim_row(panel)
    yield vote_row(panel)


def claim_row(panel: Panel) -> Row:
    """What may be claimed against whom."""
    late = {seat for reader in panel.scene.readers for seat in claimable(panel.session, reader)}
    return tuple(
        panel.button(Op.CLAIM, panel.texts("chouette.button.claim", who=panel.scene.name(seat)), seat)
        for seat in panel.session.late
        if seat in late
    )[:5]


def _asked(session: Session, by: Seat) -> tuple[Seat, ...]:
    return tuple(seat for seat in asked_to_double(session) if act.KeepCube in allowed(session, by))


def _raccoon(panel: Panel, seat: Seat) -> Row:
    texts = panel.texts
    if not any(raccoons(panel.session, reader) for reader in panel.scene.readers):
        return ()
    member = panel.scene.game.stakes.member(seat) if panel.scene.game else None
    value = member.cube.value * 2 if member else 0
    return (
        panel.button(Op.RACCOON, texts("button.raccoon", value=value), seat, Tone.PRIMARY),
        panel.button(Op.LET, texts("chouette.button.let"), seat),
    )


def _resignation(panel: Panel) -> Row:
    texts = panel.texts
    accept = panel.button(Op.ACCEPT, texts("button.accept"), tone=Tone.GOOD)
    refuse = panel.button(Op.REFUSE, texts("button.refuse"))
    withdraw = panel.button(Op.WITHDRAW, texts("button.withdraw"))
    return (
        *((accept, refuse) if panel.may(act.AcceptResignation) else ()),
        *((withdraw,) if panel.may(act.WithdrawResignation) else ()),
    )


def _before_roll(panel: Panel, game: ChouetteGame, phase: OnTurn) -> Iterator[Row]:
    texts = panel.texts
    roll = [panel.button(Op.ROLL, texts("button.roll"), tone=Tone.PRIMARY)] if panel.may(act.Roll) else []
    if game.turn.on_roll is BOX:
        yield (*roll, *_box_doubles(panel, game))
        return
    doubles = panel.on_cubes(Op.DOUBLE, doubling, "chouette.button.double", "chouette.button.double_for")
    yield from in_rows([(button,) for button in (*roll, *doubles)])
    if phase.asked or phase.waits:
        wait, later = "chouette.button.wait", "chouette.button.later"
        quiet, release = "chouette.button.quiet", "chouette.button.release"
        buttons = [
            *panel.on_cubes(Op.WAIT, asking_to_wait, wait, "chouette.button.wait_for"),
            *panel.on_cubes(Op.NOT_NOW, asking_to_wait, later, "chouette.button.later_for"),
            *panel.on_cubes(Op.QUIET, _quiet_when_asked, quiet, "chouette.button.quiet_for"),
            *panel.on_cubes(Op.RELEASE, waiting, release, "chouette.button.release_for"),
        ]
        yield from in_rows([(button,) for button in buttons[:8]])


def _quiet_when_asked(session: Session, by: Seat) -> tuple[Seat, ...]:
    """Of those who are asked now, who may be silent for the whole game."""
    asked = asking_to_wait(session, by)
    return tuple(seat for seat in can_be_quiet(session, by) if seat in asked)


def _box_doubles(panel: Panel, game: ChouetteGame) -> Iterator[Button]:
    """*Double all*, and *initial doubles only* where that is less."""
    for reader in panel.scene.readers:
        turned = box_doubles(panel.session, reader, initial=False)
        initial = box_doubles(panel.session, reader, initial=True)
        if turned:
            label = panel.texts.n("chouette.button.all", len(turned))
            yield panel.button(Op.DOUBLE_ALL, label)
        if initial and initial != turned:
            label = panel.texts.n("chouette.button.initial", len(initial))
            yield panel.button(Op.DOUBLE_INITIAL, label)


def _to_play(panel: Panel, game: ChouetteGame) -> Iterator[Row]:
    scene, drafted = panel.scene, panel.scene.drafted
    plays = drafted.plays if drafted else None
    if panel.may(act.Play) and drafted is not None and plays is not None:
        yield from play_rows(panel, drafted, plays)
        if not scene.shown.draft and scene.shown.origin is None:
            yield suggested_row(panel, game)
    elif any(may_suggest(panel.session, reader) for reader in scene.readers):
        yield (panel.button(Op.MINE, panel.texts("chouette.button.suggest"), Page.ADVICE),)
