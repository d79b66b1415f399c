import heapq
import itertools
import random

import pytest

from bot.adapters.telegram.limiter import Kind, Limiter, Limits, Weight
from tests.support.telegram.errors import Refusal
from tests.support.telegram.rates import Limits as TheirLimits
from tests.support.telegram.rates import Rates

GROUP, PERSON = "-100", "7"


class Time:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def time() -> Time:
    return Time()


def send(limiter: Limiter, chat: str, kind: Kind, weight: Weight) -> float:
    """Let it go and be answered in the same moment, if it may."""
    wait = limiter.take(chat, kind, weight)
    if wait == 0:
        limiter.answered(chat, kind)
    return wait


def drain(limiter: Limiter, time: Time, chat: str, kind: Kind, seconds: float, weight: Weight) -> list[float]:
    """Send whenever it is allowed, for so long; when each went."""
    went, end = [], time.now + seconds
    while time.now < end:
        wait = send(limiter, chat, kind, weight)
        if wait == 0:
            went.append(time.now)
        time.now += wait
    return went


def test_a_direct_chat_takes_a_short_burst_and_then_one_a_second(time: Time) -> None:
    went = drain(Limiter(time), time, PERSON, Kind.EDIT, 10, Weight.BOARD)
    assert sum(at < 1000.5 for at in went) == 4
    assert 12 <= len(went) <= 14


def test_what_takes_several_calls_waits_until_there_is_room_for_all(time: Time) -> None:
    limiter = Limiter(time)
    assert limiter.take(PERSON, Kind.POST, Weight.ANSWER, 3) == 0
    limiter.answered(PERSON, Kind.POST, 3)
    assert limiter.take(PERSON, Kind.POST, Weight.ANSWER, 3) == pytest.approx(2)
    time.now += 2
    assert limiter.take(PERSON, Kind.POST, Weight.ANSWER, 3) == 0
    limiter.answered(PERSON, Kind.POST, 3)
    time.now += 60
    assert limiter.take(PERSON, Kind.POST, Weight.ANSWER, 9) == 0, "more than a burst goes after a rest"


def test_in_a_group_several_calls_count_as_so_many(time: Time) -> None:
    limiter = Limiter(time)
    for _ in range(9):
        assert limiter.take(GROUP, Kind.POST, Weight.BOARD, 2) == 0
        limiter.answered(GROUP, Kind.POST, 2)
        time.now += 2
    assert limiter.take(GROUP, Kind.POST, Weight.BOARD, 3) > 30
    assert limiter.take(GROUP, Kind.POST, Weight.BOARD, 2) == 0


def test_a_group_takes_twenty_in_any_minute(time: Time) -> None:
    went = drain(Limiter(time), time, GROUP, Kind.POST, 600, Weight.BOARD)
    assert all(sum(at - 60 < other <= at for other in went) <= 20 for at in went)
    assert len(went) >= 180


def test_a_group_takes_one_edit_in_three_seconds(time: Time) -> None:
    went = drain(Limiter(time), time, GROUP, Kind.EDIT, 60, Weight.BOARD)
    assert min(after - before for before, after in itertools.pairwise(went)) >= 3


def test_looks_leave_room_for_boards(time: Time) -> None:
    limiter = Limiter(time)
    for _ in range(14):
        assert send(limiter, GROUP, Kind.EDIT, Weight.LOOK) == 0
        time.now += 3
    assert send(limiter, GROUP, Kind.EDIT, Weight.LOOK) > 3
    assert send(limiter, GROUP, Kind.POST, Weight.BOARD) == 0


def test_what_is_heavier_and_waits_goes_first(time: Time) -> None:
    limiter = Limiter(time, Limits(reserve=(0, 0, 0, 0)))
    while send(limiter, GROUP, Kind.POST, Weight.BOARD) == 0:
        time.now += 0.1
    wait = send(limiter, GROUP, Kind.POST, Weight.BOARD)
    time.now += wait
    assert send(limiter, GROUP, Kind.EDIT, Weight.LOOK) > 0
    assert send(limiter, GROUP, Kind.POST, Weight.BOARD) == 0


def test_thirty_a_second_over_all_chats(time: Time) -> None:
    limiter = Limiter(time)
    assert sum(send(limiter, str(chat), Kind.POST, Weight.BOARD) == 0 for chat in range(1, 100)) == 30


