"""What falls due at a table by itself, and under which key: any process may fire it, and it happens once.

``due`` only looks. ``decide`` refuses a timer that is early or late, so a process with a wrong clock does no harm.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from feltwork.table.live.commands import Command
from feltwork.table.live.topic import BETTING, OPEN
from feltwork.table.live.topics.betting import CloseBets
from feltwork.table.live.topics.closing import CloseTable, left_behind
from feltwork.table.live.topics.limits import ChangeLimits
from feltwork.table.live.topics.tumbler import ShootDice

if TYPE_CHECKING:
    from feltwork.table.live.state import LiveTable


class Due(NamedTuple):
    """A command whose time has come."""

    key: str
    """Table, round (or the time that a notice named) and kind."""
    command: Command


def due(live: LiveTable, now: int) -> tuple[Due, ...]:
    """Everything that has fallen due, the oldest duty first."""
    return tuple(Due(f"timer/{live.table}/{when}/{kind}", command) for when, kind, command in _due(live, now))


def _due(live: LiveTable, now: int) -> Iterator[tuple[int, str, Command]]:
    table = live.game
    if live.status != OPEN or table is None:
        return
    for effective in sorted({since for _, since in live.notices.limits.values() if since <= now}):
        limits = {wager: sign for wager, (sign, since) in live.notices.limits.items() if since == effective}
        if not live.stops.reason:
            yield effective, "limits", ChangeLimits(limits)
    if live.stops.reason or live.phase != BETTING:
        return
    if live.draws.betting is not None and live.draws.betting.closes_at is not None and not table.closed:
        if now >= live.draws.betting.closes_at:
            yield live.draws.serial, "close", CloseBets()
    elif live.throw.awaited is not None and (live.throw.awaited[0] is None or now >= live.throw.awaited[1]):
        yield live.draws.serial, "shot", ShootDice()
    if (
        live.notices.closing is not None
        and now >= live.notices.closing
        and not live.stops.doubts
        and not left_behind(live, table)
    ):
        yield live.notices.closing, "closing", CloseTable()
