"""What lies on a table, money helpers, and the steps that every book shares."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from fractions import Fraction

Pocket = int | str
On = None | int | str | list[Pocket]

CENT = Fraction(1, 100)
ZERO = Fraction(0)


class RefusedError(Exception):
    """The step is turned away and changes nothing."""


def require(condition: bool) -> None:
    """Turn the step away unless the condition holds."""
    if not condition:
        raise RefusedError


def parse_money(text: str) -> Fraction:
    """Read money such as 12.50."""
    return Fraction(text)


def show_money(amount: Fraction) -> str:
    """Write money with two decimals; anything finer would be a mistake of this oracle."""
    cents = amount * 100
    assert cents.denominator == 1, amount
    assert cents >= 0, amount
    return f"{cents.numerator // 100}.{cents.numerator % 100:02d}"


def round_up(amount: Fraction, unit: Fraction) -> Fraction:
    """The next whole multiple of the unit, or the amount itself."""
    return math.ceil(amount / unit) * unit


def round_down(amount: Fraction, unit: Fraction) -> Fraction:
    """The whole multiple of the unit below, or the amount itself."""
    return math.floor(amount / unit) * unit


def round_nearest(amount: Fraction, unit: Fraction) -> Fraction:
    """The nearest whole multiple of the unit; a half goes up."""
    return math.floor(amount / unit + Fraction(1, 2)) * unit


def is_multiple(amount: Fraction, unit: Fraction) -> bool:
    """Whether the amount is a whole number of units."""
    return (amount / unit).denominator == 1


@dataclass
class Part:
    """One placement on a wager: its stake, the commission paid for it, the betting period it fell in."""

    stake: Fraction
    commission: Fraction
    period: int


@dataclass
class Wager:
    """A wager of one seat on one selection, made of one or more placements."""

    seat: int
    kind: str
    on: On
    first_period: int
    parts: list[Part] = field(default_factory=list)
    called: bool | None = None
    locked: bool = False

    @property
    def stake(self) -> Fraction:
        """All that lies."""
        return sum((part.stake for part in self.parts), ZERO)

    @property
    def commission(self) -> Fraction:
        """All commission paid for what lies."""
        return sum((part.commission for part in self.parts), ZERO)


@dataclass
class Line:
    """One settlement, before the winnings are rounded to chips."""

    seat: int
    kind: str
    on: On
    result: str
    stake: Fraction
    exact_win: Fraction
    returned: Fraction
    commission_back: Fraction


@dataclass
class Table:
    """Everything a table remembers between steps."""

    book: str
    chip: Fraction
    minimums: dict[str, Fraction]
    maximums: dict[str, Fraction]
    late: bool
    mini: bool
    wheel: str
    lucky: str
    readings: dict[str, str]
    balances: dict[int, Fraction]
    wagers: list[Wager] = field(default_factory=list)
    period: int = 0
    closed: bool = False
    point: int | None = None
    warned: dict[int, int] = field(default_factory=dict)
    lucky_numbers: dict[str, Pocket] | None = None
    boost: tuple[str, str] | None = None
    sevens_frozen: bool = False
    eights: int = 0

    def reading(self, name: str, default: str) -> str:
        """The chosen reading, or the default one."""
        return self.readings.get(name, default)

    def find(self, seat: int, kind: str, on: On) -> Wager | None:
        """The standing wager of that seat, kind and selection."""
        for wager in self.wagers:
            if wager.seat == seat and wager.kind == kind and wager.on == on:
                return wager
        return None

    def reopen(self) -> None:
        """A result, or an invalid one, opens the next betting period."""
        self.period += 1
        self.closed = False


def check_amount(table: Table, amount: Fraction) -> None:
    """Stakes move in whole chips, and never in nothing."""
    require(amount > 0)
    require(is_multiple(amount, table.chip))


def check_limits(table: Table, kind: str, total: Fraction) -> None:
    """With checking at placement, the wager must end inside the limits of its kind."""
    if table.late and table.book != "aruze-craps":
        return
    if kind in table.minimums:
        require(total >= table.minimums[kind])
    if kind in table.maximums:
        require(total <= table.maximums[kind])


def put_down(table: Table, seat: int, kind: str, on: On, amount: Fraction, *, commission: Fraction) -> None:
    """Place a new wager or add to a standing one, after the book has agreed to it."""
    require(seat in table.balances)
    check_amount(table, amount)
    wager = table.find(seat, kind, on)
    lying = wager.stake if wager is not None else ZERO
    check_limits(table, kind, lying + amount)
    require(amount + commission <= table.balances[seat])
    if wager is None:
        wager = Wager(seat, kind, on, table.period)
        table.wagers.append(wager)
    wager.parts.append(Part(amount, commission, table.period))
    table.balances[seat] -= amount + commission


def take_newest(wager: Wager, amount: Fraction) -> Fraction:
    """Take an amount off a wager, newest placement first; gives the commission that belonged to it."""
    commission = ZERO
    left = amount
    while left > 0:
        part = wager.parts[-1]
        if part.stake <= left:
            commission += part.commission
            left -= part.stake
            wager.parts.pop()
        else:
            share = part.commission * left / part.stake
            commission += share
            part.commission -= share
            part.stake -= left
            left = ZERO
    return commission


def pick_up(table: Table, wager: Wager, amount: Fraction) -> None:
    """Hand an amount back to its owner at the owner's own wish, with its commission where that goes back."""
    whole = amount == wager.stake
    refunds = table.reading("commission_refund_on_removal", "true") == "true"
    exact = table.reading("commission_rounding", "refuse_inexact") == "refuse_inexact"
    before = [Part(part.stake, part.commission, part.period) for part in wager.parts]
    commission = take_newest(wager, amount)
    if refunds and exact and not whole and not is_multiple(commission, table.chip):
        wager.parts = before
        raise RefusedError
    table.balances[wager.seat] += amount
    if refunds:
        back = round_up(commission, CENT)
        table.balances[wager.seat] += back
        if wager.parts:
            # The fraction of a cent given on top is taken from the commission still held.
            wager.parts[-1].commission -= back - commission
    if whole:
        table.wagers.remove(wager)


