"""One table as it stands: who holds what, what lies on the layout, and where the round is."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, field
from msgspec.structs import replace

from feltwork.games.book import Book
from feltwork.money import format_money
from feltwork.outcomes import Pocket, Selection
from feltwork.table.play.events import CHECKS, CHIPS, TOKENS, Key, Rank, report_order
from feltwork.wagers.automaton import Machine
from feltwork.wagers.row import Wager


class Limit(Struct, frozen=True):
    """Minimum and maximum on the sign, in cents, and the unit above the minimum; each may be open."""

    minimum: int = 0
    maximum: int | None = None
    unit: int = 0

    def lifts(self, sign: Limit | None) -> bool:
        """Does it allow more than the maximum that a sign states?"""
        stated = sign.maximum if sign else None
        return stated is not None and self.maximum is not None and self.maximum > stated

    def __str__(self) -> str:
        low = f"minimum {format_money(self.minimum)}" if self.minimum else "no minimum"
        high = "no maximum" if self.maximum is None else f"maximum {format_money(self.maximum)}"
        unit = f", above the minimum in units of {format_money(self.unit)}" if self.unit else ""
        return f"{low}, {high}{unit}"


class TableRules(Struct, frozen=True):
    """What is configured at one table."""

    chip: int
    limits: Mapping[str, Limit] = field(default_factory=dict)
    late: bool = False
    """Let wagers outside the limits lie and apply what the book says of them when they are found."""
    max_award: int | None = None
    """The most that one result may win at this table, if the operator has declared it."""
    finds: bool = False
    """Refuse wagers outside the limits, and apply the same to what nevertheless lies so when it is decided."""

    shooting: int | None = None
    """The stake that makes a shooter at an electronic table; ``None``: the minimum on the sign."""

    @property
    def late_rule(self) -> bool:
        """Does a wager that is found outside the limits meet what the book says of it?"""
        return self.late or self.finds


class Lot(Struct, frozen=True):
    """A part of a stake: put down in one go, under the limit then in force."""

    amount: int
    round: int
    commission: int
    limit: Limit | None = None
    instrument: str = CHIPS


def newest_first(lots: tuple[Lot, ...], amount: int) -> list[tuple[Lot, int]]:
    """Which lots an amount is taken from, and how much of each."""
    taken = []
    for lot in reversed(lots):
        part = min(lot.amount, amount)
        if part:
            taken.append((lot, part))
        amount -= part
    return taken


def in_kind(lots: tuple[Lot, ...], amount: int, instrument: str) -> int:
    """How much of an amount taken off these lots, newest first, is of one instrument.

    >>> in_kind((Lot(500, 0, 0), Lot(300, 0, 0, None, "tokens")), 400, "chips")
    100
    """
    return sum(part for lot, part in newest_first(lots, amount) if lot.instrument == instrument)


class Standing(Struct, frozen=True):
    """A wager on the layout."""

    seat: int
    wager: Wager
    selection: Selection
    machine: Machine
    lots: tuple[Lot, ...]
    stake: int
    """The sum of its lots."""
    rank: Rank
    """Where it comes in a report."""
    placed: int
    """Valid results seen by the table when it was first put down."""
    order: int
    """Its place in the order of placing."""
    state: int = 0
    working: bool | None = None
    """What the player called; ``None`` leaves it to the book."""
    held: bool = False
    """Locked until decided (Mini Craps, the other reading of C13)."""
    plain: bool = True
    """Is all of it chips?"""

    @property
    def on(self) -> Selection:
        """What it is known by: a Come wager that travelled is on its point."""
        return self.machine.states[self.state] if self.wager.travels else self.selection

    @property
    def key(self) -> Key:
        return (self.seat, self.wager.name, self.on)

    def with_lots(self, lots: tuple[Lot, ...]) -> Standing:
        """The same wager with chips added or taken off."""
        plain = all(lot.instrument == CHIPS for lot in lots)
        return replace(self, lots=lots, stake=sum(lot.amount for lot in lots), plain=plain)

    def moved_to(self, state: int) -> Standing:
        """The same wager in another state, known by its new point where it travels."""
        moved = replace(self, state=state)
        return replace(moved, rank=report_order(moved.key))

    def is_frozen(self, area: Selection) -> bool:
        frozen = self.wager.frozen
        return frozen is not None and (area in frozen.areas or self.machine.states[self.state] in frozen.states)

    def has_point(self, come_out: bool) -> bool:
        """Has this line wager its point?"""
        return self.state != 0 if self.wager.travels else not come_out

    def is_working(self, come_out: bool) -> bool:
        if self.working is not None:
            return self.working
        return not (come_out and self.wager.sleeps)


class TableState(Struct):
    """Everything a decision may look at. ``evolve`` changes it, nothing else does."""

    book: Book
    rules: TableRules
    balances: dict[int, int]
    layout: dict[Key, Standing] = field(default_factory=dict)
    area: int = 0
    round: int = 0
    """Rounds begun, invalid ones included: tells this round's lots from older ones."""
    results: int = 0
    """Valid results so far."""
    closed: bool = False
    lucky: Mapping[str, Pocket] | None = None
    boost: tuple[str, str] | None = None
    warned: dict[int, int] = field(default_factory=dict)
    locks: frozenset[tuple[int, str]] = frozenset()
    """Don't wagers that may not be replaced or increased until the line is decided."""
    placements: int = 0
    personal: Mapping[int, Mapping[str, Limit]] = field(default_factory=dict)
    """Limits agreed with a player, by seat and wager, in place of the sign's."""
    tokens: dict[int, int] = field(default_factory=dict)
    checks: dict[int, int] = field(default_factory=dict)
    """Promotional tokens and colour checks in the players' hands, by seat, in cents."""
    buttons: frozenset[tuple[int, str, bool]] = frozenset()
    """Marker buttons for all similar wagers: whose, on which kind of wager, on or off."""
    tray: int = 0
    """What the float tray holds over the chips it started with: stakes collected, less winnings paid."""

    @property
    def area_state(self) -> Selection:
        return self.book.area.states[self.area]

    @property
    def come_out(self) -> bool:
        """Is the next roll a come out roll? Only dice tables with a puck have one."""
        return self.area == 0

    def find(self, seat: int, wager: str, on: Selection) -> Standing | None:
        return self.layout.get((seat, wager, on))

    def stake_of(self, seat: int, wager: str, on: Selection) -> int:
        standing = self.find(seat, wager, on)
        return standing.stake if standing else 0

    def copy(self) -> TableState:
        """A tentative state: what happens to it can be thrown away."""
        twin: TableState = self.__copy__()  # type: ignore[attr-defined]  # every Struct has it, and copy() would look for it
        twin.balances, twin.layout, twin.warned = self.balances.copy(), self.layout.copy(), self.warned.copy()
        twin.tokens, twin.checks = self.tokens.copy(), self.checks.copy()
        return twin

    def held(self, seat: int, instrument: str) -> int:
        """What a seat has of an instrument to wager with."""
        return {CHIPS: self.balances, TOKENS: self.tokens, CHECKS: self.checks}.get(instrument, {}).get(seat, 0)

    def chips(self) -> int:
        """All money on the players' side: in the rail, in colour checks and on the layout. Tokens are no money."""
        held = sum(self.balances.values()) + sum(self.checks.values())
        return held + sum(standing.stake for standing in self.layout.values()) - on_felt(self, TOKENS)


