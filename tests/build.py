"""What every test that opens a table needs: a sign with limits for every wager."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from feltwork.rulebooks import open_book
from feltwork.table.life.commands import OpenTable
from feltwork.table.life.events import Limits
from feltwork.table.life.money import MOST

WIDE: Limits = (1, MOST, 0)
"""Limits that no wager of a test comes up against."""


def whole_sign(
    limits: Mapping[str, Limits] | None = None,
    book: str = "star-craps",
    variant: str | None = None,
    wheel: str = "single",
    lucky: bool | str = False,
) -> dict[str, Limits]:
    """These limits, and wide ones for every other wager of the book."""
    wagers = open_book(book, variant=variant, wheel=wheel, lucky_ball=lucky).wagers
    return dict.fromkeys(wagers, WIDE) | dict(limits or {})


def signed(opening: OpenTable) -> OpenTable:
    """The same table with limits for every wager on its sign."""
    sign = whole_sign(opening.limits, opening.book, opening.variant, opening.wheel, opening.lucky_ball)
    return replace(opening, limits=sign)
