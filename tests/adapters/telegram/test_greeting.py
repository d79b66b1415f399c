"""What a group is told that lets the bot in."""

from __future__ import annotations

from bot.platforms import greeting
from bot.ui.texts import texts_for
from tests.support.telegram import Message, Person, Room, TelegramApi
from tests.support.telegram_line import Opener


def welcomes(room: Room, locale: str) -> list[Message]:
    """The bot's messages there that say what can be done, in a language."""
    headline = texts_for(locale)("welcome.headline")
    return [one for one in room.from_bot if headline in (one.text or "") and one.rows]


async def test_a_group_is_told_what_can_be_done_in_the_language_of_who_let_the_bot_in(
    opened: Opener, api: TelegramApi
) -> None:
    async with opened(greeting=greeting) as line:
        gerd = api.person("Gerd", "gerd", "de")
        room = api.group("Verein", gerd)
        await line.rest()
        assert len(welcomes(room, "de")) == 1
        assert len(room.from_bot) == 1


async def test_a_group_that_lets_the_bot_in_again_is_told_again(
    opened: Opener, api: TelegramApi, ada: Person
) -> None:
    async with opened(greeting=greeting) as line:
        room = api.supergroup("Club", ada)
        await line.rest()
        ada.kicks_bot(room)
        await line.later(5)
        ada.adds_bot(room)
        await line.rest()
        assert len(welcomes(room, "en")) == 2


async def test_no_greeting_follows_upon_a_change_of_rights_a_migration_or_an_unblocking(
    opened: Opener, api: TelegramApi, ada: Person
) -> None:
    async with opened(greeting=greeting) as line:
        room = api.group("Club", ada)
        await line.rest()
        new = room.migrate()
        new.promote_bot()
        ada.blocks_bot()
        ada.unblocks_bot()
        await line.later(5)
        assert welcomes(new, "en") == []
        assert ada.private.from_bot == []


async def test_a_group_where_the_bot_may_not_write_breaks_nothing(
    opened: Opener, api: TelegramApi, ada: Person
) -> None:
    async with opened(greeting=greeting) as line:
        room = api.supergroup("Quiet", ada)
        room.mute_bot("can_send_messages")
        await line.rest()
        assert room.from_bot == []
        ada.says(ada.private, "/help")
        await line.rest()
        assert len(line.desk.heard) == 1
