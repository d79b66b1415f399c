"""The picture around a chouette's board: name bars of box and team, the strip with a cube for each member.

The box sits above, the team below; in his own chat a player has his own side below. Must not know buttons.
"""

from __future__ import annotations

from bot.chouette.deciders import decider
from bot.chouette.game import ChouetteGame, OnTurn
from bot.chouette.seats import Seat
from bot.chouette.stakes import BOX, TEAM, Member
from bot.game.side import Side
from bot.render import view
from bot.ui.board import BoardPhase, Frame, SideLine
from bot.ui.chouette_scene import Scene
from bot.ui.chouette_words import cube_state, is_out, shown_value

_STATES = {
    "cube.dropped": "strip.dropped",
    "cube.won": "strip.won",
    "cube.doubles": "strip.doubles",
    "cube.doubles_too": "strip.doubles_too",
    "cube.take": "strip.take",
    "cube.taken": "strip.taken",
    "cube.beavered": "strip.beavered",
    "cube.answered": "strip.answered",
    "cube.centre": "strip.centre",
    "cube.box": "strip.box",
    "cube.own": "strip.own",
}
_OWNERS = {None: view.CubeOwner.CENTRE, BOX: view.CubeOwner.BOX, TEAM: view.CubeOwner.MEMBER}


def frame_of(scene: Scene, game: ChouetteGame) -> Frame:
    """All around the board of the running game, or of the last one."""
    bottom = _bottom(scene, game)
    return Frame(
        x=_box_line(scene, game),
        o=_team_line(scene, game),
        phase=_phase(scene, game),
        bottom=bottom,
        light=BOX,
        centre=(scene.texts("board.game", number=game.number),),
        strip=_strip(scene, game, bottom),
        theme=view.ThemeName(scene.viewer.theme),
        home=view.HomeSide(scene.viewer.home),
    )


def _phase(scene: Scene, game: ChouetteGame) -> BoardPhase:
    if scene.game is None:
        return BoardPhase.OVER
    return BoardPhase.PLAY if isinstance(game.phase, OnTurn) else BoardPhase.ANSWER


def _bottom(scene: Scene, game: ChouetteGame) -> Side:
    side = game.side_of(scene.me) if scene.me and scene.viewer.own_side_down else None
    return side or TEAM


def _box_line(scene: Scene, game: ChouetteGame) -> SideLine:
    tag = scene.texts("tag.box")
    return SideLine(scene.name(game.box), _score(scene, game.box), tag, _acts(scene, game, BOX))


def _team_line(scene: Scene, game: ChouetteGame) -> SideLine:
    captain = game.acting_captain
    speaker = decider(scene.session, captain) if scene.game else captain
    tag = scene.texts.n("tag.captain", len(game.stakes.playing))
    name = scene.name(speaker) if speaker == captain else scene.speaks(speaker, captain)
    return SideLine(name, _score(scene, captain), tag, _acts(scene, game, TEAM))


def _score(scene: Scene, seat: Seat) -> str:
    return scene.texts.signed(scene.session.sheet.balances.get(seat, 0))


def _acts(scene: Scene, game: ChouetteGame, side: Side) -> bool:
    """Whether this side's speaker has to decide; what other members are asked is marked in the strip."""
    if scene.game is None:
        return False
    speaker = game.speaker(side)
    return any(decision.seat == speaker for decision in scene.decisions)


def _strip(scene: Scene, game: ChouetteGame, bottom: Side) -> view.ChouetteStrip:
    team = view.Side.BOTTOM if bottom is TEAM else view.Side.TOP
    cubes = tuple(_card(scene, game, member) for member in game.stakes.members)
    return view.ChouetteStrip(team, cubes)


def _card(scene: Scene, game: ChouetteGame, member: Member) -> view.MemberCube:
    seat, live = member.seat, scene.game is not None
    asked = live and any(decision.seat == seat for decision in scene.decisions)
    on_turn = isinstance(game.phase, OnTurn)
    return view.MemberCube(
        name=scene.name(seat),
        value=shown_value(scene, game, member),
        owner=_OWNERS[member.cube.owner],
        state=scene.texts(_STATES[cube_state(scene, game, member)]),
        captain=seat == game.acting_captain,
        must_answer=asked and not on_turn,
        out=is_out(scene, game, member),
    )
