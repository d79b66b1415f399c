"""A chouette in words: whose decision it is, what was done last, how each cube lies, what is agreed.

Must not know buttons, pictures or platforms.
"""

from __future__ import annotations

from collections.abc import Iterator

from bot.chouette import actions as act
from bot.chouette.deciders import decider
from bot.chouette.ending import Ending, When
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
from bot.chouette.judge_table import why_no_draw
from bot.chouette.rules import AnswerOrder
from bot.chouette.seats import Draw, Seat
from bot.chouette.stakes import BOX, TEAM, Exit, Member, Reply
from bot.game.notation import format_moves, format_play
from bot.game.result import Kind
from bot.game.turn import ToPlay
from bot.ui.board_text import dice_text, words
from bot.ui.chouette_press import Page
from bot.ui.chouette_rules import card_in_brief
from bot.ui.chouette_scene import Scene
from bot.ui.match_buttons import only_play
from bot.ui.texts import isolated

MOST_SUGGESTIONS = 4
DICE = "⚀⚁⚂⚃⚄⚅"

_RESIGNS = {
    Kind.SINGLE: "chouette.headline.resigns.single",
    Kind.GAMMON: "chouette.headline.resigns.gammon",
    Kind.BACKGAMMON: "chouette.headline.resigns.backgammon",
}


def headline(scene: Scene) -> str:
    """One sentence: who must decide what now."""
    game, texts = scene.game, scene.texts
    if not scene.session.drawn:
        return texts.n("chouette.headline.gathering", len(scene.session.line))
    if game is None:
        return texts("chouette.headline.drawn", who=scene.name(scene.session.line[0]))
    match game.phase:
        case Resigning(by, kind):
            facts = {"who": scene.name(game.speaker(by)), "other": scene.decides(scene.decisions[0])}
            return texts(_RESIGNS[kind], **facts)
        case DoublingRound(doubled):
            facts = {"who": scene.decides(scene.decisions[0])}
            return texts("chouette.headline.round", names=scene.names(doubled), **facts)
        case Offered() as offered:
            return _offered(scene, offered)
        case ExtrasOpen(taker):
            facts = {"who": scene.decides(scene.decisions[0]), "other": scene.name(taker)}
            return texts("chouette.headline.extra", **facts)
        case RaccoonsOpen():
            facts = {"who": scene.decides(scene.decisions[0])}
            return texts("chouette.headline.raccoon", **facts)
        case OnTurn() as phase:
            return _on_turn(scene, game, phase)
        case _:
            return texts("chouette.headline.drawn", who=scene.name(game.box))


def _offered(scene: Scene, offered: Offered) -> str:
    texts = scene.texts
    who = scene.decides(scene.decisions[0])
    if offered.by is TEAM:
        return texts.n("chouette.headline.box_answers", len(offered.open), who=who)
    if scene.session.rules.order is AnswerOrder.SEALED:
        awaited = scene.names(dict.fromkeys(decision.by for decision in scene.decisions))
        return texts("chouette.headline.sealed", names=awaited)
    return texts("chouette.headline.answers", who=who)


def _on_turn(scene: Scene, game: ChouetteGame, phase: OnTurn) -> str:
    texts = scene.texts
    if phase.asked and not isinstance(game.turn.phase, ToPlay):
        who = scene.name(decider(scene.session, game.acting_captain))
        if phase.waits:
            return texts("chouette.headline.waits", who=who, names=scene.names(phase.waits))
        return texts("chouette.headline.grace", who=who)
    seat = game.speaker(game.turn.on_roll)
    by = decider(scene.session, seat)
    role = "chouette.role.box" if game.turn.on_roll is BOX else "chouette.role.captain"
    who = texts(role, who=scene.speaks(by, seat))
    if isinstance(game.turn.phase, ToPlay):
        return _to_play(scene, who, dice_text(game.turn.phase.roll))
    kinds = allowed(scene.session, by)
    may_double = bool(kinds & {act.Double, act.DoubleAll})
    return texts("headline.roll_or_double" if may_double else "headline.roll", who=who)


def _to_play(scene: Scene, who: str, dice: str) -> str:
    texts, drafted = scene.texts, scene.drafted
    assert drafted is not None
    plays = drafted.plays
    if scene.shown.page is Page.ADVICE:
        return texts("chouette.headline.advice", dice=dice)
    if not plays:
        return texts("headline.dance", who=who, dice=dice)
    if not drafted.moves:
        return texts("headline.forced" if only_play(drafted) else "headline.play", who=who, dice=dice)
    if complete := plays.complete(drafted.moves):
        return texts("headline.done", who=who, dice=dice, play=format_play(complete, words=words(texts)))
    so_far = format_moves(drafted.moves, words=words(texts))
    return texts("headline.drafting", who=who, dice=dice, play=so_far)


