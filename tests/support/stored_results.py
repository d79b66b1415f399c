"""Finished games and standings as the database holds them: the service itself reads them only added up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, RowMapping, Table, select

from bot.app.ports import TableId
from bot.app.ratings import Rating
from bot.store.chats import room_of
from bot.store.results import EVERYWHERE, ChouetteResult, GameResult, all_ratings
from bot.store.schema import chouette_result, game_result


def all_results(conn: Connection) -> list[GameResult]:
    """All results in the order in which the games ended (then by table and game)."""
    return [GameResult(**_values(row)) for row in _in_order(conn, game_result)]


def chouette_results(conn: Connection, table: TableId) -> list[ChouetteResult]:
    """What the games of a chouette have brought its people, game by game."""
    every = [ChouetteResult(**_values(row)) for row in _in_order(conn, chouette_result)]
    return [one for one in every if one.table_id == table]


def ratings_in(conn: Connection, scope: str = EVERYWHERE) -> list[Rating]:
    """Everybody's standing in a scope, most points first, then Elo, then the id."""
    here = (one for one in all_ratings(conn) if one.scope == scope)
    return sorted(here, key=lambda one: (-one.points, -one.elo, one.person_id))


def _in_order(conn: Connection, table: Table) -> Sequence[RowMapping]:
    query = select(table).order_by(table.c.ended_at, table.c.table_id, table.c.game)
    return conn.execute(query).mappings().all()


def _values(row: RowMapping) -> dict[str, Any]:
    others = {str(name): value for name, value in row.items() if not str(name).startswith("room_")}
    return {**others, "room": room_of(row)}