def on_felt(state: TableState, instrument: str) -> int:
    """What lies on the layout in one instrument."""
    return sum(lot.amount for s in state.layout.values() for lot in s.lots if lot.instrument == instrument)


def applies_late_rule(book: Book, asked: bool | None) -> bool:
    """Do wagers outside the limits lie until they are found? Asked for, or by reading G2; never at a terminal,
    whose book has no rule for them."""
    by_reading = book.readings.chose("guard_limits", "accept_and_apply_late_rule")
    return (by_reading if asked is None else asked) and book.house.over_maximum is not None


def finds_late(book: Book, rules: int) -> bool:
    """Does what lies outside the limits at a live table meet the book's late rule, whatever was let lie (reading G2)?

    Not under rules 1, and not where the book has no such rule.
    """
    return rules > 1 and book.house.over_maximum is not None


def open_state(book: Book, rules: TableRules, seats: Mapping[int, int]) -> TableState:
    return TableState(book, rules, dict(seats))


def holds_checks(table: TableState, seat: int) -> bool:
    """Has this player colour checks in hand or on the layout?"""
    return bool(table.checks.get(seat)) or _laid(table, seat, CHECKS)


def holds_tokens(table: TableState, seat: int) -> bool:
    """Has this player promotional tokens in hand or on the layout?"""
    return bool(table.tokens.get(seat)) or _laid(table, seat, TOKENS)


def _laid(table: TableState, seat: int, instrument: str) -> bool:
    return any(lot.instrument == instrument for s in table.layout.values() if s.seat == seat for lot in s.lots)
