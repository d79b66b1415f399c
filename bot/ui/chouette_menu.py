"""A player's own menu at a chouette, and the pages behind it: away, leave, end, resign, card, partner.

Each page is a headline, lines and buttons; only what the core allows is offered. Must not know platforms.
"""

from __future__ import annotations

from collections.abc import Iterator

from bot.app.chouette_seats import MOST_PLAYERS
from bot.app.screen import Button, Rows, Tone
from bot.chouette import actions as act
from bot.chouette.conclude import is_last_in, leaves_nobody
from bot.chouette.game import Offered
from bot.chouette.judge import allowed
from bot.chouette.judge_board import asking_to_wait, can_be_quiet, may_suggest, resignation_kinds, spoken_for
from bot.chouette.offers import offers
from bot.chouette.seats import Seat
from bot.game.result import Kind
from bot.ui.chouette_agreement import can_offer, pause_button, unscored_button
from bot.ui.chouette_answers import answer_rows
from bot.ui.chouette_buttons import claim_row, vote_row
from bot.ui.chouette_panel import Panel
from bot.ui.chouette_press import Op, Page, plays_now
from bot.ui.chouette_rules import card_lines, menu_choices
from bot.ui.chouette_scene import Scene
from bot.ui.match_buttons import in_rows

GAMES_AHEAD = (1, 2, 3, 5)
"""After how many more games an end can be proposed by one press."""

_HEADLINES = {
    Page.MENU: "chouette.page.menu",
    Page.RESIGN: "chouette.page.resign",
    Page.AWAY: "chouette.page.away",
    Page.LEAVE: "chouette.page.leave",
    Page.END: "chouette.page.end",
    Page.CARD: "chouette.page.card",
    Page.PARTNER: "chouette.page.partner",
    Page.CUBES: "chouette.page.cubes",
}


def page_headline(scene: Scene, page: Page) -> str:
    """What the page is for."""
    return scene.texts(_HEADLINES[page])


def page_lines(scene: Scene, page: Page) -> list[str]:
    """The page in sentences."""
    texts, session = scene.texts, scene.session
    match page:
        case Page.CARD:
            return card_lines(session.card.rules if session.card else session.rules, texts)
        case Page.LEAVE:
            return _on_leaving(scene)
        case Page.AWAY:
            return [texts("chouette.page.away.who")]
        case Page.END:
            return [texts("chouette.page.end.how"), texts("chouette.page.end.unscored")]
        case Page.PARTNER:
            return [texts("chouette.page.partner.how")]
        case _:
            return []


def page_rows(scene: Scene, page: Page) -> Rows:
    """The page's buttons, and the way back."""
    panel, me = Panel(scene), scene.me
    if me is None:
        return ()
    made = [button for row in _PAGES[page](panel, me) for button in row]
    back = panel.button(Op.BACK, scene.texts("button.back"))
    if page is Page.CARD:
        choices = tuple(tuple(made[at : at + 3]) for at in range(0, len(made), 3))
        return (*choices, (back,))
    return (*in_rows([(button,) for button in made]), (back,)) if made else ((back,),)


Buttons = Iterator[tuple[Button, ...]]


def _menu(panel: Panel, me: Seat) -> Buttons:
    texts, kinds = panel.texts, allowed(panel.session, me)
    if may_suggest(panel.session, me) and plays_now(panel.session) is not None:
        yield (panel.button(Op.MINE, texts("chouette.button.suggest"), Page.ADVICE),)
    wait, later = "chouette.button.wait", "chouette.button.later"
    yield tuple(panel.on_cubes(Op.WAIT, asking_to_wait, wait, "chouette.button.wait_for"))[:3]
    yield tuple(panel.on_cubes(Op.NOT_NOW, asking_to_wait, later, "chouette.button.later_for"))[:3]
    quiet, quiet_for = "chouette.button.no_doubles", "chouette.button.quiet_for"
    yield tuple(panel.on_cubes(Op.QUIET, can_be_quiet, quiet, quiet_for))[:4]
    if act.GoAway in kinds:
        yield (panel.button(Op.MINE, texts("chouette.button.away"), Page.AWAY),)
    if act.ComeBack in kinds:
        yield (panel.button(Op.HERE, texts("chouette.button.here"), tone=Tone.PRIMARY),)
    if act.OfferResignation in kinds:
        yield (panel.button(Op.MINE, texts("button.resign"), Page.RESIGN),)
    if can_offer(panel, me):
        yield (pause_button(panel),)
    if act.ProposeEnd in kinds:
        yield (panel.button(Op.MINE, texts("chouette.button.end"), Page.END),)
    if act.Leave in kinds:
        yield (panel.button(Op.MINE, texts("chouette.button.leave"), Page.LEAVE),)
    if act.NamePartner in kinds:
        yield (panel.button(Op.MINE, texts("chouette.button.partner"), Page.PARTNER),)
    if panel.session.drawn and len(panel.session.everyone) < MOST_PLAYERS:
        yield (panel.menu("fill", texts("chouette.button.computer")),)
    if act.PlayAlone in kinds:
        yield (panel.button(Op.ALONE, texts("chouette.button.alone")),)
    yield (panel.button(Op.MINE, texts("chouette.button.card"), Page.CARD),)
    yield vote_row(panel)
    yield claim_row(panel)


