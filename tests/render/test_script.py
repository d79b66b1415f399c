import pytest

from bot.render.script import Span, name_graphemes, text_graphemes, visual_spans

FAMILY = "👨‍👩‍👧"


@pytest.mark.parametrize(
    "name, graphemes",
    [
        ("", ()),
        (" \t\n ", ()),
        ("Anna", ("A", "n", "n", "a")),
        ("  a   b ", ("a", " ", "b")),
        ("𝓕𝓪𝓷", ("F", "a", "n")),
        ("Ａｂ", ("A", "b")),
        ("e\u0301", ("é",)),
        ("q\u0301", ("q\u0301",)),
        ("a\u202eb\u202cc", ("a", "b", "c")),
        ("a\u200bb\ue000c\x00", ("a", "b", "c")),
        ("🇵🇱🇩🇪", ("🇵🇱", "🇩🇪")),
        (FAMILY, (FAMILY,)),
        ("👍🏽!", ("👍🏽", "!")),
        ("\u200d\u200d", ()),
        ("สวัสดี", ("ส", "วั", "ส", "ดี")),
    ],
)
def test_a_name_is_cleaned_and_cut_into_signs(name: str, graphemes: tuple[str, ...]) -> None:
    assert name_graphemes(name) == graphemes


def test_a_tower_of_accents_keeps_two() -> None:
    (sign,) = name_graphemes("Z" + "\u0335\u0321\u0327\u0322\u0328" * 20)
    assert len(sign) == 3


def test_a_name_has_at_most_thirty_two_signs() -> None:
    assert name_graphemes("x" * 200) == (*["x"] * 31, "…")
    assert len(name_graphemes("x" * 32)) == 32


def test_the_presenters_typography_is_kept() -> None:
    assert "".join(text_graphemes("captain… 1½")) == "captain… 1½"


def spans(text: str) -> list[tuple[str, bool]]:
    return [("".join(span.graphemes), span.leftward) for span in visual_spans(name_graphemes(text))]


@pytest.mark.parametrize(
    "text, expected",
    [
        ("abc", [("abc", False)]),
        ("علي", [("علي", True)]),
        ("Bob علي", [("Bob ", False), ("علي", True)]),
        ("علي Bob", [("Bob", False), ("علي ", True)]),
        ("علي 12", [("12", False), ("علي ", True)]),
        ("דנה, נועה", [("דנה, נועה", True)]),
        ("a (דנה) b", [("a (", False), ("דנה", True), (") b", False)]),
        ("12", [("12", False)]),
        ("Bob علي (דנה)", [("Bob ", False), ("علي (דנה)", True)]),
        ("דנה (Bob)", [(")", True), ("Bob", False), ("דנה (", True)]),
        ("", []),
    ],
)
def test_mixed_directions_are_put_in_visual_order(text: str, expected: list[tuple[str, bool]]) -> None:
    assert spans(text) == expected


def test_a_span_keeps_its_signs_in_logical_order() -> None:
    assert visual_spans(("ד", "נ", "ה")) == (Span(("ד", "נ", "ה"), leftward=True),)
