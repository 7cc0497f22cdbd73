"""The one way in which a command opens a floor's database to write to it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from feltwork.engine.play_money import tables_by_kind
from feltwork.server.ops.clocks import check_clock
from feltwork.store.opening import open_existing, open_store
from feltwork.store.port import Store

F = TypeVar("F", bound=Callable[..., Any])
CLOCK = "clock_is_right"


def clock_option(function: F) -> F:
    """``--clock-is-right``, which ``open_to_write`` asks for; every command that writes has it."""
    return click.option(
        "--clock-is-right",
        CLOCK,
        is_flag=True,
        expose_value=False,
        callback=_noted,
        help="Write although the last record is more than 30 days from the clock.",
    )(function)


def _noted(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    ctx.meta[CLOCK] = value


def open_to_write(db: str, *, play: bool = False, make: bool = False) -> Store:
    """Open a database that is there, or ``make`` it; one that the clock is far away from is refused.

    A record by a wrong clock moves the time of the whole floor for good. A rehearsal has a time of its own.
    """
    store = open_store(db) if make else open_existing(db, play=play)
    try:
        if not click.get_current_context().meta.get(CLOCK):
            rehearsed, real = tables_by_kind(store.log)
            if real or not rehearsed:
                check_clock(store)
    except BaseException:
        store.close()
        raise
    return store
