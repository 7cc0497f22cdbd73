"""The tables of the demonstration floor, as the books name them."""

from __future__ import annotations

import math

from msgspec.structs import replace

from feltwork.games.game import DemoTable
from feltwork.server.config import LimitSign, TableConfig
from feltwork.server.demo.floor import DEMO


def _signs(wagers: tuple[str, ...], low: str, high: str) -> dict[str, LimitSign]:
    return {wager: LimitSign(low, high) for wager in wagers}


def table(book: str, shown: DemoTable) -> TableConfig:
    """A table of the demonstration as a floor is configured."""
    wagers, low, high = shown.signs
    return TableConfig(
        shown.name,
        book,
        shown.seats,
        variant=shown.kind.variant,
        wheel=shown.kind.wheel,
        lucky_ball=shown.kind.lucky_ball,
        limits=_signs(wagers, low, high),
        bots=shown.bots,
        source=shown.source,
        betting_seconds=shown.betting_seconds,
    )


def at_pace(pace: float) -> list[TableConfig]:
    """The tables of the demonstration; what their own systems time goes as slowly as the house plays."""
    return [replace(t, betting_seconds=math.ceil(t.betting_seconds * pace)) for t in DEMO.tables]
