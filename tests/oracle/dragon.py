"""Dragon Fire: the freeze after a 7 and the run of 8s."""

from __future__ import annotations

from fractions import Fraction

from .state import (
    Line,
    On,
    RefusedError,
    Table,
    Wager,
    check_amount,
    hand_back,
    lose,
    pick_up,
    put_down,
    require,
    win,
)


def check_selection(kind: str, on: On) -> None:
    """Check what a wager is on (DF 6.1)."""
    if kind == "specific-pair":
        require(type(on) is int and 1 <= on <= 6)
    elif kind == "total":
        require(type(on) is int and 3 <= on <= 11)
    else:
        require(kind in ("dragon", "fire", "low-pair", "high-pair", "dragons-tail"))
        require(on is None)


def check_not_frozen(table: Table, kind: str) -> None:
    """A frozen area is closed to everybody (DF 6.2.4, 6.4.1)."""
    if kind in ("dragon", "fire"):
        require(not table.sevens_frozen)
    if kind == "dragons-tail":
        require(table.eights == 0)


def bet(table: Table, seat: int, kind: str, on: On, amount: Fraction) -> None:
    """Place or add to a wager before betting closes (DF 6.4)."""
    require(not table.closed)
    check_selection(kind, on)
    check_not_frozen(table, kind)
    put_down(table, seat, kind, on, amount, commission=Fraction(0))


def remove(table: Table, seat: int, kind: str, on: On, amount: Fraction | None) -> None:
    """Take back or reduce a wager before betting closes (DF 6.4)."""
    require(not table.closed)
    check_selection(kind, on)
    check_not_frozen(table, kind)
    wager = table.find(seat, kind, on)
    if wager is None:
        raise RefusedError
    if amount is None:
        amount = wager.stake
    check_amount(table, amount)
    require(amount <= wager.stake)
    pick_up(table, wager, amount)


def no_more_bets(table: Table) -> None:
    """Close betting."""
    table.closed = True


def total_odds(total: int) -> Fraction:
    """What a dice total pays (DF 9.5)."""
    if total in (3, 11):
        return Fraction(15)
    if total in (4, 10):
        return Fraction(10)
    if total in (5, 9):
        return Fraction(7)
    if total in (6, 8):
        return Fraction(6)
    return Fraction(4)


def settle_dragon_or_fire(kind: str, total: int, frozen: bool) -> str | None:
    """Low totals are the Dragon's, high ones the Fire's; a 7 freezes, a second takes both (DF 6.1-6.2)."""
    if total == 7:
        return "lose" if frozen else None
    low = total < 7
    if kind == "dragon":
        return "win" if low else "lose"
    return "lose" if low else "win"


def settle_pair(kind: str, on: On, dice: tuple[int, int]) -> bool:
    """Whether a pair wager wins (DF 6.1.3-6.1.5)."""
    if dice[0] != dice[1]:
        return False
    if kind == "low-pair":
        return dice[0] <= 3
    if kind == "high-pair":
        return dice[0] >= 4
    return dice[0] == on


def settle_tail(eights_before: int, total: int) -> tuple[str | None, Fraction]:
    """Wait while 8s follow each other, up to three; paid once, for the run reached (DF 6.1.7, 9.7)."""
    if total == 8:
        return ("win", Fraction(100)) if eights_before == 2 else (None, Fraction(0))
    if eights_before == 2:
        return "win", Fraction(10)
    if eights_before == 1:
        return "win", Fraction(2)
    return "lose", Fraction(0)


def decide(table: Table, wager: Wager, dice: tuple[int, int]) -> tuple[str | None, Fraction]:
    """The result of a wager (or None) and its odds."""
    total = dice[0] + dice[1]
    if wager.kind in ("dragon", "fire"):
        return settle_dragon_or_fire(wager.kind, total, table.sevens_frozen), Fraction(1)
    if wager.kind == "dragons-tail":
        return settle_tail(table.eights, total)
    if wager.kind == "total":
        return ("win" if total == wager.on else "lose"), total_odds(total)
    odds = Fraction(33) if wager.kind == "specific-pair" else Fraction(10)
    return ("win" if settle_pair(wager.kind, wager.on, dice) else "lose"), odds


def roll(table: Table, dice: tuple[int, int]) -> list[Line]:
    """Settle the roll; one thrown before betting was closed is a no roll (DF 10.5)."""
    if not table.closed:
        return no_roll(table)
    total = dice[0] + dice[1]
    tail_lies = any(wager.kind == "dragons-tail" for wager in table.wagers)
    lines: list[Line] = []
    for wager in list(table.wagers):
        result, odds = decide(table, wager, dice)
        if result == "win":
            lines.append(win(table, wager, odds))
        elif result == "lose":
            lines.append(lose(table, wager))
    table.sevens_frozen = total == 7 and not table.sevens_frozen
    if total == 8 and tail_lies and table.eights < 2:
        table.eights += 1
    else:
        table.eights = 0
    table.reopen()
    return lines


def no_roll(table: Table) -> list[Line]:
    """Everything but the Dragon's Tail is void (DF 5.2), and with it the freeze unless that is kept."""
    keep = table.reading("no_roll_frozen_df", "void") == "keep" and table.sevens_frozen
    lines: list[Line] = []
    for wager in list(table.wagers):
        if wager.kind == "dragons-tail":
            continue
        if keep and wager.kind in ("dragon", "fire"):
            continue
        lines.append(hand_back(table, wager, "void"))
    table.sevens_frozen = keep
    table.reopen()
    return lines
