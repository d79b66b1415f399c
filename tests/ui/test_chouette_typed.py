"""Words at a chouette, in either language: what the bot says that one can type, it understands."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from bot.app.chouette_kind import InTurn
from bot.chouette import actions as act
from bot.chouette.judge import decide
from bot.chouette.rules import AnswerOrder, ChouetteRules, Extras
from bot.chouette.seats import Seat
from bot.game.result import Kind
from bot.game.violations import BadInput, RuleViolation
from bot.ui.refusals import refusal_text
from bot.ui.texts import LANGUAGES, Texts
from tests.support.chouette_tables import UI, table_of
from tests.support.chouettes import Table, random_rules, random_step, table_in_play
from tests.support.plain import plain

KEYS = ("B", "C", "X", "Y")
B, C, X, Y = (Seat(name) for name in KEYS)
EN, DE = (Texts(language, strict=True) for language in LANGUAGES)


def typed(table: Table, by: Seat, text: str) -> object:
    return UI.typed(table_of(table.session, KEYS), by, text)


def refused(table: Table, by: Seat, text: str) -> RuleViolation:
    with pytest.raises(RuleViolation) as caught:
        typed(table, by, text)
    return caught.value


def resigning() -> Table:
    table = table_in_play()
    table.team_rolls()
    table.do(C, act.OfferResignation(Kind.SINGLE))
    return table


def box_doubled() -> Table:
    table = table_in_play(rules=ChouetteRules(extras=Extras.OPTIONAL, beavers=2))
    table.box_rolls()
    table.do(B, act.DoubleAll())
    return table


def in_a_round() -> Table:
    """The captain has doubled; X is asked, then Y."""
    table = table_in_play(rules=ChouetteRules(beavers=2))
    table.team_rolls()
    table.do(C, act.Double(C))
    return table


def box_answers() -> Table:
    """Two cubes are open to the box's answer."""
    table = in_a_round()
    table.do(X, act.Double(X))
    table.do(Y, act.KeepCube(Y))
    return table


YES, NO = ("yes", "ja", "Ja!"), ("no", "nein")


@pytest.mark.parametrize("word", [*YES, "accept", "annehmen", "take", "akzeptieren"])
def test_a_resignation_is_accepted_by(word: str) -> None:
    assert typed(resigning(), B, word) == act.AcceptResignation()


@pytest.mark.parametrize("word", [*NO, "refuse", "play on", "weiterspielen", "ablehnen", "drop"])
def test_a_resignation_is_refused_by(word: str) -> None:
    assert typed(resigning(), B, word) == act.RefuseResignation()


def test_giving_up_does_not_answer_a_resignation() -> None:
    assert typed(resigning(), B, "aufgeben") == act.OfferResignation(Kind.SINGLE)


@pytest.mark.parametrize("word", [*YES, "take", "annehmen", "accept"])
def test_a_double_is_taken_by(word: str) -> None:
    assert typed(box_doubled(), C, word) == act.Take(C)


@pytest.mark.parametrize("word", [*NO, "drop", "ablehnen", "passe", "aufgeben"])
def test_a_double_is_dropped_by(word: str) -> None:
    assert typed(box_doubled(), C, word) == act.Drop(C)


@pytest.mark.parametrize("word", [*NO, "keep", "Don’t double", "Nicht verdoppeln", "behalten"])
def test_who_is_asked_in_a_round_does_not_double_by(word: str) -> None:
    assert typed(in_a_round(), X, word) == act.KeepCube(X)


@pytest.mark.parametrize("word", [*YES, "double", "verdoppeln"])
def test_who_is_asked_in_a_round_doubles_by(word: str) -> None:
    assert typed(in_a_round(), X, word) == act.Double(X)


def test_yes_and_no_answer_whether_an_extra_is_given() -> None:
    table = box_doubled()
    table.do(C, act.Take(C))
    table.do(X, act.Drop(X))
    table.do(Y, act.Drop(Y))
    assert typed(table, X, "ja") == act.GiveExtra(X)
    assert typed(table, X, "no") == act.KeepOut(X)


def test_yes_and_no_answer_a_beaver() -> None:
    table = box_answers()
    table.do(B, act.Beaver(X))
    table.do(B, act.Take(C))
    assert typed(table, X, "yes") == act.Raccoon(X)
    assert typed(table, X, "nein") == act.LeaveBeaver(X)


@pytest.mark.parametrize("word", ["double", "verdoppeln", "double all", "alle verdoppeln"])
def test_the_box_doubles_all_by(word: str) -> None:
    table = table_in_play()
    table.box_rolls()
    assert typed(table, B, word) == act.DoubleAll()


@pytest.mark.parametrize(
    "text, action",
    [
        ("take Bernadette", act.Take(C)),
        ("Carl annehmen", act.Take(X)),
        ("Carl: drop", act.Drop(X)),
        ("beaver bern", act.Beaver(C)),
        ("alle annehmen", act.TakeAll()),
        ("drop all", act.DropAll()),
    ],
)
def test_the_box_says_whose_cube_it_answers(text: str, action: act.Action) -> None:
    assert typed(box_answers(), B, text) == action


