from bot.store import heartbeat
from bot.store.database import Store


async def test_down_time_is_what_has_passed_since_the_last_beat(store: Store) -> None:
    assert await store.read(lambda conn: heartbeat.downtime(conn, 1000)) == 0  # never seen before
    await store.write(lambda conn: heartbeat.beat(conn, 1000))
    await store.write(lambda conn: heartbeat.beat(conn, 6000))
    assert await store.read(heartbeat.last_beat) == 6000
    assert await store.read(lambda conn: heartbeat.downtime(conn, 66_000)) == 60_000


async def test_a_clock_that_went_back_is_no_down_time(store: Store) -> None:
    await store.write(lambda conn: heartbeat.beat(conn, 6000))
    assert await store.read(lambda conn: heartbeat.downtime(conn, 1000)) == 0


async def test_each_platform_has_a_beat_of_its_own(store: Store) -> None:
    await store.write(lambda conn: heartbeat.beat(conn, 6000))
    await store.write(lambda conn: heartbeat.beat(conn, 2000, "telegram"))
    assert await store.read(lambda conn: heartbeat.downtime(conn, 7000, "telegram")) == 5000


async def test_a_fact_is_remembered_until_it_is_changed(store: Store) -> None:
    assert await store.read(lambda conn: heartbeat.fact(conn, "commands")) is None
    await store.write(lambda conn: heartbeat.put_fact(conn, "commands", {"hash": "a"}))
    await store.write(lambda conn: heartbeat.put_fact(conn, "commands", {"hash": "b"}))
    assert await store.read(lambda conn: heartbeat.fact(conn, "commands")) == {"hash": "b"}
