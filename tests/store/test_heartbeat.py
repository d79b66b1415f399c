from functools import partial

from bot.store import heartbeat
from bot.store.database import Store


async def test_the_last_beat_counts_even_of_a_clock_that_went_back(store: Store) -> None:
    assert await store.read(heartbeat.last_beat) is None
    for at in (1000, 6000, 2000):
        await store.write(partial(heartbeat.beat, now=at))
        assert await store.read(heartbeat.last_beat) == at


async def test_a_fact_is_remembered_until_it_is_changed(store: Store) -> None:
    assert await store.read(lambda conn: heartbeat.fact(conn, "commands")) is None
    await store.write(lambda conn: heartbeat.put_fact(conn, "commands", {"hash": "a"}))
    await store.write(lambda conn: heartbeat.put_fact(conn, "commands", {"hash": "b"}))
    assert await store.read(lambda conn: heartbeat.fact(conn, "commands")) == {"hash": "b"}
