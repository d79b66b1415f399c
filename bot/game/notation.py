"""Plays as people write them (13/7*/5, 8/5(2), bar/20, 6/off), and typed text as legal plays.

Knows the customs of notation; must not know any language but the words it is handed, nor how text gets here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise

from bot.game.plays import LegalPlays, Move, Play
from bot.game.position import BAR, OFF
from bot.game.violations import BadInput, Fact, RuleViolation
from bot.game.written import MAX_TEXT, Written, behind_dice, plain, read_written

MAX_NEAREST = 3
MAX_COMPLETIONS = 25


@dataclass(frozen=True, slots=True)
class Words:
    """What the bar and bearing off are called in the reader's language."""

    bar: str = "bar"
    off: str = "off"

    def point(self, p: int) -> str:
        """A point's number, or the word for bar and off."""
        return self.bar if p == BAR else self.off if p == OFF else str(p)


ENGLISH = Words()


class BadNotation(BadInput):
    """Text that is no legal play. ``nearest`` are up to three legal plays that look most like it, ``step`` is
    what is at fault, where it could be read.

    Codes: ``notation.unreadable``, ``.too_long``, ``.backwards``, ``.dice`` (others than thrown),
    ``.illegal``, ``.incomplete``, ``.wastes_die``, ``.ambiguous``, ``.cannot_move``. The facts always
    quote the ``input``; ``part`` is what is at fault, as it was typed or in English.
    """

    def __init__(
        self, code: str, facts: dict[str, Fact], nearest: tuple[Play, ...] = (), step: tuple[Move, ...] = ()
    ) -> None:
        super().__init__(code, {**facts, "part": format_moves(step, whole=True)} if step else facts)
        self.nearest, self.step = nearest, step


def format_move(move: Move, *, hit: bool = False, words: Words = ENGLISH) -> str:
    """One checker by one die, as on a button: ``13/7``, ``bar/20*``."""
    return f"{words.point(move.origin)}/{words.point(move.target)}{'*' * hit}"


def format_play(
    play: Play, among: LegalPlays | None = None, *, words: Words = ENGLISH, dance: str = ""
) -> str:
    """The play in the usual shortest form; ``dance`` for one without moves.

    A way over several points shows those where it hits. ``among`` the legal plays it also shows the others
    where the short form would fit a second play, so that ``parse_play`` finds this one again.
    """
    whole = among is not None and _is_vague(play, among)
    return format_moves(play.moves, play.hits, words=words, whole=whole) or dance


def _is_vague(play: Play, among: LegalPlays) -> bool:
    """Whether the short form joins moves and also fits another play, one that hits on its way."""
    if all(len(way) == 2 for way in _ways(play.moves)):
        return False
    return len(_readings(read_written(format_moves(play.moves, play.hits)), among)) > 1


def format_moves(
    moves: Sequence[Move], hits: Iterable[int] = (), *, words: Words = ENGLISH, whole: bool = False
) -> str:
    """Single moves as one line: chains joined, repeats counted, a star at each hit.

    ``whole`` writes every point of a chain, not only those where it hits.
    """
    to_hit = set(hits)
    groups: Counter[tuple[int, ...]] = Counter()
    shown: dict[tuple[int, ...], str] = {}
    for way in _ways(moves):
        stars = to_hit & set(way[1:])
        stops = tuple(p for i, p in enumerate(way) if whole or i in (0, len(way) - 1) or p in stars)
        to_hit -= stars
        groups[stops] += 1
        shown.setdefault(stops, "/".join(words.point(p) + "*" * (p in stars) for p in stops))
    return " ".join(shown[stops] + (f"({times})" if times > 1 else "") for stops, times in groups.items())


def _ways(moves: Iterable[Move]) -> list[list[int]]:
    """The points that each checker touches, a checker that moves on where one has just arrived."""
    ways: list[list[int]] = []
    for origin, target in sorted(moves, reverse=True):
        going_on = next((way for way in ways if way[-1] == origin), None)
        if going_on:
            going_on.append(target)
        else:
            ways.append([origin, target])
    return ways


def parse_play(text: str, plays: LegalPlays) -> Play:
    """The legal play that the text means; what could be a step or the dice ("6-1 13/7 8/7") is the dice
    if it fits nothing as a step. Raises ``BadNotation``.
    """
    if not plays:
        raise BadNotation("notation.cannot_move", {"input": text})
    try:
        return _parsed(text, text, plays)
    except BadNotation as bad:
        play = _behind_thrown_dice(text, plays)
        if play is None or bad.code == "notation.ambiguous":
            raise
    return _parsed(text, play, plays)


