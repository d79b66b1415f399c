from collections.abc import Callable
from functools import partial

import pytest
from sqlalchemy import Connection

from bot.app.ports import Chat
from bot.store import outbox
from bot.store.database import Store
from bot.store.ids import OutboxId
from bot.store.outbox import Delivery, OutboxRow
from tests.support.query_plans import plans

A, B = Chat("telegram", "1"), Chat("telegram", "2", private=True)


def text_row(conn: Connection, key: str, to: Chat = A, now: int = 10) -> bool:
    return outbox.enqueue(conn, key, to, "text", {"text": key}, now=now)


def board_row(conn: Connection, rev: int, to: Chat = A, now: int = 10, place: int = 7) -> bool:
    return outbox.enqueue(
        conn, f"board:{place}:{rev}", to, "board", {"rev": rev}, now=now, replaces=f"board:{place}"
    )


async def claim(store: Store, now: int = 100, limit: int = 10) -> list[OutboxRow]:
    return await store.write(partial(outbox.claim, platform="telegram", now=now, limit=limit))


async def keys(store: Store, now: int = 100) -> list[str]:
    """What would go out, in order, if every send succeeded at once."""
    sent = []
    while rows := await claim(store, now):
        for row in rows:
            sent.append(row.dedup_key)
            await store.write(partial(outbox.mark_sent, row_id=row.id, now=now))
    return sent


async def test_a_row_comes_back_as_it_was_put_in(store: Store) -> None:
    await store.write(lambda conn: text_row(conn, "hello", B))
    (row,) = await claim(store)
    assert (row.to, row.kind, row.payload, row.state, row.attempts) == (
        B,
        "text",
        {"text": "hello"},
        Delivery.SENDING,
        1,
    )


async def test_the_same_key_is_sent_once_even_after_it_was_sent(store: Store) -> None:
    assert await store.write(lambda conn: text_row(conn, "a"))
    assert not await store.write(lambda conn: text_row(conn, "a"))
    assert await keys(store) == ["a"]
    assert not await store.write(lambda conn: text_row(conn, "a"))
    assert not await store.write(lambda conn: board_row(conn, 1) and board_row(conn, 1))
    assert await keys(store) == ["board:7:1"]


async def test_only_the_newest_board_of_a_place_is_sent_but_every_text(store: Store) -> None:
    def busy(conn: Connection) -> None:
        for rev in range(1, 6):
            board_row(conn, rev)
            text_row(conn, f"t{rev}")
        board_row(conn, 1, place=8)

    await store.write(busy)
    assert await keys(store) == ["board:7:5", "t1", "t2", "t3", "t4", "t5", "board:8:1"]


async def test_a_board_that_changes_all_the_time_keeps_its_turn_in_the_queue(store: Store) -> None:
    await store.write(lambda conn: board_row(conn, 1, place=7))
    await store.write(lambda conn: board_row(conn, 1, place=8))
    await store.write(lambda conn: board_row(conn, 2, place=7))
    assert await keys(store) == ["board:7:2", "board:8:1"]


async def test_a_board_that_is_being_sent_is_left_alone_and_the_newer_one_follows(store: Store) -> None:
    await store.write(lambda conn: board_row(conn, 1))
    (first,) = await claim(store)
    await store.write(lambda conn: board_row(conn, 2))
    await store.write(lambda conn: board_row(conn, 3))
    assert await claim(store) == []  # one at a time in a chat
    await store.write(lambda conn: outbox.mark_sent(conn, first.id, 50))
    assert await keys(store) == ["board:7:3"]


async def test_chats_are_served_side_by_side_and_each_in_order(store: Store) -> None:
    def fill(conn: Connection) -> None:
        for number in range(3):
            text_row(conn, f"a{number}", A)
            text_row(conn, f"b{number}", B)

    await store.write(fill)
    assert [row.dedup_key for row in await claim(store)] == ["a0", "b0"]
    assert await claim(store) == []


async def test_rows_of_another_platform_are_not_claimed(store: Store) -> None:
    await store.write(lambda conn: text_row(conn, "d", Chat("discord", "1")))
    assert await claim(store) == []
    assert await store.read(lambda conn: outbox.next_send(conn, "discord")) == 10


