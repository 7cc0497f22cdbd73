"""What a floor's file says of an open table: it takes effect when the table is closed and opened again."""

from __future__ import annotations

from collections.abc import Mapping

from feltwork.money import format_money
from feltwork.server.config import FloorConfig, TableConfig
from feltwork.server.opening import opening_of
from feltwork.table.live.commands import OpenTable
from feltwork.table.live.events import Limits, TableOpened
from feltwork.table.live.state import LiveTable
from feltwork.table.live.topic import CLOSED

PLAIN = ("book", "variant", "wheel", "lucky_ball", "readings", "seats", "source", "betting_seconds", "uspin")
IN_MONEY = ("chip", "max_award", "shooting")


def changes(live: LiveTable, table: TableConfig) -> list[str]:
    """Each thing that the file says otherwise than the opening of an open table; nothing for one that is closed."""
    opened = live.opening.opened
    if opened is None or live.status == CLOSED:
        return []
    asked = opening_of(table)
    found = [
        f"{name} {_said(before)} -> {_said(after)}"
        for name in PLAIN
        if (before := getattr(opened, name)) != (after := getattr(asked, name))
    ]
    found += [
        f"{name} {_money(before)} -> {_money(after)}"
        for name in IN_MONEY
        if (before := getattr(opened, name)) != (after := getattr(asked, name))
    ]
    if asked.layout is not None and asked.layout != opened.layout:
        found.append(f"layout {_said(opened.layout)} -> {_said(asked.layout)}")
    return found + _limits(opened, asked)


def _limits(opened: TableOpened, asked: OpenTable) -> list[str]:
    """Wagers whose sign differs from the one the table was opened with; those that changed alike are counted."""
    alike: dict[tuple[Limits | None, Limits | None], list[str]] = {}
    for wager in dict.fromkeys([*opened.limits, *asked.limits]):
        before, after = opened.limits.get(wager), asked.limits.get(wager)
        if before != after:
            alike.setdefault((before, after), []).append(wager)
    return [f"limits of {_names(wagers)} {_sign(was)} -> {_sign(now)}" for (was, now), wagers in alike.items()]


def _names(wagers: list[str]) -> str:
    return ", ".join(wagers) if len(wagers) <= 3 else f"{wagers[0]} and {len(wagers) - 1} others"


def _sign(limits: Limits | None) -> str:
    if limits is None:
        return "none"
    least, most, _ = limits
    return f"{format_money(least)} to {format_money(most)}" if most is not None else f"from {format_money(least)}"


def _money(cents: int | None) -> str:
    return "none" if cents is None else format_money(cents)


def _said(value: object) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{name}={choice}" for name, choice in sorted(value.items())) or "none"
    return "none" if value in (None, "") else str(value).lower() if isinstance(value, bool) else str(value)


def pending(config: FloorConfig, live_tables: Mapping[str, LiveTable]) -> dict[str, list[str]]:
    """By table: what waits until it is closed and opened again."""
    found = {
        table.name: changes(live_tables[table.name], table) for table in config.tables if table.name in live_tables
    }
    return {name: waiting for name, waiting in found.items() if waiting}
