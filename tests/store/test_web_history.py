from dataclasses import dataclass

from bot.store.database import Store
from bot.store.web_history import StoredHistory


@dataclass(frozen=True, slots=True)
class Record:
    chat: str
    number: int
    dedup: str
    body: str


def record(number: int, body: str = "{}", chat: str = "room:lounge") -> Record:
    return Record(chat, number, f"board:{number}", body)


async def test_the_newest_messages_come_back_the_oldest_of_them_first(store: Store) -> None:
    history = StoredHistory(store, Record)
    for number in (30, 10, 20):
        await history.save(record(number))
    await history.save(record(40, chat="room:club"))
    assert await history.load("room:lounge", 2) == [record(20), record(30)]


async def test_a_message_with_the_same_chat_and_number_is_replaced(store: Store) -> None:
    history = StoredHistory(store, Record)
    await history.save(record(10))
    await history.save(record(10, '{"headline": "Anna to roll"}'))
    assert await history.load("room:lounge", 9) == [record(10, '{"headline": "Anna to roll"}')]


async def test_a_removed_message_is_gone_and_removing_it_again_is_harmless(store: Store) -> None:
    history = StoredHistory(store, Record)
    await history.save(record(10))
    await history.save(record(10, chat="room:club"))
    await history.remove("room:lounge", 10)
    await history.remove("room:lounge", 10)
    assert await history.load("room:lounge", 9) == []
    assert await history.load("room:club", 9) == [record(10, chat="room:club")]


async def test_messages_and_names_are_there_after_a_restart(store: Store, url: str) -> None:
    before = StoredHistory(store, Record)
    await before.save(record(10))
    await before.save_name("anna", "Ann")
    await before.save_name("anna", "Anna")
    await store.close()
    reopened = await Store.open(url, now=1)
    after = StoredHistory(reopened, Record)
    assert await after.load("room:lounge", 9) == [record(10)]
    assert await after.name_of("anna") == "Anna"
    assert await after.name_of("bea") is None
    await reopened.close()


async def test_the_rooms_that_have_messages_are_told_with_their_newest_one(store: Store) -> None:
    history = StoredHistory(store, Record)
    for number, chat in (
        (10, "room:lounge"),
        (30, "room:club"),
        (20, "room:club"),
        (40, "direct:" + "a" * 32),
    ):
        await history.save(record(number, chat=chat))
    assert await history.rooms() == {"room:lounge": 10, "room:club": 30}


async def test_a_chat_is_forgotten_as_a_whole_and_no_other(store: Store) -> None:
    history = StoredHistory(store, Record)
    for number, chat in ((10, "room:lounge"), (20, "room:club"), (30, "room:club")):
        await history.save(record(number, chat=chat))
    await history.forget("room:club")
    assert await history.rooms() == {"room:lounge": 10}
    assert await history.load("room:club", 9) == []
