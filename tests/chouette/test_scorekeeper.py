from __future__ import annotations

import random

import pytest

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
from bot.chouette.scorekeeper import Scorekeeper, enter, replay
from bot.chouette.seats import Seat
from bot.chouette.stakes import BOX, TEAM, Answer, Reply
from bot.game.result import Kind
from bot.game.violations import RuleViolation
from tests.support.chouettes import random_rules, seats

B, C, X, Y = (Seat(name) for name in "BCXY")


def paper(*entries: Entry, rules: ChouetteRules | None = None, line: str = "BCXY") -> Scorekeeper:
    score = enter(None, ScoreOpened(rules or ChouetteRules(), seats(line)))
    for entry in entries:
        score = enter(score, entry)
    return score


def answers(take: str = "", drop: str = "", beaver: str = "") -> ScoreAnswered:
    replies = ((Reply.TAKE, take), (Reply.DROP, drop), (Reply.BEAVER, beaver))
    return ScoreAnswered(tuple(Answer(Seat(name), reply) for reply, names in replies for name in names))


def row(score: Scorekeeper) -> dict[str, int]:
    return {share.seat: share.points for share in score.sheet.games[-1].shares}


def test_cubes_results_and_line_are_those_of_a_played_game() -> None:
    score = paper(ScoreDoubled(BOX), answers(take="XY", drop="C"), ScoreGameEnded(TEAM))
    assert row(score) == {"B": -3, "C": -1, "X": 2, "Y": 2}
    assert score.line == seats("XYCB")
    assert score.number == 2


def test_answers_may_come_one_by_one() -> None:
    score = paper(ScoreDoubled(BOX), answers(take="Y"), answers(drop="C"))
    assert score.offered is not None
    assert score.offered.open == (X,)
    score = enter(score, answers(take="X"))
    assert [member.seat for member in score.stakes.playing] == [X, Y]


def test_a_game_whose_members_are_all_out_ends_by_itself() -> None:
    score = paper(ScoreDoubled(TEAM, (C, X, Y)), answers(drop="CXY"))
    assert row(score) == {"B": -3, "C": 1, "X": 1, "Y": 1}
    assert score.line == seats("CXYB")


def test_undo_takes_back_the_last_entry_each_time() -> None:
    before = paper(ScoreDoubled(TEAM, (X,)), answers(take="X"))
    ended = enter(before, ScoreGameEnded(BOX, Kind.GAMMON))
    assert enter(ended, ScoreUndone()) == before
    assert enter(enter(enter(ended, ScoreUndone()), ScoreUndone()), ScoreUndone()) == paper()


def test_who_joins_or_leaves_while_cubes_are_turned_does_so_when_the_game_ends() -> None:
    score = paper(ScoreDoubled(TEAM, (X,)), answers(take="X"), ScoreJoined(Seat("Z")), ScoreLeft(C))
    assert score.line == seats("BCXY")
    score = enter(score, ScoreGameEnded(BOX))
    assert score.line == seats("BXYZ")
    assert score.sheet.balances[C] == 0


def test_between_games_joining_and_leaving_are_at_once() -> None:
    score = paper(ScoreGameEnded(BOX), ScoreJoined(Seat("Z")), ScoreLeft(B))
    assert score.line == seats("XYCZ")
    assert not any(score.sheet.balances.values())
    assert score.stakes.seats == seats("YCZ")


def test_who_goes_or_comes_after_automatic_doubles_leaves_the_cubes_as_they_are() -> None:
    rules = ChouetteRules(automatic_doubles=2)
    score = paper(ScoreAutomatic(), ScoreAutomatic(), ScoreLeft(Y), ScoreJoined(Seat("Z")), rules=rules)
    score = enter(score, ScoreGameEnded(TEAM))
    assert row(score) == {"B": -12, "C": 4, "X": 4, "Y": 4}
    assert score.line == seats("CXBZ")


@pytest.mark.parametrize(
    "line,leaver,partner",
    [("BCXYPQR", "C", "P"), ("BCXYPQR", "P", None), ("BCXYPQR", "B", None), ("BCXYPQ", "C", None)],
)
def test_the_box_keeps_its_partner_when_another_goes_before_the_game_has_begun(
    line: str, leaver: str, partner: str | None
) -> None:
    score = paper(ScorePartner(Seat("P")), ScoreLeft(Seat(leaver)), line=line)
    assert score.partner == partner
    assert (Seat("P") in score.stakes.seats) is (partner is None and leaver != "P")


