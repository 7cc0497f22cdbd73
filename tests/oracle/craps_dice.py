"""What a roll, or an invalid one, does to a craps table."""

from __future__ import annotations

from fractions import Fraction

from .craps import family
from .craps_odds import (
    POINTS,
    hardway_odds,
    one_roll,
    place_lose_odds,
    place_odds,
    right_odds,
    settle_against_number,
    settle_dont_line,
    settle_hardway,
    settle_line,
    settle_number,
    wrong_odds,
)
from .state import ZERO, Line, Table, Wager, hand_back, hand_back_part, lose, require, win


def is_off(table: Table, wager: Wager) -> bool:
    """Whether a wager sits this roll out: as called, and otherwise on come out rolls."""
    if family(table, wager.kind) not in ("buy", "place", "come-odds", "hardway"):
        return False
    if wager.called is not None:
        return not wager.called
    if table.book == "aruze-craps" and table.reading("come_out_off", "false") != "true":
        return False
    return table.point is None


def decide(table: Table, wager: Wager, dice: tuple[int, int]) -> tuple[str | None, Fraction, Fraction]:
    """What the dice do to a wager: the result (or None), the odds if it wins, and the share that wins."""
    total = dice[0] + dice[1]
    name = family(table, wager.kind)
    even = Fraction(1)
    number = wager.on if isinstance(wager.on, int) else 0
    if name == "line":
        return settle_line(total, table.point), even, even
    if name == "dont-line":
        return settle_dont_line(table.book, total, table.point), even, even
    if name == "come":
        return settle_line(total, number or None), even, even
    if name == "dont-come":
        return settle_dont_line(table.book, total, number or None), even, even
    if name == "line-odds":
        assert table.point is not None
        return settle_number(total, table.point), right_odds(table.point), even
    if name == "dont-line-odds":
        assert table.point is not None
        return settle_against_number(total, table.point), wrong_odds(table.point), even
    if name == "come-odds":
        result = settle_number(total, number)
        if result is not None and is_off(table, wager):
            result = "returned"
        return result, right_odds(number), even
    if name == "dont-come-odds":
        return settle_against_number(total, number), wrong_odds(number), even
    if name in ("place", "buy", "hardway") and is_off(table, wager):
        return None, even, even
    if name == "place":
        return settle_number(total, number), place_odds(number), even
    if name == "buy":
        return settle_number(total, number), right_odds(number), even
    if name == "hardway":
        return settle_hardway(dice, number), hardway_odds(table.book, number), even
    if name == "place-lose":
        return settle_against_number(total, number), place_lose_odds(number), even
    if name == "lay":
        return settle_against_number(total, number), wrong_odds(number), even
    if name == "big-6":
        return settle_number(total, 6), even, even
    if name == "big-8":
        return settle_number(total, 8), even, even
    paid = one_roll(table.book, name, wager.on, dice)
    if paid is None:
        return "lose", even, even
    return "win", paid[0], paid[1]


def under_minimum(table: Table, wager: Wager) -> bool:
    """Whether a wager found late at a Crown table is too small (CC 4.2.1)."""
    if table.book != "crown-craps" or not table.late or wager.kind not in table.minimums:
        return False
    return wager.stake < table.minimums[wager.kind]


def barred(table: Table, wager: Wager) -> list[Line]:
    """The barred number hands a Don't wager back, or leaves it lying for the next roll."""
    default = "stay" if table.book == "crown-craps" else "return"
    if table.reading("bar_effect", default) == "stay":
        return []
    return [hand_back(table, wager, "draw" if table.book == "aruze-craps" else "void")]


def roll(table: Table, dice: tuple[int, int]) -> list[Line]:
    """Settle every wager that the dice decide, let Come wagers travel, then move the puck."""
    if table.book == "aruze-craps" or table.mini:
        require(table.closed)
    total = dice[0] + dice[1]
    lines: list[Line] = []
    newly_warned: list[int] = []
    travelling: list[Wager] = []
    for wager in list(table.wagers):
        result, odds, share = decide(table, wager, dice)
        small = under_minimum(table, wager)
        if result in ("win", "lose") and small:
            if wager.seat in table.warned and wager.first_period > table.warned[wager.seat]:
                result = "returned"
            else:
                newly_warned.append(wager.seat)
        if result == "win":
            lines.append(win(table, wager, odds, share))
        elif result == "lose":
            lines.append(lose(table, wager))
        elif result == "returned":
            lines.append(hand_back(table, wager, "returned"))
        elif result == "barred":
            lines.extend(barred(table, wager))
        elif family(table, wager.kind) in ("come", "dont-come") and wager.on is None:
            travelling.append(wager)
    for wager in travelling:
        wager.on = total
    for seat in newly_warned:
        # The first warning is the one that counts; later ones change nothing.
        table.warned.setdefault(seat, table.period)
    if table.point is None:
        if total in POINTS:
            table.point = total
    elif total in (table.point, 7):
        table.point = None
    table.reopen()
    return lines


def no_roll(table: Table) -> list[Line]:
    """Star and Crown let everything stand (SC 5.1; CC 5.4); cocked dice at Aruze void wagers (AZ 6.4)."""
    lines: list[Line] = []
    if table.book == "aruze-craps":
        everything = table.reading("cocked_scope", "this_round") == "all_live"
        for wager in list(table.wagers):
            amount = wager.stake
            if not everything:
                amount = sum((part.stake for part in wager.parts if part.period == table.period), ZERO)
            if amount > 0:
                lines.append(hand_back_part(table, wager, amount, "void"))
    table.reopen()
    return lines
