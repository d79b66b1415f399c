from __future__ import annotations

from bot.ui.captions import CAPTION, fitting, units


def test_a_caption_is_counted_as_platforms_count_it() -> None:
    assert (units("Ann"), units("é"), units("😀")) == (3, 1, 2)


def test_as_many_lines_are_kept_as_fit_and_none_is_broken() -> None:
    lines = ["😀" * 100] * 10
    kept = fitting("Headline", lines)
    assert kept == tuple(lines[:5])
    assert units("\n".join(("Headline", *kept))) <= CAPTION


def test_room_is_left_for_what_stands_there_besides() -> None:
    assert len(fitting("", ["x" * 99] * 10)) == 10
    assert len(fitting("", ["x" * 99] * 10, ["y" * 98])) == 9
