"""What is said about counting below a finished game, in both languages."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.app.ratings import EloChange, Reason, Verdict
from bot.game.events import GameEnded, GameStarted, MatchEnded, MatchStarted, OpeningThrown
from bot.game.match import Match, replay
from bot.game.result import How, Kind, Result
from bot.game.rules import Rules
from bot.game.side import Side
from bot.ui.standings_words import verdict_lines
from bot.ui.texts import Texts
from tests.support.match_tables import ANN, BEA, DE, EN, match_table
from tests.support.plain import plain


def finished() -> Match:
    """A match to one point that Ann has won."""
    won = Result(Side.X, Kind.SINGLE, How.RESIGNATION, 1)
    return replay(
        (
            MatchStarted(Rules(length=1)),
            GameStarted(1),
            OpeningThrown((3, 1)),
            GameEnded(won),
            MatchEnded(Side.X),
        )
    )


def said(verdict: Verdict, texts: Texts) -> list[str]:
    """The lines, as a person reads them."""
    table = replace(match_table(finished()), verdict=verdict)
    return [plain(line) for line in verdict_lines(table, texts)]


REASONS = {
    Reason.RULES: ("agreed to be unrated", "Das war so vereinbart"),
    Reason.COMPUTER: ("against the computer", "gegen den Computer"),
    Reason.GUEST: ("a guest was at the table", "Ein Gast saß am Tisch"),
    Reason.SHORT: ("less than a minute", "keine Minute"),
    Reason.OFTEN: ("only five games a day", "nur fünf Partien"),
}


@pytest.mark.parametrize("reason", Reason)
def test_every_reason_why_a_game_does_not_count_is_told_in_both_languages(reason: Reason) -> None:
    verdict = Verdict(1, ANN, None if reason is Reason.COMPUTER else BEA, reason)
    for texts, words in zip((EN, DE), REASONS[reason], strict=True):
        (line,) = said(verdict, texts)
        assert words.casefold() in line.casefold()


def test_points_and_elo_are_told_with_both_names_in_both_languages() -> None:
    verdict = Verdict(
        1, ANN, BEA, None, (EloChange(ANN, 4.4721, 1504.4721), EloChange(BEA, -4.4721, 1495.5279))
    )
    assert said(verdict, EN) == [
        "Counted: Ann gets 10 points, Bea loses 10.",
        "Elo: Ann 1504 (+4.5), Bea 1496 (−4.5).",
    ]
    assert said(verdict, DE) == [
        "Gewertet: Ann bekommt 10 Punkte, Bea verliert 10.",
        "Elo: Ann 1504 (+4,5), Bea 1496 (−4,5).",
    ]


def test_a_match_whose_last_game_was_short_still_says_what_the_elo_did() -> None:
    changes = (EloChange(ANN, 10.0, 1510.0), EloChange(BEA, -10.0, 1490.0))
    lines = said(Verdict(1, ANN, BEA, Reason.SHORT, changes), EN)
    assert len(lines) == 2
    assert lines[1].startswith("Elo: Ann 1510 (+10)")


def test_a_verdict_of_an_earlier_game_says_nothing_below_this_one() -> None:
    assert said(Verdict(0, ANN, BEA, None), EN) == []
