"""The three craps tables: who may place, take back and call what, and when."""

from __future__ import annotations

from fractions import Fraction

from .craps_odds import POINTS, family_of, wrong_odds
from .state import (
    CENT,
    ZERO,
    Line,
    On,
    RefusedError,
    Table,
    Wager,
    check_amount,
    hand_back_part,
    is_multiple,
    pick_up,
    put_down,
    require,
    round_down,
    round_up,
)

ODDS_ON = {
    "line-odds": "line",
    "dont-line-odds": "dont-line",
    "come-odds": "come",
    "dont-come-odds": "dont-come",
}


def family(table: Table, kind: str) -> str:
    """The family of a wager name; an unknown name turns the step away."""
    found = family_of(table.book, kind)
    if found is None:
        raise RefusedError
    return found


def find_family(table: Table, seat: int, wanted: str, on: On) -> Wager | None:
    """The standing wager of a seat in a family."""
    for wager in table.wagers:
        if wager.seat == seat and wager.on == on and family(table, wager.kind) == wanted:
            return wager
    return None


def read_selection(table: Table, kind: str, on: On) -> On:
    """Check what a wager is on, and put a hop's dice in order."""
    name = family(table, kind)
    if name in ("come-odds", "dont-come-odds", "place", "place-lose", "buy", "lay"):
        require(type(on) is int and on in POINTS)
        return on
    if name == "hardway":
        require(type(on) is int and on in (4, 6, 8, 10))
        return on
    if name == "horn-high":
        require(type(on) is int and on in (2, 3, 11, 12))
        return on
    if name == "hop":
        require(isinstance(on, list) and len(on) == 2)
        assert isinstance(on, list)
        faces = [face for face in on if type(face) is int and 1 <= face <= 6]
        require(len(faces) == 2)
        return [*sorted(faces)]
    if name in ("come", "dont-come"):
        require(on is None or (type(on) is int and on in POINTS))
        return on
    require(on is None)
    return None


def odds_cap(table: Table, odds_family: str, on: On, flat: Fraction) -> Fraction:
    """Odds may be double the flat wager, or on the Don't side such that they win at most double."""
    if odds_family in ("line-odds", "come-odds"):
        return 2 * flat
    number = table.point if odds_family == "dont-line-odds" else on
    assert isinstance(number, int)
    return 2 * flat / wrong_odds(number)


def check_window(table: Table, seat: int, name: str, on: On, existing: Wager | None) -> None:
    """Line wagers before the come out, Come after it, odds behind an established flat, the rest always."""
    aruze = table.book == "aruze-craps"
    if name == "line":
        # SC 6.1.1 and CC 3.6.1 close with the point; AZ 3.9.1 lets a wager that lies be added to.
        require(table.point is None or (aruze and existing is not None))
    elif name == "dont-line":
        require(table.point is None)
    elif name == "come" and on is not None:
        # Only AZ 3.9.3 lets a Come that has its point be added to.
        require(aruze and existing is not None)
    elif name == "come":
        if aruze and table.reading("come_window", "after") == "literal":
            require(table.point is None)
        else:
            require(table.point is not None)
    elif name == "dont-come":
        require(on is None and table.point is not None)
    elif name in ("line-odds", "dont-line-odds"):
        require(table.point is not None and find_family(table, seat, ODDS_ON[name], None) is not None)
    elif name in ("come-odds", "dont-come-odds"):
        require(find_family(table, seat, ODDS_ON[name], on) is not None)


def check_split(table: Table, name: str, total: Fraction) -> None:
    """A Horn is four equal legs, a Horn High five units, a Crap-Eleven two halves."""
    require_multiple = table.reading("horn_split", "require_multiple") == "require_multiple"
    if name == "horn" and require_multiple:
        require(is_multiple(total, 4 * table.chip))
    if name == "crap-eleven" and require_multiple:
        require(is_multiple(total, 2 * table.chip))
    if name == "horn-high":
        require(is_multiple(total, 5 * table.chip))


def commission_for(table: Table, name: str, on: On, amount: Fraction) -> Fraction:
    """Buy costs 5% of the wager, Lay 5% of what it could win (SC 6.1.24-25; CC 3.6.10, 12; AZ 3.9.8, 15)."""
    if name == "buy":
        exact = amount / 20
    elif name == "lay":
        assert isinstance(on, int)
        exact = amount * wrong_odds(on) / 20
    else:
        return ZERO
    way = table.reading("commission_rounding", "refuse_inexact")
    if way == "down_cent":
        return round_down(exact, CENT)
    if way == "up_chip":
        return round_up(exact, table.chip)
    require(is_multiple(exact, table.chip))
    return exact


