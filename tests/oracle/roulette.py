"""Roulette with one zero or two, and the Lucky Ball side wager."""

from __future__ import annotations

from fractions import Fraction

from .state import (
    Line,
    On,
    Pocket,
    RefusedError,
    Table,
    Wager,
    check_amount,
    hand_back,
    lose,
    pick_up,
    pocket_key,
    put_down,
    require,
    win,
)

RED = (1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36)
COLOURS = ("red", "green", "blue", "yellow")
INSIDE = ("straight", "split", "street", "corner", "five-line", "six-line")


def is_pocket(table: Table, value: object) -> bool:
    """A pocket of the wheel in use (RO 2.3)."""
    if value == "00" and isinstance(value, str):
        return table.wheel == "double"
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 36


def row_of(number: int) -> int:
    """Rows of three up the layout: 1-3 is row 0."""
    return (number - 1) // 3


def is_split(table: Table, numbers: set[Pocket]) -> bool:
    """Two neighbours; the zeros have their own list on each wheel (RO 3.2.2)."""
    if table.wheel == "double":
        if numbers in ({0, "00"}, {0, 1}, {0, 2}, {"00", 2}, {"00", 3}):
            return True
    elif numbers in ({0, 1}, {0, 2}, {0, 3}):
        return True
    if 0 in numbers or "00" in numbers or len(numbers) != 2:
        return False
    low, high = sorted(pocket_key(number) for number in numbers)
    beside = high == low + 1 and row_of(low) == row_of(high)
    above = high == low + 3
    return beside or above


def is_street(table: Table, numbers: set[Pocket]) -> bool:
    """A row, or one of the three-number sets with a zero (RO 3.2.3)."""
    if table.wheel == "double":
        if numbers in ({0, 1, 2}, {0, "00", 2}, {"00", 2, 3}):
            return True
    elif numbers in ({0, 1, 2}, {0, 2, 3}):
        return True
    return any(numbers == {3 * row + 1, 3 * row + 2, 3 * row + 3} for row in range(12))


def is_corner(table: Table, numbers: set[Pocket]) -> bool:
    """Four numbers that meet, or the first four on a wheel with one zero (RO 3.2.4)."""
    if table.wheel == "single" and numbers == {0, 1, 2, 3}:
        return True
    return any(low % 3 != 0 and numbers == {low, low + 1, low + 3, low + 4} for low in range(1, 33))


def is_six_line(numbers: set[Pocket]) -> bool:
    """Two rows next to each other (RO 3.2.6)."""
    return any(numbers == set(range(3 * row + 1, 3 * row + 7)) for row in range(11))


def read_inside(table: Table, kind: str, on: On) -> list[Pocket]:
    """The numbers of an inside wager in report order, if the layout has that set."""
    first_five: list[Pocket] = ["00", 0, 1, 2, 3]
    given: list[Pocket]
    if kind == "five-line" and on is None:
        given = first_five
    elif kind == "straight" and isinstance(on, (int, str)):
        given = [on]
    elif isinstance(on, list):
        given = on
    else:
        raise RefusedError
    require(all(is_pocket(table, pocket) for pocket in given))
    numbers = set(given)
    require(len(numbers) == len(given))
    if kind == "straight":
        require(len(numbers) == 1)
    elif kind == "split":
        require(is_split(table, numbers))
    elif kind == "street":
        require(is_street(table, numbers))
    elif kind == "corner":
        require(is_corner(table, numbers))
    elif kind == "six-line":
        require(is_six_line(numbers))
    else:
        require(table.wheel == "double" and numbers == set(first_five))
    return sorted(given, key=pocket_key)


def read_selection(table: Table, kind: str, on: On) -> On:
    """Check what a wager is on."""
    if kind in INSIDE:
        return [*read_inside(table, kind, on)]
    if kind in ("column", "dozen"):
        require(type(on) is int and on in (1, 2, 3))
        return on
    if kind == "lucky-ball":
        require(isinstance(on, str) and on in COLOURS)
        return on
    require(kind in ("low", "high", "even", "odd", "red", "black"))
    require(on is None)
    return None


def bet(table: Table, seat: int, kind: str, on: On, amount: Fraction) -> None:
    """Place or add to a wager before betting closes (RO 3.10)."""
    require(not table.closed)
    on = read_selection(table, kind, on)
    if kind == "lucky-ball":
        require(table.lucky in ("yes", "mega"))
        if table.reading("lucky_window", "round") == "after_draw":
            require(table.lucky_numbers is not None)
    put_down(table, seat, kind, on, amount, commission=Fraction(0))


