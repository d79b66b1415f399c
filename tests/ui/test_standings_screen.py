"""What a page of standings and a record say, in the picture and in words, in both languages."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.app.ports import Chat, PersonId
from bot.app.standings import HeadToHead, Line, Order, Page, Past, Period, Question, Record
from bot.render.view import ProfileView, TableView
from bot.ui.kinds import Viewer
from bot.ui.standings_screen import Asked, profile_screen, read_asked, standings_screen
from bot.ui.texts import texts_for

ROOM = Chat("test", "club")
ANN = Line(1, PersonId("ann"), "Ann", 20, 2, 2, 1, 2, 2, 1510.4, True)
BEA = Line(1, PersonId("bea"), "Bea", 20, 4, 3, 0, -1, 2, 1490.6, False, 7)
CID = Line(3, PersonId("cid"), "Cid", -40, 6, 1, 0, -4, 2, 1444.0, False)


def page(*lines: Line, total: int = 3, mine: Line | None = None, order: Order = Order.POINTS) -> Page:
    return Page(Question(ROOM, order=order), lines, total, mine)


def viewer(language: str, person: str | None) -> Viewer:
    return Viewer(texts_for(language), None if person is None else PersonId(person))


def table(shown: Page, language: str = "en", person: str | None = None) -> TableView:
    picture = standings_screen(shown, Asked(here=True), viewer(language, person), room=True).picture
    assert isinstance(picture, TableView)
    return picture


def test_ties_share_a_rank_and_the_asker_is_marked() -> None:
    view = table(page(ANN, BEA, CID), person="bea")
    assert [(row.rank, row.own) for row in view.rows] == [("1", False), ("1", True), ("3", False)]
    assert [row.numbers[0] for row in view.rows] == ["+20", "+20", "−40"]
    assert not any(row.own for row in table(page(ANN, BEA, CID)).rows), "a room has no “you”"


@pytest.mark.parametrize(
    "language, said", [("en", "“?”: Elo still provisional"), ("de", "„?“: Elo noch vorläufig")]
)
def test_a_question_mark_is_explained_where_one_is_shown(language: str, said: str) -> None:
    assert table(page(ANN, BEA), language).footer.endswith(said)
    assert said not in table(page(BEA, CID), language).footer


@pytest.mark.parametrize(
    "language, said", [("en", "You: rank 41 with −40."), ("de", "Du: Platz 41 mit −40.")]
)
def test_who_stands_on_another_page_reads_where_below_the_picture(language: str, said: str) -> None:
    far = replace(CID, rank=41)
    for words in (False, True):
        asked = Asked(here=True, words=words)
        screen = standings_screen(
            page(ANN, BEA, total=50, mine=far), asked, viewer(language, "cid"), room=True
        )
        assert said in screen.lines
        nobody = standings_screen(
            page(ANN, BEA, total=50, mine=far), asked, viewer(language, None), room=True
        )
        assert said not in nobody.lines
    here = standings_screen(page(ANN, CID, mine=CID), Asked(here=True), viewer(language, "cid"), room=True)
    assert here.lines == ()


def test_the_words_hold_all_that_is_known_of_each() -> None:
    screen = standings_screen(page(ANN, BEA), Asked(here=True, words=True), viewer("en", None), room=True)
    assert screen.picture is None
    told = "Points +20, Elo 1491, Games 4, Wins 3, Gammons 0, Streak −1, Opponents 2, Chouette +7"
    assert screen.lines[1].endswith(told)


@pytest.mark.parametrize("here", [True, False])
@pytest.mark.parametrize("period", Period)
def test_a_button_says_which_table_it_leads_to(here: bool, period: Period) -> None:
    orders = list(Order) if period is Period.ALL else [Order.POINTS, Order.CHOUETTE]
    for order in orders:
        for words in (True, False):
            asked = Asked(here, period, order, 12, words)
            assert read_asked(str(asked)) == asked


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_person_without_a_game_has_a_record_that_says_so(language: str) -> None:
    nobody = Line(0, PersonId("dan"), "Dan", 0, 0, 0)
    record = Record(nobody, None, 12, 0, 1500.0, (), (), 0)
    picture = profile_screen(record, viewer(language, "ann")).picture
    assert isinstance(picture, ProfileView)
    assert picture.curve is not None
    assert picture.curve.points == ()
    assert picture.curve_empty == texts_for(language)("profile.no_curve")
    assert [figure.value for figure in picture.figures] == ["0", "–", "–", "0", "0", "0", "0", "0"]
    assert picture.results == ()


def test_a_record_shows_the_newest_game_last_and_how_the_two_have_fared() -> None:
    last = (Past(True, PersonId("ann"), True, 1), Past(False, PersonId("ann"), True, 2))
    record = Record(BEA, 1, 3, 120, 1530.2, ((1, 1510.0), (2, 1490.6)), last, 0, HeadToHead(4, 2))
    screen = profile_screen(record, viewer("en", "ann"))
    assert isinstance(screen.picture, ProfileView)
    assert [(one.letter, one.counts) for one in screen.picture.results] == [("W", True), ("L", True)]
    assert screen.picture.results_label == "The last games"
    assert any("2" in line and "4" in line for line in screen.lines)


@pytest.mark.parametrize(
    "language, said",
    [("en", "The last games (grey: not counted)"), ("de", "Die letzten Partien (grau: nicht gewertet)")],
)
def test_a_game_that_does_not_count_is_shown_as_such(language: str, said: str) -> None:
    last = (Past(True, None, False, 1), Past(False, PersonId("ann"), True, 2))
    picture = profile_screen(Record(BEA, 1, 3, 120, 1530.2, (), last, 0), viewer(language, "ann")).picture
    assert isinstance(picture, ProfileView)
    assert [one.counts for one in picture.results] == [False, True]
    assert picture.results_label == said


def test_the_table_of_chouettes_has_a_title_of_its_own() -> None:
    headlines = {
        standings_screen(
            page(ANN, BEA, order=order), Asked(here, order=order), viewer("en", None), room=True
        ).headline
        for order in (Order.POINTS, Order.CHOUETTE)
        for here in (True, False)
    }
    assert len(headlines) == 4
    assert "Chouettes of this room: All time" in headlines


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_record_has_three_cards_more_for_who_has_played_chouettes(language: str) -> None:
    line = Line(0, PersonId("carl"), "Carl", 0, 0, 0, chouette=21, in_box=2, box_points=19, best=14)
    record = Record(line, None, 0, 0, 1500.0, (), (), 3)
    picture = profile_screen(record, viewer(language, None)).picture
    assert isinstance(picture, ProfileView)
    assert [(figure.value, figure.note) for figure in picture.figures[8:]] == [
        ("+21", "3 games" if language == "en" else "3 Partien"),
        ("2", "+19"),
        ("+14", ""),
    ]
