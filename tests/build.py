"""What every test that opens a table needs: a sign with limits for every wager, equipment as it should be."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from feltwork.games import open_book
from feltwork.games.conduct import DIRECTIONS, Conduct
from feltwork.store.port import Store
from feltwork.table.live.commands import CheckEquipment, EnterNumber, OpenTable
from feltwork.table.live.events import Limits
from feltwork.table.live.state import LiveTable
from feltwork.table.live.topics.equipment import as_rehearsed
from feltwork.table.play.limits import MAX_AMOUNT
from feltwork.verifier.log.rows import Row

WIDE: Limits = (1, MAX_AMOUNT, 0)
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


def enters(pocket: int | str) -> EnterNumber:
    """The number of a valid spin, as a dealer enters it."""
    return EnterNumber(pocket, *DIRECTIONS, 4)


def checks(life: LiveTable, items: Iterable[str] | None = None, batch: int = 1) -> CheckEquipment:
    """The check of a table's equipment, all of it as it should be; each batch has other numbers."""
    assert life.conduct
    return checked(life.conduct, life.table, life.opening.capacity, life.gear.layout, items, batch)


def checked(
    conduct: Conduct,
    table: str,
    seats: int,
    layout: str = "",
    items: Iterable[str] | None = None,
    batch: int = 1,
) -> CheckEquipment:
    """The same for a table that is not opened yet."""
    chosen = sorted(conduct.equipment if items is None else items)
    return CheckEquipment(chosen, as_rehearsed(conduct, table, seats, layout, batch, chosen))


def rows_of(store: Store) -> list[Row]:
    """A store's log as the verifier reads it."""
    return [
        Row(
            r.stream,
            r.version,
            r.at,
            r.key,
            r.actor,
            r.role,
            r.kind,
            r.schema,
            r.body,
            r.link,
            tuple((p.account, p.cents) for p in r.postings),
            r.hash,
        )
        for head in store.log.heads()
        for r in store.log.read(head.stream)
    ]