def test_a_penalty_lasts_to_its_end_for_that_chat_only_whatever_else_goes_through(time: Time) -> None:
    limiter = Limiter(time)
    limiter.block(PERSON, 30)
    for _ in range(29):
        assert send(limiter, PERSON, Kind.POST, Weight.BOARD) > 0
        assert send(limiter, "8", Kind.POST, Weight.BOARD) == 0
        time.now += 1.03
    assert send(limiter, PERSON, Kind.POST, Weight.BOARD) == pytest.approx(30 - 29 * 1.03)
    time.now += 0.2
    assert send(limiter, PERSON, Kind.POST, Weight.BOARD) == 0


def test_a_shorter_penalty_does_not_end_a_longer_one(time: Time) -> None:
    limiter = Limiter(time)
    limiter.block(PERSON, 60)
    limiter.block(PERSON, 2)
    assert send(limiter, PERSON, Kind.POST, Weight.BOARD) == 60


def test_the_memory_of_chats_is_bounded_but_penalties_are_kept(time: Time) -> None:
    limiter = Limiter(time, remembered=10)
    limiter.block("1", 1000)
    for chat in range(2, 200):
        send(limiter, str(chat), Kind.POST, Weight.BOARD)
        time.now += 1
    assert send(limiter, "1", Kind.POST, Weight.BOARD) > 0


def test_what_is_in_flight_counts_until_long_after_its_answer(time: Time) -> None:
    limiter = Limiter(time)
    for chat in range(1, 31):
        assert limiter.take(str(chat), Kind.POST, Weight.BOARD) == 0
    time.now += 5
    assert limiter.take("99", Kind.POST, Weight.BOARD) > 0, "nobody knows when they arrive"
    for chat in range(1, 31):
        limiter.answered(str(chat), Kind.POST)
    assert limiter.take("99", Kind.POST, Weight.BOARD) > 1
    time.now += 1.06
    assert limiter.take("99", Kind.POST, Weight.BOARD) == 0


@pytest.mark.parametrize("seed", range(8))
def test_what_is_let_through_is_never_refused_by_the_platform_whatever_the_line_does(
    time: Time, seed: int
) -> None:
    """The stand-in counts when a request arrives, up to a second after it was let go; the answer as late."""
    chance, limiter, theirs = random.Random(seed), Limiter(time), Rates(TheirLimits())
    chats = [GROUP, "-200", "1", "2", "3", *(str(number) for number in range(10, 60))]
    events: list[tuple[float, int, str, Kind, int]] = []
    end, count = time.now + 200, 0
    while time.now < end:
        while events and events[0][0] <= time.now:
            at, _, chat, kind, answered = heapq.heappop(events)
            if answered:
                limiter.answered(chat, kind, answered)
            else:
                theirs.admit(int(chat), chat.startswith("-"), at)  # raises if it is one too many
        chat, kind = chance.choice(chats), chance.choice(list(Kind))
        calls = chance.choice((1, 1, 1, 2, 3))
        if limiter.take(chat, kind, chance.choice(list(Weight)), calls) == 0:
            there = time.now
            for _ in range(calls):
                count += 1
                there += chance.random() ** 3
                heapq.heappush(events, (there, count, chat, kind, 0))
            heapq.heappush(events, (there + chance.random() ** 3, count, chat, kind, calls))
        time.now += chance.random() * 0.02
    assert count > 1500


@pytest.mark.parametrize("seed", range(8))
def test_a_minute_that_a_kill_made_it_forget_costs_a_few_refusals_whose_waits_are_kept(
    time: Time, seed: int
) -> None:
    chance, theirs, lives = random.Random(seed), Rates(TheirLimits()), 4
    for _ in range(lives):
        limiter, end = Limiter(time), time.now + 60 + 60 * chance.random()
        while time.now < end:
            kind = chance.choice(list(Kind))
            wait = limiter.take(GROUP, kind, Weight.BOARD)
            if wait == 0:
                try:
                    theirs.admit(int(GROUP), True, time.now)
                except Refusal as refusal:
                    limiter.block(GROUP, (refusal.parameters or {})["retry_after"])
                limiter.answered(GROUP, kind)
            time.now += wait + chance.expovariate(0.5)
        time.now += 2
    assert 0 < theirs.refused <= 3 * (lives - 1)
    assert theirs.inside_penalty == 0


def test_boards_that_wait_for_one_place_are_told_different_times(time: Time) -> None:
    limiter = Limiter(time)
    waits = [send(limiter, str(chat), Kind.POST, Weight.BOARD) for chat in range(1, 61)][30:]
    assert waits == sorted(waits)
    assert waits[-1] - waits[0] == pytest.approx(29 / 30)
    light = send(limiter, "99", Kind.EDIT, Weight.LOOK)
    assert light == pytest.approx(1.0), "what waits in memory asks again by itself"
