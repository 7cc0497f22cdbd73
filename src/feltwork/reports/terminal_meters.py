"""The meters of seats against the ledger: what went in and out, was staked and won, and what must be left of it."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from feltwork.money import format_money
from feltwork.table.live.topics.meters import Meter as Meter  # noqa: PLC0414  # told with its rows

METERED = ("seat/", "checks/")
"""Accounts of what a seat holds in chips, credits and colour checks."""
_NOTHING = Meter()


class TerminalMeter(Struct, frozen=True):
    """One terminal in the period, in cents, and what it holds at its end."""

    seat: int
    came_in: int
    out: int
    staked: int
    won: int
    credit: int
    """What the meters say that the terminal holds;"""
    ledger: int
    """what the ledger says."""

    @property
    def off(self) -> int:
        return self.ledger - self.credit


def meter_rows(
    table: str, before: Mapping[int, Meter], after: Mapping[int, Meter], held: Mapping[str, int]
) -> list[TerminalMeter]:
    """Each seat that has meters: what they turned in the period, and the ledger beside them."""
    found = []
    for seat, meter in sorted(after.items()):
        was = before.get(seat, _NOTHING)
        found.append(
            TerminalMeter(
                seat,
                meter.came_in - was.came_in,
                meter.out - was.out,
                meter.staked - was.staked,
                meter.won - was.won,
                meter.credit,
                _held(table, seat, held),
            )
        )
    return found


def differences(table: str, meters: Mapping[int, Meter], held: Mapping[str, int]) -> list[str]:
    """Seats whose meters and ledger do not agree, each with its account."""
    found = []
    for seat, meter in sorted(meters.items()):
        cents = _held(table, seat, held)
        if cents != meter.credit:
            said = f"the meters of seat {seat} at {table} make it {format_money(meter.credit)}"
            found.append(f"seat/{table}/{seat} has {format_money(cents)}, {said}")
    return found


def _held(table: str, seat: int, held: Mapping[str, int]) -> int:
    return sum(held.get(f"{kind}{table}/{seat}", 0) for kind in METERED)


def off_accounts(off: Mapping[str, int]) -> list[str]:
    """Accounts that were posted otherwise than the events say, each with by how much."""
    return [f"{account} is off by {format_money(cents)}" for account, cents in sorted(off.items()) if cents]