def _behind_thrown_dice(text: str, plays: LegalPlays) -> str | None:
    found = behind_dice(text)
    return found[1] if found and sorted(found[0]) == sorted(plays.roll) else None


def _parsed(text: str, play: str, plays: LegalPlays) -> Play:
    """The legal play that ``play``, the whole ``text`` or a part of it, means."""
    try:
        written = read_written(play)
    except BadInput as bad:
        facts = {**bad.facts, "input": text[:MAX_TEXT]}
        raise BadNotation(bad.code, facts, _nearest_to_text(text, plays)) from None
    _check_dice(text, written, plays)
    found = _readings(written, plays)
    if len(found) == 1:
        return found[0]
    if found:
        raise BadNotation(
            "notation.ambiguous", {"input": text, "fits": len(found)}, tuple(found[:MAX_NEAREST])
        )
    code, facts, step = _why_not(written, plays)
    raise BadNotation(code, {"input": text, **facts}, _nearest(written, plays), step)


def _check_dice(text: str, written: Written, plays: LegalPlays) -> None:
    if written.dice and sorted(written.dice) != sorted(plays.roll):
        facts: dict[str, Fact] = {"input": text, "dice": _dice(written.dice), "thrown": _dice(plays.roll)}
        raise BadNotation("notation.dice", facts, _nearest(written, plays))


def _dice(dice: Sequence[int]) -> str:
    return "".join(map(str, sorted(dice, reverse=True)))


def _readings(written: Written, plays: LegalPlays) -> list[Play]:
    """The plays that the text fits, one for each final position; stars decide if they fit just one."""
    found: dict[object, Play] = {}
    for moves in _expansions(_hops(written), plays.dice):
        play = plays.find(moves)
        if play is not None:
            found.setdefault(play.position, play)
    fits = list(found.values())
    if len(fits) > 1 and written.hits:
        starred = [play for play in fits if set(play.hits) == written.hits]
        return starred if len(starred) == 1 else fits
    return fits


def _hops(written: Written) -> list[Move]:
    return [Move(a, b) for step in written.steps for _ in range(step.times) for a, b in pairwise(step.points)]


def _expansions(hops: Sequence[Move], dice: tuple[int, ...]) -> set[tuple[Move, ...]]:
    """All sets of single moves that the dice can make of the hops, in falling order."""
    if len(hops) > len(dice):
        return set()
    open_ends: set[tuple[tuple[Move, ...], tuple[int, ...]]] = {((), dice)}
    for hop in hops:
        open_ends = {
            (tuple(sorted((*made, *chain), reverse=True)), left)
            for made, dice_left in open_ends
            for chain, left in _chains(hop, dice_left)
        }
    return {moves for moves, _ in open_ends}


def _chains(hop: Move, dice: tuple[int, ...]) -> Iterator[tuple[tuple[Move, ...], tuple[int, ...]]]:
    """Each way of making a hop by one or more of the dice, and the dice left."""
    for die in sorted(set(dice), reverse=True):
        at = dice.index(die)
        left = dice[:at] + dice[at + 1 :]
        reached = max(hop.origin - die, OFF)
        if reached == hop.target:
            yield (Move(hop.origin, reached),), left
        elif reached > hop.target:
            for chain, rest in _chains(Move(reached, hop.target), left):
                yield (Move(hop.origin, reached), *chain), rest


def _why_not(written: Written, plays: LegalPlays) -> tuple[str, dict[str, Fact], tuple[Move, ...]]:
    """The rule that a readable text breaks: the first step that no order of the dice allows, or a whole
    that leaves dice unplayed.
    """
    hops = _hops(written)
    begun = sorted(_expansions(hops, plays.dice), reverse=True)
    if not begun:
        return "notation.illegal", {"reason": "dice"}, tuple(hops)
    worst, tried = RuleViolation("play.illegal"), begun[0]
    for moves in begun:
        try:
            plays.after(moves)
            return "notation.incomplete", {"missing": _missing(moves, plays)}, ()
        except RuleViolation as violation:
            if worst.code == "play.illegal":
                worst, tried = violation, moves
    bad = Move(int(worst.facts["origin"]), int(worst.facts["target"]))
    if worst.code == "play.wastes_die":
        return "notation.wastes_die", {}, (bad,)
    return "notation.illegal", {"reason": _reason(bad, tried, plays)}, (bad,)


