"""Result cards and the final card: every number on them adds up, and none contradicts another."""

from __future__ import annotations

import random
import re

import pytest

from bot.chouette import actions as act
from bot.chouette.conclude import game_finished
from bot.chouette.ending import Ending
from bot.chouette.game import Ended
from bot.chouette.rules import ChouetteRules, Extras
from bot.chouette.seats import Seat
from bot.chouette.session import evolve
from bot.chouette.stakes import BOX, TEAM
from bot.game.result import Kind
from bot.game.rules import Contact
from bot.ui.kinds import Look
from tests.support.chouette_tables import NAMES, UI, table_of, viewer
from tests.support.chouettes import Table, play_out, random_rules, table_in_play
from tests.support.plain import plain

KEYS = ("B", "C", "X", "Y")
B, C, X, Y = (Seat(name) for name in KEYS)
SIGNED = re.compile(r"[+−]?\d+")


def card(table: Table, language: str = "en", keys: tuple[str, ...] = KEYS) -> list[str]:
    screen = UI.screen(table_of(table.session, keys), viewer(language), Look())
    return [plain(line) for line in screen.text.splitlines()]


def lone_taker(*givers: Seat) -> Table:
    """The box has doubled all; only the captain took, and these of the others gave him an extra."""
    table = table_in_play(rules=ChouetteRules(extras=Extras.OPTIONAL))
    table.box_rolls()
    table.do(B, act.DoubleAll())
    table.do(C, act.Take(C))
    table.do(X, act.Drop(X))
    table.do(Y, act.Drop(Y))
    for seat in (X, Y):
        table.do(seat, act.GiveExtra(seat) if seat in givers else act.KeepOut(seat))
    return table


@pytest.mark.parametrize(
    "language, lines",
    [
        (
            "en",
            [
                "−7 Bernadette: −4 (cube 2 × gammon 2), −3 (extra)",
                "+2 Carl: −1 (dropped at 1), +3 (extra)",
                "−1 Dora: dropped at 1",
                "Extra for Bernadette from Carl: +1 (price), −4 (cube 2 × gammon 2)",
                "+6 Anna: box, the sum of all",
            ],
        ),
        (
            "de",
            [
                "−7 Bernadette: −4 (Würfel 2 × Gammon 2), −3 (Extrawürfel)",
                "+2 Carl: −1 (bei 1 abgelehnt), +3 (Extrawürfel)",
                "−1 Dora: bei 1 abgelehnt",
                "Extrawürfel für Bernadette von Carl: +1 (Preis), −4 (Würfel 2 × Gammon 2)",
                "+6 Anna: Box, die Summe aller",
            ],
        ),
    ],
)
def test_an_extra_is_told_with_its_price_and_what_it_came_to(language: str, lines: list[str]) -> None:
    table = lone_taker(X)
    table.bears_off(BOX, loser_off=0)
    assert card(table, language)[1:6] == lines


def test_extras_of_one_taker_share_a_line() -> None:
    table = lone_taker(X, Y)
    table.bears_off(TEAM)
    text = card(table)
    assert "+8 Bernadette: +2 (cube 2), +6 (extras)" in text
    assert "Extras for Bernadette from Carl and Dora: +1 (price), +2 (cube 2) each" in text


@pytest.mark.parametrize(
    "language, why",
    [("en", "cube 2, a draw: counts nothing"), ("de", "Würfel 2, unentschieden: zählt nicht")],
)
def test_a_cube_counts_nothing_where_neither_side_can_ever_move(language: str, why: str) -> None:
    table = table_in_play(rules=ChouetteRules(contact=Contact.PIN))
    table.box_rolls()
    table.do(B, act.DoubleAll())
    table.do(C, act.Take(C))
    table.do(X, act.Drop(X))
    table.do(Y, act.Take(Y))
    finished = game_finished(table.session, table.game, table.game, None, Kind.SINGLE, None)
    table.session = evolve(table.session, finished)
    text = card(table, language)
    assert f"0 Bernadette: {why}" in text
    assert f"0 Dora: {why}" in text
    assert text[2].startswith("−1 Carl: ")


def number(word: str) -> int:
    return int(word.replace("−", "-"))


@pytest.mark.parametrize("seed", range(40))
def test_every_line_of_a_card_adds_up(seed: int) -> None:
    chance = random.Random(seed)
    rules = random_rules(chance)
    table = table_in_play(rules=rules)
    while not isinstance(table.game.phase, Ended):
        play_out(table, chance)
    lines = [line for line in card(table) if SIGNED.match(line)]
    totals = []
    for line in lines:
        total, _, rest = line.partition(" ")
        parts = re.findall(r"(?:^|, )([+−]?\d+) \(", rest.partition(": ")[2])
        assert not parts or sum(map(number, parts)) == number(total), line
        totals.append(number(total))
    assert len(totals) == len(KEYS)
    assert sum(totals) == 0


@pytest.mark.parametrize(
    "language, square, paid",
    [
        (
            "en",
            "All square: nobody pays anybody.",
            "Bernadette leaves and is settled: Bernadette pays Anna 2.",
        ),
        (
            "de",
            "Alles ausgeglichen: Niemand muss zahlen.",
            "Bernadette geht und rechnet ab: Bernadette zahlt Anna 2.",
        ),
    ],
)
def test_who_ends_it_by_leaving_pays_and_all_is_not_square(language: str, square: str, paid: str) -> None:
    table = table_in_play("BCX")
    table.do(X, act.Leave())
    table.bears_off(BOX)
    table.do(B, act.StartGame())
    table.bears_off(BOX)
    table.do(C, act.Leave())
    text = card(table, language, ("B", "C", "X"))
    assert square not in text
    assert text[2] == paid
    assert text.count(paid) == 1


def test_the_last_leaver_stands_beside_what_the_others_pay() -> None:
    table = table_in_play()
    table.do(B, act.ProposeEnd(Ending()))
    table.do(C, act.ConfirmEnd())
    table.do(X, act.ConfirmEnd())
    table.do(Y, act.Leave())
    table.bears_off(BOX)
    assert card(table)[1:4] == [
        "Totals: Anna +2, Dora 0, Bernadette −1, Carl −1",
        "To pay: Bernadette pays Anna 1, Carl pays Anna 1.",
        "Dora leaves and is settled: Dora pays Anna 1.",
    ]


def test_all_is_square_where_nobody_has_to_pay() -> None:
    table = table_in_play()
    table.do(B, act.ProposeEnd(Ending()))
    table.do(C, act.ConfirmEnd())
    table.do(X, act.ConfirmEnd())
    finished = game_finished(table.session, table.game, table.game, None, Kind.SINGLE, None)
    table.session = evolve(table.session, finished)
    table.do(None, act.Abort("time.admin"))
    assert "All square: nobody pays anybody." in card(table)


@pytest.mark.parametrize(
    "language, line",
    [
        ("en", "Still proposed: end after this game."),
        ("de", "Weiterhin vorgeschlagen: Schluss nach dieser Partie."),
    ],
)
def test_an_end_whose_proposer_has_left_is_proposed_without_a_name(language: str, line: str) -> None:
    table = table_in_play()
    table.bears_off(BOX)
    table.do(C, act.ProposeEnd(Ending()))
    assert f"{NAMES[1]} " in "".join(card(table, "en")[-1:])
    table.do(C, act.Leave())
    text = card(table, language)
    assert line in text
    assert not any("…" in one for one in text)
