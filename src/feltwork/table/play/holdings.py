"""What a player has of each instrument, in hand or on the layout."""

from __future__ import annotations

from feltwork.table.play.instruments import CHECKS, TOKENS
from feltwork.table.play.state import TableState


def holds_checks(table: TableState, seat: int) -> bool:
    """Has this player colour checks in hand or on the layout?"""
    return bool(table.checks.get(seat)) or _laid(table, seat, CHECKS)


def holds_tokens(table: TableState, seat: int) -> bool:
    """Has this player promotional tokens in hand or on the layout?"""
    return bool(table.tokens.get(seat)) or _laid(table, seat, TOKENS)


def _laid(table: TableState, seat: int, instrument: str) -> bool:
    return any(lot.instrument == instrument for s in table.layout.values() if s.seat == seat for lot in s.lots)