def hand_back(table: Table, wager: Wager, result: str) -> Line:
    """The whole wager leaves with no result: stake and commission go back."""
    stake = wager.stake
    table.wagers.remove(wager)
    back = round_up(wager.commission, CENT)
    return Line(wager.seat, wager.kind, wager.on, result, stake, ZERO, stake, back)


def hand_back_part(table: Table, wager: Wager, amount: Fraction, result: str) -> Line:
    """The newest part of a wager leaves with no result, and its commission with it."""
    if amount == wager.stake:
        return hand_back(table, wager, result)
    back = round_up(take_newest(wager, amount), CENT)
    return Line(wager.seat, wager.kind, wager.on, result, amount, ZERO, amount, back)


def over_maximum(table: Table, wager: Wager) -> Fraction:
    """What lies over the maximum when limits are looked at late; it neither wins nor loses."""
    if not table.late or table.book == "aruze-craps" or wager.kind not in table.maximums:
        return ZERO
    return max(ZERO, wager.stake - table.maximums[wager.kind])


def win(table: Table, wager: Wager, odds: Fraction, share: Fraction = Fraction(1)) -> Line:
    """Pay a wager up to the maximum; only `share` of it wins when it is a bundle of legs."""
    stake = wager.stake
    excess = over_maximum(table, wager)
    winning_leg = (stake - excess) * share
    returned = stake if share == 1 else round_up(winning_leg + excess, CENT)
    back = round_up(wager.commission * excess / stake, CENT)
    table.wagers.remove(wager)
    return Line(wager.seat, wager.kind, wager.on, "win", stake, winning_leg * odds, returned, back)


def lose(table: Table, wager: Wager) -> Line:
    """Collect a wager up to the maximum."""
    stake = wager.stake
    excess = over_maximum(table, wager)
    back = round_up(wager.commission * excess / stake, CENT)
    table.wagers.remove(wager)
    return Line(wager.seat, wager.kind, wager.on, "lose", stake, ZERO, excess, back)


def pocket_key(pocket: Pocket) -> int:
    """Pockets in order, the double zero before the zero."""
    return -1 if isinstance(pocket, str) else pocket


def on_key(on: On) -> tuple[int, list[int], str]:
    """Order of selections: none first, then numbers, lists of numbers one by one, colours by name."""
    if on is None:
        return (0, [], "")
    if isinstance(on, int):
        return (1, [on], "")
    if isinstance(on, list):
        return (1, [pocket_key(pocket) for pocket in on], "")
    return (2, [], on)


def round_winnings(table: Table, amount: Fraction) -> Fraction:
    """Winnings go up to the next chip amount; only Aruze leaves another way open."""
    way = table.reading("az_rounding", "up") if table.book == "aruze-craps" else "up"
    if way == "nearest":
        return round_nearest(amount, table.chip)
    if way == "down":
        return round_down(amount, table.chip)
    return round_up(amount, table.chip)


def pay(table: Table, lines: list[Line]) -> list[dict[str, object]]:
    """Put the lines in order, round the winnings, move the money, and write the report lines."""
    lines = sorted(lines, key=lambda line: (line.seat, line.kind, on_key(line.on)))
    together = table.reading("rounding_scope", "per_wager") == "per_payout"
    running: dict[int, Fraction] = {}
    report: list[dict[str, object]] = []
    for line in lines:
        if together:
            before = running.get(line.seat, ZERO)
            after = before + line.exact_win
            running[line.seat] = after
            winnings = round_winnings(table, after) - round_winnings(table, before)
        else:
            winnings = round_winnings(table, line.exact_win)
        table.balances[line.seat] += winnings + line.returned + line.commission_back
        report.append(
            {
                "seat": line.seat,
                "wager": line.kind,
                "on": line.on,
                "result": line.result,
                "stake": show_money(line.stake),
                "winnings": show_money(winnings),
                "returned": show_money(line.returned),
            }
        )
    return report
