"""What a chouette costs whom, in words: the totals, what leavers have settled, what is to be paid in the end.

Serves played chouettes and those at a real board alike. Must not know buttons, pictures or platforms.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bot.chouette.settlement import Payment
from bot.chouette.sheet import GameRow, SettlementRow
from bot.ui.chouette_sheet import Shown


def final_account(shown: Shown, payments: Iterable[Payment]) -> Iterator[str]:
    """The final sheet in words: the totals, who pays whom, and what those paid who left last."""
    texts = shown.texts
    if not shown.sheet.columns:
        return
    yield _totals(shown)
    settled = tuple(settled_lines(shown))
    if said := _payments(shown, payments):
        yield texts("chouette.payments", payments=said)
    elif shown.sheet.games and not settled:
        yield texts("chouette.all_square")
    yield from settled


def settled_lines(shown: Shown) -> Iterator[str]:
    """Who has left since the last game, and who paid whom for it."""
    for row in reversed(_since_last_game(shown)):
        payments = _payments(shown, row.payments)
        yield shown.texts("result.settled", who=shown.name(row.leaver), payments=payments)


def _since_last_game(shown: Shown) -> list[SettlementRow]:
    found: list[SettlementRow] = []
    for row in reversed(shown.sheet.rows):
        if isinstance(row, GameRow):
            break
        found.append(row)
    return found


def _payments(shown: Shown, payments: Iterable[Payment]) -> str:
    """ "Bea pays Anna 5, Carl pays Anna 3"."""
    name, texts = shown.name, shown.texts
    return ", ".join(
        texts("payment", name=name(one.payer), other=name(one.payee), points=one.points) for one in payments
    )


def _totals(shown: Shown) -> str:
    """Everybody's balance, the best first."""
    texts, balances = shown.texts, shown.sheet.balances
    ranked = sorted(balances, key=lambda seat: -balances[seat])
    totals = [texts("total", name=shown.name(seat), points=texts.signed(balances[seat])) for seat in ranked]
    return texts("chouette.totals", totals=", ".join(totals))
