"""A table as the verifier folds it: chips in the rails, wagers on the layout, and nothing that decides."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from feltwork.audit.awards import dearest
from feltwork.audit.late import answers_to
from feltwork.outcomes import Selection, selection_order
from feltwork.rulebooks.book import Book
from feltwork.wagers.row import Wager
from feltwork.wagers.shapes import Shape

Key = tuple[int, str, Selection]
"""Seat, wager, and what it is on."""
Sign = tuple[int, int | None, int]
"""Minimum, maximum and unit above the minimum."""


class Apart(NamedTuple):
    """What of a line is not plain chips at their plain price."""

    rounding: int = 0
    excess: int = 0
    tokens: int = 0
    tokens_back: int = 0
    checks: int = 0
    checks_back: int = 0


PLAIN = Apart()


class Line(NamedTuple):
    """One line of a settlement, as it is stored."""

    seat: int
    wager: str
    on: Selection
    result: str
    stake: int
    winnings: int
    returned: int
    clause: str
    commission: int
    apart: Apart = PLAIN

    @property
    def key(self) -> Key:
        return (self.seat, self.wager, self.on)


class Lot(NamedTuple):
    """Chips put down in one go."""

    amount: int
    round: int
    commission: int
    limit: Sign | None = None
    """What it answers to, in force when it was put down."""
    instrument: str = "chips"


class Ending(NamedTuple):
    """An arm of a wager with its prices as whole numbers: a cent wins ``won / per``, and ``leg / of`` of it is back."""

    result: str
    clause: str
    won: int
    per: int
    leg: int
    of: int


Step = Ending | int | None
"""What a symbol does to a wager: it ends, goes on in another state, or just lies."""


@dataclass(slots=True, eq=False)
class Lying:
    """A wager on the layout. It is never changed: another takes its place."""

    seat: int
    row: Wager
    made: Selection
    """What it was made on."""
    state: Selection
    """Where it has got to: a come point, the length of a run."""
    lots: tuple[Lot, ...]
    working: bool | None = None
    placed: int = 0
    """Results seen when it was first put down."""
    order: int = 0
    """Its place in the order of placing."""

    shape: Shape = field(init=False)
    key: Key = field(init=False)
    stake: int = field(init=False)
    commission: int = field(init=False)
    in_chips: bool = field(init=False)
    """Is it all plain chips?"""

    def __post_init__(self) -> None:
        row, stake, commission, in_chips = self.row, 0, 0, True
        for amount, _, paid, _, instrument in self.lots:
            stake += amount
            commission += paid
            in_chips = in_chips and instrument == "chips"
        self.stake, self.commission, self.in_chips = stake, commission, in_chips
        self.shape = row.shapes[self.made]
        self.key = (self.seat, row.name, self.state if row.travels() else self.made)

    def of_lots(self, lots: tuple[Lot, ...]) -> Lying:
        """The same wager of more chips, or of fewer."""
        return Lying(self.seat, self.row, self.made, self.state, lots, self.working, self.placed, self.order)

    def parts(self, amount: int) -> tuple[int, int]:
        """Tokens and colour checks in the newest part of the stake, of this amount."""
        if self.in_chips:
            return 0, 0
        found = {"tokens": 0, "checks": 0}
        for lot in reversed(self.lots):
            part = min(lot.amount, amount)
            amount -= part
            if lot.instrument in found:
                found[lot.instrument] += part
        return found["tokens"], found["checks"]


@dataclass(slots=True)
class Felt:
    """The game at one table."""

    book: Book
    chip: int
    rail: dict[int, int] = field(default_factory=dict)
    tokens: dict[int, int] = field(default_factory=dict)
    checks: dict[int, int] = field(default_factory=dict)
    lying: dict[Key, Lying] = field(default_factory=dict)
    area: int = 0
    round: int = 0
    closed: bool = False
    """Has no more bets been called?"""
    lucky: dict[str, int | str] | None = None
    boost: tuple[str, str] | None = None
    sign: dict[str, Sign] = field(default_factory=dict)
    personal: dict[tuple[int, str], Sign] = field(default_factory=dict)
    warned: dict[int, int] = field(default_factory=dict)
    """Seats warned of wagers under the minimum, and after how many results."""
    results: int = 0
    placements: int = 0
    award: int | None = None
    """The most that one result may win, where it was declared."""
    dearest: dict[tuple[str, Selection], tuple[int, int]] = field(default_factory=dict)
    """The best price of each wager, in chips, as two whole numbers,"""
    best: dict[tuple[str, Selection], tuple[Fraction, ...]] = field(default_factory=dict)
    """on each symbol,"""
    steps: dict[tuple[Selection, ...], Step] = field(default_factory=dict)
    """and what a symbol does to each wager as it lies, once worked out."""
    at_most: int | None = None
    """What everything on the layout could win if all of it won its best at once; nothing until it is asked for."""
    lets_lie: bool = field(init=False)
    """Are wagers outside the limits let lie? Reading G2, the other way, where the book says what becomes of them."""

    def __post_init__(self) -> None:
        reading = self.book.readings.chose("guard_limits", "accept_and_apply_late_rule")
        self.lets_lie = reading and self.book.house.over_maximum is not None

    @property
    def area_state(self) -> Selection:
        return self.book.area.states[self.area]

    def copy(self) -> Felt:
        """The same game, to go on without this one; what is once worked out they share."""
        other = object.__new__(Felt)
        for name in Felt.__slots__:
            setattr(other, name, getattr(self, name))
        for name in ("rail", "tokens", "checks", "lying", "sign", "personal", "warned"):
            setattr(other, name, dict(getattr(self, name)))
        return other

    def staked(self, of: tuple[str, ...] = ("chips", "checks")) -> int:
        """What lies on the layout, in these instruments."""
        plain = sum([wager.stake for wager in self.lying.values() if wager.in_chips]) if "chips" in of else 0
        mixed = [lot for wager in self.lying.values() if not wager.in_chips for lot in wager.lots]
        return plain + sum([lot.amount for lot in mixed if lot.instrument in of])

    def purse(self, of: str) -> dict[int, int]:
        return self.rail if of == "chips" else {"tokens": self.tokens, "checks": self.checks}[of]

    def give(self, of: str, seat: int, cents: int) -> None:
        purse = self.purse(of)
        purse[seat] = purse.get(seat, 0) + cents

    def has_point(self, wager: Lying) -> bool:
        return wager.state is not None if wager.row.travels() else self.area != 0

    def put(self, key: Key, amount: int, commission: int, of: str = "chips") -> None:
        """Chips go down; a Come wager starts on nothing and is known by its point later."""
        seat, name, on = key
        row = self.book.wagers[name]
        group = answers_to(self, row)
        limit = self.personal.get((seat, group)) or self.sign.get(group)
        lot = Lot(amount, self.round, commission, limit, of)
        self.placements += 1
        there = self.lying.get(key)
        if there:
            put = there.of_lots((*there.lots, lot))
        else:
            made = None if row.travels() else on
            start = row.shapes[made].states[0]
            put = Lying(seat, row, made, start, (lot,), None, self.results, self.placements)
        self.lying[key] = put
        if self.at_most is not None:
            before = dearest(self, name, put.made, there.stake) if there else 0
            self.at_most += dearest(self, name, put.made, put.stake) - before
        self.give(of, seat, -amount)
        if commission:
            self.give("chips", seat, -commission)

    def take(self, key: Key, amount: int) -> int:
        """Chips come off, newest first; the commission that had been paid on them, to the whole cent above."""
        self.at_most, there = None, self.lying[key]
        lots, share = list(there.lots), 0
        while amount > 0 and lots:
            lot = lots.pop()
            part = min(amount, lot.amount)
            back = -(-lot.commission * part // lot.amount)
            share += back
            amount -= part
            if part < lot.amount:
                lots.append(lot._replace(amount=lot.amount - part, commission=lot.commission - back))
        if lots:
            self.lying[key] = there.of_lots(tuple(lots))
        else:
            del self.lying[key]
        return share

    def reposition(self, key: Key, to: Key) -> None:
        """The same chips elsewhere, on top of what lies there."""
        self.at_most = None
        moving, there = self.lying.pop(key), self.lying.get(to)
        row = self.book.wagers[to[1]]
        if there:
            self.lying[to] = there.of_lots((*there.lots, *moving.lots))
        else:
            self.lying[to] = replace(moving, row=row, made=to[2], state=row.shapes[to[2]].states[0])

    def credit(self, line: Line) -> None:
        paid = line.winnings + line.returned + line.commission
        _, _, _, tokens, _, checks = line.apart
        self.give("chips", line.seat, paid - tokens - checks)
        if tokens or checks:
            self.give("tokens", line.seat, tokens)
            self.give("checks", line.seat, checks)

    def call(self, key: Key, working: bool) -> None:
        self.lying[key] = replace(self.lying[key], working=working)

    def travel(self, moves: dict[Key, int]) -> None:
        """Wagers go on in another state, all at once."""
        going = [(self.lying.pop(key), to) for key, to in moves.items() if key in self.lying]
        for wager, to in going:
            there = replace(wager, state=wager.shape.states[to])
            self.lying[there.key] = there

    def next_round(self) -> None:
        self.round += 1
        self.boost, self.closed, self.at_most = None, False, None


def as_on(raw: Any) -> Selection:
    """A selection as it stands in JSON."""
    return tuple(raw) if isinstance(raw, list) else raw


def as_key(raw: Any) -> Key:
    seat, wager, on = raw
    return (seat, wager, as_on(on))


def as_lines(raw: Iterable[Any]) -> list[Line]:
    """Lines as they stand in JSON: arrays of nine, and of what is not plain chips."""
    found = []
    for seat, wager, on, result, stake, winnings, returned, clause, commission, *more in raw:
        apart = Apart(*more[0]) if more and more[0] else PLAIN
        found.append(Line(seat, wager, as_on(on), result, stake, winnings, returned, clause, commission, apart))
    return found


def kept(wager: Lying, amount: int) -> Apart:
    """A part of a wager that goes back as it was put down."""
    tokens, checks = wager.parts(amount)
    return Apart(0, 0, tokens, tokens, checks, checks)


def in_order(lines: Iterable[Line]) -> list[Line]:
    """By seat, wager, then what it is on."""
    return sorted(lines, key=lambda line: (line[0], line[1], _place(line[2])))


_place = lru_cache(maxsize=4096)(selection_order)


def price(felt: Felt, row: Wager, on: Selection) -> Fraction:
    """The odds at which a wager with one price would win where it lies."""
    shape = row.shapes[on]
    point = on if isinstance(on, int) else felt.area_state
    by_point = getattr(shape, "winning", None)
    if row.parent and by_point:
        return Fraction(by_point[point].odds)
    for arm in shape.arms():
        if arm.result == "win":
            return arm.odds
    raise ValueError(f"{row.name} cannot win")