def gathering_lines(scene: Scene) -> Iterator[str]:
    """Who is here, who has accepted the card, and the card."""
    session, texts = scene.session, scene.texts
    assert session.card is not None
    for seat in session.line:
        key = "chouette.here" if seat in session.card.accepted else "chouette.here_not_accepted"
        if seat in scene.computers:
            key = "chouette.here_computer"
        yield texts(key, name=scene.name(seat))
    yield card_in_brief(session.rules, texts)
    ready = why_no_draw(session) is None
    yield texts("chouette.ready" if ready else "chouette.how_to_begin")


def draw_lines(scene: Scene) -> Iterator[str]:
    """The draw for the seats, die by die; a line for each throwing."""
    for number, round_ in enumerate(_rounds(scene.session.draw)):
        thrown = ", ".join(f"{isolated(scene.name(seat))} {DICE[die - 1]}" for seat, die in round_)
        yield scene.texts("chouette.draw_again" if number else "chouette.draw", dice=thrown)


def _rounds(draw: Draw) -> list[list[tuple[Seat, int]]]:
    """The dice by throwing: who throws again, begins a new one."""
    rounds: list[list[tuple[Seat, int]]] = []
    for seat, die in draw:
        if not rounds or seat in {one for one, _ in rounds[-1]}:
            rounds.append([])
        rounds[-1].append((seat, die))
    return rounds


def line_line(scene: Scene) -> str:
    """The line: box, captain, advisers; and who is named as the box's partner for the next game."""
    texts, partner = scene.texts, scene.session.partner
    box, *team = scene.session.line
    names = ", ".join(isolated(scene.name(seat)) for seat in team)
    line = texts("chouette.line", who=scene.name(box), names=names)
    if partner is None:
        return line
    return f"{line} {texts('chouette.partner', who=scene.name(box), other=scene.name(partner))}"


def game_lines(scene: Scene, game: ChouetteGame) -> Iterator[str]:
    """The running game under its headline: last play, cubes, what is special."""
    last = last_action(scene, game)
    if last:
        yield last
    if game.turn.plays == 0 and game.number == 1:
        yield from draw_lines(scene)
    yield from (_cube_line(scene, game, member) for member in game.stakes.members)
    yield from _notes(scene, game)
    yield from _suggestions(scene, game)
    yield from people_lines(scene)


def last_action(scene: Scene, game: ChouetteGame) -> str:
    """The opening throw or the last play; "" before either."""
    turn, texts = game.turn, scene.texts
    if turn.last is not None:
        player = game.player or game.speaker(turn.last.side)
        facts = {"who": scene.name(player), "dice": dice_text(turn.last.roll)}
        if not turn.last.moves:
            return texts("line.danced", **facts)
        moves = format_moves(turn.last.moves, turn.last.hits, words=words(texts))
        return texts("line.played", play=moves, **facts)
    if isinstance(turn.phase, ToPlay):
        x, o = turn.phase.roll
        names = {"name": scene.name(game.box), "other": scene.name(game.acting_captain)}
        return texts("line.opening", x=x, o=o, **names)
    return ""


def cube_state(scene: Scene, game: ChouetteGame, member: Member) -> str:
    """The key of how a member's cube stands: out, asked, answered, offered, or whose it is."""
    if member.exit is not None:
        return "cube.dropped" if member.exit is Exit.DROPPED else "cube.won"
    phase = game.phase
    if isinstance(phase, Offered) and (answered := _answered(scene, phase, member.seat)):
        return answered
    if isinstance(phase, DoublingRound) and member.seat in phase.doubled:
        return "cube.doubles"
    if isinstance(phase, DoublingRound) and member.seat in phase.asked[:1]:
        return "cube.doubles_too"
    if isinstance(phase, Offered) and member.seat in phase.open:
        return "cube.take"
    if member.cube.owner is None:
        return "cube.centre"
    return "cube.box" if member.cube.owner is BOX else "cube.own"


_CUBE_LINES = {
    "cube.dropped": "chouette.cube.dropped",
    "cube.won": "chouette.cube.won",
    "cube.doubles": "chouette.cube.doubles",
    "cube.doubles_too": "chouette.cube.doubles_too",
    "cube.take": "chouette.cube.take",
    "cube.taken": "chouette.cube.taken",
    "cube.beavered": "chouette.cube.beavered",
    "cube.answered": "chouette.cube.answered",
    "cube.centre": "chouette.cube.centre",
    "cube.box": "chouette.cube.box",
    "cube.own": "chouette.cube.own",
}


