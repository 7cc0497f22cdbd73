"""The tables of the demonstration floor, as the books name them."""

from __future__ import annotations

import math

from msgspec.structs import replace

from feltwork.games.game import DemoTable
from feltwork.games.registry import games
from feltwork.server.config import FloorConfig, LimitSign, TableConfig


def _signs(wagers: tuple[str, ...], low: str, high: str) -> dict[str, LimitSign]:
    return {wager: LimitSign(low, high) for wager in wagers}


def _table(book: str, shown: DemoTable) -> TableConfig:
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


DEMO = FloorConfig(
    tables=[_table(game.id, shown) for game in games() for shown in game.demo],
    database="memory:",
    manager="demo-manager",
)
for _each in DEMO.tables:
    _each.dealt_by, _each.sign, _each.practice = "house", LimitSign("1", "1000"), True


def at_pace(pace: float) -> list[TableConfig]:
    """The tables of the demonstration; what their own systems time goes as slowly as the house plays."""
    return [replace(t, betting_seconds=math.ceil(t.betting_seconds * pace)) for t in DEMO.tables]