def remove(table: Table, seat: int, kind: str, on: On, amount: Fraction | None) -> None:
    """Take back or reduce a wager before betting closes (RO 3.10)."""
    require(not table.closed)
    wager = table.find(seat, kind, read_selection(table, kind, on))
    if wager is None:
        raise RefusedError
    if amount is None:
        amount = wager.stake
    check_amount(table, amount)
    require(amount <= wager.stake)
    pick_up(table, wager, amount)


def lucky_ball(table: Table, numbers: dict[str, Pocket]) -> None:
    """Four different pockets, one for each colour, shown before betting closes (RO 7.4)."""
    require(table.lucky in ("yes", "mega"))
    require(not table.closed and table.lucky_numbers is None)
    require(set(numbers) == set(COLOURS))
    for pocket in numbers.values():
        require(is_pocket(table, pocket))
        if table.reading("lucky_include_zeros", "true") == "false":
            require(pocket not in (0, "00"))
    require(len(set(numbers.values())) == 4)
    table.lucky_numbers = dict(numbers)


def boost(table: Table, colour: str, odds: str) -> None:
    """After betting has closed one colour gets better odds (RO 7.6, 7.9)."""
    require(table.lucky_numbers is not None and table.closed and table.boost is None)
    require(colour in COLOURS)
    require(odds == "super" or (odds == "mega" and table.lucky == "mega"))
    table.boost = (colour, odds)


def no_more_bets(table: Table) -> None:
    """Close betting."""
    table.closed = True


def lucky_odds(table: Table, colour: str) -> Fraction:
    """The odds of a colour this round (RO 7.8, 7.10)."""
    if table.boost == (colour, "mega"):
        return Fraction(1000)
    if table.boost == (colour, "super"):
        if colour == "red":
            return Fraction(120)
        if colour == "green":
            return Fraction(100)
        if colour == "blue":
            return Fraction(75)
        return Fraction(60)
    if colour == "red":
        return Fraction(5 if table.lucky == "mega" else 6)
    if colour == "green":
        return Fraction(12)
    if colour == "blue":
        return Fraction(20)
    return Fraction(25)


def inside_odds(kind: str) -> Fraction:
    """What the inside wagers pay (RO 6.1)."""
    if kind == "straight":
        return Fraction(35)
    if kind == "split":
        return Fraction(17)
    if kind == "street":
        return Fraction(11)
    if kind == "corner":
        return Fraction(8)
    if kind == "five-line":
        return Fraction(6)
    return Fraction(5)


def outside_wins(kind: str, on: On, pocket: Pocket) -> bool:
    """Whether an outside wager wins; every one of them loses on a zero (RO 3.2.7-3.2.14, 6.2-6.3)."""
    if isinstance(pocket, str) or pocket == 0:
        return False
    if kind == "column":
        return (pocket - 1) % 3 + 1 == on
    if kind == "dozen":
        return (pocket - 1) // 12 + 1 == on
    if kind == "low":
        return pocket <= 18
    if kind == "high":
        return pocket >= 19
    if kind == "even":
        return pocket % 2 == 0
    if kind == "odd":
        return pocket % 2 == 1
    if kind == "red":
        return pocket in RED
    return pocket not in RED


def settle(table: Table, wager: Wager, pocket: Pocket) -> Line:
    """One spin decides every wager."""
    if wager.kind == "lucky-ball":
        assert table.lucky_numbers is not None
        assert isinstance(wager.on, str)
        if table.lucky_numbers[wager.on] == pocket:
            return win(table, wager, lucky_odds(table, wager.on))
        return lose(table, wager)
    if wager.kind in INSIDE:
        assert isinstance(wager.on, list)
        if pocket in wager.on:
            return win(table, wager, inside_odds(wager.kind))
        return lose(table, wager)
    if outside_wins(wager.kind, wager.on, pocket):
        return win(table, wager, Fraction(2 if wager.kind in ("column", "dozen") else 1))
    return lose(table, wager)


def spin(table: Table, pocket: Pocket) -> list[Line]:
    """Settle the table by the pocket; Lucky Ball wagers need their numbers and their boost first."""
    require(table.closed and is_pocket(table, pocket))
    if any(wager.kind == "lucky-ball" for wager in table.wagers):
        require(table.lucky_numbers is not None and table.boost is not None)
    lines = [settle(table, wager, pocket) for wager in list(table.wagers)]
    table.lucky_numbers = None
    table.boost = None
    table.reopen()
    return lines


def no_spin(table: Table) -> list[Line]:
    """The ball is spun again (RO 8.9); Lucky Ball wagers go back unless the numbers are kept."""
    lines: list[Line] = []
    table.boost = None
    if table.reading("lucky_on_no_spin", "return") == "return":
        table.lucky_numbers = None
        lucky = [wager for wager in table.wagers if wager.kind == "lucky-ball"]
        lines = [hand_back(table, wager, "returned") for wager in lucky]
    table.reopen()
    return lines