def bet(table: Table, seat: int, kind: str, on: On, amount: Fraction) -> None:
    """Place or add to a wager."""
    require(not table.closed)
    require(seat in table.balances)
    name = family(table, kind)
    on = read_selection(table, kind, on)
    check_amount(table, amount)
    existing = table.find(seat, kind, on)
    if existing is not None:
        require(not existing.locked)
    check_window(table, seat, name, on, existing)
    total = amount + (existing.stake if existing is not None else ZERO)
    check_split(table, name, total)
    if name in ODDS_ON:
        flat = find_family(table, seat, ODDS_ON[name], on)
        assert flat is not None
        require(total <= odds_cap(table, name, on, flat.stake))
    put_down(table, seat, kind, on, amount, commission=commission_for(table, name, on, amount))


def most_removable(table: Table, wager: Wager) -> Fraction:
    """How much of a wager its owner may take back now."""
    name = family(table, wager.kind)
    if table.book == "aruze-craps":
        # Pass Line and Come keep what outlived a wagering period (AZ 3.9.1, 3.9.3).
        newly_placed = sum((part.stake for part in wager.parts if part.period == table.period), ZERO)
        if name in ("line", "come"):
            return newly_placed
        if table.reading("cancel_later", "true") == "false":
            return newly_placed
        return wager.stake
    # SC 6.4 and CC 3.4: a line or Come wager with its point stays.
    if name == "line" and table.point is not None:
        return ZERO
    if name == "come" and wager.on is not None:
        return ZERO
    return wager.stake


def odds_leaning_on(table: Table, wager: Wager) -> Wager | None:
    """The odds wager behind a flat one, if there is one."""
    name = family(table, wager.kind)
    for odds_family, flat_family in ODDS_ON.items():
        if flat_family == name:
            return find_family(table, wager.seat, odds_family, wager.on)
    return None


def remove(table: Table, seat: int, kind: str, on: On, amount: Fraction | None) -> list[Line]:
    """Take back or reduce a wager (SC 6.4-6.5; CC 3.4; AZ 3.3.6)."""
    require(not table.closed)
    name = family(table, kind)
    on = read_selection(table, kind, on)
    wager = table.find(seat, kind, on)
    if wager is None or wager.locked:
        raise RefusedError
    if amount is None:
        amount = wager.stake
    check_amount(table, amount)
    require(amount <= most_removable(table, wager))
    rest = wager.stake - amount
    if rest > 0:
        check_split(table, name, rest)
    odds = odds_leaning_on(table, wager)
    too_much = ZERO
    if odds is not None:
        cap = odds_cap(table, family(table, odds.kind), odds.on, rest)
        too_much = max(ZERO, odds.stake - round_down(cap, table.chip))
        if too_much > 0:
            auto = table.book == "star-craps" and table.reading("odds_excess", "refuse") == "auto_return"
            require(auto)
    pick_up(table, wager, amount)
    if odds is not None and too_much > 0:
        return [hand_back_part(table, odds, too_much, "returned")]
    return []


def call(table: Table, seat: int, kind: str, on: On, working: bool) -> None:
    """Call a Buy, Place, Come odds or Hardway wager on or off (SC 6.6; CC 3.5); Aruze has no calls."""
    require(table.book != "aruze-craps")
    require(not table.closed)
    name = family(table, kind)
    require(name in ("buy", "place", "come-odds", "hardway"))
    wager = table.find(seat, kind, read_selection(table, kind, on))
    if wager is None or wager.locked:
        raise RefusedError
    if table.book == "crown-craps" or table.reading("on_scope", "wager") == "similar":
        for other in table.wagers:
            if other.seat == seat and other.kind == kind and not other.locked:
                other.called = working
    else:
        wager.called = working


def no_more_bets(table: Table) -> None:
    """Close betting; only Aruze and Mini Craps do so."""
    require(table.book == "aruze-craps" or table.mini)
    table.closed = True
    if table.mini and table.reading("mini_lock", "roll") == "until_decided":
        for wager in table.wagers:
            wager.locked = True