_OFFERS = {
    Kind.SINGLE: "button.offer.single",
    Kind.GAMMON: "button.offer.gammon",
    Kind.BACKGAMMON: "button.offer.backgammon",
}


def _resign(panel: Panel, me: Seat) -> Buttons:
    game = panel.scene.game
    if game is None or act.OfferResignation not in allowed(panel.session, me):
        return
    for side in spoken_for(panel.session, me):
        for kind in resignation_kinds(game, side):
            yield (panel.button(Op.OFFER, panel.texts(_OFFERS[kind]), str(int(kind)), Tone.DANGER),)


def _away(panel: Panel, me: Seat) -> Buttons:
    texts = panel.texts
    for offer in offers(panel.session, me):
        if isinstance(offer, act.GoAway) and offer.deputy is None:
            yield (panel.button(Op.AWAY, texts("chouette.button.no_deputy")),)
        elif isinstance(offer, act.GoAway) and offer.deputy:
            label = texts("chouette.button.deputy", other=panel.scene.name(offer.deputy))
            yield (panel.button(Op.AWAY, label, offer.deputy),)


def _on_leaving(scene: Scene) -> list[str]:
    """What leaving costs this reader."""
    texts, session, me = scene.texts, scene.session, scene.me
    if me and leaves_nobody(session, me):
        return [texts("chouette.page.leave.lost")]
    if me and act.Leave(now=True) in offers(session, me):
        now = "chouette.page.leave.last" if _is_last(scene, me) else "chouette.page.leave.now"
        return [texts("chouette.page.leave.after"), texts(now)]
    return [texts("chouette.page.leave.after" if scene.game else "chouette.page.leave.settled")]


def _is_last(scene: Scene, me: Seat) -> bool:
    """Whether this reader loses the game for the team if he leaves at once."""
    return scene.game is not None and is_last_in(scene.game, me)


def _leave(panel: Panel, me: Seat) -> Buttons:
    texts = panel.texts
    if leaves_nobody(panel.session, me):
        yield (panel.button(Op.LEAVE, texts("chouette.button.leave_lost"), tone=Tone.DANGER),)
        return
    running = panel.scene.game is not None
    for offer in offers(panel.session, me):
        if isinstance(offer, act.Leave) and offer.now:
            key = "chouette.button.leave_last" if _is_last(panel.scene, me) else "chouette.button.leave_now"
            yield (panel.button(Op.GO, texts(key), tone=Tone.DANGER),)
        elif isinstance(offer, act.Leave):
            key = "chouette.button.leave_after" if running else "chouette.button.leave"
            yield (panel.button(Op.LEAVE, texts(key)),)


def _end(panel: Panel, me: Seat) -> Buttons:
    texts, session = panel.texts, panel.session
    if act.ProposeEnd not in allowed(session, me):
        return
    yield (panel.button(Op.END, texts("chouette.button.end_now")),)
    played = session.game.number if session.game else 0
    for more in GAMES_AHEAD:
        number = played + more
        yield (panel.button(Op.END, texts("chouette.button.end_after", number=number), str(number)),)
    if can_offer(panel, me):
        yield (unscored_button(panel),)


def _card(panel: Panel, me: Seat) -> Buttons:
    session = panel.session
    if act.ProposeRules not in allowed(session, me):
        return
    rules = session.card.rules if session.card else session.rules
    for label, arg in menu_choices(rules, panel.texts):
        yield (panel.button(Op.RULE, label, arg),)


def _partner(panel: Panel, me: Seat) -> Buttons:
    for offer in offers(panel.session, me):
        if isinstance(offer, act.NamePartner) and offer.seat:
            yield (panel.button(Op.PARTNER, panel.scene.name(offer.seat), offer.seat),)


def _cubes(panel: Panel, me: Seat) -> Buttons:
    game = panel.scene.game
    if game is not None and isinstance(game.phase, Offered):
        yield from answer_rows(panel, game, game.phase)


_PAGES = {
    Page.MENU: _menu,
    Page.RESIGN: _resign,
    Page.AWAY: _away,
    Page.LEAVE: _leave,
    Page.END: _end,
    Page.CARD: _card,
    Page.PARTNER: _partner,
    Page.CUBES: _cubes,
}
