from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from bot.chouette.seats import Seat
from bot.chouette.settlement import Payment, final_payments, settle_leaver


@st.composite
def balances(draw: st.DrawFn, most: int = 8) -> dict[Seat, int]:
    points = draw(st.lists(st.integers(-12, 12), min_size=1, max_size=most - 1))
    points.append(-sum(points))
    return {Seat(f"p{n}"): value for n, value in enumerate(points)}


def after(before: dict[Seat, int], payments: tuple[Payment, ...]) -> dict[Seat, int]:
    balance = dict(before)
    for payment in payments:
        balance[payment.payer] += payment.points
        balance[payment.payee] -= payment.points
    return balance


def fewest_payments(before: dict[Seat, int]) -> int:
    """n open balances that fall into g groups of sum 0 need n − g payments: g by trying all subsets."""
    open_balances = [points for points in before.values() if points]

    def groups(rest: list[int]) -> int:
        best = 0
        for size in range(1, len(rest) + 1):
            for chosen in combinations(range(len(rest)), size):
                if 0 in chosen and sum(rest[n] for n in chosen) == 0:
                    best = max(best, 1 + groups([v for n, v in enumerate(rest) if n not in chosen]))
        return best

    return len(open_balances) - groups(open_balances)


@given(balances(), st.data())
def test_a_leaver_closes_at_zero_the_sum_stays_and_nobody_s_sign_flips(
    before: dict[Seat, int], data: st.DataObject
) -> None:
    leaver = data.draw(st.sampled_from(sorted(before)))
    balance = after(before, settle_leaver(before, leaver))
    assert balance[leaver] == 0
    assert sum(balance.values()) == 0
    for seat, points in balance.items():
        assert points * before[seat] >= 0
        assert abs(points) <= abs(before[seat])


@given(balances(), st.data())
def test_the_larger_opposite_balance_is_used_up_before_the_next_one(
    before: dict[Seat, int], data: st.DataObject
) -> None:
    leaver = data.draw(st.sampled_from(sorted(before)))
    payments = settle_leaver(before, leaver)
    others = [p.payer if p.payee == leaver else p.payee for p in payments]
    sizes = [abs(before[seat]) for seat in others]
    assert sizes == sorted(sizes, reverse=True)
    assert all(p.points == abs(before[seat]) for p, seat in list(zip(payments, others, strict=True))[:-1])


@given(balances(most=6))
def test_final_payments_bring_everyone_to_zero_with_as_few_as_possible(before: dict[Seat, int]) -> None:
    payments = final_payments(before)
    assert not any(after(before, payments).values())
    assert len(payments) == fewest_payments(before)
    assert all(p.points > 0 and before[p.payer] < 0 < before[p.payee] for p in payments)


@given(balances(most=20))
def test_a_long_line_is_paid_out_too(before: dict[Seat, int]) -> None:
    payments = final_payments(before)
    assert not any(after(before, payments).values())
    assert len(payments) < max(1, sum(1 for points in before.values() if points))
