"""A chouette in a Telegram group, over the wire: a whole evening, and ten who play fast."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.app.archive import ShowIn
from bot.app.chouette_seats import session_of
from bot.app.ports import Chat
from bot.app.screen import Screen
from bot.app.table import Table
from bot.chouette.deciders import to_act
from bot.ui.kinds import Look, TableUi, Viewer
from bot.ui.press import TablePress, parse_press
from bot.ui.texts import texts_for
from tests.support.chouette_evening import EVENING, Evening, gathered
from tests.support.chouette_scenarios import CHOUETTE_SCENARIOS
from tests.support.dice import FreshDice
from tests.support.telegram import TelegramApi
from tests.support.telegram_stage import Options, TelegramStage, TgActor, TgSpot, telegram_stage

pytestmark = pytest.mark.platforms
TEN = ("Anna", "Bea", "Carl", "Dora", "Emil", "Fritz", "Gerda", "Hugo", "Ilse", "Jakob")
GOES_ON = ("take_all", "take", "keep", "out", "let", "accept", "play", "roll", "next")
PRESSES, EVERY_S = 150, 1.0


async def test_an_evening_of_three_games_in_a_group(tmp_path: Path, api: TelegramApi) -> None:
    async with telegram_stage(tmp_path / "t.sqlite", api, Options(dice=EVENING.dice())) as stage:
        await EVENING.run(stage)


@pytest.mark.parametrize("name", CHOUETTE_SCENARIOS)
async def test_the_conversation_works_over_the_wire(tmp_path: Path, api: TelegramApi, name: str) -> None:
    scenario = CHOUETTE_SCENARIOS[name]
    async with telegram_stage(tmp_path / "t.sqlite", api, Options(dice=scenario.dice())) as stage:
        await scenario.run(stage)


async def test_a_sheet_asked_for_again_and_again_stays_inside_the_chat_s_limit(
    tmp_path: Path, api: TelegramApi
) -> None:
    async with telegram_stage(tmp_path / "t.sqlite", api, Options(dice=EVENING.dice())) as stage:
        evening = await gathered(stage)
        await evening.press("Anna", "begin")
        await evening.resign("Anna", "1")
        await evening.press("Bea", "accept")
        bea = evening.people["Bea"]
        for _ in range(5):
            await bea.run(evening.room, "/sheet")
        assert isinstance(bea, TgActor)
        sent = [message.media.kind for message in bea.person.private.from_bot if message.media]
        assert sent == ["photo", "document"] * 5
        assert api.throttled == 0


def presses(screen: Screen) -> list[tuple[TablePress, str]]:
    """What the table's buttons mean, and carry."""
    data = [button.press for row in screen.rows for button in row]
    return [(press, one) for one in data if isinstance(press := parse_press(one), TablePress)]


def what_goes_on(ui: TableUi, table: Table) -> str:
    """The press with which the game goes on; a play is put together without showing its steps."""
    viewer, look = Viewer(texts_for("en")), Look()
    while True:
        found = presses(ui.screen(table, viewer, look))
        for op in GOES_ON:
            for press, data in found:
                if press.op == op:
                    return data
        look = Look(max((press.arg for press, _ in found if press.op == "draft"), key=len))


async def rushed(stage: TelegramStage, evening: Evening, count: int) -> int:
    """A press each second by whoever has to act, whether the group shows it yet or not; how many events."""
    began = (await evening.table()).number
    room = stage.room_of(evening.room)
    for _ in range(count):
        table = await evening.table()
        session = session_of(table)
        seat = min(to_act(session), default=session.line[0])
        actor = evening.people[table.seat(seat).name]
        assert isinstance(actor, TgActor)
        (place,) = await stage.service.archive.places(table.id)
        message = room.chat.messages[int(place.message or 0)]
        ui = stage.service.desk.context.ui(table)
        await actor.person.answered(actor.person.press_data(message, what_goes_on(ui, table)))
        stage.api.clock.advance(EVERY_S)
        stage.wire.wake()
        stage.service.broadcaster.wake()
    return (await evening.table()).number - began


async def test_ten_who_play_fast_stay_inside_the_group_s_limit_and_see_the_newest_board(
    tmp_path: Path, api: TelegramApi
) -> None:
    dice = FreshDice(5)
    async with telegram_stage(tmp_path / "t.sqlite", api, Options(dice=lambda _: dice)) as stage:
        evening = await gathered(stage, TEN)
        await evening.press("Anna", "begin")
        before = api.clock.now()
        events = await rushed(stage, evening, PRESSES)
        minutes = (api.clock.now() - before) / 60
        assert events > 2 * 20 * minutes, "more happens than a group may be told"
        await stage.settle()
        assert isinstance(evening.room, TgSpot)
        assert await _newest_is_shown(stage, evening)
        assert (api.throttled, api.violations) == (0, [])


async def _newest_is_shown(stage: TelegramStage, evening: Evening) -> bool:
    table = await evening.table()
    assert table.room is not None
    chat = Chat("telegram", table.room.chat, table.room.topic)
    (place,) = await stage.service.archive.places(table.id)
    screen = (await stage.service.composer.board(table, ShowIn(chat))).screen
    room = stage.room_of(evening.room)
    message = room.chat.messages[int(place.message or 0)]
    assert message is room.with_buttons()[-1], "it is the newest one with buttons"
    return place.shown_revision == table.revision and message.text == screen.text
