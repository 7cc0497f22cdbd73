"""What a player can see, and what a round has just done."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from feltwork.games.book import Book
from feltwork.lab.strategy.purse import Cash, Purse
from feltwork.lab.strategy.strategy import StrategyError
from feltwork.outcomes import Selection
from feltwork.refusal import Refusal
from feltwork.table.play.commands import RawSelection
from feltwork.table.play.events import Settled
from feltwork.table.play.placing import find_selection, find_wager
from feltwork.table.play.state import Standing, TableState
from feltwork.wagers.arms import Result
from feltwork.wagers.row import Wager, Window

SEAT = 1
"""A strategy sits alone."""
Spot = tuple[str, Selection]
"""A wager and what it is on."""


def find_row(book: Book, name: str) -> Wager:
    """The wager of that name, or the one that the book has for that concept ("line", "place", "come")."""
    if name not in book.wagers and name not in book.withheld:
        for wager in book.wagers.values():
            if wager.concept == name:
                return wager
    found = find_wager(book, name)
    if isinstance(found, Refusal):
        raise StrategyError(f"{name}: {found}")
    return found


def find_spot(book: Book, name: str, on: RawSelection = None) -> Spot:
    """Wager and selection as the book knows them; what it does not have is named with its clause."""
    wager = find_row(book, name)
    selection = find_selection(wager, on)
    if isinstance(selection, Refusal):
        raise StrategyError(f"{wager.name}: {selection}")
    return wager.name, selection


@dataclass(frozen=True)
class Round:
    """A result and what it did, as those at the table saw it."""

    book: Book
    lines: tuple[Settled, ...]
    seven_out: bool
    """A point was set and 7 came."""

    def ends_of(self, name: str, on: RawSelection = None) -> list[Result]:
        """How wagers of that name ended; on any number if none is said."""
        wager, selection = find_spot(self.book, name, on) if on is not None else (find_row(self.book, name).name, None)
        return [line.result for line in self.lines if line.wager == wager and selection in (None, line.on)]

    def won(self) -> Iterable[Spot]:
        return ((line.wager, line.on) for line in self.lines if line.result is Result.WIN)


def in_order(table: TableState) -> TableState:
    """A copy of a table with its layout in the order of the book's rows, and of the numbers within a row.

    Wagers lie in the order in which they were put down or travelled, which no compiled state remembers. A strategy is
    shown this order instead, so that it wants the same of two tables on which the same wagers lie.
    """
    rows = {name: number for number, name in enumerate(table.book.wagers)}
    lying = sorted(table.layout.items(), key=lambda item: (rows[item[1].wager.name], item[1].rank))
    twin = table.copy()
    twin.layout = dict(lying)
    return twin


@dataclass
class View:
    """The table as a player sees it before the next result; money is in cents."""

    table: TableState
    """A copy, its layout in the one order that ``in_order`` defines."""
    purse: Purse
    start: int
    """What the player sat down with."""
    stakes: dict[Spot, int] = field(init=False)

    def __post_init__(self) -> None:
        self.table = in_order(self.table)
        self.stakes = {(s.wager.name, s.on): s.stake for s in self.table.layout.values()}

    @property
    def book(self) -> Book:
        return self.table.book

    @property
    def point(self) -> int | None:
        """The number the puck is on, if it is on one."""
        area = self.table.area_state
        return area if isinstance(area, int) else None

    @property
    def come_out(self) -> bool:
        return self.table.come_out

    @property
    def cash(self) -> Cash:
        """What is in the rail; compare it, and the strategy stays a finite table."""
        return self.purse.cash

    @property
    def wealth(self) -> Cash:
        """Cash and the stakes on the layout."""
        return self.purse.cash + sum(self.stakes.values())

    def stake(self, name: str, on: RawSelection = None) -> int:
        return self.stakes.get(find_spot(self.book, name, on), 0)

    def standing(self, name: str) -> list[Standing]:
        """All wagers of one name that lie, wherever they travelled."""
        return [s for s in self.table.layout.values() if s.wager.name == name]

    def is_open(self, wager: Wager) -> bool:
        """Is this the moment at which the wager may be made, as its row says?"""
        if wager.window is Window.COME_OUT:
            return self.come_out
        if wager.window is Window.POINT_ON:
            return not self.come_out
        return not (wager.frozen and self.table.area_state in wager.frozen.areas)
