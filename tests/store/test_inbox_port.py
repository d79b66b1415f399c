from bot.store.database import Store
from bot.store.inbox_port import StoreInbox


def inbox(store: Store, bot: str = "1") -> StoreInbox:
    return StoreInbox(store, "telegram", bot, lambda: 5)


def keyed(*keys: str) -> list[tuple[str, dict[str, str]]]:
    return [(key, {"update_id": key}) for key in keys]


async def test_only_what_is_new_is_given_back_in_its_order(store: Store) -> None:
    one = inbox(store)
    assert [row.key for row in await one.receive(keyed("8", "9", "8"))] == ["8", "9"]
    assert [row.key for row in await one.receive(keyed("9", "3", "8"))] == ["3"]
    assert await one.receive(keyed("3", "9")) == []
    assert await one.receive([]) == []


async def test_what_is_neither_done_nor_put_aside_waits(store: Store) -> None:
    one = inbox(store)
    first, second, third = await one.receive(keyed("1", "2", "3"))
    await one.done([first.id])
    await one.failed(third.id, "broken")
    waiting = await one.waiting()
    assert [row.id for row in waiting] == [second.id]
    assert waiting[0].payload == {"update_id": "2"}


async def test_a_long_queue_comes_whole(store: Store) -> None:
    one = inbox(store)
    for start in range(0, 2_500, 500):
        await one.receive(keyed(*(str(number) for number in range(start, start + 500))))
    assert [row.key for row in await one.waiting()] == [str(number) for number in range(2_500)]


async def test_another_bots_updates_are_not_ours(store: Store) -> None:
    await inbox(store, "2").receive(keyed("1"))
    assert await inbox(store).waiting() == []
    assert len(await inbox(store).receive(keyed("1"))) == 1
