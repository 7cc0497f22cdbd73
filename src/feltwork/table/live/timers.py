"""What falls due at a table by itself, and under which key: any process may fire it, and it happens once.

``due`` only looks. ``decide`` refuses a timer that is early or late, so a process with a wrong clock does no harm.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from feltwork.table.live import commands as ask
from feltwork.table.live.crew import SYSTEM, Asker
from feltwork.table.live.events import Limits
from feltwork.table.live.state import BETTING, OPEN, Life
from feltwork.table.play.state import TableState


class Due(NamedTuple):
    """A command whose time has come."""

    key: str
    """Table, round (or the time that a notice named) and kind."""
    command: ask.Command


def due(life: Life, now: int) -> tuple[Due, ...]:
    """Everything that has fallen due, the oldest duty first."""
    return tuple(Due(f"timer/{life.table}/{when}/{kind}", command) for when, kind, command in _due(life, now))


def _due(life: Life, now: int) -> Iterator[tuple[int, str, ask.Command]]:
    table = life.game
    if life.status != OPEN or table is None:
        return
    for effective in sorted({since for _, since in life.announced.values() if since <= now}):
        limits = {wager: sign for wager, (sign, since) in life.announced.items() if since == effective}
        if not life.suspended:
            yield effective, "limits", ask.ChangeLimits(limits)
    if life.suspended or life.phase != BETTING:
        return
    if life.betting is not None and life.betting.closes_at is not None and not table.closed:
        if now >= life.betting.closes_at:
            yield life.serial, "close", ask.CloseBets()
    elif life.awaited is not None and (life.awaited[0] is None or now >= life.awaited[1]):
        yield life.serial, "shot", ask.ShootDice()
    if life.closing is not None and now >= life.closing and not life.doubts and not left_behind(life, table):
        yield life.closing, "closing", ask.CloseTable()


def left_behind(life: Life, table: TableState) -> str | None:
    """Why the table does not close by itself, as long as that is so."""
    if any(table.balances.values()):
        return "players still have chips at the table"
    checks = "players still have colour checks in their hands" if any(table.checks.values()) else None
    return undecided(life, table) or checks


def undecided(life: Life, table: TableState) -> str | None:
    """Why the table cannot be closed, as long as that is so."""
    if table.layout:
        return "players still have chips at the table: wagers to be decided, taken down or refused"
    if any(table.tokens.values()):
        return "players still have chips at the table: tokens to be handed in"
    if life.draw is not None and not life.draw.secret:
        return "the secret of the open round has not been revealed"
    return None


def takes_effect(life: Life, limits: dict[str, Limits], by: Asker) -> bool:
    """Are these limits exactly ones whose notice has stood, brought by the clock?"""
    signs = [(life.announced.get(wager), limit) for wager, limit in limits.items()]
    stood = all(sign is not None and sign[0] == limit and sign[1] <= by.at for sign, limit in signs)
    return by.role == SYSTEM and bool(limits) and stood


def closes_now(life: Life, by: Asker) -> bool:
    """Has the notice of closure stood, and is it the clock that closes?"""
    return by.role == SYSTEM and life.closing is not None and life.closing <= by.at
