import pytest
from PIL import Image, ImageChops

from bot.render.geometry import Geometry
from bot.render.label import fitted_label, fitted_name, label, name_label
from bot.render.namebar import NameBar, draw_name_bar
from bot.render.scenery import empty_board
from bot.render.strip import Strip, card_width, draw_card
from bot.render.theme import THEMES
from bot.render.typeface import Weight
from bot.render.view import HomeSide, MemberCube, Shade, Side, ThemeName

NAMES = {
    "Latin": "Anna Kowalska",
    "accents": "Łukasz Żółć-Šimůnek",
    "Cyrillic": "Борис Гребенщиков",
    "Greek": "Ελένη Παπαδοπούλου",
    "Han": "田中太郎",
    "Hangul": "김철수",
    "Arabic": "محمد علي",
    "Hebrew": "נועה לוי",
    "Thai": "สมชาย ใจดี",
    "Devanagari": "अमिताभ हिन्दी",
    "Armenian": "Արամ",
    "Georgian": "ნინო",
    "mixed": "Bob محمد 12 (דנה)",
    "emoji": "Anna 🎲🇵🇱👨‍👩‍👧👍🏽❤️✨",
    "zalgo": "Z̵̡̧̢̨a̵̡̧̢̨l̵̡̧̢̨g̵̡̧̢̨o" * 5,
    "override": "\u202eevil\u202c name",
    "long": "W" * 200,
    "long Arabic": "محمد" * 40,
    "one word": "Donaudampfschifffahrtsgesellschaft",
    "symbols": "★ Queen ♛ of ♠",
}
names = pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)


@names
@pytest.mark.parametrize("size", [28, 38])
def test_a_name_stays_within_its_room(name: str, size: int) -> None:
    for room in (120, 400):
        words = name_label(name, size, Weight.BOLD, room)
        assert 0 < words.width <= room
        box = words.mask.getbbox()
        assert box is not None
        assert words.left - size * 0.25 <= box[0]
        assert box[2] <= words.left + words.width + size * 0.25


@names
def test_every_name_leaves_ink(name: str) -> None:
    assert name_label(name, 38).mask.getbbox() is not None


@pytest.mark.parametrize("name", ["", " ", "\u202e\u200b", "🂡", "\x00\x01"])
def test_a_name_without_letters_is_an_empty_label(name: str) -> None:
    words = name_label(name, 38, Weight.BOLD, 100)
    assert words.width == 0
    assert words.mask.getbbox() is None


def test_a_space_after_a_symbol_is_blank() -> None:
    with_space = name_label("★ A", 60)
    star, letter = name_label("★", 60), name_label("A", 60)
    gap = with_space.mask.crop((round(star.left + star.width) + 2, 0, with_space.mask.width, 10**2))
    box = gap.getbbox()
    assert box is not None
    assert with_space.width > star.width + letter.width + 8
    assert box[2] - box[0] <= letter.width


def test_a_shortened_name_ends_in_an_ellipsis() -> None:
    short = name_label("Konstantinos", 30, Weight.BOLD, 120)
    begun = [label("Konstantinos"[:count] + "…", 30, Weight.BOLD) for count in range(1, 12)]
    assert short.mask.tobytes() in {words.mask.tobytes() for words in begun if words.width <= 120}


def test_an_emoji_sequence_is_one_sign() -> None:
    family = name_label("👨\u200d👩\u200d👧", 60).width
    assert family < 1.5 * name_label("👩", 60).width


def test_arabic_letters_join() -> None:
    joined = name_label("محمد", 60).width
    apart = sum(name_label(letter, 60).width for letter in "محمد")
    assert abs(joined - apart) > 5


def test_a_leftward_name_is_drawn_from_right_to_left() -> None:
    both = name_label("אב", 60)
    first, second = name_label("א", 60), name_label("ב", 60)
    box = both.mask.getbbox()
    assert box is not None
    right_half = both.mask.crop((both.left + round(second.width), 0, both.mask.width, both.mask.height))
    alone = first.mask.crop((first.left, 0, first.mask.width, first.mask.height))
    width = min(right_half.width, alone.width)
    difference = ImageChops.difference(
        right_half.crop((0, 0, width, alone.height)), alone.crop((0, 0, width, alone.height))
    )
    assert sum(difference.histogram()[128:]) < 0.05 * sum(alone.histogram()[128:]) + 40


def test_a_text_is_made_smaller_before_it_is_shortened() -> None:
    whole = label("money", 40, Weight.BOLD)
    small = fitted_label("money", 40, Weight.BOLD, whole.width * 0.7)
    assert small.width <= whole.width * 0.7
    assert small.cap_height < whole.cap_height
    assert fitted_label("x" * 100, 40, Weight.BOLD, 100).width <= 100
    assert fitted_name("Konstantinos", 30, Weight.BOLD, 100).width <= 100


def test_tabular_digits_have_one_width() -> None:
    widths = {label(digit * 4, 40, tabular=True).width for digit in "0123456789"}
    assert max(widths) - min(widths) < 0.5


BOARDS = {home: empty_board(THEMES[ThemeName.LIGHT], Geometry(1200, home)) for home in HomeSide}


def name_bar(name: str, tag: str, home: HomeSide) -> Image.Image:
    theme, geometry = THEMES[ThemeName.LIGHT], Geometry(1200, home)
    bar = NameBar(Side.TOP, name, Shade.DARK, 167, "pips", "−128", tag, False)
    return draw_name_bar(theme, geometry, BOARDS[home], bar)


@names
@pytest.mark.parametrize("home", HomeSide)
def test_a_name_and_its_tag_never_touch_the_pips_or_the_score(name: str, home: HomeSide) -> None:
    tag = "Kapitän · hat noch nicht über seinen Würfel entschieden"
    changed = ImageChops.difference(name_bar(name, tag, home), name_bar("", "", home)).getbbox()
    assert changed is not None
    left, right = (60, 920) if home is HomeSide.RIGHT else (160, 1030)
    assert left <= changed[0]
    assert changed[2] <= right


@names
@pytest.mark.parametrize("members", [3, 6, 7, 10])
def test_a_long_name_stays_inside_its_card(name: str, members: int) -> None:
    theme = THEMES[ThemeName.LIGHT]
    width = round(card_width(members))

    def card(shown: str, state: str) -> Image.Image:
        member = MemberCube(shown, 2, state=state, captain=True)
        return draw_card(theme, 1, Strip(Side.BOTTOM, Shade.LIGHT, (member,)), member, width)

    changed = ImageChops.difference(card(name, "muss sich noch entscheiden"), card("", "")).getbbox()
    assert changed is not None
    assert changed[0] >= 2
    assert changed[2] <= width - 2
