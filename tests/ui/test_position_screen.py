"""A position by its id as a screen: who decides what, the cube as it lies or is offered, the plays."""

from __future__ import annotations

import pytest

from bot.game.formats.position_ids import parse_position_id
from bot.render.view import BoardView, CubeView, Side
from bot.ui.kinds import Viewer
from bot.ui.position_screen import position_screen
from bot.ui.texts import Texts
from tests.support.match_tables import DE, EN
from tests.support.plain import plain

START = "-b----E-C---eE---c-e----B-"


def shown(rest: str, texts: Texts = EN) -> tuple[str, BoardView, str]:
    """Headline, picture and text alternative of the start with these fields behind the board."""
    screen = position_screen(parse_position_id(f"XGID={START}:{rest}"), Viewer(texts))
    assert isinstance(screen.picture, BoardView)
    return plain(screen.headline), screen.picture, plain(screen.alt)


@pytest.mark.parametrize(
    "rest, english, german, value, acting",
    [
        ("0:0:1:D:0:0:0:0:10", "X doubles to 2: O takes", "X verdoppelt auf 2: O nimmt", 2, Side.TOP),
        ("1:-1:-1:D:0:0:0:0:10", "O doubles to 4: X takes", "O verdoppelt auf 4: X nimmt", 4, Side.BOTTOM),
        ("1:1:1:B:0:0:3:0:10", "O beavers to 8: X is", "Beaver von O auf 8: X muss", 8, Side.BOTTOM),
        ("0:0:-1:B:0:0:3:0:10", "X beavers to 4: O is", "Beaver von X auf 4: O muss", 4, Side.TOP),
        ("1:1:1:R:0:0:3:0:10", "X raccoons to 16: O is", "Raccoon von X auf 16: O muss", 16, Side.TOP),
        ("0:0:-1:R:0:0:3:0:10", "O raccoons to 8: X is", "Raccoon von O auf 8: X muss", 8, Side.BOTTOM),
    ],
)
def test_an_offered_cube_is_told_with_its_value_and_who_answers(
    rest: str, english: str, german: str, value: int, acting: Side
) -> None:
    headline, picture, alt = shown(rest)
    assert headline.startswith(english)
    assert shown(rest, DE)[0].startswith(german)
    assert isinstance(picture.cube, CubeView)
    assert (picture.cube.value, picture.cube.offered_to) == (value, acting)
    assert (picture.top.acting, picture.bottom.acting) == (acting is Side.TOP, acting is Side.BOTTOM)
    assert f"Cube offered at {value} to {'O' if acting is Side.TOP else 'X'}." in alt


@pytest.mark.parametrize(
    "rest, headline, acting",
    [
        ("0:0:1:00:0:0:0:0:10", "X on roll.", Side.BOTTOM),
        ("0:0:-1:00:0:0:0:0:10", "O on roll.", Side.TOP),
        ("0:0:-1:31:0:0:0:0:10", "O to play 3-1.", Side.TOP),
    ],
)
def test_without_an_offer_the_side_on_roll_acts(rest: str, headline: str, acting: Side) -> None:
    told, picture, _ = shown(rest)
    assert told == headline
    assert (picture.top.acting, picture.bottom.acting) == (acting is Side.TOP, acting is Side.BOTTOM)


@pytest.mark.parametrize(
    "rest, cube",
    [
        ("0:0:1:00:0:0:0:1:10", type(None)),
        ("0:0:1:00:0:0:0:3:10", CubeView),
        ("0:0:1:00:0:0:0:0:10", CubeView),
        ("0:0:1:D:0:0:0:1:10", CubeView),
    ],
)
def test_a_match_to_one_point_shows_no_cube_unless_its_id_offers_one(rest: str, cube: type) -> None:
    _, picture, alt = shown(rest)
    assert isinstance(picture.cube, cube)
    assert ("Cube" in alt) is (cube is CubeView)