def test_a_bare_answer_to_several_cubes_is_refused_with_what_to_type() -> None:
    table = box_answers()
    for word in ("take", "annehmen", "ja", "drop", "nein", "beaver"):
        assert refused(table, B, word).code == "typed.which_cube"
    english, german = refused(table, B, "take"), refused(table, B, "annehmen")
    assert plain(refusal_text(EN, english)) == (
        "“take” does not say whose cube you mean: that of Bernadette or Carl. Now you can type: “take” and a"
        " name, “drop” and a name, “take all”, “drop all” or “beaver” and a name."
    )
    assert plain(refusal_text(DE, german)) == (
        "„annehmen“ sagt nicht, wessen Würfel du meinst: den von Bernadette oder Carl. Jetzt kannst du"
        " schreiben: „annehmen“ mit einem Namen, „ablehnen“ mit einem Namen, „alle annehmen“,"
        " „alle ablehnen“ oder „beaver“ mit einem Namen."
    )
    table.do(B, act.Take(C))
    assert typed(table, B, "take") == act.Take(X)


def test_a_name_that_can_be_two_is_asked_about() -> None:
    table = in_a_round()
    there = table_of(table.session, KEYS)
    alike = tuple(replace(seat, name=f"Ann{seat.key}") for seat in there.seats)
    table.do(X, act.Double(X))
    table.do(Y, act.Double(Y))
    there = replace(there, state=table.session, seats=alike)
    with pytest.raises(BadInput) as caught:
        UI.typed(there, B, "take ann")
    assert plain(refusal_text(EN, caught.value)) == (
        "“ann” can mean AnnC, AnnX or AnnY: type more of the name."
    )
    assert UI.typed(there, B, "take annx") == act.Take(X)


def test_what_is_said_to_all_is_no_name_that_begins_so() -> None:
    table = in_a_round()
    table.do(X, act.Double(X))
    table.do(Y, act.Double(Y))
    names = {B: "Anna", C: "Carl", X: "Jan", Y: "Ines"}
    there = table_of(table.session, KEYS)
    seats = tuple(replace(seat, name=names[Seat(seat.key)]) for seat in there.seats)
    there = replace(there, state=table.session, seats=seats)
    for said in ("Ja, nehme an", "ja annehmen", "I take", "i drop"):
        with pytest.raises(BadInput):
            UI.typed(there, B, said)
    assert UI.typed(there, B, "Jan: annehmen") == act.Take(X)
    assert UI.typed(there, B, "drop in") == act.Drop(Y)


def told(table: Table, by: Seat, texts: Texts) -> Iterator[str]:
    """Each word that an unknown one is answered with, as it is to be typed."""
    code = refused(table, by, "hello there")
    known = [word for word in str(code.facts["now"]).split(",") if word]
    for word in known:
        if word not in ("play", "pass") and not word.endswith("+"):
            yield texts(f"typed.{word}").strip("“”„")


@pytest.mark.parametrize("seed", range(40))
def test_every_word_that_is_told_is_understood_and_accepted(seed: int) -> None:
    chance = random.Random(seed)
    table = table_in_play(rules=replace(random_rules(chance), order=chance.choice(list(AnswerOrder))))
    seen = 0
    for _ in range(60):
        for by in table.session.everyone:
            for texts in (EN, DE):
                for word in told(table, by, texts):
                    action = typed(table, by, word)
                    assert not isinstance(action, InTurn)
                    decide(table.session, by, action, table.dice)  # type: ignore[arg-type]
                    seen += 1
        if table.session.over or not random_step(table, chance):
            break
    assert seen > 50


def test_a_deputy_answers_for_himself_unless_he_names_another() -> None:
    table = table_in_play(rules=ChouetteRules(order=AnswerOrder.SEALED))
    table.do(X, act.GoAway(C))
    table.do(Y, act.GoAway(C))
    table.box_rolls()
    table.do(B, act.DoubleAll())
    assert typed(table, C, "take") == act.Take(C)
    assert typed(table, C, "take Carl") == act.Take(X)
    table.do(C, act.Drop(C))
    assert refused(table, C, "take").code == "typed.which_cube"
    table.do(C, act.Drop(X))
    assert typed(table, C, "take") == act.Take(Y)


@pytest.mark.parametrize("word", ["pass", "Passe", "kein Zug"])
def test_who_can_move_is_told_so_where_he_passes(word: str) -> None:
    table = table_in_play()
    said = typed(table, B, word)
    assert said == act.Play(())
    with pytest.raises(RuleViolation) as caught:
        table.do(B, act.Play(()))
    assert caught.value.code == "play.can_move"
    assert refusal_text(DE, caught.value) == "Mit diesem Wurf kannst du ziehen, also nicht aussetzen."