def _cube_line(scene: Scene, game: ChouetteGame, member: Member) -> str:
    """One member and his cube: "★ Anna: 2, with the box"."""
    value, state = shown_value(scene, game, member), cube_state(scene, game, member)
    star = "★ " if member.seat == game.acting_captain and member.is_in else "· "
    return star + scene.texts(_CUBE_LINES[state], name=scene.name(member.seat), value=value)


_TIMES = {"cube.taken": 2, "cube.take": 2, "cube.answered": 2, "cube.beavered": 4}


def shown_value(scene: Scene, game: ChouetteGame, member: Member) -> int:
    """What a member's cube shows: while a double is answered, the value that it has or would have by it."""
    if not isinstance(game.phase, Offered) or member.seat not in game.phase.seats:
        return member.cube.value
    return member.cube.value * _TIMES.get(cube_state(scene, game, member), 1)


def is_out(scene: Scene, game: ChouetteGame, member: Member) -> bool:
    """Whether a member has nothing at stake any more, or has openly given it up."""
    return not member.is_in or cube_state(scene, game, member) in ("cube.dropped", "cube.won")


def _answered(scene: Scene, offered: Offered, seat: Seat) -> str | None:
    """How a cube stands after an open answer that all may know, or after one's own sealed one."""
    sealed = offered.by is BOX and scene.session.rules.order is AnswerOrder.SEALED
    said = next((answer.reply for answer in offered.answers if answer.seat == seat), None)
    if said is None:
        return None
    if sealed and seat != scene.me:
        return "cube.answered"
    match said:
        case Reply.TAKE:
            return "cube.taken"
        case Reply.BEAVER:
            return "cube.beavered"
        case Reply.DROP:
            return "cube.dropped" if offered.by is BOX else "cube.won"


def _notes(scene: Scene, game: ChouetteGame) -> Iterator[str]:
    texts = scene.texts
    if game.partner:
        yield texts("chouette.partner", who=scene.name(game.box), other=scene.name(game.partner))
    if game.automatic_doubles:
        yield texts.n("line.automatic", game.automatic_doubles)
    for extra in game.stakes.extras:
        names = {"name": scene.name(extra.giver), "other": scene.name(extra.taker)}
        yield texts("chouette.extra", value=extra.cube.value, **names)


def _suggestions(scene: Scene, game: ChouetteGame) -> Iterator[str]:
    for suggestion in game.suggestions[-MOST_SUGGESTIONS:]:
        play = format_moves(suggestion.moves, words=words(scene.texts))
        yield scene.texts("chouette.suggests", who=scene.name(suggestion.seat), play=play)


def people_lines(scene: Scene) -> Iterator[str]:
    """Who is away, going or coming, what is proposed, when it all ends, how long there is."""
    session, texts = scene.session, scene.texts
    for seat in session.away:
        deputy = next((entry.deputy for entry in session.deputies if entry.seat == seat), None)
        if deputy:
            yield texts("chouette.away_deputy", name=scene.name(seat), other=scene.name(deputy))
        else:
            yield texts("chouette.away", name=scene.name(seat))
    if session.leaving:
        yield texts.n("chouette.leaving", len(session.leaving), names=scene.names(session.leaving))
    if session.newcomers:
        yield texts.n("chouette.newcomers", len(session.newcomers), names=scene.names(session.newcomers))
    if vote := session.end_vote:
        proposed = ending_text(scene, vote.ending)
        if vote.confirmed:
            yield texts("chouette.end_proposed", end=proposed, who=scene.name(vote.confirmed[0]))
        else:
            yield texts("chouette.end_proposed_by_nobody", end=proposed)
    if session.ending:
        yield texts("chouette.end_set", end=ending_text(scene, session.ending))
    for seat in session.extended:
        yield texts("chouette.last_deadline", who=scene.name(seat))
    yield from _deadline(scene)


def ending_text(scene: Scene, ending: Ending) -> str:
    """When the chouette ends, in words."""
    match ending.when:
        case When.AFTER_THIS_GAME:
            return scene.texts("ending.this_game")
        case When.AFTER_GAME:
            return scene.texts("ending.game", number=ending.number)
        case When.AT_TIME:
            return scene.texts("ending.time", time=scene.texts.time(ending.number * 1000, scene.viewer.tz))


def _deadline(scene: Scene) -> Iterator[str]:
    due, texts = scene.table.due_at, scene.texts
    alone = len(scene.table.seats) - len(scene.computers) < 2
    if due is not None and scene.actors and not alone and due > scene.table.updated_at:
        seconds = (due - scene.table.updated_at) / 1000
        yield texts("line.deadline", time=texts.duration(seconds), until=texts.time(due, scene.viewer.tz))
