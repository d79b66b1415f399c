from __future__ import annotations

import pytest

from bot.game.notation import BadNotation, parse_play
from bot.game.plays import LegalPlays
from bot.game.position import Position
from bot.ui.refusals import refusal_text
from bot.ui.texts import Texts
from tests.support.match_tables import DE, EN


def checkers(**places: int) -> tuple[int, ...]:
    """One side's checkers: ``p6=13, p25=2``."""
    return tuple(places.get(f"p{place}", 0) for place in range(26))


AWAY = checkers(p6=15)
HOME = LegalPlays(Position(checkers(p6=3, p4=2, p0=10), AWAY), (6, 5))
ON_THE_BAR = LegalPlays(Position(checkers(p25=1, p8=14), checkers(p4=2, p6=13)), (4, 2))
WASTEFUL = LegalPlays(Position(checkers(p6=1, p2=1, p0=13), checkers(p20=2, p6=13)), (2, 1))


@pytest.mark.parametrize(
    "plays, typed, english, german",
    [
        (HOME, "4/off 6/off", "4/off is not possible", "4/aus geht nicht"),
        (ON_THE_BAR, "bar/21 8/6", "bar/21 is not possible", "Bar/21 geht nicht"),
        (ON_THE_BAR, "Bar/20 8/6", "bar/20 8/6 is not possible", "Bar/20 8/6 geht nicht"),
        (WASTEFUL, "2/aus", "After 2/off a die could not", "Nach 2/aus ließe sich ein Würfel nicht"),
    ],
)
def test_a_refusal_quotes_a_play_in_the_words_of_its_reader(
    plays: LegalPlays, typed: str, english: str, german: str
) -> None:
    with pytest.raises(BadNotation) as caught:
        parse_play(typed, plays)
    assert refusal_text(EN, caught.value).startswith(english)
    assert refusal_text(DE, caught.value).startswith(german)


@pytest.mark.parametrize("texts", [EN, DE])
def test_what_cannot_be_read_is_quoted_as_it_was_typed(texts: Texts) -> None:
    with pytest.raises(BadNotation) as caught:
        parse_play("4/20 off", HOME)
    assert "4/20" in refusal_text(texts, caught.value)