def _missing(moves: Sequence[Move], plays: LegalPlays) -> int:
    draft = list(moves)
    while following := plays.steps(draft):
        draft.append(following[0])
    return len(draft) - len(moves)


def _reason(move: Move, moves: Sequence[Move], plays: LegalPlays) -> str:
    """Why a single move is not possible where it comes among ``moves``, all before it being legal: a word
    for the catalogue.
    """
    position = plays.position
    own = Counter(dict(enumerate(position.own)))
    for origin, target in moves[: moves.index(move)]:
        own[origin] -= 1
        own[target] += 1
    if own[BAR] and move.origin != BAR:
        return "bar_first"
    if position.own_pinned >> move.origin & 1:
        return "pinned"
    if own[move.origin] < moves.count(move):
        return "no_checker"
    if move.target == OFF:
        return "not_home" if any(own[p] for p in range(7, BAR + 1)) else "higher_first"
    if position.opp[BAR - move.target] > 1 or position.own_pinned >> move.target & 1:
        return "blocked"
    return "dice"


def _nearest(written: Written, plays: LegalPlays) -> tuple[Play, ...]:
    """The legal plays whose checkers end up most like the written ones."""
    wanted = _shift(_hops(written))
    ranked = sorted((_distance(wanted, _shift(play.moves)), i, play) for i, play in enumerate(plays))
    return tuple(play for _, _, play in ranked[:MAX_NEAREST])


def _shift(moves: Iterable[Move]) -> Counter[int]:
    """Checkers gained and lost by each point."""
    shift: Counter[int] = Counter()
    for origin, target in moves:
        shift[origin] -= 1
        shift[target] += 1
    return shift


def _distance(a: Counter[int], b: Counter[int]) -> int:
    return sum(abs(a[p] - b[p]) for p in a.keys() | b.keys())


def _nearest_to_text(text: str, plays: LegalPlays) -> tuple[Play, ...]:
    """For unreadable text: the plays that share most numbers and words with it."""
    wanted = set(plain(text[: MAX_COMPLETIONS * 4]).replace("/", " ").split())
    ranked = sorted((-len(wanted & _names(play)), i, play) for i, play in enumerate(plays))
    return tuple(play for _, _, play in ranked[:MAX_NEAREST])


def _names(play: Play) -> set[str]:
    return {ENGLISH.point(p) for move in play.moves for p in move}


def completions(prefix: str, plays: LegalPlays, *, words: Words = ENGLISH) -> list[str]:
    """Legal plays that go on from what was typed so far, at most 25, the best matches first.

    Steps may be typed in any order, the last one may be unfinished; text that already means a play
    offers this play first.
    """
    found = _completed(prefix, plays, words)
    play = None if found else _behind_thrown_dice(prefix, plays)
    return found if play is None else _completed(play, plays, words)


def _completed(prefix: str, plays: LegalPlays, words: Words) -> list[str]:
    typed = plain(prefix)
    typed = typed.split(": ", 1)[-1] if ":" in typed else typed
    parts = typed.replace("*", "").split()
    ranked: list[tuple[int, int, Play]] = []
    for i, play in enumerate(plays if parts else islice(plays, MAX_COMPLETIONS)):
        rank = _rank(parts, typed, format_play(play, words=words).casefold())
        if rank is not None:
            ranked.append((rank, i, play))
    found = [play for _, _, play in sorted(ranked)]
    try:
        found.insert(0, parse_play(prefix, plays))
    except BadNotation as bad:
        found = list(bad.nearest) * (bad.code == "notation.ambiguous") + found
    texts = (format_play(play, plays, words=words) for play in found[: MAX_COMPLETIONS + MAX_NEAREST])
    return list(dict.fromkeys(texts))[:MAX_COMPLETIONS]


def _rank(parts: Sequence[str], typed: str, spelled: str) -> int | None:
    """0 if the play's text begins as typed, 1 if it holds the typed steps in another order, None if not."""
    if spelled.startswith(typed):
        return 0
    steps = spelled.replace("*", "").split()
    for part in parts[:-1]:
        if part not in steps:
            return None
        steps.remove(part)
    return 1 if not parts or any(step.startswith(parts[-1]) for step in steps) else None
