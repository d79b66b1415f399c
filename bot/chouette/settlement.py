"""Who pays whom: when a player leaves, and when the chouette ends (Ch. 6.2).

Works on balances alone; every payment moves two balances towards zero and never across it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bot.chouette.seats import Seat

EXACT_UP_TO = 14
"""Open balances up to which the shortest list is searched (2^n steps); beyond, the largest pay first."""


@dataclass(frozen=True, slots=True)
class Payment:
    """``payer`` gives ``payee`` so many points."""

    payer: Seat
    payee: Seat
    points: int


def settle_leaver(balances: Mapping[Seat, int], leaver: Seat) -> tuple[Payment, ...]:
    """Closes the leaver's balance at 0: the largest opposite balance first, then the next one.

    Equal balances pay in the order of ``balances`` (the columns of the sheet).
    """
    owed = balances[leaver]
    sign = 1 if owed > 0 else -1
    opposite = sorted(
        (seat for seat in balances if balances[seat] * sign < 0), key=lambda s: balances[s] * sign
    )
    payments: list[Payment] = []
    rest = abs(owed)
    for seat in opposite:
        points = min(rest, abs(balances[seat]))
        if points:
            payments.append(Payment(seat, leaver, points) if owed > 0 else Payment(leaver, seat, points))
            rest -= points
    assert rest == 0, "the balances of a sheet sum to zero"
    return tuple(payments)


def final_payments(balances: Mapping[Seat, int]) -> tuple[Payment, ...]:
    """A shortest list of payments that brings every balance to 0."""
    open_seats = [seat for seat, balance in balances.items() if balance]
    groups = _zero_sum_groups(balances, open_seats) if len(open_seats) <= EXACT_UP_TO else [open_seats]
    return tuple(payment for group in groups for payment in _greedy({s: balances[s] for s in group}))


def _greedy(balances: dict[Seat, int]) -> list[Payment]:
    payments: list[Payment] = []
    while any(balances.values()):
        payer = min(balances, key=lambda seat: balances[seat])
        payee = max(balances, key=lambda seat: balances[seat])
        points = min(-balances[payer], balances[payee])
        balances[payer] += points
        balances[payee] -= points
        payments.append(Payment(payer, payee, points))
    return payments


def _zero_sum_groups(balances: Mapping[Seat, int], seats: list[Seat]) -> list[list[Seat]]:
    """As many groups as possible that sum to zero each: a group of n needs n − 1 payments.

    Seats are laid down one by one; ``most[laid]`` counts how often the sum on the way was zero.
    """
    full = (1 << len(seats)) - 1
    sums, most, came = [0] * (full + 1), [0] * (full + 1), [0] * (full + 1)
    for laid in range(1, full + 1):
        lowest = laid & -laid
        sums[laid] = sums[laid ^ lowest] + balances[seats[lowest.bit_length() - 1]]
        came[laid] = max((b for b in range(len(seats)) if laid >> b & 1), key=lambda b: most[laid ^ 1 << b])
        most[laid] = most[laid ^ 1 << came[laid]] + (sums[laid] == 0)
    groups: list[list[Seat]] = []
    laid = full
    while laid:
        if sums[laid] == 0:
            groups.append([])
        groups[-1].insert(0, seats[came[laid]])
        laid ^= 1 << came[laid]
    return [sorted(group, key=seats.index) for group in groups[::-1]]
