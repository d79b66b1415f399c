"""What stands in a room for all is in the room's language and looks, whoever has pressed last."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bot.adapters.testchat import TestChat
from bot.adapters.testchat.messages import Place
from bot.adapters.testchat.person import Person
from bot.render.view import BoardView, TableView, ThemeName
from tests.support.service import service_over


async def in_the_club(chat: TestChat) -> tuple[Place, Person, Person, Person]:
    """The room, its admin, and two who speak different languages."""
    ada = chat.person("Ada", "en", admin=True)
    return chat.room("club"), ada, chat.person("Anna", "en"), chat.person("Bea", "de")


async def set_for_room(ada: Person, room: Place, value: str) -> None:
    """An admin presses a value on the page of the room's looks."""
    await ada.runs("/room", room)
    await ada.presses(room, "Looks")
    await ada.presses(room, value)


async def test_a_challenge_stays_in_the_language_of_who_made_it(tmp_path: Path) -> None:
    async with service_over(tmp_path / "c.sqlite") as (_, chat):
        room, _, anna, bea = await in_the_club(chat)
        await anna.runs("/challenge Bea 3", room)
        await bea.presses(room, data=pressing(room, "menu"))
        await bea.presses(room, data=pressing(room, "rules"))
        assert "offers" in room.newest.text
        await anna.presses(room, data=pressing(room, "decline"))
        assert "was declined" in room.newest.text
        await bea.presses(room, "Challenge again")
        assert "fordert" in room.newest.text, "this one Bea has made"


async def test_where_a_room_has_a_language_challenges_speak_it(tmp_path: Path) -> None:
    async with service_over(tmp_path / "c.sqlite") as (_, chat):
        room, ada, anna, bea = await in_the_club(chat)
        await set_for_room(ada, room, "Deutsch")
        await anna.runs("/challenge Bea 3", room)
        assert "fordert" in room.newest.text
        await anna.presses(room, data=pressing(room, "withdraw"))
        assert "zurückgezogen" in room.newest.text
        await bea.runs("/challenge 3", room)
        await anna.presses(room, data=pressing(room, "accept"))
        challenge = next(one for one in room.seen_by() if "angenommen" in one.text)
        assert challenge.labels == ()


async def test_in_a_direct_chat_a_challenge_is_in_its_readers_language(tmp_path: Path) -> None:
    async with service_over(tmp_path / "c.sqlite") as (_, chat):
        _, _, anna, bea = await in_the_club(chat)
        await anna.runs("/challenge 3")
        code = anna.direct.newest.text.rsplit("/accept ", 1)[1]
        await bea.runs(f"/accept {code}")
        assert "fordert" in bea.direct.messages[-1].text
        card = bea.direct.messages[-1]
        await bea.presses(bea.direct, "Annehmen", message=card)
        assert "angenommen" in card.text


async def test_a_private_card_in_a_room_is_in_its_readers_language(tmp_path: Path) -> None:
    async with service_over(tmp_path / "c.sqlite") as (_, chat):
        room, ada, anna, bea = await in_the_club(chat)
        await set_for_room(ada, room, "English")
        await anna.runs("/challenge 3")
        code = anna.direct.newest.text.rsplit("/accept ", 1)[1]
        await bea.runs(f"/accept {code}", room)
        card = bea.privates(room)[-1]
        await bea.presses(room, "Andere Regeln …", message=card)
        await bea.presses(room, "Zurück", message=card)
        assert "fordert" in card.text


async def test_standings_of_a_room_keep_their_language_and_name_nobody_you(tmp_path: Path) -> None:
    async with service_over(tmp_path / "c.sqlite") as (_, chat):
        room, ada, anna, bea = await in_the_club(chat)
        await anna.runs("/standings", room)
        page = room.newest
        await bea.presses(room, "Week", message=page)
        assert "This week" in page.text
        await set_for_room(ada, room, "Deutsch")
        await anna.presses(room, "Month", message=page)
        assert "Monat" in page.text


async def test_a_line_that_asks_something_in_a_room_is_in_the_rooms_language(tmp_path: Path) -> None:
    async with service_over(tmp_path / "c.sqlite") as (_, chat):
        room, ada, anna, bea = await in_the_club(chat)
        await set_for_room(ada, room, "English")
        await anna.runs("/challenge Bea 3", room)
        await bea.presses(room, data=pressing(room, "accept"))
        await anna.runs("/pause", room)
        asking = next(one for one in room.seen_by("bea") if "Agree" in one.labels)
        assert "would like a pause" in asking.text
        await bea.presses(room, "Agree", message=asking)
        assert "the game is paused" in asking.text


async def test_a_rooms_theme_is_on_its_boards_at_once_and_is_logged(tmp_path: Path) -> None:
    async with service_over(tmp_path / "c.sqlite") as (_, chat):
        room, ada, anna, _ = await in_the_club(chat)
        await anna.runs("/settings")
        await anna.presses(anna.direct, "Colour-blind")
        await anna.runs("/play 3", room)
        assert theme(room.board.screen) is ThemeName.LIGHT, "one board for all: nobody's own looks"
        await set_for_room(ada, room, "Dark")
        assert theme(room.board.screen) is ThemeName.DARK
        await ada.presses(room, "Changes")
        assert "Colours of the boards: Dark" in ada.privates(room)[-1].text
        await anna.runs("/standings", room)
        assert theme(room.newest.screen) is ThemeName.DARK
        await anna.runs("/play 3")
        board = anna.direct.board
        assert theme(board.screen) is ThemeName.CB
        settings = next(one for one in anna.direct.messages if "Light" in one.labels)
        await anna.presses(anna.direct, "Light", message=settings)
        assert anna.direct.board is board
        assert theme(board.screen) is ThemeName.LIGHT, "one's own board changes at once"


async def test_ones_own_settings_say_that_a_rooms_board_is_the_same_for_all(tmp_path: Path) -> None:
    async with service_over(tmp_path / "c.sqlite") as (_, chat):
        _, _, anna, bea = await in_the_club(chat)
        await anna.runs("/settings")
        assert "In a room everyone sees the same board" in anna.direct.messages[-1].text
        await bea.runs("/settings")
        assert "In einem Raum sehen alle dasselbe Brett" in bea.direct.messages[-1].text


def pressing(room: Place, op: str) -> str:
    """What the newest message's first button of this operation carries."""
    return next(button.press for button in room.newest.buttons() if f":{op}:" in button.press)


def theme(screen: Any) -> ThemeName:
    """The theme of a screen's picture."""
    picture = screen.picture
    assert isinstance(picture, BoardView | TableView)
    return picture.theme
