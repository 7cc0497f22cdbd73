"""What happened at the cage: money in, to the tables and back."""

from __future__ import annotations

from msgspec import Struct

from feltwork.table.life.schema import Schema

CAGE = "cage"
"""Its stream."""


class Deposited(Struct, frozen=True, tag="deposited"):
    player: str
    amount: int


class PaidToTable(Struct, frozen=True, tag="paid-to-table"):
    player: str
    amount: int
    table: str


class PaidFromTable(Struct, frozen=True, tag="paid-from-table"):
    player: str
    amount: int
    table: str


CageEvent = Deposited | PaidToTable | PaidFromTable
CAGE_EVENTS: Schema[CageEvent] = Schema(CageEvent)
