"""What a chouette has brought: a game's result card, settlements, the final payments.

Must not know buttons, pictures or platforms.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from bot.chouette.game import ChouetteGame, Ended
from bot.chouette.seats import Seat
from bot.chouette.settlement import Payment
from bot.chouette.sheet import GameRow, SettlementRow
from bot.chouette.stakes import BOX, Exit, Extra, Member
from bot.game.result import How, Kind
from bot.ui.chouette_scene import Scene
from bot.ui.chouette_words import line_line, people_lines

_WON_BY_BOX = {
    Kind.SINGLE: "result.box.single",
    Kind.GAMMON: "result.box.gammon",
    Kind.BACKGAMMON: "result.box.backgammon",
}
_WON_BY_TEAM = {
    Kind.SINGLE: "result.team.single",
    Kind.GAMMON: "result.team.gammon",
    Kind.BACKGAMMON: "result.team.backgammon",
}
_LOST = {
    How.TIMEOUT: "result.timeout",
    How.LEAVING: "result.leaving",
    How.RESIGNATION: "result.resigned",
}


def result_headline(scene: Scene, game: ChouetteGame, ended: Ended) -> str:
    """Who has won the game, and how high."""
    texts = scene.texts
    if ended.winner is None:
        key = "result.all_out" if ended.how else "result.locked"
        return texts(key, game=game.number)
    keys = _WON_BY_BOX if ended.winner is BOX else _WON_BY_TEAM
    return texts(keys[ended.kind], game=game.number, who=scene.name(game.speaker(ended.winner)))


def result_lines(scene: Scene, game: ChouetteGame, ended: Ended) -> Iterator[str]:
    """The card of a finished game: each player's points and why, who was settled, the new line."""
    if ended.how in _LOST and ended.winner is not None:
        loser = scene.name(game.speaker(ended.winner.other))
        yield scene.texts(_LOST[ended.how], who=loser)
    row = scene.session.sheet.games[-1]
    points = {share.seat: share.points for share in row.shares}
    for member in game.stakes.members:
        yield _points_line(scene, member, points[member.seat], why(scene, game, ended, member))
    yield from (_extra_line(scene, extra) for extra in game.stakes.extras)
    yield from _box_lines(scene, row, points)
    yield from settled_lines(scene)
    if not scene.session.over:
        yield line_line(scene)
        yield from people_lines(scene)


def _points_line(scene: Scene, member: Member, points: int, why_: str) -> str:
    facts = {"name": scene.name(member.seat), "points": scene.texts.signed(points), "why": why_}
    return scene.texts("result.line", **facts)


def why(scene: Scene, game: ChouetteGame, ended: Ended, member: Member) -> str:
    """What a member's points are made of: his cube, its end, the height of the game, Jacoby."""
    texts, cube = scene.texts, member.cube
    if member.exit is Exit.DROPPED:
        return texts("why.dropped", value=cube.value)
    if member.exit is Exit.BOX_DROPPED:
        return texts("why.box_dropped", value=cube.value)
    if ended.kind is Kind.SINGLE:
        return texts("why.single", value=cube.value)
    if scene.session.rules.jacoby and not cube.turned:
        return texts("why.jacoby", value=cube.value)
    key = "why.gammon" if ended.kind is Kind.GAMMON else "why.backgammon"
    return texts(key, value=cube.value)


def _extra_line(scene: Scene, extra: Extra) -> str:
    facts = {"name": scene.name(extra.giver), "other": scene.name(extra.taker)}
    return scene.texts("result.extra", value=extra.cube.value, **facts)


def _box_lines(scene: Scene, row: GameRow, points: Mapping[Seat, int]) -> Iterator[str]:
    texts = scene.texts
    box = {"who": scene.name(row.box), "points": texts.signed(points[row.box])}
    if row.partner is None:
        yield texts("result.box_line", **box)
        return
    partner = {"other": scene.name(row.partner), "others": texts.signed(points[row.partner])}
    yield texts("result.box_partner", **box, **partner)


def settled_lines(scene: Scene) -> Iterator[str]:
    """Who has left since the last game, and who paid whom for it."""
    for row in reversed(_since_last_game(scene)):
        yield scene.texts(
            "result.settled", who=scene.name(row.leaver), payments=payments_text(scene, row.payments)
        )


def _since_last_game(scene: Scene) -> list[SettlementRow]:
    found: list[SettlementRow] = []
    for row in reversed(scene.session.sheet.rows):
        if isinstance(row, GameRow):
            break
        found.append(row)
    return found


def payments_text(scene: Scene, payments: Iterable[Payment]) -> str:
    """ "Bea pays Anna 5, Carl pays Anna 3"."""
    return ", ".join(
        scene.texts("payment", name=scene.name(one.payer), other=scene.name(one.payee), points=one.points)
        for one in payments
    )


def final_headline(scene: Scene) -> str:
    """The chouette is over, after how many games."""
    games = len(scene.session.sheet.games)
    over = scene.session.over
    if over and over.reason and not games:
        return scene.texts("chouette.headline.aborted")
    return scene.texts.n("chouette.headline.over", games)


def final_lines(scene: Scene) -> Iterator[str]:
    """Who else has ended it, the totals and a shortest list of payments, then the card of the last game."""
    session, texts = scene.session, scene.texts
    assert session.over is not None
    if session.over.reason == "time.admin":
        yield texts("aborted.time.admin")
    if session.over.reason == "time.agreed":
        yield texts("chouette.all_agreed")
    if session.sheet.balances:
        yield totals_text(scene)
    if session.over.payments:
        yield texts("chouette.payments", payments=payments_text(scene, session.over.payments))
    elif session.sheet.games:
        yield texts("chouette.all_square")
    game = session.game
    if game and isinstance(game.phase, Ended):
        yield result_headline(scene, game, game.phase)
        yield from result_lines(scene, game, game.phase)


def totals_text(scene: Scene) -> str:
    """Everybody's balance, the best first."""
    balances = scene.session.sheet.balances
    ranked = sorted(balances, key=lambda seat: -balances[seat])
    shown = [
        scene.texts("total", name=scene.name(seat), points=scene.texts.signed(balances[seat]))
        for seat in ranked
    ]
    return scene.texts("chouette.totals", totals=", ".join(shown))
