from concurrent.futures import ThreadPoolExecutor

from bot.render.board import draw_board
from bot.render.specimens import all_boards
from bot.render.view import ThemeName


def test_two_threads_draw_the_same_pictures_as_one() -> None:
    views = list(all_boards(ThemeName.DARK))
    with ThreadPoolExecutor(2) as pool:
        together = list(pool.map(lambda view: draw_board(view, 630), [*views, *views]))
    alone = [draw_board(view, 630) for view in views]
    assert together == [*alone, *alone]