@pytest.mark.parametrize(
    "entries, rules, code",
    [
        ([ScoreDoubled(BOX), answers("CXY"), ScoreDoubled(BOX)], {}, "chouette.box_has_no_cube"),
        ([ScoreDoubled(TEAM, (X,)), answers("X"), ScoreDoubled(TEAM, (X,))], {}, "cube.not_yours"),
        ([ScoreDoubled(TEAM, (X,)), answers(drop="X"), ScoreDoubled(TEAM, (X,))], {}, "chouette.member_out"),
        ([ScoreDoubled(TEAM, (B,))], {}, "chouette.not_in_team"),
        ([ScoreDoubled(TEAM, ())], {}, "chouette.nobody_doubled"),
        ([ScoreDoubled(TEAM, (X,))], {"cap": 1}, "cube.cap"),
        ([ScoreDoubled(BOX), ScoreGameEnded(BOX)], {}, "chouette.unanswered"),
        ([answers("X")], {}, "cube.not_offered"),
        ([ScoreDoubled(TEAM, (X,)), answers("Y")], {}, "chouette.not_asked"),
        ([ScoreDoubled(BOX), answers("X"), answers("X")], {}, "chouette.not_asked"),
        ([ScoreDoubled(TEAM, (X,)), answers(beaver="X")], {}, "chouette.no_beavers"),
        ([ScoreDoubled(TEAM, (X,)), answers(beaver="X")], {"beavers": 1, "cap": 2}, "cube.cap"),
        ([ScoreDoubled(TEAM, (X,)), answers("X"), ScoreRaccooned(X)], {"beavers": 2}, "chouette.no_raccoon"),
        ([ScoreDoubled(BOX), answers("C", "XY")], {"lone_taker_must_beaver": True}, "chouette.must_beaver"),
        (
            [ScoreDoubled(TEAM, (C, X)), answers("X", "C")],
            {"captain_must_be_taken": True},
            "chouette.captain_must_be_taken",
        ),
        ([ScoreDoubled(BOX), answers("C", "XY"), ScoreExtra(X)], {}, "chouette.no_extras"),
        (
            [ScoreDoubled(BOX), answers("CX", "Y"), ScoreExtra(Y)],
            {"extras": Extras.OPTIONAL},
            "chouette.no_extra_from",
        ),
        ([ScoreLeft(C), ScoreLeft(X), ScoreLeft(Y), ScoreGameEnded(BOX)], {}, "chouette.too_few"),
        ([ScoreLeft(C), ScoreLeft(X), ScoreLeft(Y), ScoreLeft(B)], {}, "chouette.too_few"),
        ([ScoreAutomatic()], {}, "chouette.no_automatic"),
        ([ScorePartner(C)], {}, "chouette.partner_few"),
        ([ScoreJoined(C)], {}, "chouette.joined_already"),
        ([ScoreLeft(Seat("Z"))], {}, "chouette.not_at_table"),
        ([ScoreUndone()], {}, "chouette.score_nothing"),
    ],
)
def test_what_cannot_have_happened_is_refused(
    entries: list[Entry], rules: dict[str, object], code: str
) -> None:
    card = ChouetteRules(**rules)  # type: ignore[arg-type]
    with pytest.raises(RuleViolation) as refused:
        paper(*entries, rules=card)
    assert refused.value.code == code


def test_a_compelled_beaver_needs_no_beavers_in_the_rules() -> None:
    rules = ChouetteRules(lone_taker_must_beaver=True)
    score = paper(ScoreDoubled(BOX), answers(beaver="C", drop="XY"), ScoreGameEnded(TEAM), rules=rules)
    assert row(score) == {"B": -2, "C": 4, "X": -1, "Y": -1}


def test_every_random_paper_sums_to_zero_and_replays() -> None:
    for seed in range(60):
        chance = random.Random(seed)
        log: list[Entry] = [ScoreOpened(random_rules(chance), seats("BCXYZWV"[: chance.randint(3, 7)]))]
        score = enter(None, log[0])
        for _ in range(60):
            entry = random_entry(score, chance)
            try:
                score = enter(score, entry)
            except RuleViolation:
                continue
            log.append(entry)
            assert sum(score.sheet.balances.values()) == 0
            assert all(sum(share.points for share in line.shares) == 0 for line in score.sheet.rows)
        assert replay(log) == score


def random_entry(score: Scorekeeper, chance: random.Random) -> Entry:
    anyone = (*score.line, Seat("N1"), Seat("N2"))
    seat = chance.choice(anyone)
    some = tuple(s for s in score.stakes.seats if chance.random() < 0.5)
    if score.offered and chance.random() < 0.8:
        return ScoreAnswered(tuple(Answer(s, chance.choice(list(Reply))) for s in score.offered.open))
    entries: list[Entry] = [
        ScoreDoubled(TEAM, some),
        ScoreDoubled(BOX, initial=chance.random() < 0.5),
        ScoreGameEnded(chance.choice([BOX, TEAM]), chance.choice(list(Kind))),
        ScoreExtra(seat),
        ScoreRaccooned(seat),
        ScoreAutomatic(),
        ScorePartner(seat),
        ScoreJoined(seat),
        ScoreLeft(seat),
        ScoreUndone(),
    ]
    return chance.choice(entries)


def test_the_last_one_cannot_leave_the_paper() -> None:
    score = paper(ScoreLeft(B), ScoreLeft(C), ScoreLeft(X))
    assert score.line == (Y,)
    with pytest.raises(RuleViolation) as refused:
        enter(score, ScoreLeft(Y))
    assert refused.value.code == "chouette.too_few"
    assert enter(enter(score, ScoreJoined(B)), ScoreLeft(Y)).line == (B,)
