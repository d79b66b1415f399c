"""What a chouette has brought: a game's result card, settlements, the final payments.

Must not know buttons, pictures or platforms.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby

from bot.chouette.game import ChouetteGame, Ended
from bot.chouette.seats import Seat
from bot.chouette.sheet import GameRow
from bot.chouette.stakes import BOX, EXTRA_PRICE, Exit, Member, own_points
from bot.game.result import How, Kind
from bot.ui.chouette_payments import final_account, settled_lines
from bot.ui.chouette_scene import Scene
from bot.ui.chouette_sheet import Shown
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
    """The card of a finished game: each player's points and why; while it goes on, who was settled since and
    the new line.
    """
    if ended.how in _LOST and ended.winner is not None:
        loser = scene.name(game.speaker(ended.winner.other))
        yield scene.texts(_LOST[ended.how], who=loser)
    row = scene.session.sheet.games[-1]
    points = {share.seat: share.points for share in row.shares}
    for member in game.stakes.members:
        yield _points_line(scene, game, ended, member, points[member.seat])
    yield from _extra_lines(scene, game, ended)
    yield from _box_lines(scene, row, points)
    if not scene.session.over:
        yield from settled_lines(sheet_of(scene))
        yield line_line(scene)
        yield from people_lines(scene)


def _points_line(scene: Scene, game: ChouetteGame, ended: Ended, member: Member, points: int) -> str:
    """A member's points, with what they are made of: his own cube, and extras that he gave or took."""
    texts, made_of = scene.texts, why(scene, ended, member)
    extras = sum(member.seat in (extra.giver, extra.taker) for extra in game.stakes.extras)
    if extras:
        own = own_points(scene.session.rules, member, ended.winner, ended.kind)
        facts = {"points": texts.signed(own), "others": texts.signed(points - own)}
        made_of = texts.n("why.with_extras", extras, why=made_of, **facts)
    return texts("result.line", name=scene.name(member.seat), points=texts.signed(points), why=made_of)


def why(scene: Scene, ended: Ended, member: Member) -> str:
    """What the points of a member's cube are made of: its value and end, the height of the game, Jacoby."""
    texts, cube = scene.texts, member.cube
    if member.exit is Exit.DROPPED:
        return texts("why.dropped", value=cube.value)
    if member.exit is Exit.BOX_DROPPED:
        return texts("why.box_dropped", value=cube.value)
    if ended.winner is None:
        return texts("why.draw", value=cube.value)
    if ended.kind is Kind.SINGLE:
        return texts("why.single", value=cube.value)
    if scene.session.rules.jacoby and not cube.turned:
        return texts("why.jacoby", value=cube.value)
    key = "why.gammon" if ended.kind is Kind.GAMMON else "why.backgammon"
    return texts(key, value=cube.value)


def _extra_lines(scene: Scene, game: ChouetteGame, ended: Ended) -> Iterator[str]:
    """What each extra has brought its taker; those of one taker are alike, and share a line."""
    texts, stakes = scene.texts, game.stakes
    for taker, group in groupby(stakes.extras, key=lambda extra: extra.taker):
        extras = tuple(group)
        played = stakes.taker(extras[0])
        own = own_points(scene.session.rules, played, ended.winner, ended.kind)
        yield texts.n(
            "result.extra",
            len(extras),
            names=scene.names(extra.giver for extra in extras),
            other=scene.name(taker),
            price=texts.signed(EXTRA_PRICE),
            points=texts.signed(own),
            why=why(scene, ended, played),
        )


def _box_lines(scene: Scene, row: GameRow, points: Mapping[Seat, int]) -> Iterator[str]:
    texts = scene.texts
    box = {"who": scene.name(row.box), "points": texts.signed(points[row.box])}
    if row.partner is None:
        yield texts("result.box_line", **box)
        return
    partner = {"other": scene.name(row.partner), "others": texts.signed(points[row.partner])}
    yield texts("result.box_partner", **box, **partner)


def final_headline(scene: Scene) -> str:
    """The chouette is over, after how many games."""
    games = len(scene.session.sheet.games)
    over = scene.session.over
    if over and over.reason and not games:
        return scene.texts("chouette.headline.aborted")
    return scene.texts.n("chouette.headline.over", games)


def final_lines(scene: Scene) -> Iterator[str]:
    """Who else has ended it, the totals and what is to be paid, then the card of the last game."""
    session, texts = scene.session, scene.texts
    assert session.over is not None
    if session.over.reason == "time.admin":
        yield texts("aborted.time.admin")
    if session.over.reason == "time.agreed":
        yield texts("chouette.all_agreed")
    yield from final_account(sheet_of(scene), session.over.payments)
    game = session.game
    if game and isinstance(game.phase, Ended):
        yield result_headline(scene, game, game.phase)
        yield from result_lines(scene, game, game.phase)


def sheet_of(scene: Scene) -> Shown:
    """The scorekeeper's sheet for the reader of a scene."""
    session = scene.session
    return Shown(session.sheet, scene.name, session.everyone, scene.texts, scene.viewer.theme)
