"""The scorekeeper's sheet: a column for each player, a row for each game and each settlement (Ch. 2, 6.2).

Every row sums to zero: asserted here, for whoever writes one. Must not know rules or how points came about.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.chouette.seats import Seat
from bot.chouette.settlement import Payment
from bot.chouette.stakes import Share


@dataclass(frozen=True, slots=True)
class GameRow:
    """One game; who has no share did not play."""

    number: int
    box: Seat
    partner: Seat | None
    shares: tuple[Share, ...]


@dataclass(frozen=True, slots=True)
class SettlementRow:
    """What was paid when ``leaver`` left."""

    leaver: Seat
    payments: tuple[Payment, ...]

    @property
    def shares(self) -> tuple[Share, ...]:
        """How the payments move the balances: up for the payer, down for the payee."""
        moved: dict[Seat, int] = {}
        for payment in self.payments:
            moved[payment.payer] = moved.get(payment.payer, 0) + payment.points
            moved[payment.payee] = moved.get(payment.payee, 0) - payment.points
        return tuple(Share(seat, points) for seat, points in moved.items())


Row = GameRow | SettlementRow


@dataclass(frozen=True, slots=True)
class Sheet:
    """Columns in the order in which players came; rows as they were written."""

    columns: tuple[Seat, ...] = ()
    rows: tuple[Row, ...] = ()

    def with_column(self, seat: Seat) -> Sheet:
        """With a column for this player; one who comes back finds his own again."""
        return self if seat in self.columns else replace(self, columns=(*self.columns, seat))

    def with_row(self, row: Row) -> Sheet:
        """With one more row, which sums to zero."""
        assert sum(share.points for share in row.shares) == 0, row
        return replace(self, rows=(*self.rows, row))

    @property
    def games(self) -> tuple[GameRow, ...]:
        """The rows of games only."""
        return tuple(row for row in self.rows if isinstance(row, GameRow))

    @property
    def balances(self) -> dict[Seat, int]:
        """Each column's total, settlements included; sums to zero."""
        totals = dict.fromkeys(self.columns, 0)
        for row in self.rows:
            for share in row.shares:
                totals[share.seat] += share.points
        return totals


EMPTY = Sheet()
