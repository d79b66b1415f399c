"""Scoring a chouette from a JSON file: reading it strictly, running it through the scorekeeper.

Names stand for seats here. Knows no files and no terminal: a JSON value in, a JSON value out. Whatever the
input or the rules do not allow raises ``ScoreError``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from typing import TypeVar

from pydantic import TypeAdapter, ValidationError

from bot.chouette.rules import ChouetteRules
from bot.chouette.score_entries import (
    Entry,
    ScoreAnswered,
    ScoreAutomatic,
    ScoreDoubled,
    ScoreExtra,
    ScoreGameEnded,
    ScoreLeft,
    ScoreOpened,
    ScorePartner,
    ScoreRaccooned,
)
from bot.chouette.scorekeeper import Scorekeeper, enter
from bot.chouette.seats import Seat
from bot.chouette.settlement import Payment
from bot.chouette.sheet import GameRow, SettlementRow
from bot.chouette.stakes import BOX, TEAM, Answer, Member, Reply
from bot.game.result import Kind
from bot.game.violations import Fact, RuleViolation

_T = TypeVar("_T")

WINNERS = {"box": BOX, "team": TEAM}
KINDS = {kind.name.lower(): kind for kind in Kind}
TOP_KEYS = frozenset({"line", "partner", "rules", "games", "leave"})
GAME_KEYS = frozenset({"events", "winner", "kind", "partner", "automatic"})
RULE_KEYS = frozenset(field.name for field in fields(ChouetteRules))
EVENT_KEYS = frozenset({"double", "take", "drop", "beaver", "raccoon", "extra"})
_CARD = TypeAdapter(ChouetteRules)


class ScoreError(RuleViolation):
    """What is wrong with the input, and where: ``game`` and ``event`` count from 1.

    Codes ``score.*`` are about the form of the file, all others are the rules' own.
    """


def run_score(data: object) -> dict[str, object]:
    """Rows, lines and cubes game by game, settlements of those who leave, totals and final payments.

    ``rows`` are the games'; ``totals`` count settlements too. Raises ``ScoreError``.
    """
    top = _mapping(data, "file", TOP_KEYS)
    line = tuple(_name(item, "line") for item in _list(top.get("line"), "line"))
    opened = _at({}, lambda: enter(None, ScoreOpened(_rules(top.get("rules")), line)))
    score = opened
    lines: list[list[Seat]] = []
    cubes: list[object] = []
    for number, game in enumerate(_list(top.get("games"), "games"), start=1):
        score = _numbered_game(score, game, number, _partner(score, top, opened))
        lines.append(list(score.line))
        cubes.append(_cubes(score.last.members if score.last else ()))
    for seat in _names(top.get("leave"), "leave"):
        if score.line != (seat,):  # the last one has nobody to settle with: his balance is 0
            score = _enter(score, ScoreLeft(seat), {})
    return _report(score, lines, cubes)


def _report(score: Scorekeeper, lines: list[list[Seat]], cubes: list[object]) -> dict[str, object]:
    settled = [p for row in score.sheet.rows if isinstance(row, SettlementRow) for p in row.payments]
    return {
        "rows": [_row(row) for row in score.sheet.games],
        "lines": lines,
        "cubes": cubes,
        "settlements": [_payment(payment) for payment in settled],
        "totals": score.sheet.balances,
        "payments": [_payment(payment) for payment in score.payments],
    }


def _row(row: GameRow) -> dict[Seat, int]:
    return {share.seat: share.points for share in row.shares}


def _payment(payment: Payment) -> dict[str, object]:
    return {"from": payment.payer, "to": payment.payee, "points": payment.points}


def _cubes(members: Iterable[Member]) -> dict[Seat, dict[str, object]]:
    owners = {None: "centre", BOX: "box", TEAM: "member"}
    return {m.seat: {"value": m.cube.value, "owner": owners[m.cube.owner]} for m in members}


def _partner(score: Scorekeeper, top: Mapping[str, object], opened: Scorekeeper) -> object:
    """The partner at the head of the file is the choice of the first box, for as long as it stays the box."""
    return top.get("partner") if score.box == opened.box else None


def _numbered_game(score: Scorekeeper, game: object, number: int, partner: object) -> Scorekeeper:
    where: dict[str, Fact] = {"game": number}
    return _at(where, lambda: _game(score, _mapping(game, "games", GAME_KEYS), number, partner))


def _numbered_event(score: Scorekeeper, event: object, where: dict[str, Fact]) -> Scorekeeper:
    return _at(where, lambda: _event(score, _mapping(event, "events", EVENT_KEYS), where))


def _game(score: Scorekeeper, game: Mapping[str, object], number: int, partner: object) -> Scorekeeper:
    where: dict[str, Fact] = {"game": number}
    partner = game.get("partner", partner)
    if partner is not None:
        score = _enter(score, ScorePartner(_name(partner, "partner")), where)
    for _ in range(_count(game.get("automatic", 0))):
        score = _enter(score, ScoreAutomatic(), where)
    begun = score.number
    for position, event in enumerate(_list(game.get("events"), "events"), start=1):
        where = {"game": number, "event": position}
        if score.number != begun:
            raise ScoreError("chouette.score_all_out", where)
        score = _numbered_event(score, event, where)
    return _end(score, game, score.number != begun, {"game": number})


def _end(
    score: Scorekeeper, game: Mapping[str, object], all_out: bool, where: dict[str, Fact]
) -> Scorekeeper:
    winner = game.get("winner")
    if all_out:
        if winner is not None:
            raise ScoreError("chouette.score_all_out", where)
        return score
    if winner is None:
        raise ScoreError("score.no_winner", where)
    side = _choice(winner, WINNERS, "winner", where)
    kind = _choice(game.get("kind") or "single", KINDS, "kind", where)
    return _enter(score, ScoreGameEnded(side, kind), where)


def _event(score: Scorekeeper, event: Mapping[str, object], where: dict[str, Fact]) -> Scorekeeper:
    """One double with all its answers; who was doubled and is not named is an error."""
    score = _enter(score, _double(event.get("double"), where), where)
    score = _enter(score, ScoreAnswered(_answers(event, score)), where)
    if score.offered:
        raise ScoreError("chouette.unanswered", {**where, "seat": score.offered.open[0]})
    for seat in _names(event.get("extra"), "extra"):
        score = _enter(score, ScoreExtra(seat), where) if seat not in _givers(score) else score
    for seat in _names(event.get("raccoon"), "raccoon"):
        score = _enter(score, ScoreRaccooned(seat), where)
    return score


def _givers(score: Scorekeeper) -> set[Seat]:
    return {extra.giver for extra in score.stakes.extras}


def _double(value: object, where: dict[str, Fact]) -> ScoreDoubled:
    if value == "box":
        return ScoreDoubled(BOX)
    if value == "box-initial":
        return ScoreDoubled(BOX, initial=True)
    if value is None:
        raise ScoreError("score.no_double", where)
    return ScoreDoubled(TEAM, _names(value, "double"))


def _answers(event: Mapping[str, object], score: Scorekeeper) -> tuple[Answer, ...]:
    """Who beavers has taken as well, whether or not he is named there too."""
    told = {reply: _names(event.get(str(reply)), str(reply)) for reply in Reply}
    told = {reply: _cubes_of_box(seats, told.values(), score) for reply, seats in told.items()}
    told[Reply.TAKE] = tuple(seat for seat in told[Reply.TAKE] if seat not in told[Reply.BEAVER])
    return tuple(Answer(seat, reply) for reply, seats in told.items() for seat in seats)


def _cubes_of_box(
    seats: tuple[Seat, ...], told: Iterable[tuple[Seat, ...]], score: Scorekeeper
) -> tuple[Seat, ...]:
    """The box answers the team cube by cube, named by members; its own name stands for all the others."""
    if score.offered is None or score.offered.by is not TEAM or score.box not in seats:
        return seats
    single = {seat for named in told for seat in named}
    rest = tuple(seat for seat in score.offered.open if seat not in single)
    return tuple(dict.fromkeys(s for seat in seats for s in (rest if seat == score.box else (seat,))))


def _enter(score: Scorekeeper, entry: Entry, where: dict[str, Fact]) -> Scorekeeper:
    return _at(where, lambda: enter(score, entry))


def _at(where: dict[str, Fact], act: Callable[[], Scorekeeper]) -> Scorekeeper:
    """Runs ``act``; a refusal says where in the file it happened."""
    try:
        return act()
    except RuleViolation as refused:
        raise ScoreError(refused.code, {**where, **refused.facts}) from refused


def _rules(value: object) -> ChouetteRules:
    """The fields of the rules card that differ from the seed's."""
    given = _mapping({} if value is None else value, "rules", RULE_KEYS)
    try:
        return _CARD.validate_python(dict(given))
    except ValidationError as wrong:
        first = wrong.errors()[0]
        cause = first.get("ctx", {}).get("error")
        if isinstance(cause, RuleViolation):
            raise ScoreError(cause.code, cause.facts) from wrong
        raise _wrong(f"rules.{first['loc'][0]}", first["input"]) from wrong


