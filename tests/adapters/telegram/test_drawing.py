import random

import pytest
from telegram import InlineKeyboardMarkup

from bot.adapters.telegram.drawing import CAPTION, TEXT, cut, keyboard, length, markup_text
from bot.app.ports import Mention, Outgoing
from bot.app.screen import Button, Screen, Tone
from bot.ui.texts import isolated
from tests.support.telegram import limits

NASTY = (
    "<b>bold</b>", "&lt;", "a & b < c > d", "</a><a href='x'>", "\x00\x07\x1b", "\ud83d",
    "👩\u200d👩\u200d👧\u200d👦" * 40, "Z\u0337\u031b" * 50,
    "\u202eevil\u202c", "@everyone", "](http://x)", "\u2068\u2069", "   ", "\n\n\n", "https://example.org/?a=1&b=2",
)  # fmt: skip


def drawn(headline: str, *lines: str, most: int = TEXT, mentions: tuple[Mention, ...] = ()) -> str:
    return markup_text(Outgoing(Screen(headline, lines), mentions=mentions), most, in_words=False)


def test_the_headline_is_bold_and_everything_is_escaped() -> None:
    assert drawn("Ada <3", "5 & 6") == "<b>Ada &lt;3</b>\n5 &amp; 6"


def test_a_mention_links_the_name_where_it_stands() -> None:
    text = drawn(f"{isolated('Bea')} is to roll", mentions=(Mention("42", "Bea"),))
    assert text == '<b>\u2068<a href="tg://user?id=42">Bea</a>\u2069 is to roll</b>'


def test_a_mention_without_a_place_is_added_below() -> None:
    assert drawn("Your turn", mentions=(Mention("42", "B<a"),)).endswith(
        '\n<a href="tg://user?id=42">B&lt;a</a>'
    )


def test_ids_that_are_no_users_are_not_linked() -> None:
    assert "href" not in drawn("Bea", mentions=(Mention('4"2', "Bea"),))


@pytest.mark.parametrize("most", [TEXT, CAPTION])
@pytest.mark.parametrize("seed", range(30))
def test_any_text_fits_and_can_be_read_back(most: int, seed: int) -> None:
    chance = random.Random(seed)
    parts = ["".join(chance.choices(NASTY, k=chance.randint(0, 60))) for _ in range(3)]
    mention = Mention("42", chance.choice([part for part in NASTY if part.strip()]))
    text = drawn(*parts, most=most, mentions=(mention,))
    plain, entities = limits.formatted(text, "HTML", None, most)
    assert length(plain) <= most
    assert len(entities) <= limits.ENTITIES


def test_what_is_cut_ends_with_an_ellipsis_and_never_within_a_character() -> None:
    assert cut("👩👩👩", 5) == "👩👩…"
    assert length(cut("x" * 5000, CAPTION)) == CAPTION
    assert cut("short", 200) == "short"


def test_what_a_picture_shows_is_said_where_there_is_none() -> None:
    screen = Screen("Board", picture="view", alt="Ada has 5 points")
    assert "5 points" in markup_text(Outgoing(screen), TEXT, in_words=True)
    assert "5 points" not in markup_text(Outgoing(screen), CAPTION, in_words=False)


def shown(markup: InlineKeyboardMarkup | None) -> list[list[dict[str, str]]]:
    assert markup is not None
    rows: list[list[dict[str, str]]] = limits.keyboard(markup.to_dict())["inline_keyboard"]  # type: ignore[index]
    return rows


def test_tones_become_colours() -> None:
    rows = shown(keyboard(((Button("A", "a", Tone.GOOD), Button("B", "b")),)))
    assert rows == [
        [{"text": "A", "callback_data": "a", "style": "success"}, {"text": "B", "callback_data": "b"}]
    ]


def test_long_rows_are_broken_and_a_hundred_buttons_are_enough() -> None:
    rows = shown(keyboard((tuple(Button(str(n), f"t:x:{n}:roll:") for n in range(130)),)))
    assert max(map(len, rows)) <= 8
    assert sum(map(len, rows)) == 100


def test_what_telegram_would_refuse_is_left_out_or_named() -> None:
    rows = shown(
        keyboard(
            (
                (Button("", "a"), Button("\u2068\u2069", "b"), Button("x", "é" * 33)),
                (Button("local", link="#room"), Button("ok", link="https://example.org/x"), Button("no", "")),
                (Button("spaces", link="https://exa mple.org"), Button("bare", link="http://localhost")),
            )
        )
    )
    assert [[one["text"] for one in row] for row in rows] == [["…", "…"], ["ok"]]


def test_a_message_without_buttons_has_no_keyboard() -> None:
    assert keyboard(()) is None
    assert keyboard(((Button("local", link="#x"),),)) is None


def test_lines_of_equal_widths_stand_in_a_block_of_their_own() -> None:
    screen = Screen("Board", ("in words",), ("13 14 15", "<X> .. O"))
    text = markup_text(Outgoing(screen), TEXT, in_words=False)
    assert text == "<b>Board</b>\n<pre>13 14 15\n&lt;X&gt; .. O</pre>\nin words"


@pytest.mark.parametrize(
    "labels, in_rows",
    [
        (("24/23", "24/21", "13/10", "8/5"), [4]),
        (("Looks", "By itself", "Time", "Start page"), [2, 2]),
        (("✓ Keine Ruhezeit", "22–7", "23–8", "0–9"), [2, 2]),
        (("As here", "✓ Berlin", "London", "New York", "Tokyo"), [3, 2]),
        (("Single (1)", "Gammon (2)", "Backgammon (3)"), [2, 1]),
        (("A label that is as long as labels can be", "B"), [1, 1]),
        (("\u2068Anna\u2069 (box)", "\u2068Bea\u2069", "\u2068Carl\u2069"), [3]),
    ],
)
def test_a_row_is_broken_where_a_phone_would_cut_its_labels(
    labels: tuple[str, ...], in_rows: list[int]
) -> None:
    rows = shown(keyboard((tuple(Button(label, str(n)) for n, label in enumerate(labels)),)))
    assert [len(row) for row in rows] == in_rows
    assert [one["text"] for row in rows for one in row] == list(labels)