async def test_a_penalty_holds_the_whole_chat_and_nobody_else(store: Store) -> None:
    for key, chat in (("a0", A), ("a1", A), ("b0", B), ("b1", B)):
        await store.write(partial(text_row, key=key, to=chat))
    first, _ = await claim(store)
    assert await store.write(lambda conn: outbox.postpone(conn, first.id, 500, "429"))
    await store.write(lambda conn: text_row(conn, "a2"))
    # Nothing can go before the penalty ends: A waits for it, and B for the answer to its first row.
    assert await store.read(lambda conn: outbox.next_send(conn, "telegram")) == 500
    assert await claim(store, now=499) == []
    (again,) = await claim(store, now=500)
    assert (again.dedup_key, again.attempts, again.error) == ("a0", 2, "429")


async def test_a_newer_board_keeps_the_penalty_of_the_older(store: Store) -> None:
    await store.write(lambda conn: board_row(conn, 1))
    (row,) = await claim(store)
    assert await store.write(lambda conn: outbox.postpone(conn, row.id, 500, "429"))
    await store.write(lambda conn: board_row(conn, 2, now=200))
    assert await claim(store, now=499) == []
    assert [row.dedup_key for row in await claim(store, now=500)] == ["board:7:2"]


async def test_a_postponed_board_gives_way_to_the_newer_one_with_its_penalty(store: Store) -> None:
    await store.write(lambda conn: board_row(conn, 1))
    (row,) = await claim(store)
    await store.write(lambda conn: board_row(conn, 2))
    assert not await store.write(lambda conn: outbox.postpone(conn, row.id, 500, "429"))
    assert await claim(store, now=499) == []
    assert await keys(store, now=500) == ["board:7:2"]


async def test_what_was_being_sent_when_its_sender_ended_goes_again_before_what_follows(store: Store) -> None:
    for key, chat in (("a0", A), ("a1", A), ("b0", B)):
        await store.write(partial(text_row, key=key, to=chat))
    await claim(store, limit=1)
    (row,) = await store.write(partial(outbox.take_up, platform="telegram", now=20))
    assert (row.dedup_key, row.attempts) == ("a0", 1)
    assert await keys(store, now=19) == ["b0"]
    assert await keys(store, now=20) == ["a0", "a1"]


async def test_what_another_platform_is_sending_is_not_taken_from_it(store: Store) -> None:
    await store.write(lambda conn: text_row(conn, "a0"))
    await claim(store)
    assert await store.write(partial(outbox.take_up, platform="discord", now=20)) == []
    assert await claim(store) == []


@pytest.mark.parametrize("end", [outbox.mark_ambiguous, outbox.mark_dead], ids=["ambiguous", "dead"])
async def test_a_row_that_did_not_arrive_lets_the_next_go(
    store: Store, end: Callable[[Connection, OutboxId, str], None]
) -> None:
    await store.write(lambda conn: text_row(conn, "a0") and text_row(conn, "a1"))
    (row,) = await claim(store)
    await store.write(lambda conn: end(conn, row.id, "blocked"))
    assert await keys(store) == ["a1"]


async def test_old_rows_that_were_sent_are_forgotten_and_waiting_ones_never(store: Store) -> None:
    await store.write(lambda conn: text_row(conn, "old"))
    assert await keys(store) == ["old"]
    await store.write(lambda conn: text_row(conn, "unclear", B))
    for row in await claim(store):
        await store.write(partial(outbox.mark_ambiguous, row_id=row.id, error="no answer"))
    await store.write(lambda conn: text_row(conn, "waits"))
    await store.write(lambda conn: text_row(conn, "new", B, now=60))
    assert await store.write(lambda conn: outbox.forget_sent(conn, 50, limit=10)) == 2
    assert sorted(await keys(store)) == ["new", "waits"]


async def test_waiting_rows_are_found_by_an_index_among_all_that_were_sent(store: Store) -> None:
    for query in (
        lambda conn: outbox.claim(conn, "telegram", 5, 10),
        lambda conn: outbox.next_send(conn, "telegram"),
    ):
        (plan,) = await store.write(partial(plans, fn=query))
        assert "ix_outbox_on_its_way" in plan
        assert "SCAN outbox" not in plan.replace("SCAN outbox USING", "")


async def test_a_waiting_board_is_found_by_an_index(store: Store) -> None:
    found = await store.write(partial(plans, fn=lambda conn: board_row(conn, 1)))
    assert [plan for plan in found if "uq_outbox_replaces" in plan]
    assert not [plan for plan in found if "SCAN" in plan]