def _wrong(where: str, value: object) -> ScoreError:
    return ScoreError("score.wrong_value", {"field": where, "value": repr(value)[:60]})


def _mapping(value: object, where: str, keys: frozenset[str]) -> Mapping[str, object]:
    if not isinstance(value, Mapping):
        raise _wrong(where, value)
    for key in value:
        if key not in keys:
            raise ScoreError("score.unknown_field", {"where": where, "field": str(key)})
    return value


def _list(value: object, where: str) -> list[object]:
    if value is None:
        return []
    if not isinstance(value, list | tuple):
        raise _wrong(where, value)
    return list(value)


def _names(value: object, where: str) -> tuple[Seat, ...]:
    """Names, each once, in the order given; a single one needs no list."""
    items = [value] if isinstance(value, str) else _list(value, where)
    return tuple(dict.fromkeys(_name(item, where) for item in items))


def _name(value: object, where: str) -> Seat:
    if not isinstance(value, str) or not value:
        raise _wrong(where, value)
    return Seat(value)


def _count(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise _wrong("automatic", value)
    return value


def _choice(value: object, choices: Mapping[str, _T], where: str, at: dict[str, Fact]) -> _T:
    if not isinstance(value, str) or value not in choices:
        known = ", ".join(choices)
        raise ScoreError("score.choice", {**at, "field": where, "value": repr(value)[:60], "known": known})
    return choices[value]
