from functools import partial

from sqlalchemy import Connection, select

from bot.store import inbox
from bot.store.database import Store
from bot.store.inbox import InboxRow, Update
from bot.store.schema import inbox as table
from tests.support.query_plans import plans


def receive(conn: Connection, *keys: str, bot: str = "1", now: int = 5) -> int:
    return inbox.receive(conn, "telegram", bot, [Update(key, {"update_id": key}) for key in keys], now)


async def waiting(store: Store, bot: str = "1") -> list[InboxRow]:
    return await store.read(lambda conn: inbox.waiting_updates(conn, "telegram", bot, 100))


async def test_updates_wait_in_order_of_arrival_whatever_their_numbers(store: Store) -> None:
    await store.write(lambda conn: receive(conn, "900", "901"))
    await store.write(lambda conn: receive(conn, "12"))  # the platform began to count anew
    rows = await waiting(store)
    assert [row.key for row in rows] == ["900", "901", "12"]
    assert (rows[0].payload, rows[0].received_at) == ({"update_id": "900"}, 5)
    rest = await store.read(lambda conn: inbox.waiting_updates(conn, "telegram", "1", 100, after=rows[0].id))
    assert [row.key for row in rest] == ["901", "12"]


async def test_a_second_delivery_is_known_even_after_it_was_carried_out(store: Store) -> None:
    assert await store.write(lambda conn: receive(conn, "1", "2")) == 2
    first, _ = await waiting(store)
    await store.write(lambda conn: inbox.finish_update(conn, first.id))
    assert await store.write(lambda conn: receive(conn, "2", "1", "3", "3")) == 1
    assert [row.key for row in await waiting(store)] == ["2", "3"]


async def test_bots_do_not_share_their_numbers(store: Store) -> None:
    await store.write(lambda conn: receive(conn, "1", bot="1"))
    assert await store.write(lambda conn: receive(conn, "1", bot="2")) == 1
    assert len(await waiting(store, "2")) == 1


async def test_an_update_that_cannot_be_carried_out_does_not_come_back(store: Store) -> None:
    await store.write(lambda conn: receive(conn, "1"))
    (row,) = await waiting(store)
    await store.write(lambda conn: inbox.fail_update(conn, row.id, "broken"))
    assert await waiting(store) == []


async def test_the_lag_is_that_of_the_oldest_waiting_update(store: Store) -> None:
    assert await store.read(inbox.oldest_update) is None
    await store.write(lambda conn: receive(conn, "1", now=5))
    await store.write(lambda conn: receive(conn, "2", now=9))
    assert await store.read(inbox.oldest_update) == 5
    first, _ = await waiting(store)
    await store.write(lambda conn: inbox.finish_update(conn, first.id))
    assert await store.read(inbox.oldest_update) == 9


async def test_what_is_old_and_done_is_forgotten_and_what_waits_never(store: Store) -> None:
    await store.write(lambda conn: receive(conn, "1", "2"))
    first, _ = await waiting(store)
    await store.write(lambda conn: inbox.finish_update(conn, first.id))
    assert await store.write(lambda conn: inbox.forget_updates(conn, 5, 10)) == 0
    assert await store.write(lambda conn: inbox.forget_updates(conn, 6, 10)) == 1
    assert [row.key for row in await waiting(store)] == ["2"]


async def test_forgetting_stops_where_later_arrivals_begin(store: Store) -> None:
    await store.write(lambda conn: receive(conn, "1", "2", "3", now=5))
    await store.write(lambda conn: receive(conn, "4", now=9))
    for row in await waiting(store):
        await store.write(partial(inbox.finish_update, row_id=row.id))
    assert await store.write(lambda conn: inbox.forget_updates(conn, 6, 2)) == 2
    assert await store.write(lambda conn: inbox.forget_updates(conn, 6, 2)) == 1
    assert await store.write(lambda conn: receive(conn, "1", "4")) == 1  # the last one is known still
    found = await store.write(partial(plans, fn=lambda conn: inbox.forget_updates(conn, 6, 2)))
    assert not [plan for plan in found if "TEMP B-TREE" in plan]


async def test_what_was_written_is_not_kept_once_it_is_carried_out(store: Store) -> None:
    await store.write(lambda conn: receive(conn, "1"))
    (row,) = await waiting(store)
    await store.write(lambda conn: inbox.finish_update(conn, row.id))
    assert await store.read(lambda conn: conn.execute(select(table.c.payload)).scalars().all()) == [{}]
